// What the page of views can start from: what is set and what to look at. What follows is said beside the charts.

/** @typedef {import("../lab/examples.js").Start} Start */

const ZHU = "Zhu, dissertation, §3.2 and Fig. 3.1; Zhu, Dong and Wang 2022.";
const LOSSY =
  "mechanism=gaussian&sigma=1&delta=0.3&neighbours=add-remove&with=randomized-response,truth:0.7310585786300049&with=zcdp,rho:0.5,xi:0";

/** @type {readonly Start[]} */
export const EXAMPLES = [
  {
    title: "Why Rényi privacy is lossy",
    hash: `#v=2&show=profile&${LOSSY}&to=2.5`,
    source: ZHU,
    says: "Gaussian noise with σ = 1, a randomized response with p = e/(1+e), and everything that stays below the Rényi curve α/2, as both do (zCDP). Look at where the profiles meet δ = 0.3: the curve of α/2 has two of them, one for all that it allows (optimal conversion) and one for what the usual inequality makes of it.",
  },
  {
    title: "The same as tests (f-DP)",
    hash: `#v=2&show=trade-off&${LOSSY}`,
    source: ZHU,
    says: "The same three as trade-off curves. One of them is what a Rényi curve of α/2 leaves possible, without the loss of a conversion: the best attacker on anything that stays below it. See which lies lowest.",
  },
  {
    title: "The same as Rényi curves (RDP)",
    hash: `#v=2&show=renyi&${LOSSY}`,
    source: ZHU,
    says: "The same three as Rényi curves. See which lies lowest, and compare with the profiles: there ask which needs the least ε at δ = 0.3.",
  },
  {
    title: "One function, two axes",
    hash: "#v=2&show=argument&mechanism=gaussian&sigma=1&delta=1e-5&neighbours=add-remove",
    source: "Zhu, dissertation, Definition 3.3.7 and Fig. 3.2.",
    says: "The Rényi curve and the characteristic function are the moment function of the loss, read along the real and along the imaginary axis.",
  },
  {
    title: "A loss with atoms",
    hash: "#v=2&show=all&mechanism=laplace&scale=1&delta=1e-5&neighbours=add-remove",
    says: "Laplace noise loses exactly ±1/b with positive probability: stems in the loss distribution, straight ends in the trade-off curve, waves in the characteristic function that never die out.",
  },
  {
    title: "A loss that can be infinite",
    hash: "#v=2&show=moments&mechanism=instability&epsilon=1&mechanism-delta=0.01&delta=0.05&neighbours=add-remove",
    source: "Zhu, dissertation, Example 3.2.1.",
    says: "A test for distance to instability, which gives a person away with probability δ₀. Look for the bar at infinity in the loss distribution, and for what is left of the Rényi curve.",
  },
  {
    title: "A heavy tail",
    hash: "#v=2&show=laplace&mechanism=gaussian-pair&mean-first=0&deviation-first=1.4142135623730951&mean-second=0&deviation-second=1&delta=0.01&neighbours=remove",
    source: "Zhu, dissertation, Example 3.2.2.",
    says: "Two Gaussians of different width, σ² = 2 beside σ² = 1: a loss with a heavy tail. Look at the order from which on the Rényi curve has no value, and at the profile, which has one everywhere.",
  },
  {
    title: "Many releases",
    hash: "#v=2&show=expectation&mechanism=laplace&scale=5&count=50&delta=1e-5&neighbours=add-remove",
    source: "Sommer, Meiser and Mohammadi 2019.",
    says: "Fifty Laplace releases: the loss distribution of the whole plan beside that of one release, and the profile that follows. Move k and watch atoms turn into a bell.",
  },
  {
    title: "A curve of your own",
    hash: "#v=2&show=profile&mechanism=profile&points=0+0.4/1+0.39/2+0.02/4+1e-5&delta=0.1&neighbours=add-remove",
    source: "Zhu, dissertation, Corollary 3.5.1.",
    says: "Points that somebody proved of a release. What they say together is the convex hull of them in exp ε, which is at most what each says alone: change a point and see which of the others it improves.",
  },
];
