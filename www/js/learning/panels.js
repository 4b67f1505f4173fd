// What a panel of the page of objective perturbation asks for and shows. All that is said of numbers is the core's.

import { merge } from "../chart/merge.js";
import { stated } from "../chart/reading.js";
import { number } from "../state/setting.js";
import { capital } from "../ui/element.js";
import { given, OWN } from "./own.js";

/** @typedef {import("../../pkg/people/dpscope.js").Answer} Answer */
/** @typedef {import("../../pkg/people/dpscope.js").ObjectiveAnswer} ObjectiveAnswer */
/** @typedef {import("../../pkg/people/dpscope.js").TrainAnswer} TrainAnswer */
/** @typedef {import("../chart/chart.js").Picture} Picture */
/** @typedef {import("../lab/stage.js").Panel} Panel */
/** @typedef {import("../state/field.js").State} State */
/** @typedef {(state: State) => Panel["run"]} Run */

/** Points of a profile. */
const POINTS = 81;

/** Rényi orders. */
const ORDERS = Array.from({ length: 61 }, (_, at) => 1.01 * (1000 / 1.01) ** (at / 60));

/** DP-SGD beside which the divergence is drawn: sixty passes over the data by batches of one in a hundred. */
const STEPS = { count: 6000, rate: 0.01 };

/** To what the gradients of the squared loss, which have no bound, are clipped; outliers pull no further. */
const CLIP = 0.3;

/** The promises that models are trained for. */
const PROMISES = [0.1, 0.3, 1, 3, 10];

/** The ways to train, one after the other. */
const METHODS = ["without-noise", "objective-perturbation", "dp-sgd-honest", "dp-sgd-dishonest"];

/** What a bound is good for. */
const ROLES = { upper: "Guarantee", lower: "No guarantee is below", part: "Part of a guarantee, none by itself", heuristic: "Heuristic, not to be relied on" };

/** A guarantee of something else. */
const ELSEWHERE = "Not for what is released";

/** @param {State} state */
const nearMinimum = ({ tolerance, "output-noise": noise }) => ({ tolerance: number(tolerance), "output-noise": number(noise) });

/** @param {State} state */
const isTight = ({ determinant }) => determinant === "tight";

/** @param {State} state */
const settingOf = (state) => ({
  lipschitz: number(state["lipschitz"]),
  smoothness: number(state["smoothness"]),
  sigma: number(state["sigma"]),
  regularization: number(state["regularization"]),
  tight: isTight(state),
  ...(state["minimum"] === "near" ? { approximate: nearMinimum(state) } : {}),
});

/** @param {State} state */
const boundsOf = (state) => ({
  ask: "objective-perturbation",
  ...settingOf(state),
  ...(state["loss"] === "general" ? { dimension: number(state["dimension"]) } : {}),
  deltas: [number(state["delta"])],
  picture: true,
});

/**
 * Puts a question to the module that knows it.
 * @param {import("../lab/inquiry.js").Put} put
 * @param {object} question
 * @param {[before: number, all: number]} [part]
 * @returns {Promise<Answer>}
 */
const asked = async (put, question, part) => /** @type {Answer} */ (/** @type {unknown} */ (await put(question, part)));

/**
 * δ against ε by every bound, and the least guarantee.
 * @type {Run}
 */
export const bounds = (state) => async ({ put, show, headline, follows, table, links }) => {
  const answer = await asked(put, { ...boundsOf(state), points: POINTS });
  if (answer.answer !== "objective-perturbation" || !answer.figure) return;
  show(/** @type {Picture} */ (answer.figure));
  headline(answer.best ? [{ best: answer.best.bound }] : [], answer.best?.condition ?? "");
  follows(answer.conclusions);
  table(everyBound(answer, state["delta"]));
  links(answer.releases ? [{ text: "Put this model into a plan", href: planAddress(answer.releases, state["delta"]) }] : []);
};

/**
 * The Rényi curve, beside DP-SGD.
 * @type {Run}
 */
export const renyi = (state) => async ({ put, show, headline, follows }) => {
  const answer = await asked(put, { ...boundsOf(state), orders: ORDERS, steps: STEPS });
  if (answer.answer !== "objective-perturbation" || !answer["divergence-figure"]) return;
  show(/** @type {Picture} */ (answer["divergence-figure"]));
  const best = answer["renyi-best"];
  headline(best ? [{ best: best.bound }] : [], best?.condition ?? "");
  follows(answer["divergence-conclusions"]);
};

/**
 * Several models, each with its own noise.
 * @type {Run}
 */
export const several = (state) => async ({ put, show, none, headline, follows, note }) => {
  const answer = await asked(put, { ask: "several-models", ...settingOf(state), delta: number(state["delta"]), view: state["several"] });
  if (answer.answer !== "several-models") return;
  const reasons = answer.unavailable.map(({ reason }) => reason);
  if (!answer.figure) return none(reasons);
  show(/** @type {Picture} */ (answer.figure));
  headline(answer.best ? [{ best: answer.best.bound }] : [], answer.best?.condition ?? "");
  follows(answer.conclusions);
  note(reasons);
};

/**
 * The noise and the regularization that keep a budget.
 * @type {Run}
 */
