// The part of a card that is in a trainer's words, closed at first. Its fields are loaded when it is opened, or when
// a release comes that was filled in by them.

import { element } from "../ui/element.js";

/** @typedef {import("./trainer.js").TrainingFields} TrainingFields */

export class TrainingPart {
  #prefix;
  #filled;
  /** @type {TrainingFields | undefined} */
  #fields;
  /** What is to be shown, once they are there. @type {Parameters<TrainingFields["show"]> | undefined} */
  #shown;
  element = element("details", { class: "trainer" }, element("summary", {}, "In a trainer’s words (DP-SGD)"));

  /**
   * @param {string} prefix unique on the page
   * @param {(filled: import("./trainer.js").Filled) => void} filled
   */
  constructor(prefix, filled) {
    this.#prefix = prefix;
    this.#filled = filled;
    this.element.addEventListener("toggle", () => this.element.open && this.#load());
  }

  /** What was typed, if anything was. */
  get typed() {
    return this.#fields ? this.#fields.typed : this.#shown?.[0].training;
  }

  /** @param {Parameters<TrainingFields["show"]>} shown */
  async show(...shown) {
    const [release] = shown;
    const opens = release.training !== undefined && this.typed === undefined;
    this.#shown = shown;
    this.element.hidden = !("sigma" in release.values);
    this.#fields?.show(...shown);
    if (!opens) return;
    await this.#load();
    this.element.open = true;
  }

  async #load() {
    const { TrainingFields } = await import("./trainer.js");
    if (this.#fields) return;
    this.#fields = new TrainingFields(this.#prefix, this.#filled);
    this.element.append(this.#fields.element);
    if (this.#shown) this.#fields.show(...this.#shown);
  }
}
