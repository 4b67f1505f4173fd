// A hundred people as a hundred dots, some of them filled. The picture is one image with its text
// alternative; the same text stands below it.

import { element } from "../ui/element.js";

const SVG = "http://www.w3.org/2000/svg";
const SIDE = 10;

/** How a dot is drawn; told apart by shape as well as colour. */
const LOOKS = /** @type {const} */ (["full", "half", "none"]);

export class Dots {
  #picture = document.createElementNS(SVG, "svg");
  #caption = element("figcaption");
  /** @type {SVGElement[]} */
  #dots = [];
  element;

  /** @param {string} title */
  constructor(title) {
    this.#picture.setAttribute("class", "dp-dots");
    this.#picture.setAttribute("viewBox", `0 0 ${SIDE * 10} ${SIDE * 10}`);
    this.#picture.setAttribute("role", "img");
    this.#picture.setAttribute("aria-label", title);
    for (let at = 0; at < SIDE * SIDE; at += 1) {
      const dot = document.createElementNS(SVG, "circle");
      dot.setAttribute("cx", String((at % SIDE) * 10 + 5));
      dot.setAttribute("cy", String(Math.floor(at / SIDE) * 10 + 5));
      dot.setAttribute("r", "3.5");
      this.#dots.push(dot);
    }
    this.#picture.append(...this.#dots);
    this.element = element("figure", { class: "dp-people" }, element("p", { class: "dp-people-title" }, title), this.#picture, this.#caption);
  }

  /**
   * @param {number} full how many dots are filled
   * @param {number} half how many after them are half filled
   * @param {string} text what the picture shows
   */
  show(full, half, text) {
    this.#dots.forEach((dot, at) => {
      const look = `dp-dot-${LOOKS[at < full ? 0 : at < full + half ? 1 : 2]}`;
      if (dot.getAttribute("class") !== look) dot.setAttribute("class", look);
    });
    this.#picture.setAttribute("aria-label", text);
    this.#caption.textContent = text;
  }
}

/**
 * A share as a whole number of a hundred, none lost.
 * @param {number} share
 */
export const people = (share) => Math.min(100, Math.ceil(100 * share - 1e-9));
