// What an explanation says, and of what.
//
// An entry has an id of its group and its word, `accountant/fourier`; `registry.js` finds it. Its corrections are not
// listed here: each correction says which entries it concerns (`corrections/*.json`).

/** @typedef {import("../../pkg/accounting/dpscope.js").Accountant} Accountant */
/** @typedef {import("../../pkg/accounting/dpscope.js").Bound} Bound */
/** @typedef {import("../../pkg/accounting/dpscope.js").Enclosure} Enclosure */
/** @typedef {import("../../pkg/accounting/dpscope.js").Neighbours} Neighbours */

/**
 * What is to be explained: an entry by its id, or a printed number by what it is, who says it, and the part of an
 * answer that it comes from.
 * @typedef {object} Subject
 * @property {string} [id] of the entry; otherwise it follows from the next five
 * @property {string} [field] of a question, or of a page
 * @property {string} [within] the mechanism, or the question, whose field it is
 * @property {Quantity} [quantity]
 * @property {Accountant} [accountant] who bounds it
 * @property {string} [bound] which theorem, of `sampling`
 * @property {string} [view] which window, of `view`
 * @property {string} [text] the number as printed
 * @property {string} [neighbours] the relation it holds for
 * @property {{delta?: number | string, epsilon?: number | string}} [target] what was fixed
 * @property {Partial<Answered>} [answer] what the core said
 * @property {readonly (readonly [name: string, meaning: string])[]} [choices] what can be chosen, and what each does
 */

/** @typedef {"epsilon" | "delta" | "advantage" | "true-positive" | "precision" | "posterior" | "accuracy" | "share" | "solve" | "sampling" | "view"} Quantity */

/**
 * The parts of an answer that an explanation repeats: of a bound, of an attack or of a solution.
 * @typedef {Bound & {value: number | "inf" | null, tight: number | "inf" | null, bound: Bound | null, loss: number | "inf", lower: number | "inf" | null, upper: number | "inf"}} Answered
 */

/**
 * A formula in the notation of formula.js, or one of several with its name.
 * @typedef {string | [name: string, notation: string]} Formula
 */

/**
 * @typedef {object} Entry
 * @property {string} title the word that pages use
 * @property {string} [field] the word of the field
 * @property {string} says what it means, in a sentence that needs no other
 * @property {Formula[]} [formulas]
 * @property {[symbol: string, meaning: string][]} [symbols]
 * @property {string} [source] theorem and author
 * @property {string[]} [assumes]
 * @property {string} [side] why it is an upper or a lower bound
 * @property {string} [made] how it is computed here
 * @property {string} [rounded] how a number is rounded, unless up
 * @property {string[]} [see] ids of entries to read next
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
