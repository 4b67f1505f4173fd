// The laboratory "Accuracy first": a run that stops when it is accurate enough, the law of what it costs, what accuracy costs,
// the private test, one step of taking noise off, and the pitfall of one coin for all.
//
//   #v=2&show=run&alpha=0.02&people=200000&features=30&regularization=0.02&kappa=2e-6&cap=0.05&count=40&seed=1
//
// `shown` is how many levels of the run are shown, all if it is empty: the button Denoise moves it.

import { asked, showOf, wordsOf } from "../state/field.js";
import { denoise } from "./denoise.js";
import { EXAMPLES } from "./examples.js";
import { accuracy, atoms, breakdown, calibrations, coin, experiment, facts, many, path, prices, step, stops, tested } from "./panels.js";

/** @typedef {import("../lab/stage.js").Laboratory} Laboratory */
/** @typedef {import("../lab/stage.js").Panel} Panel */
/** @typedef {import("../state/field.js").State} State */
/** @typedef {import("./panels.js").Run} Run */

/**
 * What can be shown: its name, what is seen, what of it can be explained, and its panels.
 * @type {Record<string, {name: string, seen: string, explains: readonly string[], panels: (state: State) => readonly {id: string, title: string, run: Run, axis?: string, start?: import("../lab/stage.js").Start}[]}>}
 */
const SHOWS = {
  run: {
    name: "One run",
    seen: "One run on a model of the excess risk: noise comes off as ε grows, a private test looks at each estimate, and the first that passes is released.",
    explains: ["noise-reduction", "above-threshold", "ex-post"],
    panels: () => [
      { id: "path", title: "Noise comes off", run: path },
      { id: "tested", title: "The tests", run: tested },
    ],
  },
  cost: {
    name: "What it costs",
    seen: "The law of the realised ε, in closed form: an atom for each level at which a run may stop, and one at infinity if the minimizer is released.",
    explains: ["ex-post", "ways", "doubling", "fallback"],
    panels: () => [
      { id: "atoms", title: "The law of ε", run: atoms, axis: "loss" },
      { id: "prices", title: "Ways to pay", run: prices, axis: "level" },
    ],
  },
  many: {
    name: "Many runs",
    seen: "Runs drawn again and again beside the closed form: where they stop, what they cost, and how often the promise is broken.",
    explains: ["ex-post", "above-threshold"],
    panels: () => [{ id: "many", title: "Runs and closed form", run: many }],
  },
  accuracy: {
    name: "Over α",
    seen: "The expected ε after the fact against the accuracy that is asked for, and how it divides into tests and estimates.",
    explains: ["theory", "published", "ways"],
    panels: () => [
      { id: "accuracy", title: "ε against α", run: accuracy },
      { id: "breakdown", title: "Tests and estimates", run: breakdown },
    ],
  },
  figures: {
    name: "On data",
    seen: "Regressions trained in the page at several α and by every way to pay: the four figures of the source.",
    explains: ["published", "theory", "ridge", "logistic"],
    panels: ({ figure }) => [{ id: "figures", title: FIGURES[figure]?.name ?? "", run: experiment(FIGURES[figure]?.part ?? "figure") }],
  },
  test: {
    name: "The test",
    seen: "What the private test must cost so that nothing worse than α passes, by three calibrations, and where it stops.",
    explains: ["above-threshold", "calibration"],
    panels: () => [
      { id: "calibrations", title: "Three calibrations", run: calibrations, axis: "price" },
      { id: "stops", title: "The stop", run: stops, axis: "level" },
    ],
  },
  step: {
    name: "One step",
    seen: "The noise is known at one ε: where is it at a larger one? It stays with some probability, exactly; else it moves by this density.",
    explains: ["forward", "noise-reduction"],
    panels: () => [
      { id: "step", title: "One step", run: step, axis: "noise" },
      { id: "facts", title: "A path between the two", run: facts, axis: "path" },
    ],
  },
  coin: {
    name: "One coin",
    seen: "A misreading that breaks the promise: one coin for a whole vector in place of one for each coordinate.",
    explains: ["shared-coin", "noise-reduction"],
    panels: () => [{ id: "coin", title: "By coordinates", run: coin }],
  },
};

