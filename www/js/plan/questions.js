// The questions that a plan becomes, and which field the core refuses. Nothing is judged here: text that is
// no number goes to the core as text, and the core says what is allowed.

import { ask } from "../core/engine.js";
import { NO_SAMPLING, number, pointsOf } from "../state/setting.js";
import { active, empty, release } from "./model.js";

/** @typedef {import("../core/engine.js").Description} Description */
/** @typedef {import("../core/engine.js").Answer} Answer */
/** @typedef {import("../../pkg/accounting/dpscope.js").Accountant} Accountant */
/** @typedef {import("./model.js").Plan} Plan */
/** @typedef {import("./model.js").Release} Release */
/** @typedef {import("../ui/points.js").Wrong} Wrong */

/** Accountants that answer while a slider moves. */
export const QUICK = /** @type {const} */ (["exact", "fourier", "rdp"]);

/** Those that follow once it rests: the one that certifies, and what composition was before. */
export const SLOW = /** @type {const} */ (["pld", "advanced", "basic"]);

/**
 * "What is my ε at this δ?", or the other way round.
 * @param {Plan} plan
 * @param {readonly Accountant[]} accountants
 */
export function planQuestion(plan, accountants) {
  return { ask: "plan", ...published(plan), target: targetOf(plan), accountants };
}

/**
 * "Draw it, and mark what is given."
 * @param {Plan} plan
 * @param {string} view
 * @param {readonly Accountant[]} accountants
 * @param {object} [grid]
 */
export function curveQuestion(plan, view, accountants, grid) {
  // How ε grows is drawn at a δ, whichever of the two is asked for.
  const mark = view === "composition" ? { delta: number(plan.delta) } : targetOf(plan);
  return { ask: "curve", view, ...published(plan), mark, picture: true, accountants, grid };
}

/**
 * "What value of this is within the budget?"
 * @param {Plan} plan that has a number of a release to find
 * @param {readonly Accountant[]} accountants
 */
export function solveQuestion(plan, accountants) {
  const { find } = plan;
  const target = { epsilon: number(plan.epsilon), delta: number(plan.delta) };
  const unknown =
    typeof find === "string"
      ? find
      : { release: active(plan).findIndex(({ id }) => id === find.release), field: find.field };
  return { ask: "solve", unknown, ...published(plan), target, accountants };
}

/** @param {Plan} plan */
export function targetOf({ find, epsilon, delta }) {
  return find === "delta" ? { epsilon: number(epsilon) } : { delta: number(delta) };
}

/**
 * All that the answers of a plan depend on, as text: neither names, nor what does not take part, nor the attacker.
 * Which release is which counts too, because that is how errors name a field.
 * @param {Plan} plan
 */
export function computedOf(plan) {
  const { find, epsilon, delta } = plan;
  const sought = typeof find === "string" ? targetOf(plan) : { find, epsilon: number(epsilon), delta: number(delta) };
  return JSON.stringify({ ...published(plan), sought, ids: active(plan).map(({ id }) => id) });
}

/**
 * What takes part, and for whom, as the core reads it. Labels are the page's own.
 * @param {Plan} plan
 */
export function published(plan) {
  return { neighbours: plan.neighbours, releases: active(plan).map(asked) };
}

/** @param {Release} release */
function asked({ kind, values, points, sampling, rate, count }) {
  const parameters = Object.entries(values).map(([name, text]) => [name, number(text)]);
  const listed = parameters.length === 0 && points ? { points: pointsOf(points) } : {};
  return {
    count: number(count),
    mechanism: { kind, ...Object.fromEntries(parameters), ...listed },
    ...(sampling === NO_SAMPLING ? {} : { sampling: { kind: sampling, rate: number(rate) } }),
  };
}

/**
 * What questions that take about as long have in common. How long a sample takes depends on its numbers, so that
 * one says nothing about the next.
 * @param {{ask: string, view?: string, accountants: readonly string[], releases: {mechanism: {kind: string}, sampling?: object}[]}} question
 */
