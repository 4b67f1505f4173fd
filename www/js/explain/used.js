// What a number was computed with, from the answer that it was printed from.

import { print, printDown, printUp } from "../ui/slider-stops.js";
import { NAMES } from "./names.js";


/** @typedef {import("./entry.js").Subject} Subject */
/** @typedef {import("./entry.js").Enclosure} Enclosure */

/** Digits of a bracket. */
const DIGITS = 7;

/**
 * One sentence per fact.
 * @param {Subject} subject
 * @returns {string[]}
 */
export function used({ quantity, accountant, answer = {} }) {
  const said = [];
  const plan = quantity === "epsilon" || quantity === "delta";
  const inner = quantity === "solve" ? answer.bound : undefined;
  const who = plan ? undefined : (accountant ?? inner?.accountant);
  if (who) said.push(`Bounded by ${NAMES[who]}.`);
  const order = answer.order ?? inner?.order;
  if (order !== undefined) said.push(order === "inf" ? "The order used is α = ∞." : `The order used is α = ${short(order)}.`);
  const bracket = answer.epsilon ?? answer.delta ?? enclosure(answer);
  const symbol = answer.epsilon ? "ε" : answer.delta ? "δ" : "value";
  if (bracket && quantity !== "share") said.push(...bounded(symbol, bracket));
  if (quantity === "solve" && typeof answer.value === "number") {
    said.push(`The value itself is ${answer.value}.`);
    if (typeof answer.tight === "number") said.push(`At ${answer.tight} the plan is not known to keep the budget.`);
    if (inner?.text) said.push(`With the value, ${inner.text}.`);
  }
  if (quantity === "posterior" && answer.loss !== undefined) {
    said.push(answer.loss === "inf" ? "No finite loss is within δ." : `The loss used is l = ${short(answer.loss)}.`);
  }
  const note = answer.note ?? inner?.note;
  if (note) said.push(`${note[0]?.toUpperCase()}${note.slice(1)}.`);
  return said;
}

/**
 * @param {Partial<Enclosure>} answer
 * @returns {Enclosure | undefined}
 */
function enclosure({ lower, upper }) {
  return upper === undefined ? undefined : { lower: lower ?? null, upper };
}

/**
 * @param {string} symbol
 * @param {Enclosure} bracket
 */
function bounded(symbol, { lower, upper }) {
  if (upper === "inf") return [`Nothing bounds the ${symbol === "value" ? "value" : symbol} here.`];
  const above = `${symbol === "value" ? "The value" : symbol} is at most ${printUp(upper, DIGITS)}`;
  if (lower === null || lower === undefined) return [`${above}; no lower end is known.`];
  return [`${above} and at least ${lower === "inf" ? "∞" : printDown(lower, DIGITS)}.`];
}

/** @param {number} value */
const short = (value) => print(Number(value.toPrecision(4)));
