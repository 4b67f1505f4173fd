// A mechanism with its parameters, and where wanted how it is sampled and how often it is published. Built
// from what the core says can be asked; text that was typed stays as typed. Events come from the parts.

import { Choice } from "../choice.js";
import { DpSlider } from "../dp-slider.js";
import { element } from "../element.js";
import { complaint, complete, NO_SAMPLING, offered, parametersOf, RATE, SAMPLINGS } from "../setting.js";

/** @typedef {import("../engine.js").Description} Description */

/**
 * @typedef {object} Typed
 * @property {string} kind
 * @property {Record<string, string>} values
 * @property {string} sampling
 * @property {string} rate
 * @property {string} count
 */

/** A composition is of many. */
const COUNT_TO = 1e4;

export class MechanismFields {
  #description;
  #prefix;
  #kind;
  #summary = document.createTextNode("");
  #parameters = element("div", { class: "parameters" });
  #sampling;
  #rate = new DpSlider();
  #count = new DpSlider();
  /** @type {Map<string, DpSlider>} */
  #sliders = new Map();
  /** What was last set for each mechanism. @type {Map<string, Record<string, string>>} */
  #remembered = new Map();
  element;

  /**
   * @param {Description} description
   * @param {string} prefix of every id and name
   * @param {object} [parts]
   * @param {string} [parts.label] of the choice of the mechanism
   * @param {boolean} [parts.sampling] whether sampling can be set
   * @param {boolean} [parts.count] whether the count can be set
   * @param {readonly string[]} [parts.kinds] the mechanisms on offer; all that sliders can set if absent
   */
  constructor(description, prefix, { label = "Mechanism", sampling = false, count = false, kinds } = {}) {
    this.#description = description;
    this.#prefix = prefix;
    const words = offered(description)
      .filter(({ kind }) => kinds?.includes(kind) ?? true)
      .map(({ kind, name }) => ({ word: kind, meaning: name }));
    this.#kind = new Choice(`${prefix}-kind`, label, words, this.#summary);
    this.#kind.onInput(() => this.#choose());
    this.#sampling = new Choice(`${prefix}-sampling`, "Sampling", SAMPLINGS);
    this.#sampling.onInput(() => this.#offerRate());
    this.#rate.parameter = { ...RATE, name: `${prefix}-rate` };
    this.#count.parameter = {
      ...description.count,
      name: `${prefix}-count`,
      label: "Times in each round",
      explanation: "How often it is published in one round of the plan.",
      slider: { ...description.count.slider, to: COUNT_TO },
    };
    this.element = element(
      "div",
      { class: "mechanism-fields" },
      this.#kind.element,
      this.#parameters,
      ...(sampling ? [this.#sampling.element, this.#rate] : []),
      ...(count ? [this.#count] : []),
    );
    this.#offerRate();
  }

  /** Everything as typed. @returns {Typed} */
  get typed() {
    return {
      kind: this.#kind.value,
      values: this.#values(),
      sampling: this.#sampling.value,
      rate: this.#rate.value,
      count: this.#count.value,
    };
  }

  /** @param {Partial<Typed> & {kind: string, values: Readonly<Record<string, string>>}} typed */
  show({ kind, values, sampling = NO_SAMPLING, rate, count }) {
    this.#kind.value = kind;
    this.#build(kind);
    for (const [name, slider] of this.#sliders) slider.value = values[name] ?? "";
    this.#sampling.value = sampling;
    if (rate !== undefined) this.#rate.value = rate;
    if (count !== undefined) this.#count.value = count;
    this.#offerRate();
  }

  /** Marks what is wrong, by field: a parameter, `kind`, `sampling`, `rate` or `count`; all else is right. */
  set wrong(/** @type {ReadonlyMap<string, string>} */ wrong) {
    const say = (/** @type {string} */ key, /** @type {{value: string}} */ { value }) => complaint(value, wrong.get(key));
    this.#kind.error = say("kind", this.#kind);
    for (const [name, slider] of this.#sliders) slider.error = say(name, slider);
    this.#sampling.error = say("sampling", this.#sampling);
    this.#rate.error = say("rate", this.#rate);
    this.#count.error = say("count", this.#count);
  }

  #values() {
    return Object.fromEntries([...this.#sliders].map(([name, slider]) => [name, slider.value]));
  }

  /** A rate has a meaning only where there is sampling. */
  #offerRate() {
    this.#rate.hidden = this.#sampling.value === NO_SAMPLING;
  }

  /** A person chose a mechanism: it comes as it was last set. */
  #choose() {
    const kind = this.#kind.value;
    const before = this.#parameters.dataset.kind;
    if (before !== undefined) this.#remembered.set(before, this.#values());
    const usual = complete(this.#description, (key) => (key === "mechanism" ? kind : undefined)).values;
    const values = this.#remembered.get(kind) ?? usual;
    this.#build(kind);
    for (const [name, slider] of this.#sliders) slider.value = values[name] ?? "";
  }

  /** @param {string} kind */
  #build(kind) {
    if (this.#parameters.dataset.kind === kind) return;
    this.#parameters.dataset.kind = kind;
    this.#sliders = new Map(
      parametersOf(this.#description, kind).map((parameter) => {
        const slider = new DpSlider();
        slider.parameter = { ...parameter, name: `${this.#prefix}-${parameter.name}` };
        return [parameter.name, slider];
      }),
    );
    this.#parameters.replaceChildren(...this.#sliders.values());
    this.#parameters.hidden = this.#sliders.size === 0;
    this.#summary.data = this.#description.mechanisms.find((other) => other.kind === kind)?.summary ?? "";
  }
}
