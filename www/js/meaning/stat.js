// A number in large type with its name, its unit and its explanation.

import { element } from "../ui/element.js";
import { explainButton } from "../explain/button.js";

/** @typedef {import("../explain/entry.js").Subject} Subject */

export class Stat {
  #value = element("span", { class: "dp-stat-value" });
  #unit = element("span", { class: "dp-stat-unit" });
  element;

  /**
   * @param {string} name
   * @param {() => Subject | undefined} subject
   */
  constructor(name, subject) {
    this.element = element(
      "div",
      {},
      element("dt", {}, name),
      element("dd", {}, this.#value, " ", this.#unit),
      element("dd", {}, explainButton(name.toLowerCase(), subject)),
    );
  }

  /**
   * @param {string} text
   * @param {string} unit
   */
  show(text, unit) {
    this.#value.textContent = text;
    this.#unit.textContent = unit;
  }
}
