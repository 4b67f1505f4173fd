// What the page "Statistics" can start from.

/** @typedef {import("../lab/examples.js").Start} Start */

const SOURCE = "Asi and Duchi, Instance-optimality via inverse sensitivity, 2020";

/** Six people of a regression with two features. */
const SIX = "0.5,+0.1,+0.4/-0.3,+0.8,+-0.1/0.9,+-0.2,+0.7/0.2,+0.6,+0.2/-0.7,+-0.4,+-0.6/0.1,+-0.9,+0.1";

/** @type {readonly Start[]} */
export const EXAMPLES = [
  {
    title: "Nine numbers",
    hash: "#v=2&show=staircase",
    source: `${SOURCE}, equation 1 and mechanism M.1.`,
    says: "The median of nine numbers between 0 and 12. Take a record on the line below the charts and move it; see which step follows, and which answers.",
  },
  {
    title: "A bell of 101",
    hash: "#v=2&show=errors&data=normal&interval=-10..10&smoothing=0.0001",
    source: `${SOURCE}, section 4.1, on quantiles of a normal curve.`,
    says: "The median of 101 numbers by every mechanism, against ε. Compare noise for the worst case with mechanisms that know these records.",
  },
  {
    title: "Why to trim",
    hash: "#v=2&show=staircase&data=eleven&statistic=trimmed-mean&trim=0&universe=unbounded&interval=-4..5&smoothing=0.05",
    source: `${SOURCE}, section 4.1 and Lemma 4.1.`,
    says: "Records may lie anywhere and none is left out: how many must change for an answer far away? Then leave out one or two at either end.",
  },
  {
    title: "The hole of Algorithm 4",
    hash: "#v=2&show=audit&data=eleven&statistic=trimmed-mean&trim=2&universe=unbounded&interval=-4..5&smoothing=0.25&record=5&becomes=4&audited=printed",
    source: `${SOURCE}, Algorithm 4 as printed.`,
    says: "The printed sampler never answers within ρ of the truth. See where the log ratio leaves the band, then choose inverse sensitivity instead.",
  },
  {
    title: "Clamped too early",
    hash: "#v=2&show=audit&data=own&values=3+3+3+3+6+6+6&statistic=trimmed-mean&trim=3&universe=unbounded&interval=0..3&smoothing=0.1&record=3&becomes=6&audited=printed-center",
    source: `${SOURCE}, Lemma 4.1 as printed, measured from the clamped statistic.`,
    says: "Seven records of which one changes, and a statistic that is clamped to an interval. Look whether the curve stays within ±ε, then choose inverse sensitivity.",
  },
  {
    title: "A private axis",
    hash: "#v=2&show=axis&points=gap&gap=100",
    source: `${SOURCE}, section 4.2 and Algorithm 2, corrected.`,
    says: "Points that are known by n times their gap alone. See how far private directions are from the true one, by three mechanisms; move the gap and ε.",
  },
  {
    title: "A small regression",
    hash: `#v=2&show=gradient&points=own&rows=${SIX}`,
    source: `${SOURCE}, section 4.3 and Algorithm 3, corrected.`,
    says: "Six people, two coefficients: the density of a private model over the ball, with models drawn from it. Raise ε until it gathers about the best one.",
  },
  {
    title: "Twice the promise",
    hash: "#v=2&show=witness",
    source: `${SOURCE}, equation 4 as printed.`,
    says: "Four records of which one changes: both densities of the gradient mechanism with the printed constant. Compare its loss with ε, and with the corrected one.",
  },
  {
    title: "By the Hessian",
    hash: "#v=2&show=hessian&points=halton200",
    source: `${SOURCE}, equation 5 and appendix B, with a corrected sensitivity.`,
    says: "Logistic regression on 200 people. See how the cloud of models is stretched where the loss is flat, and what the printed sensitivity would promise.",
  },
];
