// What a chart says at a point of the curves that are shown. The core prints the numbers, by column:
//
//   ε = 1: δ ≤ 0.1 (exact), δ ≤ 0.2 (Rényi bound)
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

/** A δ below this has no meaning of its own beside rounding, sampling and faults. */
const FAINT = 1e-15;

/**
 * The table, with a word over the numbers of curves that are hidden, and without rows in which every δ is too small to
 * tell anything, unless all of them are.
 * @param {Picture} figure
 * @param {(label: string) => boolean} hides
 */
export function tableOf({ table, series, y }, hides) {
  const hidden = (/** @type {number} */ at) => Boolean(table.labels?.[at]) && hides(table.labels?.[at] ?? "");
  const columns = table.columns.map((head, at) => (hidden(at) ? `${head} (hidden in the chart)` : head));
  const told = y.label === "δ" ? tellingRows(table, series) : [];
  if (told.length === 0 || told.length === table.rows.length) return { ...table, columns };
  return {
    ...table,
    columns,
    caption: `${table.caption}; rows in which every δ is below ${FAINT} are left out`,
    rows: told.map((row) => table.rows[row] ?? []),
    ...(table.at ? { at: told.map((row) => table.at?.[row] ?? NaN) } : {}),
  };
}

/**
 * The rows in which some curve is not faint, or is not known.
 * @param {Picture["table"]} table
 * @param {Picture["series"]} series
 */
function tellingRows({ at = [], rows }, series) {
  const heights = series.map(({ x, y }) => new Map(x.map((value, point) => [value, y[point] ?? NaN])));
  const tells = (/** @type {number} */ row) => {
    const found = heights.flatMap((of) => of.get(at[row] ?? NaN) ?? []);
    // That δ is 0 is worth telling.
    return found.length === 0 || !found.every((height) => height > 0 && height < FAINT);
  };
  return [...rows.keys()].filter(tells);
}
