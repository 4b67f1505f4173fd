// What a chart reads without the curves that are hidden; no browser needed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { shownIn, tableOf } from "../../www/js/chart-reading.js";

/** Each way in which readings name their curves: labels, what is hidden, the text, what is left. @type {[string[], string[], string, string][]} */
const READINGS = [
  [["exact", "Rényi bound"], [], "ε = 1: δ ≤ 0.1 (exact), δ ≤ 0.2 (Rényi bound)", "ε = 1: δ ≤ 0.1 (exact), δ ≤ 0.2 (Rényi bound)"],
  [["exact", "Rényi bound"], ["exact"], "ε = 1: δ ≤ 0.1 (exact), δ ≤ 0.2 (Rényi bound)", "ε = 1: δ ≤ 0.2 (Rényi bound)"],
  [["exact", "Rényi bound"], ["exact", "Rényi bound"], "ε = 1: δ ≤ 0.1 (exact), δ ≤ 0.2 (Rényi bound)", "ε = 1: hidden"],
  [
    ["exact", "loss distribution"],
    ["loss distribution"],
    "k = 10: ε ≤ 2 (exact), ε ≤ 2.1 (loss distribution), ε ≥ 1.9 (loss distribution)",
    "k = 10: ε ≤ 2 (exact)",
  ],
  [
    ["general", "general, τ = 10", "τ terms, τ = 10"],
    ["general, τ = 10"],
    "order α = 3: divergence ≤ 0.05 (general), divergence ≤ 0.06 (τ terms, τ = 10), divergence ≤ 0.07 (general, τ = 10)",
    "order α = 3: divergence ≤ 0.05 (general), divergence ≤ 0.06 (τ terms, τ = 10)",
  ],
  [["real part", "imaginary part"], ["real part"], "t = 1: real part 0.5, imaginary part 0.1", "t = 1: imaginary part 0.1"],
  [["Now", "Now or later"], ["Now"], "ε = 1: Now δ ≤ 0.1; Now or later δ ≤ 0.2", "ε = 1: Now or later δ ≤ 0.2"],
  [["Now", "Base"], ["Now"], "Now, ε = 1: δ ≤ 0.1; Base, ε = 1.1: δ ≤ 0.2", "Base, ε = 1.1: δ ≤ 0.2"],
];

for (const [labels, hidden, text, left] of READINGS) {
  test(`without ${hidden.join(" and ") || "nothing"}: ${text}`, () => {
    assert.equal(shownIn(text, labels, (label) => hidden.includes(label)), left);
  });
}

test("a table keeps every number and says which are hidden", () => {
  const series = ["exact", "Base", "real part"].map((label) => ({ label, x: [], y: [] }));
  const table = { caption: "", columns: ["ε", "δ ≤, exact", "Base: δ ≤", "real part"], rows: [["1", "2", "3", "4"]] };
  const figure = /** @type {import("../../www/js/chart.js").Picture} */ (/** @type {unknown} */ ({ series, table }));
  const { columns, rows } = tableOf(figure, (label) => label !== "exact");
  assert.deepEqual(columns, ["ε", "δ ≤, exact", "Base: δ ≤ (hidden in the chart)", "real part (hidden in the chart)"]);
  assert.equal(rows, table.rows);
});
