// What is released and how its cost is counted: the minimum or a point near it, of which losses, by which
// determinant. The numbers of a choice are there while it holds.

import { element } from "../element.js";
import { Form } from "./form.js";
import { DIMENSION, NEAR } from "./parameters.js";
import { Words } from "./words.js";

/** @typedef {import("./state.js").State} State */

/** @param {string} text */
const help = (text) => element("p", { class: "help" }, text);

export class Released {
  #near;
  #dimension;
  #parts;
  elements;

  /** @param {(change: Partial<State>, control: unknown, finished: boolean) => void} changed */
  constructor(changed) {
    const minimum = new Words("minimum", "What is released", changed);
    const loss = new Words("loss", "Loss", changed);
    const determinant = new Words("determinant", "Determinant", changed);
    this.#near = new Form(NEAR, changed);
    this.#dimension = new Form([DIMENSION], changed);
    this.#parts = [minimum, loss, determinant, this.#near, this.#dimension];
    this.elements = [
      minimum.element,
      ...this.#near.elements,
      loss.element,
      help("Logistic and squared loss of a linear model are generalized linear. For any other convex loss nothing ties the noise to one direction, and the bound grows with the dimension."),
      ...this.#dimension.elements,
      determinant.element,
      help("How the curvature of one person is counted: as published it costs −ln(1 − β/λ) and needs λ > β. The tight form, ln(1 + β/λ), holds for every λ; it is an extension of this tool, not in the publication."),
    ];
  }

  /** @param {State} state */
  show(state) {
    for (const part of this.#parts) part.show(state);
    for (const slider of this.#near.elements) slider.hidden = state.minimum !== "near";
    for (const slider of this.#dimension.elements) slider.hidden = state.loss !== "general";
  }

  /**
   * Says at its field what the core refused.
   * @param {import("../../pkg/accounting/dpscope.js").Refusal} refusal
   * @returns {boolean} whether the field is here
   */
  refuse(refusal) {
    return this.#parts.some((part) => part.refuse(refusal));
  }
}
