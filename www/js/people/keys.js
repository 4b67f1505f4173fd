// What keys do on the map.

import { turned, within } from "./plane.js";

/** @typedef {import("../state/field.js").State} State */

/**
 * What a key finds, and what it can do.
 * @typedef {object} Found
 * @property {State} state
 * @property {ArrayLike<number>} order people, the most exposed first
 * @property {number | undefined} chosen
 * @property {[number, number] | undefined} place where the chosen person stands
 * @property {[number, number] | undefined} pointed a place where nobody is
 * @property {(at: number | undefined) => void} select
 * @property {(at: number, to: [number, number]) => void} move
 * @property {(place: [number, number]) => void} point
 * @property {(change: State) => void} intend
 */

/** How far a key moves a person, and turns the model in degrees. */
const STEP = { move: 0.02, turn: 5 };

/**
 * Goes to the next person by how exposed they are, or back.
 * @param {number} by
 * @returns {(found: Found) => void}
 */
const walk = (by) => ({ order, chosen, select }) => {
  const rank = chosen === undefined ? -1 : Array.prototype.indexOf.call(order, chosen);
  select(order[Math.max(0, Math.min(rank + by, order.length - 1))]);
};

/**
 * Moves who or what is chosen.
 * @param {number} x
 * @param {number} y
 * @returns {(found: Found) => void}
 */
const shift = (x, y) => ({ chosen, place, pointed, move, point }) => {
  const beside = (/** @type {[number, number]} */ [a, b]) => /** @type {[number, number]} */ ([a + x * STEP.move, b + y * STEP.move]);
  if (chosen !== undefined && place) move(chosen, beside(place));
  else if (pointed) point(within(beside(pointed)));
};

/**
 * @param {number} way
 * @returns {(found: Found) => void}
 */
const turn = (way) => ({ state, intend }) => intend({ turn: turned(Number(state["turn"]) + way * STEP.turn) });

/** @type {Record<string, (found: Found) => void>} */
export const keyActs = {
  ArrowRight: walk(1),
  ArrowDown: walk(1),
  ArrowLeft: walk(-1),
  ArrowUp: walk(-1),
  "Shift+ArrowLeft": shift(-1, 0),
  "Shift+ArrowRight": shift(1, 0),
  "Shift+ArrowUp": shift(0, 1),
  "Shift+ArrowDown": shift(0, -1),
  Escape: ({ select }) => select(undefined),
  p: ({ place, point }) => point(place ?? [0, 0]),
  r: turn(1),
  "Shift+R": turn(-1),
  n: ({ state, intend }) => intend({ model: "drawn", noise: String(Number(state["noise"]) + 1) }),
  l: ({ state, intend }) => intend({ label: state["label"] === "1" ? "-1" : "1" }),
};
