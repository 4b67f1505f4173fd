// The stops of a slider; no browser needed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ladder, nearest, print, printDown } from "../../../www/js/ui/slider-stops.js";
import { fieldOf, number } from "../../../www/js/state/setting.js";

/**
 * @param {number} from
 * @param {number} to
 * @param {"log" | "linear"} scale
 * @param {boolean} [whole]
 */
const stops = (from, to, scale, whole = false) =>
  ladder({ slider: { from, to, scale, start: from }, range: { from, to, "to-included": true, whole } });

const SLIDERS = /** @type {const} */ ([
  [0.2, 50, "log"],
  [1e-12, 0.1, "log"],
  [0.5, 0.99, "linear"],
  [0, 1, "linear"],
  [1, 1000, "log", true],
]);

test("stops rise from one end to the other", () => {
  for (const [from, to, scale, whole] of SLIDERS) {
    const list = stops(from, to, scale, whole);
    assert.equal(list[0], from);
    assert.equal(list.at(-1), to);
    assert(list.every((stop, at) => at === 0 || stop > (list[at - 1] ?? 0)));
    assert(list.length > 50 && list.length < 400, `${list.length} stops`);
    if (whole) assert(list.every(Number.isInteger));
  }
});

test("stops are short numbers, and usual values are among them", () => {
  for (const [from, to, scale, whole] of SLIDERS) {
    for (const stop of stops(from, to, scale, whole)) assert(print(stop).length <= 7, print(stop));
  }
  assert(stops(0.2, 50, "log").includes(1));
  assert(stops(1e-12, 0.1, "log").includes(1e-5));
  assert(stops(0.5, 0.99, "linear").includes(0.75));
});

test("the nearest stop is nearest", () => {
  const list = stops(0.2, 50, "log");
  for (const value of [0.01, 0.2, 0.777, 1, 12.3456, 50, 1e6]) {
    const distance = (/** @type {number} */ at) => Math.abs((list[at] ?? Infinity) - value);
    assert.equal(distance(nearest(list, value)), Math.min(...list.map((_, at) => distance(at))));
  }
});

test("numbers print as they are typed", () => {
  assert.deepEqual([1e-5, 0.001, 1.5, 1e6, 999999, 0, 1.3e-12].map(print), ["1e-5", "0.001", "1.5", "1e6", "999999", "0", "1.3e-12"]);
});

test("a lower end is printed rounded down", () => {
  const digits = 5;
  assert.deepEqual(
    [4.377156941, 4.37719, 0.0169834395, 1, 9.99999, 1e-7 * 1.234567, 0].map((value) => printDown(value, digits)),
    ["4.3771", "4.3771", "0.016983", "1", "9.9999", "1.2345e-7", "0"],
  );
  for (let at = 1; at < 2000; at += 1) {
    const value = Math.exp(at / 40 - 25) * (1 + 1 / at);
    const printed = Number(printDown(value, digits));
    assert(printed <= value && printed > value * (1 - 1.01e-4), `${value}: ${printed}`);
  }
});

test("only finite decimal text is a number", () => {
  assert.deepEqual(["1", " 2.5 ", "1e-5", ".5", "−3", "+4", "5."].map(number), [1, 2.5, 1e-5, 0.5, -3, 4, 5]);
  for (const text of ["", " ", "abc", "0x10", "1e999", "Infinity", "1,5", "1 2"]) assert.equal(number(text), text);
});

test("a refused path names its control", () => {
  assert.equal(fieldOf("releases[0].mechanism.sigma"), "sigma");
  assert.equal(fieldOf("releases[0].mechanism.kind"), "mechanism");
  assert.equal(fieldOf("target.delta"), "delta");
  assert.equal(fieldOf("neighbours"), "neighbours");
  assert.equal(fieldOf("releases[0].sampling.kind"), "sampling");
  assert.equal(fieldOf("releases[0].sampling.rate"), "rate");
  assert.equal(fieldOf("releases[0].mechanism.delta"), "mechanism-delta");
});
