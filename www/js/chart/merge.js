// Several figures of the same quantities as one: scenarios, bases, accountants that answered one by one.
// Their curves lie over one another; their tables and readings are joined where they speak of the same x.
// Nothing is interpolated: a figure without a value at an x is read at its nearest point, and says where.

import { nearest, pointsOf } from "./axis.js";

/** @typedef {import("./chart.js").Picture} Picture */
/** @typedef {import("../../pkg/accounting/dpscope.js").Axis} Axis */
/** @typedef {import("../../pkg/accounting/dpscope.js").Series} Series */
/** @typedef {import("../../pkg/accounting/dpscope.js").Table} Table */

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
    shows: title,
    sentence: words.sentence ?? figures.map(({ sentence }) => sentence).join(" "),
    notice: [...new Set(figures.map(({ notice }) => notice))].filter(Boolean).join(" "),
    x: united(figures.map(({ x }) => x)),
    y: united(figures.map(({ y }) => y)),
    cells: null,
    bands: parts.flatMap(({ figure, name }) => figure.bands.map((band) => ({ ...band, label: `${name}: ${band.label}` }))),
    series: together(parts),
    // The whole texts of marks would cover one another; the sentence has them.
    marks: parts.flatMap(({ figure, name }) => figure.marks.map((mark) => ({ ...mark, label: mark.label && name }))),
    readings: joinedReadings(parts),
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
 * What a curve is called beside those of other figures.
 * @param {Part} part
 * @param {string} label
 */
function labelIn({ figure, name }, label) {
  return figure.series.length === 1 ? name : `${name}: ${label}`;
}

/** Colours, and as many patterns of dashes. */
const LOOKS = 6;

/**
 * The curves of all figures: a colour for each figure, and the same dashes for what is alike in them, such as one
 * accountant. Of figures with one curve each both differ.
 * @param {Part[]} parts
 * @returns {Series[]}
 */
function together(parts) {
  const alike = [...new Set(parts.flatMap(({ figure }) => figure.series.map(({ label }) => label)))];
  const several = parts.length > 1 && parts.some(({ figure }) => figure.series.length > 1);
  return parts.flatMap((part, colour) =>
    part.figure.series.map((series) => {
      const label = labelIn(part, series.label);
      if (label === series.label) return series;
      const shift = (alike.indexOf(series.label) - colour + parts.length * LOOKS) % LOOKS;
      // One turn and that six later share the colour; each six the dashes move on by one.
      return { ...series, label, turns: several ? [(colour % LOOKS) + LOOKS * shift] : [] };
    }),
  );
}

/**
 * What is read at every x at which any figure is read.
 * @param {Part[]} parts
 * @returns {import("../../pkg/accounting/dpscope.js").Readings}
 */
function joinedReadings(parts) {
  const read = parts
    .filter(({ figure }) => figure.readings.place.length > 0)
    .map((part) => ({ ...part, grid: pointsOf(part.figure), places: part.figure.readings.place }));
  const at = [...new Set(read.flatMap(({ grid }) => grid))].sort((a, b) => a - b);
  const points = read.map(({ grid }) => at.map((x) => pointAt(grid, x)));
  const place = at.map((x, which) => {
    const known = read.findIndex(({ grid }, part) => grid[points[part]?.[which] ?? -1] === x);
    return read[known]?.places[points[known]?.[which] ?? -1] ?? "";
  });
  const columns = read.flatMap((part, which) =>
    part.figure.readings.columns.map((column) => ({
      ...column,
      label: labelIn(part, column.label),
      quantity: quantityIn(part, column),
      texts: place.map((here, x) => {
        const point = points[which]?.[x] ?? -1;
        const text = column.texts[point];
        return !text || part.places[point] === here ? (text ?? "") : `${text} at ${part.places[point]}`;
      }),
    })),
  );
  return { at, place, columns };
}

/**
 * What a value is of, where the name of its curve no longer says it.
 * @param {Part} part
 * @param {import("../../pkg/accounting/dpscope.js").Column} column
 */
function quantityIn(part, { quantity, label }) {
  return quantity || (part.figure.series.length === 1 && part.name !== label ? label : "");
}

/**
 * The point at which a figure is read for an x; none beyond its ends, where nothing is known of it.
 * @param {readonly number[]} grid
 * @param {number} x
 */
function pointAt(grid, x) {
  return x < (grid[0] ?? Infinity) || x > (grid.at(-1) ?? -Infinity) ? -1 : nearest(grid, x);
}

/**
 * One row for each text of the first columns, in ascending order.
 * @param {Part[]} parts
 * @param {string} caption
 * @returns {Table}
 */
function joinedTable(parts, caption) {
  /** @type {Map<string, {turn: number, x: number, head: string, cells: string[][]}>} */
  const rows = new Map();
  parts.forEach(({ figure: { table } }, which) => {
    /** @type {Map<string, number>} */
    const seen = new Map();
    table.rows.forEach(([head = "", ...cells], at) => {
      // A figure may have several rows at one x, such as a density and an atom.
      const turn = (seen.get(head) ?? 0) + 1;
      seen.set(head, turn);
      const row = rows.get(`${turn} ${head}`) ?? { turn, x: table.at?.[at] ?? Infinity, head, cells: [] };
      row.cells[which] = cells;
      rows.set(`${turn} ${head}`, row);
    });
  });
  const widths = parts.map(({ figure }) => Math.max(0, figure.table.columns.length - 1));
  const ordered = [...rows.values()].sort((a, b) => a.turn - b.turn || a.x - b.x || 0);
  const further = (/** @type {(part: Part, head: string, at: number) => string} */ text) =>
    parts.flatMap((part) => part.figure.table.columns.slice(1).map((head, at) => text(part, head, at + 1)));
  return {
    caption,
    columns: [parts[0]?.figure.table.columns[0] ?? "", ...further(({ name }, head) => `${name}: ${head}`)],
    labels: ["", ...further((part, _, at) => labelIn(part, part.figure.table.labels?.[at] ?? ""))],
    at: ordered.map(({ x }) => x),
    rows: ordered.map(({ head, cells }) => [
      head,
      ...widths.flatMap((width, which) => cells[which] ?? Array.from({ length: width }, () => "–")),
    ]),
  };
}
