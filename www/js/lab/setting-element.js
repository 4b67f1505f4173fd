// An element that shows a setting: its attribute `setting` holds what the address of the laboratory's page holds
// (state/codec.js), and is the only place where it does. Without it each word is an attribute of its own, several values of
// one between semicolons: <dp-sampling show="bounds" mechanism="gaussian" sigma="5" rate="0.001">. What a hand does on the element is told as an intent; the owner
// of the setting changes the attribute. Where nobody owns it, as on a page that only embeds the element, the element does.
//
// Events: `dp-intent` when a hand changes the setting (detail: `change`, `control`, and `finished` once that rests),
// `dp-refused` when the core does not accept it (detail: the refusal), `dp-failed` when the core cannot be reached.

import { describe, useModule } from "../core/engine.js";
import { encoded } from "../plan/link.js";
import { Codec } from "../state/codec.js";
import { styles } from "../ui/styles.js";

/** @typedef {import("../core/engine.js").Description} Description */
/** @typedef {import("../state/field.js").Field} Field */
/** @typedef {import("../state/field.js").State} State */
/** @typedef {import("./examples.js").Start} Start */
/** @typedef {import("../../pkg/accounting/dpscope.js").Refusal} Refusal */

/**
 * What a page, its element and its address are made from.
 * @typedef {object} Subject
 * @property {string} element the name of the custom element
 * @property {string} [module] which module answers its questions; the one that accounts if absent
 * @property {readonly string[]} styles its own sheets
 * @property {(description: Description) => readonly Field[]} fields
 * @property {readonly Start[]} examples
 * @property {(state: State, has: (key: string) => boolean, version: string) => State} [former] reads what earlier addresses said in
 *   other words; the version is empty where the address has none
 * @property {(state: State, before: State) => State} [together] what else changes with what a person changed in the form, such
 *   as a loss that is clipped once a budget needs it
 */

/** @abstract */
export class SettingElement extends HTMLElement {
  /** @type {Subject} */
  laboratory = none;
  #attributes = new MutationObserver(() => this.#update());
  /** @type {{description: Description, codec: Codec} | undefined} */
  #known;
  #setting = "";

  connectedCallback() {
    if (this.laboratory.module) useModule(this.laboratory.module);
    this.#attributes.observe(this, { attributes: true });
    this.#update();
  }

  disconnectedCallback() {
    this.#attributes.disconnect();
  }

  /** Asks again after a failure. */
  retry() {
    this.#setting = "";
    this.#update();
  }

  /** Has all its parts on the page. @abstract */
  build() {}

  /**
   * Shows a setting whose words are all known.
   * @abstract
   * @param {State} _state
   * @param {Description} _description
   */
  present(_state, _description) {}

  /**
   * Says that a word is not known; what was shown stays.
   * @abstract
   * @param {Refusal} _refusal
   */
  refuse(_refusal) {}

  /**
   * Tells what a hand did.
   * @param {State} change
   * @param {unknown} [control] the same for what is one step of the history
   * @param {boolean} [finished]
   */
  intend(change, control = Symbol("stage"), finished = true) {
    const detail = { change, control, finished };
    const alone = this.dispatchEvent(new CustomEvent("dp-intent", { detail, bubbles: true, cancelable: true }));
    if (!alone || !this.#known) return;
    const { codec } = this.#known;
    // Who gave each word as an attribute finds the change there, and may go on changing the others.
    if (!this.hasAttribute("setting") && Object.values(change).every((value) => typeof value === "string")) {
      for (const [name, text] of Object.entries(change)) this.setAttribute(name, text);
      return;
    }
    this.setAttribute("setting", codec.write({ ...codec.read(this.#given).state, ...change }).slice(1));
  }

  /** What the attributes say. */
  get #given() {
    const words = [...this.attributes].flatMap(({ name, value }) => value.split(";").map((text) => `${name}=${encoded(text)}`));
    return this.getAttribute("setting") ?? words.join("&");
  }

  /**
   * @param {string} name of an event
   * @param {unknown} detail
   */
  tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }

  async #update() {
    const { laboratory } = this;
    try {
      if (!this.#known) {
        const [description] = await Promise.all([describe(laboratory.module), styles("tokens", "answer", "lab", ...laboratory.styles)]);
        this.#known ??= { description, codec: new Codec(laboratory.fields(description), description, laboratory.former) };
      }
    } catch (error) {
      this.tell("dp-failed", String(error));
      return;
    }
    if (!this.isConnected) return;
    this.build();
    const { description, codec } = this.#known;
    const setting = codec.canonical(this.#given);
    if (setting === this.#setting) return;
    this.#setting = setting;
    const { state } = codec.read(setting);
    const refusal = codec.refusal(state);
    if (refusal) {
      this.refuse(refusal);
      this.tell("dp-refused", refusal);
    } else this.present(state, description);
  }
}

/** An element without a subject has nothing to show. @type {Subject} */
const none = { element: "", styles: [], fields: () => [], examples: [] };
