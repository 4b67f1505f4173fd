// What the page of single people asks the core.

import { number } from "../state/setting.js";
import { OWN } from "./fields.js";

/** @typedef {import("../state/field.js").State} State */

/**
 * What no address holds.
 * @typedef {object} Own
 * @property {number[][] | undefined} rows pasted rows: features, then the label
 * @property {string} text the same rows as text, as they go to the core
 * @property {number} table which table it is, counted
 * @property {boolean} scaled whether everyone was divided by the largest norm of the table
 * @property {string} loss the loss that the rows were read for: for the logistic one labels are two classes
 * @property {Map<number, number[]>} moved people by their place, with all their features
 * @property {[number, number]} axes the two features shown
 */

/**
 * The part of a question that says who is trained on, and how.
 * @param {State} state
 * @param {Own} own
 * @param {boolean} drawn whether a generator draws the people
 */
function training(state, { text, scaled, moved }, drawn) {
  const data =
    state["data"] === OWN
      ? { kind: "text", text, scaled }
      : drawn
        ? { kind: "generate", generator: state["data"], people: number(state["people"]), seed: number(state["seed"]) }
        : { kind: state["data"] };
  return {
    data,
    moved: [...moved].map(([at, features]) => [at, ...features]),
    intercept: state["intercept"] === "yes",
    loss: state["loss"],
    ...(state["clipped"] === "yes" ? { clip: number(state["clip"]) } : {}),
    regularization: number(state["regularization"]),
    tight: state["determinant"] === "tight",
    ...(state["by"] === "budget"
      ? { budget: { epsilon: number(state["epsilon"]), delta: number(state["delta"]) } }
      : { sigma: number(state["sigma"]) }),
  };
}

/** @param {State} state */
function model({ model: kind, noise, turn }) {
  const degrees = number(turn);
  const angle = typeof degrees === "number" ? (degrees * Math.PI) / 180 : degrees;
  return kind === "drawn" ? { kind, seed: number(noise), turn: angle } : { kind: "fitted", turn: angle };
}

/** @param {State} state */
const reporting = ({ gradient, hessian, eigenvalue, rho, delta, noise }) => ({
  gradient: number(gradient),
  hessian: number(hessian),
  eigenvalue: number(eigenvalue),
  rho: number(rho),
  delta: number(delta),
  seed: number(noise),
});

/**
 * @param {State} state
 * @param {Own} own
 * @param {boolean} drawn
 */
export const mapQuestion = (state, own, drawn) => ({
  ask: "instance-map",
  ...training(state, own, drawn),
  model: model(state),
  show: state["show"],
  report: reporting(state),
  label: number(state["label"]),
  axes: own.axes,
  delta: number(state["delta"]),
});

/**
 * @param {State} state
 * @param {Own} own
 * @param {boolean} drawn
 * @param {{redraws: number, person?: number | undefined}} asked
 */
export const reportQuestion = (state, own, drawn, { redraws, person }) => ({
  ask: "privacy-report",
  ...training(state, own, drawn),
  seed: number(state["noise"]),
  report: reporting(state),
  redraws,
  person,
});

/**
 * The same text for the same question; a table, which may be long, stands in it by its number.
 * @param {object} question
 * @param {Own} own
 */
export const keyOf = (question, { table }) => JSON.stringify(question, (name, value) => (name === "text" ? table : value));
