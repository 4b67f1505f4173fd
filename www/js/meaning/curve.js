// The trade-off curve of a plan, by the accountant that bounds the attack, so that one attacker has one number. Where
// it has no curve the next one draws it, and then bounds the attack too. On a sample the bound by Rényi orders takes
// far longer than the exact curve, so it is asked for only where there is no other.

import { ask } from "../core/engine.js";

/** @typedef {import("../chart/chart.js").Picture} Picture */
/** @typedef {import("../core/engine.js").Options} Options */
/** @typedef {import("./dp-meaning.js").Plan} Plan */
/** @typedef {import("../../pkg/accounting/dpscope.js").Accountant} Accountant */

/** Those that may have a curve, tightest first. @type {readonly Accountant[]} */
const TIGHTEST = ["exact", "fourier", "pld", "rdp"];

/**
 * Asks for the curve. `undefined` if a newer question took its place, a text if there is no curve.
 * @param {Plan} plan
 * @param {Accountant | undefined} bounding who bounds the attack
 * @param {Options} options
 * @returns {Promise<{figure: Picture, accountant: Accountant} | string | undefined>}
 */
export async function tradeOff({ neighbours, releases }, bounding, options) {
  /** @type {string[]} */
  const reasons = [];
  const from = Math.max(0, TIGHTEST.findIndex((accountant) => accountant === bounding));
  for (const accountant of TIGHTEST.slice(from)) {
    const question = { ask: "curve", view: "trade-off", neighbours, releases, picture: true, accountants: [accountant] };
    const answer = await ask(question, options);
    if (answer?.answer === "refused") return answer.message;
    if (answer?.answer !== "curve") return undefined;
    if (answer.figure) return { figure: /** @type {Picture} */ (answer.figure), accountant };
    reasons.push(...answer.unavailable.map(({ reason }) => reason));
  }
  return [...new Set(reasons)].join("; ");
}
