// What can be set of one release: label, mechanism with its parameters, sampling and count. Text that was
// typed stays as typed.

import { aboutButton, fieldButton } from "../explain/button.js";
import { Choice } from "../ui/choice.js";
import { DpSlider } from "../ui/dp-slider.js";
import { DpSwitch } from "../ui/dp-switch.js";
import { element } from "../ui/element.js";
import { complaint, NO_SAMPLING, parametersOf, RATE, SAMPLINGS, switchOf } from "../state/setting.js";
import { Hint } from "./hint.js";
import { release as fresh, solvable, textOf, withText } from "./model.js";
import { Points } from "../ui/points.js";
import { keyOf } from "./questions.js";
import { TrainingPart } from "./training.js";

/** @typedef {import("../core/engine.js").Description} Description */
/** @typedef {import("../../pkg/accounting/dpscope.js").Parameter} Parameter */
/** @typedef {import("./model.js").Release} Release */
/** @typedef {import("./questions.js").Wrong} Wrong */

/** The usual number of steps of a training run lies beyond what the core's own slider covers. */
const COUNT_TO = 1e6;

export class Fields {
  #description;
  #solve;
  #prefix;
  #label = element("input", { type: "text", autocomplete: "off", maxlength: 200, class: "text" });
  #kind;
  #summary = document.createTextNode("");
  #parameters = element("div", { class: "parameters" });
  #points;
  #sampling;
  #rate = new DpSlider();
  #count = new DpSlider();
  #hint = new Hint("dp-slider, dp-switch");
  #training;
  /** The sliders of the mechanism on show, by the name of their parameter.
   * @type {Map<string, DpSlider | DpSwitch>} */
  #sliders = new Map();
  /** The buttons that solve for a number, by its field.
   * @type {Map<string, HTMLButtonElement>} */
  #solvers = new Map();
  /** What was last set for each mechanism.
   * @type {Map<string, Pick<Release, "values" | "points">>} */
  #remembered = new Map();
  #shown = /** @type {Release | undefined} */ (undefined);
  element;

