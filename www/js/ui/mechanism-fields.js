// A mechanism with its parameters, and where wanted how it is sampled and how often it is published. Built
// from what the core says can be asked; text that was typed stays as typed. Events come from the parts.

import { Choice } from "./choice.js";
import { DpSlider } from "./dp-slider.js";
import { DpSwitch } from "./dp-switch.js";
import { element } from "./element.js";
import { Points } from "./points.js";
import { aboutButton, fieldButton } from "../explain/button.js";
import { complaint, complete, firstPoints, NO_SAMPLING, offered, parametersOf, RATE, SAMPLINGS, switchOf } from "../state/setting.js";

/** @typedef {import("../core/engine.js").Description} Description */
/** @typedef {import("./points.js").Wrong} Wrong */

/**
 * @typedef {object} Typed
 * @property {string} kind
 * @property {Record<string, string>} values
 * @property {string} [points] one on each line, of a mechanism that takes them
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
  #points;
  #sampling;
  #rate = new DpSlider();
  #count = new DpSlider();
  /** @type {Map<string, DpSlider | DpSwitch>} */
  #sliders = new Map();
  /** What was last set for each mechanism. @type {Map<string, Pick<Typed, "values" | "points">>} */
  #remembered = new Map();
  element;

  /**
   * @param {Description} description
   * @param {string} prefix of every id and name
   * @param {object} [parts]
   * @param {string} [parts.label] of the choice of the mechanism
   * @param {boolean} [parts.sampling] whether sampling can be set
   * @param {boolean} [parts.count] whether the count can be set
   * @param {boolean} [parts.points] whether mechanisms that are given by points are on offer too
   * @param {readonly string[]} [parts.kinds] the mechanisms on offer; all that sliders can set if absent
   */
  constructor(description, prefix, { label = "Mechanism", sampling = false, count = false, points = false, kinds } = {}) {
    this.#description = description;
    this.#prefix = prefix;
    const words = (points ? description.mechanisms : offered(description))
      .filter(({ kind }) => kinds?.includes(kind) ?? true)
      .map(({ kind, name }) => ({ word: kind, meaning: name }));
    this.#kind = new Choice(`${prefix}-kind`, label, words, this.#summary);
    this.#kind.onInput(() => this.#choose());
    this.#kind.element.append(aboutButton(() => `mechanism/${this.#kind.value}`, "the mechanism"));
    this.#points = new Points(`${prefix}-points`);
    this.#sampling = new Choice(`${prefix}-sampling`, "Sampling", SAMPLINGS);
    this.#sampling.onInput(() => this.#offerRate());
    this.#sampling.element.append(fieldButton("sampling", "sampling"));
    this.#rate.parameter = { ...RATE, name: `${prefix}-rate` };
    this.#count.parameter = {
      ...description.count,
      name: `${prefix}-count`,
      label: "Times in each round",
      explanation: "How often it is published in one round of the plan.",
      slider: { ...description.count.slider, to: COUNT_TO },
    };
    this.#rate.attach(fieldButton("rate", RATE.label));
    this.#count.attach(fieldButton("count", "Times in each round"));
    this.element = element(
      "div",
      { class: "mechanism-fields" },
      this.#kind.element,
      this.#parameters,
      this.#points.element,
      ...(sampling ? [this.#sampling.element, this.#rate] : []),
      ...(count ? [this.#count] : []),
    );
    this.#offerRate();
  }

  /** Everything as typed. @returns {Typed} */
  get typed() {
    return {
      kind: this.#kind.value,
      ...this.#set(),
      sampling: this.#sampling.value,
      rate: this.#rate.value,
      count: this.#count.value,
    };
  }

  /** @param {Partial<Typed> & {kind: string, values: Readonly<Record<string, string>>}} typed */
  show({ kind, values, points = "", sampling = NO_SAMPLING, rate, count }) {
    this.#kind.value = kind;
    this.#build(kind);
    for (const [name, slider] of this.#sliders) slider.value = values[name] ?? "";
    this.#points.value = points;
    this.#sampling.value = sampling;
    if (rate !== undefined) this.#rate.value = rate;
    if (count !== undefined) this.#count.value = count;
    this.#offerRate();
  }

  /** Marks what is wrong, by field: a parameter, `kind`, `points`, `sampling`, `rate` or `count`; all else is right. */
  set wrong(/** @type {ReadonlyMap<string, Wrong>} */ wrong) {
    const say = (/** @type {string} */ key, /** @type {{value: string}} */ { value }) => complaint(value, wrong.get(key)?.allowed);
    this.#kind.error = say("kind", this.#kind);
    for (const [name, slider] of this.#sliders) slider.error = say(name, slider);
    this.#sampling.error = say("sampling", this.#sampling);
    this.#rate.error = say("rate", this.#rate);
    this.#count.error = say("count", this.#count);
    this.#points.wrong = wrong.get("points");
  }

  /** What is set of the mechanism itself. @returns {Pick<Typed, "values" | "points">} */
  #set() {
    const values = Object.fromEntries([...this.#sliders].map(([name, slider]) => [name, slider.value]));
    return { values, ...(this.#points.element.hidden ? {} : { points: this.#points.value }) };
  }

  /** A rate has a meaning only where there is sampling. */
  #offerRate() {
    this.#rate.hidden = this.#sampling.value === NO_SAMPLING;
  }

  /** A person chose a mechanism: it comes as it was last set. */
  #choose() {
    const kind = this.#kind.value;
    const before = this.#parameters.dataset.kind;
    if (before !== undefined) this.#remembered.set(before, this.#set());
    const usual = complete(this.#description, (key) => (key === "mechanism" ? kind : undefined)).values;
    const { values, points } = this.#remembered.get(kind) ?? { values: usual, points: firstPoints(this.#description, kind) };
    this.#build(kind);
    for (const [name, slider] of this.#sliders) slider.value = values[name] ?? "";
    this.#points.value = points ?? "";
  }

  /** @param {string} kind */
  #build(kind) {
    if (this.#parameters.dataset.kind === kind) return;
    this.#parameters.dataset.kind = kind;
    this.#sliders = new Map(
      parametersOf(this.#description, kind).map((parameter) => {
        const described = { ...parameter, name: `${this.#prefix}-${parameter.name}` };
        const words = switchOf(this.#description, kind, parameter.name);
        const control = words ? new DpSwitch() : new DpSlider();
        if (control instanceof DpSlider) control.parameter = described;
        else if (words) control.describe(described, words);
        control.attach(fieldButton(parameter.name, parameter.label, kind));
        return [parameter.name, control];
      }),
    );
    this.#parameters.replaceChildren(...this.#sliders.values());
    this.#parameters.hidden = this.#sliders.size === 0;
    const described = this.#description.mechanisms.find((other) => other.kind === kind);
    this.#summary.data = described?.summary ?? "";
    this.#points.list = described?.points;
  }
}
