// The result in large type: the best bound, what it holds for, and what each accountant says. The quick
// accountants answer first; the rows of the others stand ready, so that nothing moves when they follow.

import { bracketOf, textOf } from "./bracket.js";
import { capital, element, unbroken } from "./element.js";
import { Progress } from "./progress.js";
import { CERTIFIED, NO_SAMPLING, QUICK, SAMPLINGS } from "./setting.js";

/** @typedef {import("./engine.js").Description} Description */
/** @typedef {import("./setting.js").Setting} Setting */
/** @typedef {import("../pkg/accounting/dpscope.js").Accountant} Accountant */
/** @typedef {import("../pkg/accounting/dpscope.js").Bound} Bound */
/** @typedef {import("../pkg/accounting/dpscope.js").PlanAnswer} PlanAnswer */

const CAPTION = "What each accountant says";

export class Result {
  #description;
  #place;
  #bound = element("p", { class: "result-bound" });
  #condition = element("p", { class: "result-condition" });
  #work = new Progress("Share of the bounds that is computed");
  #bounds = element("dl", { class: "result-bounds" });
  #reasons = element("div", { class: "result-reasons" });
  /** What has been answered for this setting.
   * @type {PlanAnswer[]} */
  #answers = [];
  #setting = /** @type {Setting | undefined} */ (undefined);
  #mounted = false;

  /**
   * @param {Description} description
   * @param {HTMLElement} place
   */
  constructor(description, place) {
    this.#description = description;
    this.#place = place;
  }

  /**
   * Shows what the quick accountants say of a new setting.
   * @param {PlanAnswer} answer
   * @param {Setting} setting
   */
  show(answer, setting) {
    this.#mount();
    this.#place.toggleAttribute("data-stale", false);
    this.#setting = setting;
    this.#answers = [answer];
    this.#work.rest(CAPTION);
    this.#write("the certified bound follows");
  }

  /**
   * Adds what the certifying accountants say. Returns the whole in a sentence.
   * @param {PlanAnswer} answer
   */
  add(answer) {
    this.#answers.push(answer);
    this.#work.rest(CAPTION);
    this.#write("");
    return this.#best()?.sentence ?? answer.sentence;
  }

  /**
   * Shows that an answer takes a while.
   * @param {number} share
   * @param {() => void} cancel
   */
  progress(share, cancel) {
    this.#mount();
    this.#work.show("Computing", share, cancel);
  }

  /**
   * Says that no more bounds come.
   * @param {string} reason
   * @param {() => void} again
   */
  end(reason, again) {
    this.#mount();
    this.#work.cancelled(reason, again);
    if (this.#answers.length > 0) this.#write("not computed");
  }

  /** Leaves the last result standing, and says that it is the last. */
  keep() {
    this.#mount();
    this.#work.rest(CAPTION);
    if (this.#answers.length === 0) this.#bound.textContent = "ε ≤ …";
    this.#condition.textContent = "A value is not valid; the result waits for it.";
    this.#place.toggleAttribute("data-stale", true);
  }

  #mount() {
    if (this.#mounted) return;
    this.#mounted = true;
    this.#bound.textContent = "ε ≤ …";
    this.#place.replaceChildren(this.#bound, this.#condition, this.#work.element, this.#bounds, this.#reasons);
  }

  /** The answer with the smallest upper bound. */
  #best() {
    const upper = (/** @type {PlanAnswer} */ { best }) =>
      typeof best?.epsilon?.upper === "number" ? best.epsilon.upper : Infinity;
    const bounded = this.#answers.filter(({ best }) => best);
    return bounded.reduce((least, answer) => (upper(answer) < upper(least) ? answer : least), bounded[0]);
  }

  /** @param {string} waiting stands for a bound that has not come */
  #write(waiting) {
    const best = this.#best();
    this.#bound.textContent = best?.best?.text ?? (waiting ? "ε ≤ …" : "No bound");
    this.#condition.replaceChildren(...unbroken(best ? this.#holds() : this.#none(waiting)));
    const said = new Map(this.#answers.flatMap(({ bounds }) => bounds).map((bound) => [bound.accountant, bound]));
    const asked = new Set([...QUICK, ...CERTIFIED].map(String));
    this.#bounds.replaceChildren(
      ...this.#description.accountants
        .filter(({ word }) => asked.has(word))
        .map(({ word, meaning }) => row(meaning, said.get(/** @type {Accountant} */ (word)), waiting)),
    );
    const without = [...said.values()].flatMap(({ unavailable, stopped }) => (unavailable ? [stopped ? `${unavailable}.` : `No bound: ${unavailable}.`] : []));
    const disagreement = this.#answers.map((answer) => /** @type {{disagreement?: string}} */ (answer).disagreement).find(Boolean);
    this.#place.toggleAttribute("data-failed", disagreement !== undefined);
    this.#reasons.replaceChildren(
      ...(disagreement ? [element("p", { class: "result-failed", role: "alert" }, `Do not rely on this: ${disagreement}.`)] : []),
      ...[...new Set(without)].map((reason) => element("p", {}, capital(reason))),
    );
  }

  /** What the bound holds for. */
  #holds() {
    const { delta, neighbours, sampling, rate } = /** @type {Setting} */ (this.#setting);
    const meaning = this.#description.neighbours.find(({ word }) => word === neighbours)?.meaning ?? neighbours;
    const name = SAMPLINGS.find(({ word }) => word === sampling)?.name;
    const sampled = sampling === NO_SAMPLING ? "" : `; ${name} sampling, q = ${rate.trim()}`;
    return `at δ = ${delta.trim()}, when ${meaning}${sampled}`;
  }

  /** @param {string} waiting */
  #none(waiting) {
    if (waiting) return "No quick accountant bounds this.";
    return this.#answers.at(-1)?.sentence ?? "";
  }
}

/**
 * @param {string} title
 * @param {Bound | undefined} bound
 * @param {string} waiting
 */
function row(title, bound, waiting) {
  if (!bound) {
    return element("div", { "data-waiting": true }, element("dt", {}, capital(title)), element("dd", {}, "…"), note(waiting));
  }
  const bracket = bound.accountant === "pld" && !bound.unavailable ? certified(bound) : bound.note;
  const remark = bracket ?? "";
  return element(
    "div",
    {},
    element("dt", {}, capital(title)),
    element("dd", {}, textOf(bound)),
    ...(remark ? [note(remark)] : []),
  );
}

/**
 * What is certified of a bound, and how wide its bracket is if it is wide.
 * @param {Bound} bound
 */
function certified(bound) {
  const bracket = bracketOf(bound);
  if (!bracket) return ["upper bound", bound.note].filter(Boolean).join("; ");
  const says = bracket.wide || bound.note;
  return `certified: ${bracket.lower} to ${bracket.upper}${says ? `; ${says}` : ""}`;
}

/** @param {string} text */
const note = (text) => element("dd", { class: "result-note" }, text);
