// What a bound certifies: its two ends as text, rounded outward, how far they are apart, and what to say of one that
// has no such ends.

import { printDown, printUp } from "./slider-stops.js";

/** @typedef {import("../../pkg/accounting/dpscope.js").Bound} Bound */

/** Digits of a lower end; the core prints the upper one with as many. */
const DIGITS = 5;

/** The relative width up to which a bracket needs no word; the core aims at it. */
const NARROW = 1e-4;

/** The relative width up to which the core prints a decimal inside of a bracket as the value. */
const EXACT = 1e-12;

/**
 * @typedef {object} Bracket
 * @property {string} lower
 * @property {string} upper
 * @property {number} width relative to the upper end
 * @property {string} wide what is said of a wide one: how wide it is, and why; empty for a narrow one
 */

/**
 * The two ends of what an accountant certifies; nothing without a finite one on each side.
 * @param {Bound | undefined} bound
 * @returns {Bracket | undefined}
 */
export function bracketOf(bound) {
  const { lower, upper } = bound?.epsilon ?? bound?.delta ?? {};
  if (!bound?.text || typeof lower !== "number" || typeof upper !== "number" || lower > upper) return undefined;
  const width = upper > 0 ? (upper - lower) / upper : 0;
  const text = bound.number ?? "";
  // The core prints a short decimal where it is all but certain; then it is both ends.
  const exact = width <= EXACT && Number(text) >= lower && Number(text) <= upper;
  return { lower: exact ? text : printDown(lower, DIGITS), upper: text, width, wide: wideOf(width, bound.note) };
}

/**
 * @param {number} width
 * @param {string | undefined} note
 */
function wideOf(width, note) {
  // Ends of a narrow one may be a rounding farther apart than it was asked to be.
  if (width <= NARROW * (1 + 1e-6)) return "";
  return `the bracket is ${printUp(100 * width, 2)} % wide${note ? `: ${note}` : ""}`;
}

/**
 * What stands in the place of a number.
 * @param {Bound} bound
 */
export function textOf({ text, stopped }) {
  return text ?? (stopped ? "not computed" : "no bound");
}
