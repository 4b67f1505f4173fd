// What can be set on the page of single people. Data of one's own and people who were moved are no fields: no address
// holds them.

import { asked, number, wordsOf } from "../state/field.js";
import { capital } from "../ui/element.js";
import { parameter } from "../ui/parameter.js";

/** @typedef {import("../core/engine.js").Description} Description */
/** @typedef {import("../state/field.js").Field} Field */
/** @typedef {import("../state/field.js").State} State */
/** @typedef {import("../state/field.js").Word} Word */

/** The question that most fields are of. */
const MAP = "instance-map";

/** Kinds of data that are tables, which no address holds, or drawn by a generator. */
const TABLES = ["rows", "text", "stored"];
const GENERATED = "generate";

/** The word of a table of one's own. */
export const OWN = "own";

/** The people with whom the page opens. */
export const START_DATA = "halton200";

/** Data sets as a person reads them. @type {Record<string, string>} */
const DATA = {
  halton200: "200 people on two sides of a gap",
  toy6: "Six people",
  penguins: "342 penguins: Adélie or not",
  "two-gaussians": "Drawn: two clouds",
  "margin-blobs": "Drawn: two halves with a gap",
  ring: "Drawn: a disc in a ring",
  "heavy-tail": "Drawn: a few far out",
  "regression-line": "Drawn: a line with outliers",
};

/** What is shown, in a word. @type {Record<string, string>} */
const SHOWS = {
  truth: "true loss",
  "data-independent": "data-independent",
  "data-dependent": "data-dependent",
  adaptive: "adaptive",
};

/** The angles of the figure of the source, in degrees. */
const TURNS = [
  { value: "0", name: "0" },
  { value: "15", name: "π/12" },
  { value: "45", name: "π/4" },
  { value: "90", name: "π/2" },
  { value: "135", name: "3π/4" },
  { value: "180", name: "π" },
];

const GROUPS = { shown: "On the map", noise: "Noise of the mechanism", people: "People and loss", reports: "Reports and totals" };

/** Who drew the penguins. */
const LICENCE =
  "Palmer penguins by Gorman, Williams and Fraser (2014), collected by Horst, Hill and Gorman; public domain (CC0). Bill length and depth, scaled by public constants.";

const CLIP_IT =
  "Under the squared loss nothing bounds one person's pull. A budget ε₁ and the data-dependent and adaptive reports need a bound: clip it.";

const EXTENSION =
  "How the curvature of one person counts in totals and reports: as published it costs −ln(1 − β/λ) and needs λ > β. The tight form, ln(1 + β/λ), holds for every λ; it is an extension of this tool, not in the publication.";

/**
 * Data sets by the words of the core, those of this page's own names first.
 * @param {Description} description
 * @returns {Word[]}
 */
function dataSets(description) {
  const words = [...wordsOf(description, MAP, "data"), ...wordsOf(description, MAP, "data.generator")];
  const order = Object.keys(DATA);
  const place = (/** @type {Word} */ { word }) => (order.includes(word) ? order.indexOf(word) : order.length);
  const sets = words.filter(({ word }) => word !== GENERATED && !TABLES.includes(word)).sort((a, b) => place(a) - place(b));
  return [...sets.map(({ word, meaning }) => ({ word, meaning: DATA[word] ?? meaning })), { word: OWN, meaning: "Your own table" }];
}

/**
 * Whether people are drawn by a generator, and not listed.
 * @param {State} state
 * @param {Description} description
 */
export const isDrawn = ({ data }, description) => wordsOf(description, MAP, "data.generator").some(({ word }) => word === data);

/**
 * Whether nothing bounds how far one person pulls the model.
 * @param {State} state
 */
export const isUnbounded = ({ loss, clipped }) => loss === "squared" && clipped !== "yes";

/**
 * What goes together: a line with outliers is fitted by squares; a budget needs a bound of one person's pull, so that who
 * asks for one has the loss clipped, and who no longer clips it sets σ.
 * @param {State} state
 * @param {State} before
 * @returns {State}
 */
export function together(state, before) {
  const line = state["data"] === "regression-line" && before["data"] !== state["data"];
  const suited = line && state["loss"] !== "squared" ? { ...state, loss: "squared" } : state;
  if (suited["by"] !== "budget" || !isUnbounded(suited)) return suited;
  const unclipped = before["clipped"] === "yes" && suited["clipped"] === "no";
  return { ...suited, ...(unclipped ? { by: "sigma" } : { clipped: "yes" }) };
}

