// What a panel about one statistic of records asks for and shows. All that is said of numbers is the core's.

import { number } from "../state/setting.js";
import { drawsOf, given, settingOf } from "./questions.js";

/** @typedef {import("../../pkg/inverse-sensitivity/dpscope.js").Answer} Answer */
/** @typedef {import("../chart/chart.js").Picture} Picture */
/** @typedef {import("../lab/stage.js").Asked} Asked */
/** @typedef {import("../lab/stage.js").Panel} Panel */
/** @typedef {import("../state/field.js").State} State */
/** @typedef {(state: State) => Panel["run"]} Run */

/** The newest questions by kind, which panels beside each other share. @type {Map<string, {key: string, answer: Promise<Answer>}>} */
const newest = new Map();

/**
 * Puts a question; of two panels that ask the same only the first does. What is quick is answered on the page itself, within
 * the frame in which a hand moves a record.
 * @template {Answer["answer"]} Word
 * @param {import("../lab/inquiry.js").Put} put
 * @param {{ask: Word} & Record<string, unknown>} question
 * @param {boolean} [quick]
 * @returns {Promise<Extract<Answer, {answer: Word}>>}
 */
export async function asked(put, question, quick = true) {
  const [kind, key] = [question.ask, JSON.stringify(question)];
  const known = newest.get(kind);
  const found = known?.key === key ? known.answer : /** @type {Promise<Answer>} */ (/** @type {unknown} */ (put(question, undefined, quick ? kind : undefined)));
  if (found !== known?.answer) {
    newest.set(kind, { key, answer: found });
    const forget = () => {
      if (newest.get(kind)?.answer === found) newest.delete(kind);
    };
    // Once it is there the memory of the page has it; what failed is asked again.
    found.then(forget, forget);
  }
  return /** @type {Extract<Answer, {answer: Word}>} */ (await found);
}

/** A figure as the chart takes it. @param {unknown} figure */
const picture = (figure) => /** @type {Picture} */ (figure);

/**
 * How many records must change for each answer.
 * @type {Run}
 */
export const staircase = (state) => async ({ put, show, headline, follows, note }) => {
  const answer = await asked(put, { ask: "statistic-staircase", ...settingOf(state), beside: state["beside"], picture: true });
  if (!answer.figure) return;
  show(picture(answer.figure));
  follows(answer.conclusions);
  note([answer.notice]);
  const errors = await asked(put, { ask: "statistic-errors", ...settingOf(state), mechanisms: ["exact"], epsilons: [number(state["epsilon"])] });
  const [best] = errors.facts;
  headline(best ? [{ best, name: errors.errors[0]?.title ?? "", subject: { id: "inverse-sensitivity/errors" } }] : [], answer.figure.sentence);
};

/** The mechanisms of a state, laid over each other. @param {State} state */
const lawsOf = (state) => ({ ask: /** @type {const} */ ("statistic-laws"), ...settingOf(state), mechanisms: state["mechanisms"], logarithmic: state["scale"] === "log", picture: true });

/** What the columns of the table of errors mean. */
const ERRORS = ["exact", "exact", "errors", "errors", "errors", "errors", "propose-test-release"];

/**
 * The errors of every mechanism as a small table.
 * @param {Extract<Answer, {answer: "statistic-errors"}>["table"]} table
 */
const tableOf = ({ caption, columns, rows }) => ({
  caption,
  columns: columns.map((text, at) => /** @type {const} */ ([text, `inverse-sensitivity/${ERRORS[at] ?? "errors"}`])),
  rows,
});

/**
 * The density of every mechanism's answers.
 * @type {(alone: boolean) => Run}
 */
export const densities = (alone) => (state) => async ({ put, show, headline, follows, table }) => {
  const answer = await asked(put, lawsOf(state));
  if (!answer.figure) return;
  show(picture(answer.figure));
  follows(answer.conclusions);
  const errors = await asked(put, { ask: "statistic-errors", ...settingOf(state), mechanisms: state["mechanisms"], epsilons: [number(state["epsilon"])] });
  table(tableOf(errors.table));
  if (alone) first(headline, errors);
};

/**
 * The error of the first mechanism, in large type.
 * @param {Asked["headline"]} headline
 * @param {Extract<Answer, {answer: "statistic-errors"}>} answer
 */
