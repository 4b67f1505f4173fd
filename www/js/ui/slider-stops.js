// The values a slider stops at: round numbers from one end of its travel to the other, evenly spaced
// in the value or in its logarithm.

/** @typedef {import("../../pkg/accounting/dpscope.js").Parameter} Parameter */

/** Stops of a linear slider, about. */
const LINEAR_STOPS = 100;

/** A log slider over more decades than this moves in coarser stops of fewer digits. */
const WIDE = 6;

/**
 * The stops of a slider, in order and without repeats.
 * @param {Pick<Parameter, "slider" | "range">} parameter
 * @returns {number[]}
 */
export function ladder({ slider: { from, to, scale }, range: { whole } }) {
  const stops = scale === "log" ? logarithmic(from, to) : linear(from, to);
  const allowed = whole ? stops.map(Math.round) : stops;
  return [...new Set(allowed)];
}

/**
 * The position of the stop next to a value.
 * @param {number[]} stops
 * @param {number} value
 */
export function nearest(stops, value) {
  const above = stops.findIndex((stop) => stop >= value);
  if (above < 0) return stops.length - 1;
  if (above === 0) return 0;
  const [low, high] = [stops[above - 1] ?? value, stops[above] ?? value];
  return value - low < high - value ? above - 1 : above;
}

/**
 * A number as a person types it: `1e-5`, `0.05`, `1.5`.
 * @param {number} value
 */
export function print(value) {
  const size = Math.abs(value);
  const plain = size === 0 || (size >= 1e-3 && size < 1e6);
  return plain ? String(value) : value.toExponential().replace("e+", "e");
}

/**
 * The largest number of so many digits that is not above a value, as text.
 * @param {number} value
 * @param {number} digits
 */
export function printDown(value, digits) {
  const near = Number(value.toPrecision(digits));
  if (near <= value) return print(near);
  const [, exponent = "0"] = value.toExponential().split("e");
  return print(Number((near - 10 ** (Number(exponent) - digits + 1)).toPrecision(digits)));
}

/**
 * The smallest number of so many digits that is not below a value, as text.
 * @param {number} value
 * @param {number} digits
 */
export function printUp(value, digits) {
  const down = printDown(-value, digits);
  return down.startsWith("-") ? down.slice(1) : down;
}

/**
 * @param {number} from
 * @param {number} to
 */
function logarithmic(from, to) {
  const decades = Math.log10(to / from);
  const [perDecade, digits] = decades > WIDE ? [10, 2] : [100, 3];
  const count = Math.round(decades * perDecade);
  return Array.from({ length: count + 1 }, (_, at) =>
    at === 0 ? from : at === count ? to : Number((from * (to / from) ** (at / count)).toPrecision(digits)),
  );
}

/**
 * @param {number} from
 * @param {number} to
 */
function linear(from, to) {
  const least = (to - from) / LINEAR_STOPS;
  const unit = 10 ** Math.floor(Math.log10(least));
  const step = ([1, 2, 5].find((digit) => digit * unit >= least * (1 - 1e-9)) ?? 10) * unit;
  const count = Math.floor((to - from) / step + 1e-9);
  const stops = Array.from({ length: count + 1 }, (_, at) => Number((from + at * step).toPrecision(12)));
  return stops.at(-1) === to ? stops : [...stops, to];
}
