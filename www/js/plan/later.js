// What a plan can do without at first: scenarios, presets and what the guarantee means. Each is loaded when
// it is wanted.

import { element } from "../ui/element.js";
import { styles } from "../ui/styles.js";
import { fold } from "./layout.js";
import { published } from "./questions.js";
import { number } from "../state/setting.js";

/** @typedef {import("../core/engine.js").Description} Description */
/** @typedef {import("./model.js").Attacker} Attacker */
/** @typedef {import("./model.js").Pin} Pin */
/** @typedef {import("./model.js").Plan} Plan */
/** @typedef {import("../presets/presets.js").Preset} Preset */

/**
 * @typedef {object} Acts
 * @property {(preset: Preset) => void} preset
 * @property {import("./scenarios.js").Acts} scenarios
 * @property {(attacker: Attacker, control: EventTarget | null, finished: boolean) => void} attacker
 */

export class Later {
  #description;
  #acts;
  #scope;
  /** @type {import("./scenarios.js").Scenarios | undefined} */
  #scenarios;
  /** @type {import("./preset-picker.js").PresetPicker | undefined} */
  #picker;
  /** @type {Plan | undefined} */
  #plan;
  /** @type {Attacker} */
  #attacker = {};
  /** @type {import("../meaning/dp-meaning.js").DpMeaning | undefined} */
  #meaning;
  scenarios = element("div", { class: "later" });
  meaning;

  /**
   * @param {Description} description
   * @param {Acts} acts
   * @param {import("../ui/element.js").Scope} scope
   */
  constructor(description, acts, scope) {
    this.#description = description;
    this.#acts = acts;
    this.#scope = scope;
    this.meaning = fold("meaning", scope.name("What it means"));
    this.meaning.addEventListener("toggle", () => this.#mean());
  }

  /** Opens the presets. */
  async pick() {
    if (!this.#picker) {
      const [{ PresetPicker }] = await Promise.all([import("./preset-picker.js"), styles("plan-later")]);
      this.#picker ??= new PresetPicker(this.#acts.preset, this.#scope);
    }
    this.#picker.open();
  }

  /** Marks what is shown as that of the plan before. */
  wait() {
    this.#meaning?.wait();
    this.scenarios.toggleAttribute("data-stale", true);
  }

  /** There is no plan to speak of. */
  none() {
    this.#plan = undefined;
    this.meaning.hidden = true;
  }

  /**
   * Shows what belongs to a plan that rests.
   * @param {readonly Pin[]} pins
   * @param {Plan} plan without an unknown
   */
  async show(pins, plan) {
    this.#plan = plan;
    this.meaning.hidden = false;
    this.scenarios.toggleAttribute("data-stale", false);
    this.#mean();
    if (pins.length === 0) {
      this.scenarios.replaceChildren();
      return;
    }
    if (!this.#scenarios) {
      const [{ Scenarios }] = await Promise.all([import("./scenarios.js"), styles("plan-later")]);
      this.#scenarios ??= new Scenarios(this.#description, this.#acts.scenarios, this.#scope);
    }
    if (this.#plan !== plan) return;
    if (!this.#scenarios.element.isConnected) this.scenarios.replaceChildren(this.#scenarios.element);
    this.#scenarios.show(pins, plan);
  }

  /** What is assumed of an attacker. */
  set attacker(/** @type {Attacker} */ attacker) {
    this.#attacker = attacker;
    // Whoever was sent a link with an attacker wants to see them.
    if (!this.#meaning && Object.keys(attacker).length > 0) this.meaning.open = true;
    this.#mean();
  }

  async #mean() {
    if (!this.meaning.open || !this.#plan) return;
    await import("../meaning/dp-meaning.js");
    this.#meaning ??= this.#make();
    const { prior, falsePositive } = this.#attacker;
    const plan = { ...published(this.#plan), delta: number(this.#plan.delta) };
    Object.assign(this.#meaning, { prior, falsePositive, plan });
  }

  #make() {
    const made = /** @type {import("../meaning/dp-meaning.js").DpMeaning} */ (document.createElement("dp-meaning"));
    this.meaning.append(made);
    const tell = (/** @type {Event} */ { target }, /** @type {boolean} */ finished) => {
      // A legend and the like change nothing of the attacker.
      if (target instanceof HTMLInputElement) this.#acts.attacker(made.attacker, target, finished);
    };
    made.addEventListener("input", (event) => tell(event, false));
    made.addEventListener("change", (event) => tell(event, true));
    return made;
  }
}
