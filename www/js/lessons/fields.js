// What is set in a lesson: the step, the guess of each, which answers are revealed, and what can be played with then.
//
//   #v=2&step=composition&guess-composition=20&revealed=attack,composition&k=400&present=on

import { number, parameterOf } from "../state/field.js";
import { EPSILON, RATE } from "../state/setting.js";
import { parameter } from "../ui/parameter.js";
import { STEPS } from "./steps.js";

/** @typedef {import("../core/engine.js").Description} Description */
/** @typedef {import("../state/field.js").Field} Field */
/** @typedef {import("../state/field.js").State} State */
/** @typedef {import("./steps.js").Step} Step */

/** The windows of the second step. */
const WINDOWS = [
  { word: "profile", meaning: "profile" },
  { word: "trade-off", meaning: "trade-off" },
  { word: "loss", meaning: "loss" },
];

/** The step that a state is at; the first for a word that is none. @param {State} state @returns {Step} */
export const stepOf = ({ step }) => STEPS.find(({ word }) => word === step) ?? /** @type {Step} */ (STEPS[0]);

/** Whether the answer of the step is on show. @param {State} state */
export const isRevealed = (state) => state["revealed"].includes(stepOf(state).word);

/** Whether slides are shown. @param {State} state */
export const isPresented = ({ present }) => present === "on";

/** A guess is offered until the answer is there. @param {string} step */
const before = (step) => (/** @type {State} */ state) => stepOf(state).word === step && !isRevealed(state);

/** What can be played with is offered from then on. @param {string} name */
const after = (name) => (/** @type {State} */ state) => stepOf(state).plays.includes(name) && isRevealed(state);

/** What the core says of a guess that is no number. */
const GUESSED = /^(series\[0\]\.y|mechanism\.sigma$)/;

/**
 * @param {string} step
 * @param {string} symbol
 * @param {string} label
 * @param {string} unit
 * @param {[from: number, to: number, start: number, scale: "linear" | "log"]} slider
 * @returns {Field}
 */
const guess = (step, symbol, label, unit, slider) => {
  const words = { symbol, label, unit, explanation: "What you expect. Say it before you look: the answer then tells you more." };
  const name = `guess-${step}`;
  return number(parameter(name, words, slider, "neither"), { start: String(slider[2]), explained: "control/guess", when: before(step), refused: GUESSED });
};

const ACCUSED = parameter(
  "accused",
  { symbol: "x", label: "Wrongly accused x", unit: "share of the people outside", explanation: "How many of the people who are not in the data the attacker may accuse: the type I error." },
  [0.01, 0.99, 0.05, "linear"],
  "neither",
);

const COUNT = parameter(
  "k",
  { symbol: "k", label: "Releases k", unit: "times", explanation: "How often something is published, each time with noise of its own." },
  [2, 1000, 100, "log", "whole"],
  "smaller",
);

const OWN = { ...RATE, name: "own", label: "Their own rate", explanation: "How likely this person is to take part in a round.", slider: { from: 0.001, to: 1, scale: /** @type {const} */ ("log"), start: 0.1 } };

const BUDGET = { ...EPSILON, name: "budget", label: "Budget ε", explanation: "What all answers together may cost.", slider: { ...EPSILON.slider, from: 0.05, to: 10 } };

const AT = { ...EPSILON, label: "At ε", unit: "privacy loss", explanation: "Which ε is looked at.", slider: { from: 0, to: 5, scale: /** @type {const} */ ("linear"), start: 1 }, privacy: /** @type {const} */ ("neither") };

/**
 * @param {Description} description
 * @returns {readonly Field[]}
 */
export function fieldsOf(description) {
  const sigma = parameterOf(description, "gaussian", "sigma", { start: "1" }).parameter;
  const noise = { ...sigma, slider: { from: 0.2, to: 20, scale: /** @type {const} */ ("log"), start: 1 } };
  const each = { ...sigma, name: "each", slider: { from: 1, to: 100, scale: /** @type {const} */ ("log"), start: 10 } };
  return [
    { name: "step", holds: "choice", label: "Step", words: STEPS.map(({ word, title }) => ({ word, meaning: title })), start: "attack", elsewhere: true },
    { name: "revealed", holds: "choices", label: "Answers on show", words: STEPS.map(({ word, title }) => ({ word, meaning: title })), start: () => [], elsewhere: true },
    { name: "present", holds: "choice", label: "Slides", words: [{ word: "off", meaning: "off" }, { word: "on", meaning: "on" }], start: "off", elsewhere: true },
    guess("attack", "missed", "Your guess: missed", "share of the people inside", [0, 1, 0.5, "linear"]),
    guess("windows", "δ", "Your guess of δ", "probability", [1e-6, 1, 0.001, "log"]),
    guess("composition", "ε", "Your guess of ε", "of all together", [0.1, 100, 10, "log"]),
    guess("sampling", "ε", "Your guess of ε", "on the sample", [0.01, 10, 1, "log"]),
    guess("person", "ε", "Your guess of ε", "for this person", [0.1, 100, 1, "log"]),
    guess("noise", "σ", "Your guess of σ", "of each answer", [0.5, 500, 5, "log"]),
    {
      name: "window",
      holds: "choice",
      rows: true,
      label: "Window",
      explained: "control/view",
      words: WINDOWS,
      start: "profile",
      when: after("window"),
    },
    number(noise, { start: "1", when: after("sigma"), refused: /mechanism\.sigma$/ }),
    number(each, { start: "10", explained: "sigma", when: after("each"), refused: /mechanism\.sigma$/ }),
    number(ACCUSED, { start: "0.05", explained: "false-positive", when: after("accused"), refused: /^(false-positive|grid)/ }),
    number(AT, { start: "1", when: after("epsilon"), refused: /(^|\.)epsilon$/ }),
    number(COUNT, { start: "100", explained: "count", when: after("k"), refused: /^(grid|releases\[0\]\.count)/ }),
    number({ ...RATE, slider: { ...RATE.slider, from: 0.001 } }, { start: "0.1", when: after("rate") }),
    number(OWN, { start: "0.1", explained: "own", when: after("own"), refused: /^(own|rates)/ }),
    number(BUDGET, { start: "1", explained: "control/budget", when: after("budget"), refused: /^target\.epsilon$/ }),
    number(description.delta, { start: "1e-5", when: after("delta"), refused: /(^|\.)delta$/ }),
  ];
}
