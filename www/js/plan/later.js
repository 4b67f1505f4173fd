// What a plan can do without at first: scenarios, presets and what the guarantee means. Each is loaded when
// it is wanted.

import { element } from "../element.js";
import { styles } from "../styles.js";
import { published } from "./questions.js";
import { number } from "../setting.js";

/** @typedef {import("../engine.js").Description} Description */
/** @typedef {import("./model.js").Pin} Pin */
/** @typedef {import("./model.js").Plan} Plan */
/** @typedef {import("../presets/presets.js").Preset} Preset */

/** Pixels above the edge of the window at which what it means is loaded. */
const AHEAD = "200px";

export class Later {
  #description;
  #acts;
  /** @type {import("./scenarios.js").Scenarios | undefined} */
  #scenarios;
  /** @type {import("./preset-picker.js").PresetPicker | undefined} */
  #picker;
  /** @type {Plan | undefined} */
  #plan;
  /** Whether the meaning is near enough to be shown. */
  #near = false;
  scenarios = element("div", { class: "later" });
  meaning = element("section", { class: "later meaning", "aria-labelledby": "meaning-heading" });

  /**
   * @param {Description} description
   * @param {{preset: (preset: Preset) => void, scenarios: import("./scenarios.js").Acts}} acts
   */
  constructor(description, acts) {
    this.#description = description;
    this.#acts = acts;
    const seen = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        seen.disconnect();
        this.#near = true;
        this.#mean();
      },
      { rootMargin: AHEAD },
    );
    seen.observe(this.meaning);
  }

  /** Opens the presets. */
  async pick() {
    if (!this.#picker) {
      const [{ PresetPicker }] = await Promise.all([import("./preset-picker.js"), styles("plan-later")]);
      this.#picker ??= new PresetPicker(this.#acts.preset);
    }
    this.#picker.open();
  }

  /**
   * Shows what belongs to a plan that rests.
   * @param {readonly Pin[]} pins
   * @param {Plan} plan without an unknown
   */
  async show(pins, plan) {
    this.#plan = plan;
    this.#mean();
    if (pins.length === 0) {
      this.scenarios.replaceChildren();
      return;
    }
    if (!this.#scenarios) {
      const [{ Scenarios }] = await Promise.all([import("./scenarios.js"), styles("plan-later")]);
      this.#scenarios ??= new Scenarios(this.#description, this.#acts.scenarios);
    }
    if (this.#plan !== plan) return;
    if (!this.#scenarios.element.isConnected) this.scenarios.replaceChildren(this.#scenarios.element);
    this.#scenarios.show(pins, plan);
  }

  async #mean() {
    if (!this.#near || !this.#plan) return;
    await import("../meaning/dp-meaning.js");
    const place = this.meaning.querySelector("dp-meaning") ?? document.createElement("dp-meaning");
    if (!place.isConnected) this.meaning.append(element("h2", { id: "meaning-heading" }, "What it means"), place);
    Object.assign(place, { plan: { ...published(this.#plan), delta: number(this.#plan.delta) } });
  }
}
