// What the page "Accuracy first" can start from: a run, the setting of the source, its figures on data of ours, its pitfall.

/** @typedef {import("../lab/examples.js").Start} Start */

const SOURCE = "Ligett, Neel, Roth, Waggoner and Wu, Accuracy First, 2017";
const TWEETS = "people=100000&features=77&regularization=0.005&kappa=7.5e-6&cap=0.5";

/** @type {readonly Start[]} */
export const EXAMPLES = [
  {
    title: "One run",
    hash: "#v=2&show=run&alpha=0.02",
    source: `${SOURCE}, Algorithms 1 and 2.`,
    says: "Noise comes off level by level, a private test looks at each estimate, the first that passes is released. Press Denoise to watch it, and take another run.",
  },
  {
    title: "What it costs",
    hash: "#v=2&show=cost&alpha=0.02&calibration=exact&count=40",
    source: `${SOURCE}, Lemma 2.8 and Theorem A.2.`,
    says: "The law of the realised ε without any simulation, beside doubling; what has no bound at all stands at infinity. Change what is released if nothing passes.",
  },
  {
    title: "The tweets of the source",
    hash: `#v=2&show=accuracy&alpha=0.05&${TWEETS}`,
    source: `${SOURCE}, section 4, n = 100 000, p = 77, λ = 0.005, on a model of the risk.`,
    says: "ε over a range of α with the printed constants, and how it divides into tests and estimates. The published risk factors do not follow from these constants: the explanation has the numbers.",
  },
  {
    title: "Figures 1 to 4",
    hash: "#v=2&show=figures&features=20&calibration=exact",
    source: `${SOURCE}, figures 1 to 4, on data of ours.`,
    says: "Ridge or logistic regression trained in the page at several α, by every way to pay: cost, loss, how the cost divides, and how long the models are.",
  },
  {
    title: "Cheaper tests",
    hash: `#v=2&show=test&alpha=0.05&count=1000&${TWEETS}`,
    source: `${SOURCE}, Theorem A.1; the other two calibrations are of this tool.`,
    says: "The private test by the printed constants, by a union bound, and exactly: the same promise at three prices. Move γ and the number of levels.",
  },
  {
    title: "One coin for all",
    hash: "#v=2&show=coin&earlier=0.1&later=1",
    source: `${SOURCE}, Algorithm 1 as its pseudocode can be read.`,
    says: "If all coordinates share a coin, the vector that is published gives away more than its level. See how many coordinates it takes.",
  },
];
