// The attack as crowds of a hundred: whom the test names, and how many guesses are right.

import { Dots, people } from "./dots.js";
import { element } from "../ui/element.js";
import { print } from "../ui/slider-stops.js";

/** @typedef {import("../../pkg/accounting/dpscope.js").Attack} Attack */

export class Crowds {
  #outside = new Dots("Of 100 people outside the data");
  #inside = new Dots("Of 100 people in the data");
  #named = new Dots("Of 100 people the attacker names");
  #guessed = new Dots("Of 100 guesses");
  test = element("div", { class: "dp-crowds" }, this.#outside.element, this.#inside.element);
  belief = element("div", { class: "dp-crowds" }, this.#named.element, this.#guessed.element);

  /** @param {Attack} attack */
  show({ tests, beliefs }) {
    const [test, belief] = [tests[0], beliefs[0]];
    if (!test || !belief) return;
    const wrong = test["false-positive"];
    this.#outside.show(Math.round(100 * wrong), 0, `${print(Number((100 * wrong).toPrecision(6)))} named wrongly`);
    const found = people(Number(test["true-positive"].upper));
    this.#inside.show(found, 0, `at most ${found} named rightly`);
    const precise = people(test.precision[0] ?? 1);
    this.#named.show(precise, 0, `at most ${precise} are in the data`);
    const [blind, right] = [Math.max(belief.prior, 1 - belief.prior), people(Number(belief.accuracy.upper))];
    const alone = Math.min(right, Math.round(100 * blind));
    this.#guessed.show(right - alone, alone, `at most ${right} right, ${alone} of them by chance`);
  }
}
