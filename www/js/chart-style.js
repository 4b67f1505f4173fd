// Which colour and which dashes a curve has: its turn, from 0. The curve of an accountant has turns of its own, which the
// core gives it: the bound by Rényi orders must never be taken for the exact curve. All other curves take turns in
// order, and beside such a one they look like none that has a turn of its own. The core paints by the same rule
// (`figure::turns_of`).
//
// Colours and dashes come round after six turns; one turn and that six later share the colour only.

/** The first turn that belongs to nobody. */
const FREE = 14;

/**
 * The turn of each curve of a figure.
 * @param {readonly {turns?: number[]}[]} series
 * @returns {number[]}
 */
export function turnsOf(series) {
  /** @type {Set<number>} */
  const taken = new Set();
  const own = series.map(({ turns = [] }) => {
    const turn = turns.find((one) => !taken.has(one));
    if (turn !== undefined) taken.add(turn);
    return turn;
  });
  let next = taken.size > 0 ? FREE : 0;
  return own.map((turn) => {
    if (turn !== undefined) return turn;
    while (taken.has(next)) next += 1;
    next += 1;
    return next - 1;
  });
}
