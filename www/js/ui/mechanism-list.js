// A list of mechanisms, each with its parameters and a button that takes it away, and one that adds another: what a
// page compares with, or what is published in each round of a plan.

import { element } from "./element.js";
import { MechanismFields } from "./mechanism-fields.js";

/** @typedef {import("../core/engine.js").Description} Description */
/** @typedef {import("./mechanism-fields.js").Typed} Typed */

/**
 * @typedef {object} Listed how a list is made
 * @property {string} add what the button says that adds one
 * @property {number} most
 * @property {number} least
 * @property {(at: number) => Item} fresh what is added when there are so many
 * @property {string} [label] of the choice of each mechanism
 * @property {boolean} [sampled] whether each has a sampling and a count
 * @property {boolean} [points] whether mechanisms that are given by points are on offer too
 */

/**
 * A mechanism of the list; what else its owner keeps with it stays.
 * @typedef {Partial<Typed> & {kind: string, values: Readonly<Record<string, string>>}} Item
 */

export class MechanismList {
  #description;
  #name;
  #listed;
  #changed;
  /** @type {{item: Item, fields: MechanismFields, place: HTMLElement}[]} */
  #rows = [];
  #list = element("div", { class: "mechanism-rows" });
  #add;
  #made = 0;
  element;

  /**
   * @param {Description} description
   * @param {string} name prefix of ids
   * @param {Listed} listed
   * @param {(control: unknown) => void} changed one was added or taken away
   */
  constructor(description, name, listed, changed) {
    this.#description = description;
    this.#name = name;
    this.#listed = listed;
    this.#changed = changed;
    this.#add = element("button", { type: "button", class: "button" }, listed.add);
    this.#add.addEventListener("click", () => {
      this.#insert(listed.fresh(this.#rows.length));
      this.#offer();
      this.#rows.at(-1)?.place.querySelector("select")?.focus();
      changed(this.#add);
    });
    this.element = element("div", { class: "mechanism-list" }, this.#list, this.#add);
  }

  /** Everything as typed. @returns {Item[]} */
  get value() {
    return this.#rows.map(({ item, fields }) => ({ ...item, ...fields.typed }));
  }

  set value(items) {
    while (this.#rows.length > items.length) this.#rows.pop()?.place.remove();
    items.slice(0, this.#listed.most).forEach((item, at) => {
      const row = this.#rows[at];
      if (!row) return this.#insert(item);
      row.item = item;
      row.fields.show(item);
    });
    this.#offer();
  }

  /**
   * Says what is wrong with one of them; all others are right.
   * @param {number} at
   * @param {ReadonlyMap<string, import("./points.js").Wrong>} wrong by field
   */
  refuse(at, wrong) {
    this.#rows.forEach(({ fields }, row) => {
      fields.wrong = row === at ? wrong : new Map();
    });
  }

  /** @param {Item} item */
  #insert(item) {
    const { label, sampled = false, points = false } = this.#listed;
    const prefix = `${this.#name}${(this.#made += 1)}`;
    const fields = new MechanismFields(this.#description, prefix, { ...(label ? { label } : {}), sampling: sampled, count: sampled, points });
    fields.show(item);
    const remove = element("button", { type: "button", class: "button remove" }, "Remove");
    const row = { item, fields, place: element("div", { class: "mechanism-row" }, fields.element, remove) };
    remove.addEventListener("click", () => {
      this.#rows = this.#rows.filter((other) => other !== row);
      row.place.remove();
      this.#offer();
      this.#add.focus();
      this.#changed(remove);
    });
    this.#rows.push(row);
    this.#list.append(row.place);
  }

  #offer() {
    this.#add.hidden = this.#rows.length >= this.#listed.most;
    for (const { fields, place } of this.#rows) {
      const remove = place.querySelector(".remove");
      if (!(remove instanceof HTMLElement)) continue;
      remove.hidden = this.#rows.length <= this.#listed.least;
      const { kind } = fields.typed;
      const name = this.#description.mechanisms.find((one) => one.kind === kind)?.name ?? kind;
      remove.setAttribute("aria-label", `Remove ${name}`);
    }
  }
}
