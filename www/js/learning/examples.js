// What the page of objective perturbation can start from: the figures of its source, and an experiment.

/** @typedef {import("../lab/examples.js").Start} Start */

const SOURCE = "Redberg, Koskela and Wang, Improving the Privacy and Practicality of Objective Perturbation for Differentially Private Linear Learners, 2023";

/** @type {readonly Start[]} */
export const EXAMPLES = [
  {
    title: "More regularization than noise",
    hash: "#v=2&show=bounds&sigma=5&regularization=20",
    source: `${SOURCE}, Fig. 1.`,
    says: "L = β = 1, σ = 5, λ = 20: the privacy profile beside the RDP bound, the bound of Kifer, Smith and Thakurta 2012, and normal noise, which no guarantee can be below.",
  },
  {
    title: "More noise than regularization",
    hash: "#v=2&show=bounds&sigma=10&regularization=5",
    source: `${SOURCE}, Fig. 1.`,
    says: "L = β = 1, σ = 10, λ = 5: the noise costs less, and the determinant more. Lower λ towards β and watch which bound is the least.",
  },
  {
    title: "Beside DP-SGD",
    hash: "#v=2&show=renyi&sigma=5&regularization=20",
    source: `${SOURCE}, Fig. 5.`,
    says: "The Rényi curve of one minimum, and that of many steps of DP-SGD with the same noise on samples of the people. Look for the order at which the curve of DP-SGD turns.",
  },
  {
    title: "Several models",
    hash: "#v=2&show=several&sigma=8&regularization=10&several=delta",
    source: `${SOURCE}, Fig. 4.`,
    says: "L = β = 1, σ = 8, λ = 10: the profiles of several models, each with its own noise, beside the RDP bound of as many.",
  },
  {
    title: "What ε = 1 asks for",
    hash: "#v=2&show=calibration",
    source: `${SOURCE}, Alg. 1; Kifer, Smith and Thakurta, Private Convex Empirical Risk Minimization and High-dimensional Regression, 2012.`,
    says: "The least regularization for every noise, and the setting with 1.3 times the noise of the Gaussian mechanism.",
  },
  {
    title: "Train on penguins",
    hash: "#v=2&show=training",
    source: "Horst, Hill and Gorman, palmerpenguins, 2020.",
    says: "Models are trained here, on four of five penguins, and judged by the others: without noise, by objective perturbation, and by DP-SGD with its tuning counted or not.",
  },
];
