// The answer in large type: the best bound or the solved value, what it holds for, and how sure it is. The
// quick answer stands at once; the certified bracket follows in the same place. From the moment the plan is
// another one until its answer is there, the last answer is marked as old.

import { bracketOf } from "../ui/bracket.js";
import { element, unbroken } from "../ui/element.js";
import { explainButton } from "../explain/button.js";
import { Progress } from "../ui/progress.js";
import { upperOf } from "./findings.js";
import { SLOW } from "./questions.js";
import { nameOf, parameterOf, relationOf } from "./words.js";

/** @typedef {import("../core/engine.js").Description} Description */
/** @typedef {import("../../pkg/accounting/dpscope.js").Bound} Bound */
/** @typedef {import("../explain/entry.js").Subject} Subject */
/** @typedef {import("./model.js").Plan} Plan */
/** @typedef {import("./findings.js").Findings} Findings */

export class Answer {
  #description;
  #bound = element("p", { class: "result-bound" }, "ε ≤ …");
  #condition = element("p", { class: "result-condition" });
  #surety = element("p", { class: "result-surety" });
  #work = new Progress("Share of the bounds that is computed");
  /** What the large number is, for its explanation. @type {Subject | undefined} */
  #subject;
  #explain = explainButton("the answer", () => this.#subject);
  element;

  /**
   * @param {Description} description
   * @param {Element} act stands beside the number
   * @param {import("../ui/element.js").Scope} scope
   */
  constructor(description, act, scope) {
    this.#description = description;
    this.#explain.hidden = true;
    this.element = element(
      "section",
      { class: "answer", "aria-labelledby": scope.id("answer-heading") },
      element("h2", { id: scope.id("answer-heading"), class: "unseen", tabindex: -1 }, scope.name("Guarantee")),
      this.#bound,
      this.#condition,
      element("div", { class: "result-foot" }, this.#surety, this.#work.element),
      element("div", { class: "result-acts" }, this.#explain, act),
    );
  }

  /**
   * @param {Plan} plan as asked; where a number is found, as it was typed
   * @param {Findings} findings
   */
  show(plan, findings) {
    this.#mark("");
    this.#work.rest();
    this.#explain.hidden = !findings.best;
    this.name(plan, findings);
    this.#showSurety(findings);
  }

  /**
   * Says what the number is of, in the words that the plan has now.
   * @param {Plan} plan
   * @param {Findings} findings
   */
  name(plan, findings) {
    if (findings.solution) this.#showSolution(plan, findings);
    else this.#showBound(plan, findings);
  }

  /**
   * Says that there is nothing to answer.
   * @param {string} text
   * @param {string} reason
   */
  none(text, reason) {
    this.#mark("");
    this.#work.rest();
    this.#bound.textContent = text;
    this.#condition.textContent = reason;
    this.#surety.textContent = "";
    this.#explain.hidden = true;
    delete this.element.dataset.surety;
  }

  /** The plan is another one: leaves the last answer standing, and says that it is of the plan before. */
  wait() {
    this.#mark("waiting");
    this.#say("", "Computing… The number is of the plan before.");
  }

  /** Leaves the last answer standing, and says that it is the last. */
  keep() {
    this.#work.rest();
    this.#mark("invalid");
    this.#condition.textContent = "A value is not valid; the answer waits for it.";
    this.#say("", "The number is of the last valid plan.");
  }

  /** The core cannot be reached. */
  fail() {
    this.#work.rest();
    this.#leave();
  }

  /** No answer of the plan comes: what is old stays so. */
  #leave() {
    if (!this.#old) return;
    this.#mark("left");
    this.#say("", "The number is of an earlier plan.");
  }

  /** Whether what is shown is not the answer of the plan as it is. */
  get #old() {
    return this.element.hasAttribute("data-stale");
  }

  /**
   * Marks what is shown.
   * @param {"" | "waiting" | "invalid" | "left"} how as the answer of the plan; as old, while the new one is computed,
   *   waits for a valid value, or does not come
   */
  #mark(how) {
    if (how) this.element.dataset.stale = how;
    else delete this.element.dataset.stale;
    this.element.ariaBusy = how === "waiting" ? "true" : null;
  }

  /**
   * Says how sure the number is.
   * @param {string} surety
   * @param {string} text
   */
  #say(surety, text) {
    this.element.dataset.surety = surety;
    if (this.#surety.textContent !== text) this.#surety.textContent = text;
  }

  /**
   * Shows that an answer takes a while.
   * @param {number} share
   * @param {() => void} cancel
   */
  progress(share, cancel) {
    this.#work.show(this.#old ? "Old; computing" : "Computing", share, cancel);
  }

