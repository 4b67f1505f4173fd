// What is released and how its cost is counted: the minimum or a point near it, of which losses, by which
// determinant. The numbers of a choice are there while it holds.

import { element } from "../element.js";
import { Switch } from "../instance/words.js";
import { Form } from "./form.js";
import { DIMENSION, NEAR } from "./parameters.js";
import { words } from "./state.js";

/** @typedef {import("./state.js").State} State */

/** @param {string} text */
const help = (text) => element("p", { class: "help" }, text);

export class Released {
  #minimum;
  #loss;
  #determinant;
  #near;
  #dimension;
  elements;

  /** @param {(change: Partial<State>, control: unknown, finished: boolean) => void} changed */
  constructor(changed) {
    const choice = (/** @type {"minimum" | "loss" | "determinant"} */ name, /** @type {string} */ legend) =>
      new Switch(name, legend, words(name), (word) => changed({ [name]: word }, name, true));
    this.#minimum = choice("minimum", "What is released");
    this.#loss = choice("loss", "Loss");
    this.#determinant = choice("determinant", "Determinant");
    this.#near = new Form(NEAR, changed);
    this.#dimension = new Form([DIMENSION], changed);
    this.elements = [
      this.#minimum.element,
      ...this.#near.elements,
      this.#loss.element,
      help("Logistic and squared loss of a linear model are generalised linear. For any other convex loss nothing ties the noise to one direction, and the bound grows with the dimension."),
      ...this.#dimension.elements,
      this.#determinant.element,
      help("How the curvature of one person is counted: as published it costs −ln(1 − β/λ) and needs λ > β. The tight form, ln(1 + β/λ), holds for every λ; it is an extension of this tool, not in the publication."),
    ];
  }

  /** @param {State} state */
  show(state) {
    this.#minimum.value = state.minimum;
    this.#loss.value = state.loss;
    this.#determinant.value = state.determinant;
    this.#near.show(state);
    this.#dimension.show(state);
    for (const slider of this.#near.elements) slider.hidden = state.minimum !== "near";
    for (const slider of this.#dimension.elements) slider.hidden = state.loss !== "general";
  }

  /**
   * Says at its field what the core refused.
   * @param {{path: string, message: string}} refusal
   * @returns {boolean} whether the field is here
   */
  refuse(refusal) {
    return this.#near.refuse(refusal) || this.#dimension.refuse(refusal);
  }
}
