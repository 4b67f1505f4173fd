// What a page can start from, as links, so that Back leads away from them. The one on show says where its numbers come
// from and what to look at; what follows from them is said beside the chart, by the core.

import { element } from "../ui/element.js";

/**
 * @typedef {object} Start
 * @property {string} title
 * @property {string} hash with `#`
 * @property {string} [source] who published the figure
 * @property {string} says what is set and what to look at; no number that a chart shows
 */

export class Examples {
  #links;
  #starts;
  #note = element("div", { class: "start-note", "aria-live": "polite" });
  element;

  /**
   * @param {readonly Start[]} starts
   * @param {{canonical: (hash: string) => string}} codec
   */
  constructor(starts, codec) {
    this.#starts = starts.map((start) => ({ ...start, hash: codec.canonical(start.hash) }));
    this.#links = this.#starts.map(({ title, hash }) => element("a", { href: hash }, title));
    this.element = element(
      "nav",
      { class: "starts", "aria-label": "Settings to start from" },
      element("h2", {}, "Start from"),
      element("ul", { role: "list" }, ...this.#links.map((link) => element("li", {}, link))),
      this.#note,
    );
    this.element.hidden = starts.length === 0;
  }

  /** What the page shows, as it writes it. */
  set hash(/** @type {string} */ hash) {
    const at = this.#starts.findIndex((start) => start.hash === hash);
    this.#links.forEach((link, which) => {
      if (which === at) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    });
    // Where it was left its words hold no longer, but its room stays, so that nothing moves under a hand.
    this.#note.toggleAttribute("data-left", at < 0);
    if (at < 0) return;
    // What a page opens with by itself is said by its introduction: a long text that comes late would be its largest.
    const start = location.hash === "" ? undefined : this.#starts[at];
    const source = start?.source ? [element("p", { class: "start-source" }, start.source)] : [];
    this.#note.replaceChildren(...(start ? [element("p", {}, start.says), ...source] : []));
  }
}
