// A mechanism as it was typed: as the core reads it, and in a few words.

import { number, pointsOf } from "./setting.js";

/** @typedef {import("../core/engine.js").Description} Description */
/** @typedef {import("../ui/mechanism-list.js").Item} Item */

/** The mechanism as the core reads it. @param {Item} item */
export function mechanismOf({ kind, values, points }) {
  const parameters = Object.entries(values).map(([name, text]) => [name, number(text)]);
  return { kind, ...Object.fromEntries(parameters), ...(points === undefined ? {} : { points: pointsOf(points) }) };
}

/**
 * A mechanism in a few words: `Gaussian, σ = 1`.
 * @param {Item} item
 * @param {Description} description
 */
export function wordsOf({ kind, values }, description) {
  const known = description.mechanisms.find((one) => one.kind === kind);
  const parameters = (known?.parameters ?? []).filter(({ name }) => !known?.optional?.includes(name));
  return [known?.name ?? kind, ...parameters.map(({ name, symbol }) => `${symbol} = ${short(values[name] ?? "")}`)].join(", ");
}

/** Long decimals are cut, for a name only. @param {string} text */
function short(text) {
  const value = number(text);
  return typeof value === "number" && text.trim().length > 8 ? String(Number(value.toPrecision(4))) : text.trim();
}
