// Accuracy first: noise that comes off level by level, the private test, and what a run costs after the fact.

/** @typedef {import("./entry.js").Entry} Entry */

const SOURCE = "Ligett, Neel, Roth, Waggoner and Wu, Accuracy First, 2017";

const PEOPLE = "Neighbours: one record of n is replaced, and n is public. Every guarantee is pure: δ = 0.";

const FLOATING = "The noise here is a demonstration: numbers of 53 bits leak in their last digits, and the seed is known.";

/** @type {[string, string][]} */
const LEVELS = [
  ["ε_1 < … < ε_T", "the levels, the most private first"],
  ["b_t", "the scale of the noise at level t, Δ/ε_t"],
];

/** @type {Record<string, Entry>} */
export const ACCURACY = {
  "noise-reduction": {
    title: "Noise reduction",
    field: "gradual release; correlated Laplace noise over privacy levels",
    see: ["accuracy/forward", "accuracy/shared-coin", "accuracy/ex-post"],
    says: "Estimates of one private vector at growing ε whose noise is correlated, so that all up to a level cost no more than the last of them: each is computed from the next without the data.",
    formulas: [
      "x_T = Lap(b_T), \\; x_t = x_{t+1} \\; \\text{with probability} \\; q_t, \\; \\text{else} \\; x_{t+1} + Lap(b_t)",
      "q_t = (\\frac{ε_t}{ε_{t+1}})^2",
      ["covariance", "Cov(x_s, x_t) = 2 b_{max(s,t)}^2"],
      ["different values", "1 + ∑_t (1 − q_t) ≤ 1 + 2 log(ε_T/ε_1)"],
    ],
    symbols: [...LEVELS, ["x_t", "the noise of one coordinate at level t"], ["q_t", "how likely it is the same at the next level"]],
    source: `${SOURCE}, Algorithm 1 and Theorem 2.7; the covariance and the number of values are computed here.`,
    assumes: [PEOPLE, "Every coordinate has a coin of its own.", FLOATING],
    made: "Backward from the last level, or forward level by level; a value that stays is the same to the bit.",
  },
  forward: {
    title: "The next value",
    field: "forward (denoising) sampler",
    see: ["accuracy/noise-reduction"],
    says: "The law of the noise at a larger ε, given what it is now: it stays exactly, or moves by a density with kinks at 0 and where it was. With it nothing has to be remembered, and the next level may depend on what was seen.",
    formulas: [
      ["stays", "\\frac{c}{a} e^{−(a−c) \\abs{x}}"],
      ["density of what moves", "(1 − \\frac{c^2}{a^2}) \\frac{a}{2} e^{−a \\abs{y} − c \\abs{x−y} + c \\abs{x}}"],
      ["mean", "sgn(x) \\frac{2c}{a^2 − c^2} (1 − e^{−(a−c) \\abs{x}})"],
    ],
    symbols: [
      ["c, a", "the level now and the next one, over Δ"],
      ["x, y", "the noise now and next"],
    ],
    source: "Derived here by Bayes’ rule from Algorithm 1; tested against the backward sampler by Kolmogorov and Smirnov.",
    assumes: [PEOPLE],
  },
  "shared-coin": {
    title: "One coin for all coordinates",
    field: "a privacy bug of Algorithm 1 as it can be read",
    see: ["accuracy/noise-reduction"],
    says: "The pseudocode can be read as one coin for the whole vector. Then the law of a level is no product of Laplace laws, and one unit of distance at the origin loses almost as much as at the next level.",
    formulas: ["\\frac{1/b_2}{1 + \\frac{1−q}{q} (\\frac{b_2}{b_1 + b_2})^m} \\; \\text{instead of} \\; \\frac{1}{b_1}"],
    symbols: [...LEVELS, ["m", "the number of coordinates"]],
    source: `${SOURCE}, Algorithm 1; the slope is derived here.`,
    assumes: [PEOPLE],
    side: "What is really lost there: no guarantee can be smaller.",
    rounded: "To the nearest.",
  },
  levels: {
    title: "Levels",
    field: "privacy schedule",
    see: ["accuracy/noise-reduction", "accuracy/theory"],
    says: "The ε through which the noise is reduced. They increase: noise can only be taken off. More of them cost next to nothing in estimates, and a logarithm in the test.",
    formulas: ["ε_t = ε_1 (\\frac{ε_T}{ε_1})^{(t−1)/(T−1)}, \\; ε_1 = \\frac{1}{n}, \\; ε_T = 4 ε_{theory}"],
    symbols: LEVELS,
    source: `${SOURCE}, appendix B.1, with its two ends exchanged as it must be.`,
  },
  accuracy: {
    title: "Accuracy α",
    field: "excess (regularized) empirical risk",
    see: ["accuracy/failure", "accuracy/ex-post"],
    says: "By how much the risk of what is released may exceed the least possible on these data. It is fixed first, and ε follows.",
    formulas: ["L(θ) − L(θ^*) ≤ α \\; \\text{with probability} \\; 1 − γ"],
    symbols: [["L", "mean loss with λ‖θ‖²/2"], ["θ^*", "its minimizer"]],
    source: `${SOURCE}, section 3.`,
  },
  failure: {
    title: "Failure γ",
    see: ["accuracy/calibration"],
    says: "How often something worse than α may pass the private test. A smaller γ costs a logarithm.",
    source: `${SOURCE}, Theorem A.1.`,
    rounded: "Up.",
  },
  "above-threshold": {
    title: "The private test",
    field: "InteractiveAboveThreshold; sparse vector with one answer",
    see: ["accuracy/calibration", "accuracy/ex-post"],
    says: "Looks at one estimate after the other and says only whether it is good enough: the first whose noisy value reaches a noisy threshold stops it. All tests together cost ε_A, however many they are.",
    formulas: [
      "\\text{stops at the first} \\; t: \\; f_t + Lap(2b) ≥ W + w, \\; w = Lap(b), \\; b = \\frac{2Δ}{ε_A}",
      ["its law", "P[t] = ∫ \\frac{1}{2b} e^{−\\abs{w}/b} ∏_{s<t} F(W+w−f_s) \\; (1 − F(W+w−f_t)) dw"],
    ],
    symbols: [
      ["f_t", "L(θ*) − L(θ_t), 0 or below"],
      ["W", "the threshold, −α/2 unless set otherwise"],
      ["Δ", "by how much one person can change f_t"],
      ["F", "the distribution function of Lap(2b)"],
    ],
    source: `${SOURCE}, Algorithm 2; the law of where it stops is integrated here.`,
    assumes: [PEOPLE, FLOATING],
    made: "By Gauss–Legendre rules between all kinks of the integrand; that nothing passes is integrated by itself.",
    rounded: "Probabilities to the nearest, that of nothing up.",
  },
  calibration: {
    title: "Calibration of the test",
    see: ["accuracy/above-threshold", "accuracy/failure"],
    says: "How much the private test must cost so that something worse than α passes with probability γ at most: as printed, by a better union bound, or exactly. The promise is the same, the price is not.",
    formulas: [
      "ε_A = \\frac{2Δ a}{α − s}",
      ["printed", "a = 4 log \\frac{2T}{γ}"],
      ["union bound", "a = 3 log \\frac{1.5 (T/2)^{2/3}}{γ}"],
      ["exact", "∫ \\frac{1}{2} e^{−\\abs{w}} (1 − F(a+w)^T) dw = γ"],
    ],
    symbols: [
      ["T", "how many tests there are at most"],
      ["s", "the threshold lies at −s, here α/2"],
      ["F", "the distribution function of Lap(2)"],
    ],
    source: `Printed: ${SOURCE}, Theorem A.1. The other two are derived here.`,
    assumes: [PEOPLE],
    side: "Exact ≤ union bound ≤ printed, and each keeps γ.",
  },
  "ex-post": {
    title: "ε after the fact",
    field: "ex-post privacy loss",
    see: ["accuracy/ways", "accuracy/fallback", "control/epsilon"],
    says: "What the outcome that came really cost: known only when the run has stopped. It is no ε that could be promised beforehand, which is the largest over all outcomes.",
    formulas: [
      "Loss(o) = max_{D ~ D′} log \\frac{P[A(D) = o]}{P[A(D′) = o]}",
      ["noise reduction and the private test", "Loss(t) ≤ ε_A + ε_t"],
      ["a suspicion π becomes at most", "\\frac{π e^E}{π e^E + 1 − π}"],
    ],
    symbols: [["o", "the outcome"], ["ε_A", "the price of all tests"], ["ε_t", "the level of the estimate that is released"], ["E", "the loss"]],
    source: `${SOURCE}, Definitions 2.2 and 2.3, Lemma 2.8.`,
    assumes: [PEOPLE, "A plan counts what is promised beforehand: ε_A + ε_T, a release of which only pure ε is known."],
  },
  ways: {
    title: "Ways to pay",
    see: ["accuracy/doubling", "accuracy/theory", "accuracy/ex-post"],
    says: "What a run that stops at level k costs by each way: for the estimates, and for the tests.",
    formulas: [
      ["noise reduction", "ε_k + ε_A"],
      ["separate tests", "ε_k + k ε_{test}"],
      ["fresh noise", "∑_{i ≤ k} ε_i + ε_A"],
      ["doubling", "(2^k − 1) ε_1 + k ε_{test}"],
    ],
    symbols: [["ε_{test}", "2Δ log(T/γ)/α, the price of one test with noise of its own"]],
    source: `${SOURCE}, Lemma 2.8 and Theorem A.2.`,
    assumes: [PEOPLE],
  },
  doubling: {
    title: "Doubling",
    field: "DoublingMethod",
    see: ["accuracy/ways"],
    says: "Fresh noise at an ε that doubles each time, with a test of its own at each: what one would do without noise reduction. No other ratio is better in the worst case, and that worst case is four times the level that would have done.",
    formulas: [
      "E(k) = \\frac{2kΔ log(T/γ)}{α} + (2^k − 1) ε_1",
      ["P[stop at k]", "p_k ∏_{i<k} (1 − p_i), \\; p_i = P[f_i + Lap(\\frac{α}{2 log(T/γ)}) ≥ −\\frac{α}{2}]"],
      ["a worse result passes", "1 − (1 − \\frac{γ}{2T})^T"],
    ],
    symbols: [["T", "how often it can double, ⌈log₂(ε_T/ε_1)⌉"]],
    source: `${SOURCE}, Algorithm 4, Theorem A.2 and Claim B.1.`,
    assumes: [PEOPLE],
  },
  fallback: {
    title: "If nothing passes",
    see: ["accuracy/ex-post"],
    says: "The source releases the minimizer itself then, without any noise: the loss is infinite, and with it whatever could be promised. This tool shows that probability at infinity and releases no such model. The other choice is the last estimate, for the price of the last level, with nothing known of its accuracy.",
    source: `${SOURCE}, Algorithms 3 to 5.`,
  },
  theory: {
    title: "Theory inversion",
    see: ["accuracy/ridge", "accuracy/logistic", "accuracy/published"],
    says: "The ε at which a theorem promises an excess risk of α, spent without looking. It holds on average only, and has no test to pay for; looking first pays where the theorem is far from what the data need.",
    formulas: [
      ["ridge regression", "ε = \\frac{4 \\sqrt{2} (2 \\sqrt{p/λ} + p/λ)}{nα}"],
      ["logistic regression", "ε = \\frac{A + \\sqrt{A^2 + 4αB}}{2α}, \\; A = \\frac{2 \\sqrt{2} p}{nλ}, \\; B = \\frac{4 p^2}{n^2 λ}"],
    ],
    symbols: [["n, p", "people and features"], ["λ", "the regularization of the mean loss"]],
    source: `${SOURCE}, Theorems 3.1 and 3.3.`,
    assumes: ["‖x‖₁ ≤ 1 and |y| ≤ 1, by bounds that are public: dividing by the largest of the data is not private."],
  },
  ridge: {
    title: "Ridge regression",
    field: "covariance perturbation",
    see: ["accuracy/theory"],
    says: "Noise on the sums XᵀX and Xᵀy, from which the model is solved on a ball; one person changes an excess risk by Δ at most.",
    formulas: ["L(θ) = \\frac{1}{2n} \\norm{y − Xθ}^2 + \\frac{λ}{2} \\norm{θ}^2", "Δ = \\frac{(1/\\sqrt{λ} + 1)^2}{n}", ["output perturbation, expected excess risk", "r^2 (\\frac{\\norm{X}_F^2}{n} + λp)"]],
    symbols: [["r", "the scale of the noise on each coordinate"]],
    source: `${SOURCE}, section 3.1, Claim A.5 and Theorem A.9 as corrected.`,
    assumes: [PEOPLE, "‖x‖₁ ≤ 1 and |y| ≤ 1."],
  },
  logistic: {
    title: "Logistic regression",
    field: "output perturbation",
    see: ["accuracy/theory"],
    says: "Noise on the minimizer itself; a model that the noise made longer than any minimizer can be is drawn back to that length.",
    formulas: ["Δ = \\frac{2M}{n}, \\; M = \\sqrt{\\frac{2 log 2}{λ}}", ["drawn back", "θ ← \\frac{M θ}{\\norm{θ}} \\; \\text{if} \\; \\norm{θ} > M"]],
    source: `${SOURCE}, section 3.2 and Algorithm 5 as corrected.`,
    assumes: [PEOPLE, "‖x‖₁ ≤ 1, labels −1 and 1."],
  },
  published: {
    title: "The published numbers",
    see: ["accuracy/calibration", "accuracy/theory"],
    says: "The source reports risk factors e^ε of 10.0 for noise reduction and 495 for doubling at α = 0.05 on tweets, 4.65 and 56.6 at α = 0.075. With its printed constants the test alone costs ε = 7.2663 at α = 0.05, a factor of 1431: these numbers cannot come from the printed algorithm. They agree with half the sensitivity, (M+1)²/(2n), which fits a loss with data term 1/(4n), and with a one-sided calibration of the test. So they are context here, and no test of this tool.",
    source: `${SOURCE}, section 4.`,
  },
  "risk-model": {
    title: "A model of the risk",
    see: ["accuracy/ex-post"],
    says: "The excess risk of an estimate at ε, where no data are at hand: a quadratic loss near its minimum has κ/ε² on average, up to the largest risk that there is. A run draws it from noise on every coordinate, the closed form takes it at its mean.",
    formulas: ["f(ε) = −min(\\frac{κ}{ε^2}, cap)", ["ridge regression, to first order", "κ = \\frac{16}{n^2} (tr(H^{−1}) (1 + \\frac{1}{2} \\norm{θ^*}^2) + \\frac{1}{2} {θ^*}^T H^{−1} θ^*)"]],
    symbols: [["H", "XᵀX/n + λI"]],
    source: "Derived here.",
    rounded: "To the nearest.",
  },
};
