// <dp-slider>: one number, set by a slider or typed into a box. The two are linked; what is typed stays
// as typed, and an error stands beside it. `input` and `change` events come from the parts.

import { element } from "./element.js";
import { ladder, nearest, print } from "./slider-stops.js";
import { number } from "../state/setting.js";

/** @typedef {import("../../pkg/accounting/dpscope.js").Parameter} Parameter */

export class DpSlider extends HTMLElement {
  /** @type {number[]} */
  #stops = [];
  #symbol = "";
  #range = element("input", { type: "range", min: 0, step: 1 });
  #box = element("input", { type: "text", inputmode: "decimal", autocomplete: "off", spellcheck: "false" });
  #error = element("p", { class: "error" });
  #unit = element("span", { class: "unit" });

  constructor() {
    super();
    this.#range.addEventListener("input", () => {
      this.#box.value = print(this.#stops[this.#range.valueAsNumber] ?? 0);
      this.#say();
    });
    this.#box.addEventListener("input", () => this.#follow());
  }

  /**
   * Describes the number; once.
   * @param {Parameter} parameter
   */
  set parameter(parameter) {
    const { name, symbol, label, unit, explanation, slider, privacy } = parameter;
    this.#stops = ladder(parameter);
    this.#symbol = symbol;
    this.#range.max = String(this.#stops.length - 1);
    const id = `${name}-box`;
    const ids = { label: `${name}-label`, unit: `${name}-unit`, help: `${name}-help`, error: `${name}-error` };
    this.#error.id = ids.error;
    this.#unit.id = ids.unit;
    this.#unit.textContent = unit;
    this.#box.id = id;
    this.#box.name = name;
    this.#box.setAttribute("aria-describedby", `${ids.error} ${ids.unit} ${ids.help}`);
    this.#range.id = `${name}-slider`;
    this.#range.setAttribute("aria-labelledby", ids.label);
    this.#range.setAttribute("aria-describedby", `${ids.error} ${ids.help}`);
    const words = { larger: ["less private", "more private"], smaller: ["more private", "less private"] };
    const [left, right] = privacy === "neither" ? ["", ""] : words[privacy];
    const side = { larger: "right", smaller: "left", neither: "neither" }[privacy];
    this.replaceChildren(
      element(
        "div",
        { class: "slider-head" },
        element("label", { id: ids.label, for: id }, label),
        this.#box,
        this.#unit,
      ),
      element("div", { class: "slider-track", "data-private": side }, this.#range),
      element(
        "p",
        { class: "slider-ends" },
        element("span", {}, element("span", { class: "number" }, print(slider.from).replace(/^-/, "−")), ` ${left}`),
        element("span", {}, `${right} `, element("span", { class: "number" }, print(slider.to))),
      ),
      this.#error,
      element("p", { class: "help", id: ids.help }, explanation),
    );
    this.value = print(slider.start);
  }

  /** The text in the box. */
  get value() {
    return this.#box.value;
  }

  set value(text) {
    if (this.#box.value !== text) this.#box.value = text;
    this.#follow();
  }

  /** Says what is wrong; an empty text takes it back. */
  set error(/** @type {string} */ text) {
    this.#error.textContent = text;
    if (text) this.#box.setAttribute("aria-invalid", "true");
    else this.#box.removeAttribute("aria-invalid");
  }

  /**
   * Locks what is not for a person to set; the text stays to be read and copied.
   * @param {boolean} locked
   */
  set locked(locked) {
    this.toggleAttribute("data-locked", locked);
    this.#range.disabled = locked;
    this.#box.readOnly = locked;
  }

  /**
   * Puts a control of the number beside its unit.
   * @param {Element} control
   */
  attach(control) {
    this.#unit.after(control);
  }

  /** Moves the slider to the typed number; other text leaves it. */
  #follow() {
    const value = number(this.#box.value);
    if (typeof value === "number") this.#range.valueAsNumber = nearest(this.#stops, value);
    this.#say();
  }

  #say() {
    this.#range.setAttribute("aria-valuetext", `${this.#symbol} = ${this.#box.value}`);
  }
}

customElements.define("dp-slider", DpSlider);