  /**
   * Says that no more comes.
   * @param {string} reason
   * @param {() => void} again
   */
  end(reason, again) {
    this.#work.cancelled(reason, again);
    if (this.element.dataset.surety === "quick") this.#surety.textContent = "Not certified.";
    this.#leave();
  }

  /**
   * @param {Plan} plan
   * @param {Findings} findings
   */
  #showBound(plan, { best, sentence, waiting }) {
    const given = plan.find === "delta" ? `ε = ${plan.epsilon.trim()}` : `δ = ${plan.delta.trim()}`;
    const sought = plan.find === "delta" ? "δ" : "ε";
    this.#bound.textContent = best?.text ?? (waiting ? `${sought} ≤ …` : "No bound");
    const says = best ? `at ${given}, when ${relationOf(plan.neighbours, this.#description)}` : sentence;
    this.#condition.replaceChildren(...unbroken(says));
    this.#subject = best && subjectOf(best, plan);
  }

  /**
   * @param {Plan} plan
   * @param {Findings} findings
   */
  #showSolution(plan, { solution, best }) {
    const { find } = plan;
    if (!solution || typeof find === "string") return;
    const release = plan.releases.find(({ id }) => id === find.release);
    const parameter = release && parameterOf(release, find.field, this.#description);
    const budget = `ε = ${plan.epsilon.trim()} at δ = ${plan.delta.trim()}`;
    const { answer, text } = solution;
    if (text === undefined || !release || !parameter) {
      this.#bound.textContent = "No value";
      this.#condition.replaceChildren(...unbroken(answer.unavailable ?? answer.sentence));
      this.#explain.hidden = true;
      return;
    }
    const least = parameter.privacy === "larger" ? "the least" : "the most";
    this.#bound.textContent = `${parameter.symbol} = ${text}`;
    const spends = best?.text ? `; it spends ${best.text}` : "";
    this.#condition.replaceChildren(
      ...unbroken(
        `for ${nameOf(release, this.#description)}: ${least} within ${budget}, when ${relationOf(plan.neighbours, this.#description)}${spends}`,
      ),
    );
    this.#subject = {
      quantity: "solve",
      text: `${parameter.symbol} = ${text}`,
      neighbours: plan.neighbours,
      target: { epsilon: plan.epsilon.trim(), delta: plan.delta.trim() },
      answer,
    };
  }

  /** @param {Findings} findings */
  #showSurety({ bounds, best, waiting, conflict, solution }) {
    const found = !solution || solution.text !== undefined;
    const bracket = found ? narrowest(bounds) : undefined;
    const unbounded = best !== undefined && upperOf(best) === Infinity;
    const quantity = best?.delta ? "δ" : "ε";
    // What was solved for is within the budget by the best bound, which a bracket may exceed by its width.
    const upper = (solution && best?.number) ?? bracket?.upper;
    const wide = bracket?.wide ? `; ${bracket.wide}` : "";
    const note = best?.note ?? bounds.get("pld")?.note;
    const [surety, text] = conflict
      ? ["failed", `Do not rely on this: ${conflict}.`]
      : bracket && !unbounded && !(waiting && !bounds.has("pld"))
        ? ["certified", `${solution ? "Within the budget" : "Certified"}: ${between(bracket.lower, quantity, upper ?? "")}${wide}.`]
        : waiting && best
          ? ["quick", "Quick; the certified bracket follows."]
          : unbounded
            ? ["open", "No finite ε is known to hold at this δ; a larger δ may have one."]
            : best && SLOW.every((word) => bounds.has(word))
              ? ["open", `An upper bound: ${quantity} is at most this, and no lower end is known${note ? ` (${note})` : ""}.`]
              : ["", ""];
    this.#say(surety, text);
  }
}

/**
 * @param {string} lower
 * @param {string} quantity
 * @param {string} upper
 */
const between = (lower, quantity, upper) => (lower === upper ? `${quantity} = ${upper}` : `${lower} ≤ ${quantity} ≤ ${upper}`);

/**
 * The narrower bracket of the two accountants that certify: the closed form, and the lattices above and below.
 * @param {ReadonlyMap<string, Bound>} bounds
 */
function narrowest(bounds) {
  const brackets = ["exact", "pld"].flatMap((word) => bracketOf(bounds.get(word)) ?? []);
  return brackets.toSorted((one, other) => one.width - other.width)[0];
}

/**
 * What explains a bound.
 * @param {Bound} bound
 * @param {Plan} plan
 * @returns {Subject}
 */
export function subjectOf(bound, { find, epsilon, delta, neighbours }) {
  return {
    quantity: find === "delta" ? "delta" : "epsilon",
    text: bound.text ?? "",
    accountant: bound.accountant,
    neighbours,
    target: find === "delta" ? { epsilon: epsilon.trim() } : { delta: delta.trim() },
    answer: bound,
  };
}
