// The fields about points in several dimensions: where they come from, shells, a private axis, models.

import { asked, wordsOf } from "../state/field.js";
import { GAP, OWN, SETS } from "./questions.js";
import { isShown } from "./shows.js";

/** @typedef {import("../core/engine.js").Description} Description */
/** @typedef {import("../state/field.js").Field} Field */
/** @typedef {import("../state/field.js").State} State */

const hasPoints = isShown("axis", "gradient", "hessian");
const isDrawn = (/** @type {State} */ state) => hasPoints(state) && ![OWN, GAP, ...SETS].includes(state["points"]);
const isGap = (/** @type {State} */ state) => state["show"] === "axis" && state["points"] === GAP;

const MORE = { group: "Bounds and draws", folded: true };

/** What each word of a choice means. @param {Description} description @param {string} question @param {string} path */
const meaning = (description, question, path) => (/** @type {string} */ word) => wordsOf(description, question, path).find((one) => one.word === word)?.meaning ?? "";

/** @param {Description} description */
function points(description) {
  const named = wordsOf(description, "gradient-mechanism", "data").filter(({ word }) => SETS.includes(word));
  const drawn = wordsOf(description, "gradient-mechanism", "data.generator").map(({ word, meaning }) => ({ word, meaning: `drawn: ${meaning}` }));
  return [{ word: GAP, meaning: "none: n times their gap alone (axis)" }, ...named, { word: OWN, meaning: "your own rows" }, ...drawn];
}

/**
 * @param {Description} description
 * @returns {readonly Field[]}
 */
