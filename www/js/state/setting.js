// What a person has set, as typed, and the questions that it becomes. Nothing is judged here: text that
// is no number goes to the core as text, and the core says what is allowed.

import { print } from "../ui/slider-stops.js";

/** @typedef {import("../core/engine.js").Description} Description */
/** @typedef {import("../../pkg/accounting/dpscope.js").Parameter} Parameter */
/** @typedef {import("../../pkg/accounting/dpscope.js").Accountant} Accountant */

/**
 * @typedef {object} Setting
 * @property {string} mechanism the kind
 * @property {Record<string, string>} values the text of each parameter of the mechanism
 * @property {string} delta
 * @property {string} neighbours
 * @property {string} sampling `none`, or how the people of a release are drawn
 * @property {string} rate the share of the people that is drawn; without meaning if all take part
 */

/** Accountants that answer while a slider moves. */
export const QUICK = /** @type {const} */ (["exact", "fourier", "rdp"]);

/** Everyone takes part. */
export const NO_SAMPLING = "none";

/** How the people of a release are drawn. */
export const SAMPLINGS = [
  { word: NO_SAMPLING, name: "no", meaning: "None: everyone takes part" },
  { word: "poisson", name: "Poisson", meaning: "Poisson: each by chance" },
  { word: "subset", name: "subset", meaning: "Subset: of a fixed size" },
];

/** @type {Parameter} */
export const RATE = {
  name: "rate",
  symbol: "q",
  label: "Sampling rate q",
  unit: "share of the people",
  explanation: "How many take part, drawn anew and in secret for each release; the fewer, the better each one hides.",
  range: { from: 0, to: 1, "to-included": true, whole: false },
  slider: { from: 1e-6, to: 1, scale: "log", start: 0.01 },
  privacy: "smaller",
};

/** @type {Parameter} */
export const EPSILON = {
  name: "epsilon",
  symbol: "ε",
  label: "Privacy loss ε",
  unit: "budget",
  explanation: "How much more likely any outcome may be with a person than without, as a logarithm.",
  range: { from: 0, to: 1e15, "to-included": true, whole: false },
  slider: { from: 0.01, to: 20, scale: "log", start: 1 },
  privacy: "smaller",
};

/** Keys that the setting itself uses in the address, and a chart among its attributes. */
const TAKEN = new Set(["v", "view", "mechanism", "delta", "neighbours", "sampling", "rate"]);

/**
 * The key of a mechanism's parameter: its name, unless the setting itself has one of that name.
 * @param {string} parameter
 */
export const keyOf = (parameter) => (TAKEN.has(parameter) ? `mechanism-${parameter}` : parameter);

/**
 * The setting with everything that `given` does not know at its start.
 * @param {Description} description
 * @param {(key: string) => string | null | undefined} given
 * @returns {Setting}
 */
export function complete(description, given) {
  // Parameters once had underscores in their names.
  const written = (/** @type {string} */ key) => given(key) ?? given(key.replaceAll("-", "_"));
  const start = (/** @type {Parameter} */ { slider }, /** @type {string} */ key) => written(key) ?? print(slider.start);
  const mechanism = given("mechanism") ?? description.mechanisms[0]?.kind ?? "";
  return {
    mechanism,
    values: Object.fromEntries(
      parametersOf(description, mechanism).map((parameter) => [
        parameter.name,
        start(parameter, keyOf(parameter.name)),
      ]),
    ),
    delta: start(description.delta, "delta"),
    neighbours: given("neighbours") ?? description.neighbours[0]?.word ?? "",
    sampling: given("sampling") ?? NO_SAMPLING,
    rate: start(RATE, "rate"),
  };
}

/**
 * The mechanisms that sliders can set; those that take a list of points are not among them.
 * @param {Description} description
 */
export function offered(description) {
  return description.mechanisms.filter(({ points }) => points === undefined);
}

/**
 * The parameters of a mechanism; none for an unknown one.
 * @param {Description} description
 * @param {string} kind
 * @returns {readonly Parameter[]}
 */
