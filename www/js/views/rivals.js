// Mechanisms to compare with, in a text: `randomized-response,truth:0.731;zcdp,rho:0.5`. In an address each
// stands under a `with` of its own.

import { complete, keyOf, number } from "../setting.js";

/** @typedef {import("../engine.js").Description} Description */

/**
 * @typedef {object} Rival
 * @property {string} kind
 * @property {Record<string, string>} values the text of each parameter
 */

/** The most that one chart compares. */
export const RIVALS = 3;

/**
 * @param {string} text
 * @param {Description} description
 * @returns {Rival}
 */
export function readRival(text, description) {
  const [kind = "", ...parts] = text.split(",");
  const given = new Map(parts.map((part) => /** @type {[string, string]} */ ([part.slice(0, part.indexOf(":")), part.slice(part.indexOf(":") + 1)])));
  const { values } = complete(description, (key) => (key === "mechanism" ? kind : given.get(key)));
  return { kind, values };
}

/** @param {Rival} rival */
export function writeRival({ kind, values }) {
  return [kind, ...Object.entries(values).map(([name, text]) => `${keyOf(name)}:${text.replaceAll(/[,;&#]/g, " ")}`)].join(",");
}

/** The mechanism as the core reads it. @param {Rival} rival */
export function mechanismOf({ kind, values }) {
  return { kind, ...Object.fromEntries(Object.entries(values).map(([name, text]) => [name, number(text)])) };
}

/**
 * A mechanism in a few words: `Gaussian, σ = 1`.
 * @param {Rival} rival
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
