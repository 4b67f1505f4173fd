// The choices of the page of learning that are words. An address may hold any text: one that a choice does not have
// is kept and refused as the core refuses what it does not know, with the field, the text and what is allowed.

import { element } from "../element.js";
import { Switch } from "../instance/words.js";
import { Refused } from "../views/inquiry.js";

/** @typedef {import("../../pkg/accounting/dpscope.js").Refusal} Refusal */
/** @typedef {import("./state.js").State} State */

/** People of one's own, which no address holds. */
export const OWN = "own";

/** What each word of a choice means. */
const WORDS = {
  minimum: { exact: "the exact minimum", near: "a point near it" },
  loss: { linear: "generalized linear", general: "any convex loss" },
  determinant: { published: "as published", tight: "tight (extension)" },
  several: { epsilon: "ε against how many", delta: "δ against ε" },
  data: {
    penguins: "342 penguins: Adélie or not",
    halton200: "200 people on two sides of a gap",
    "two-gaussians": "500 drawn: two clouds",
    "margin-blobs": "500 drawn: two halves with a gap",
    ring: "500 drawn: a disc in a ring, which no line separates",
    "heavy-tail": "500 drawn: a few far out",
    "regression-line": "500 drawn: a line with outliers, for regression",
    [OWN]: "your own table",
  },
};

/** @typedef {keyof typeof WORDS} Name of a choice */

/** @param {Name} name */
export const words = (name) => Object.entries(WORDS[name]).map(([word, meaning]) => ({ word, meaning }));

/**
 * Why the text of a choice is refused, if it is.
 * @param {Name} name
 * @param {string} text
 * @returns {Refusal | undefined}
 */
export function refusalOf(name, text) {
  const known = Object.keys(WORDS[name]);
  if (known.includes(text)) return undefined;
  const [value, allowed] = [JSON.stringify(text), `one of ${known.slice(0, -1).join(", ")} or ${known.at(-1)}`];
  return { path: name, value, allowed, message: `${name}: ${value} is not ${allowed}` };
}

/**
 * The word of a choice, as questions use it.
 * @param {State} state
 * @param {Name} name
 */
export function wordOf(state, name) {
  const refusal = refusalOf(name, state[name]);
  if (refusal) throw new Refused(refusal);
  return state[name];
}

/** A row of the words of a choice, and what is wrong with another text. */
export class Words {
  #name;
  #switch;
  #error;
  element;

  /**
   * @param {Exclude<Name, "data">} name
   * @param {string} legend
   * @param {(change: Partial<State>, control: unknown, finished: boolean) => void} changed
   */
  constructor(name, legend, changed) {
    this.#name = name;
    this.#switch = new Switch(name, legend, words(name), (word) => changed({ [name]: word }, name, true));
    this.#error = element("p", { class: "error", id: `${name}-error` });
    this.#switch.element.setAttribute("aria-describedby", this.#error.id);
    this.element = element("div", { class: "group" }, this.#switch.element, this.#error);
  }

  /** @param {State} state */
  show(state) {
    const text = state[this.#name];
    this.#switch.value = text;
    this.#error.textContent = refusalOf(this.#name, text)?.message ?? "";
  }

  /**
   * Whether a refusal is of this choice, which has said so.
   * @param {Refusal} refusal
   */
  refuse({ path }) {
    return path === this.#name;
  }
}
