// What the page of the sparse vector technique can start from.

/** @typedef {import("../lab/examples.js").Start} Start */

/** @type {readonly Start[]} */
export const EXAMPLES = [
  {
    title: "Twenty answers of 2000",
    hash: "#v=2&show=guarantee&threshold-noise=210&query-noise=420&answers=20&length=2000&threshold=1000&delta=1e-6",
    source: "Zhu, dissertation, Remark 7.2.8.",
    says: "The setting at which the closed form of the source was checked. Look at every theorem under “ε by every theorem”, the printed one among them.",
  },
  {
    title: "Laplace, as in the textbook",
    hash: "#v=2&show=guarantee&noise=laplace&threshold-noise=150&query-noise=300&answers=20&anew=yes&delta=1e-6",
    source: "Dwork and Roth 2014, Thm 3.25; Lyu, Su and Li 2017.",
    says: "Laplace noise has a pure guarantee for any length. Compare it with optimal composition and with the Rényi curve.",
  },
  {
    title: "No limit",
    hash: "#v=2&show=guarantee&threshold-noise=210&query-noise=420&answers=1&length=0&threshold=1000&sign=never&delta=1e-6",
    source: "Zhu, dissertation, (7.2).",
    says: "Queries that are never negative, and no limit: move the noise of a query towards that of the threshold, and the threshold.",
  },
  {
    title: "Where it stops",
    hash: "#v=2&show=stop&threshold-noise=210&query-noise=420&answers=3&length=400&threshold=1000",
    source: "Zhu, dissertation, section 7.4: T = 1000, σ₁ = 210, σ₂ = 420.",
    says: "Every query is 0, so that each answer is a false positive. Bars are exact, dots are runs of one seed.",
  },
  {
    title: "Figure 7.2a",
    hash: "#v=2&show=stream&threshold-noise=210&query-noise=420&length=0&threshold=1000&sign=never&delta=1e-6&asked=2000&runs=10",
    source: "Zhu, dissertation, Fig. 7.2a: δ = 10⁻⁶, T = 1000, σ₁ = 210, equal deviations, ten runs.",
    says: "A stream of zeros while it is asked. See from which length on the technique pays beside noise on every query.",
  },
  {
    title: "At most 1000 a round",
    hash: "#v=2&show=stream&threshold-noise=210&query-noise=420&length=1000&threshold=1000&delta=1e-6&asked=1000&runs=400",
    source: "Zhu, dissertation, Fig. 7.2a and Thm 7.2.1, with at most 1000 queries a round.",
    says: "Figure 7.2a with a limit, which normal noise needs: look at which noise costs less, and ask 5000 queries instead.",
  },
  {
    title: "Figure 7.1a",
    hash: "#v=2&show=budget&threshold=1000&answers=100&epsilon=0.2&delta=1e-6&against=answers",
    source: "Zhu, dissertation, Fig. 7.1, whose budget is not printed: here ε = 0.2 and δ = 10⁻⁶, σ₂ = 2σ₁.",
    says: "How many queries a fixed budget pays for, against the number of answers. See from how many answers on stages help.",
  },
  {
    title: "Figure 7.1b",
    hash: "#v=2&show=budget&threshold=1000&answers=10&epsilon=0.2&delta=1e-6&against=threshold",
    source: "Zhu, dissertation, Fig. 7.1, whose budget is not printed.",
    says: "The same against the threshold: normal noise has the thinner tail, Laplace noise the smaller scale.",
  },
];
