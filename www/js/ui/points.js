// A curve that a person gives point by point: a text of two numbers on each line.

import { aboutButton } from "../explain/button.js";
import { element } from "./element.js";
import { complaint } from "../state/setting.js";

/** @typedef {import("../../pkg/accounting/dpscope.js").PointList} PointList */

/**
 * What is wrong with a field.
 * @typedef {object} Wrong
 * @property {string} allowed
 * @property {string} [place] where in the field, if it holds several numbers
 * @property {string} [value] what stood there
 */

export class Points {
  #text = element("textarea", { rows: 5, autocomplete: "off", spellcheck: "false", class: "text" });
  #label = element("label");
  #help = element("p", { class: "help" });
  #error = element("p", { class: "error" });
  element;

  /** @param {string} name unique on the page */
  constructor(name) {
    this.#text.id = name;
    this.#label.htmlFor = name;
    this.#help.id = `${name}-help`;
    this.#error.id = `${name}-error`;
    this.#text.setAttribute("aria-describedby", `${this.#error.id} ${this.#help.id}`);
    this.element = element("div", { class: "group", hidden: true }, this.#label, this.#text, this.#error, this.#help, aboutButton("control/points", "the points"));
  }

  /** What the points are; nothing hides them. */
  set list(/** @type {PointList | undefined} */ list) {
    this.element.hidden = !list;
    if (!list) return;
    const { first, second, fewest, most, "ends-at-infinity": infinite } = list;
    this.#label.textContent = `Points: ${first.symbol} and ${second.symbol} on each line`;
    this.#help.textContent =
      `${first.label} and ${second.label}, ${fewest} to ${most} lines, by growing ${first.symbol}` +
      `${infinite ? `; the last ${first.symbol} may be inf` : ""}.`;
  }

  get value() {
    return this.#text.value;
  }

  set value(text) {
    if (this.#text.value !== text) this.#text.value = text;
  }

  set wrong(/** @type {Wrong | undefined} */ wrong) {
    this.#error.textContent = wrong ? say(wrong) : "";
    if (wrong) this.#text.setAttribute("aria-invalid", "true");
    else this.#text.removeAttribute("aria-invalid");
  }
}

/** @param {Wrong} wrong */
function say({ allowed, place, value = "" }) {
  if (!place) return `It must be ${allowed}.`;
  const text = complaint(value.replaceAll('"', ""), allowed);
  return `In ${place}: ${text}`;
}
