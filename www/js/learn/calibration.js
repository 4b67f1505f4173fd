// How much noise and regularization keep a budget, by every bound.

import { capital, element, unbroken } from "../element.js";
import { ask } from "../engine.js";
import { printUp } from "../ladder.js";
import { Refused } from "../views/inquiry.js";
import { calibrationQuestion } from "./state.js";

/** @typedef {import("../../pkg/people/dpscope.js").Answer} Answer */
/** @typedef {import("../../pkg/people/dpscope.js").Calibrated} Calibrated */
/** @typedef {import("./state.js").State} State */

/** Digits of a printed setting. */
const DIGITS = 5;

const COLUMNS = ["By", "Noise σ ≥", "Regularization λ ≥", "Least f with which some λ is enough", "Noise σ ≥ at the λ of the setting"];

export class Calibration {
  #sentence = element("p", { role: "status" });
  #caption = element("caption");
  #body = element("tbody");
  #told;
  element;

  /** @param {{refused: (refusal: import("../../pkg/accounting/dpscope.js").Refusal) => void, failed: () => void}} told */
  constructor(told) {
    this.#told = told;
    this.element = element(
      "div",
      { class: "learn-part" },
      this.#sentence,
      element(
        "div",
        { class: "rival-table", role: "region", tabindex: 0, "aria-label": "Settings that keep the budget" },
        element(
          "table",
          {},
          this.#caption,
          element("thead", {}, element("tr", {}, ...COLUMNS.map((name) => element("th", { scope: "col" }, name)))),
          this.#body,
        ),
      ),
    );
  }

  /** @param {State} state */
  async update(state) {
    try {
      const question = calibrationQuestion(state);
      this.#caption.textContent = caption(state);
      const answer = /** @type {Answer | undefined} */ (await ask(question, { channel: this }));
      if (answer?.answer === "refused") this.#told.refused(answer);
      if (answer?.answer !== "calibrate-objective-perturbation") return;
      this.#sentence.replaceChildren(...unbroken(answer.sentence));
      this.#body.replaceChildren(...answer.settings.map(row));
    } catch (error) {
      if (error instanceof Refused) this.#told.refused(error.refusal);
      else this.#told.failed();
    }
  }
}

/** @param {Calibrated} setting */
function row({ title, sigma, regularization, "least-factor": factor, "sigma-at": sigmaAt }) {
  const cell = (/** @type {number | null | undefined} */ value, /** @type {string} */ none) =>
    element("td", {}, typeof value === "number" ? printUp(value, DIGITS) : none);
  return element(
    "tr",
    {},
    element("th", { scope: "row" }, capital(title)),
    cell(sigma, "–"),
    cell(regularization, "none is enough"),
    cell(factor, "–"),
    cell(sigmaAt, "–"),
  );
}

/** @param {State} state */
function caption({ loss, determinant, tolerance, output_noise }) {
  const near = `Near the minimum: τ = ${tolerance.trim()}, σ_out = ${output_noise.trim()}.`;
  const tight = determinant === "tight" ? " All but the bound of Kifer, Smith and Thakurta 2012 by the tight determinant, an extension." : "";
  const linear = loss === "general" ? " They are for generalized linear losses; of other losses there are none here." : "";
  return `Settings that keep the budget, rounded up to the safe side. ${near}${tight}${linear}`;
}
