// How ε, or δ, grows with the rounds: the quick accountants first, the others one by one after them, for one relation or
// for each by itself.

import { pointsOf } from "../chart/axis.js";
import { merge } from "../chart/merge.js";
import { join, lowest, only } from "../chart/join.js";
import { straight } from "../chart/straight.js";
import { EngineFailure } from "../core/engine.js";
import { shownIn } from "../lab/conclusion.js";
import { figureOf } from "../lab/inquiry.js";
import { empty } from "../plan/model.js";
import { published, targetOf } from "../plan/questions.js";
import { NO_SAMPLING, number } from "../state/setting.js";
import { print } from "../ui/slider-stops.js";
import { wordsOf } from "../state/mechanism.js";
import { ACCOUNTANTS, CENTRAL_LIMIT, EACH, RELATIONS } from "./accountants.js";
import { roundsOf } from "./rounds.js";

/** @typedef {import("../core/engine.js").Description} Description */
/** @typedef {import("../chart/chart.js").Picture} Picture */
/** @typedef {import("../lab/stage.js").Asked} Asked */
/** @typedef {import("../plan/model.js").Plan} Plan */
/** @typedef {import("../state/field.js").State} State */
/** @typedef {import("../ui/mechanism-list.js").Item} Item */
/** @typedef {import("./accountants.js").Accountant} Accountant */

/** @typedef {{name: string, plan: Plan}} Case what is drawn: the plan, or one of several that differ in relation or noise */
/** @typedef {Case & {accountants: Accountant[], patient: boolean}} Part one question */

/**
 * @param {State} state
 * @param {Description} description
 * @returns {(asked: Asked) => Promise<void>}
 */
export const growth = (state, description) => async ({ put, show, none, headline, conclude, note }) => {
  const { points, linear } = roundsOf(state["k"].from, state["k"].to);
  const plan = planOf(state, description);
  /** The figures of each case, as they come. @type {Map<string, Picture[]>} */
  const found = new Map();
  /** @type {string[]} */
  const reasons = [];
  const titles = new Map(description.accountants.map(({ word, meaning }) => [word, meaning]));
  const missing = (/** @type {string} */ accountant, /** @type {string} */ name, /** @type {string} */ reason) =>
    reasons.push(`${[titles.get(/** @type {Accountant} */ (accountant)) ?? accountant, name].filter(Boolean).join(", ")}: ${reason}.`);
  /** Everything that was found, in one chart, with the sentence of the least of the bounds. */
  const draw = () => {
    const bounds = (/** @type {readonly Picture[]} */ figures) => figures.filter(({ series }) => series.every(({ by }) => by !== CENTRAL_LIMIT));
    const joined = [...found].map(([name, figures]) => ({ name, figure: { ...join(figures), sentence: lowest(bounds(figures)).sentence } }));
    const whole = together(joined);
    // A δ of many decades is read on the log axis that the core chose.
    show(linear && plan.find !== "delta" ? straight(whole) : whole);
    return whole;
  };
  const parts = partsOf(casesOf(plan, state["with"], description), state["by"]);
  for (const [at, { accountants, plan: one, name, patient }] of parts.entries()) {
    const question = {
      ask: "curve",
      view: "composition",
      ...published(one),
      grid: patient ? thinned(points) : points,
      mark: targetOf(plan),
      accountants,
      picture: true,
    };
    const answer = await (patient ? put(question).catch(unanswered) : put(question));
    if (!answer) {
      for (const word of accountants) missing(word, name, "no answer came in time");
      continue;
    }
    const figure = figureOf(answer);
    if (figure) found.set(name, [...(found.get(name) ?? []), patient && points.length > FEW ? scattered(figure, accountants.map((word) => titles.get(word) ?? word)) : figure]);
    if (answer.answer === "curve") for (const one of answer.unavailable) missing(one.accountant, name, one.reason);
    if (found.size === 0) continue;
    const whole = draw();
    const best = [...found].flatMap(([name, figures]) => {
      const { best } = join(figures);
      return best ? [{ best, ...(name ? { name } : {}) }] : [];
    });
    const more = at + 1 < parts.length ? "; more follow" : "";
    headline(best, `after ${print(Math.max(...pointsOf(whole)))} rounds, ${holds(plan, description)}${more}`);
  }
  const limits = state["by"].includes(CENTRAL_LIMIT) ? casesOf(plan, state["with"], description) : [];
  for (const { name, plan: one } of limits) {
    const answer = await put({ ask: "central-limit", ...published(one), grid: points, mark: targetOf(plan), picture: true });
    const figure = figureOf(answer);
    const beside = found.get(name);
    if (figure && beside) found.set(name, [...beside, only(figure, CENTRAL_LIMIT)]);
    if (answer.answer === "central-limit") reasons.push(`${[name, "central limit"].filter(Boolean).join(", ")}: ${answer.said}`);
  }
  if (limits.length > 0 && found.size > 0) draw();
  note(reasons);
  if (found.size === 0) return none(reasons);
  const asked = new Map(parts.map((part) => [part.name, part.plan.neighbours]));
  const series = [...found].flatMap(([name, figures]) =>
    shownIn(join(figures), { relation: asked.get(name) ?? plan.neighbours }).map((one) => ({ ...one, name: name ? `${name}: ${one.name}` : one.name })),
  );
  const [quantity, at] = plan.find === "delta" ? /** @type {const} */ (["delta", { epsilon: number(plan.epsilon) }]) : /** @type {const} */ (["epsilon", { delta: number(plan.delta) }]);
  await conclude({ about: "composition", quantity, at, series });
};

