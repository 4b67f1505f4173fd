// What a panel of the page of the sparse vector technique asks for and shows. All that is said of numbers is the core's.

import { stated } from "../chart/reading.js";
import { number, numbers } from "../state/setting.js";
import { capital } from "../ui/element.js";

/** @typedef {import("../../pkg/sparse-vector/dpscope.js").Answer} Answer */
/** @typedef {import("../../pkg/sparse-vector/dpscope.js").SparseVectorAnswer} SparseVectorAnswer */
/** @typedef {import("../chart/chart.js").Picture} Picture */
/** @typedef {import("../lab/stage.js").Panel} Panel */
/** @typedef {import("../state/field.js").State} State */
/** @typedef {(state: State) => Panel["run"]} Run */

/** The setting of a technique as questions take it. @param {State} state */
const rounds = (state) => ({
  noise: state["noise"],
  "threshold-noise": number(state["threshold-noise"]),
  "query-noise": number(state["query-noise"]),
  length: number(state["length"]),
  threshold: number(state["threshold"]),
  "non-negative": state["sign"] === "never",
});

/** @param {State} state */
const technique = (state) => ({ ...rounds(state), answers: number(state["answers"]), resample: state["anew"] === "yes" });

/**
 * Puts a question to the module that knows it.
 * @param {import("../lab/inquiry.js").Put} put
 * @param {object} question
 * @returns {Promise<Answer>}
 */
const asked = async (put, question) => /** @type {Answer} */ (/** @type {unknown} */ (await put({ ...question, picture: true })));

/**
 * ε against the number of answers by every theorem, and the least guarantee.
 * @type {Run}
 */
export const guarantee = (state) => async ({ put, show, headline, follows, table, links }) => {
  const answer = await asked(put, { ask: "sparse-vector", ...technique(state), delta: number(state["delta"]) });
  if (answer.answer !== "sparse-vector" || !answer.figure) return;
  show(/** @type {Picture} */ (answer.figure));
  const best = answer.epsilon.find((one) => one.best)?.bound ?? "renyi";
  headline(answer.best ? [{ best: answer.best.bound, subject: { id: `sparse-vector/${best}` } }] : [], answer.best?.condition ?? "");
  follows(answer.conclusions);
  table(everyTheorem(answer, state["delta"]));
  links([{ text: "Put it into a plan", href: planAddress(answer.release, state["delta"]) }]);
};

/**
 * Where it stops, as bars, with runs of a seed.
 * @type {Run}
 */
export const stop = (state) => async ({ put, show, headline, follows, note, table }) => {
  const answer = await asked(put, { ask: "sparse-vector-run", ...technique(state), ...typed(state["queries"]), seed: number(state["seed"]), runs: number(state["runs"]) });
  if (answer.answer !== "sparse-vector-run" || !answer.figure) return;
  show(/** @type {Picture} */ (answer.figure));
  headline([{ best: answer.best.bound, subject: { id: "sparse-vector/stop" } }], answer.best.condition);
  follows(answer.conclusions);
  note([answer.notice]);
  table({
    caption: "The run of the seed",
    columns: /** @type {const} */ ([["Answer", "sparse-vector/answers"], ["to query", "sparse-vector/queries"]]),
    rows: answer.run.answered.map((place, at) => [String(at + 1), String(place)]),
  });
};

/**
 * ε as a stream goes on.
 * @type {Run}
 */
export const stream = (state) => async ({ put, show, headline, follows, note }) => {
  const answer = await asked(put, { ask: "sparse-vector-stream", ...rounds(state), asked: number(state["asked"]), delta: number(state["delta"]), seed: number(state["seed"]), runs: number(state["runs"]) });
  if (answer.answer !== "sparse-vector-stream" || !answer.figure) return;
  show(/** @type {Picture} */ (answer.figure));
  headline([{ best: answer.best.bound, subject: { id: "sparse-vector/stream" } }], answer.best.condition);
  follows(answer.conclusions);
  note(answer.figure.notice ? [answer.figure.notice] : []);
};

/**
 * How many queries a budget pays for.
 * @type {Run}
 */
export const budget = (state) => async ({ put, show, none, headline, follows, table }) => {
  const promise = { epsilon: number(state["epsilon"]), delta: number(state["delta"]), threshold: number(state["threshold"]) };
  const answer = await asked(put, { ask: "sparse-vector-budget", ...promise, answers: number(state["answers"]), against: state["against"] });
  if (answer.answer !== "sparse-vector-budget") return;
  if (!answer.figure) return none(answer.conclusions);
  show(/** @type {Picture} */ (answer.figure));
  headline(answer.best ? [{ best: answer.best.bound, subject: { id: "sparse-vector/budget" } }] : [], answer.best?.condition ?? "");
  follows(answer.conclusions);
  table({
    caption: "What the budget buys at this setting",
    columns: /** @type {const} */ ([["By", "sparse-vector/budget"], ["Noise of the threshold ≥", "sparse-vector/threshold-noise"], ["Expected queries", "sparse-vector/stop"]]),
    rows: answer.bought.map(({ title, texts }) => [capital(title), ...texts]),
  });
};

/** The queries that were typed; none for a stream of zeros. @param {string} text */
function typed(text) {
  const queries = numbers(text);
  return queries.length > 0 ? { queries } : {};
}

/**
 * @param {SparseVectorAnswer} answer
 * @param {string} delta
 */
function everyTheorem({ epsilon }, delta) {
  return {
    caption: `ε by every theorem at δ = ${delta.trim()}, rounded up`,
    columns: /** @type {const} */ ([["Theorem", "sparse-vector/technique"], ["ε", "control/epsilon"], ["What it is", "word/upper-bound"]]),
    rows: epsilon.map(({ title, statement, holds, best }) => [capital(title), stated(statement), best ? "Guarantee, the least" : holds ? "Guarantee" : "Not a guarantee of what is released"]),
  };
}

/**
 * The page of the plan with this technique in it.
 * @param {object} release
 * @param {string} delta
 */
function planAddress(release, delta) {
  const { kind, ...values } = /** @type {Record<string, unknown>} */ (release);
  const words = [`r=${kind}`, ...Object.entries(values).map(([name, value]) => `${name}:${value}`)].join(",");
  return `index.html#v=2&delta=${number(delta)}&${words}`;
}
