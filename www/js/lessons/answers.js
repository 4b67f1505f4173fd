// What the core says of each step: the whole figure, the number that was asked for, and what follows. Nothing is computed
// here; the same questions are those of the pages that a step leads to.

import { pointsOf } from "../chart/axis.js";
import { merge } from "../chart/merge.js";
import { straight } from "../chart/straight.js";
import { concluded, shownIn } from "../lab/conclusion.js";
import { figureOf } from "../lab/inquiry.js";
import { number } from "../state/setting.js";
import { printUp } from "../ui/slider-stops.js";
import { chosen, coloured, GUESS, paired } from "./guess.js";
import { COMMON } from "./steps.js";

/** @typedef {import("../chart/chart.js").Picture} Picture */
/** @typedef {import("../explain/entry.js").Subject} Subject */
/** @typedef {import("../lab/inquiry.js").Put} Put */
/** @typedef {import("../state/field.js").State} State */
/** @typedef {import("../../pkg/understand/dpscope.js").Statement} Statement */

/**
 * @typedef {object} Found
 * @property {Picture} figure all of it
 * @property {Readonly<Record<string, number>>} known how far each curve is seen before the answer is
 * @property {Statement} answer
 * @property {Subject} subject what explains it
 * @property {number} [x] where a guess of a height is drawn
 * @property {number} [level] how high a guess of an x is drawn
 * @property {import("../lab/conclusion.js").Facts["quantity"]} quantity
 * @property {string} condition what the number holds for
 * @property {() => Promise<readonly string[]>} follows what else is true of what is on show
 * @property {(guess: number | string) => Promise<Picture>} [drawn] the guess in a figure of its own, before the answer
 */

/** @typedef {(state: State, put: Put) => Promise<Found>} Answered */

/** All curves of a figure are known as far as they go. */
const ALL = Infinity;

/** @param {unknown} sigma */
const release = (sigma, count = 1) => [{ count, mechanism: { kind: "gaussian", sigma: number(String(sigma)) } }];

/**
 * @param {import("../core/engine.js").Answer} answer
 * @returns {Picture}
 */
function drawnIn(answer) {
  const figure = figureOf(answer);
  if (!figure) throw new Error("the core drew nothing");
  return figure;
}

/**
 * The number of a curve at a point, as the core prints it.
 * @param {Picture} figure
 * @param {string} label of the curve
 * @param {number} x
 * @param {string} quantity in large type
 * @returns {Statement}
 */
function readAt(figure, label, x, quantity) {
  const at = pointsOf(figure).indexOf(x);
  const column = figure.readings.columns.find((one) => one.label === label);
  const series = figure.series.find((one) => one.label === label);
  return { quantity, side: column?.side ?? "value", number: series?.y[at] ?? NaN, text: column?.texts[at] ?? "" };
}

/** A grid of errors that holds the one that is set. @param {number | string} x */
function errors(x) {
  const even = Array.from({ length: 101 }, (_, at) => at / 100);
  return typeof x === "number" ? [...new Set([...even, x])].sort((a, b) => a - b) : [x];
}

/** @type {Answered} */
async function attack({ sigma, accused, epsilon, delta }, put) {
  const x = number(accused);
  const published = { releases: release(sigma) };
  const attacked = await put({ ask: "attack", ...published, "false-positive": [x], delta: number(delta), accountants: ["exact"] });
  const curve = drawnIn(await put({ ask: "curve", view: "trade-off", ...published, grid: errors(x), accountants: ["exact"], picture: true }));
  const tangent = drawnIn(await put({ ask: "tangent", ...published, epsilon: number(epsilon), picture: true }));
  const line = tangent.series.filter(({ label }) => curve.series.every((one) => one.label !== label));
  const figure = { ...curve, series: [...curve.series, ...line], marks: tangent.marks.slice(0, 1), sentence: `${curve.sentence} ${tangent.sentence}` };
  const named = { x: { ...curve.x, label: `wrongly accused (${curve.x.label})` }, y: { ...curve.y, label: `missed (${curve.y.label})` } };
  const blind = curve.series.find(({ by }) => !by)?.label ?? "";
  const test = attacked.answer === "attack" ? attacked.attack?.tests[0] : undefined;
  const answer = readAt(curve, "exact", Number(x), "missed");
  return {
    figure: { ...figure, ...named, marks: [{ x: Number(x), y: answer.number, label: `≥ ${answer.text}`, says: answer }, ...figure.marks] },
    known: { [blind]: ALL },
    answer,
    subject: { id: "attack/true-positive" },
    x: Number(x),
    quantity: "type-two-error",
    condition: `of the people in the data, by an attacker who wrongly accuses a share of ${accused.trim()} outside`,
    follows: async () => [test?.sentence ?? "", tangent.sentence].filter(Boolean),
  };
}

