// Sliders of one group of fields, which hold part of the state of the page.

import "../dp-slider.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("../../pkg/accounting/dpscope.js").Parameter} Parameter */
/** @typedef {import("../dp-slider.js").DpSlider} DpSlider */

export class Form {
  /** @type {Map<keyof State, DpSlider>} */
  #sliders = new Map();

  /**
   * @param {readonly Parameter[]} parameters
   * @param {(change: Partial<State>, control: unknown, finished: boolean) => void} changed
   */
  constructor(parameters, changed) {
    for (const described of parameters) {
      const name = /** @type {keyof State} */ (described.name);
      const slider = /** @type {DpSlider} */ (document.createElement("dp-slider"));
      slider.parameter = described;
      slider.addEventListener("input", () => changed({ [name]: slider.value }, slider, false));
      slider.addEventListener("change", () => changed({ [name]: slider.value }, slider, true));
      this.#sliders.set(name, slider);
    }
  }

  /** All of them. */
  get elements() {
    return [...this.#sliders.values()];
  }

  /** @param {State} state */
  show(state) {
    for (const [name, slider] of this.#sliders) {
      if (slider.value !== state[name]) slider.value = state[name];
      slider.error = "";
    }
  }

  /**
   * Says at its field what the core refused.
   * @param {{path: string, message: string}} refusal
   * @returns {boolean} whether the field is here
   */
  refuse({ path, message }) {
    const name = path.replace(/\[\d+\]$/, "").replace(/^deltas$/, "delta").replace(/^approximate\./, "").replaceAll("-", "_");
    const slider = this.#sliders.get(/** @type {keyof State} */ (name));
    if (slider) slider.error = message;
    return slider !== undefined;
  }
}
