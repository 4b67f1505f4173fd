// The laboratory of objective perturbation: one setting by every bound, as a Rényi curve beside DP-SGD, several models of
// it, the setting that a budget asks for, and models trained in the page.
//
//   #v=2&show=bounds&sigma=5&regularization=20&delta=1e-5&minimum=near&tolerance=0.01&output-noise=0.15
//
// Addresses of version 1 had no `show`: the page had everything below each other.

import { asked, number, parameterOf, showOf, wordsOf } from "../state/field.js";
import { EXAMPLES } from "./examples.js";
import { OWN } from "./own.js";
import { bounds, calibration, renyi, several, training } from "./panels.js";

/** @typedef {import("../lab/stage.js").Laboratory} Laboratory */
/** @typedef {import("../lab/stage.js").Panel} Panel */
/** @typedef {import("../state/field.js").Field} Field */
/** @typedef {import("../state/field.js").NumberField} NumberField */
/** @typedef {import("../state/field.js").State} State */

/**
 * What can be shown: its name, what is seen, what of it can be explained, what explains its numbers, and what its panel does.
 * @type {Record<string, {name: string, seen: string, explains: (state: State) => readonly string[], columns: Panel["columns"], run: (state: State) => Panel["run"]}>}
 */
const SHOWS = {
  bounds: {
    name: "Bounds",
    seen: "Objective perturbation trains a model by minimizing a loss with a random linear term: δ against ε of that one release, by every bound.",
    explains: ({ minimum, loss }) =>
      loss === "general" ? ["general", "determinant"] : minimum === "near" ? ["approximate", "approximate-moments", "determinant"] : ["profile", "moments", "kifer", "gaussian", "determinant"],
    columns: { within: "learning", each: "mechanism/objective-perturbation" },
    run: bounds,
  },
  renyi: {
    name: "Rényi curve",
    seen: "The Rényi divergence (RDP) of the release against its order, and that of many steps of DP-SGD with the same noise.",
    explains: () => ["half-normal", "linearized", "noisy-steps", "noisy-steps-unsampled"],
    columns: { within: "learning", each: "view/renyi" },
    run: renyi,
  },
  several: {
    name: "Several models",
    seen: "What several models cost together, each trained with noise of its own.",
    explains: () => ["several"],
    columns: { each: "learning/several" },
    run: several,
  },
  calibration: {
    name: "Calibration",
    seen: "The noise σ and the regularization λ that keep a budget.",
    explains: ({ minimum }) => (minimum === "near" ? ["calibration", "approximate"] : ["calibration", "least-factor", "kifer"]),
    columns: { x: "control/regularization", each: "learning/calibration" },
    run: calibration,
  },
  training: {
    name: "Training",
    seen: "How well models trained within a budget do on people they have not seen.",
    explains: () => ["accuracy", "dp-sgd", "tuning"],
    columns: { each: "learning/accuracy" },
    run: training,
  },
};

/** What the buttons of explanations say. @type {Record<string, string>} */
const EXPLAINED = {
  profile: "half-normal profile",
  moments: "RDP (Rényi)",
  kifer: "Kifer, Smith and Thakurta 2012",
  gaussian: "normal noise",
  determinant: "the determinant",
  approximate: "near the minimum",
  "approximate-moments": "near the minimum, RDP",
  general: "any convex loss",
  "half-normal": "without the determinant",
  linearized: "linearized",
  "noisy-steps": "DP-SGD",
  "noisy-steps-unsampled": "DP-SGD on everyone",
  several: "several models",
  "least-factor": "least noise",
  "dp-sgd": "DP-SGD",
};

/** The parts of an old address by what they are of, as the page that had everything would have shown them. */
const FORMER = /** @type {const} */ ([
  ["training", ["data", "trials"]],
  ["several", ["several"]],
  ["calibration", ["epsilon", "factor"]],
]);

const isShown = (/** @type {string[]} */ ...shows) => (/** @type {State} */ { show }) => shows.includes(show);
const isTraining = isShown("training");
const isNear = (/** @type {State} */ state) => isTraining(state) || state["minimum"] === "near";
/** Losses that are not generalized linear have bounds, and nothing else here. */
const hasLoss = isShown("bounds", "renyi");

const FOLDED = { group: "The loss, and what is released", folded: true };

