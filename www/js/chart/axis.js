// Between the values of an axis and its length: 0 at its start, 1 at its end, as the core lays it out; and
// where along it a figure can be read.

/** @typedef {import("../../pkg/accounting/dpscope.js").Axis} Axis */

/**
 * Where a value lies; what a log axis cannot show lies far before its start.
 * @param {Axis} axis
 * @param {number} value
 */
export function position({ scale, from, to }, value) {
  if (scale === "linear") return (value - from) / (to - from);
  return value <= 0 ? -1000 : Math.log(value / from) / Math.log(to / from);
}

/**
 * The value at a position.
 * @param {Axis} axis
 * @param {number} share
 */
export function valueAt({ scale, from, to }, share) {
  return scale === "linear" ? from + share * (to - from) : from * (to / from) ** share;
}

/**
 * The index of the number nearest to a value.
 * @param {ArrayLike<number>} sorted not falling
 * @param {number} value
 */
export function nearest(sorted, value) {
  const low = Math.min(before(sorted, value), Math.max(sorted.length - 2, 0));
  const high = Math.min(low + 1, sorted.length - 1);
  const [under, over] = [sorted[low] ?? value, sorted[high] ?? value];
  return value - under <= over - value ? low : Math.max(high, 0);
}

/**
 * The index of the last number that is not above a value, 0 if all are.
 * @param {ArrayLike<number>} sorted not falling
 * @param {number} value
 */
export function before(sorted, value) {
  let [low, high] = [0, sorted.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) <= value) low = middle;
    else high = middle;
  }
  return low;
}

/**
 * Where a figure is read.
 * @param {Pick<import("./chart.js").Picture, "readings" | "series">} figure
 */
export function pointsOf({ readings: { at }, series }) {
  return at?.length ? at : (series[0]?.x ?? []);
}
