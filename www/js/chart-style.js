// Which colour and which dashes a curve has: its turn, from 0. The curve of an accountant has the same turn in every
// chart, whatever else is missing there: the bound by Rényi orders must never be taken for the exact curve. All
// other curves take turns in order.
//
// Colours and dashes come round after six turns; one turn and that six later share the colour only.

/** By the name of a curve the turns that it may have, the first that is free. @type {ReadonlyMap<string, readonly number[]>} */
const OWN = new Map([
  ["exact", [0]],
  ["Fourier", [0, 6]],
  ["loss distribution", [2]],
  ["Rényi bound", [1]],
  ["optimal composition", [3]],
  ["advanced composition", [4]],
  ["naive composition", [5]],
  ["Fourier, as published", [12]],
  ["Rényi bound, optimal conversion", [7]],
  ["Rényi bound, basic conversion", [13]],
  ["classic composition", [9]],
]);

const KEPT = new Set([...OWN.values()].flat());

/**
 * The turn of each curve of a figure.
 * @param {readonly {label: string}[]} series
 * @returns {number[]}
 */
export function turnsOf(series) {
  /** @type {Set<number>} */
  const taken = new Set();
  const take = (/** @type {number | undefined} */ turn) => {
    if (turn !== undefined) taken.add(turn);
    return turn;
  };
  const own = series.map(({ label }) => take(OWN.get(label)?.find((turn) => !taken.has(turn))));
  // Beside accountants no other curve looks like one.
  const mixed = own.some((turn) => turn !== undefined);
  let next = 0;
  return own.map((turn) => {
    if (turn !== undefined) return turn;
    while (taken.has(next) || (mixed && KEPT.has(next))) next += 1;
    taken.add(next);
    return next;
  });
}

/**
 * The curves as the painter takes them, who colours by place: an empty one stands for each turn that nobody has.
 * @template {{label: string, x: number[], y: number[]}} Series
 * @param {readonly Series[]} series
 * @param {readonly number[]} turns
 */
export function inTurn(series, turns) {
  const places = Array.from({ length: Math.max(-1, ...turns) + 1 }, () => ({ label: "", x: /** @type {number[]} */ ([]), y: /** @type {number[]} */ ([]) }));
  series.forEach((one, at) => (places[turns[at] ?? at] = one));
  return places;
}
