// What a chart says at a point of the curves that are shown. The core prints the numbers, by column:
//
//   ε = 1: δ ≤ 0.1 (exact), δ ≤ 0.2 (RDP (Rényi))
//   t = 1: real part 0.5, imaginary part 0.1

/** @typedef {import("./chart.js").Picture} Picture */
/** @typedef {import("../../pkg/accounting/dpscope.js").Column} Column */
/** @typedef {import("../../pkg/accounting/dpscope.js").Side} Side */

/** What stands between a quantity and its number. @type {Record<Side, string>} */
const SIGNS = { upper: "≤", lower: "≥", value: "=" };

/**
 * A number with what it says of what: `ε ≤ 1.2`.
 * @param {{quantity: string, side: Side, text: string}} statement
 */
export const stated = ({ quantity, side, text }) => `${quantity} ${SIGNS[side]} ${text}`;

/**
 * What is read at a point: where that is, and the value of each curve.
 * @typedef {{where: string, values: {label: string, text: string}[]}} Reading
 */

/**
 * What is read at a point of the curves that are shown.
 * @param {Picture} figure
 * @param {number} point
 * @param {(label: string) => boolean} hides
 * @returns {Reading | undefined}
 */
export function valuesAt({ readings: { place, columns } }, point, hides = () => false) {
  const where = place[point];
  if (where === undefined) return undefined;
  const read = columns.filter(({ texts }) => texts[point]);
  const shown = read.filter(({ label }) => !hides(label));
  const values = shown.map((column) => ({ label: column.label, text: valueOf(column, point, columns.length > 1) }));
  return { where, values: read.length > 0 && shown.length === 0 ? [{ label: "", text: "hidden" }] : values };
}

/**
 * The same in one line.
 * @param {Picture} figure
 * @param {number} point
 * @param {(label: string) => boolean} [hides]
 */
export function readingOf(figure, point, hides) {
  const read = valuesAt(figure, point, hides);
  return read && `${read.where}: ${read.values.map(({ text }) => text).join(", ")}`;
}

/**
 * @param {Column} column
 * @param {number} point
 * @param {boolean} several whether its curve must be named
 */
function valueOf({ label, quantity, side, texts }, point, several) {
  const text = texts[point] ?? "";
  if (quantity === "") return `${label} ${text}`;
  return stated({ quantity, side, text }) + (several ? ` (${label})` : "");
}
