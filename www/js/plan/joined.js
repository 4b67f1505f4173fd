// The curves of several accountants in one picture. Loaded when they are wanted.

import { merge } from "../chart/merge.js";

/** @typedef {import("../chart/chart.js").Picture} Picture */

/**
 * One picture of them, under their own names.
 * @param {Picture[]} figures each of one curve
 * @param {string[]} missing what is said of those without
 */
export function joined(figures, missing) {
  const [first] = figures;
  const parts = figures.map((figure, at) => {
    const columns = figure.table.columns.map((column, place) => (place === 0 ? column : "δ ≤"));
    return { ...figure, marks: at === 0 ? figure.marks : [], table: { ...figure.table, columns } };
  });
  const picture = merge(parts, {
    names: figures.map(({ series }) => series[0]?.label ?? ""),
    title: first?.title ?? "",
    sentence: [first?.sentence, ...missing].join(" "),
  });
  return { ...picture, marks: first?.marks ?? [] };
}
