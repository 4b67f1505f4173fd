// The one chart of a step: before the answer, what is known and the guess in it; then the answer beside the guess, how far it
// was off, and what follows.

import { number } from "../state/setting.js";
import { ANSWERS, beside } from "./answers.js";
import { isRevealed, stepOf } from "./fields.js";
import { GUESS, pointed, veiled } from "./guess.js";

/** @typedef {import("../chart/chart.js").Picture} Picture */
/** @typedef {import("../lab/stage.js").Panel} Panel */
/** @typedef {import("../state/field.js").State} State */
/** @typedef {import("./answers.js").Found} Found */

/** What explains the numbers of a chart: of a step, or of a window of the second one. @type {Record<string, Panel["columns"]>} */
const COLUMNS = {
  attack: { x: "control/false-positive", each: "view/trade-off" },
  profile: { each: "view/profile" },
  "trade-off": { x: "control/false-positive", each: "view/trade-off" },
  loss: { x: "word/privacy-loss", each: "view/loss" },
  composition: { x: "control/count", each: "view/composition" },
  sampling: { each: "theorem/pair" },
  person: { each: "theorem/personal" },
  noise: { each: "view/outputs" },
};

/**
 * @param {State} state
 * @returns {readonly Panel[]}
 */
export function panels(state) {
  const step = stepOf(state);
  const columns = COLUMNS[step.word === "windows" ? state["window"] : step.word];
  return [{ id: step.word, title: step.title, columns, explains: step.explains, run: isRevealed(state) ? revealed(state) : guessed(state) }];
}

/** The guess as it was typed. @param {State} state @returns {string} */
const guessOf = (state) => state[`guess-${stepOf(state).word}`].trim();

/**
 * How far the guess is from an answer, in words of the core; without an answer, only whether it is a number at all, which the
 * core alone says.
 * @param {import("../lab/inquiry.js").Put} put
 * @param {State} state
 * @param {Found} found
 * @param {number} [answer]
 */
async function far(put, state, { x = 0, quantity, answer: { side } }, answer) {
  const one = (/** @type {string} */ name, /** @type {string} */ side, /** @type {number | string} */ y) => ({ name, side, x: [x], y: [y === Infinity ? "inf" : y] });
  const series = [one(GUESS, "value", number(guessOf(state))), ...(answer === undefined ? [] : [one("answer", side, answer)])];
  const concluded = await put({ ask: "conclude", about: "guess", quantity, series });
  return concluded.answer === "conclude" ? concluded.conclusions.map(({ text }) => text) : [];
}

/**
 * The guess in a figure: at the x of the answer, or, where that is an ε of a profile, at the δ that is set.
 * @param {Picture} figure
 * @param {State} state
 * @param {Found} found
 */
function withGuess(figure, state, { x, level }) {
  const guess = Number(number(guessOf(state)));
  if (level !== undefined) return pointed(figure, { x: guess, y: level }, "x");
  return x === undefined ? figure : pointed(figure, { x, y: guess }, "y");
}

/** @param {State} state @param {Found} found @returns {import("../lab/stage.js").Headline} */
const headlined = (state, { answer }) => ({
  best: { quantity: answer.quantity, side: "value", number: Number(guessOf(state)), text: guessOf(state) },
  name: GUESS,
  subject: { id: "control/guess" },
});

/**
 * @param {State} state
 * @returns {Panel["run"]}
 */
const guessed = (state) => async ({ put, show, headline, follows }) => {
  const step = stepOf(state);
  const found = await answered(state, put);
  await far(put, state, found);
  const sentence = `Your guess is ${found.answer.quantity} = ${guessOf(state)}, ${found.condition}. The answer is not shown yet.`;
  const seen = found.drawn ? { ...(await found.drawn(number(guessOf(state)))), sentence } : withGuess(veiled(found.figure, found.known, sentence), state, found);
  show({ ...seen, title: step.title });
  headline([headlined(state, found)], found.condition);
  follows([]);
};

/**
 * @param {State} state
 * @returns {Panel["run"]}
 */
const revealed = (state) => async ({ put, show, headline, follows, links }) => {
  const found = await answered(state, put);
  const { answer, subject, condition, figure } = found;
  const off = await far(put, state, found, answer.number);
  show(found.drawn ? beside(await found.drawn(number(guessOf(state))), figure) : withGuess(figure, state, found));
  const { subject: _, ...guess } = headlined(state, found);
  headline([{ best: answer, name: "the answer", subject }, guess], condition);
  follows([...off, ...(await found.follows())]);
  links(stepOf(state).links(state));
};

/**
 * @param {State} state
 * @param {import("../lab/inquiry.js").Put} put
 */
function answered(state, put) {
  const ask = ANSWERS[stepOf(state).word];
  if (!ask) throw new Error("no such step");
  return ask(state, put);
}
