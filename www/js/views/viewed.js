// What is viewed: the release that is set, and the mechanisms beside it.

import { Refused } from "../lab/inquiry.js";
import { NO_SAMPLING, number, SAMPLINGS } from "../state/setting.js";
import { mechanismOf, wordsOf } from "../state/mechanism.js";

/** @typedef {import("../core/engine.js").Description} Description */
/** @typedef {import("../lab/inquiry.js").Put} Put */
/** @typedef {import("../state/field.js").State} State */

/** The most that are compared with the release. */
export const BESIDE = 3;

/**
 * @typedef {object} Viewed
 * @property {string} name
 * @property {object} published relation and release, as the core reads them
 * @property {boolean} sampled
 * @property {boolean} once whether it is published once
 * @property {(put: Put) => Put} by asks for it; a refusal names the field of the page
 */

/**
 * The release, then those beside it.
 * @param {State} state
 * @param {Description} description
 * @returns {Viewed[]}
 */
export function viewed(state, description) {
  const { mechanism, count, sampling, rate, neighbours } = state;
  const sampled = sampling !== NO_SAMPLING;
  const sample = sampled ? { sampling: { kind: sampling, rate: number(rate) } } : {};
  const own = { count: number(count), mechanism: mechanismOf(mechanism), ...sample };
  const one = {
    name: nameOf(state, description),
    published: { neighbours, releases: [own] },
    sampled,
    once: count.trim() === "1",
    by: (/** @type {Put} */ put) => put,
  };
  const others = state["with"].map((/** @type {import("../ui/mechanism-list.js").Item} */ item, /** @type {number} */ at) => ({
    name: wordsOf(item, description),
    published: { neighbours, releases: [{ count: 1, mechanism: mechanismOf(item) }] },
    sampled: false,
    once: true,
    by: renamed(`with[${at}]`),
  }));
  return [one, ...others];
}

/**
 * The release in a few words: `Gaussian, σ = 1, 20 times on Poisson samples of 0.01`.
 * @param {State} state
 * @param {Description} description
 */
function nameOf({ mechanism, count, sampling, rate }, description) {
  const times = count.trim() === "1" ? "" : `, ${count.trim()} times`;
  const word = SAMPLINGS.find((one) => one.word === sampling)?.name ?? sampling;
  const sample = sampling === NO_SAMPLING ? "" : `, ${word} sampling, q = ${rate.trim()}`;
  return `${wordsOf(mechanism, description)}${times}${sample}`;
}

/**
 * Why a window does not exist for what is set, where the core says so by refusing the whole of it and no field of it.
 * @param {unknown} error thrown again if it is another
 * @returns {string[]}
 */
export function reasonsIn(error) {
  if (!(error instanceof Refused) || !WHOLE.test(error.refusal.path)) throw error;
  const { path, message } = error.refusal;
  return [message.startsWith(`${path}: `) ? message.slice(path.length + 2) : message];
}

/** The path of all that is published. */
const WHOLE = /^(releases|with\[\d\]|mechanism|order)$/;

/**
 * Has refusals name a mechanism beside the release, which the core knows as one of its own.
 * @param {string} name
 * @returns {(put: Put) => Put}
 */
const renamed = (name) => (put) => async (question) => {
  try {
    return await put(question);
  } catch (error) {
    if (!(error instanceof Refused) || !error.refusal.path.startsWith("releases")) throw error;
    throw new Refused({ ...error.refusal, path: error.refusal.path.replace(/^releases(\[0\])?/, name) });
  }
};
