// What an explanation says of a number.

/** @typedef {import("../../pkg/accounting/dpscope.js").Accountant} Accountant */
/** @typedef {import("../../pkg/accounting/dpscope.js").Bound} Bound */
/** @typedef {import("../../pkg/accounting/dpscope.js").Enclosure} Enclosure */
/** @typedef {import("../../pkg/accounting/dpscope.js").Neighbours} Neighbours */

/**
 * A printed number: what it is, who says it, and the part of an answer that it comes from.
 * @typedef {object} Subject
 * @property {Quantity} quantity
 * @property {string} [text] the number as printed
 * @property {Accountant} [accountant] who bounds it
 * @property {string} [bound] which theorem, of `sampling`
 * @property {string} [view] which window, of `view`
 * @property {string} [neighbours] the relation it holds for
 * @property {{delta?: number | string, epsilon?: number | string}} [target] what was fixed
 * @property {Partial<Answered>} [answer] what the core said
 */

/** @typedef {"epsilon" | "delta" | "advantage" | "true-positive" | "precision" | "posterior" | "accuracy" | "share" | "solve" | "sampling" | "view"} Quantity */

/**
 * The parts of an answer that an explanation repeats: of a bound, of an attack or of a solution.
 * @typedef {Bound & {value: number | "inf" | null, tight: number | "inf" | null, bound: Bound | null, loss: number | "inf", lower: number | "inf" | null, upper: number | "inf"}} Answered
 */

/**
 * @typedef {object} Entry
 * @property {string} title
 * @property {string} says what the number means
 * @property {string[]} formulas in the notation of formula.js
 * @property {[symbol: string, meaning: string][]} symbols
 * @property {string} source theorem and author
 * @property {string[]} assumes
 * @property {string} side why it is an upper or a lower bound
 * @property {string} made how it was computed here
 * @property {string} [rounded] how it was rounded, unless up
 */

/** What every bound of a plan assumes. */
export const PLAN_ASSUMES = [
  "Each release draws fresh noise, independent of all others; which release comes next may depend on what has been published.",
  "Noise is measured in units of how far one person can move the answer under the chosen relation. A clipped sum moves twice as far when a person is replaced as when one is added or removed.",
];

/** @type {[string, string][]} */
export const LOSS_SYMBOLS = [
  ["P, Q", "the laws of everything published, with the person and without"],
  ["L", "the privacy loss, log p/q of an output drawn from P"],
];
