// The numbers of rounds at which a composition is computed.

import { number } from "../state/setting.js";

/** The most points: all of them are rows of the table. */
const POINTS = 39;

/** The range that is drawn on a linear axis. */
const NARROW = 25;

/**
 * Round numbers of rounds from one end to the other, both among them; and whether they are evenly spaced.
 * @param {string} from
 * @param {string} to
 * @returns {{points: (number | string)[], linear: boolean}} what is typed, where that is no range
 */
export function roundsOf(from, to) {
  const [first, last] = [number(from), number(to)];
  if (typeof first !== "number" || typeof last !== "number" || !(first >= 1 && last > first)) {
    return { points: [first, last], linear: true };
  }
  const linear = last / first <= NARROW;
  const inside = linear ? even(first, last) : round(first, last);
  const points = [first, ...inside.filter((point) => point > first && point < last), last];
  return { points, linear };
}

/**
 * @param {number} from
 * @param {number} to
 */
function even(from, to) {
  const least = Math.max(1, (to - from) / (POINTS - 1));
  const unit = 10 ** Math.floor(Math.log10(least) + 1e-9);
  const step = unit * ([1, 2, 2.5, 5, 10].find((digit) => digit * unit >= least * (1 - 1e-9) && Number.isInteger(digit * unit)) ?? 10);
  const first = Math.ceil(from / step);
  return Array.from({ length: Math.floor(to / step) - first + 1 }, (_, at) => (first + at) * step);
}

/**
 * @param {number} from
 * @param {number} to
 */
function round(from, to) {
  const decades = Array.from({ length: 10 }, (_, at) => 10 ** at);
  return decades.flatMap((decade) => [1, 1.5, 2, 3, 5, 7].map((digit) => digit * decade)).filter((point) => Number.isInteger(point) && point >= from && point <= to);
}
