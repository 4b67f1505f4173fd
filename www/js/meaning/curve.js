// The trade-off curve of a plan, by the first accountant that has one. On a sample the bound by Rényi orders
// takes far longer than the exact curve, so it is asked for only where there is no other.

import { ask } from "../engine.js";

/** @typedef {import("../chart.js").Figure} Figure */
/** @typedef {import("../engine.js").Options} Options */
/** @typedef {import("./dp-meaning.js").Plan} Plan */

/**
 * Asks for the curve. `undefined` if a newer question took its place, a text if there is no curve.
 * @param {Plan} plan
 * @param {Options} options
 * @returns {Promise<Figure | string | undefined>}
 */
export async function tradeOff({ neighbours, releases }, options) {
  /** @type {string[]} */
  const reasons = [];
  for (const accountant of ["exact", "fourier", "moments"]) {
    const question = { ask: "curve", view: "trade-off", neighbours, releases, picture: true, accountants: [accountant] };
    const answer = await ask(question, options);
    if (answer?.answer === "refused") return answer.message;
    if (answer?.answer !== "curve") return undefined;
    if (answer.figure) return /** @type {Figure} */ (answer.figure);
    reasons.push(...answer.unavailable.map(({ reason }) => reason));
  }
  return [...new Set(reasons)].join("; ");
}
