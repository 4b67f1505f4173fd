// The fields about records on a line: where they come from, the statistic, where records may lie, and the mechanisms.

import { asked, wordsOf } from "../state/field.js";
import { NAMED, OWN } from "./questions.js";
import { isShown, OF_RECORDS } from "./shows.js";

/** @typedef {import("../core/engine.js").Description} Description */
/** @typedef {import("../state/field.js").Field} Field */
/** @typedef {import("../state/field.js").State} State */

/** Where records of a name lie, as a person would have said before seeing them. @type {Record<string, {from: string, to: string}>} */
const USUAL = { nine: { from: "0", to: "12" }, eleven: { from: "-10", to: "10" }, bills: { from: "20", to: "70" } };
const SHAPED = { from: "-10", to: "10" };

const isRecords = isShown(...OF_RECORDS);
const isShaped = (/** @type {State} */ state) => isRecords(state) && state["data"] !== OWN && !NAMED.includes(state["data"]);
const has = (/** @type {string} */ mechanism) => (/** @type {State} */ state) =>
  isRecords(state) && (state["mechanisms"].includes(mechanism) || [state["mechanism"], state["audited"], state["radii"]].includes(mechanism));

const DATA = { group: "Where records may lie", folded: true };
const MORE = { group: "Mechanisms beside it", folded: true };

/** How the short name of a mechanism is written. @type {Record<string, string>} */
const SHORT = {
  exact: "inverse sensitivity",
  tight: "approximate, tight",
  local: "approximate, as published",
  smooth: "approximate, smoothed",
  constant: "approximate, one radius",
  laplace: "Laplace",
  "clamped-laplace": "Laplace, clamped",
  "smooth-laplace": "smooth Laplace (δ)",
  "smooth-cauchy": "smooth Cauchy",
  "smooth-cauchy-printed": "smooth Cauchy, β = ε/6",
  "smooth-student": "smooth Student",
  "propose-test-release": "propose, test, release (δ)",
  printed: "Algorithm 4 as printed (wrong)",
  "printed-center": "Algorithm 4 from the clamped centre (wrong)",
};

/** The words of a choice of mechanisms, in short. @param {Description} description @param {string} question @param {string} path */
const shortly = (description, question, path) => wordsOf(description, question, path).map(({ word, meaning }) => ({ word, meaning: SHORT[word] ?? meaning }));

/** What each word of a choice means. @param {Description} description @param {string} question @param {string} path */
const meaning = (description, question, path) => (/** @type {string} */ word) => wordsOf(description, question, path).find((one) => one.word === word)?.meaning ?? "";

/**
 * Records of another name lie elsewhere; an interval that a person set stays.
 * @param {State} state
 * @param {State} before
 */
export function together(state, before) {
  if (state["data"] === before["data"] || state["data"] === OWN || !before["interval"]) return state;
  const known = [...Object.values(USUAL), SHAPED].map((one) => JSON.stringify(one));
  return known.includes(JSON.stringify(state["interval"])) ? { ...state, interval: USUAL[state["data"]] ?? SHAPED } : state;
}

/**
 * @param {Description} description
 * @returns {readonly Field[]}
 */
