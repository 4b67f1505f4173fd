// What a chart reads of the curves that are shown, and which colours they have; no browser needed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { merge } from "../../../www/js/chart/merge.js";
import { spotOf } from "../../../www/js/chart/overlay.js";
import { placeOf } from "../../../www/js/chart/tip.js";
import { readingOf, stated, tableOf } from "../../../www/js/chart/reading.js";
import { dashOf, turnsOf } from "../../../www/js/chart/style.js";
import { join, withoutFirst } from "../../../www/js/chart/join.js";

/** @typedef {import("../../../www/js/chart/chart.js").Picture} Picture */
/** @typedef {Picture["readings"]["columns"][number]} Column */

/**
 * @param {string} label
 * @param {string} quantity
 * @param {Column["side"]} side
 * @param {string[]} texts
 * @returns {Column}
 */
const column = (label, quantity, side, ...texts) => ({ label, quantity, side, texts });

/**
 * A figure that is read at some points.
 * @param {number[]} x
 * @param {Column[]} columns
 * @param {object} [more]
 * @returns {Picture}
 */
function figureOf(x, columns, more = {}) {
  const axis = { label: "ε", scale: /** @type {const} */ ("linear"), from: x[0] ?? 0, to: x.at(-1) ?? 1 };
  const labels = ["", ...columns.map(({ label }) => label)];
  const series = [...new Set(labels.slice(1))].map((label) => ({ label, x, y: x.map(() => 0.5) }));
  const rows = x.map((at, point) => [String(at), ...columns.map(({ texts }) => texts[point] ?? "–")]);
  return {
    title: "t",
    shows: "t",
    sentence: "s",
    notice: "",
    x: axis,
    y: axis,
    cells: null,
    bands: [],
    marks: [],
    series,
    readings: { place: x.map((at) => `ε = ${at}`), columns },
    table: { caption: "", columns: labels.map((label) => label || "ε"), labels, at: x, rows },
    ...more,
  };
}

const EXACT = column("exact", "δ", "upper", "0.1", "0.05");
const RENYI = column("Rényi bound", "δ", "upper", "0.2");
const hides = (/** @type {string[]} */ ...hidden) => (/** @type {string} */ label) => hidden.includes(label);

test("a reading names its curves where there are several, without those that are hidden", () => {
  const both = figureOf([1, 2], [EXACT, RENYI]);
  assert.equal(readingOf(figureOf([1, 2], [EXACT]), 0), "ε = 1: δ ≤ 0.1");
  assert.equal(readingOf(both, 0), "ε = 1: δ ≤ 0.1 (exact), δ ≤ 0.2 (Rényi bound)");
  assert.equal(readingOf(both, 1), "ε = 2: δ ≤ 0.05 (exact)", "a curve may end before the others");
  assert.equal(readingOf(both, 0, hides("exact")), "ε = 1: δ ≤ 0.2 (Rényi bound)");
  assert.equal(readingOf(both, 0, hides("exact", "Rényi bound")), "ε = 1: hidden");
  assert.equal(readingOf(both, 2), undefined);
  const bracket = figureOf([1], [column("lattice", "ε", "upper", "2.1"), column("lattice", "ε", "lower", "1.9"), column("density", "", "value", "0.3")]);
  assert.equal(readingOf(bracket, 0), "ε = 1: ε ≤ 2.1 (lattice), ε ≥ 1.9 (lattice), density 0.3");
  assert.equal(readingOf(bracket, 0, hides("lattice")), "ε = 1: density 0.3");
  assert.equal(stated({ quantity: "ε", side: "lower", text: "1.9" }), "ε ≥ 1.9");
});

test("a table keeps every number and says which are hidden", () => {
  const figure = figureOf([1], [EXACT, RENYI]);
  const { columns, rows } = tableOf(figure, hides("Rényi bound"));
  assert.deepEqual(columns, ["ε", "exact", "Rényi bound (hidden in the chart)"]);
  assert.equal(rows, figure.table.rows);
  assert.deepEqual(tableOf(figure, hides()), figure.table);
});

