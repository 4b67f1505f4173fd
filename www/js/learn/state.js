// What a person has set on the page of learning, the address that holds it, and the questions it becomes.

import { number } from "../setting.js";

/**
 * @typedef {object} State
 * @property {string} lipschitz L
 * @property {string} smoothness β
 * @property {string} sigma σ
 * @property {string} regularization λ
 * @property {string} epsilon the budget to calibrate for
 * @property {string} delta
 * @property {string} factor how much more noise than the normal mechanism needs
 * @property {string} data the people to train on
 * @property {string} trials
 */

/** @type {State} */
export const START = {
  lipschitz: "1",
  smoothness: "1",
  sigma: "5",
  regularization: "20",
  epsilon: "1",
  delta: "1e-5",
  factor: "1.3",
  data: "penguins",
  trials: "5",
};

const VERSION = "1";

/** The settings of the figure of the source. */
export const PRESETS = [
  { name: "σ = 5, λ = 20", change: { lipschitz: "1", smoothness: "1", sigma: "5", regularization: "20" } },
  { name: "σ = 10, λ = 5", change: { lipschitz: "1", smoothness: "1", sigma: "10", regularization: "5" } },
];

/** @type {{word: string, meaning: string}[]} */
export const DATA = [
  { word: "penguins", meaning: "342 penguins: Adélie or not" },
  { word: "halton200", meaning: "200 people on two sides of a gap" },
  { word: "two-gaussians", meaning: "500 drawn: two clouds" },
  { word: "margin-blobs", meaning: "500 drawn: two halves with a gap" },
  { word: "heavy-tail", meaning: "500 drawn: a few far out" },
];

/** Points at which ε and the orders are drawn. */
const EPSILONS = Array.from({ length: 81 }, (_, at) => at / 40);
const ORDERS = Array.from({ length: 61 }, (_, at) => 1.01 * (1000 / 1.01) ** (at / 60));

/** Steps of training beside which the divergence is drawn: sixty passes over the data by batches of one in a hundred. */
const STEPS = { count: 6000, rate: 0.01 };

/** The promises that models are trained for. */
const PROMISES = [0.1, 0.3, 1, 3, 10];

/** The ways to train, with what they are called. */
export const METHODS = /** @type {const} */ ([
  "without-noise",
  "objective-perturbation",
  "dp-sgd-honest",
  "dp-sgd-dishonest",
]);

/**
 * @param {string} hash
 * @returns {State}
 */
export function read(hash) {
  const pairs = new URLSearchParams(hash.replace(/^#/, ""));
  const entries = Object.entries(START).map(([key, start]) => [key, pairs.get(key) ?? start]);
  return Object.fromEntries(entries);
}

/**
 * @param {State} state
 * @returns {string} the hash, with `#`; what is as usual is left out
 */
export function write(state) {
  const changed = Object.entries(state).filter(([key, value]) => value !== START[/** @type {keyof State} */ (key)]);
  return `#${new URLSearchParams([["v", VERSION], ...changed])}`;
}

/** @param {State} state */
export const boundsQuestion = ({ lipschitz, smoothness, sigma, regularization, delta }) => ({
  ask: "objective-perturbation",
  lipschitz: number(lipschitz),
  smoothness: number(smoothness),
  sigma: number(sigma),
  regularization: number(regularization),
  deltas: [number(delta)],
  epsilons: EPSILONS,
  orders: ORDERS,
  steps: STEPS,
  picture: true,
});

/** @param {State} state */
export const growthQuestion = ({ lipschitz, smoothness, sigma, regularization, delta }) => ({
  ask: "curve",
  view: "composition",
  releases: [
    {
      mechanism: {
        kind: "objective-perturbation",
        lipschitz: number(lipschitz),
        smoothness: number(smoothness),
        sigma: number(sigma),
        regularization: number(regularization),
      },
    },
  ],
  mark: { delta: number(delta) },
  accountants: ["fourier", "moments", "naive"],
  picture: true,
});

/** @param {State} state */
export const calibrationQuestion = ({ lipschitz, smoothness, epsilon, delta, factor }) => ({
  ask: "calibrate-objective-perturbation",
  lipschitz: number(lipschitz),
  smoothness: number(smoothness),
  epsilon: number(epsilon),
  delta: number(delta),
  factor: number(factor),
});

/**
 * @param {State} state
 * @param {(typeof METHODS)[number]} method
 */
export const trainQuestion = ({ data, delta, trials }, method) => ({
  ask: "train",
  method,
  data: data === "penguins" || data === "halton200" ? { kind: data } : { kind: "generate", generator: data, people: 500, seed: 1 },
  intercept: true,
  epsilons: PROMISES,
  delta: number(delta),
  trials: number(trials),
  seed: 1,
  picture: true,
});
