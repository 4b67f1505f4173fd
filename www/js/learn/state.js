// What a person has set on the page of learning, the address that holds it, and the questions it becomes.

import { readHash, writeHash } from "../hash.js";
import { number } from "../setting.js";
import { OWN, wordOf } from "./words.js";

/**
 * @typedef {object} State
 * @property {string} lipschitz L
 * @property {string} smoothness β
 * @property {string} sigma σ
 * @property {string} regularization λ
 * @property {string} minimum `exact`, or `near` for a point near it
 * @property {string} tolerance τ of such a point
 * @property {string} output_noise σ_out of such a point
 * @property {string} loss `linear` for generalized linear ones, `general` for any convex one
 * @property {string} dimension of a model with such a loss
 * @property {string} determinant `published`, or `tight`
 * @property {string} several how models that each have their own noise are drawn: `epsilon` against how many, or `delta` against ε
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
  minimum: "exact",
  tolerance: "0.01",
  output_noise: "0.15",
  loss: "linear",
  dimension: "10",
  determinant: "published",
  several: "epsilon",
  epsilon: "1",
  delta: "1e-5",
  factor: "1.3",
  data: "penguins",
  trials: "5",
};

/** The settings of the figures of the source. */
export const PRESETS = [
  { name: "σ = 5, λ = 20", change: { lipschitz: "1", smoothness: "1", sigma: "5", regularization: "20" } },
  { name: "σ = 10, λ = 5", change: { lipschitz: "1", smoothness: "1", sigma: "10", regularization: "5" } },
  { name: "σ = 8, λ = 10, several models", change: { lipschitz: "1", smoothness: "1", sigma: "8", regularization: "10", several: "delta" } },
];

/** How many models are drawn beside one another. */
export const MODELS = [1, 2, 4, 8];

/** Points at which ε and the orders are drawn. */
const POINTS = 81;
/** Points of a profile when the core chooses them. */
const EVENLY = 201;
/** The δ down to which bounds are drawn. */
const FLOOR = 1e-10;
const ORDERS = Array.from({ length: 61 }, (_, at) => 1.01 * (1000 / 1.01) ** (at / 60));

/** Steps of training beside which the divergence is drawn: sixty passes over the data by batches of one in a hundred. */
const STEPS = { count: 6000, rate: 0.01 };

/** To what the gradients of the squared loss, which have no bound, are clipped; outliers pull no further. */
const CLIP = 0.3;

/** The promises that models are trained for. */
const PROMISES = [0.1, 0.3, 1, 3, 10];

/** The ways to train, with what they are called. */
export const METHODS = /** @type {const} */ ([
  "without-noise",
  "objective-perturbation",
  "dp-sgd-honest",
  "dp-sgd-dishonest",
]);

/** @param {string} hash */
export const read = (hash) => readHash(hash, START);

/** @param {State} state */
export const write = (state) => writeHash(state, START);

/** @param {State} state */
const nearMinimum = ({ tolerance, output_noise }) => ({ tolerance: number(tolerance), "output-noise": number(output_noise) });

/** @param {State} state */
const isTight = (state) => wordOf(state, "determinant") === "tight";

/** @param {State} state */
const settingOf = (state) => ({
  ask: "objective-perturbation",
  lipschitz: number(state.lipschitz),
  smoothness: number(state.smoothness),
  sigma: number(state.sigma),
  regularization: number(state.regularization),
  tight: isTight(state),
  ...(wordOf(state, "minimum") === "near" ? { approximate: nearMinimum(state) } : {}),
  ...(wordOf(state, "loss") === "general" ? { dimension: number(state.dimension) } : {}),
});

/**
 * "How far does ε reach?"
 * @param {State} state
 */
export const reachQuestion = (state) => ({ ...settingOf(state), deltas: [FLOOR] });

/**
 * @param {State} state
 * @param {number} reach the largest ε drawn
 */