/**
 * @param {Description} description
 * @returns {readonly Field[]}
 */
export const fields = (description) => [
  {
    name: "show",
    holds: "choice",
    explained: "show",
    rows: true,
    group: GROUPS.shown,
    label: "Loss, or a report of it",
    words: wordsOf(description, MAP, "show").map(({ word, meaning }) => ({ word, meaning: SHOWS[word] ?? meaning })),
    start: "truth",
    help: (word) => capital(wordsOf(description, MAP, "show").find((one) => one.word === word)?.meaning ?? ""),
  },
  {
    name: "label",
    holds: "choice",
    explained: "person",
    rows: true,
    group: GROUPS.shown,
    label: "The map is for a person with",
    words: [
      { word: "1", meaning: "label 1 ○" },
      { word: "-1", meaning: "label −1 ■" },
    ],
    start: "1",
  },
  number(
    parameter(
      "turn",
      { symbol: "ω", label: "Model turned by ω", unit: "degrees", explanation: "Turns the model about the middle: what if it were another one?" },
      [-180, 180, 0, "linear", "whole"],
      "neither",
    ),
    { start: "0", group: GROUPS.shown, presets: TURNS, refused: /(^|\.)turn$/ },
  ),
  {
    name: "model",
    holds: "choice",
    explained: "model",
    rows: true,
    group: GROUPS.shown,
    label: "Model",
    words: [
      { word: "fitted", meaning: "without noise" },
      { word: "drawn", meaning: "drawn with noise" },
    ],
    start: "fitted",
  },
  asked(description, MAP, "model.seed", {
    explained: "seed",
    name: "noise",
    symbol: "seed",
    label: "Seed of the noise",
    explanation: "The same seed draws the same model and the same reports.",
    slider: { from: 1, to: 50, scale: "linear", start: 1 },
    start: "1",
    group: GROUPS.shown,
    next: "Redraw the noise",
    refused: /^((model|report)\.)?seed$/,
    when: ({ model, show }) => model === "drawn" || show !== "truth",
  }),
  {
    name: "by",
    holds: "choice",
    explained: "budget",
    rows: true,
    group: GROUPS.noise,
    label: "Noise",
    words: [
      { word: "sigma", meaning: "by σ" },
      { word: "budget", meaning: "by a budget ε₁" },
    ],
    start: "sigma",
  },
  asked(description, MAP, "sigma", {
    explained: "instance-map.sigma",
    symbol: "σ",
    label: "Noise σ",
    unit: "per entry of b",
    explanation: "Standard deviation of the random linear term that is added to the objective.",
    privacy: "larger",
    slider: { from: 0.5, to: 100, scale: "log", start: 11 },
    start: "10.9576",
    group: GROUPS.noise,
    when: ({ by }) => by !== "budget",
  }),
  asked(description, MAP, "budget.epsilon", {
    explained: "budget",
    symbol: "ε₁",
    label: "Budget ε₁",
    unit: "model",
    explanation: "What the model may cost; sets the noise, and λ to at least what the classic theorem needs.",
    privacy: "smaller",
    slider: { from: 0.05, to: 20, scale: "log", start: 1 },
    start: "1",
    group: GROUPS.noise,
    refused: /^budget(\.epsilon)?$/,
    when: ({ by }) => by === "budget",
  }),
  asked(description, MAP, "regularization", {
    symbol: "λ",
    label: "Regularization λ",
    unit: "of λ/2 ‖θ‖²",
    explanation: "Pulls the model towards 0; the more, the less anyone pulls it.",
    privacy: "larger",
    slider: { from: 0.01, to: 1000, scale: "log", start: 1 },
    start: "1",
    group: GROUPS.noise,
  }),
  {
    name: "data",
    holds: "choice",
    explained: "data",
    group: GROUPS.people,
    label: "People",
    words: dataSets(description),
    start: START_DATA,
    refused: /^data(\.(kind|generator|text|dimension))?$/,
    help: (word) => (word === "penguins" ? LICENCE : ""),
  },
  asked(description, MAP, "data.people", {
    explained: "data",
    symbol: "n",
    label: "People n",
    unit: "drawn",
    explanation: "How many people are drawn.",
    slider: { from: 10, to: 1000, scale: "log", start: 200 },
    start: "200",
    group: GROUPS.people,
    when: (state) => isDrawn(state, description),
  }),
  asked(description, MAP, "data.seed", {
    symbol: "seed",
    label: "Seed of the data",
    explanation: "The same seed draws the same people.",
    slider: { from: 1, to: 50, scale: "linear", start: 1 },
    start: "1",
    group: GROUPS.people,
    refused: /^data\.seed$/,
    when: (state) => isDrawn(state, description),
  }),
  {
    name: "loss",
    holds: "choice",
    explained: "loss",
    rows: true,
    group: GROUPS.people,
    label: "Loss",
    words: wordsOf(description, MAP, "loss").map(({ word }) => ({ word, meaning: word })),
    start: "logistic",
    help: (_, state) => (isUnbounded(state) ? CLIP_IT : ""),
  },
  {
    name: "clipped",
    holds: "choice",
    explained: "clip",
    rows: true,
    group: GROUPS.people,
    label: "Gradient of each person",
    words: [
      { word: "no", meaning: "as it comes" },
      { word: "yes", meaning: "clipped" },
    ],
    start: "no",
    // The logistic loss has a bound of its own.
    when: ({ loss, clipped }) => loss !== "logistic" || clipped !== "no",
  },
  asked(description, MAP, "clip", {
    symbol: "C",
    label: "Clipped to C",
    unit: "norm of a gradient",
    explanation: "Nobody's gradient counts for more than C, so that what one person can do to the model has a bound.",
    privacy: "smaller",
    slider: { from: 0.05, to: 5, scale: "log", start: 1 },
    start: "1",
    group: GROUPS.people,
    when: ({ clipped }) => clipped === "yes",
  }),
  {
    name: "intercept",
    holds: "choice",
    explained: "intercept",
    rows: true,
    group: GROUPS.people,
    label: "Line of the model",
    words: [
      { word: "no", meaning: "through the middle" },
      { word: "yes", meaning: "anywhere" },
    ],
    start: "no",
  },
  {
    name: "determinant",
    holds: "choice",
    explained: "tight",
    rows: true,
    group: GROUPS.reports,
    folded: true,
    label: "Determinant",
    words: [
      { word: "published", meaning: "as published" },
      { word: "tight", meaning: "tight (extension)" },
    ],
    start: "published",
    help: () => EXTENSION,
  },
  ...budgets(description),
];