export const likeOf = ({ ask, view, accountants, releases }) =>
  releases.some(({ sampling }) => sampling)
    ? undefined
    : [ask, view, accountants, releases.map(({ mechanism }) => mechanism.kind)].join(" ");

/**
 * Puts a question. Where the core refuses a field the question is put again with that field at its start,
 * so that every wrong field is named, not only the first.
 * @param {Plan} plan
 * @param {Description} description
 * @param {(plan: Plan) => Parameters<typeof likeOf>[0]} question
 * @param {import("../core/engine.js").Options & {current: () => boolean}} options `current`: this is still the newest plan
 * @returns {Promise<{answer?: Answer, wrong: Map<string, Wrong>}>} no answer if a newer question came, or
 *   it was cancelled; by field what is wrong
 */
export async function put(plan, description, question, { current, ...options }) {
  /** @type {Map<string, Wrong>} */
  const wrong = new Map();
  for (;;) {
    const asked = question(mended(plan, wrong, description));
    const answer = await ask(asked, { ...options, like: likeOf(asked) });
    if (answer?.answer !== "refused") return answer ? { answer, wrong } : { wrong };
    if (!current()) return { wrong };
    const { field, place } = fieldOf(answer.path, plan);
    if (field === "" || wrong.has(field)) throw new Error(answer.message);
    wrong.set(field, { allowed: answer.allowed, ...(place ? { place, value: answer.value ?? "" } : {}) });
  }
}

/**
 * The key of a field of a release, as errors name it.
 * @param {number} id
 * @param {string} name of a parameter; or `kind`, `points`, `sampling`, `rate`, `count`
 */
export const keyOf = (id, name) => `${id}.${name}`;

/**
 * The field that a refused path belongs to: `releases[0].mechanism.sigma` → `7.sigma`.
 * @param {string} path
 * @param {Plan} plan
 * @returns {{field: string, place?: string}} empty for none
 */
export function fieldOf(path, plan) {
  const [, at, rest] = /^releases\[(\d+)\]\.(.+)$/.exec(path) ?? [];
  if (at === undefined || rest === undefined) return { field: path.split(".").at(-1) ?? "" };
  const { id } = active(plan)[Number(at)] ?? { id: 0 };
  const [, line] = /^mechanism\.points(?:\[(\d+)\])?/.exec(rest) ?? [undefined, null];
  if (line !== null) return { field: keyOf(id, "points"), ...(line ? { place: `line ${Number(line) + 1}` } : {}) };
  if (rest === "sampling.kind") return { field: keyOf(id, "sampling") };
  return { field: keyOf(id, rest.split(".").at(-1) ?? "") };
}

/**
 * The plan with every wrong field at its start.
 * @param {Plan} plan
 * @param {ReadonlyMap<string, Wrong>} wrong
 * @param {Description} description
 * @returns {Plan}
 */
function mended(plan, wrong, description) {
  if (wrong.size === 0) return plan;
  const start = empty(description);
  const pick = (/** @type {"delta" | "epsilon" | "neighbours"} */ key) => (wrong.has(key) ? start[key] : plan[key]);
  return {
    ...plan,
    delta: pick("delta"),
    epsilon: pick("epsilon"),
    neighbours: pick("neighbours"),
    releases: plan.releases.map((one) => {
      const bad = (/** @type {string} */ name) => wrong.has(keyOf(one.id, name));
      const usual = release(description, bad("kind") ? {} : { kind: one.kind });
      const values = Object.entries(usual.values).map(([name, text]) => [
        name,
        bad("kind") || bad(name) ? text : (one.values[name] ?? text),
      ]);
      return {
        ...one,
        kind: usual.kind,
        values: Object.fromEntries(values),
        points: bad("kind") || bad("points") ? usual.points : one.points,
        sampling: bad("sampling") ? usual.sampling : one.sampling,
        rate: bad("rate") ? usual.rate : one.rate,
        count: bad("count") ? usual.count : one.count,
      };
    }),
  };
}
