// Small controls of the page: buttons, and a row of words of which one holds.

import { capital, element } from "./element.js";
import { icon } from "./icons.js";

/** @typedef {import("./icons.js").Icon} Icon */

/**
 * @param {string} text
 * @param {() => void} act
 * @param {Record<string, string | boolean>} [attributes]
 */
export function button(text, act, attributes = {}) {
  const made = element("button", { type: "button", class: "button", ...attributes }, text);
  made.addEventListener("click", act);
  return made;
}

/**
 * A button that shows only a picture.
 * @param {Icon} name
 * @param {string} label
 * @param {() => void} act
 */
export function iconButton(name, label, act) {
  const made = element("button", { type: "button", class: "icon-button", "aria-label": label, title: label }, icon(name));
  made.addEventListener("click", act);
  return made;
}

/**
 * Names a button anew.
 * @param {Element} made
 * @param {string} label
 */
export function rename(made, label) {
  if (made.getAttribute("aria-label") === label) return;
  made.setAttribute("aria-label", label);
  made.setAttribute("title", label);
}

export class Switch {
  #options;
  element;

  /**
   * @param {string} name
   * @param {string} legend
   * @param {readonly {word: string, meaning: string}[]} words
   */
  constructor(name, legend, words) {
    this.#options = words.map(({ word }) => element("input", { type: "radio", name, value: word }));
    this.element = element(
      "fieldset",
      { class: "switch" },
      element("legend", {}, legend),
      element(
        "div",
        { class: "switch-words" },
        ...words.map(({ meaning }, at) =>
          element("label", {}, /** @type {Node} */ (this.#options[at]), element("span", {}, capital(meaning))),
        ),
      ),
    );
  }

  get value() {
    return this.#options.find(({ checked }) => checked)?.value ?? "";
  }

  set value(word) {
    for (const option of this.#options) option.checked = option.value === word;
  }

  /** @param {(word: string) => void} chosen */
  onChange(chosen) {
    // Whoever holds the switch hears of it here, and not also as of a field.
    this.element.addEventListener("input", (event) => event.stopPropagation());
    this.element.addEventListener("change", (event) => {
      event.stopPropagation();
      chosen(this.value);
    });
  }
}
