// Exercises of each step. What is expected is asked of the core when somebody opens the answer; no answer stands here.

import { ask } from "../core/engine.js";
import { aboutButton } from "../explain/button.js";
import { capital, element, unbroken } from "../ui/element.js";

/** @typedef {import("../core/engine.js").Answer} Answer */

/**
 * @typedef {object} Exercise
 * @property {string} asks
 * @property {object} question
 * @property {string} about the entry that explains the answer
 */

/** @param {number} sigma @param {object} [more] */
const gaussian = (sigma, more = {}) => [{ count: 1, mechanism: { kind: "gaussian", sigma }, ...more }];

/** @param {object} releases @param {object} target */
const plan = (releases, target) => ({ ask: "plan", releases, target, accountants: ["exact", "fourier", "rdp"] });

/** @param {string} field @param {object} release @param {number} epsilon */
const solve = (field, release, epsilon) => ({ ask: "solve", unknown: { release: 0, field }, releases: [release], target: { epsilon, delta: 1e-5 } });

/** What is asked at the end of the whole route. @type {Exercise} */
const EXIT = {
  asks: "Exit question. A colleague publishes 1000 counts, each with Laplace noise of scale 10, which is ε = 0.1 each, and tells people that all together cost them ε = 100. What would you tell them, at δ = 1e-6, and why is it less?",
  question: plan([{ count: 1000, mechanism: { kind: "laplace", scale: 10 } }], { delta: 1e-6 }),
  about: "word/composition",
};

/** @type {Record<string, readonly Exercise[]>} */
export const EXERCISES = {
  attack: [
    {
      asks: "Take twice the noise, σ = 2. How many of 100 people inside can an attacker find who wrongly accuses 5 of 100 outside?",
      question: { ask: "attack", releases: gaussian(2), "false-positive": [0.05], accountants: ["exact"] },
      about: "attack/true-positive",
    },
    {
      asks: "Half of all candidates are in the data. Of 100 guesses about σ = 1, how many does the best attacker get right?",
      question: { ask: "attack", releases: gaussian(1), prior: [0.5], accountants: ["exact"] },
      about: "attack/accuracy",
    },
  ],
  windows: [
    {
      asks: "Read off the profile of σ = 1 which ε belongs to δ = 1e-5. Then check.",
      question: plan(gaussian(1), { delta: 1e-5 }),
      about: "view/profile",
    },
    {
      asks: "At ε = 0, δ is the most by which any attacker can beat blind guessing. How much is it for σ = 1?",
      question: plan(gaussian(1), { epsilon: 0 }),
      about: "attack/advantage",
    },
  ],
  composition: [
    {
      asks: "How many releases with σ = 10 fit into ε = 1 at δ = 1e-5?",
      question: solve("count", { count: 1, mechanism: { kind: "gaussian", sigma: 10 } }, 1),
      about: "control/count",
    },
    {
      asks: "One release with σ = 1 and a hundred with σ = 10: which costs more at δ = 1e-5? Compute the hundred.",
      question: plan([{ count: 100, mechanism: { kind: "gaussian", sigma: 10 } }], { delta: 1e-5 }),
      about: "word/composition",
    },
  ],
  sampling: [
    {
      asks: "One release with σ = 1 on a twentieth of the people: what is ε at δ = 1e-5?",
      question: plan(gaussian(1, { sampling: { kind: "poisson", rate: 0.05 } }), { delta: 1e-5 }),
      about: "word/amplification",
    },
    {
      asks: "A training run: 1000 steps with σ = 1, each on a hundredth of the people. What is ε at δ = 1e-5?",
      question: plan([{ count: 1000, mechanism: { kind: "gaussian", sigma: 1 }, sampling: { kind: "poisson", rate: 0.01 } }], { delta: 1e-5 }),
      about: "word/amplification",
    },
  ],
  person: [
    {
      asks: "100 rounds with σ = 1: which rate may a person have at most, if it is to cost them ε = 1 at δ = 1e-5?",
      question: solve("rate", { count: 100, mechanism: { kind: "gaussian", sigma: 1 }, sampling: { kind: "poisson", rate: 0.01 } }, 1),
      about: "theorem/personal",
    },
  ],
  noise: [
    {
      asks: "A single answer may cost ε = 1 at δ = 1e-5. How much noise does it need? Compare with what a hundred need.",
      question: solve("sigma", { count: 1, mechanism: { kind: "gaussian" } }, 1),
      about: "control/sigma",
    },
    EXIT,
  ],
};

/**
 * The answer as the core words it.
 * @param {Answer} answer
 * @param {Exercise} exercise
 * @returns {string}
 */
function worded(answer, { about }) {
  switch (answer.answer) {
    case "plan":
      return answer.best?.text ?? "No accountant has a bound.";
    case "attack":
      return (about === "attack/accuracy" ? answer.attack?.beliefs[0] : answer.attack?.tests[0])?.sentence ?? answer.sentence;
    case "solve":
      return answer.sentence;
    case "refused":
      return answer.message;
    default:
      return "";
  }
}

/**
 * An exercise with room for an answer on paper, and behind a word the answer of the core.
 * @param {Exercise} exercise
 */
export function exerciseOf(exercise) {
  const told = element("p", { class: "lesson-told", "aria-live": "polite" });
  const fold = element("details", { class: "lesson-solution" }, element("summary", {}, "Answer"), told);
  fold.addEventListener("toggle", async () => {
    if (!fold.open || told.hasChildNodes()) return;
    told.textContent = "Computing";
    try {
      const answer = await ask(exercise.question, { channel: exercise });
      told.replaceChildren(...(answer ? [...unbroken(capital(worded(answer, exercise))), " ", aboutButton(exercise.about, "the answer")] : []));
    } catch {
      told.replaceChildren("The core of this page does not answer.");
    }
  });
  const lines = element("div", { class: "lesson-lines", "aria-hidden": "true" });
  return element("li", {}, element("p", {}, ...unbroken(exercise.asks)), lines, fold);
}
