// The mechanisms to compare with: each with its parameters, and a button that takes it away.

import { element } from "../element.js";
import { MechanismFields } from "./mechanism-fields.js";
import { readRival, RIVALS, wordsOf } from "./rivals.js";

/** @typedef {import("../engine.js").Description} Description */
/** @typedef {import("./rivals.js").Rival} Rival */

export class RivalForm {
  #description;
  #changed;
  /** @type {{fields: MechanismFields, place: HTMLElement, title: HTMLElement}[]} */
  #rows = [];
  #list = element("div", { class: "rivals" });
  #add = element("button", { type: "button", class: "button" }, "Compare with another mechanism");
  #made = 0;
  element;

  /**
   * @param {Description} description
   * @param {() => void} changed one was added or taken away
   */
  constructor(description, changed) {
    this.#description = description;
    this.#changed = changed;
    this.#add.addEventListener("click", () => {
      const kind = this.#rows.length === 0 ? "randomized-response" : "laplace";
      this.#insert(readRival(kind, description));
      this.#offer();
      this.#rows.at(-1)?.place.querySelector("select")?.focus();
      changed();
    });
    this.element = element("div", { class: "rival-form" }, this.#list, this.#add);
  }

  /** Everything as typed. @returns {Rival[]} */
  get rivals() {
    return this.#rows.map(({ fields }) => {
      const { kind, values } = fields.typed;
      return { kind, values };
    });
  }

  set rivals(rivals) {
    while (this.#rows.length > rivals.length) this.#rows.pop()?.place.remove();
    rivals.slice(0, RIVALS).forEach((rival, at) => {
      const row = this.#rows[at];
      if (row) row.fields.show(rival);
      else this.#insert(rival);
    });
    this.#offer();
  }

  /** @param {Rival} rival */
  #insert(rival) {
    const number = (this.#made += 1);
    const fields = new MechanismFields(this.#description, `with${number}`, { label: "Compared with" });
    fields.show(rival);
    const remove = element("button", { type: "button", class: "button" }, "Remove");
    const title = element("span", { class: "unseen" });
    remove.append(title);
    const row = { fields, title, place: element("div", { class: "rival" }, fields.element, remove) };
    remove.addEventListener("click", () => {
      this.#rows = this.#rows.filter((other) => other !== row);
      row.place.remove();
      this.#offer();
      this.#add.focus();
      this.#changed();
    });
    this.#rows.push(row);
    this.#list.append(row.place);
  }

  #offer() {
    this.#add.hidden = this.#rows.length >= RIVALS;
    for (const { fields, title } of this.#rows) title.textContent = ` ${wordsOf(fields.typed, this.#description)}`;
  }
}