test("merged figures are read at every point, under their names, and say where another point was read", () => {
  const base = figureOf([1, 3], [column("exact", "δ", "upper", "0.3", "0.02")], { notice: "Secret." });
  const one = merge([figureOf([1, 2], [EXACT], { notice: "Secret." }), base], { names: ["Now", "Base"] });
  assert.deepEqual(one.readings.at, [1, 2, 3]);
  assert.deepEqual(
    [0, 1, 2].map((at) => readingOf(one, at)),
    ["ε = 1: δ ≤ 0.1 (Now), δ ≤ 0.3 (Base)", "ε = 2: δ ≤ 0.05 (Now), δ ≤ 0.3 at ε = 1 (Base)", "ε = 3: δ ≤ 0.02 (Base)"],
  );
  assert.equal(readingOf(one, 0, hides("Now")), "ε = 1: δ ≤ 0.3 (Base)");
  assert.deepEqual([one.notice, one.table.labels], ["Secret.", ["", "Now", "Base"]]);
  assert.deepEqual(one.table.rows, [["1", "0.1", "0.3"], ["2", "0.05", "–"], ["3", "–", "0.02"]]);
  const several = merge([figureOf([1], [EXACT, RENYI]), base], { names: ["Now", "Base"] });
  assert.equal(readingOf(several, 0, hides("Now: exact")), "ε = 1: δ ≤ 0.2 (Now: Rényi bound), δ ≤ 0.3 (Base)");
  const laws = merge([figureOf([1], [column("density", "", "value", "0.4")]), figureOf([1], [column("density", "", "value", "0.5")])], { names: ["A", "B"] });
  assert.equal(readingOf(laws, 0), "ε = 1: density = 0.4 (A), density = 0.5 (B)");
});

test("joined figures stand side by side, and the least headline stands for them", () => {
  const best = (/** @type {number} */ number) => ({ best: { quantity: "ε", side: "upper", number, text: String(number) } });
  const thin = figureOf([2], [column("Rényi bound", "δ", "upper", "0.07")], best(0.9));
  const one = join([figureOf([1, 2], [EXACT], best(1.5)), thin]);
  assert.deepEqual([readingOf(one, 0), readingOf(one, 1)], ["ε = 1: δ ≤ 0.1 (exact)", "ε = 2: δ ≤ 0.05 (exact), δ ≤ 0.07 (Rényi bound)"]);
  assert.equal(one.best?.number, 0.9);
  assert.deepEqual(one.table.labels, ["", "exact", "Rényi bound"]);
  const left = withoutFirst(one);
  assert.equal(readingOf(left, 1), "ε = 2: δ ≤ 0.07");
  assert.deepEqual([left.series.length, left.table.columns, left.readings.at], [1, ["ε", "Rényi bound"], [1, 2]]);
});

test("a curve keeps its own turn; others look like none that has one", () => {
  const turns = (/** @type {number[][]} */ ...own) => turnsOf(own.map((turns) => ({ turns })));
  assert.deepEqual(turns([], [], []), [0, 1, 2]);
  assert.deepEqual(turns([1], [], [0, 6], []), [1, 14, 0, 15]);
  assert.deepEqual(turns([0], [0, 6], [14], []), [0, 6, 14, 15]);
  // Under another name it is no longer the curve of an accountant.
  const named = (/** @type {string} */ name) => merge([figureOf([1], [EXACT], { series: [{ label: "exact", x: [1], y: [1], turns: [0] }] })], { names: [name] });
  assert.deepEqual([named("exact").series[0]?.turns, named("Now").series[0]?.turns], [[0], []]);
});

