// The numbers of a figure as a table that scrolls by itself. Cells are kept and rewritten, so that
// following a slider costs little.

import { wordButton } from "../explain/button.js";
import { NAMES } from "../explain/names.js";
import { element } from "../ui/element.js";

/** @typedef {import("./chart.js").Picture} Picture */
/** @typedef {import("../../pkg/accounting/dpscope.js").Table} Table */

/** The cells of a table. */
export class Cells {
  #caption;
  #head = element("tr");
  #body = element("tbody");
  element;

  /** @param {string} id of the caption */
  constructor(id) {
    this.#caption = element("caption", { id });
    const table = element("table", {}, this.#caption, element("thead", {}, this.#head), this.#body);
    this.element = element("div", { class: "dp-scroll", role: "region", tabindex: 0, "aria-labelledby": id }, table);
  }

  /**
   * @param {Table} table
   * @param {readonly (string | undefined)[]} about the entry that explains each column
   */
  show({ caption, columns, rows }, about) {
    write(this.#caption, caption);
    fit(this.#head, columns.length, () => element("th", { scope: "col" }));
    columns.forEach((text, at) => {
      const [head, id] = [this.#head.children[at], about[at]];
      if (head?.textContent !== text) head?.replaceChildren(id ? wordButton(id, text) : text);
    });
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

/** The entry of what an axis measures, by its name or by the head of its column. @type {Record<string, string>} */
const AXES = { ε: "control/epsilon", δ: "control/delta", α: "control/orders", "order α": "control/orders", k: "control/count" };

/**
 * What explains the columns of a figure's table, where the figure alone does not say it.
 * @typedef {object} About
 * @property {string} each column about which nothing else is known
 * @property {string} [x] the first column; by the name of the axis if absent
 * @property {string} [within] the group whose entries are called as the curves are (`by`)
 * @property {Readonly<Record<string, string>>} [curves] the entries of curves that are called otherwise
 */

/**
 * The entry that explains each column: what the axis measures, then who says each curve.
 * @param {Pick<Picture, "table" | "series" | "x">} figure
 * @param {readonly string[] | About} [about] the entries themselves, or what they follow from
 * @returns {readonly (string | undefined)[]}
 */
export function aboutOf({ table, series, x }, about) {
  if (about && !("each" in about)) return about;
  return table.columns.map((head, at) => {
    if (at === 0) return about?.x ?? AXES[x.label] ?? AXES[head] ?? about?.each;
    const { by = "" } = series.find(({ label }) => label === table.labels?.[at]) ?? {};
    if (Object.hasOwn(NAMES, by)) return `accountant/${by}`;
    return about?.curves?.[by] ?? (by && about?.within ? `${about.within}/${by}` : about?.each);
  });
}

/** A δ below this has no meaning of its own beside rounding, sampling and faults. */
const FAINT = 1e-15;

/**
 * The table, with a word over the numbers of curves that are hidden, and without rows in which every δ is too small to
 * tell anything, unless all of them are.
 * @param {Picture} figure
 * @param {(label: string) => boolean} hides
 */
export function tableOf({ table, series, y }, hides) {
  const hidden = (/** @type {number} */ at) => Boolean(table.labels?.[at]) && hides(table.labels?.[at] ?? "");
  const columns = table.columns.map((head, at) => (hidden(at) ? `${head} (hidden in the chart)` : head));
  const told = y.label === "δ" ? tellingRows(table, series) : [];
  if (told.length === 0 || told.length === table.rows.length) return { ...table, columns };
  return {
    ...table,
    columns,
    caption: `${table.caption}; rows in which every δ is below ${FAINT} are left out`,
    rows: told.map((row) => table.rows[row] ?? []),
    ...(table.at ? { at: told.map((row) => table.at?.[row] ?? NaN) } : {}),
  };
}

/**
 * The rows in which some curve is not faint, or is not known.
 * @param {Picture["table"]} table
 * @param {Picture["series"]} series
 */
function tellingRows({ at = [], rows }, series) {
  const heights = series.map(({ x, y }) => new Map(x.map((value, point) => [value, y[point] ?? NaN])));
  const tells = (/** @type {number} */ row) => {
    const found = heights.flatMap((of) => of.get(at[row] ?? NaN) ?? []);
    // That δ is 0 is worth telling.
    return found.length === 0 || !found.every((height) => height > 0 && height < FAINT);
  };
  return [...rows.keys()].filter(tells);
}
