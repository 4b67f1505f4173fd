// What the page of sampling can start from: the figures of the source.

/** @typedef {import("../views/starts.js").Start} Start */

const RENYI = "Zhu, dissertation, Fig. 2.3; Zhu and Wang, Poisson Subsampled Rényi Differential Privacy, 2019.";
const SIX = "mechanism=gaussian&sigma=5&delta=1e-8&rate=0.001&panes=six";

/** @type {readonly Start[]} */
export const EXAMPLES = [
  {
    title: "Why sampling helps",
    hash: "#v=2&show=profiles&mechanism=gaussian&sigma=1&delta=1e-5&rate=0.1",
    source: "Balle, Barthe and Gaboardi 2018; Zhu, Dong and Wang 2022, Thm 11.",
    says: "One release on everyone and on a tenth of the people. Removing a person follows the classical lemma, ε to log(1 + q(exp ε − 1)) and δ to qδ, exactly; adding one costs less and never more than −log(1 − q); replacing one on a subset takes the worse of both, at a σ that is divided by how far an exchange moves the answer: for a clipped sum twice as far, so that equal curves are not equal noise.",
  },
  {
    title: "Six panes: Rényi bounds",
    hash: `#v=2&show=bounds&${SIX}`,
    source: RENYI,
    says: "At a rate of 0.001: the tight bound meets the lower one; the general bound is at most log 3/(α−1) above it; sampling without replacement is another relation. Gaussian noise loses all gain beyond a certain order, bounded losses keep it.",
  },
  {
    title: "Six panes: few terms",
    hash: `#v=2&show=terms&${SIX}`,
    source: RENYI,
    says: "Only τ terms at either end of the sum, and a closed form for the rest. More terms come closer, and once 2τ reaches the order it is the whole sum; before that the noise decides: for Gaussian noise with σ = 5 even τ = 50 lies far above it at high orders.",
  },
  {
    title: "Six panes: growth",
    hash: `#v=2&show=growth&${SIX}`,
    source: "Zhu, dissertation, Fig. 2.4; Zhu and Wang 2019.",
    says: "ε at δ = 1e-8 from one release to a million, by the moments accountant with the classic conversion over whole orders, as the source has it, and by the composition theorems for one (ε, δ) per release.",
  },
  {
    title: "Where the tight bound fails",
    hash: "#v=2&show=condition&mechanism=gaussian&sigma=1&delta=1e-5&rate=0.1&mean=0.6",
    source: "Zhu, dissertation, Fig. 2.2 and condition 2.2.",
    says: "The tight bound needs every odd moment of the ratio to be at least 0, in both orders. Two Poisson distributions break that wherever P has the smaller mean: then only the general bound holds.",
  },
];
