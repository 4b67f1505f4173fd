// What a panel about points in several dimensions asks for and shows: shells, a private axis, models by their gradient.

import { stated } from "../chart/reading.js";
import { number } from "../state/setting.js";
import { capital } from "../ui/element.js";
import { asked } from "./panels.js";
import { drawsOf, GAP, given, listed, pointsOf } from "./questions.js";

/** @typedef {import("../chart/chart.js").Picture} Picture */
/** @typedef {import("../lab/stage.js").SmallTable} SmallTable */
/** @typedef {import("../state/field.js").State} State */
/** @typedef {import("./panels.js").Run} Run */
/** @typedef {import("../../pkg/accounting/dpscope.js").Statement} Statement */

/** Why there is no picture. */
const PLANE = "only points in the plane have this picture";

/**
 * Numbers with a name each, as a small table.
 * @param {string} caption
 * @param {string} about
 * @param {readonly (Statement | null | undefined)[]} numbers
 * @returns {SmallTable}
 */
const named = (caption, about, numbers) => ({
  caption,
  columns: [
    ["Quantity", `in-dimensions/${about}`],
    ["Value", `in-dimensions/${about}`],
  ],
  rows: numbers.flatMap((one) => (one ? [[one.quantity, stated(one).slice(one.quantity.length).trim()]] : [])),
});

/** @param {State} state */
const axisOf = (state) => ({
  ask: /** @type {const} */ ("private-pca"),
  data: pointsOf(state),
  ...(state["points"] === GAP ? {} : { "feature-bound": number(state["feature-bound"]) }),
  epsilon: number(state["epsilon"]),
  "shell-width": state["shell-width"],
  ...drawsOf(state),
});

/**
 * The circle with points, axis and what was drawn.
 * @type {Run}
 */
export const circle = (state) => async ({ put, show, none, headline, follows, table, note }) => {
  const answer = await asked(put, axisOf(state), false);
  if (answer.figure) show(/** @type {Picture} */ (answer.figure));
  else none([PLANE]);
  const [algorithm] = answer.mechanisms;
  if (algorithm) headline([{ best: algorithm["sine-square"], name: algorithm.title, subject: { id: "in-dimensions/axis-error" } }], answer.conclusions[0] ?? "");
  follows(answer.conclusions.slice(1));
  note([answer.notice, ...(answer.raw ? [answer.raw.notice] : []), ...(answer.released ? [answer.released.notice] : [])]);
  const { gap, mean, median, quantile95, blind } = answer;
  const all = named("Lengths of the noise, and errors by mechanism", "axis-error", [gap, mean, median, quantile95, answer["cauchy-scale"], blind]);
  table({ ...all, rows: [...all.rows, ...answer.mechanisms.map((one) => [`${capital(one.title)} (${one.known})`, stated(one["sine-square"])])] });
};

/**
 * How far from the axis what was drawn is.
 * @type {Run}
 */
export const angles = (state) => async ({ put, show, none }) => {
  const answer = await asked(put, axisOf(state), false);
  if (answer["angle-figure"]) show(/** @type {Picture} */ (answer["angle-figure"]));
  else none([PLANE]);
};

/**
 * How the error of an axis depends on people or dimensions.
 * @type {(part: "figure" | "length-figure") => Run}
 */
export const axes = (part) => (state) => async ({ put, show, follows }) => {
  const question = {
    ask: /** @type {const} */ ("private-pca-sweep"),
    over: state["over"],
    "eigenvalue-gap": number(state["eigenvalue-gap"]),
    people: number(state["people"]),
    dimension: number(state["dimension"]),
    epsilon: number(state["epsilon"]),
    "shell-width": state["shell-width"],
    seed: number(state["seed"]),
  };
  const answer = await asked(put, question, false);
  const figure = answer[part];
  if (figure) show(/** @type {Picture} */ (figure));
  follows(part === "figure" ? answer.conclusions : []);
};

/** @param {State} state */
const modelOf = (state) => ({
  data: pointsOf(state),
  loss: state["loss"],
  ...(state["loss"] === "huber" ? { turn: number(state["turn"]) } : {}),
  "feature-bound": number(state["feature-bound"]),
  "label-bound": number(state["label-bound"]),
  "model-radius": number(state["model-radius"]),
  "gradient-difference": state["gradient-difference"],
});

/**
 * The density of a model, and models drawn from it.
 * @type {Run}
 */
