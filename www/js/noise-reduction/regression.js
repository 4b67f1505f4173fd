// Regressions that are trained in the page "Accuracy first": what is asked of them, and what is shown.

import { number, numbers } from "../state/setting.js";
import { capital } from "../ui/element.js";
import { given, OWN } from "./own.js";

/** @typedef {import("../../pkg/noise-reduction/dpscope.js").Answer} Answer */
/** @typedef {import("../chart/chart.js").Picture} Picture */
/** @typedef {import("../lab/stage.js").Asked} Asked */
/** @typedef {import("../state/field.js").State} State */
/** @typedef {import("./panels.js").Run} Run */

/** How many people are drawn. */
const DRAWN = 5000;

/** Said where a table of one's own is asked for and not there. */
const MISSING = "your own table is not in the address; paste it below, or choose other people";

/**
 * Puts a question to the module that knows it.
 * @param {Asked["put"]} put
 * @param {object} question
 */
const asked = async (put, question) => /** @type {Answer} */ (/** @type {unknown} */ (await put(question)));

/**
 * The figures of the source on data in the page: one experiment, four pictures.
 * @type {(part: "figure" | "loss-figure" | "parts-figure" | "length-figure") => Run}
 */
export const experiment = (part) => (state) => async ({ put, show, none, follows, note }) => {
  if (lacksTable(state)) return none([MISSING]);
  const question = { ask: "accuracy-first-experiment", ...regressionOf(state), alphas: numbers(state["alphas"]), trials: number(state["repeats"]) };
  const answer = await asked(put, question);
  if (answer.answer !== "accuracy-first-experiment") return;
  const figure = /** @type {Picture | undefined} */ (answer[part]);
  if (!figure) return;
  show(figure);
  follows(part === "figure" ? answer.conclusions.map(capital) : []);
  note([answer.notice, ...(answer.stopped ? [answer.stopped] : [])]);
};

/**
 * One run on the data, level by level.
 * @type {Run}
 */
export const oneRun = (state) => async ({ put, show, none, headline, follows, note, table }) => {
  if (lacksTable(state)) return none([MISSING]);
  const answer = await asked(put, { ask: "accuracy-first-run", ...regressionOf(state), alpha: number(state["alpha"]), way: state["way"] });
  if (answer.answer !== "accuracy-first-run" || !answer.figure) return;
  show(/** @type {Picture} */ (answer.figure));
  headline([{ best: answer.states, subject: { id: "accuracy/ex-post" } }], answer.condition);
  follows(answer.conclusions);
  note([`The excess risks: ${answer.notice}`, ...(answer.released ? [`The model: ${answer.released.notice}`] : [])]);
  if (!answer.released) return;
  table({
    caption: "The model that is released",
    columns: /** @type {const} */ ([["Feature", "accuracy/ridge"], ["θ", "control/model"]]),
    rows: answer.released.texts.map((text, at) => [String(at + 1), text]),
  });
};

/** @param {State} state */
const lacksTable = ({ data }) => data === OWN && given.table.text === "";

/** @param {State} state */
const regressionOf = (state) => ({
  ...peopleOf(state),
  ...(state["intercept"] === "yes" ? { intercept: true } : {}),
  ...(state["divisor"] === "" || isTable(state) ? {} : { divisor: number(state["divisor"]) }),
  regularization: number(state["regularization"]),
  ...(state["perturbation"] === "usual" ? {} : { perturbation: state["perturbation"] }),
  "ball-solver": state["ball-solver"],
  "minimizer-bound": state["minimizer-bound"],
  calibration: state["calibration"],
  gamma: number(state["gamma"]),
  "level-count": number(state["count"]),
  seed: number(state["seed"]),
  picture: true,
});

/** @param {State} state */
const isTable = ({ data }) => data === OWN;

/**
 * Of ridge regression sums are enough: one's own, or those of people who have one of p features each, of either sign, and a
 * label that one model makes. All others are people.
 * @param {State} state
 */
function peopleOf(state) {
  const { data } = state;
  const loss = state["problem"] === "logistic" ? "logistic" : "squared";
  if (isTable(state)) return { loss, data: { kind: "text", text: given.table.text, scaled: given.table.scaled } };
  if (data === "penguins") return { loss, data: { kind: data } };
  if (data === "typed") return { loss, data: { kind: "statistics", people: number(state["people"]), ...spreadOf(state["covariance"]), linear: numbers(state["linear"]) } };
  const features = number(state["features"]);
  if (data === "sums" && loss === "squared") return { loss, data: { kind: "statistics", people: number(state["people"]), features } };
  const generator = loss === "logistic" ? "two-gaussians" : "regression-line";
  return { loss, data: { kind: "generate", generator, people: DRAWN, dimension: features, seed: number(state["seed"]) } };
}

/** XᵀX/n as it was typed: its diagonal, or row by row. @param {string} text */
function spreadOf(text) {
  const rows = text.split(/[;\n]/).map(numbers).filter((row) => row.length > 0);
  return rows.length > 1 ? { covariance: rows } : { diagonal: rows[0] ?? [] };
}
