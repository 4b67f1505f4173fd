// What the page of sampling shows, as its address and the attribute of <dp-sampling> hold it:
//
//   #v=2&show=bounds&mechanism=gaussian&sigma=5&rate=0.001&delta=1e-8&panes=six
//
// `panes=six` draws the six mechanisms of the source's figures instead of the one that is set; `mean` is
// that of Q in the picture of the condition.

import { complete, keyed } from "../setting.js";

/** @typedef {import("../engine.js").Description} Description */

/**
 * @typedef {object} State
 * @property {string} show
 * @property {string} kind of mechanism
 * @property {Record<string, string>} values the text of each of its parameters
 * @property {string} rate
 * @property {string} delta
 * @property {boolean} six
 * @property {string} mean
 */

/** What can be shown. */
export const SHOWS = [
  { word: "profiles", meaning: "Profiles" },
  { word: "bounds", meaning: "Rényi bounds" },
  { word: "terms", meaning: "Few terms" },
  { word: "growth", meaning: "Growth" },
  { word: "condition", meaning: "The condition" },
];

/** Shows that have a pane for each of the six mechanisms. */
export const PANED = ["bounds", "terms", "growth"];

/** The mechanisms of the source's figures, each with more noise and with less. @type {readonly {kind: string, values: Record<string, string>}[]} */
export const SIX = [
  { kind: "gaussian", values: { sigma: "5" } },
  { kind: "gaussian", values: { sigma: "1" } },
  { kind: "laplace", values: { scale: "2" } },
  { kind: "laplace", values: { scale: "0.5" } },
  { kind: "randomized-response", values: { truth: "0.6" } },
  { kind: "randomized-response", values: { truth: "0.9" } },
];

/** Means of Q whose picture is stored; tests/figures.rs has the same. */
export const MEANS = ["0.3", "0.5", "0.6", "1", "1.5", "2"];

/** What the page opens with. @type {Record<string, string>} */
const START = { mechanism: "gaussian", sigma: "1", rate: "0.1", delta: "1e-5" };

/**
 * @param {string} text of an address, with or without `#`
 * @param {Description} description
 * @returns {State}
 */
export function read(text, description) {
  const pairs = new URLSearchParams(text.replace(/^#/, ""));
  const opened = pairs.has("mechanism") || pairs.has("show");
  const { mechanism, values, rate, delta } = complete(description, (key) => pairs.get(key) ?? (opened ? undefined : START[key]));
  const [show, mean] = [pairs.get("show") ?? "", pairs.get("mean") ?? ""];
  return {
    show: SHOWS.some(({ word }) => word === show) ? show : "profiles",
    kind: mechanism,
    values,
    rate,
    delta,
    six: pairs.get("panes") === "six",
    mean: MEANS.includes(mean) ? mean : "0.6",
  };
}

/**
 * @param {State} state
 * @returns {string} the hash, with `#`
 */
export function write({ show, kind, values, rate, delta, six, mean }) {
  const { sampling, neighbours, ...held } = keyed({ mechanism: kind, values, delta, neighbours: "", sampling: "poisson", rate });
  const words = { v: "2", show, ...held, ...(six ? { panes: "six" } : {}), ...(show === "condition" ? { mean } : {}) };
  return `#${new URLSearchParams(words)}`;
}
