// What follows from the curves on show, in words. The page hands over exactly the numbers that it shows, and the core says
// what is true of them, or nothing.

/** @typedef {import("../chart/chart.js").Picture} Picture */
/** @typedef {import("./inquiry.js").Put} Put */

/**
 * @typedef {object} Facts
 * @property {string} about which kind of comparison
 * @property {"epsilon" | "delta" | "divergence" | "type-two-error" | "characteristic" | "noise"} quantity
 * @property {readonly Shown[]} series
 * @property {Record<string, unknown>} [at] what is fixed: δ, ε or the rate
 */

/**
 * @typedef {object} Shown
 * @property {string} name
 * @property {string} [by]
 * @property {string} [relation] the neighbouring relation, as a word of the core
 * @property {number} [terms] of a bound by few terms
 * @property {"upper" | "lower" | "value"} side
 * @property {number} [infinite] the probability of an infinite loss
 * @property {readonly number[]} x
 * @property {readonly number[]} y
 */

/**
 * @param {Put} put
 * @param {Facts} facts
 * @returns {Promise<string[]>}
 */
export async function concluded(put, { about, quantity, series, at }) {
  const answer = await put({ ask: "conclude", about, quantity, at, series: series.map(({ y, ...one }) => ({ ...one, y: y.map(plain) })) });
  return answer.answer === "conclude" ? answer.conclusions.map(({ text }) => text) : [];
}

/** JSON has no infinity. @param {number} value */
const plain = (value) => (Number.isFinite(value) ? value : "inf");

/**
 * The curves of a figure, as conclusions take them: each with the side on which the truth lies. What marks single points,
 * such as those of a lemma, is no curve.
 * @param {Picture} figure
 * @param {Pick<Shown, "relation" | "terms">} [more]
 * @returns {Shown[]}
 */
export function shownIn(figure, more = {}) {
  const curves = figure.series.filter(({ draw = "line" }) => draw === "line" || draw === "step");
  return curves.map(({ label, by, x, y }) => ({
    name: label,
    ...(by ? { by } : {}),
    ...more,
    side: figure.readings.columns.find((column) => column.label === label)?.side ?? "value",
    x,
    y,
  }));
}
