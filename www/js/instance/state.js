// What a person has set on the page of single people, and the address that holds it. Data of their own and
// points that were moved are not in the address: they stay in this page.

import { readHash, writeHash } from "../hash.js";
import { number } from "../setting.js";

/**
 * @typedef {object} State
 * @property {string} data the kind of a data set or the word of a generator, `own` for pasted rows
 * @property {string} people how many a generator draws
 * @property {string} seed of a generator
 * @property {string} loss
 * @property {string} clipped `yes` or `no`
 * @property {string} clip the norm to which gradients are clipped
 * @property {string} intercept `yes` or `no`
 * @property {string} regularization
 * @property {string} sigma
 * @property {string} by what sets the noise: `sigma`, or `budget` for ε₁
 * @property {string} epsilon the budget ε₁ of the model
 * @property {string} determinant `published`, or `tight` for the extension
 * @property {string} model `fitted` or `drawn`
 * @property {string} noise the seed of a drawn model
 * @property {string} turn the angle by which the model is turned, in degrees
 * @property {string} show
 * @property {string} label
 * @property {string} gradient
 * @property {string} hessian
 * @property {string} eigenvalue
 * @property {string} rho
 * @property {string} delta
 */

/** @type {State} */
export const START = {
  data: "halton200",
  people: "200",
  seed: "1",
  loss: "logistic",
  clipped: "no",
  clip: "1",
  intercept: "no",
  regularization: "1",
  sigma: "10.9576",
  by: "sigma",
  epsilon: "1",
  determinant: "published",
  model: "fitted",
  noise: "1",
  turn: "0",
  show: "truth",
  label: "1",
  gradient: "0.7",
  hessian: "0.1",
  eigenvalue: "0.1",
  rho: "0.05",
  delta: "1e-6",
};

/** @typedef {{word: string, meaning: string}} Word */

/** @type {Word[]} */
export const DATA = [
  { word: "halton200", meaning: "200 people on two sides of a gap" },
  { word: "toy6", meaning: "Six people" },
  { word: "penguins", meaning: "342 penguins: Adélie or not" },
  { word: "two-gaussians", meaning: "Drawn: two clouds" },
  { word: "margin-blobs", meaning: "Drawn: two halves with a gap" },
  { word: "ring", meaning: "Drawn: a disc in a ring" },
  { word: "heavy-tail", meaning: "Drawn: a few far out" },
  { word: "regression-line", meaning: "Drawn: a line with outliers" },
  { word: "own", meaning: "Your own table" },
];

const NAMED = ["halton200", "toy6", "penguins"];

/** @param {State} state */
export const drawsData = ({ data }) => data !== "own" && !NAMED.includes(data);

/**
 * Whether nothing bounds how far one person pulls the model.
 * @param {State} state
 */
export const isUnbounded = ({ loss, clipped }) => loss === "squared" && clipped !== "yes";

/** @type {Word[]} */
export const SHOWS = [
  { word: "truth", meaning: "True loss" },
  { word: "data-independent", meaning: "Data-independent report" },
  { word: "data-dependent", meaning: "Data-dependent report" },
  { word: "adaptive", meaning: "Adaptive report" },
];

/** The words of choices that are this page's own; all others the core knows. */
const OWN_WORDS = /** @type {const} */ ({ clipped: ["no", "yes"], intercept: ["no", "yes"], by: ["sigma", "budget"], determinant: ["published", "tight"], model: ["fitted", "drawn"] });

/**
 * Why a word of an address is refused, if one is.
 * @param {State} state
 * @returns {{path: string, message: string} | undefined}
 */
export function refusalOf(state) {
  for (const [path, [one, other]] of Object.entries(OWN_WORDS)) {
    const text = state[/** @type {keyof State} */ (path)];
    if (text !== one && text !== other) return { path, message: `${path}: ${JSON.stringify(text)} is not ${one} or ${other}` };
  }
  return undefined;
}

/** The angles of the figure of the source, in degrees. */
export const TURNS = [
  { degrees: 0, name: "0" },
  { degrees: 15, name: "π/12" },
  { degrees: 45, name: "π/4" },
  { degrees: 90, name: "π/2" },
  { degrees: 135, name: "3π/4" },
  { degrees: 180, name: "π" },
];

/** @param {string} hash */
export const read = (hash) => readHash(hash, START);

/** @param {State} state */
export const write = (state) => writeHash(state, START);

/**
 * @typedef {object} Own data that are not in the address
 * @property {number[][] | undefined} rows pasted rows: features, then the label
 * @property {string} text the same rows as text, as they go to the core
 * @property {boolean} scaled whether everyone was divided by the largest norm of the table
 * @property {Map<number, number[]>} moved people by their place, with all their features
 * @property {[number, number]} axes the two features shown
 */

/**
 * The part of a question that says who is trained on, and how.
 * @param {State} state
 * @param {Own} own
 */
export function training(state, { text, scaled, moved }) {
  const data =
    state.data === "own"
      ? { kind: "text", text, scaled }
      : NAMED.includes(state.data)
        ? { kind: state.data }
        : { kind: "generate", generator: state.data, people: number(state.people), seed: number(state.seed) };
  return {
    data,
    moved: [...moved].map(([at, features]) => [at, ...features]),
    intercept: state.intercept === "yes",
    loss: state.loss,
    ...(state.clipped === "yes" ? { clip: number(state.clip) } : {}),
    regularization: number(state.regularization),
    tight: state.determinant === "tight",
    ...(state.by === "budget" ? { budget: { epsilon: number(state.epsilon), delta: number(state.delta) } } : { sigma: number(state.sigma) }),
  };
}

/** @param {State} state */
export function model({ model: kind, noise, turn }) {
  const degrees = number(turn);
  const angle = typeof degrees === "number" ? (degrees * Math.PI) / 180 : degrees;
  return kind === "drawn" ? { kind, seed: number(noise), turn: angle } : { kind: "fitted", turn: angle };
}

/** @param {State} state */
export const reporting = ({ gradient, hessian, eigenvalue, rho, delta, noise }) => ({
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
 */
export const mapQuestion = (state, own) => ({
  ask: "instance-map",
  ...training(state, own),
  model: model(state),
  show: state.show,
  report: reporting(state),
  label: number(state.label),
  axes: own.axes,
  delta: number(state.delta),
});

/**
 * @param {State} state
 * @param {Own} own
 * @param {{redraws: number, person?: number | undefined}} asked
 */
export const reportQuestion = (state, own, { redraws, person }) => ({
  ask: "privacy-report",
  ...training(state, own),
  seed: number(state.noise),
  report: reporting(state),
  redraws,
  person,
});
