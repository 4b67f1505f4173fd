// The fields of a laboratory page: what each holds, how it is set, and under which words of the address it stands. The
// form (form.js) and the address (codec.js) are made from one list of them.

import { parametersOf } from "./setting.js";

/** @typedef {import("../core/engine.js").Description} Description */
/** @typedef {import("../../pkg/accounting/dpscope.js").Parameter} Parameter */
/** @typedef {{word: string, meaning: string}} Word */
/** @typedef {{value: string, name: string}} Preset a number with a name of its own, such as π/2 */
/** @typedef {import("../ui/mechanism-list.js").Item} Item */
/** @typedef {import("../plan/model.js").Release} Release */

/**
 * What is set, by the name of the field: a text; of a choice of several words the words; of mechanisms and releases
 * what was typed for each; of a range both ends.
 * @typedef {Record<string, any>} State
 */

/**
 * @typedef {object} Common
 * @property {string} name in the state, and in the address unless `key` is another
 * @property {(state: State) => boolean} [when] whether it has a meaning, so that it is offered
 * @property {RegExp} [refused] the paths of refusals that belong to it; those that end in its name if absent
 * @property {string} [group] the heading under which it stands
 * @property {boolean} [folded] whether the group is closed until a person opens it
 * @property {string} [explained] the field whose explanation it borrows, or the id of an entry; its own if absent, of a choice none
 * @property {boolean} [elsewhere] set on the stage, so that the form has no control of it
 */

/** @typedef {Common & {holds: "number", parameter: Parameter, start: string, presets?: readonly Preset[], next?: string}} NumberField a text that should be a number, with a slider; `next` is what a button says that takes the next whole number */
/** @typedef {Common & {holds: "choice", label: string, words: readonly Word[], start: string, rows?: boolean, help?: (word: string, state: State) => string, former?: Record<string, string>}} ChoiceField one word; `rows` for a row of buttons instead of a list */
/** @typedef {Common & {holds: "choices", label: string, words: readonly Word[], start: (state: State) => readonly string[], former?: Record<string, string>}} ChoicesField some of the words, at least one */
/** @typedef {Common & {holds: "mechanism", label?: string, kinds?: readonly string[], points?: boolean, start: Item}} MechanismField `points` to offer those that are given by points too */
/** @typedef {Common & {holds: "mechanisms", key: string, label?: string, points?: boolean, add: string, most: number, start: readonly Item[], fresh: (at: number) => Item}} MechanismsField */
/** @typedef {Common & {holds: "releases", label?: string, add: string, most: number, start: readonly Release[], fresh: (at: number) => Release}} ReleasesField */
/** @typedef {Common & {holds: "range", label: string, start: {from: string, to: string}}} RangeField two ends */
/** @typedef {Common & {holds: "text", start: string, label?: string, hint?: string, lines?: number}} TextField a text of one line or several; without a label no control of the form sets it */
/** @typedef {NumberField | ChoiceField | ChoicesField | MechanismField | MechanismsField | ReleasesField | RangeField | TextField} Field */

/**
 * A number, as the core describes those of its mechanisms.
 * @param {Parameter} parameter
 * @param {Partial<Omit<NumberField, "holds" | "parameter">> & {start: string}} given
 * @returns {NumberField}
 */
export const number = (parameter, given) => ({ holds: "number", name: parameter.name, parameter, ...given });

/**
 * A number that a question of the core describes, in words for a person.
 * @param {Description} description
 * @param {string} question
 * @param {string} path of the field, such as `report.gradient`; its last part is the name here
 * @param {{symbol: string, label: string, explanation: string, privacy?: Parameter["privacy"], slider?: Parameter["slider"], unit?: string} & Partial<Omit<NumberField, "holds" | "parameter">> & {start: string}} given
 * @returns {NumberField}
 */
export function asked(description, question, path, { symbol, label, explanation, privacy = "neither", slider, unit, ...rest }) {
  const field = described(description, question, path);
  if (field?.holds !== "number") throw new Error(`${question} has no number ${path}`);
  const travel = slider ?? field.slider;
  if (!travel) throw new Error(`${question}.${path} has no slider`);
  const name = rest.name ?? field.name;
  const parameter = { name, symbol, label, explanation, privacy, unit: unit ?? field.unit ?? "", range: field.range, slider: travel };
  return { holds: "number", parameter, ...rest, name };
}

/**
 * A parameter of a mechanism, as the core describes it.
 * @param {Description} description
 * @param {string} kind of the mechanism
 * @param {string} name
 * @param {Partial<Omit<NumberField, "holds" | "parameter">> & {start: string}} given
 * @returns {NumberField}
 */
export function parameterOf(description, kind, name, given) {
  const parameter = parametersOf(description, kind).find((one) => one.name === name);
  if (!parameter) throw new Error(`${kind} has no ${name}`);
  return number(parameter, given);
}

/**
 * What of a laboratory is on show: one of several things, each with a name and what is seen of it.
 * @param {Readonly<Record<string, {name: string, seen: string}>>} shows
 * @param {string} start
 * @returns {ChoiceField}
 */
export const showOf = (shows, start) => ({
  name: "show",
  holds: "choice",
  rows: true,
  label: "Show",
  explained: "control/on-show",
  words: Object.entries(shows).map(([word, { name }]) => ({ word, meaning: name })),
  start,
  help: (word) => shows[word]?.seen ?? "",
});

/**
 * The words of a choice that a question of the core describes.
 * @param {Description} description
 * @param {string} question
 * @param {string} path of the field, such as `data.generator`
 * @returns {readonly Word[]}
 */
export function wordsOf(description, question, path) {
  const field = described(description, question, path);
  if (field?.holds === "choice" || field?.holds === "choices") return field.words;
  if (field?.holds === "variants" || field?.holds === "selects") return field.variants;
  throw new Error(`${question} has no choice ${path}`);
}

/** A described field with what it holds, which its generated type leaves out. @typedef {import("../../pkg/accounting/dpscope.js").Field & import("../../pkg/accounting/dpscope.js").Kind} Described */

/**
 * A field of a question, also one inside another.
 * @param {Description} description
 * @param {string} question
 * @param {string} path
 * @returns {Described | undefined}
 */
function described({ questions }, question, path) {
  let fields = /** @type {Described[]} */ (questions.find(({ word }) => word === question)?.fields ?? []);
  /** @type {Described | undefined} */
  let found;
  for (const name of path.split(".")) {
    found = fields.find((field) => field.name === name);
    fields = found ? inside(found) : [];
  }
  return found;
}

/** The fields inside a field, whatever word decides about them. @param {Described} field @returns {Described[]} */
function inside(field) {
  const fields = "variants" in field ? field.variants.flatMap((variant) => variant.fields) : "fields" in field ? field.fields : [];
  return /** @type {Described[]} */ (fields);
}

/**
 * What a field starts with, where that depends on the others.
 * @param {Field} field
 * @param {State} state
 */
export const startOf = (field, state) => (field.holds === "choices" ? field.start(state) : field.start);
