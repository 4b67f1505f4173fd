// The numbers of a figure, closed at first. While the disclosure is closed nothing is loaded or written.

import { element } from "../ui/element.js";

/** @typedef {import("./chart.js").Picture} Picture */

/** What writes tables, once one was opened. @type {typeof import("./table.js") | undefined} */
let writer;

export class Numbers {
  #id;
  /** What explains each column; what follows from the figure if absent. @type {readonly string[] | import("./table.js").About | undefined} */
  about;
  /** @type {import("./table.js").Cells | undefined} */
  #cells;
  /** @type {[figure: Picture, hides: (curve: string) => boolean] | undefined} */
  #shown;
  element;

  /**
   * @param {string} id of the caption
   * @param {boolean} open
   * @param {Numbers["about"]} [about]
   */
  constructor(id, open, about) {
    this.#id = id;
    this.about = about;
    this.element = element("details", { class: "dp-numbers", open }, element("summary", {}, "The same numbers as a table"));
    this.element.addEventListener("toggle", () => this.#write());
  }

  /**
   * @param {Picture} figure
   * @param {(curve: string) => boolean} [hides]
   */
  show(figure, hides = () => false) {
    this.#shown = [figure, hides];
    this.#write();
  }

  async #write() {
    if (!this.#shown || !this.element.open) return;
    // Once it is there, the table follows a slider within its event.
    if (!writer) writer = await import("./table.js");
    if (!this.#cells) this.element.append((this.#cells = new writer.Cells(this.#id)).element);
    this.#cells.show(writer.tableOf(...this.#shown), writer.aboutOf(this.#shown[0], this.about));
  }
}