/** The figures of the source. @type {Record<string, {name: string, part: "figure" | "loss-figure" | "parts-figure" | "length-figure"}>} */
const FIGURES = {
  cost: { name: "1: cost", part: "figure" },
  loss: { name: "2: loss", part: "loss-figure" },
  parts: { name: "3: parts", part: "parts-figure" },
  length: { name: "4: length", part: "length-figure" },
};

/** What explains the numbers of a panel, where that is not the first thing it is explained by. @type {Record<string, Partial<import("../chart/table.js").About>>} */
const COLUMNS = {
  path: { x: "accuracy/levels" },
  tested: { x: "accuracy/levels", each: "accuracy/above-threshold" },
  prices: { x: "accuracy/levels", each: "accuracy/ways" },
  accuracy: { x: "accuracy/accuracy", each: "accuracy/theory" },
  breakdown: { x: "accuracy/accuracy", each: "accuracy/ex-post" },
  figures: { x: "accuracy/accuracy", each: "accuracy/published" },
  calibrations: { each: "accuracy/calibration" },
};

/** What the buttons of explanations say. @type {Record<string, string>} */
const EXPLAINED = {
  "noise-reduction": "noise reduction",
  "above-threshold": "the private test",
  "ex-post": "ε after the fact",
  ways: "ways to pay",
  fallback: "if nothing passes",
  published: "the published numbers",
  forward: "the next value",
  "shared-coin": "one coin",
  ridge: "ridge regression",
  logistic: "logistic regression",
};

const isShown = (/** @type {string[]} */ ...shows) => (/** @type {State} */ { show }) => shows.includes(show);
const isProfile = isShown("run", "cost", "many", "accuracy", "test");
const isPair = isShown("step", "coin");
const hasLevels = (/** @type {State} */ state) => isProfile(state) && state["levels"] === "geometric";

const PROBLEM = { group: "The problem", folded: true };
const LEVELS = { group: "Levels, and the test", folded: true };