export const gradient = (state) => async ({ put, show, none, headline, follows, table, note }) => {
  const question = { ask: /** @type {const} */ ("gradient-mechanism"), ...modelOf(state), epsilon: number(state["epsilon"]), ...given("grid-cells", state["grid-cells"]), ...drawsOf(state) };
  const answer = await asked(put, question, false);
  if (answer.figure) show(/** @type {Picture} */ (answer.figure));
  else none(["only models of one or two coefficients have this picture, and only on a grid"]);
  headline([{ best: answer.guarantee, subject: { id: "in-dimensions/gradient-mechanism" } }], answer.conclusions[0] ?? "");
  follows(answer.conclusions.slice(1));
  note([answer.notice, answer.secret, ...(answer.failure ? [answer.failure] : []), ...(answer.released ? [answer.released.notice] : [])]);
  const { exact, line, constant } = answer.regression ?? {};
  const { grid } = answer;
  table(
    named("Constants and errors", "regression-error", [
      answer.lipschitz,
      answer.difference,
      answer.scale,
      constant,
      ...(exact ? Object.values(exact) : []),
      ...(line ? Object.values(line) : []),
      ...(grid ? [grid["best-loss"], grid["mean-square"], grid["mean-excess"], grid["most-likely"]] : []),
    ]),
  );
};

/**
 * The excess loss of a regression against ε.
 * @type {Run}
 */
export const excess = (state) => async ({ put, show, follows, note }) => {
  const answer = await asked(put, { ask: "gradient-sweep", ...modelOf(state) }, false);
  if (answer.figure) show(/** @type {Picture} */ (answer.figure));
  follows(answer.conclusions);
  note([answer.notice]);
};

/**
 * What a spectrum saves.
 * @type {Run}
 */
export const spectrum = (state) => async ({ put, show, follows }) => {
  const answer = await asked(put, { ask: "gradient-spectrum", coefficients: number(state["coefficients"]), exponent: number(state["exponent"]) });
  if (answer.figure) show(/** @type {Picture} */ (answer.figure));
  follows(answer.conclusions);
};

/**
 * The witness that the printed constant keeps twice the promise.
 * @type {Run}
 */
export const witness = (state) => async ({ put, show, headline, follows, note }) => {
  const question = { ask: /** @type {const} */ ("gradient-audit"), sample: listed(state["sample"]), neighbour: listed(state["neighbour"]), epsilon: number(state["epsilon"]) };
  const answer = await asked(put, question);
  if (answer.figure) show(/** @type {Picture} */ (answer.figure));
  const numbers = [
    { best: answer.printed, name: "as printed", subject: { id: "in-dimensions/gradient-audit" } },
    { best: answer.corrected, name: "corrected", subject: { id: "in-dimensions/gradient-difference" } },
  ];
  headline(numbers, answer.conclusions[0] ?? "");
  follows(answer.conclusions.slice(1));
  note([answer.notice]);
};

/**
 * Logistic regression by the Hessian at its minimum.
 * @type {Run}
 */
export const hessian = (state) => async ({ put, show, none, headline, follows, table, note }) => {
  const question = {
    ask: /** @type {const} */ ("hessian-mechanism"),
    data: pointsOf(state),
    regularization: number(state["regularization"]),
    "model-radius": number(state["model-radius"]),
    ...given("model-distance", state["model-distance"]),
    "sensitivity-bound": state["sensitivity-bound"],
    epsilon: number(state["epsilon"]),
    ...drawsOf(state),
  };
  const answer = await asked(put, question, false);
  if (answer.figure) show(/** @type {Picture} */ (answer.figure));
  else none(["only models of two coefficients have this picture"]);
  headline([{ best: answer.guarantee, subject: { id: "in-dimensions/hessian-mechanism" } }], answer.conclusions[0] ?? "");
  follows(answer.conclusions.slice(1));
  note([answer.notice, answer.secret, ...(answer.failure ? [answer.failure] : []), ...(answer.released ? [answer.released.notice] : [])]);
  const numbers = [answer.sensitivity, answer["printed-sensitivity"], answer.scale, answer["trace-inverse-square"], answer["mean-square"], answer["mean-excess"]];
  table(named("Sensitivity and errors", "hessian-mechanism", numbers));
};

/**
 * Noise that is uniform on shells.
 * @type {Run}
 */
export const shells = (state) => async ({ put, show, headline, follows, table }) => {
  const question = {
    ask: /** @type {const} */ ("shells"),
    widths: listed(state["widths"]),
    dimension: number(state["dimension"]),
    norm: state["norm"],
    epsilon: number(state["epsilon"]),
    "full-epsilon": state["spent"] === "all",
    ...given("last-shell", state["last-shell"]),
    ...drawsOf(state),
  };
  const answer = await asked(put, question);
  if (answer.figure) show(/** @type {Picture} */ (answer.figure));
  headline([{ best: answer.mean, subject: { id: "in-dimensions/shells" } }], answer.conclusions[0] ?? "");
  follows(answer.conclusions.slice(1));
  const { mean, median, quantile95, missing, guarantee } = answer;
  table(named("The length of the noise", "shells", [mean, answer["mean-square"], median, quantile95, answer["closed-form"], answer["gamma-mean"], missing, guarantee]));
};
