// Several figures of the same quantities as one: scenarios, bases, accountants that answered one by one.
// Their curves lie over one another; their tables and readings are joined where they speak of the same x.
// Nothing is interpolated: a figure without a value at an x is read at its nearest point, and says where.

import { nearest, pointsOf } from "./chart-axis.js";

/** @typedef {import("./chart.js").Picture} Picture */
/** @typedef {import("../pkg/accounting/dpscope.js").Axis} Axis */
/** @typedef {import("../pkg/accounting/dpscope.js").Table} Table */

/**
 * @param {Picture[]} figures at least one
 * @param {object} [words]
 * @param {string[]} [words.names] what each figure is called; its title if absent
 * @param {string} [words.title] of the whole; the titles joined if absent
 * @param {string} [words.sentence] of the whole; the sentences joined if absent
 * @returns {Picture}
 */
export function merge(figures, words = {}) {
  const [first] = figures;
  if (!first) throw new Error("nothing to merge");
  const names = figures.map(({ title }, at) => words.names?.[at] ?? title);
  if (figures.length === 1 && !words.names) return { ...first, ...given(words) };
  const parts = figures.map((figure, at) => ({ figure, name: distinct(names, at) }));
  const title = words.title ?? names.join("; ");
  return {
    title,
    sentence: words.sentence ?? figures.map(({ sentence }) => sentence).join(" "),
    x: united(figures.map(({ x }) => x)),
    y: united(figures.map(({ y }) => y)),
    cells: null,
    bands: parts.flatMap(({ figure, name }) => figure.bands.map((band) => ({ ...band, label: `${name}: ${band.label}` }))),
    series: parts.flatMap(({ figure, name }) =>
      figure.series.map((series) => ({ ...series, label: figure.series.length === 1 ? name : `${name}: ${series.label}` })),
    ),
    // The whole texts of marks would cover one another; the sentence has them.
    marks: parts.flatMap(({ figure, name }) => figure.marks.map((mark) => ({ ...mark, label: mark.label && name }))),
    ...joinedReadings(parts),
    table: joinedTable(parts, title),
  };
}

/**
 * @typedef {object} Part
 * @property {Picture} figure
 * @property {string} name
 */

/** @param {{title?: string, sentence?: string}} words */
function given({ title, sentence }) {
  return { ...(title === undefined ? {} : { title }), ...(sentence === undefined ? {} : { sentence }) };
}

/**
 * A name that no earlier figure has.
 * @param {string[]} names
 * @param {number} at
 */
function distinct(names, at) {
  const name = names[at] ?? "";
  const before = names.slice(0, at).filter((other) => other === name).length;
  return before === 0 ? name : `${name} (${before + 1})`;
}

/**
 * An axis with room for all.
 * @param {Axis[]} axes
 * @returns {Axis}
 */
function united(axes) {
  const label = axes[0]?.label ?? "";
  const from = Math.min(...axes.map(({ from }) => from));
  const to = Math.max(...axes.map(({ to }) => to));
  const scale = from > 0 && axes.every(({ scale }) => scale === "log") ? "log" : "linear";
  return { label, scale, from, to };
}

/**
 * Readings at every x at which any figure is read.
 * @param {Part[]} parts
 */
function joinedReadings(parts) {
  const read = parts.filter(({ figure }) => figure.readings.length > 0);
  const grids = read.map(({ figure }) => pointsOf(figure));
  const at = [...new Set(grids.flat())].sort((a, b) => a - b);
  const readings = at.map((x) => {
    const texts = read.flatMap(({ figure, name }, which) => {
      const grid = grids[which] ?? [];
      // Beyond the end of a curve nothing is known of it.
      if (x < (grid[0] ?? Infinity) || x > (grid.at(-1) ?? -Infinity)) return [];
      const text = figure.readings[nearest(grid, x)] ?? "";
      const colon = text.indexOf(": ");
      return [{ name, place: text.slice(0, Math.max(colon, 0)), value: text.slice(colon < 0 ? 0 : colon + 2) }];
    });
    const place = texts[0]?.place ?? "";
    if (texts.every((text) => text.place === place)) {
      return `${place}: ${texts.map(({ name, value }) => `${name} ${value}`).join("; ")}`;
    }
    return texts.map(({ name, place, value }) => `${name}, ${place}: ${value}`).join("; ");
  });
  return { at, readings };
}

/**
 * One row for each text of the first columns, in ascending order.
 * @param {Part[]} parts
 * @param {string} caption
 * @returns {Table}
 */
function joinedTable(parts, caption) {
  /** @type {Map<string, string[][]>} */
  const rows = new Map();
  parts.forEach(({ figure }, which) => {
    /** @type {Map<string, number>} */
    const seen = new Map();
    for (const [head = "", ...cells] of figure.table.rows) {
      // A figure may have several rows at one x, such as a density and an atom.
      const turn = (seen.get(head) ?? 0) + 1;
      seen.set(head, turn);
      const key = `${turn} ${head}`;
      const row = rows.get(key) ?? [];
      row[which] = cells;
      rows.set(key, row);
    }
  });
  const widths = parts.map(({ figure }) => Math.max(0, figure.table.columns.length - 1));
  const ordered = [...rows].map(([key, cells]) => {
    const [turn = "", ...rest] = key.split(" ");
    return { turn: Number(turn), head: rest.join(" "), cells };
  });
  ordered.sort((a, b) => a.turn - b.turn || numberOf(a.head) - numberOf(b.head));
  return {
    caption,
    columns: [
      parts[0]?.figure.table.columns[0] ?? "",
      ...parts.flatMap(({ figure, name }) => figure.table.columns.slice(1).map((column) => `${name}: ${column}`)),
    ],
    rows: ordered.map(({ head, cells }) => [
      head,
      ...widths.flatMap((width, which) => cells[which] ?? Array.from({ length: width }, () => "–")),
    ]),
  };
}

/** @param {string} text as the core prints it */
function numberOf(text) {
  const value = Number(text.replace("−", "-"));
  return Number.isNaN(value) ? Infinity : value;
}