test("each kind of curve is read where it has a value", () => {
  const spot = (/** @type {string} */ draw, /** @type {number} */ value) => {
    const series = [{ label: "", x: [1, 2, 4], y: [0.1, 0.5, 0.9], draw }];
    const traces = [{ label: "", x: [10, 20, 40], y: [90, 50, 10] }];
    const drawn = /** @type {import("../../../www/js/chart/crosshair.js").Drawn} */ (/** @type {unknown} */ ({ series, layout: { traces } }));
    const found = spotOf(drawn, 0, value, 10 * value);
    return found && [found.x, found.y];
  };
  assert.deepEqual([spot("line", 3.5), spot("line", 4.1)], [[40, 10], undefined]);
  assert.deepEqual([spot("step", 3.5), spot("step", 2), spot("step", 4), spot("step", 0.9)], [[35, 50], [20, 50], [40, 10], undefined]);
  assert.deepEqual([spot("points", 2), spot("stems", 2.1)], [[20, 50], undefined]);
  assert.deepEqual([spot("bars", 0.6), spot("bars", 2.4), spot("bars", 5), spot("bars", 5.1)], [[6, 90], [24, 50], [50, 10], undefined]);
});

test("rows in which every δ is below 1e-15 are left out, unless all are", () => {
  const x = [1, 2, 3];
  const axis = { label: "δ", scale: /** @type {const} */ ("log"), from: 1e-30, to: 1 };
  const of = (/** @type {number[][]} */ ...curves) =>
    figureOf(x, [EXACT, RENYI], { y: axis, series: curves.map((y, at) => ({ label: at ? "Rényi bound" : "exact", x, y })) });
  const heads = (/** @type {Picture} */ figure) => tableOf(figure, hides()).rows.map(([head]) => head);
  assert.deepEqual(heads(of([1e-3, 1e-20, 1e-40], [1e-2, 1e-10, 1e-30])), ["1", "2"]);
  assert.match(tableOf(of([1e-3, 1e-20, 1e-40]), hides()).caption, /below 1e-15 are left out/);
  assert.deepEqual(heads(of([1e-16, 1e-20, 1e-40])), ["1", "2", "3"], "all are faint");
  assert.deepEqual(heads(of([1e-3, 0, 0])), ["1", "2", "3"], "0 is not faint");
  assert.deepEqual(heads(of([1e-3, NaN, 0.1])), ["1", "2", "3"], "what is not known stays");
  assert.deepEqual(heads({ ...of([1e-3, 1e-20, 1e-40]), y: { ...axis, label: "type II error" } }), ["1", "2", "3"]);
});

test("curves of one name look alike, and one that is not a bound is dashed", () => {
  const named = (/** @type {string[]} */ ...labels) => turnsOf(labels.map((label) => ({ label })));
  assert.deepEqual(named("a", "blind", "b", "blind"), [0, 1, 2, 1]);
  assert.deepEqual(named("a linear guess (not a bound)", "a"), [1, 2]);
  const among = Array.from({ length: 30 }, (_, at) => `${at} (not a bound)`);
  assert(named(...among).every((turn) => dashOf(turn) > 0));
  assert.deepEqual(turnsOf([{ label: "a", turns: [3] }, { label: "a", turns: [3, 9] }]), [3, 3]);
});

test("what is read stands inside the plot, and beside the dots", () => {
  const area = { left: 40, top: 10, width: 300, height: 200 };
  const size = { width: 90, height: 40 };
  for (let x = 40; x <= 340; x += 20) {
    for (let y = 10; y <= 210; y += 20) {
      const place = placeOf(area, size, { x, y }, [{ x, y }]);
      assert(place, `${x}, ${y}`);
      assert(place.left >= 40 && place.left + 90 <= 340 && place.top >= 10 && place.top + 40 <= 210, `${x}, ${y}: inside`);
      assert(x < place.left || x > place.left + 90, `${x}, ${y}: beside`);
    }
  }
  const others = [{ x: 100, y: 100 }, { x: 130, y: 70 }];
  const place = placeOf(area, size, { x: 100, y: 100 }, others);
  assert(place && place.top > 100, "not over another dot");
  const across = placeOf({ ...area, width: 100 }, size, { x: 90, y: 100 }, [{ x: 90, y: 100 }]);
  assert(across && (across.top > 100 || across.top + 40 < 100), "a narrow plot has it above or below the dot");
  assert.equal(placeOf({ ...area, height: 30 }, size, { x: 100, y: 20 }, []), undefined, "no room");
});
