// What the page of sampling can start from: the figures of the source.

/** @typedef {import("../lab/examples.js").Start} Start */

const RENYI = "Zhu, dissertation, Fig. 2.3; Zhu and Wang, Poisson Subsampled Rényi Differential Privacy, 2019.";
const SIX = "mechanism=gaussian&sigma=5&delta=1e-8&rate=0.001&panes=six";

/** @type {readonly Start[]} */
export const EXAMPLES = [
  {
    title: "Why sampling helps",
    hash: "#v=2&show=profiles&mechanism=gaussian&sigma=1&delta=1e-5&rate=0.1",
    source: "Balle, Barthe and Gaboardi 2018; Zhu, Dong and Wang 2022, Thm 11.",
    says: "One release on everyone and on a tenth of the people. Move the rate, and compare removing, adding and replacing a person. Replacing takes σ divided by how far an exchange moves the answer, for a clipped sum twice as far: equal curves are not equal noise.",
  },
  {
    title: "Six panes: Rényi bounds",
    hash: `#v=2&show=bounds&${SIX}`,
    source: RENYI,
    says: "Six mechanisms at a rate of 0.001 by each theorem. Sampling without replacement is another relation.",
  },
  {
    title: "Six panes: few terms",
    hash: `#v=2&show=terms&${SIX}`,
    source: RENYI,
    says: "Only τ terms at either end of the sum, and a closed form for the rest; once 2τ reaches the order it is the whole sum. See for which noise few terms are enough.",
  },
  {
    title: "Six panes: growth",
    hash: `#v=2&show=growth&${SIX}`,
    source: "Zhu, dissertation, Fig. 2.4; Zhu and Wang 2019.",
    says: "ε from one release to a million, by the moments accountant with the classic conversion over whole orders, as the source has it, and by the composition theorems for one (ε, δ) per release.",
  },
  {
    title: "Where the tight bound fails",
    hash: "#v=2&show=condition&mechanism=gaussian&sigma=1&delta=1e-5&rate=0.1&mean=0.6",
    source: "Zhu, dissertation, Fig. 2.2 and condition 2.2.",
    says: "The tight bound needs every odd moment of the ratio to be at least 0, in both orders. Two Poisson distributions can break that: move the mean of Q and see where.",
  },
  {
    title: "A rate of one's own",
    hash: "#v=2&show=personal&mechanism=gaussian&sigma=1&delta=1e-5&rate=0.02&count=100",
    source: "Zhu, dissertation, Definition 2.2.1, footnote.",
    says: "A hundred rounds in which people take part with different probabilities. Move the rate: it is that of one person, and the others may have any.",
  },
  {
    title: "A curve of your own, on a sample",
    hash: "#v=2&show=bounds&mechanism=zcdp&rho=0.02&xi=0&rate=0.01&tight=asserted",
    source: "Zhu, dissertation, Theorems 2.3.1 and 2.3.4.",
    says: "A release that is known by its Rényi curve alone. The general bound holds of every such release; the tight one if you assert its condition. Compare the two, and take the assertion back.",
  },
  {
    title: "One person, or a group",
    hash: "#v=2&show=groups&epsilon=1&published=1e-6&people=4",
    source: "Dwork and Roth 2014, Thm 2.2; Vadhan 2017, Lemma 2.2.",
    says: "A guarantee for one person is one for a household too, a weaker one. Replacing a person is removing one and adding another.",
  },
];
