// Inverse sensitivity in d dimensions: noise on shells, private axes, models by their gradient or their Hessian.

/** @typedef {import("./entry.js").Entry} Entry */

const SOURCE = "Asi and Duchi, Instance-optimality in differential privacy via approximate inverse sensitivity mechanisms, 2020";

const PEOPLE = "Neighbours: one record of n is replaced, and n is public. Every guarantee is pure: δ = 0.";

const FLOATING = "The noise here is a demonstration: numbers of 53 bits leak in their last digits, and the seed is known.";

const PUBLIC = "Bounds are chosen without looking at the data; records beyond them are moved to fit, and counted.";

/** @type {[string, string][]} */
const SHELLS = [
  ["R_i", "the width of shell i"],
  ["r_k", "R_1 + … + R_k, how far k shells reach"],
  ["d", "the number of coordinates"],
];

/** @type {[string, string][]} */
const AXIS = [
  ["u", "nGAP = n(λ_1 − λ_2)"],
  ["λ_j", "the eigenvalues of Σ, the mean of x xᵀ, largest first"],
];

/** @type {[string, string][]} */
const MODEL = [
  ["G", "how far gradients of two records differ at one model, at most"],
  ["n", "the number of records"],
  ["Σ", "the mean of x xᵀ"],
];

/** @type {Record<string, Entry>} */
export const IN_DIMENSIONS = {
  shells: {
    title: "Noise on shells",
    field: "approximate inverse sensitivity mechanism, (M.2)",
    see: ["in-dimensions/widths", "in-dimensions/last-shell", "in-dimensions/full-epsilon"],
    says: "Noise whose density is constant on shells about the truth and falls by e^{−ε/2} from one to the next, where shell k reaches as far as k people can move the statistic.",
    formulas: [
      ["shell", "P(K = k) ∝ (r_k^d − r_{k−1}^d) e^{−kε/2}"],
      ["mean", "E \\norm{z} = ∑_k P(K = k) \\frac{d}{d+1} \\frac{r_k^{d+1} − r_{k−1}^{d+1}}{r_k^d − r_{k−1}^d}"],
      ["equal widths on the line", "E \\abs{z} = \\frac{R}{2} coth(ε/4)"],
    ],
    symbols: [...SHELLS, ["K", "the shell that the noise falls on"]],
    source: `${SOURCE}, Theorem 1 and Algorithm 1; moments and quantiles are closed sums derived here.`,
    assumes: [PEOPLE, "R_1 bounds the local sensitivity, and R_i of one data set is at most R_{i+1} of a neighbour.", FLOATING],
    made: "Weights are summed in logarithms until what is left is below 2⁻⁶⁰ of them. A draw takes a shell, a radius and a direction; no proposal is rejected.",
  },
  widths: {
    title: "Widths",
    field: "the sequence R_1, R_2, …",
    see: ["in-dimensions/shells"],
    says: "How much further each shell reaches than the one before: a bound of the local sensitivity after so many people have changed. The last width goes on for ever.",
    formulas: ["R_ℓ = LS^{(ℓ−1)} \\; \\text{or} \\; LS^{(ℓ)}"],
    symbols: [["LS^{(k)}", "the largest local sensitivity of data sets k records away"], ...SHELLS],
    source: `${SOURCE}, Proposition 2.1; that one shell earlier is enough is derived here.`,
    assumes: [PEOPLE],
  },
  norm: {
    title: "Norm",
    field: "ℓ1, ℓ2 or ℓ∞",
    see: ["in-dimensions/shells"],
    says: "How the length of noise is measured. Its law is the same for all; only the direction differs, which comes from normal, Laplace or uniform coordinates divided by their length.",
    source: "Derived here: a uniform point of a ball, divided by its length, has the cone measure.",
    assumes: [FLOATING],
  },
  "last-shell": {
    title: "Where Algorithm 1 ends",
    field: "truncation at n",
    see: ["in-dimensions/shells"],
    says: "As printed the shell is drawn from 1 to n. Every output then lies within a ball about the statistic of these very data, and what lies outside is impossible for them and possible for a neighbour: no ε holds, and the mass left out acts like a δ.",
    formulas: ["P(K > n) = e^{−nε/2} \\; \\text{for equal widths on the line}"],
    symbols: SHELLS,
    source: `${SOURCE}, Algorithm 1; the correction lets k run on.`,
    assumes: [PEOPLE],
  },
  "full-epsilon": {
    title: "All of ε on the distance",
    field: "the factor 1/2 of the exponential mechanism",
    see: ["in-dimensions/shells"],
    says: "Half of ε pays for a normalizer that may change with the data. If no width depends on the data it does not, the noise is ε/2-private, and a shell may cost all of ε.",
    formulas: ["e^{−kε} \\; \\text{in place of} \\; e^{−kε/2}"],
    symbols: SHELLS,
    source: "Derived here.",
    assumes: ["The widths are the same for every data set, and outputs are not restricted to a bounded set."],
  },
  tail: {
    title: "Theorem 2",
    field: "tail bound of the approximate mechanism",
    see: ["in-dimensions/shells"],
    says: "How likely noise goes beyond r_K, at most, from n and the largest width alone. Where it is 1 or more it says nothing; the exact tail stands beside it.",
    formulas: ["P(\\norm{z} ≥ r_K) ≤ e^{1−Kε/2} (\\frac{n D}{r_{⌊1/ε⌋}})^d"],
    symbols: [...SHELLS, ["D", "no smaller than any R_i"]],
    source: `${SOURCE}, Theorem 2; the appendix prints 1/e for e.`,
    assumes: ["K is at most n, and ε at most 1."],
  },
  "private-axis": {
    title: "Private axis",
    field: "private PCA, the leading eigenvector",
    see: ["in-dimensions/gap", "in-dimensions/shell-width", "in-dimensions/axis-error"],
    says: "The direction of most variance, with its sign by a fair coin, plus noise on shells whose widths follow the gap of the two largest eigenvalues, and back on the sphere.",
    formulas: ["v = \\frac{±v̂ + z}{\\norm{±v̂ + z}}", "R_i = min(\\frac{2\\sqrt{2}}{u − 2i}, \\sqrt{2})"],
    symbols: [...AXIS, ["v̂", "the leading eigenvector"]],
    source: `${SOURCE}, Algorithm 2; the constant 2√2, of which the source says only that it exists, is derived here.`,
    assumes: [PEOPLE, PUBLIC, FLOATING],
  },
  gap: {
    title: "n times the gap",
    field: "nGAP",
    see: ["in-dimensions/private-axis"],
    says: "How many records times how far apart the two largest eigenvalues are. One record moves it by 2 at most; at 2 or less one record may turn the axis to anywhere.",
    formulas: ["u = n(λ_1 − λ_2)"],
    symbols: AXIS,
    source: `${SOURCE}, Lemma 4.2.`,
    assumes: ["Every point has norm 1 at most."],
    rounded: "down, so that widths come out no smaller than they must be",
  },
  "shell-width": {
    title: "How widths follow the gap",
    field: "local sensitivity of the leading eigenvector",
    see: ["in-dimensions/private-axis", "in-dimensions/gap"],
    says: "A bound of how far one record turns the axis: by a constant over nGAP, by the angle itself, or by the angle one shell earlier, which is the smallest.",
    formulas: [
      ["the angle", "sin 2θ ≤ \\frac{2}{u}"],
      ["how far the axis moves", "g(u) = 2 sin(\\frac{1}{4} arcsin \\frac{2}{u}) ≤ \\frac{2\\sqrt{2}}{u}"],
    ],
    symbols: [...AXIS, ["θ", "how far the axis turns"]],
    source: "Derived here from the theorem of Davis and Kahan; checked on random neighbours.",
    assumes: ["Every point has norm 1 at most."],
  },
  "axis-error": {
    title: "Error of an axis",
    field: "E sin² of the angle",
    see: ["in-dimensions/private-axis"],
    says: "The mean square of the sine of the angle between a private axis and the true one: 0 for the same, (d − 1)/d for one drawn without looking.",
    formulas: [
      ["the plane, noise on shells", "\\frac{1}{2} E min(\\norm{z}^2, 1)"],
      ["the plane, exponential mechanism", "\\frac{1}{2} (1 − \\frac{I_1(κ)}{I_0(κ)}), \\; κ = \\frac{εu}{4}"],
      ["Cauchy noise", "\\text{scale} \\; \\frac{2\\sqrt{d}}{ε} max_k e^{−εk/(2d)} min(\\frac{2\\sqrt{2}}{u − 2k}, \\sqrt{2})"],
    ],
    symbols: [...AXIS, ["I_0, I_1", "modified Bessel functions"]],
    source: "Derived here. The exponential mechanism is computed as if all further eigenvalues were λ_2; smaller ones make it err less, which was checked numerically and not proved. Cauchy noise by draws, with a band.",
    assumes: [PEOPLE],
  },
  "eigenvalue-gap": {
    title: "Gap of eigenvalues",
    field: "GAP = λ₁ − λ₂",
    see: ["in-dimensions/gap"],
    says: "How much more variance the first axis has than the second. At one gap the error of a private axis falls with people; at one n times the gap it grows with the dimension.",
    symbols: AXIS,
    source: `${SOURCE}, Section 4.2: of order d/(nGAP ε), and d^{3/2}/(nGAP ε) by smooth sensitivity.`,
  },
  "gradient-mechanism": {
    title: "Gradient mechanism",
    field: "exponential mechanism with the gradient norm as utility",
    see: ["in-dimensions/gradient-difference", "in-dimensions/regression-error", "in-dimensions/grid-cells"],
    says: "Draws a model with a density that falls exponentially with the length of the gradient of the mean loss: where one record more or less would make it the best, it is likely.",
    formulas: [
      ["density", "∝ exp(−\\frac{nε}{2G} \\norm{∇L_n(θ)})"],
      ["linear regression", "θ = θ̄ + s R Σ^{−1} U, \\; s = \\frac{2G}{nε}"],
    ],
    symbols: [...MODEL, ["R, U", "a Gamma(d) length and a uniform direction"], ["θ̄", "the best model without the ball"]],
    source: `${SOURCE}, (4) and Algorithm 3, with G in place of L and a fresh draw after each rejection.`,
    assumes: [PEOPLE, PUBLIC, FLOATING],
    made: "Proposals of Algorithm 3, accepted in the ball, take turns with uniform ones, accepted by the density; after a million nothing is released.",
  },
  "gradient-difference": {
    title: "How far gradients differ",
    field: "G, and L in its place",
    see: ["in-dimensions/gradient-mechanism", "in-dimensions/gradient-audit"],
    says: "The largest distance between the gradients of two records at one model. Two gradients of length L may point opposite ways, so that 2L always holds; with L, as printed, twice ε is all that is guaranteed.",
    formulas: [
      ["always", "G ≤ 2L, \\; L = (B_θ B_x + B_y) B_x"],
      ["one feature", "G = L + \\frac{B_y^2}{4 B_θ} \\; \\text{if} \\; B_y ≤ 2 B_θ B_x, \\; \\text{else} \\; 2 B_x B_y"],
    ],
    symbols: [["B_x, B_y, B_θ", "the bounds of features, labels and models"]],
    source: `${SOURCE}, (4), corrected; the form for one feature is derived here.`,
    assumes: [PUBLIC],
  },
  "gradient-audit": {
    title: "What one record does to the density",
    field: "privacy audit by exact laws",
    see: ["in-dimensions/gradient-difference"],
    says: "For the loss |θ − x| on [0, 1] the density is made of steps, so that the largest log ratio of two neighbours is exact: up to 2ε with the printed constant, never more than ε with G = 2.",
    formulas: ["max_θ \\abs{log \\frac{π(θ)}{π′(θ)}}"],
    symbols: [["π, π′", "the densities of the two data sets"]],
    source: "Derived here; a witness against the printed constant.",
    assumes: [PEOPLE],
  },
  "regression-error": {
    title: "Error of a private regression",
    field: "instance-specific excess loss",
    see: ["in-dimensions/gradient-mechanism", "in-dimensions/spectrum"],
    says: "How far a model lies from the best, and how much it loses, on these very data and exactly, if the ball were not in the way.",
    formulas: [
      "E \\norm{θ − θ̄}^2 = s^2 (d + 1) tr Σ^{−2}",
      "E[L(θ) − L(θ̄)] = \\frac{1}{2} s^2 (d + 1) tr Σ^{−1}",
      ["minimax order", "\\frac{d^2 L^2}{n^2 ε^2 λ_{min}}"],
    ],
    symbols: [...MODEL, ["s", "2G/(nε)"], ["λ_{min}", "the smallest eigenvalue of Σ"]],
    source: `${SOURCE}, Proposition 4.3, as equations; the source leaves out the ½.`,
    assumes: ["Σ is not singular: otherwise there is no single best model, and proposals are uniform on the ball."],
  },
  spectrum: {
    title: "What an uneven spectrum gains",
    field: "tr Σ⁻¹ against d/λ_min",
    see: ["in-dimensions/regression-error"],
    says: "The minimax order pays for every coefficient as for the worst. Where the eigenvalues of Σ⁻¹ fall, the error of these data is smaller by this factor.",
    formulas: ["\\frac{d}{∑_j j^{−α}}"],
    symbols: [["j^{−α}", "the eigenvalues of Σ⁻¹"], ["d", "the number of coefficients"]],
    source: `${SOURCE}, Section 4.3.`,
  },
  "grid-cells": {
    title: "A public grid",
    field: "counting measure in place of volume",
    see: ["in-dimensions/gradient-mechanism"],
    says: "Of one or two coefficients the mechanism may pick a point of a fixed grid. It is then ε-private exactly, for any loss, and its law is a list of numbers.",
    formulas: ["P(θ) ∝ exp(−\\frac{nε}{2G} \\norm{∇L_n(θ)})"],
    symbols: MODEL,
    source: "The exponential mechanism on a finite set.",
    assumes: [PEOPLE, "The grid does not depend on the data."],
  },
  turn: {
    title: "Where Huber’s loss turns",
    field: "Huber threshold",
    see: ["in-dimensions/gradient-difference"],
    says: "Residuals up to it count by their square, larger ones by their size. It bounds the gradient, and so G.",
  },
  bounds: {
    title: "Bounds known without the data",
    field: "B_x, B_y, B_θ",
    see: ["in-dimensions/gradient-difference"],
    says: "How long features, how large labels and how long models may be. They set the noise, and must be chosen without looking; records beyond them are moved to fit.",
    assumes: [PUBLIC],
  },
  "hessian-mechanism": {
    title: "Hessian mechanism",
    field: "density by the Hessian at the minimizer",
    see: ["in-dimensions/sensitivity-bound", "in-dimensions/gradient-mechanism"],
    says: "The gradient mechanism with the gradient replaced by its first order at the minimizer, for smooth losses that are no squares. It is drawn as linear regression is.",
    formulas: ["∝ exp(−\\frac{ε}{2 GS} \\norm{H(θ − θ̂)})", "E \\norm{θ − θ̂}^2 = s^2 (d + 1) tr H^{−2}, \\; s = \\frac{2 GS}{ε}"],
    symbols: [["θ̂", "the minimizer"], ["H", "the Hessian there"], ["GS", "how far one record moves the exponent"]],
    source: `${SOURCE}, (5) and Appendix B, with a sensitivity that holds.`,
    assumes: [PEOPLE, "The loss is λ-strongly convex for every data set, by its regularization.", FLOATING],
  },
  "sensitivity-bound": {
    title: "Sensitivity of the Hessian mechanism",
    field: "GS of Lemma 2.1, corrected",
    see: ["in-dimensions/hessian-mechanism"],
    says: "How far one record moves ‖H(θ − θ̂)‖ at any model of the ball. The printed bound leaves out that the record changes the Hessian itself.",
    formulas: [
      "D (\\frac{H_3 G}{λn} + \\frac{β}{n}) + \\frac{G}{n} + \\frac{H_3 G^2}{2λ^2 n^2}",
      ["logistic loss", "G = 2, \\; β = \\frac{1}{4}, \\; H_3 = \\frac{1}{6\\sqrt{3}}"],
    ],
    symbols: [
      ["D", "no smaller than any distance of a model from the minimizer"],
      ["β", "the largest curvature of a record"],
      ["H_3", "how fast the Hessian changes"],
      ["λ", "the regularization"],
    ],
    source: `${SOURCE}, Lemma 2.1, corrected here.`,
    assumes: ["Features have norm 1 at most, labels are −1 and 1."],
  },
  "model-distance": {
    title: "Distance from the minimizer",
    field: "D",
    see: ["in-dimensions/sensitivity-bound"],
    says: "No model of the ball lies further from the minimizer, whatever the data: the radius of the ball plus the longest minimizer there can be. The minimizer itself need not lie in the ball.",
    formulas: ["B_θ + min(\\frac{1}{λ}, \\sqrt{\\frac{2 log 2}{λ}})"],
    symbols: [["λ", "the regularization"], ["B_θ", "the radius of the ball"]],
    source: "Derived here: the gradient of the loss is shorter than 1, and the loss at 0 is log 2.",
  },
};
