// The laboratory "Accuracy first": a run that stops when it is accurate enough, the law of what it costs, what accuracy costs,
// the private test, one step of taking noise off, and the pitfall of one coin for all.
//
//   #v=2&show=run&alpha=0.02&people=200000&features=30&regularization=0.02&kappa=2e-6&cap=0.05&count=40&seed=1
//
// `shown` is how many levels of the run are shown, all if it is empty: the button Denoise moves it.

import { showOf } from "../state/field.js";
import { denoise } from "./denoise.js";
import { EXAMPLES } from "./examples.js";
import { fields } from "./fields.js";
import { FIGURES } from "./figures.js";
import { accuracy, atoms, breakdown, calibrations, coin, facts, many, path, prices, step, stops, tested } from "./panels.js";

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
    seen: "Regressions trained in the page, on people drawn here, known by sums or of your own: one run, or several α by every way to pay as in the four figures of the source.",
    explains: ["published", "theory", "ridge", "logistic"],
    panels: ({ figure }) => {
      const shown = FIGURES[figure];
      return shown ? [{ id: "figures", title: shown.title ?? shown.name, run: shown.run }] : [];
    },
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

/** @type {Laboratory} */
export const NOISE_REDUCTION = {
  element: "dp-noise-reduction",
  module: "noise-reduction",
  styles: [],
  examples: EXAMPLES,
  parts: (stage) => [denoise(stage)],
  fields: (description) => [showOf(SHOWS, "run"), ...fields(description)],
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
