// The form, built from what the core says can be asked. Text that was typed stays as typed.

import { DpSlider } from "./dp-slider.js";
import { element } from "./element.js";
import { complete, number, parametersOf } from "./setting.js";

/** @typedef {import("./engine.js").Description} Description */
/** @typedef {import("./setting.js").Setting} Setting */

export class Form {
  #description;
  #chooser = element("div", { class: "choices" });
  #summary = element("p", { class: "help" });
  #wrongMechanism = element("p", { class: "error", id: "mechanism-error" });
  #parameters = element("div", { class: "parameters" });
  #delta = new DpSlider();
  #neighbours = element("select", { id: "neighbours", "aria-describedby": "neighbours-error" });
  #wrongNeighbours = element("p", { class: "error", id: "neighbours-error" });
  /** The sliders of the mechanism on show, by the name of their parameter.
   * @type {Map<string, DpSlider>} */
  #sliders = new Map();
  /** What was last set for each mechanism.
   * @type {Map<string, Record<string, string>>} */
  #remembered = new Map();
  /** Text of the address that is no choice. */
  #typed = { mechanism: "", neighbours: "" };

  /**
   * @param {Description} description
   * @param {{mechanism: HTMLElement, condition: HTMLElement}} places
   */
  constructor(description, { mechanism, condition }) {
    this.#description = description;
    this.#delta.parameter = description.delta;
    for (const { kind, name } of description.mechanisms) {
      const radio = element("input", { type: "radio", name: "mechanism", value: kind });
      radio.addEventListener("input", () => this.#choose(kind));
      this.#chooser.append(element("label", { class: "choice" }, radio, element("span", {}, name)));
    }
    for (const { word, meaning } of description.neighbours) {
      this.#neighbours.append(element("option", { value: word }, meaning));
    }
    mechanism.replaceChildren(
      element(
        "fieldset",
        { class: "group", "aria-describedby": "mechanism-error" },
        element("legend", {}, "Mechanism"),
        this.#chooser,
        this.#wrongMechanism,
        this.#summary,
      ),
      this.#parameters,
    );
    condition.replaceChildren(
      this.#delta,
      element(
        "div",
        { class: "group" },
        element("label", { for: "neighbours" }, "Protects when"),
        this.#neighbours,
        this.#wrongNeighbours,
      ),
    );
  }

  /** Everything as typed. */
  get setting() {
    const chosen = this.#chooser.querySelector("input:checked");
    return {
      mechanism: chosen instanceof HTMLInputElement ? chosen.value : this.#typed.mechanism,
      values: this.#values(),
      delta: this.#delta.value,
      neighbours: this.#neighbours.selectedIndex < 0 ? this.#typed.neighbours : this.#neighbours.value,
    };
  }

  set setting(/** @type {Setting} */ { mechanism, values, delta, neighbours }) {
    this.#typed = { mechanism, neighbours };
    this.#remembered.set(mechanism, values);
    for (const radio of this.#chooser.querySelectorAll("input")) radio.checked = radio.value === mechanism;
    this.#choose(mechanism);
    this.#delta.value = delta;
    this.#neighbours.value = neighbours;
  }

  /** Marks what is wrong: each field with what is allowed there; all others are right. */
  set wrong(/** @type {Map<string, string>} */ wrong) {
    const { mechanism, values, delta, neighbours } = this.setting;
    const say = (/** @type {string} */ name, /** @type {string} */ typed) => complaint(typed, wrong.get(name));
    this.#wrongMechanism.textContent = say("mechanism", mechanism);
    for (const [name, slider] of this.#sliders) slider.error = say(name, values[name] ?? "");
    this.#delta.error = say("delta", delta);
    this.#wrongNeighbours.textContent = say("neighbours", neighbours);
    this.#neighbours.setAttribute("aria-invalid", String(wrong.has("neighbours")));
  }

  #values() {
    return Object.fromEntries([...this.#sliders].map(([name, slider]) => [name, slider.value]));
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
      complete(this.#description, (name) => (name === "mechanism" ? kind : undefined)).values;
    if (shown !== kind) {
      this.#parameters.dataset.kind = kind;
      this.#sliders = new Map(
        parametersOf(this.#description, kind).map((parameter) => {
          const slider = new DpSlider();
          slider.parameter = parameter;
          return [parameter.name, slider];
        }),
      );
      this.#parameters.replaceChildren(...this.#sliders.values());
      const mechanism = this.#description.mechanisms.find((other) => other.kind === kind);
      this.#summary.textContent = mechanism?.summary ?? "";
    }
    for (const [name, slider] of this.#sliders) slider.value = values[name] ?? "";
  }
}

/** The most of a wrong text that a complaint repeats. */
const EXCERPT = 60;

/**
 * @param {string} typed
 * @param {string | undefined} allowed
 */
function complaint(typed, allowed) {
  if (allowed === undefined) return "";
  if (typed.trim() === "") return `Nothing is typed here; it must be ${allowed}.`;
  const text = typed.length > EXCERPT ? `${typed.slice(0, EXCERPT)}…` : typed;
  return `${typeof number(typed) === "number" ? text.trim() : `“${text}”`} is not ${allowed}.`;
}