/** @type {Answered} */
async function windows({ sigma, epsilon, window }, put) {
  const published = { releases: release(sigma) };
  const mark = { epsilon: number(epsilon) };
  const profile = drawnIn(await put({ ask: "curve", view: "profile", ...published, accountants: ["exact"], mark, picture: true }));
  const tangent = drawnIn(await put({ ask: "tangent", ...published, epsilon: number(epsilon), picture: true }));
  const loss = drawnIn(await put({ ask: "loss-distribution", ...published, mark, picture: true }));
  const all = /** @type {Record<string, Picture>} */ ({ profile, "trade-off": tangent, loss });
  const { [window]: figure = profile } = all;
  if (!profile.best) throw new Error("the core marked nothing");
  return {
    figure,
    known: {},
    answer: profile.best,
    subject: { quantity: "delta", accountant: "exact", text: profile.best.text, target: mark },
    ...(figure === profile ? { x: Number(epsilon) } : {}),
    quantity: "delta",
    condition: `at ε = ${epsilon.trim()}, when one person is added or removed`,
    follows: async () => Object.values(all).filter((one) => one !== figure).map(({ sentence }) => sentence),
  };
}

/** Whole numbers of releases, evenly spaced, both ends among them. @param {number | string} last */
function counts(last) {
  if (typeof last !== "number" || !Number.isInteger(last) || last < 2) return [1, last];
  const step = Math.max(1, Math.round(last / 40));
  const inside = Array.from({ length: Math.floor(last / step) }, (_, at) => (at + 1) * step);
  return [...new Set([1, ...inside.filter((k) => k < last), last])];
}

/** @type {Answered} */
async function composition({ each, k, delta }, put) {
  const question = { ask: "curve", view: "composition", releases: release(each), grid: counts(number(k)), mark: { delta: number(delta) } };
  const figure = coloured(straight(drawnIn(await put({ ...question, accountants: ["exact", "basic"], picture: true }))), (label) => label === "exact");
  const last = Number(k);
  const answer = readAt(figure, "exact", last, "ε");
  return {
    figure: { ...figure, marks: [{ x: last, y: answer.number, label: `ε ≤ ${answer.text}`, says: answer }] },
    known: { exact: Math.max(1, last / 10) },
    answer,
    subject: { quantity: "epsilon", accountant: "exact", text: answer.text, target: { delta } },
    x: last,
    quantity: "epsilon",
    condition: `of ${k.trim()} releases together, at δ = ${delta.trim()}, when one person is added or removed`,
    follows: () => concluded(put, { about: "composition", quantity: "epsilon", at: { delta: number(delta) }, series: shownIn(figure) }),
  };
}

