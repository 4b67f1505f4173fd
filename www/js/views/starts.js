// Settings to start from, as links, so that Back leads away from them; the one on show says where its
// numbers come from and what it shows.

import { element } from "../element.js";

/**
 * @typedef {object} Start
 * @property {string} title
 * @property {string} hash with `#`, as the page writes it
 * @property {string} [source] who published the figure
 * @property {string} says what to look at
 */

export class Starts {
  #links;
  #starts;
  #note = element("div", { class: "start-note", "aria-live": "polite" });
  element;

  /** @param {readonly Start[]} starts */
  constructor(starts) {
    this.#starts = starts;
    this.#links = starts.map(({ title, hash }) => element("a", { href: hash }, title));
    this.element = element(
      "nav",
      { class: "starts", "aria-label": "Settings to start from" },
      element("h2", {}, "Start from"),
      element("ul", { role: "list" }, ...this.#links.map((link) => element("li", {}, link))),
      this.#note,
    );
  }

  /** What the page shows, as it writes it. */
  set hash(/** @type {string} */ hash) {
    const at = this.#starts.findIndex((start) => start.hash === hash);
    this.#links.forEach((link, which) => {
      if (which === at) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    });
    const start = this.#starts[at];
    const source = start?.source ? [element("p", { class: "start-source" }, start.source)] : [];
    this.#note.replaceChildren(...(start ? [...source, element("p", {}, start.says)] : []));
  }
}
