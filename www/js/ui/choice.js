// One choice of several words: a labelled select, what is wrong with it, and what the chosen one means.
// A text that is none of the words, as an address may hold, is kept until one is chosen.

import { element } from "./element.js";

/** @typedef {{word: string, meaning: string}} Word */

export class Choice {
  #select;
  #error;
  #typed = "";
  element;

  /**
   * @param {string} name
   * @param {string} label
   * @param {readonly Word[]} words
   * @param {Node} [help] explains what is chosen
   */
  constructor(name, label, words, help) {
    const ids = { error: `${name}-error`, help: `${name}-help` };
    this.#error = element("p", { class: "error", id: ids.error });
    this.#select = element(
      "select",
      { id: name, "aria-describedby": help ? `${ids.error} ${ids.help}` : ids.error },
      ...options(words),
    );
    this.element = element(
      "div",
      { class: "group" },
      element("label", { for: name }, label),
      this.#select,
      this.#error,
      ...(help ? [element("p", { class: "help", id: ids.help }, help)] : []),
    );
  }

  get value() {
    return this.#select.selectedIndex < 0 ? this.#typed : this.#select.value;
  }

  set value(text) {
    this.#typed = text;
    this.#select.value = text;
  }

  /** Says what is wrong; an empty text takes it back. */
  set error(/** @type {string} */ text) {
    this.#error.textContent = text;
    if (text) this.#select.setAttribute("aria-invalid", "true");
    else this.#select.removeAttribute("aria-invalid");
  }

  /** Offers other words; what is chosen stays. */
  set words(/** @type {readonly Word[]} */ words) {
    const { value } = this;
    this.#select.replaceChildren(...options(words));
    this.value = value;
  }

  /** @param {() => void} chosen */
  onInput(chosen) {
    this.#select.addEventListener("input", chosen);
  }
}

/** @param {readonly Word[]} words */
const options = (words) => words.map(({ word, meaning }) => element("option", { value: word }, meaning));