/** @type {Answered} */
async function sampling({ sigma, rate, delta }, put) {
  const asked = { ask: "amplified-profile", mechanism: { kind: "gaussian", sigma: number(sigma) }, rate: number(rate), delta: number(delta), picture: true };
  const whole = drawnIn(await put(asked));
  const names = whole.series.slice(0, 2).map(({ label }) => label ?? "");
  const [everyone = "", removed = ""] = names;
  const marks = whole.marks.slice(0, 2);
  const figure = coloured({ ...chosen(whole, names), marks }, (label) => label === removed);
  const answer = marks[1]?.says;
  if (!answer) throw new Error("the core marked nothing");
  // ε at the δ that is set, of both curves.
  const series = shownIn(figure).map((one, at) => ({
    ...one,
    relation: one.name === removed ? "remove" : "add-remove",
    x: [Number(delta)],
    y: [marks[at]?.says?.number ?? Infinity],
  }));
  return {
    figure,
    known: { [everyone]: ALL },
    answer,
    subject: { quantity: "sampling", bound: "pair", text: answer.text },
    level: Number(delta),
    quantity: "epsilon",
    condition: `at δ = ${delta.trim()}, when one person is removed and the rate is ${rate.trim()}`,
    follows: () => concluded(put, { about: "amplification-profiles", quantity: "epsilon", at: { delta: number(delta), rate: number(rate) }, series }),
  };
}

/** Rates of people, from one in a thousand to all. */
const RATES = [0.001, 0.002, 0.003, 0.005, 0.007, 0.01, 0.015, 0.02, 0.03, 0.05, 0.07, 0.1, 0.15, 0.2, 0.3, 0.5, 0.7, 1];

/** @type {Answered} */
async function person({ sigma, own, delta }, put) {
  const asked = { ask: "personal-rates", mechanism: { kind: "gaussian", sigma: number(sigma) }, count: number(COMMON.rounds), delta: number(delta) };
  const answered = await put({ ...asked, rates: RATES, own: number(own), picture: true });
  const figure = coloured(drawnIn(answered));
  if (!figure.best) throw new Error("the core marked nothing");
  const said = /** @type {{said?: string}} */ (/** @type {unknown} */ (answered)).said ?? "";
  return {
    figure,
    known: Object.fromEntries(figure.series.map(({ label }) => [label, Number(COMMON.rate)])),
    answer: figure.best,
    subject: { quantity: "sampling", bound: "personal", text: figure.best.text },
    x: Number(own),
    quantity: "epsilon",
    condition: `for a person of rate ${own.trim()}, at δ = ${delta.trim()}, after ${COMMON.rounds} rounds`,
    follows: async () => [`${said.charAt(0).toUpperCase()}${said.slice(1)}`],
  };
}

/** @type {Answered} */
async function noise({ k, budget, delta }, put) {
  const target = { epsilon: number(budget), delta: number(delta) };
  const solved = await put({ ask: "solve", unknown: { release: 0, field: "sigma" }, releases: [{ count: number(k), mechanism: { kind: "gaussian" } }], target });
  if (solved.answer !== "solve" || typeof solved.value !== "number") throw new Error("no noise keeps this budget");
  const bells = async (/** @type {number | string} */ sigma) => drawnIn(await put({ ask: "outputs", mechanism: { kind: "gaussian", sigma }, picture: true }));
  const text = printUp(solved.value, 5);
  return {
    figure: paired(await bells(solved.value), false),
    known: {},
    answer: { quantity: "σ", side: "value", number: solved.value, text },
    subject: { quantity: "solve", text: `σ = ${text}`, target, answer: solved },
    quantity: "noise",
    condition: `for each of ${k.trim()} answers, so that all together keep ε = ${budget.trim()} at δ = ${delta.trim()}`,
    follows: async () => [solved.sentence],
    drawn: async (guess) => paired(await bells(guess), true),
  };
}

/** @type {Record<string, Answered>} */
export const ANSWERS = { attack, windows, composition, sampling, person, noise };

/**
 * Two figures of outputs in one, each in its colours: at a guess, and at what is needed.
 * @param {Picture} guessed
 * @param {Picture} needed
 * @returns {Picture}
 */
export function beside(guessed, needed) {
  const both = merge([guessed, needed], { names: [GUESS, "needed"], title: needed.shows, sentence: needed.sentence });
  const turns = [guessed, needed].flatMap(({ series }) => series.map((one) => one.turns ?? []));
  return { ...both, series: both.series.map((one, at) => ({ ...one, turns: turns[at] ?? [] })) };
}