export const calibration = (state) => async ({ put, show, none, headline, follows, table }) => {
  const { sigma: _, ...setting } = settingOf(state);
  const promise = { epsilon: number(state["epsilon"]), delta: number(state["delta"]), factor: number(state["factor"]) };
  const answer = await asked(put, { ask: "calibrate-objective-perturbation", ...setting, ...promise, picture: true });
  if (answer.answer !== "calibrate-objective-perturbation") return;
  const { best, figure, settings, conclusions } = answer;
  if (figure) show(/** @type {Picture} */ (figure));
  else none(conclusions);
  headline(
    (best?.bounds ?? []).map((bound, at) => ({ best: bound, name: ["noise", "regularization"][at] ?? "" })),
    best?.condition ?? answer.sentence,
  );
  follows(conclusions);
  table({
    caption: "Settings that keep the budget, rounded up to the safe side",
    columns: [
      ["By", "learning/calibration"],
      ["Noise σ ≥", "control/objective-noise"],
      ["Regularization λ ≥", "control/regularization"],
      ["Least f with which some λ is enough", "learning/least-factor"],
      ["Noise σ ≥ at the λ that is set", "learning/calibration"],
    ],
    rows: settings.filter(({ holds }) => holds).map(({ title, texts }) => [capital(title), ...texts]),
  });
};

/**
 * Models trained here, one way after the other.
 * @type {Run}
 */
export const training = (state) => async ({ put, show, none, headline, follows, note }) => {
  if (state["data"] === OWN && given.table.text === "") {
    return none(["your own table is not in the address; paste it below, or choose other people"]);
  }
  /** @type {TrainAnswer[]} */
  const answers = [];
  for (const [at, method] of METHODS.entries()) {
    const answer = await asked(put, { ...trainQuestion(state), method }, [at, METHODS.length]);
    if (answer.answer !== "train") continue;
    answers.push(answer);
    const drawn = answers.flatMap(({ figure }) => (figure ? [/** @type {Picture} */ (figure)] : []));
    if (drawn.length > 0) show(joined(drawn));
    // The subject of the page stands in large type once it is trained; the others are beside it in the chart.
    const said = answers.find((one) => one.method === "objective-perturbation" && one.best) ?? answers.find(({ best }) => best);
    if (said?.best) headline([{ best: said.best.bound, name: nameOf(said) }], said.best.condition);
    follows(answers.flatMap(({ conclusions }) => conclusions.map(capital)));
    note(answers.flatMap((one) => (one.warning ? [`${capital(nameOf(one))}: ${one.warning}`] : [])));
  }
};

/** The way to train, in words. @param {TrainAnswer} answer */
const nameOf = ({ method, figure }) => figure?.series?.[0]?.label ?? method;

/** @param {State} state */
const trainQuestion = (state) => ({
  ask: "train",
  ...people(state["data"]),
  intercept: true,
  epsilons: PROMISES,
  delta: number(state["delta"]),
  trials: number(state["trials"]),
  factor: number(state["factor"]),
  approximate: nearMinimum(state),
  tight: isTight(state),
  seed: 1,
  picture: true,
});

/** @param {string} data */
function people(data) {
  if (data === OWN) return { data: { kind: "text", ...given.table } };
  if (data === "penguins" || data === "halton200") return { data: { kind: data } };
  const drawn = { data: { kind: "generate", generator: data, people: 500, seed: 1 } };
  return data === "regression-line" ? { ...drawn, loss: "squared", clip: CLIP } : drawn;
}

/**
 * All ways to train in one picture.
 * @param {Picture[]} figures
 */
function joined(figures) {
  const names = figures.map(({ series }) => series[0]?.label ?? "");
  const title = `${figures[0]?.shows}, with 95 % confidence`;
  const picture = merge(figures, { names, title, sentence: `${title}.` });
  return { ...picture, table: { ...picture.table, caption: `${picture.table.caption}. ${picture.notice}` } };
}

/**
 * @param {ObjectiveAnswer} answer
 * @param {string} delta
 */
function everyBound({ epsilon }, delta) {
  return {
    caption: `ε at δ = ${delta.trim()} by every bound. Guarantees are rounded up, the lower bound down.`,
    columns: /** @type {const} */ ([["Bound", "mechanism/objective-perturbation"], ["ε", "control/epsilon"], ["What it is", "word/upper-bound"]]),
    rows: epsilon.flatMap(({ title, role, holds, statements = [] }) =>
      statements.slice(0, 1).map((one) => [capital(title), stated(one), role === "upper" && !holds ? ELSEWHERE : ROLES[role]]),
    ),
  };
}

/**
 * The page of the plan with one such model in it, beside which other releases can be put.
 * @param {readonly object[]} releases
 * @param {string} delta
 */
function planAddress(releases, delta) {
  const words = releases.map((release) => {
    const { kind, ...values } = /** @type {Record<string, unknown>} */ (release);
    return [`r=${kind}`, ...Object.entries(values).map(([name, value]) => `${name}:${value}`)].join(",");
  });
  return `index.html#${["v=2", `delta=${number(delta)}`, ...words].join("&")}`;
}