export function recordFields(description) {
  const of = (/** @type {string} */ path, /** @type {Omit<Parameters<typeof asked>[3], "when"> & {when?: (state: State) => boolean}} */ given) =>
    asked(description, "statistic-laws", path, { when: isRecords, ...given });
  const shapes = wordsOf(description, "statistic-laws", "data.shape").map(({ word, meaning }) => ({ word, meaning: `shape: ${meaning}` }));
  const named = wordsOf(description, "statistic-laws", "data").filter(({ word }) => NAMED.includes(word));
  return /** @type {readonly Field[]} */ ([
    {
      name: "data",
      explained: "inverse-sensitivity/records",
      holds: "choice",
      label: "Records",
      words: [...named, { word: OWN, meaning: "your own numbers" }, ...shapes],
      start: "nine",
      when: isRecords,
      refused: /^data(\.kind|\.shape)?$/,
    },
    {
      name: "values",
      explained: "inverse-sensitivity/records",
      holds: "text",
      lines: 3,
      label: "Numbers",
      hint: "Typed or pasted, one for each person, up to 5000: between spaces, commas or lines. They stay in this page and its address.",
      start: "1 2 4 4.5 5 6 9 9.5 10",
      when: (state) => isRecords(state) && state["data"] === OWN,
      refused: /^data\.(text|values)/,
    },
    of("data.count", {
      symbol: "n",
      label: "Records n",
      explanation: "How many records the shape has.",
      slider: { from: 1, to: 5000, scale: "log", start: 101 },
      start: "101",
      explained: "inverse-sensitivity/records",
      when: isShaped,
      refused: /^data\.count$/,
    }),
    {
      name: "statistic",
      explained: "inverse-sensitivity/statistic",
      holds: "choice",
      label: "Statistic",
      words: wordsOf(description, "statistic-laws", "statistic"),
      start: "median",
      when: (state) => isRecords(state) && state["show"] !== "trim",
      refused: /^statistic(\.kind)?$/,
    },
    of("statistic.trim", {
      symbol: "m",
      label: "Left out at either end m",
      explanation: "The m smallest and the m largest records are left out of the mean.",
      slider: { from: 0, to: 50, scale: "linear", start: 1 },
      start: "1",
      when: (state) => isRecords(state) && state["show"] !== "trim" && state["statistic"] === "trimmed-mean",
    }),
    of("statistic.share", {
      symbol: "p",
      label: "Share p",
      explanation: "The smallest record with this share of all at or below it.",
      slider: { from: 0, to: 1, scale: "linear", start: 0.25 },
      start: "0.25",
      when: (state) => isRecords(state) && state["show"] !== "trim" && state["statistic"] === "quantile",
    }),
    of("statistic.rank", {
      symbol: "r",
      label: "Rank r",
      explanation: "The r-th smallest record.",
      slider: { from: 1, to: 100, scale: "linear", start: 1 },
      start: "1",
      when: (state) => isRecords(state) && state["show"] !== "trim" && state["statistic"] === "order",
    }),
    of("epsilon", {
      symbol: "ε",
      label: "Budget ε",
      explanation: "What one answer may cost: no record changes the odds of an answer by more than e^ε.",
      privacy: "smaller",
      start: "1",
      explained: "control/budget",
      when: () => true,
    }),
    of("smoothing", {
      symbol: "ρ",
      label: "Smoothing ρ",
      explanation: "An answer is as good as the best within ρ of it.",
      slider: { from: 0, to: 2, scale: "linear", start: 0 },
      start: "0",
    }),
    asked(description, "statistic-audit", "record", {
      symbol: "k",
      label: "Record k",
      explanation: "Which record becomes another, counted from 0 as they stand.",
      slider: { from: 0, to: 100, scale: "linear", start: 4 },
      start: "4",
      when: isShown("audit"),
    }),
    asked(description, "statistic-audit", "becomes", {
      symbol: "x′",
      label: "Becomes x′",
      explanation: "What it becomes. The line of records below the chart moves it too.",
      slider: { from: -10, to: 20, scale: "linear", start: 12 },
      start: "12",
      when: isShown("audit"),
    }),
    {
      name: "audited",
      explained: "inverse-sensitivity/audit",
      holds: "choice",
      label: "Whose answers",
      words: shortly(description, "statistic-audit", "mechanism"),
      start: "exact",
      when: isShown("audit"),
      refused: /^mechanism$/,
      help: meaning(description, "statistic-audit", "mechanism"),
    },
    {
      name: "mechanism",
      explained: "inverse-sensitivity/samples",
      holds: "choice",
      label: "Whose answers",
      words: shortly(description, "statistic-samples", "mechanism"),
      start: "exact",
      when: isShown("draws"),
      help: meaning(description, "statistic-samples", "mechanism"),
    },
    {
      name: "quantity",
      explained: "inverse-sensitivity/errors",
      holds: "choice",
      label: "Error",
      words: wordsOf(description, "statistic-errors", "quantity"),
      start: "mean",
      when: isShown("errors"),
    },
    {
      name: "length",
      explained: "inverse-sensitivity/tail",
      holds: "choice",
      rows: true,
      label: "Path length",
      words: [
        { word: "exact", meaning: "exact" },
        { word: "approximate", meaning: "approximate" },
      ],
      start: "exact",
      when: isShown("tail"),
      help: meaning(description, "statistic-tail", "length"),
    },
    {
      name: "radii",
      explained: "inverse-sensitivity/approximate",
      holds: "choice",
      rows: true,
      label: "Radii",
      words: wordsOf(description, "statistic-sensitivity", "radii").map(({ word }) => ({ word, meaning: word })),
      start: "tight",
      when: (state) => state["show"] === "sensitivity" || (state["show"] === "tail" && state["length"] === "approximate"),
      help: meaning(description, "statistic-sensitivity", "radii"),
    },
    {
      name: "scale",
      explained: "inverse-sensitivity/exact",
      holds: "choice",
      rows: true,
      label: "Densities drawn",
      words: [
        { word: "linear", meaning: "as they are" },
        { word: "log", meaning: "on a log axis" },
      ],
      start: "linear",
      when: isShown("staircase", "laws"),
      refused: /^logarithmic$/,
      ...MORE,
    },
    {
      name: "universe",
      explained: "inverse-sensitivity/universe",
      holds: "choice",
      rows: true,
      label: "Records may lie",
      words: [
        { word: "bounded", meaning: "in the interval" },
        { word: "unbounded", meaning: "anywhere" },
      ],
      start: "bounded",
      when: isRecords,
      refused: /^universe(\.kind)?$/,
      help: meaning(description, "statistic-laws", "universe"),
      ...DATA,
    },
    {
      name: "interval",
      explained: "inverse-sensitivity/universe",
      holds: "range",
      label: "Interval of answers, public",
      start: { from: "0", to: "12" },
      when: isRecords,
      refused: /^universe\.(lower|upper)$/,
      ...DATA,
    },
    {
      name: "mechanisms",
      explained: "inverse-sensitivity/errors",
      holds: "choices",
      label: "Mechanisms compared",
      words: shortly(description, "statistic-laws", "mechanisms"),
      start: () => ["exact", "tight", "laplace", "smooth-cauchy"],
      when: isShown("staircase", "laws", "errors"),
      ...MORE,
    },
    {
      name: "beside",
      explained: "inverse-sensitivity/approximate",
      holds: "choices",
      label: "Path lengths beside the exact one",
      words: shortly(description, "statistic-staircase", "beside"),
      start: () => ["tight"],
      when: isShown("staircase"),
      ...MORE,
    },
    of("delta", {
      symbol: "δ",
      label: "δ",
      explanation: "Of smooth Laplace noise and of the test before a release; all others have none.",
      privacy: "smaller",
      slider: { from: 1e-12, to: 0.1, scale: "log", start: 1e-6 },
      start: "1e-6",
      explained: "inverse-sensitivity/smooth-noise",
      when: (state) => has("smooth-laplace")(state) || has("propose-test-release")(state),
      ...MORE,
    }),
    of("degrees", {
      symbol: "ν",
      label: "Degrees of freedom ν",
      explanation: "Of Student noise; with one it is Cauchy noise.",
      slider: { from: 1, to: 30, scale: "log", start: 3 },
      start: "3",
      when: has("smooth-student"),
      ...MORE,
    }),
    {
      name: "constant",
      explained: "inverse-sensitivity/approximate",
      holds: "text",
      label: "One radius R",
      hint: "Empty: the global sensitivity, the smallest that is private.",
      start: "",
      when: (state) => has("constant")(state) || (state["show"] === "staircase" && state["beside"].includes("constant")),
      ...MORE,
    },
    {
      name: "proposed",
      explained: "inverse-sensitivity/propose-test-release",
      holds: "text",
      label: "Sensitivity proposed",
      hint: "Empty: a quarter of the global one.",
      start: "",
      when: has("propose-test-release"),
      ...MORE,
    },
    {
      name: "beta",
      explained: "inverse-sensitivity/smooth-sensitivity",
      holds: "text",
      label: "β of the smooth sensitivity",
      hint: "Empty: ε/2.",
      start: "",
      when: isShown("sensitivity"),
      ...MORE,
    },
    {
      name: "grid",
      explained: "inverse-sensitivity/grid",
      holds: "text",
      label: "Spacing of a grid of answers",
      hint: "Empty: a continuum, drawn with numbers of a computer as a demonstration. On a grid drawing is exact.",
      start: "",
      when: isRecords,
      ...MORE,
    },
    {
      name: "sigma",
      explained: "inverse-sensitivity/trim",
      holds: "text",
      label: "Deviation σ of one record",
      hint: "For what theory says of a trimmed mean; of the law that records are drawn from.",
      start: "1",
      when: isShown("errors"),
      ...MORE,
    },
    of("data.center", {
      symbol: "c",
      label: "Centre c",
      explanation: "What is added to every record of the shape.",
      slider: { from: -10, to: 10, scale: "linear", start: 0 },
      start: "0",
      when: isShaped,
      refused: /^data\.center$/,
      ...DATA,
    }),
    of("data.spread", {
      symbol: "w",
      label: "Spread w",
      explanation: "What every record of the shape is multiplied by.",
      slider: { from: 0.01, to: 100, scale: "log", start: 1 },
      start: "1",
      when: isShaped,
      refused: /^data\.spread$/,
      ...DATA,
    }),
    {
      name: "placed",
      explained: "inverse-sensitivity/records",
      holds: "choice",
      rows: true,
      label: "Records are",
      words: [
        { word: "quantiles", meaning: "quantiles of the shape" },
        { word: "drawn", meaning: "drawn from it" },
      ],
      start: "quantiles",
      when: isShaped,
      ...DATA,
    },
    of("data.seed", {
      name: "record-seed",
      symbol: "s",
      label: "Seed of the records",
      explanation: "Another seed, other records.",
      slider: { from: 1, to: 100, scale: "linear", start: 1 },
      start: "1",
      next: "Other records",
      explained: "inverse-sensitivity/records",
      when: (state) => isShaped(state) && state["placed"] === "drawn",
      refused: /^data\.seed$/,
      ...DATA,
    }),
  ]);
}
