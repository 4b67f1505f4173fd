// A prediction in a picture: the figure without what is not known yet, and the guess as a point in it.

import { pointsOf } from "../chart/axis.js";

/** @typedef {import("../chart/chart.js").Picture} Picture */
/** @typedef {import("../../pkg/accounting/dpscope.js").Axis} Axis */

/** What a guess is called, in legend, headline and conclusion. */
export const GUESS = "your guess";

/** The sixth colour, drawn through; and in dashes of its own. */
const TURNS = [11];
const DOTTED = 5;

/**
 * What of a figure may be seen before the answer: curves as far as somebody knows them, and only their marks and numbers.
 * @param {Picture} figure
 * @param {Readonly<Record<string, number>>} known the largest x of each curve that is seen; a curve without one is not
 * @param {string} sentence instead of that of the answer
 * @returns {Picture}
 */
export function veiled(figure, known, sentence) {
  const { best: _, ...rest } = figure;
  const points = pointsOf(figure);
  const until = (/** @type {string | undefined} */ label) => known[label ?? ""] ?? -Infinity;
  const last = Math.max(...figure.series.map(({ label }) => until(label)));
  const kept = points.map((x, at) => ({ x, at })).filter(({ x }) => x <= last);
  const { columns, labels = [], rows, at = [] } = figure.table;
  const places = columns.map((__, place) => place).filter((place) => place === 0 || until(labels[place]) > -Infinity);
  return {
    ...rest,
    sentence,
    bands: [],
    series: figure.series.flatMap((series) => {
      const count = series.x.filter((x) => x <= until(series.label)).length;
      const part = { ...series, x: series.x.slice(0, count), y: series.y.slice(0, count) };
      // One point makes no line.
      return count === 0 ? [] : [count === 1 ? { ...part, draw: /** @type {const} */ ("points") } : part];
    }),
    marks: [],
    readings: {
      at: kept.map(({ x }) => x),
      place: kept.map((one) => figure.readings.place[one.at] ?? ""),
      columns: figure.readings.columns
        .filter(({ label }) => until(label) > -Infinity)
        .map((column) => ({ ...column, texts: kept.map(({ x, at }) => (x <= until(column.label) ? (column.texts[at] ?? "") : "")) })),
    },
    table: {
      ...figure.table,
      columns: places.map((place) => columns[place] ?? ""),
      labels: places.map((place) => labels[place] ?? ""),
      at: at.filter((x) => x <= last),
      rows: rows.filter((__, row) => (at[row] ?? Infinity) <= last).map((row) => places.map((place) => row[place] ?? "")),
    },
  };
}

/**
 * A figure with a guess as a point in it, a line to the axis on which it is read, and room for both.
 * @param {Picture} figure
 * @param {{x: number, y: number}} guess
 * @param {"x" | "y"} side which of the two was guessed
 * @returns {Picture}
 */
export function pointed(figure, { x, y }, side) {
  const shows = (/** @type {Axis} */ { scale }, /** @type {number} */ value) => Number.isFinite(value) && (scale === "linear" || value > 0);
  if (!shows(figure.x, x) || !shows(figure.y, y)) return figure;
  const across = roomy(figure.x, x);
  const up = roomy(figure.y, y);
  const line = side === "y" ? { x: [across.from, x], y: [y, y] } : { x: [x, x], y: [up.from, y] };
  return {
    ...figure,
    x: across,
    y: up,
    series: [...figure.series, { label: GUESS, ...line, turns: TURNS }],
    marks: [...figure.marks, { x, y, label: GUESS }],
  };
}

/**
 * An axis with room for a value.
 * @param {Axis} axis
 * @param {number} value
 * @returns {Axis}
 */
function roomy(axis, value) {
  const out = axis.scale === "log" ? 1.25 : 1.1;
  const from = value < axis.from ? (axis.scale === "log" ? value / out : value * out) : axis.from;
  return { ...axis, from, to: value > axis.to ? value * out : axis.to };
}

/**
 * A figure in the colours of a step: what is asked for in the first, drawn through, what it is compared with in the second.
 * @param {Picture} figure
 * @param {(label: string) => boolean} [isAsked] all of it if absent
 * @returns {Picture}
 */
export const coloured = (figure, isAsked = () => true) => ({
  ...figure,
  series: figure.series.map((one) => ({ ...one, turns: [isAsked(one.label ?? "") ? 0 : 1] })),
});

/**
 * Two curves in the colour of a guess, or of what is asked for, the second of them in dashes.
 * @param {Picture} figure
 * @param {boolean} isGuess
 * @returns {Picture}
 */
export const paired = (figure, isGuess) => ({
  ...figure,
  series: figure.series.map((one, at) => ({ ...one, turns: isGuess ? (at === 0 ? TURNS : [DOTTED]) : [6 * at] })),
});

/**
 * The curves of these names alone, with their numbers.
 * @param {Picture} figure
 * @param {readonly string[]} names
 * @returns {Picture}
 */
export function chosen(figure, names) {
  const { columns, labels = [], rows } = figure.table;
  const places = columns.map((_, place) => place).filter((place) => place === 0 || names.includes(labels[place] ?? ""));
  const cells = (/** @type {readonly string[]} */ texts) => places.map((place) => texts[place] ?? "");
  return {
    ...figure,
    series: figure.series.filter(({ label }) => names.includes(label ?? "")),
    readings: { ...figure.readings, at: [...pointsOf(figure)], columns: figure.readings.columns.filter(({ label }) => names.includes(label)) },
    table: { ...figure.table, columns: cells(columns), labels: cells(labels), rows: rows.map(cells) },
  };
}