export function parametersOf(description, kind) {
  return description.mechanisms.find((mechanism) => mechanism.kind === kind)?.parameters ?? [];
}

/**
 * The words of a parameter that is only off or on; nothing for one that is a number.
 * @param {Description} description
 * @param {string} kind
 * @param {string} name
 */
export function switchOf(description, kind, name) {
  return description.mechanisms.find((mechanism) => mechanism.kind === kind)?.switches?.find((one) => one.name === name);
}

/**
 * The points that a mechanism starts with, one on each line; nothing for one that takes none.
 * @param {Description} description
 * @param {string} kind
 */
export function firstPoints(description, kind) {
  const { points } = description.mechanisms.find((mechanism) => mechanism.kind === kind) ?? {};
  return points?.start.map((point) => point.map(print).join(" ")).join("\n");
}

/**
 * Points as the core reads them.
 * @param {string} text a point on each line
 */
export function pointsOf(text) {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => line.trim().split(/[\s,;]+/).map(number));
}

/**
 * "Draw every ε and its δ, and mark this δ."
 * @param {Setting} setting
 * @param {string} view
 * @param {readonly Accountant[]} [accountants] the core chooses if absent
 */
export function curveQuestion(setting, view, accountants) {
  const mark = { delta: number(setting.delta) };
  return { ask: "curve", view, ...releases(setting), mark, picture: true, accountants };
}

/** @param {Setting} setting */
function releases({ mechanism, values, neighbours, sampling, rate }) {
  const parameters = Object.entries(values).map(([name, text]) => [name, number(text)]);
  const sampled = sampling === NO_SAMPLING ? {} : { sampling: { kind: sampling, rate: number(rate) } };
  return {
    neighbours,
    releases: [{ count: 1, mechanism: { kind: mechanism, ...Object.fromEntries(parameters) }, ...sampled }],
  };
}

/**
 * The key of the control that a refused path belongs to: `releases[0].mechanism.sigma` → `sigma`.
 * @param {string} path
 */
export function fieldOf(path) {
  const [last = "", parent] = path.split(".").reverse();
  if (last === "kind" && parent) return parent;
  return parent === "mechanism" ? keyOf(last) : last;
}

/**
 * The finite decimal number that the text is, or the text.
 * @param {string} text
 * @returns {number | string}
 */
export function number(text) {
  const plain = text.trim().replace("−", "-");
  const decimal = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain);
  return decimal && Number.isFinite(Number(plain)) ? Number(plain) : text;
}

/**
 * The numbers of a text, separated by blanks, commas or semicolons; what is none stays as it is.
 * @param {string} text
 */
export const numbers = (text) => text.split(/[\s,;]+/).filter(Boolean).map(number);

/** The most of a wrong text that a complaint repeats. */
const EXCERPT = 60;

/**
 * What is wrong with a text; nothing if nothing is said to be allowed instead.
 * @param {string} typed
 * @param {string | undefined} allowed
 */
export function complaint(typed, allowed) {
  if (allowed === undefined) return "";
  if (typed.trim() === "") return `Nothing is typed here; it must be ${allowed}.`;
  const text = typed.length > EXCERPT ? `${typed.slice(0, EXCERPT)}…` : typed;
  return `${typeof number(typed) === "number" ? text.trim() : `“${text}”`} is not ${allowed}.`;
}

/**
 * What noise is divided by under a relation, in a sentence; nothing for a word that is none.
 * @param {Description} description
 * @param {string} neighbours
 * @param {readonly {sampling: string}[]} releases
 */
export function unitOf({ neighbours: relations }, neighbours, releases) {
  const relation = relations.find(({ word }) => word === neighbours);
  if (!relation) return "";
  const subset = releases.some(({ sampling }) => sampling === "subset") && neighbours !== "replace";
  return subset ? `${relation.sensitivity} ${relation["sensitivity-of-subset"]}` : relation.sensitivity;
}
