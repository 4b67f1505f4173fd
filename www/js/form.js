// The form, built from what the core says can be asked. Text that was typed stays as typed.

import { Choice } from "./choice.js";
import { DpSlider } from "./dp-slider.js";
import { complaint, complete, keyOf, NO_SAMPLING, offered, parametersOf, RATE, SAMPLINGS, unitOf } from "./setting.js";

/** @typedef {import("./engine.js").Description} Description */
/** @typedef {import("./setting.js").Setting} Setting */

export class Form {
  #description;
  #summary = document.createTextNode("");
  #mechanism;
  #parameters = document.createElement("div");
  #delta = new DpSlider();
  /** What noise is divided by. */
  #unit = document.createTextNode("");
  #neighbours;
  #sampling = new Choice("sampling", "Sampling", SAMPLINGS);
  #rate = new DpSlider();
  /** The sliders of the mechanism on show, by the name of their parameter.
   * @type {Map<string, DpSlider>} */
  #sliders = new Map();
  /** What was last set for each mechanism.
   * @type {Map<string, Record<string, string>>} */
  #remembered = new Map();

  /**
   * @param {Description} description
   * @param {{mechanism: HTMLElement, condition: HTMLElement}} places
   */
  constructor(description, { mechanism, condition }) {
    this.#description = description;
    const kinds = offered(description).map(({ kind, name }) => ({ word: kind, meaning: name }));
    this.#mechanism = new Choice("kind", "Mechanism", kinds, this.#summary);
    this.#mechanism.onInput(() => this.#choose(this.#mechanism.value));
    this.#parameters.className = "parameters";
    this.#delta.parameter = description.delta;
    this.#neighbours = new Choice("neighbours", "Protects when", description.neighbours, this.#unit);
    for (const choice of [this.#neighbours, this.#sampling]) choice.onInput(() => this.#tellUnit());
    this.#sampling.onInput(() => this.#offerRate());
    this.#rate.parameter = RATE;
    this.#offerRate();
    mechanism.replaceChildren(this.#mechanism.element, this.#parameters);
    condition.replaceChildren(this.#delta, this.#neighbours.element, this.#sampling.element, this.#rate);
  }

  /** Everything as typed. @returns {Setting} */
  get setting() {
    return {
      mechanism: this.#mechanism.value,
      values: this.#values(),
      delta: this.#delta.value,
      neighbours: this.#neighbours.value,
      sampling: this.#sampling.value,
      rate: this.#rate.value,
    };
  }

  set setting({ mechanism, values, delta, neighbours, sampling, rate }) {
    this.#remembered.set(mechanism, values);
    this.#mechanism.value = mechanism;
    this.#choose(mechanism);
    this.#delta.value = delta;
    this.#neighbours.value = neighbours;
    this.#sampling.value = sampling;
    this.#rate.value = rate;
    this.#offerRate();
    this.#tellUnit();
  }

  /** Marks what is wrong: each field with what is allowed there; all others are right. */
  set wrong(/** @type {Map<string, string>} */ wrong) {
    const say = (/** @type {string} */ key, /** @type {{value: string}} */ { value }) =>
      complaint(value, wrong.get(key));
    this.#mechanism.error = say("mechanism", this.#mechanism);
    for (const [name, slider] of this.#sliders) slider.error = say(keyOf(name), slider);
    this.#delta.error = say("delta", this.#delta);
    this.#neighbours.error = say("neighbours", this.#neighbours);
    this.#sampling.error = say("sampling", this.#sampling);
    this.#rate.error = say("rate", this.#rate);
  }

  #values() {
    return Object.fromEntries([...this.#sliders].map(([name, slider]) => [name, slider.value]));
  }

  #tellUnit() {
    this.#unit.data = unitOf(this.#description, this.#neighbours.value, [{ sampling: this.#sampling.value }]);
  }

  /** A rate has a meaning only where there is sampling. */
  #offerRate() {
    this.#rate.hidden = this.#sampling.value === NO_SAMPLING;
  }

  /**
   * Shows the parameters of a mechanism as they were last set.
   * @param {string} kind
   */
  #choose(kind) {
    const { kind: shown } = this.#parameters.dataset;
    if (shown !== undefined && shown !== kind) this.#remembered.set(shown, this.#values());
    const values =
      this.#remembered.get(kind) ??
      complete(this.#description, (key) => (key === "mechanism" ? kind : undefined)).values;
    if (shown !== kind) {
      this.#parameters.dataset.kind = kind;
      this.#sliders = new Map(
        parametersOf(this.#description, kind).map((parameter) => {
          const slider = new DpSlider();
          slider.parameter = { ...parameter, name: keyOf(parameter.name) };
          return [parameter.name, slider];
        }),
      );
      this.#parameters.replaceChildren(...this.#sliders.values());
      this.#summary.data = offered(this.#description).find((other) => other.kind === kind)?.summary ?? "";
    }
    for (const [name, slider] of this.#sliders) slider.value = values[name] ?? "";
  }
}
