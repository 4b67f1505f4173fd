// The form of a laboratory page, made from its fields. Text that was typed stays as typed; what the core refuses is said
// at the field it belongs to.

import { element } from "../ui/element.js";
import { startOf } from "../state/field.js";
import { controlOf } from "./controls.js";

/** @typedef {import("../core/engine.js").Description} Description */
/** @typedef {import("../state/field.js").Field} Field */
/** @typedef {import("../state/field.js").State} State */
/** @typedef {import("../../pkg/accounting/dpscope.js").Refusal} Refusal */

/** @typedef {import("./controls.js").Changed} Changed */
/** @typedef {import("./controls.js").Control} Control */

/** @typedef {{changed: Changed, together?: (state: State, before: State) => State}} Owner `together`: what else changes with a change */

/** Where the picture stands above the controls (style/lab.css). */
const NARROW = "(max-width: 59.99rem)";

export class LabForm {
  #fields;
  /** @type {Map<string, Control>} */
  #controls = new Map();
  /** @type {State} */
  #state = {};
  element = element("div", { class: "lab-form", "data-controls": true });

  /**
   * @param {Description} description
   * @param {readonly Field[]} fields
   * @param {Owner} owner
   */
  constructor(description, fields, { changed, together = (state) => state }) {
    this.#fields = fields;
    this.#together = together;
    /** @type {Map<string, HTMLElement>} */
    const groups = new Map();
    const settled = (/** @type {unknown} */ control, /** @type {boolean} */ finished) => {
      this.#settle();
      changed(control, finished);
    };
    for (const field of fields) {
      const control = controlOf(field, description, settled);
      if (!control) continue;
      this.#controls.set(field.name, control);
      const title = field.group ?? "";
      let group = groups.get(title);
      if (!group) {
        // On a small screen only the first group is open: a page stays short.
        group = groupOf(title, field.folded === true || (title !== "" && groups.size > 0 && matchMedia(NARROW).matches));
        groups.set(title, group);
        this.element.append(group);
      }
      group.append(control.element);
    }
    // What is chosen and not typed is done at once, and `change` tells of it.
    this.element.addEventListener("input", ({ target }) => {
      const typed = target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && (target.type === "range" || target.type === "text"));
      if (typed) changed(target, false);
    });
    this.element.addEventListener("change", ({ target }) => settled(target, true));
  }

  #together;

  /** Everything as typed. @returns {State} */
  get state() {
    const typed = [...this.#controls].map(([name, control]) => [name, control.get()]);
    return { ...this.#state, ...Object.fromEntries(typed) };
  }

  set state(state) {
    this.#state = state;
    for (const [name, control] of this.#controls) control.set(state[name], state);
    this.#offer();
    // A group that hides what is not as usual is open.
    for (const field of this.#fields) {
      if (JSON.stringify(state[field.name]) === JSON.stringify(startOf(field, state))) continue;
      const group = this.#controls.get(field.name)?.element.closest("details");
      if (group) group.open = true;
    }
  }

  /** What the core does not accept; nothing takes it back. */
  set refusal(/** @type {Refusal | undefined} */ refusal) {
    for (const field of this.#fields) {
      const control = this.#controls.get(field.name);
      const own = refusal !== undefined && belongs(field, refusal.path);
      control?.refuse(own ? refusal : undefined);
      const folded = own && control?.element.closest("details");
      if (folded) folded.open = true;
    }
  }

  /** Makes what goes together go together, once a change is finished. */
  #settle() {
    const typed = this.state;
    const state = this.#together(typed, this.#state);
    if (state === typed) {
      this.#state = typed;
      this.#offer();
    } else this.state = state;
  }

  /**
   * Whether a refused path belongs to a control of the form.
   * @param {string} path
   */
  sets(path) {
    return this.#fields.some((field) => this.#controls.has(field.name) && belongs(field, path));
  }

  /** Shows what has a meaning. */
  #offer() {
    const { state } = this;
    for (const { name, when } of this.#fields) {
      const control = this.#controls.get(name);
      if (control && when) control.element.hidden = !when(state);
    }
    for (const group of this.element.querySelectorAll(":scope > .controls")) {
      if (group instanceof HTMLElement) group.hidden = [...group.children].every((part) => part.matches("h2, summary, [hidden]"));
    }
  }
}

/**
 * A group of controls under a heading, or behind it.
 * @param {string} title
 * @param {boolean} folded
 */
function groupOf(title, folded) {
  const heading = title ? [element("h2", {}, title)] : [];
  if (folded) return element("details", { class: "controls" }, element("summary", {}, ...heading));
  return element("section", { class: "controls", "aria-label": title || "Setting" }, ...heading);
}

/**
 * Whether a refused path is of a field: it ends in its name, or is of one of its mechanisms.
 * @param {Field} field
 * @param {string} path
 */
function belongs({ name, holds, refused }, path) {
  if (refused) return refused.test(path);
  if (holds === "mechanism") return /(^|\.)mechanism(\.|$)/.test(path);
  return new RegExp(`(^|\\.)${name}(\\[\\d+\\])?$`).test(path);
}
