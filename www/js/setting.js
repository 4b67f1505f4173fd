// What a person has set, as typed, and the questions that it becomes. Nothing is judged here: text that
// is no number goes to the core as text, and the core says what is allowed.

import { print } from "./ladder.js";

/** @typedef {import("./engine.js").Description} Description */
/** @typedef {import("../pkg/dpscope.js").Parameter} Parameter */

/**
 * @typedef {object} Setting
 * @property {string} mechanism the kind
 * @property {Record<string, string>} values the text of each parameter of the mechanism
 * @property {string} delta
 * @property {string} neighbours
 */

/**
 * The setting with everything that `given` does not know at its start.
 * @param {Description} description
 * @param {(name: string) => string | null | undefined} given
 * @returns {Setting}
 */
export function complete(description, given) {
  const start = (/** @type {Parameter} */ parameter) => given(parameter.name) ?? print(parameter.slider.start);
  const mechanism = given("mechanism") ?? description.mechanisms[0]?.kind ?? "";
  return {
    mechanism,
    values: Object.fromEntries(
      parametersOf(description, mechanism).map((parameter) => [parameter.name, start(parameter)]),
    ),
    delta: start(description.delta),
    neighbours: given("neighbours") ?? description.neighbours[0]?.word ?? "",
  };
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
 * "What is my ε at this δ?"
 * @param {Setting} setting
 */
export function planQuestion(setting) {
  return { ask: "plan", ...releases(setting), target: { delta: number(setting.delta) } };
}

/**
 * "Draw every ε and its δ, and mark this δ."
 * @param {Setting} setting
 * @param {string} view
 */
export function curveQuestion(setting, view) {
  return { ask: "curve", view, ...releases(setting), mark: { delta: number(setting.delta) }, picture: true };
}

/** @param {Setting} setting */
function releases({ mechanism, values, neighbours }) {
  const parameters = Object.entries(values).map(([name, text]) => [name, number(text)]);
  return {
    neighbours,
    releases: [{ count: 1, mechanism: { kind: mechanism, ...Object.fromEntries(parameters) } }],
  };
}

/**
 * The control that a refused path belongs to: `releases[0].mechanism.sigma` → `sigma`.
 * @param {string} path
 */
export function fieldOf(path) {
  const last = path.split(".").at(-1) ?? "";
  return last === "kind" ? "mechanism" : last;
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
