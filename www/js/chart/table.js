// The numbers of a figure as a table that scrolls by itself. Cells are kept and rewritten, so that
// following a slider costs little; while the disclosure is closed nothing is written.

import { element } from "../ui/element.js";

/** @typedef {import("../../pkg/accounting/dpscope.js").Table} Table */

export class Numbers {
  #caption = element("caption");
  #head = element("tr");
  #body = element("tbody");
  /** @type {Table | undefined} */
  #table;
  element;

  /**
   * @param {string} id of the caption
   * @param {boolean} open
   */
  constructor(id, open) {
    this.#caption.id = id;
    const table = element("table", {}, this.#caption, element("thead", {}, this.#head), this.#body);
    this.element = element(
      "details",
      { class: "dp-numbers", open },
      element("summary", {}, "The same numbers as a table"),
      element("div", { class: "dp-scroll", role: "region", tabindex: 0, "aria-labelledby": id }, table),
    );
    this.element.addEventListener("toggle", () => this.#write());
  }

  /** @param {Table} table */
  show(table) {
    this.#table = table;
    this.#write();
  }

  #write() {
    if (!this.#table || !this.element.open) return;
    const { caption, columns, rows } = this.#table;
    write(this.#caption, caption);
    fit(this.#head, columns.length, () => element("th", { scope: "col" }));
    columns.forEach((text, at) => write(this.#head.children[at], text));
    fit(this.#body, rows.length, () => element("tr"));
    rows.forEach((cells, at) => {
      const row = this.#body.children[at];
      if (!row) return;
      fit(row, cells.length, (column) => (column === 0 ? element("th", { scope: "row" }) : element("td")));
      cells.forEach((text, column) => write(row.children[column], text));
    });
  }
}

/**
 * @param {Element | undefined} target
 * @param {string} text
 */
function write(target, text) {
  if (target && target.textContent !== text) target.textContent = text;
}

/**
 * Gives an element as many children as asked.
 * @param {Element} parent
 * @param {number} count
 * @param {(at: number) => Element} make
 */
function fit(parent, count, make) {
  while (parent.children.length > count) parent.lastElementChild?.remove();
  while (parent.children.length < count) parent.append(make(parent.children.length));
}