  /**
   * @param {Description} description
   * @param {number} id of the release
   * @param {(field: string) => void} solve
   */
  constructor(description, id, solve) {
    this.#description = description;
    this.#solve = solve;
    this.#prefix = `r${id}`;
    this.#label.id = `${this.#prefix}-label`;
    const kinds = description.mechanisms.map(({ kind, name }) => ({ word: kind, meaning: name }));
    this.#kind = new Choice(`${this.#prefix}-kind`, "Mechanism", kinds, this.#summary);
    this.#kind.onInput(() => this.#choose());
    this.#kind.element.append(aboutButton(() => `mechanism/${this.#kind.value}`, "the mechanism"));
    this.#points = new Points(`${this.#prefix}-points`);
    this.#sampling = new Choice(`${this.#prefix}-sampling`, "Sampling", SAMPLINGS);
    this.#sampling.onInput(() => this.#offerRate());
    this.#sampling.element.append(fieldButton("sampling", "sampling"));
    this.#slider(this.#rate, RATE, "rate");
    const { count } = description;
    this.#slider(this.#count, { ...count, slider: { ...count.slider, to: COUNT_TO } }, "count");
    this.#rate.attach(fieldButton("rate", RATE.label));
    this.#count.attach(fieldButton("count", count.label));
    this.#training = new TrainingPart(this.#prefix, (filled) => this.#fill(filled));
    this.element = element(
      "div",
      { class: "fields" },
      element("div", { class: "group" }, element("label", { for: this.#label.id }, "Label"), this.#label),
      this.#kind.element,
      this.#parameters,
      this.#points.element,
      this.#sampling.element,
      this.#rate,
      this.#count,
      this.#hint.element,
      this.#training.element,
    );
    this.#hint.watch(this.element);
  }

  /** Everything as typed. @returns {Omit<Release, "id" | "on">} */
  get typed() {
    const training = this.#training.typed;
    return {
      label: this.#label.value,
      kind: this.#kind.value,
      values: this.#values(),
      points: this.#points.value,
      sampling: this.#sampling.value,
      rate: this.#rate.value,
      count: this.#count.value,
      ...(training ? { training } : {}),
    };
  }

  /**
   * Shows a release.
   * @param {Release} release
   * @param {{field: string, text: string} | undefined} solved the number that is found, and its text
   */
  show(release, solved) {
    if (this.#label.value !== release.label) this.#label.value = release.label;
    this.#kind.value = release.kind;
    this.#build(release.kind);
    this.#points.value = release.points;
    this.#sampling.value = release.sampling;
    this.#offerRate();
    this.#shown = release;
    for (const [field, slider] of this.#numbers()) {
      const mine = solved?.field === field;
      slider.locked = mine;
      slider.value = mine ? solved.text : textOf(release, field);
      const solver = this.#solvers.get(field);
      solver?.setAttribute("aria-pressed", String(mine));
      if (solver) solver.hidden = !mine && !solvable(release, field);
    }
    this.#training.show(solved ? withText(release, solved.field, solved.text) : release, solved?.field);
  }

  /** Marks what is wrong; all else is right. */
  set wrong(/** @type {ReadonlyMap<string, Wrong>} */ wrong) {
    const id = this.#shown?.id ?? 0;
    const say = (/** @type {string} */ name, /** @type {string} */ typed) =>
      complaint(typed, wrong.get(keyOf(id, name))?.allowed);
    this.#kind.error = say("kind", this.#kind.value);
    const samplings = `one of ${SAMPLINGS.map(({ word }) => word).join(", ")}`;
    this.#sampling.error = wrong.has(keyOf(id, "sampling")) ? complaint(this.#sampling.value, samplings) : "";
    for (const [field, slider] of this.#numbers()) slider.error = say(field, slider.value);
    this.#points.wrong = wrong.get(keyOf(id, "points"));
  }

  /** @returns {[string, DpSlider | DpSwitch][]} */
  #numbers() {
    return [...this.#sliders, ["rate", this.#rate], ["count", this.#count]];
  }

  #values() {
    return Object.fromEntries([...this.#sliders].map(([name, slider]) => [name, slider.value]));
  }

  /** A person chose a mechanism: it comes as it was last set. */
  #choose() {
    const kind = this.#kind.value;
    const before = this.#parameters.dataset.kind;
    if (before !== undefined) this.#remembered.set(before, { values: this.#values(), points: this.#points.value });
    const { values, points } = this.#remembered.get(kind) ?? fresh(this.#description, { kind });
    this.#build(kind);
    for (const [name, slider] of this.#sliders) slider.value = values[name] ?? "";
    this.#points.value = points;
  }

  /**
   * Builds the controls of a mechanism, unless they stand.
   * @param {string} kind
   */
  #build(kind) {
    if (this.#parameters.dataset.kind === kind) return;
    this.#parameters.dataset.kind = kind;
    for (const name of this.#sliders.keys()) this.#solvers.delete(name);
    this.#sliders = new Map(
      parametersOf(this.#description, kind).map((parameter) => [parameter.name, this.#control(kind, parameter)]),
    );
    this.#parameters.replaceChildren(...this.#sliders.values());
    this.#parameters.hidden = this.#sliders.size === 0;
    const described = this.#description.mechanisms.find((other) => other.kind === kind);
    this.#summary.data = described?.summary ?? "";
    this.#points.list = described?.points;
  }

  /**
   * @param {string} kind
   * @param {Parameter} parameter
   */
  #control(kind, parameter) {
    const words = switchOf(this.#description, kind, parameter.name);
    const control = words ? new DpSwitch() : new DpSlider();
    if (control instanceof DpSlider) this.#slider(control, parameter, parameter.name);
    else if (words) control.describe({ ...parameter, name: `${this.#prefix}-${parameter.name}` }, words);
    control.attach(fieldButton(parameter.name, parameter.label, kind));
    return control;
  }

  /**
   * @param {DpSlider} slider
   * @param {Parameter} parameter
   * @param {string} field
   */
  #slider(slider, parameter, field) {
    slider.parameter = { ...parameter, name: `${this.#prefix}-${field}` };
    const solver = element(
      "button",
      { type: "button", class: "solve", "aria-pressed": "false", "aria-label": `Solve for: ${parameter.label}` },
      "solve",
    );
    solver.addEventListener("click", () => this.#solve(field));
    this.#solvers.set(field, solver);
    slider.attach(solver);
  }

  /** A rate has a meaning only where there is sampling. */
  #offerRate() {
    this.#rate.hidden = this.#sampling.value === NO_SAMPLING;
  }

  /**
   * Takes over what a training run makes of the release.
   * @param {import("./trainer.js").Filled} filled
   */
  #fill({ rate, count, sigma }) {
    if (rate !== undefined) {
      this.#sampling.value = "poisson";
      this.#offerRate();
      this.#rate.value = rate;
    }
    if (count !== undefined) this.#count.value = count;
    const noise = this.#sliders.get("sigma");
    if (sigma !== undefined && noise) noise.value = sigma;
  }
}
