// What is set of regressions that are trained in the page "Accuracy first": whom they are trained on, and how.

import { asked, wordsOf } from "../state/field.js";
import { FIGURES } from "./figures.js";
import { OWN } from "./own.js";
import { isRun, isTrained, MORE } from "./shown.js";

/** @typedef {import("../core/engine.js").Description} Description */
/** @typedef {import("../state/field.js").Field} Field */
/** @typedef {import("../state/field.js").State} State */

/** What is said of the people that are chosen. @type {Record<string, string>} */
const PEOPLE = {
  sums: "People who have one of p features each, of either sign: ridge regression needs their sums alone, and no data. Logistic regression has people drawn instead.",
  typed: "What ridge regression needs of people: XᵀX/n and Xᵀy/n, of features that add up to 1 at most and labels from −1 to 1.",
  drawn: "5000 people drawn here from the number of the run.",
  penguins: "342 penguins by the length and depth of their bill.",
  [OWN]: "Pasted, dropped or opened below; it stays in this page, and no address holds it.",
};

/** Noise on XᵀX and Xᵀy. @param {State} state */
const isCovariance = (state) => isTrained(state) && state["problem"] === "ridge" && state["perturbation"] !== "output";

/** Noise on the minimizer. @param {State} state */
const isOutput = (state) => isTrained(state) && !isCovariance(state);

/** People, and not only their sums. @param {State} state */
const hasPeople = (state) => isTrained(state) && (state["problem"] === "logistic" || !["sums", "typed"].includes(state["data"]));

/** @param {State} state */
const hasTypedSums = (state) => isTrained(state) && state["data"] === "typed";

/**
 * Whom regressions are trained on, and what is shown of them.
 * @param {Description} description
 * @returns {readonly Field[]}
 */
export const dataFields = (description) => [
  {
    name: "figure",
    holds: "choice",
    rows: true,
    label: "Figure",
    explained: "accuracy/published",
    words: Object.entries(FIGURES).map(([word, { name }]) => ({ word, meaning: name })),
    start: "cost",
    when: isTrained,
  },
  {
    name: "data",
    explained: "control/data",
    holds: "choice",
    label: "People",
    words: [
      { word: "sums", meaning: "known by sums" },
      { word: "typed", meaning: "your own sums" },
      { word: "drawn", meaning: "drawn" },
      { word: "penguins", meaning: "penguins" },
      { word: OWN, meaning: "your own table" },
    ],
    start: "sums",
    when: isTrained,
    refused: /^data(\.(kind|generator|text|handle).*)?$/,
    help: (word) => PEOPLE[word] ?? "",
  },
  {
    name: "covariance",
    explained: "accuracy/ridge",
    holds: "text",
    label: "XᵀX/n",
    hint: "Its diagonal where all else is 0, such as 0.5 0.3 0.2, or row by row with semicolons between rows. It stands in the address.",
    start: "0.5 0.3 0.2",
    when: hasTypedSums,
    refused: /^data\.(covariance|diagonal)(\[|$)/,
  },
  {
    name: "linear",
    explained: "accuracy/ridge",
    holds: "text",
    label: "Xᵀy/n",
    hint: "A number for each feature. It stands in the address.",
    start: "0.2 -0.1 0.05",
    when: hasTypedSums,
    refused: /^data\.linear(\[|$)/,
  },
  {
    name: "way",
    explained: "accuracy/ways",
    holds: "choice",
    label: "Paid by",
    words: wordsOf(description, "accuracy-first-run", "way"),
    start: "noise-reduction",
    when: isRun,
  },
];

/**
 * How they are trained, which seldom needs to be set.
 * @param {Description} description
 * @returns {readonly Field[]}
 */
export const regressionFields = (description) => [
  {
    name: "alphas",
    explained: "accuracy/accuracy",
    holds: "text",
    label: "Accuracies α",
    hint: "Increasing numbers; a regression is trained at each.",
    start: "0.01 0.02 0.03 0.05 0.1",
    when: (state) => isTrained(state) && !isRun(state),
    refused: /^alphas(\[|$)/,
    ...MORE,
  },
  asked(description, "accuracy-first-experiment", "trials", {
    name: "repeats",
    symbol: "r",
    label: "Runs r at each α",
    explanation: "How many runs by each way, with other noise.",
    start: "10",
    explained: "control/trials",
    when: (state) => isTrained(state) && !isRun(state),
    refused: /^trials$/,
    ...MORE,
  }),
  {
    name: "perturbation",
    explained: "accuracy/ridge",
    holds: "choice",
    label: "Noise",
    words: [{ word: "usual", meaning: "as usual for the regression" }, ...wordsOf(description, "accuracy-first-run", "perturbation")],
    start: "usual",
    when: isTrained,
    help: () => "Ridge regression has it on XᵀX and Xᵀy as usual, logistic regression on the minimizer.",
    ...MORE,
  },
  {
    name: "ball-solver",
    explained: "accuracy/ridge",
    holds: "choice",
    label: "Model of a noisy covariance",
    words: wordsOf(description, "accuracy-first-run", "ball-solver"),
    start: "trust-region",
    when: isCovariance,
    ...MORE,
  },
  {
    name: "minimizer-bound",
    explained: "accuracy/theory",
    holds: "choice",
    label: "How far one person moves the minimizer",
    words: wordsOf(description, "accuracy-first-run", "minimizer-bound"),
    start: "published",
    when: isOutput,
    ...MORE,
  },
  {
    name: "intercept",
    explained: "control/intercept",
    holds: "choice",
    rows: true,
    label: "Intercept",
    words: [
      { word: "no", meaning: "none" },
      { word: "yes", meaning: "a feature that is 1" },
    ],
    start: "no",
    when: hasPeople,
    ...MORE,
  },
  {
    name: "divisor",
    explained: "accuracy/theory",
    holds: "text",
    label: "Features divided by",
    hint: "A number known without the data, so that nobody’s |x| add up to more than 1; √p, and 1 more with an intercept, if it is empty.",
    start: "",
    when: (state) => hasPeople(state) && state["data"] !== OWN,
    ...MORE,
  },
];
