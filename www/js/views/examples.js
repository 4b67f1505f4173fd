// What the page of views can start from.

/** @typedef {import("./starts.js").Start} Start */

const ZHU = "Zhu, dissertation, Fig. 3.1; Zhu, Dong and Wang 2022.";
const LOSSY =
  "mechanism=gaussian&sigma=1&delta=0.3&neighbours=add-remove&with=randomized-response,truth:0.7310585786300049&with=zcdp,rho:0.5,xi:0";

/** @type {readonly Start[]} */
export const EXAMPLES = [
  {
    title: "Why Rényi privacy is lossy",
    hash: `#v=2&show=profile&${LOSSY}&to=2.5`,
    source: ZHU,
    says: "Gaussian noise with σ = 1 and a randomized response with p = e/(1+e) both have a Rényi curve of at most α/2. Yet at δ = 0.3 the one needs ε = 0.277 and the other 0.472: whoever keeps only the curve must promise the worst of all that stay below it, ε = 0.647. The third curve is what the usual conversion makes of it, 0.818: the one loss is what the Rényi curve forgets, the other what the inequality gives away.",
  },
  {
    title: "… as tests",
    hash: `#v=2&show=trade-off&${LOSSY}`,
    source: ZHU,
    says: "The same three as trade-off curves. The lowest is what a Rényi curve of α/2 leaves possible, without the loss of a conversion: an attacker better than against either mechanism.",
  },
  {
    title: "… as Rényi curves",
    hash: `#v=2&show=renyi&${LOSSY}`,
    source: ZHU,
    says: "The Gaussian lies on the line α/2, the response below it. Seen from here the response looks more private.",
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
    says: "A test that gives a person away with probability δ has an infinite loss there, and so an infinite divergence at every order: its Rényi curve knows nothing, its profile everything.",
  },
  {
    title: "One function, two axes",
    hash: "#v=2&show=argument&mechanism=gaussian&sigma=1&delta=1e-5&neighbours=add-remove",
    source: "Zhu, dissertation, Fig. 3.2.",
    says: "The Rényi curve and the characteristic function are the moment function of the loss, read along the real and along the imaginary axis.",
  },
];