/** @type {Laboratory} */
export const NOISE_REDUCTION = {
  element: "dp-noise-reduction",
  module: "noise-reduction",
  styles: [],
  examples: EXAMPLES,
  parts: (stage) => [denoise(stage)],
  fields: (description) => [
    showOf(SHOWS, "run"),
    {
      name: "figure",
      holds: "choice",
      rows: true,
      label: "Figure",
      explained: "accuracy/published",
      words: Object.entries(FIGURES).map(([word, { name }]) => ({ word, meaning: name })),
      start: "cost",
      when: isShown("figures"),
    },
    {
      name: "data",
      explained: "control/data",
      holds: "choice",
      rows: true,
      label: "People",
      words: [
        { word: "sums", meaning: "known by sums" },
        { word: "drawn", meaning: "drawn" },
        { word: "penguins", meaning: "penguins" },
      ],
      start: "sums",
      when: isShown("figures"),
      refused: /^data(\.kind|\.generator)?$/,
      help: (word, { problem }) =>
        word === "sums" && problem === "ridge"
          ? "People who have one of p features each, of either sign: ridge regression needs their sums alone, and no data."
          : word === "penguins"
            ? "342 penguins by the length and depth of their bill."
            : "5000 people drawn here from the number of the run, with up to 20 features.",
    },
    asked(description, "risk-profile", "alpha", {
      symbol: "α",
      label: "Accuracy α",
      explanation: "By how much the regularized empirical risk may exceed its minimum.",
      slider: { from: 2e-3, to: 0.5, scale: "log", start: 0.02 },
      unit: "excess risk",
      start: "0.02",
      when: isProfile,
      refused: /^alphas?(\[|$)/,
    }),
    {
      name: "calibration",
      explained: "accuracy/calibration",
      holds: "choice",
      rows: true,
      label: "Private test",
      words: wordsOf(description, "risk-profile", "calibration").map(({ word }) => ({ word, meaning: word })),
      start: "printed",
      when: (state) => isProfile(state) || isShown("figures")(state),
      help: (word) => wordsOf(description, "risk-profile", "calibration").find((one) => one.word === word)?.meaning ?? "",
    },
    {
      name: "fallback",
      explained: "accuracy/fallback",
      holds: "choice",
      rows: true,
      label: "If nothing passes",
      words: [
        { word: "minimizer", meaning: "minimizer" },
        { word: "last", meaning: "last estimate" },
      ],
      start: "minimizer",
      when: isShown("run", "cost", "many"),
      help: (word) => wordsOf(description, "risk-profile", "fallback").find((one) => one.word === word)?.meaning ?? "",
    },
    asked(description, "profile-run", "seed", {
      symbol: "s",
      label: "Run",
      explanation: "Which run is drawn: the same number gives the same run.",
      slider: { from: 1, to: 100, scale: "linear", start: 1 },
      start: "1",
      next: "Another run",
      when: isShown("run", "many", "step", "figures"),
    }),
    asked(description, "profile-run", "trials", {
      symbol: "N",
      label: "Runs N",
      explanation: "How many runs are drawn.",
      slider: { from: 100, to: 5000, scale: "log", start: 500 },
      start: "500",
      when: isShown("many"),
    }),
    asked(description, "noise-step", "earlier", {
      symbol: "ε_t",
      label: "Level ε_t now",
      explanation: "The noise has scale Δ/ε_t, here with Δ = 1.",
      slider: { from: 0.01, to: 10, scale: "log", start: 0.5 },
      privacy: "smaller",
      start: "0.5",
      when: isPair,
      refused: /^(earlier|levels\.from)$/,
    }),
    asked(description, "noise-step", "later", {
      symbol: "ε_{t+1}",
      label: "Level to come",
      explanation: "A larger ε, with less noise.",
      slider: { from: 0.01, to: 10, scale: "log", start: 1 },
      privacy: "smaller",
      start: "1",
      when: isPair,
      refused: /^(later|levels\.to)$/,
    }),
    asked(description, "noise-step", "noise", {
      symbol: "x",
      label: "Noise x now",
      explanation: "What was added to the estimate, in units of Δ.",
      slider: { from: -10, to: 10, scale: "linear", start: 1 },
      start: "1",
      when: isShown("step"),
    }),
    {
      name: "sampler",
      explained: "accuracy/forward",
      holds: "choice",
      rows: true,
      label: "Path drawn",
      words: [
        { word: "backward", meaning: "backward" },
        { word: "forward", meaning: "forward" },
      ],
      start: "forward",
      when: isShown("step"),
      help: (word) => wordsOf(description, "noise-path", "sampler").find((one) => one.word === word)?.meaning ?? "",
    },
    {
      name: "problem",
      explained: "accuracy/theory",
      holds: "choice",
      rows: true,
      label: "Regression",
      words: [
        { word: "ridge", meaning: "ridge" },
        { word: "logistic", meaning: "logistic" },
      ],
      start: "ridge",
      when: (state) => isProfile(state) || isShown("figures")(state),
      refused: /^bounds(\.kind)?$/,
      help: () => "Where Δ, the sensitivity of an excess risk, and the ε of the theory come from.",
      ...PROBLEM,
    },
    asked(description, "risk-profile", "bounds.people", {
      symbol: "n",
      label: "People n",
      explanation: "How many people; the number is public.",
      slider: { from: 1000, to: 1e7, scale: "log", start: 200_000 },
      start: "200000",
      when: (state) => isProfile(state) || (isShown("figures")(state) && state["problem"] === "ridge" && state["data"] === "sums"),
      ...PROBLEM,
    }),
    asked(description, "risk-profile", "bounds.features", {
      symbol: "p",
      label: "Features p",
      explanation: "How many features a person has; in a run each is a coordinate.",
      slider: { from: 1, to: 1000, scale: "log", start: 30 },
      start: "30",
      when: (state) => isProfile(state) || (isShown("figures")(state) && state["data"] !== "penguins"),
      refused: /^(bounds\.features|coordinates|data\.(dimension|diagonal|true-model).*)$/,
      ...PROBLEM,
    }),
    asked(description, "risk-profile", "bounds.regularization", {
      symbol: "λ",
      label: "Regularization λ",
      explanation: "Of the mean loss, per person.",
      slider: { from: 1e-3, to: 1, scale: "log", start: 0.02 },
      start: "0.02",
      explained: "accuracy/ridge",
      when: (state) => isProfile(state) || isShown("figures")(state),
      ...PROBLEM,
    }),
    asked(description, "risk-profile", "risk.kappa", {
      symbol: "κ",
      label: "Risk κ",
      explanation: "The excess risk of an estimate at ε is κ/ε², as first order has it.",
      slider: { from: 1e-9, to: 1e-2, scale: "log", start: 2e-6 },
      start: "2e-6",
      when: isProfile,
      ...PROBLEM,
    }),
    asked(description, "risk-profile", "risk.cap", {
      symbol: "cap",
      label: "Largest risk",
      explanation: "No estimate is worse than this.",
      slider: { from: 1e-3, to: 10, scale: "log", start: 0.05 },
      unit: "excess risk",
      start: "0.05",
      when: isProfile,
      ...PROBLEM,
    }),
    asked(description, "risk-profile", "gamma", {
      symbol: "γ",
      label: "Failure γ",
      explanation: "How often a result worse than α may pass.",
      slider: { from: 1e-6, to: 0.49, scale: "log", start: 0.1 },
      unit: "probability",
      start: "0.1",
      when: (state) => isProfile(state) || isShown("figures")(state),
      ...LEVELS,
    }),
    asked(description, "risk-profile", "levels.count", {
      symbol: "T",
      label: "Levels T",
      explanation: "Through how many levels the noise is reduced.",
      slider: { from: 2, to: 1000, scale: "log", start: 200 },
      start: "200",
      when: (state) => isProfile(state) || isShown("step")(state),
      refused: /^(levels\.count|levels|tests|shown)$/,
      ...LEVELS,
    }),
    {
      name: "levels",
      explained: "accuracy/levels",
      holds: "choice",
      rows: true,
      label: "From where to where",
      words: [
        { word: "theory", meaning: "by the theory" },
        { word: "geometric", meaning: "set by hand" },
      ],
      start: "theory",
      when: isProfile,
      refused: /^levels\.kind$/,
      help: (word) => (word === "theory" ? "From 1/n to four times what the theorem asks for at this α, in equal ratios." : "Equal ratios between two ends."),
      ...LEVELS,
    },
    asked(description, "risk-profile", "levels.from", {
      symbol: "ε_1",
      label: "First level",
      explanation: "The most private level, with the most noise.",
      slider: { from: 1e-6, to: 1, scale: "log", start: 1e-4 },
      privacy: "smaller",
      start: "1e-4",
      when: hasLevels,
      ...LEVELS,
    }),
    asked(description, "risk-profile", "levels.to", {
      symbol: "ε_T",
      label: "Last level",
      explanation: "The least private level; above the first.",
      slider: { from: 1e-3, to: 100, scale: "log", start: 10 },
      privacy: "smaller",
      start: "10",
      when: hasLevels,
      ...LEVELS,
    }),
    { name: "shown", holds: "text", start: "" },
  ],
  panels: (state) => {
    const show = SHOWS[state["show"]];
    if (!show) return [];
    return show.panels(state).map(({ run, ...panel }, at) => ({
      ...panel,
      columns: { within: "accuracy", each: `accuracy/${show.explains[0]}`, ...COLUMNS[panel.id] },
      explains: at > 0 ? [] : show.explains.map((word) => ({ name: EXPLAINED[word] ?? word, subject: { id: `accuracy/${word}` } })),
      run: run(state),
    }));
  },
};
