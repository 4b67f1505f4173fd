// Figures of the same points as one, such as the curves of accountants that answered one after another:
// their curves, readings and columns stand side by side. Figures of different things are merged by name
// instead (chart-merge.js).

/** @typedef {import("../chart.js").Picture} Picture */
/** @typedef {import("../../pkg/accounting/dpscope.js").Axis} Axis */

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
  return {
    ...first,
    y: united(figures.map(({ y }) => y)),
    bands: figures.flatMap(({ bands }) => bands),
    series: figures.flatMap(({ series }) => series),
    marks: figures.flatMap(({ marks }) => marks),
    readings: first.readings.map((text, at) =>
      // A figure may end before the others.
      [text, ...others.flatMap(({ readings }) => (readings[at] === undefined ? [] : [valueOf(readings[at])]))].join(", "),
    ),
    table: {
      caption: first.table.caption,
      columns: [...first.table.columns, ...others.flatMap(({ table }) => table.columns.slice(1))],
      rows: first.table.rows.map(([head = "", ...own]) => [
        head,
        ...own,
        ...further.flatMap(({ width, rows }) => rows.get(head) ?? Array.from({ length: width }, () => "–")),
      ]),
    },
  };
}

/**
 * The figure of which a curve ends lowest: where its sentence says the least of its own curves, that holds for all.
 * @param {readonly Picture[]} figures at least one
 */
export function lowest(figures) {
  const end = (/** @type {Picture} */ { series }) => Math.min(...series.map(({ y }) => y.at(-1) ?? Infinity).filter((y) => !Number.isNaN(y)));
  return figures.reduce((least, figure) => (end(figure) < end(least) ? figure : least));
}

/** What a reading says, without its place. @param {string} text */
const valueOf = (text) => text.slice(text.indexOf(": ") + 2);

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
export function withoutFirst(figure) {
  const { columns, rows } = figure.table;
  const cut = (/** @type {string} */ text) => {
    const place = text.slice(0, text.indexOf(": ") + 2);
    const rest = text.slice(place.length);
    const end = rest.indexOf("), ");
    return end < 0 ? text : place + rest.slice(end + 3);
  };
  const [first = ""] = figure.readings;
  return {
    ...figure,
    sentence: figure.sentence.replace(first, cut(first)),
    series: figure.series.slice(1),
    readings: figure.readings.map(cut),
    table: { ...figure.table, columns: columns.toSpliced(1, 1), rows: rows.map((row) => row.toSpliced(1, 1)) },
  };
}

/**
 * The marks of several profiles in one: each says only its value, and each value is said once.
 * @param {readonly Picture[]} figures
 */
export function crowd(figures) {
  const marks = figures.flatMap((figure) => figure.marks.map((mark) => ({ ...mark, label: valueIn(mark.label) })));
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
  const said = parts.flatMap(({ name, figure }) => figure.marks.slice(0, 1).map(({ label }) => `${name}: ${valueIn(label)}`));
  return said.length > 0 ? `At ${place}, ${said.join("; ")}.` : parts.map(({ figure }) => figure.sentence).join(" ");
}

/** `ε ≤ 1.2` of `ε ≤ 1.2 at δ = 1e-5`. @param {string} label */
const valueIn = (label) => label.split(" at ")[0] ?? label;
