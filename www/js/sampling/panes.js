// What a pane of the page of sampling asks for and shows, for one mechanism at one rate.

import { merge } from "../chart.js";
import { readingOf } from "../chart-reading.js";
import { number } from "../setting.js";
import { figureOf, reasonsOf } from "../views/inquiry.js";
import { compared, crowd, join, withoutFirst } from "../views/join.js";
import { mechanismOf } from "../views/rivals.js";

/** @typedef {import("../chart.js").Picture} Picture */
/** @typedef {import("../views/inquiry.js").Put} Put */
/** @typedef {import("../views/rivals.js").Rival} Rival */

/**
 * @typedef {object} Asked
 * @property {Put} put
 * @property {Rival} mechanism
 * @property {string} rate
 * @property {string} delta
 * @property {(figure: Picture) => void} show what there is so far
 */

/** Whole orders at which curves are drawn; all of them are rows of the table. */
const ORDERS = [
  2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100, 120, 150, 200, 250, 300, 400, 500, 600, 700, 800,
  1000, 1200, 1500, 2000, 2500, 3000, 3500, 4000,
];

/** Whole orders over which the moments accountant takes the least: each up to 199, then in steps of 5 %. */
const ALL_ORDERS = [...Array.from({ length: 198 }, (_, at) => at + 2), ...steps(109, 170)];

/** How many releases. */
const COUNTS = [1, 10, 100, 1000, 10_000, 100_000].flatMap((decade) => [1, 2, 3, 5, 7].map((digit) => digit * decade)).concat(1_000_000);

/** Beyond so many the optimal composition theorem is not summed, and says no more than the naive one. */
const SUMMED = 100_000;

/** Numbers of terms at either end of a sum. */
const TERMS = [5, 10, 50];

/**
 * @param {number} from
 * @param {number} to
 */
function steps(from, to) {
  return [...new Set(Array.from({ length: to - from }, (_, at) => Math.floor(1.05 ** (from + at))))];
}

/**
 * Profiles of one release: on everyone, and on a sample when a person is removed, added or replaced.
 * @param {Asked} asked
 */
export async function profiles({ put, mechanism, rate, delta, show }) {
  const release = { count: 1, mechanism: mechanismOf(mechanism) };
  const sampled = (/** @type {string} */ kind) => ({ ...release, sampling: { kind, rate: number(rate) } });
  const curves = [
    { name: "everyone takes part", neighbours: "add-remove", release },
    { name: "Poisson, one removed", neighbours: "remove", release: sampled("poisson") },
    { name: "Poisson, one added", neighbours: "add", release: sampled("poisson") },
    { name: "subset, one replaced", neighbours: "replace", release: sampled("subset") },
  ];
  /** @type {{name: string, figure: Picture}[]} */
  const found = [];
  /** @type {string[]} */
  let reasons = [];
  /** @type {number[] | undefined} */
  let grid;
  for (const { name, neighbours, release: one } of curves) {
    const question = { ask: "curve", view: "profile", neighbours, releases: [one], mark: { delta: number(delta) }, picture: true, grid };
    let answer = await put({ ...question, accountants: ["exact"] });
    if (!figureOf(answer)) answer = await put({ ...question, accountants: ["rdp"] });
    const figure = figureOf(answer);
    if (figure) found.push({ name, figure });
    else reasons = [...reasons, ...reasonsOf(answer)];
    grid ??= figure?.series[0]?.x;
  }
  if (found.length === 0) return reasons;
  const title = `ε–δ curves at rate ${rate.trim()}`;
  const merged = merge(found.map(({ figure }) => figure), {
    names: found.map(({ name }) => name),
    title,
    sentence: compared(found, `δ = ${delta.trim()}`),
  });
  show({ ...merged, marks: crowd(found.map(({ figure }) => figure)) });
  return [];
}

/**
 * The Rényi curve on a sample by each theorem.
 * @param {Asked} asked
 */
export async function bounds({ put, mechanism, rate, show }) {
  const theorems = ["lower", "tight", "general", "without-replacement", "abadi"];
  show(await amplified(put, { ...base(mechanism, rate), orders: ORDERS, bounds: theorems }));
  return [];
}

/**
 * The bounds that take only so many terms of the sum, beside the whole sum.
 * @param {Asked} asked
 */
export async function terms({ put, mechanism, rate, show }) {
  const question = { ...base(mechanism, rate), orders: ORDERS };
  const figures = [await amplified(put, { ...question, bounds: ["tight"] })];
  for (const count of TERMS) figures.push(apart(await amplified(put, { ...question, bounds: ["few-terms"], terms: count })));
  show(join(figures));
  return [];
}

/**
 * ε of many releases: by the moments accountant with each theorem, and by the composition theorems.
 * @param {Asked} asked
 */
export async function growth({ put, mechanism, rate, delta, show }) {
  const theorems = ["tight", "general", "without-replacement", "abadi"];
  const target = { delta: number(delta), counts: COUNTS };
  const moments = apart(await amplified(put, { ...base(mechanism, rate), orders: ALL_ORDERS, bounds: theorems, growth: target }));
  show(moments);
  const figures = [moments];
  for (const accountant of ["basic", "optimal"]) {
    const answer = await put({
      ask: "curve",
      view: "composition",
      neighbours: "add-remove",
      releases: [{ count: 1, mechanism: mechanismOf(mechanism), sampling: { kind: "poisson", rate: number(rate) } }],
      mark: { delta: number(delta) },
      grid: accountant === "optimal" ? COUNTS.filter((count) => count <= SUMMED) : COUNTS,
      accountants: [accountant],
      picture: true,
    });
    const figure = figureOf(answer);
    if (figure) figures.push(figure);
    show(join(figures));
  }
  return [];
}

/**
 * What the bounds say at the first point, without the curve that another figure has too.
 * @param {Picture} figure
 */
function apart(figure) {
  const left = withoutFirst(figure);
  return { ...left, sentence: `${left.title}. At ${readingOf(left, 0)}.` };
}

/**
 * @param {Rival} mechanism
 * @param {string} rate
 */
const base = (mechanism, rate) => ({ ask: "amplify", mechanism: mechanismOf(mechanism), rate: number(rate), picture: true });

/**
 * @param {Put} put
 * @param {object} question
 * @returns {Promise<Picture>}
 */
async function amplified(put, question) {
  const figure = figureOf(await put(question));
  if (!figure) throw new Error("the core drew nothing");
  return figure;
}
