// One release as a card: a line that says it all, and opens for editing.

import { element, unbroken } from "../ui/element.js";
import { button, iconButton, rename } from "../ui/controls.js";
import { Fields } from "./fields.js";
import { icon } from "../ui/icons.js";
import { withText } from "./model.js";
import { lineOf, nameOf } from "./words.js";

/** @typedef {import("../core/engine.js").Description} Description */
/** @typedef {import("./model.js").Release} Release */
/** @typedef {import("./questions.js").Wrong} Wrong */

/**
 * What a person does to a release.
 * @typedef {object} Acts
 * @property {(id: number, typed: Omit<Release, "id" | "on">, control: EventTarget | null, finished: boolean) => void} type
 * @property {(id: number) => void} toggle takes part, or does not
 * @property {(id: number, by: number) => void} shift moves it by so many places
 * @property {(id: number) => void} duplicate
 * @property {(id: number) => void} remove
 * @property {(id: number, field: string) => void} solve for a field, or no longer
 * @property {(id: number, open: boolean) => void} open
 */

/**
 * How a card stands among the others.
 * @typedef {object} Standing
 * @property {boolean} first
 * @property {boolean} last
 * @property {boolean} open
 * @property {{field: string, text: string}} [solved]
 * @property {ReadonlyMap<string, Wrong>} wrong
 */

export class Card {
  #description;
  #acts;
  #id;
  #name = element("span", { class: "card-name" });
  #line = element("span", { class: "card-line" });
  #toggle;
  #switch;
  #body;
  #up;
  #down;
  #duplicate;
  #remove;
  /** The controls, once the card has been opened. @type {Fields | undefined} */
  #fields;
  grip;
  element;

  /**
   * @param {Description} description
   * @param {number} id of the release
   * @param {Acts} acts
   */
  constructor(description, id, acts) {
    this.#description = description;
    this.#acts = acts;
    this.#id = id;
    const body = `r${id}-body`;
    this.grip = element("button", { type: "button", class: "card-grip" }, icon("grip"));
    this.grip.addEventListener("keydown", (event) => {
      const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
      if (by === 0) return;
      event.preventDefault();
      acts.shift(id, by);
    });
    this.#toggle = element(
      "button",
      { type: "button", class: "card-toggle", "aria-expanded": "false", "aria-controls": body },
      element("span", { class: "card-text" }, this.#name, this.#line),
      icon("open"),
    );
    this.#toggle.addEventListener("click", () => acts.open(id, this.#toggle.ariaExpanded !== "true"));
    this.#switch = element("button", { type: "button", class: "card-switch", role: "switch" });
    this.#switch.addEventListener("click", () => acts.toggle(id));
    this.#up = iconButton("up", "Move up", () => acts.shift(id, -1));
    this.#down = iconButton("down", "Move down", () => acts.shift(id, 1));
    this.#duplicate = button("Duplicate", () => acts.duplicate(id));
    this.#remove = button("Remove", () => acts.remove(id));
    this.#body = element("div", { class: "card-body", id: body, hidden: true });
    this.element = element(
      "li",
      { class: "card" },
      element("div", { class: "card-head" }, this.grip, this.#toggle, this.#switch),
      this.#body,
    );
    const typed = (/** @type {Event} */ { target }, /** @type {boolean} */ finished) => {
      if (this.#fields) acts.type(id, this.#fields.typed, target, finished);
    };
    this.#body.addEventListener("input", (event) => typed(event, false));
    this.#body.addEventListener("change", (event) => typed(event, true));
  }

  /** Puts the focus on the card's line. */
  focus() {
    this.#toggle.focus();
  }

  /**
   * @param {Release} release
   * @param {Standing} standing
   */
  show(release, { first, last, open, solved, wrong }) {
    const name = nameOf(release, this.#description);
    const found = solved ? withText(release, solved.field, solved.text) : release;
    this.#name.textContent = name;
    this.#line.replaceChildren(...unbroken(lineOf(found, this.#description)));
    this.element.toggleAttribute("data-off", !release.on);
    this.element.toggleAttribute("data-solved", solved !== undefined);
    this.element.toggleAttribute("data-wrong", [...wrong.keys()].some((key) => key.startsWith(`${release.id}.`)));
    this.#switch.ariaChecked = String(release.on);
    rename(this.#switch, `${name} takes part`);
    rename(this.grip, `Move ${name}: drag, or press the up and down keys`);
    rename(this.#up, `Move ${name} up`);
    rename(this.#down, `Move ${name} down`);
    this.#duplicate.setAttribute("aria-label", `Duplicate ${name}`);
    this.#remove.setAttribute("aria-label", `Remove ${name}`);
    // A button that has the focus keeps it, so it is not disabled but does nothing.
    this.#up.ariaDisabled = String(first);
    this.#down.ariaDisabled = String(last);
    this.#toggle.ariaExpanded = String(open);
    this.#body.hidden = !open;
    if (open && !this.#fields) this.#build();
    if (!this.#fields) return;
    this.#fields.show(release, solved);
    this.#fields.wrong = wrong;
  }

  #build() {
    this.#fields = new Fields(this.#description, this.#id, (field) => this.#acts.solve(this.#id, field));
    this.#body.append(
      this.#fields.element,
      element("div", { class: "card-acts" }, this.#up, this.#down, this.#duplicate, this.#remove),
    );
  }
}