function first(headline, { facts, errors, conclusions }) {
  const [best] = facts;
  if (best) headline([{ best, name: errors[0]?.title ?? "", subject: { id: "inverse-sensitivity/errors" } }], conclusions[0] ?? "");
}

/**
 * The distribution of every mechanism's answers.
 * @type {Run}
 */
export const distributions = (state) => async ({ put, show }) => {
  const answer = await asked(put, lawsOf(state));
  if (answer["distribution-figure"]) show(picture(answer["distribution-figure"]));
};

/**
 * The error of every mechanism against ε, and what nobody can beat.
 * @type {Run}
 */
export const errors = (state) => async ({ put, show, headline, follows, table, note }) => {
  const answer = await asked(put, { ask: "statistic-errors", ...settingOf(state), mechanisms: state["mechanisms"], quantity: state["quantity"], picture: true });
  if (!answer.figure) return;
  show(picture(answer.figure));
  first(headline, answer);
  table(tableOf(answer.table));
  note([answer.notice]);
  const bounds = await asked(put, { ask: "statistic-lower-bounds", ...settingOf(state), sigma: number(state["sigma"]) });
  follows([...answer.conclusions, ...bounds.conclusions.filter((said) => !answer.conclusions.includes(said))]);
};

/**
 * What one more record can move once k others have changed.
 * @type {Run}
 */
export const sensitivity = (state) => async ({ put, show, headline, follows, note }) => {
  const answer = await asked(put, { ask: "statistic-sensitivity", ...settingOf(state), radii: state["radii"], ...given("beta", state["beta"]), picture: true });
  if (!answer.figure) return;
  show(picture(answer.figure));
  const [best] = answer.facts;
  headline(best ? [{ best, subject: { id: "inverse-sensitivity/smooth-sensitivity" } }] : [], answer.figure.sentence);
  follows(answer.conclusions);
  note([answer.notice]);
};

/** @param {State} state */
const auditOf = (state) => ({
  ask: /** @type {const} */ ("statistic-audit"),
  ...settingOf(state),
  record: number(state["record"]),
  becomes: number(state["becomes"]),
  mechanism: state["audited"],
  picture: true,
});

/**
 * The log ratio of two laws whose records differ in one.
 * @type {Run}
 */
export const audit = (state) => async ({ put, show, headline, follows, table, note }) => {
  const answer = await asked(put, auditOf(state));
  if (!answer.figure) return;
  show(picture(answer.figure));
  const wrong = answer.within ? "" : (answer.conclusions[1] ?? "");
  headline(answer.facts.slice(0, 1).map((best) => ({ best, subject: { id: "inverse-sensitivity/audit" } })), answer.figure.sentence, wrong);
  follows(answer.conclusions);
  note([answer.notice]);
  table({
    caption: "One record changed",
    columns: [
      ["Quantity", "inverse-sensitivity/audit"],
      ["Value", "inverse-sensitivity/audit"],
    ],
    rows: answer.facts.map(({ quantity, text }) => [quantity, text]),
  });
};

/**
 * δ of the same two laws at every ε.
 * @type {Run}
 */
export const profile = (state) => async ({ put, show }) => {
  const answer = await asked(put, auditOf(state));
  if (answer["profile-figure"]) show(picture(answer["profile-figure"]));
};

/**
 * How likely an answer is far off, beside the theorem.
 * @type {Run}
 */
export const tail = (state) => async ({ put, show, follows, note }) => {
  const answer = await asked(put, { ask: "statistic-tail", ...settingOf(state), length: state["length"], radii: state["radii"], picture: true });
  if (!answer.figure) return;
  show(picture(answer.figure));
  follows(answer.conclusions);
  note([answer.notice]);
};

/**
 * The error of a trimmed mean against the trim.
 * @type {Run}
 */
export const trim = (state) => async ({ put, show, follows, note }) => {
  const answer = await asked(put, { ask: "statistic-trim", ...settingOf(state), picture: true });
  if (!answer.figure) return;
  show(picture(answer.figure));
  follows(answer.conclusions);
  note([answer.notice]);
};

/**
 * Answers drawn at random, beside their law.
 * @type {Run}
 */
export const samples = (state) => async ({ put, show, follows, note }) => {
  const answer = await asked(put, { ask: "statistic-samples", ...settingOf(state), mechanism: state["mechanism"], ...drawsOf(state), picture: true });
  if (!answer.figure) return;
  show(picture(answer.figure));
  follows(answer.conclusions);
  note([answer.notice]);
};