/** @type {Laboratory} */
export const LEARNING = {
  element: "dp-learning",
  module: "people",
  styles: ["learn"],
  examples: EXAMPLES,
  fields: (description) => {
    const setting = (/** @type {string} */ name, /** @type {Partial<NumberField> & {start: string}} */ given) => parameterOf(description, "objective-perturbation", name, given);
    return /** @type {readonly Field[]} */ ([
      showOf(SHOWS, "bounds"),
      {
        name: "several",
        explained: "learning/several",
        holds: "choice",
        rows: true,
        label: "Drawn as",
        words: wordsOf(description, "several-models", "view"),
        start: "epsilon",
        when: isShown("several"),
        refused: /^(several|view)$/,
      },
      {
        name: "data",
        explained: "control/data",
        holds: "choice",
        label: "People",
        words: people(description),
        start: "penguins",
        when: isTraining,
        refused: /^data(\.|$)/,
      },
      asked(description, "calibrate-objective-perturbation", "epsilon", {
        symbol: "ε",
        label: "Budget ε",
        explanation: "What training may cost.",
        privacy: "smaller",
        start: "1",
        explained: "control/budget",
        when: isShown("calibration"),
      }),
      setting("sigma", { start: "5", explained: "control/objective-noise", when: isShown("bounds", "renyi", "several") }),
      setting("regularization", { start: "20", when: isShown("bounds", "renyi", "several", "calibration") }),
      number(description.delta, { start: "1e-5", refused: /^deltas?(\[|$)/ }),
      asked(description, "calibrate-objective-perturbation", "factor", {
        symbol: "f",
        label: "More noise f",
        explanation: "Objective perturbation needs more noise than the Gaussian mechanism; the more it gets, the less λ it needs.",
        start: "1.3",
        when: isShown("calibration", "training"),
      }),
      asked(description, "train", "trials", {
        symbol: "n",
        label: "Trials n",
        explanation: "How often each model is trained, with other noise.",
        start: "5",
        when: isTraining,
      }),
      setting("lipschitz", { start: "1", when: (state) => !isTraining(state), ...FOLDED }),
      setting("smoothness", { start: "1", when: (state) => !isTraining(state), ...FOLDED }),
      {
        name: "loss",
        explained: "learning/general",
        holds: "choice",
        rows: true,
        label: "Loss",
        words: [
          { word: "linear", meaning: "generalized linear" },
          { word: "general", meaning: "any convex loss" },
        ],
        start: "linear",
        when: hasLoss,
        help: () => "Logistic and squared loss of a linear model are generalized linear. Of any other convex loss nothing ties the noise to one direction.",
        ...FOLDED,
      },
      asked(description, "objective-perturbation", "dimension", {
        symbol: "d",
        label: "Dimension d",
        explanation: "Without a linear model the noise may lie along every direction that a person’s gradient can take.",
        privacy: "smaller",
        start: "10",
        when: (state) => hasLoss(state) && state["loss"] === "general",
        ...FOLDED,
      }),
      {
        name: "minimum",
        explained: "control/approximate",
        holds: "choice",
        rows: true,
        label: "What is released",
        words: [
          { word: "exact", meaning: "the exact minimum" },
          { word: "near", meaning: "a point near it" },
        ],
        start: "exact",
        when: (state) => !isTraining(state),
        ...FOLDED,
      },
      asked(description, "objective-perturbation", "approximate.tolerance", {
        symbol: "τ",
        label: "Gradient tolerance τ",
        explanation: "The solver stops once the gradient is this short; the point is then within τ/λ of the minimum.",
        privacy: "smaller",
        start: "0.01",
        when: isNear,
        ...FOLDED,
      }),
      asked(description, "objective-perturbation", "approximate.output-noise", {
        symbol: "σ_out",
        label: "Output noise σ_out",
        explanation: "Normal noise on the point, which hides how far from the minimum the solver stopped.",
        privacy: "larger",
        start: "0.15",
        when: isNear,
        ...FOLDED,
      }),
      {
        name: "determinant",
        explained: "control/tight",
        holds: "choice",
        rows: true,
        label: "Determinant",
        words: [
          { word: "published", meaning: "as published" },
          { word: "tight", meaning: "tight (extension)" },
        ],
        start: "published",
        help: () => "How the curvature of one person is counted: as published it costs −log(1 − β/λ) and needs λ > β. The tight form, log(1 + β/λ), holds for every λ; it is an extension of this tool, not in the publication.",
        ...FOLDED,
      },
    ]);
  },
  former: (state, has, version) => {
    if (has("show") || version === "2") return state;
    const show = FORMER.find(([, keys]) => keys.some(has))?.[0];
    return show ? { ...state, show } : state;
  },
  panels: (state) => {
    const show = SHOWS[state["show"]];
    if (!show) return [];
    return [
      {
        id: state["show"],
        title: show.name,
        columns: show.columns,
        explains: show.explains(state).map((word) => ({ name: EXPLAINED[word] ?? word, subject: { id: `learning/${word}` } })),
        ...(state["show"] === "training" ? { start: { label: "Train the models", before: "nothing has been trained yet" } } : {}),
        run: show.run(state),
      },
    ];
  },
};

/**
 * The people that models can be trained on: sets by name, some that are drawn, and a table of one's own.
 * @param {import("../core/engine.js").Description} description
 */
function people(description) {
  const named = wordsOf(description, "train", "data").filter(({ word }) => word === "penguins" || word === "halton200");
  const drawn = wordsOf(description, "train", "data.generator").map(({ word, meaning }) => ({ word, meaning: `500 drawn: ${meaning}` }));
  return [...named.toReversed(), ...drawn, { word: OWN, meaning: "your own table" }];
}
