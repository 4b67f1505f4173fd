// Where to ask for the part of a curve that is looked at: at numbers of at most five digits, which the
// core prints whole, so that what is read holds at exactly the place that is named.

/** Points wanted across the chart. */
const POINTS = 150;

/**
 * @param {[number, number]} part its ends
 * @param {"linear" | "log"} scale of the axis
 * @returns {number[]} in ascending order
 */
export function gridOf([from, to], scale) {
  if (scale === "log" && to > 3 * from) {
    const along = Array.from({ length: POINTS + 1 }, (_, at) => from * (to / from) ** (at / POINTS));
    return [...new Set(along.map((value) => Number(value.toPrecision(4))))];
  }
  const finest = 10 ** (Math.floor(Math.log10(Math.max(Math.abs(from), Math.abs(to)))) - 4);
  const wanted = (to - from) / POINTS;
  const unit = 10 ** Math.floor(Math.log10(wanted));
  const step = Math.max(finest, unit * ([1, 2, 5].find((digit) => digit * unit >= wanted) ?? 10));
  const first = Math.floor(from / step + 1e-9);
  const last = Math.ceil(to / step - 1e-9);
  return Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(6)));
}
