// What is known of a plan so far: the bounds of the accountants that have answered, the best of them, and
// the solved value. Quick accountants answer first; what the others add makes new findings.

import { printDown, printUp } from "../ui/slider-stops.js";

/** @typedef {import("../../pkg/accounting/dpscope.js").Accountant} Accountant */
/** @typedef {import("../../pkg/accounting/dpscope.js").Bound} Bound */
/** @typedef {import("../../pkg/accounting/dpscope.js").PlanAnswer} PlanAnswer */
/** @typedef {import("../../pkg/accounting/dpscope.js").SolveAnswer} SolveAnswer */
/** @typedef {import("../../pkg/accounting/dpscope.js").Parameter} Parameter */

/** @typedef {{answer: SolveAnswer, text: string | undefined}} Solution */

/**
 * @typedef {object} Findings
 * @property {ReadonlyMap<Accountant, Bound>} bounds
 * @property {Bound | undefined} best the smallest upper bound
 * @property {string} sentence
 * @property {boolean} waiting whether more accountants are being asked
 * @property {string | undefined} conflict two accountants exclude each other, as the core or this page found: a fault
 *   of this program
 * @property {Solution | undefined} solution
 */

/** Digits of a solved value. */
const DIGITS = 5;

/**
 * @param {readonly PlanAnswer[]} answers
 * @param {object} state
 * @param {boolean} state.waiting
 * @param {Solution} [state.solution]
 * @returns {Findings}
 */
export function gather(answers, { waiting, solution }) {
  const disagreement = answers.map((answer) => /** @type {{disagreement?: string}} */ (answer).disagreement).find(Boolean);
  const bounds = new Map(answers.flatMap(({ bounds }) => bounds).map((bound) => [bound.accountant, bound]));
  const upper = (/** @type {PlanAnswer} */ { best }) => (best ? upperOf(best) : Infinity);
  const least = answers.reduce((one, other) => (upper(other) < upper(one) || !one.best ? other : one));
  return {
    bounds,
    best: least.best ?? undefined,
    sentence: least.sentence,
    waiting,
    conflict: disagreement ?? conflictOf([...bounds.values()]),
    solution,
  };
}

/**
 * The upper end of a bound.
 * @param {Bound} bound
 */
export function upperOf({ epsilon, delta }) {
  const upper = (epsilon ?? delta)?.upper;
  return typeof upper === "number" ? upper : Infinity;
}

/**
 * A solved value rounded to the safe side, as a person would type it.
 * @param {SolveAnswer} answer
 * @param {Parameter} parameter
 * @returns {Solution}
 */
export function solutionOf(answer, { privacy, range }) {
  const { value } = answer;
  if (typeof value !== "number") return { answer, text: undefined };
  const digits = range.whole ? 15 : DIGITS;
  return { answer, text: privacy === "larger" ? printUp(value, digits) : printDown(value, digits) };
}

/**
 * Two accountants one of which says that the value is above what the other says it is at most.
 * @param {Bound[]} bounds
 */
function conflictOf(bounds) {
  const lower = (/** @type {Bound} */ { epsilon, delta }) => {
    const end = (epsilon ?? delta)?.lower;
    return typeof end === "number" ? end : -Infinity;
  };
  for (const one of bounds) {
    const other = bounds.find((bound) => !bound.unavailable && lower(one) > upperOf(bound));
    if (other) return `the accountants ${one.accountant} and ${other.accountant} exclude each other`;
  }
  return undefined;
}