export function dimensionFields(description) {
  const words = (/** @type {string} */ question, /** @type {string} */ path) => wordsOf(description, question, path);
  return /** @type {readonly Field[]} */ ([
    {
      name: "points",
      explained: "control/data",
      holds: "choice",
      label: "Points",
      words: points(description),
      start: "halton200",
      when: hasPoints,
      refused: /^data(\.kind|\.generator|\.people)?$/,
    },
    {
      name: "rows",
      explained: "control/data",
      holds: "text",
      lines: 4,
      label: "Rows",
      hint: "A line for each person: features within the unit ball, then the label, between commas.",
      start: "0.9, 0.1, 1\n0.8, -0.2, 1\n-0.7, 0.3, -1\n0.1, 0.4, -1\n0.6, 0.6, 1",
      when: (state) => hasPoints(state) && state["points"] === OWN,
      refused: /^data\.(text|rows|scaled)/,
    },
    asked(description, "private-pca", "data.gap", {
      symbol: "nΔ",
      label: "People times gap n(λ₁ − λ₂)",
      explanation: "What decides how far one person can turn the axis.",
      slider: { from: 1, to: 10000, scale: "log", start: 100 },
      start: "100",
      explained: "in-dimensions/gap",
      when: isGap,
      refused: /^data\.gap$/,
    }),
    {
      name: "over",
      explained: "in-dimensions/axis-error",
      holds: "choice",
      rows: true,
      label: "Against",
      words: [
        { word: "people", meaning: "people" },
        { word: "dimension", meaning: "dimensions" },
      ],
      start: "people",
      when: isShown("axes"),
      help: meaning(description, "private-pca-sweep", "over"),
    },
    asked(description, "private-pca-sweep", "eigenvalue-gap", {
      symbol: "λ₁ − λ₂",
      label: "Gap of eigenvalues",
      explanation: "By how much the variance along the axis exceeds the next, of points in the unit ball.",
      slider: { from: 0.01, to: 1, scale: "log", start: 0.5 },
      start: "0.5",
      when: isShown("axes"),
    }),
    {
      name: "loss",
      explained: "in-dimensions/gradient-mechanism",
      holds: "choice",
      label: "Loss",
      words: words("gradient-mechanism", "loss"),
      start: "squared",
      when: isShown("gradient"),
    },
    asked(description, "gradient-mechanism", "turn", {
      symbol: "c",
      label: "Huber’s loss turns at c",
      explanation: "The residual beyond which the loss grows in proportion.",
      slider: { from: 0.01, to: 2, scale: "log", start: 0.5 },
      start: "0.5",
      explained: "in-dimensions/turn",
      when: (state) => state["show"] === "gradient" && state["loss"] === "huber",
    }),
    {
      name: "gradient-difference",
      explained: "in-dimensions/gradient-difference",
      holds: "choice",
      rows: true,
      label: "G",
      words: [
        { word: "twice", meaning: "2L" },
        { word: "printed", meaning: "L, as printed" },
        { word: "exact", meaning: "exactly" },
      ],
      start: "twice",
      when: isShown("gradient"),
      help: meaning(description, "gradient-mechanism", "gradient-difference"),
    },
    {
      name: "sample",
      explained: "in-dimensions/gradient-audit",
      holds: "text",
      label: "Records",
      hint: "Between 0 and 1, separated by spaces or commas.",
      start: "0 0.999 0.999 0.999",
      when: isShown("witness"),
      refused: /^sample/,
    },
    {
      name: "neighbour",
      explained: "in-dimensions/gradient-audit",
      holds: "text",
      label: "With one replaced",
      hint: "As many, with one of them another.",
      start: "0.999 0.999 0.999 1",
      when: isShown("witness"),
      refused: /^neighbour/,
    },
    asked(description, "gradient-spectrum", "exponent", {
      symbol: "α",
      label: "Spectrum α",
      explanation: "The eigenvalues of Σ⁻¹ are j^(−α).",
      start: "0.5",
      explained: "in-dimensions/spectrum",
      when: isShown("witness"),
    }),
    asked(description, "gradient-spectrum", "coefficients", {
      symbol: "d",
      label: "Coefficients d",
      explanation: "How many coefficients the model of that spectrum has.",
      start: "100",
      explained: "in-dimensions/spectrum",
      when: isShown("witness"),
    }),
    asked(description, "hessian-mechanism", "regularization", {
      symbol: "λ",
      label: "Regularization λ",
      explanation: "Half of λ times the square of the model stands beside the mean loss; without it nothing is private.",
      start: "0.1",
      when: isShown("hessian"),
    }),
    {
      name: "sensitivity-bound",
      explained: "in-dimensions/sensitivity-bound",
      holds: "choice",
      rows: true,
      label: "Sensitivity",
      words: [
        { word: "corrected", meaning: "corrected" },
        { word: "printed", meaning: "as printed" },
      ],
      start: "corrected",
      when: isShown("hessian"),
      help: meaning(description, "hessian-mechanism", "sensitivity-bound"),
    },
    {
      name: "widths",
      explained: "in-dimensions/widths",
      holds: "text",
      label: "Widths of the shells",
      hint: "R₁ R₂ …; the last goes on.",
      start: "1",
      when: isShown("shells"),
      refused: /^widths/,
    },
    {
      name: "norm",
      explained: "in-dimensions/norm",
      holds: "choice",
      rows: true,
      label: "Norm",
      words: [
        { word: "l2", meaning: "ℓ2" },
        { word: "l1", meaning: "ℓ1" },
        { word: "l-max", meaning: "ℓ∞" },
      ],
      start: "l2",
      when: isShown("shells"),
    },
    {
      name: "spent",
      explained: "in-dimensions/full-epsilon",
      holds: "choice",
      rows: true,
      label: "A shell costs",
      words: [
        { word: "half", meaning: "ε/2" },
        { word: "all", meaning: "ε" },
      ],
      start: "half",
      when: isShown("shells"),
      refused: /^full-epsilon$/,
      help: (word) => (word === "all" ? "Only for widths that are known without the data." : "Widths may depend on the data."),
    },
    {
      name: "last-shell",
      explained: "in-dimensions/last-shell",
      holds: "text",
      label: "Last shell n",
      hint: "Empty: shells go on. Algorithm 1 as printed ends at n.",
      start: "",
      when: isShown("shells"),
    },
    {
      name: "shell-width",
      explained: "in-dimensions/shell-width",
      holds: "choice",
      label: "Widths of the shells",
      words: words("private-pca", "shell-width"),
      start: "constant",
      when: isShown("axis", "axes"),
    },
    asked(description, "gradient-mechanism", "data.people", {
      symbol: "n",
      label: "People n",
      explanation: "How many people are drawn, or stand where dimensions vary.",
      slider: { from: 10, to: 2000, scale: "log", start: 200 },
      start: "2000",
      when: (state) => isDrawn(state) || (state["show"] === "axes" && state["over"] === "dimension"),
      refused: /^(data\.)?people$/,
    }),
    asked(description, "shells", "dimension", {
      symbol: "d",
      label: "Dimensions d",
      explanation: "How many coordinates a point has.",
      slider: { from: 1, to: 20, scale: "linear", start: 2 },
      start: "2",
      when: (state) => isDrawn(state) || isGap(state) || state["show"] === "shells" || (state["show"] === "axes" && state["over"] === "people"),
      refused: /^(data\.)?dimension$/,
    }),
    asked(description, "gradient-mechanism", "data.seed", {
      name: "point-seed",
      symbol: "s",
      label: "Seed of the points",
      explanation: "Another seed, other points.",
      slider: { from: 1, to: 100, scale: "linear", start: 1 },
      start: "1",
      next: "Other points",
      explained: "control/seed",
      when: isDrawn,
      refused: /^data\.seed$/,
    }),
    asked(description, "statistic-samples", "draws", {
      symbol: "N",
      label: "Draws N",
      explained: "inverse-sensitivity/samples",
      explanation: "How many answers are drawn, for study.",
      slider: { from: 1, to: 2000, scale: "log", start: 200 },
      start: "200",
      when: isShown("draws", "axis", "gradient", "hessian"),
      ...MORE,
    }),
    asked(description, "statistic-samples", "seed", {
      symbol: "s",
      label: "Seed",
      explanation: "Another seed, other noise.",
      slider: { from: 1, to: 100, scale: "linear", start: 1 },
      start: "1",
      next: "Other draws",
      when: isShown("draws", "axis", "axes", "gradient", "hessian"),
      ...MORE,
    }),
    asked(description, "gradient-mechanism", "feature-bound", {
      symbol: "B_x",
      label: "Features at most B_x",
      explanation: "Known without the data: longer features are shortened to it.",
      slider: { from: 0.1, to: 1, scale: "linear", start: 1 },
      start: "1",
      when: (state) => state["show"] === "gradient" || (state["show"] === "axis" && !isGap(state)),
      ...MORE,
    }),
    asked(description, "gradient-mechanism", "label-bound", {
      symbol: "B_y",
      label: "Labels at most B_y",
      explanation: "Known without the data: larger labels are moved to it.",
      slider: { from: 0.1, to: 1, scale: "linear", start: 1 },
      start: "1",
      when: isShown("gradient"),
      ...MORE,
    }),
    asked(description, "gradient-mechanism", "model-radius", {
      symbol: "B_θ",
      label: "Models at most B_θ",
      explanation: "The radius of the ball in which a model must lie, known without the data.",
      slider: { from: 0.1, to: 20, scale: "log", start: 2 },
      start: "2",
      when: isShown("gradient", "hessian"),
      ...MORE,
    }),
    {
      name: "grid-cells",
      explained: "in-dimensions/grid-cells",
      holds: "text",
      label: "Points of the grid along a side",
      hint: "Empty: as many as the picture needs; 0 for none.",
      start: "",
      when: isShown("gradient"),
      ...MORE,
    },
    {
      name: "model-distance",
      explained: "in-dimensions/model-distance",
      holds: "text",
      label: "Largest distance D",
      hint: "Empty: the smallest that can be proved.",
      start: "",
      when: isShown("hessian"),
      ...MORE,
    },
  ]);
}
