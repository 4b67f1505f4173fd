// What an attacker can do at most, in five numbers that explain themselves.

import { element } from "../ui/element.js";
import { print, printUp } from "../ui/slider-stops.js";
import { Stat } from "./stat.js";

/** @typedef {import("../../pkg/accounting/dpscope.js").Attack} Attack */
/** @typedef {import("../../pkg/accounting/dpscope.js").AttackAnswer} AttackAnswer */
/** @typedef {import("../explain/entry.js").Subject} Subject */

/** Digits of a share of a hundred. */
const DIGITS = 4;

const NAMES = {
  advantage: "Advantage over blind guessing",
  "true-positive": "Members an attacker finds",
  precision: "Members among those named",
  posterior: "Largest belief",
  accuracy: "Right guesses",
};

export class Stats {
  /** What the buttons beside the numbers explain. @type {Map<string, Subject>} */
  #subjects = new Map();
  #figures = new Map(
    Object.entries(NAMES).map(([quantity, name]) => [quantity, new Stat(name, () => this.#subjects.get(quantity))]),
  );
  element = element("dl", { class: "dp-stats" }, ...[...this.#figures.values()].map(({ element }) => element));

  /**
   * @param {AttackAnswer} answer
   * @param {Attack} attack
   */
  show({ neighbours, delta }, attack) {
    const { accountant, advantage, loss, tests, beliefs } = attack;
    const [test, belief] = [tests[0], beliefs[0]];
    if (!test || !belief) return;
    const hundred = (/** @type {number | "inf"} */ share) => `≤ ${printUp(Math.min(100, 100 * Number(share)), DIGITS)}`;
    /** @type {[string, string, string, Subject["answer"]][]} */
    const list = [
      ["advantage", hundred(advantage.upper), "of 100", advantage],
      ["true-positive", hundred(test["true-positive"].upper), "of 100", test["true-positive"]],
      ["precision", hundred(test.precision[0] ?? 1), "of 100", { upper: test.precision[0] ?? 1 }],
      ["posterior", hundred(belief.posterior), "% certain", { upper: belief.posterior, loss }],
      ["accuracy", hundred(belief.accuracy.upper), "of 100", belief.accuracy],
    ];
    for (const [quantity, text, unit, part] of list) {
      this.#figures.get(quantity)?.show(text, unit);
      this.#subjects.set(quantity, {
        quantity: /** @type {Subject["quantity"]} */ (quantity),
        text: `${text} ${unit}`,
        accountant,
        neighbours,
        target: quantity === "posterior" ? { delta: print(delta) } : {},
        answer: part,
      });
    }
  }
}
