// A row of words of which one holds.

import { capital, element } from "../element.js";

/** @typedef {{word: string, meaning: string}} Word */

export class Switch {
  /** @type {HTMLInputElement[]} */
  #inputs = [];
  element;

  /**
   * @param {string} name
   * @param {string} legend
   * @param {readonly Word[]} words
   * @param {(word: string) => void} chosen
   */
  constructor(name, legend, words, chosen) {
    const labels = words.map(({ word, meaning }) => {
      const input = element("input", { type: "radio", name, value: word });
      input.addEventListener("change", () => chosen(word));
      this.#inputs.push(input);
      return element("label", {}, input, element("span", {}, capital(meaning)));
    });
    this.element = element(
      "fieldset",
      { class: "switch" },
      element("legend", {}, legend),
      element("div", { class: "switch-words" }, ...labels),
    );
  }

  set value(/** @type {string} */ word) {
    for (const input of this.#inputs) input.checked = input.value === word;
  }
}
