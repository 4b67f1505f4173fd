// The fields of the page of learning as sliders show them.

/** @typedef {import("../../pkg/dpscope.js").Parameter} Parameter */

/**
 * @param {string} name
 * @param {string} symbol
 * @param {[label: string, unit: string, explanation: string]} words
 * @param {[from: number, to: number, start: number, scale: "linear" | "log"]} slider
 * @param {Parameter["privacy"]} privacy
 * @returns {Parameter}
 */
const parameter = (name, symbol, [label, unit, explanation], [from, to, start, scale], privacy) => ({
  name,
  symbol,
  label,
  unit,
  explanation,
  range: { from, to, to_included: true, whole: name === "trials" },
  slider: { from, to, scale, start },
  privacy,
});

/** What is perturbed, and by how much. */
export const SETTING = [
  parameter("sigma", "σ", ["Noise σ", "per entry of b", "Standard deviation of the random line added to the objective."], [0.5, 100, 5, "log"], "larger"),
  parameter("regularization", "λ", ["Regularization λ", "of λ/2 ‖θ‖²", "Pulls the model towards 0; the more, the less anyone pulls it."], [0.1, 1000, 20, "log"], "larger"),
  parameter("lipschitz", "L", ["Lipschitz constant L", "of the loss", "How far one person’s gradient reaches."], [0.1, 10, 1, "log"], "smaller"),
  parameter("smoothness", "β", ["Smoothness β", "of the loss", "How much one person bends the objective."], [0.01, 10, 1, "log"], "smaller"),
  parameter("delta", "δ", ["Failure probability δ", "probability", "The probability mass on which ε may fail."], [1e-12, 0.1, 1e-5, "log"], "smaller"),
];

/** What is to be kept. */
export const BUDGET = [
  parameter("epsilon", "ε", ["Budget ε", "at δ", "What training may cost."], [0.05, 20, 1, "log"], "smaller"),
  parameter("factor", "f", ["More noise f", "× the normal mechanism’s", "Objective perturbation needs more noise than the normal mechanism; what it gets more, it needs less of λ."], [1.01, 3, 1.3, "log"], "neither"),
];

export const TRIALS = parameter("trials", "n", ["Trials n", "models a point", "How often each model is trained, with other noise."], [2, 20, 5, "linear"], "neither");
