// Figures of the same points as one, such as the curves of accountants that answered one after another:
// their curves, readings and columns stand side by side. Figures of different things are merged by name
// instead (chart-merge.js).

import { pointsOf } from "./axis.js";
import { stated } from "./reading.js";

/** @typedef {import("./chart.js").Picture} Picture */
/** @typedef {import("../../pkg/accounting/dpscope.js").Axis} Axis */
/** @typedef {import("../../pkg/accounting/dpscope.js").Statement} Statement */

/**
 * @param {readonly Picture[]} figures at least one, of the same points; the first has all of them
 * @returns {Picture}
 */
export function join(figures) {
  const [first, ...others] = figures;
  if (!first) throw new Error("nothing to join");
  if (others.length === 0) return first;
  const cells = (/** @type {Picture} */ { table: { rows } }) => new Map(rows.map(([head = "", ...cells]) => [head, cells]));
  const further = others.map((figure) => ({ width: figure.table.columns.length - 1, rows: cells(figure) }));
  const points = pointsOf(first);
  return {
    ...first,
    ...least(figures),
    y: united(figures.map(({ y }) => y)),
    bands: figures.flatMap(({ bands }) => bands),
    series: figures.flatMap(({ series }) => series),
    marks: figures.flatMap(({ marks }) => marks),
    readings: { ...first.readings, columns: figures.flatMap((figure) => columnsAt(figure, points)) },
    table: {
      ...first.table,
      columns: [...first.table.columns, ...others.flatMap(({ table }) => table.columns.slice(1))],
      labels: figures.flatMap(({ table }, at) => table.columns.map((_, column) => table.labels?.[column] ?? "").slice(at > 0 ? 1 : 0)),
      rows: first.table.rows.map(([head = "", ...own]) => [
        head,
        ...own,
        ...further.flatMap(({ width, rows }) => rows.get(head) ?? Array.from({ length: width }, () => "–")),
      ]),
    },
  };
}

/**
 * What is read of a figure at the points of another; nothing where it has none.
 * @param {Picture} figure
 * @param {readonly number[]} points
 */
function columnsAt(figure, points) {
  const places = new Map(pointsOf(figure).map((x, place) => [x, place]));
  return figure.readings.columns.map((column) => ({
    ...column,
    texts: points.map((x) => column.texts[places.get(x) ?? -1] ?? ""),
  }));
}

/**
 * The least of the headlines.
 * @param {readonly Picture[]} figures
 * @returns {{best?: Statement}}
 */
function least(figures) {
  const [best] = figures.flatMap(({ best }) => best ?? []).sort((one, other) => one.number - other.number);
  return best ? { best } : {};
}

/**
 * The figure of which a curve ends lowest: where its sentence says the least of its own curves, that holds for all.
 * @param {readonly Picture[]} figures at least one
 */
export function lowest(figures) {
  const end = (/** @type {Picture} */ { series }) => Math.min(...series.map(({ y }) => y.at(-1) ?? Infinity).filter((y) => !Number.isNaN(y)));
  return figures.reduce((least, figure) => (end(figure) < end(least) ? figure : least));
}

/**
 * An axis with room for all.
 * @param {Axis[]} axes
 * @returns {Axis}
 */
function united(axes) {
  const [first] = axes;
  if (!first) throw new Error("no axis");
  return { ...first, from: Math.min(...axes.map(({ from }) => from)), to: Math.max(...axes.map(({ to }) => to)) };
}

/**
 * The figure without its first curve, which another figure beside it has too.
 * @param {Picture} figure
 * @returns {Picture}
 */
export function withoutFirst({ series, readings, table, ...rest }) {
  const { columns, labels = [], rows } = table;
  return {
    ...rest,
    series: series.slice(1),
    readings: { ...readings, at: pointsOf({ readings, series }), columns: readings.columns.slice(1) },
    table: { ...table, columns: columns.toSpliced(1, 1), labels: labels.toSpliced(1, 1), rows: rows.map((row) => row.toSpliced(1, 1)) },
  };
}

/**
 * The figure with the curves of one author alone.
 * @param {Picture} figure
 * @param {string} by
 * @returns {Picture}
 */
export function only({ series, readings, table, ...rest }, by) {
  const kept = series.filter((one) => one.by === by);
  const names = kept.map(({ label }) => label);
  const { columns, labels = [], rows } = table;
  const places = columns.map((_, at) => at).filter((at) => at === 0 || names.includes(labels[at] ?? ""));
  const chosen = (/** @type {readonly string[]} */ texts) => places.map((at) => texts[at] ?? "");
  return {
    ...rest,
    series: kept,
    readings: { ...readings, at: pointsOf({ readings, series }), columns: readings.columns.filter(({ label }) => names.includes(label)) },
    table: { ...table, columns: chosen(columns), labels: chosen(labels), rows: rows.map(chosen) },
  };
}

/**
 * The marks of several profiles in one: each says only its value, and each value is said once.
 * @param {readonly Picture[]} figures
 */
export function crowd(figures) {
  const marks = figures.flatMap(({ marks }) => marks.map((mark) => ({ ...mark, label: mark.says ? stated(mark.says) : mark.label })));
  return marks.map((mark, at) =>
    marks.slice(0, at).some(({ label }) => label === mark.label) ? { ...mark, label: "" } : mark,
  );
}

/**
 * What several profiles are at the same place, in a sentence.
 * @param {readonly {name: string, figure: Picture}[]} parts
 * @param {string} place
 */
export function compared(parts, place) {
  const said = parts.flatMap(({ name, figure: { best } }) => (best ? [`${name}: ${stated(best)}`] : []));
  return said.length > 0 ? `At ${place}, ${said.join("; ")}.` : parts.map(({ figure }) => figure.sentence).join(" ");
}