export const boundsQuestion = (state, reach) => ({
  ...settingOf(state),
  deltas: [number(state.delta)],
  epsilons: Array.from({ length: POINTS }, (_, at) => (reach * at) / (POINTS - 1)),
  orders: ORDERS,
  steps: STEPS,
  picture: true,
});

/** The most noise, relative to what one person moves, that a release may have; less is on the safe side. */
const QUIETEST = 1e6;

/**
 * Models that each have their own noise.
 * @param {State} state
 * @param {number | undefined} output what a person moves a point near the minimum by, over the noise on it
 * @param {number} count
 */
const modelsOf = (state, output, count) => [
  {
    count,
    mechanism: {
      kind: "objective-perturbation",
      lipschitz: number(state.lipschitz),
      smoothness: number(state.smoothness),
      sigma: number(state.sigma),
      regularization: number(state.regularization),
      tight: isTight(state) ? 1 : 0,
    },
  },
  ...(output ? [{ count, mechanism: { kind: "gaussian", sigma: Math.min(1 / output, QUIETEST) } }] : []),
];

/**
 * The page of the plan with one such model in it, beside which other releases can be put.
 * @param {State} state
 * @param {number | undefined} output
 */
export function planAddress(state, output) {
  const releases = modelsOf(state, output, 1).map(({ mechanism: { kind, ...values } }) =>
    [`r=${kind}`, ...Object.entries(values).map(([name, value]) => `${name}:${value}`)].join(","),
  );
  return `index.html#${["v=2", `delta=${number(state.delta)}`, ...releases].join("&")}`;
}

/**
 * "What is ε of how many models?"
 * @param {State} state
 * @param {number | undefined} output
 */
export const growthQuestion = (state, output) => ({
  ask: "curve",
  view: "composition",
  releases: modelsOf(state, output, 1),
  mark: { delta: number(state.delta) },
  accountants: ["fourier", "rdp", "classic", "basic"],
  picture: true,
});

/**
 * "What is δ of so many models at every ε?"
 * @param {State} state
 * @param {number | undefined} output
 * @param {number} models
 * @param {number} [reach] the largest ε drawn; the core chooses if absent
 */
export const profileQuestion = (state, output, models, reach) => ({
  ask: "curve",
  view: "profile",
  releases: modelsOf(state, output, models),
  ...(reach === undefined ? {} : { grid: { from: 0, to: reach, points: EVENLY } }),
  mark: { delta: number(state.delta) },
  accountants: ["fourier", "rdp"],
  picture: true,
});

/** @param {State} state */
export const calibrationQuestion = (state) => ({
  ask: "calibrate-objective-perturbation",
  lipschitz: number(state.lipschitz),
  smoothness: number(state.smoothness),
  epsilon: number(state.epsilon),
  delta: number(state.delta),
  factor: number(state.factor),
  approximate: nearMinimum(state),
  tight: isTight(state),
  regularization: number(state.regularization),
});

/**
 * @typedef {object} Table one's own people
 * @property {string} text a line each
 * @property {boolean} scaled whether everyone was divided by their largest norm
 */

/**
 * @param {State} state
 * @param {Table} table
 */
function people(state, table) {
  const data = wordOf(state, "data");
  if (data === OWN) return { data: { kind: "text", ...table } };
  if (data === "penguins" || data === "halton200") return { data: { kind: data } };
  const drawn = { data: { kind: "generate", generator: data, people: 500, seed: 1 } };
  return data === "regression-line" ? { ...drawn, loss: "squared", clip: CLIP } : drawn;
}

/**
 * @param {State} state
 * @param {Table} table
 * @param {(typeof METHODS)[number]} method
 */
export const trainQuestion = (state, table, method) => ({
  ask: "train",
  method,
  ...people(state, table),
  intercept: true,
  epsilons: PROMISES,
  delta: number(state.delta),
  trials: number(state.trials),
  factor: number(state.factor),
  approximate: nearMinimum(state),
  tight: isTight(state),
  seed: 1,
  picture: true,
});
