// What a panel of the page "Accuracy first" asks for and shows. All that is said of numbers is the core's.

import { stated } from "../chart/reading.js";
import { number, numbers } from "../state/setting.js";
import { capital } from "../ui/element.js";

/** @typedef {import("../../pkg/noise-reduction/dpscope.js").Answer} Answer */
/** @typedef {import("../chart/chart.js").Picture} Picture */
/** @typedef {import("../lab/stage.js").Asked} Asked */
/** @typedef {import("../lab/stage.js").Panel} Panel */
/** @typedef {import("../state/field.js").State} State */
/** @typedef {(state: State) => Panel["run"]} Run */

/** The excess risks over which a model of the risk is drawn, as multiples of α. */
const AROUND = [0.25, 0.35, 0.5, 0.7, 1, 1.4, 2, 2.8, 4];

/** @param {State} state */
const settingOf = (state) => ({
  alpha: number(state["alpha"]),
  gamma: number(state["gamma"]),
  bounds: boundsOf(state),
  risk: state["risk"] === "typed" ? { kind: "typed", risks: numbers(state["risks"]) } : { kind: "model", kappa: number(state["kappa"]), cap: number(state["cap"]) },
  levels: levelsOf(state),
  calibration: state["calibration"],
  ...testOf(state),
  fallback: state["fallback"],
  picture: true,
});

/** Where Δ and the ε of the theory come from. @param {State} state */
const boundsOf = ({ bounds, problem, people, features, regularization, sensitivity, theory }) =>
  bounds === "given"
    ? { kind: bounds, sensitivity: number(sensitivity), ...(theory === "" ? {} : { theory: number(theory) }) }
    : { kind: problem, people: number(people), features: number(features), regularization: number(regularization) };

/** Where the threshold lies, and the price of the test where it is set by hand. @param {State} state */
const testOf = ({ "slack-share": share, testing }) => ({
  "slack-share": number(share),
  ...(testing === "" ? {} : { testing: number(testing) }),
});

/** @param {State} state */
function levelsOf({ levels, values, from, to, count }) {
  if (levels === "theory") return { kind: levels, count: number(count) };
  if (levels === "custom") return { kind: levels, values: numbers(values) };
  if (levels === "doubling") return { kind: levels, from: number(from), count: number(count) };
  return { kind: levels, from: number(from), to: number(to), count: number(count) };
}

/** How many levels there are. @param {State} state */
export const levelCount = ({ levels, values, count }) => (levels === "custom" ? numbers(values).length : number(count));

/** The newest question, which the panels beside each other share. @type {{key: string, answer: Promise<Answer>}} */
let newest = { key: "", answer: new Promise(() => {}) };

/**
 * Puts a question to the module that knows it; of two panels that ask the same only the first does.
 * @param {import("../lab/inquiry.js").Put} put
 * @param {object} question
 * @returns {Promise<Answer>}
 */
function asked(put, question) {
  const key = JSON.stringify(question);
  if (newest.key === key) return newest.answer;
  const answer = /** @type {Promise<Answer>} */ (/** @type {unknown} */ (put(question)));
  newest = { key, answer };
  const forget = () => {
    if (newest.answer === answer) newest = { key: "", answer };
  };
  // Once it is there the memory of the page has it; what failed is asked again.
  answer.then(forget, forget);
  return answer;
}

/** @param {State} state */
const runOf = (state) => ({
  ask: "profile-run",
  ...settingOf(state),
  coordinates: Math.min(Number(state["features"]) || 1, 2000),
  seed: number(state["seed"]),
  ...(state["shown"] === "" ? {} : { shown: number(state["shown"]) }),
});

/**
 * The path of an estimate, its jumps and its stop.
 * @type {Run}
 */
export const path = (state) => async ({ put, show, headline, follows }) => {
  const answer = await asked(put, runOf(state));
  if (answer.answer !== "profile-run" || !answer.figure) return;
  show(/** @type {Picture} */ (answer.figure));
  headline(answer.total ? [{ best: answer.total, subject: { id: "accuracy/ex-post" } }] : [], answer.condition);
  follows(answer.conclusions);
};

/**
 * What the private test saw of the same run.
 * @type {Run}
 */
export const tested = (state) => async ({ put, show }) => {
  const answer = await asked(put, runOf(state));
  if (answer.answer !== "profile-run" || !answer["test-figure"]) return;
  show(/** @type {Picture} */ (answer["test-figure"]));
};

/**
 * What many such runs cost, beside the closed form.
 * @type {Run}
 */
export const many = (state) => async ({ put, show, follows }) => {
  const { shown: _, ...question } = { shown: undefined, ...runOf(state) };
  const answer = await asked(put, { ...question, trials: number(state["trials"]) });
  if (answer.answer !== "profile-run" || !answer["trials-figure"]) return;
  show(/** @type {Picture} */ (answer["trials-figure"]));
  follows(answer.conclusions.slice(-1));
};

/** What the columns of the ways to pay mean: the way, estimates, tests, together, nothing passes. */
const WAYS = ["accuracy/ways", "accuracy/noise-reduction", "accuracy/above-threshold", "accuracy/ex-post", "accuracy/fallback"];

/** @param {State} state */
const costOf = (state) => ({ ask: "risk-profile", ...settingOf(state), prior: number(state["prior"]) });

/**
 * The law of the realised ε.
 * @type {Run}
 */
