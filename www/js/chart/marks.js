// Values that a person pinned: numbered marks in the picture and the same in words below it. A pin stays
// at its x; when a figure of another setting comes, it says what that one says there.

import { nearest, pointsOf } from "./axis.js";
import { readingOf } from "./reading.js";
import { element, unbroken } from "../ui/element.js";

/** @typedef {import("../../pkg/accounting/dpscope.js").Mark} Mark */
/** @typedef {import("./chart.js").Picture} Picture */

/** The most pins; more would cover the picture. */
const MOST = 9;

/**
 * @typedef {object} Pin
 * @property {number} x
 * @property {string} curve the label of its series
 * @property {string} place where it is, in words
 * @property {string} text what was read
 * @property {Mark | undefined} mark where the figure has one
 */

export class Marks {
  #list = element("ol", { role: "list" });
  element = element("div", { class: "dp-pins", role: "group", "aria-label": "Pinned values", hidden: true }, this.#list);
  /** @type {Pin[]} */
  #pins = [];
  /** What the last figure of the whole said. @type {Picture["readings"] | undefined} */
  #readings;
  #removed;

  /**
   * @param {() => void} removed when a pin was removed by its button
   */
  constructor(removed) {
    this.#removed = removed;
  }

  /**
   * The marks of the curves that are shown.
   * @param {(curve: string) => boolean} hides
   * @returns {Mark[]}
   */
  marks(hides) {
    return this.#pins.flatMap(({ mark, curve }) => (mark && !hides(curve) ? [mark] : []));
  }

  /**
   * Pins a value. Returns what to say about it.
   * @param {Picture} figure
   * @param {number} x
   * @param {string} curve
   * @param {(curve: string) => boolean} hides
   */
  add(figure, x, curve, hides) {
    if (this.#pins.some((pin) => pin.x === x && pin.curve === curve)) return "";
    if (this.#pins.length === MOST) return `${MOST} values are pinned; remove one first.`;
    /** @type {Pin} */
    const pin = { x, curve, place: "", text: "", mark: undefined };
    this.#pins.push(pin);
    read(figure, pin, hides);
    this.#write();
    return `Pinned ${this.#pins.length}: ${pin.text}`;
  }

  /**
   * Removes the pin at a place, or the last one. Returns what to say about it.
   * @param {number | undefined} x
   */
  remove(x) {
    const found = this.#pins.findLastIndex((pin) => pin.x === x);
    const [pin] = this.#pins.splice(found < 0 ? this.#pins.length - 1 : found, 1);
    this.#write();
    return pin ? `No longer pinned: ${pin.text}` : "";
  }

  clear() {
    this.#pins = [];
    this.#write();
  }

  /**
   * Reads the pins in a figure of the whole. What was pinned in a closer look stays as it is while the
   * setting does, though the whole has fewer points.
   * @param {Picture} figure
   * @param {(curve: string) => boolean} hides
   * @param {boolean} [again] whether other curves are hidden
   */
  show(figure, hides, again = false) {
    const before = this.#readings;
    this.#readings = figure.readings;
    if (this.#pins.length === 0 || (!again && JSON.stringify(before) === JSON.stringify(figure.readings))) return;
    for (const pin of this.#pins) read(figure, pin, hides);
    this.#write();
  }

  /** Rewrites the list; buttons are kept, so that a focused one stays so. */
  #write() {
    while (this.#list.children.length > this.#pins.length) this.#list.lastElementChild?.remove();
    while (this.#list.children.length < this.#pins.length) this.#list.append(this.#entry());
    for (const [at, pin] of this.#pins.entries()) {
      if (pin.mark) pin.mark.label = String(at + 1);
      const [text, button] = this.#list.children[at]?.children ?? [];
      if (text?.textContent !== pin.text) text?.replaceChildren(...unbroken(pin.text));
      button?.setAttribute("aria-label", `Remove pin ${at + 1}`);
    }
    this.element.hidden = this.#pins.length === 0;
  }

  #entry() {
    const button = element("button", { type: "button" }, "Remove");
    const entry = element("li", {}, element("span"), button);
    button.addEventListener("click", () => {
      const at = [...this.#list.children].indexOf(entry);
      this.#pins.splice(at, 1);
      this.#write();
      const next = this.#list.children[Math.min(at, this.#pins.length - 1)]?.querySelector("button");
      next?.focus();
      this.#removed();
    });
    return entry;
  }
}

/**
 * Reads a pin on its curve, or where that is gone on the first.
 * @param {Picture} figure
 * @param {Pin} pin
 * @param {(curve: string) => boolean} hides
 */
function read(figure, pin, hides) {
  const points = pointsOf(figure);
  const inside = pin.x >= (points[0] ?? Infinity) && pin.x <= (points.at(-1) ?? -Infinity);
  const point = nearest(points, pin.x);
  const text = inside ? readingOf(figure, point, hides) : undefined;
  if (text !== undefined) pin.place = figure.readings.place[point] ?? "";
  pin.text = text ?? `${pin.place}: not in this chart`;
  const line = figure.series.find(({ label }) => label === pin.curve) ?? figure.series[0];
  const at = nearest(line?.x ?? [], pin.x);
  const [x, y] = [line?.x[at], line?.y[at]];
  const placed = text !== undefined && x !== undefined && y !== undefined && Number.isFinite(y);
  pin.mark = placed ? { x, y, label: "" } : undefined;
}
