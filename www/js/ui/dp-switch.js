// <dp-switch>: a parameter that is only off or on, as a checkbox with the words of the core. In questions and addresses it is
// the number 0 or 1; any other text, as an address may hold, is kept until the switch is turned. `input` and `change`
// events come from the checkbox.

import { element } from "./element.js";

/** @typedef {import("../../pkg/accounting/dpscope.js").Parameter} Parameter */
/** @typedef {import("../../pkg/accounting/dpscope.js").Switch} Words */

export class DpSwitch extends HTMLElement {
  #text = "0";
  #box = element("input", { type: "checkbox", role: "switch" });
  #error = element("p", { class: "error" });
  #state = element("span", { class: "unit" });
  /** @type {Words} */
  #words = { name: "", off: "", on: "" };

  constructor() {
    super();
    this.#box.addEventListener("input", () => {
      this.value = this.#box.checked ? "1" : "0";
    });
  }

  /**
   * Describes the parameter; once.
   * @param {Parameter} parameter
   * @param {Words} words
   */
  describe({ name, label, explanation }, words) {
    const ids = { box: `${name}-box`, state: `${name}-unit`, help: `${name}-help`, error: `${name}-error` };
    this.#words = words;
    this.#box.id = ids.box;
    this.#box.name = name;
    this.#box.setAttribute("aria-describedby", `${ids.error} ${ids.state} ${ids.help}`);
    this.#state.id = ids.state;
    this.#error.id = ids.error;
    this.replaceChildren(
      element("div", { class: "slider-head" }, element("label", { for: ids.box }, label), this.#box, this.#state),
      this.#error,
      element("p", { class: "help", id: ids.help }, explanation),
    );
    this.value = "0";
  }

  /** The text of the number. */
  get value() {
    return this.#text;
  }

  set value(text) {
    this.#text = text;
    this.#box.checked = text.trim() === "1";
    this.#state.textContent = this.#box.checked ? this.#words.on : this.#words.off;
  }

  /** Says what is wrong; an empty text takes it back. */
  set error(/** @type {string} */ text) {
    this.#error.textContent = text;
    if (text) this.#box.setAttribute("aria-invalid", "true");
    else this.#box.removeAttribute("aria-invalid");
  }

  /**
   * Puts a control of the parameter beside its state.
   * @param {Element} control
   */
  attach(control) {
    this.#state.after(control);
  }

  /**
   * Locks what is not for a person to set.
   * @param {boolean} locked
   */
  set locked(locked) {
    this.#box.disabled = locked;
  }
}

customElements.define("dp-switch", DpSwitch);