/**
 * @param {State} state
 * @param {Description} description
 * @returns {Plan}
 */
const planOf = ({ releases, find, delta, epsilon, neighbours }, description) => ({ ...empty(description), releases, find, delta, epsilon, neighbours });

/**
 * What is drawn: the plan for its relation or for each by itself, and the same with another mechanism in the first place.
 * @param {Plan} plan
 * @param {readonly Item[]} others
 * @param {Description} description
 * @returns {Case[]}
 */
function casesOf(plan, others, description) {
  const [first, ...rest] = plan.releases;
  const named = (/** @type {Item} */ item) => wordsOf(item, description);
  const variants = others.map((item) => ({ name: named(item), plan: { ...plan, releases: [{ ...first, ...item }, ...rest] } }));
  const all = [{ name: variants.length > 0 && first ? named(first) : "", plan }, .../** @type {Case[]} */ (variants)];
  if (plan.neighbours !== EACH) return all;
  return all.flatMap((one) =>
    RELATIONS.map(([neighbours, name]) => ({ name: [one.name, name].filter(Boolean).join(", "), plan: { ...one.plan, neighbours } })),
  );
}

/**
 * The questions, in the order in which they are put: what is quick, then everything else one by one.
 * @param {readonly Case[]} cases
 * @param {readonly Accountant[]} by
 * @returns {Part[]}
 */
function partsOf(cases, by) {
  const parts = cases.flatMap((one) => {
    const closed = one.plan.releases.every(({ sampling }) => sampling === NO_SAMPLING);
    // Replacing a person on a sample may take the Fourier accountant a second for each point.
    const slow = one.plan.neighbours === "replace" && !closed;
    // A sample published more than once has no closed form; the Fourier accountant stands for it.
    const chosen = ACCOUNTANTS.filter(({ word }) => by.includes(word) && (word !== "exact" || !by.includes("fourier") || closed));
    const [quick, late] = [true, false].map((wanted) => chosen.filter(({ word, quick }) => (quick && !(slow && word === "fourier")) === wanted));
    return [
      { ...one, accountants: (quick ?? []).map(({ word }) => word), patient: false },
      ...(late ?? []).map(({ word }) => ({ ...one, accountants: [word], patient: slow })),
    ];
  });
  return parts.filter(({ accountants }) => accountants.length > 0).sort((one, other) => Number(other.accountants.length > 1) - Number(one.accountants.length > 1));
}

/**
 * @param {readonly {name: string, figure: Picture}[]} joined by case
 * @returns {Picture}
 */
function together(joined) {
  const [first] = joined;
  if (!first) throw new Error("nothing to show");
  const names = joined.map(({ name }) => name);
  return first.name === "" ? first.figure : merge(joined.map(({ figure }) => figure), { names, title: first.figure.title });
}

/**
 * What a bound holds at and for.
 * @param {Plan} plan
 * @param {Description} description
 */
function holds({ find, delta, epsilon, neighbours }, description) {
  const when = neighbours === EACH ? ", for one person" : `, when ${description.neighbours.find(({ word }) => word === neighbours)?.meaning ?? neighbours}`;
  return `at ${find === "delta" ? `ε = ${epsilon.trim()}` : `δ = ${delta.trim()}`}${when}`;
}

/** A core that is too slow for one curve still has the others. @param {unknown} error */
function unanswered(error) {
  if (error instanceof EngineFailure) return undefined;
  throw error;
}

/** Points of a curve of which each takes a second or more. */
const FEW = 7;

/**
 * A few of the points, both ends among them.
 * @template Point
 * @param {readonly Point[]} points
 * @returns {Point[]}
 */
function thinned(points) {
  const step = (points.length - 1) / (FEW - 1);
  return points.filter((_, at) => points.length <= FEW || Math.round(Math.round(at / step) * step) === at);
}

/**
 * Computed at few points, and drawn as points: a line between two bounds may lie below what it joins.
 * @param {Picture} figure
 * @param {readonly string[]} names of the accountants
 * @returns {Picture}
 */
const scattered = (figure, names) => ({
  ...figure,
  series: figure.series.map((series) => ({ ...series, draw: "points" })),
  sentence: `${figure.sentence} By ${names.join()} it is computed at ${FEW} values of k, which are drawn as points.`,
});