/**
 * What the further releases of a report may cost, and how sure its bounds are.
 * @param {Description} description
 * @returns {Field[]}
 */
function budgets(description) {
  const kept = { privacy: /** @type {const} */ ("smaller"), group: GROUPS.reports, folded: true };
  const slider = (/** @type {number} */ start) => ({ from: 0.01, to: 10, scale: /** @type {const} */ ("log"), start });
  return [
    asked(description, MAP, "report.gradient", {
      ...kept,
      symbol: "ε₂",
      label: "Budget ε₂",
      unit: "gradient",
      explanation: "What a private gradient may cost.",
      slider: slider(0.7),
      start: "0.7",
    }),
    asked(description, MAP, "report.hessian", {
      ...kept,
      symbol: "ε₃",
      label: "Budget ε₃",
      unit: "Hessian",
      explanation: "What a private Hessian may cost.",
      slider: slider(0.1),
      start: "0.1",
    }),
    asked(description, MAP, "report.eigenvalue", {
      ...kept,
      symbol: "ε₄",
      label: "Budget ε₄",
      unit: "eigenvalue",
      explanation: "What a private smallest eigenvalue may cost, for the adaptive report.",
      slider: slider(0.1),
      start: "0.1",
    }),
    asked(description, MAP, "report.delta", {
      ...kept,
      symbol: "δ",
      label: "δ of each budget",
      unit: "probability",
      explanation:
        "Each budget is an ε at this δ: any outcome is at most e^ε times as likely with a person as without, plus δ. The line of the worst case is stricter: a loss exceeds it with probability δ at most.",
      slider: { from: 1e-10, to: 0.1, scale: "log", start: 1e-6 },
      start: "1e-6",
    }),
    asked(description, MAP, "report.rho", {
      explained: "instance-map.rho",
      ...kept,
      privacy: "neither",
      symbol: "ρ",
      label: "Failure ρ",
      unit: "probability",
      explanation: "How often each part of a bound may fail. It costs no privacy: a smaller ρ makes bounds larger and surer.",
      slider: { from: 1e-6, to: 0.5, scale: "log", start: 0.05 },
      start: "0.05",
    }),
  ];
}
