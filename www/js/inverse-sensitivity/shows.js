// What the page "Statistics" can show: windows by name, what is seen in each, what of it can be explained, and its panels.

import { angles, axes, circle, excess, gradient, hessian, shells, spectrum, witness } from "./dimension-panels.js";
import { audit, densities, distributions, errors, profile, samples, sensitivity, staircase, tail, trim } from "./panels.js";

/** @typedef {import("../state/field.js").State} State */
/** @typedef {{id: string, title: string, run: import("./panels.js").Run, axis?: string}} Shown */

/** Windows about records on a line; all others are about points. */
export const OF_RECORDS = ["staircase", "laws", "draws", "errors", "sensitivity", "audit", "tail", "trim"];

/** @type {Record<string, {name: string, seen: string, explains: readonly (readonly [name: string, id: string])[], panels: (state: State) => readonly Shown[]}>} */
export const SHOWS = {
  staircase: {
    name: "Staircase",
    seen: "How many records must change before the statistic is t, and the answers that follow from it: each step down is less likely by e^(−ε/2). Move a record below the chart.",
    explains: [
      ["path length", "inverse-sensitivity/path-length"],
      ["reach", "inverse-sensitivity/reach"],
      ["inverse sensitivity", "inverse-sensitivity/exact"],
      ["approximate path length", "inverse-sensitivity/approximate"],
    ],
    panels: () => [
      { id: "staircase", title: "Records that must change", run: staircase, axis: "answer" },
      { id: "densities", title: "Answers", run: densities(false), axis: "answer" },
    ],
  },
  laws: {
    name: "Laws",
    seen: "What each mechanism would answer about these very records: exact densities and distributions over each other.",
    explains: [
      ["inverse sensitivity", "inverse-sensitivity/exact"],
      ["approximate path length", "inverse-sensitivity/approximate"],
      ["Laplace noise", "inverse-sensitivity/laplace"],
      ["smooth sensitivity", "inverse-sensitivity/smooth-noise"],
      ["propose, test, release", "inverse-sensitivity/propose-test-release"],
    ],
    panels: () => [
      { id: "densities", title: "Densities", run: densities(true), axis: "answer" },
      { id: "distributions", title: "Distributions", run: distributions, axis: "answer" },
    ],
  },
  draws: {
    name: "Draws",
    seen: "Answers drawn at random from a seed, beside the law that they are of.",
    explains: [
      ["draws", "inverse-sensitivity/samples"],
      ["a grid of answers", "inverse-sensitivity/grid"],
    ],
    panels: () => [{ id: "draws", title: "Draws", run: samples }],
  },
  errors: {
    name: "Errors",
    seen: "How wrong each mechanism is about these very records, against ε, and what no mechanism can beat.",
    explains: [
      ["error on these records", "inverse-sensitivity/errors"],
      ["what nobody can beat", "inverse-sensitivity/lower-bound"],
    ],
    panels: () => [{ id: "errors", title: "Error against ε", run: errors }],
  },
  sensitivity: {
    name: "Sensitivity",
    seen: "How far one more record can move the statistic once k others have changed, and where the smooth sensitivity is attained.",
    explains: [
      ["local sensitivity", "inverse-sensitivity/local"],
      ["smooth sensitivity", "inverse-sensitivity/smooth-sensitivity"],
      ["approximate path length", "inverse-sensitivity/approximate"],
    ],
    panels: () => [{ id: "sensitivity", title: "Sensitivity against distance", run: sensitivity }],
  },
  audit: {
    name: "Audit",
    seen: "One record becomes another: the log ratio of the odds of every answer, and whether it stays within ±ε. Move a record below the chart.",
    explains: [
      ["privacy loss", "inverse-sensitivity/audit"],
      ["Algorithm 4 as printed", "inverse-sensitivity/printed"],
    ],
    panels: () => [
      { id: "audit", title: "Log ratio of the odds", run: audit, axis: "ratio" },
      { id: "profile", title: "δ at every ε", run: profile, axis: "profile" },
    ],
  },
  tail: {
    name: "Tail",
    seen: "How likely an answer is far off, exactly, beside the bound of a theorem.",
    explains: [["tail of the error", "inverse-sensitivity/tail"]],
    panels: () => [{ id: "tail", title: "Tail", run: tail }],
  },
  trim: {
    name: "Trim",
    seen: "The error of a trimmed mean against how many records are left out at either end: noise falls, bias grows.",
    explains: [["how much to trim", "inverse-sensitivity/trim"]],
    panels: () => [{ id: "trim", title: "Error against trim", run: trim }],
  },
  axis: {
    name: "Private axis",
    seen: "The direction of most variance of points in the unit ball (PCA), and directions that a private mechanism draws in its place.",
    explains: [
      ["a private axis", "in-dimensions/private-axis"],
      ["the gap", "in-dimensions/gap"],
      ["its error", "in-dimensions/axis-error"],
    ],
    panels: () => [
      { id: "circle", title: "Axis and draws", run: circle, axis: "circle" },
      { id: "angles", title: "Angles", run: angles, axis: "angle" },
    ],
  },
  axes: {
    name: "Axis by size",
    seen: "How the error of a private axis falls with people, or grows with dimensions, by three mechanisms.",
    explains: [
      ["its error", "in-dimensions/axis-error"],
      ["the gap of eigenvalues", "in-dimensions/eigenvalue-gap"],
    ],
    panels: () => [
      { id: "axes", title: "Error", run: axes("figure") },
      { id: "lengths", title: "Length of the noise", run: axes("length-figure") },
    ],
  },
  gradient: {
    name: "Gradient",
    seen: "Models in place of numbers: a density that falls with the length of the gradient, models drawn from it, and what they lose against ε.",
    explains: [
      ["gradient mechanism", "in-dimensions/gradient-mechanism"],
      ["G in place of L", "in-dimensions/gradient-difference"],
      ["error of a regression", "in-dimensions/regression-error"],
    ],
    panels: ({ loss }) => [
      { id: "gradient", title: "Density and models drawn", run: gradient, axis: "model" },
      ...(loss === "squared" ? [{ id: "excess", title: "Excess loss against ε", run: excess, axis: "epsilon" }] : []),
    ],
  },
  witness: {
    name: "Witness",
    seen: "Two data sets that differ in one record, on which the printed constant of the gradient mechanism keeps only twice its ε; and what a spectrum saves.",
    explains: [
      ["the witness", "in-dimensions/gradient-audit"],
      ["a spectrum", "in-dimensions/spectrum"],
    ],
    panels: () => [
      { id: "witness", title: "The witness", run: witness, axis: "witness" },
      { id: "spectrum", title: "What a spectrum saves", run: spectrum, axis: "spectrum" },
    ],
  },
  hessian: {
    name: "Hessian",
    seen: "Logistic regression by a density that falls with the distance from the minimum, measured by the Hessian there.",
    explains: [
      ["Hessian mechanism", "in-dimensions/hessian-mechanism"],
      ["its sensitivity", "in-dimensions/sensitivity-bound"],
    ],
    panels: () => [{ id: "hessian", title: "Models drawn", run: hessian }],
  },
  shells: {
    name: "Shells",
    seen: "Noise that is uniform on shells about the truth: how long it is in d dimensions.",
    explains: [
      ["shells", "in-dimensions/shells"],
      ["where the printed sampler ends", "in-dimensions/last-shell"],
      ["theorem 2", "in-dimensions/tail"],
    ],
    panels: () => [{ id: "shells", title: "Length of the noise", run: shells }],
  },
};

/** Whether one of these windows is on show. @param {string[]} shows */
export const isShown =
  (...shows) =>
  (/** @type {State} */ { show }) =>
    shows.includes(show);