export const atoms = (state) => async ({ put, show, headline, follows, table, links }) => {
  const answer = await asked(put, costOf(state));
  if (answer.answer !== "risk-profile" || !answer.figure) return;
  show(/** @type {Picture} */ (answer.figure));
  headline([{ best: answer.median, subject: { id: "accuracy/ex-post" } }], answer["median-condition"]);
  follows(answer.conclusions);
  table({ ...answer.table, columns: answer.table.columns.map((text, at) => /** @type {const} */ ([text, WAYS[at] ?? "accuracy/ways"])) });
  const [reduced] = answer.ways;
  links(reduced && reduced.worst !== "inf" ? [{ text: "Put its worst case into a plan", href: planAddress(reduced.worst) }] : []);
};

/**
 * What stopping at each level costs, by every way.
 * @type {Run}
 */
export const prices = (state) => async ({ put, show }) => {
  const answer = await asked(put, costOf(state));
  if (answer.answer !== "risk-profile" || !answer["cost-figure"]) return;
  show(/** @type {Picture} */ (answer["cost-figure"]));
};

/**
 * ε over a range of α, and how it divides.
 * @type {(part: "figure" | "breakdown-figure") => Run}
 */
const sweep = (part) => (state) => async ({ put, show, follows }) => {
  const alpha = Number(state["alpha"]);
  const answer = await asked(put, { ask: "profile-sweep", ...settingOf(state), alphas: AROUND.map((times) => times * alpha) });
  if (answer.answer !== "profile-sweep") return;
  const figure = /** @type {Picture | undefined} */ (answer[part]);
  if (!figure) return;
  show(figure);
  follows(part === "figure" ? answer.conclusions.slice(0, -1) : answer.conclusions.slice(-1));
};

export const accuracy = sweep("figure");
export const breakdown = sweep("breakdown-figure");

/**
 * The three calibrations, and how each fails.
 * @type {Run}
 */
export const calibrations = (state) => async ({ put, show, headline, follows, table }) => {
  const profile = await asked(put, { ask: "risk-profile", ...settingOf(state), picture: false });
  if (profile.answer !== "risk-profile") return;
  const answer = await asked(put, {
    ask: "threshold-calibration",
    tests: levelCount(state),
    gamma: number(state["gamma"]),
    alpha: number(state["alpha"]),
    "slack-share": number(state["slack-share"]),
    sensitivity: profile.sensitivity,
    testing: profile.testing,
    picture: true,
  });
  if (answer.answer !== "threshold-calibration" || !answer.figure) return;
  show(/** @type {Picture} */ (answer.figure));
  const used = answer.calibrations.find(({ calibration }) => calibration === state["calibration"]);
  headline(used ? [{ best: used.states, subject: { id: "accuracy/calibration" } }] : [], profile["testing-condition"]);
  follows(answer.conclusions);
  table({
    caption: "The price of the private test by each calibration, rounded up",
    columns: /** @type {const} */ ([["Calibration", "accuracy/calibration"], ["ε_A", "accuracy/above-threshold"], ["A worse result passes, at most", "accuracy/failure"]]),
    rows: answer.calibrations.map(({ calibration, states, fails }) => [capital(calibration), stated(states), fails.text]),
  });
};

/**
 * Where the private test stops.
 * @type {Run}
 */
export const stops = (state) => async ({ put, show }) => {
  const answer = await asked(put, { ask: "risk-profile", ...settingOf(state) });
  if (answer.answer !== "risk-profile" || !answer["stop-figure"]) return;
  show(/** @type {Picture} */ (answer["stop-figure"]));
};

/**
 * The next value of noise, given this one.
 * @type {Run}
 */
export const step = (state) => async ({ put, show, follows }) => {
  const question = { ask: "noise-step", earlier: number(state["earlier"]), later: number(state["later"]), noise: number(state["noise"]), picture: true };
  const answer = await asked(put, question);
  if (answer.answer !== "noise-step" || !answer.figure) return;
  show(/** @type {Picture} */ (answer.figure));
  follows(answer.conclusions);
};

/**
 * One coin for all coordinates.
 * @type {Run}
 */
export const coin = (state) => async ({ put, show, follows }) => {
  const answer = await asked(put, { ask: "shared-coin", earlier: number(state["earlier"]), later: number(state["later"]), picture: true });
  if (answer.answer !== "shared-coin" || !answer.figure) return;
  show(/** @type {Picture} */ (answer.figure));
  follows(answer.conclusions);
};

/**
 * A path through all levels by one of the two samplers, and what is true of every path.
 * @type {Run}
 */
export const facts = (state) => async ({ put, show, follows, table }) => {
  const question = {
    ask: "noise-path",
    levels: { kind: "geometric", from: number(state["earlier"]), to: number(state["later"]), count: number(state["count"]) },
    sampler: state["sampler"],
    seed: number(state["seed"]),
    picture: true,
  };
  const answer = await asked(put, question);
  if (answer.answer !== "noise-path" || !answer.figure) return;
  show(/** @type {Picture} */ (answer.figure));
  follows(answer.conclusions);
  table({
    caption: "What is true of every path",
    columns: /** @type {const} */ ([["Fact", "accuracy/noise-reduction"], ["Value", "accuracy/levels"]]),
    rows: answer.facts.map(({ quantity, text }) => [capital(quantity), text]),
  });
};

/**
 * The page of the plan with the worst case as a release of which only ε is known.
 * @param {number} worst
 */
const planAddress = (worst) => `index.html#v=2&neighbours=replace&r=pure,epsilon:${worst}`;
