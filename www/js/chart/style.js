// Which colour and which dashes a curve has: its turn, from 0. The curve of an accountant has turns of its own, which the
// core gives it: the bound by Rényi orders must never be taken for the exact curve. All other curves take turns in
// order, and beside such a one they look like none that has a turn of its own. Curves of one name look alike, and one
// that says that it is not a bound is dashed. Where neither is the case the core paints by the same rule
// (`figure::turns_of`).
//
// Colours and dashes come round after six turns; one turn and that six later share the colour only.

/** The first turn that belongs to nobody. */
const FREE = 14;

/** What the name of a curve says that guarantees nothing. */
const LOOSE = "not a bound";

/** The dashes of a turn, from 0: none. @param {number} turn */
export const dashOf = (turn) => (turn + Math.floor(turn / 6)) % 6;

/**
 * The turn of each curve of a figure.
 * @param {readonly {label?: string, turns?: number[]}[]} series
 * @returns {number[]}
 */
export function turnsOf(series) {
  /** @type {Set<number>} */
  const taken = new Set();
  const first = series.map(({ label }, at) => (label ? series.findIndex((other) => other.label === label) : at));
  const own = series.map(({ turns = [] }, at) => {
    const turn = first[at] === at ? turns.find((one) => !taken.has(one)) : undefined;
    if (turn !== undefined) taken.add(turn);
    return turn;
  });
  let next = taken.size > 0 ? FREE : 0;
  /** @type {number[]} */
  const turns = [];
  for (const [at, { label = "" }] of series.entries()) {
    const known = own[at] ?? turns[first[at] ?? at];
    while (known === undefined && (taken.has(next) || (label.includes(LOOSE) && dashOf(next) === 0))) next += 1;
    turns.push(known ?? next);
    if (known === undefined) next += 1;
  }
  return turns;
}
