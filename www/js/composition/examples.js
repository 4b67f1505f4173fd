// What the page of composition can start from: the three experiments of the source, and a training run.

/** @typedef {import("../lab/examples.js").Start} Start */

const SOURCE = "Zhu, dissertation, §3.4.1, Fig. 3.3; Zhu, Dong and Wang 2022.";
const SAMPLED = "r=gaussian,sigma:2,poisson:0.01&k=100..2000";

/** @type {readonly Start[]} */
export const EXAMPLES = [
  {
    title: "Gaussian, σ = 50 and 100",
    hash: "#v=2&delta=1e-4&neighbours=add-remove&r=gaussian,sigma:50&with=gaussian,sigma:100&k=100..500&by=exact,fourier,rdp",
    source: SOURCE,
    says: "Experiment 1, Fig. 3.3a: k Gaussian releases are one of noise σ/√k, so the exact ε is known. See where the Fourier accountant lies, and where the RDP bound.",
  },
  {
    title: "Gaussian, σ = 50",
    hash: "#v=2&delta=1e-4&neighbours=add-remove&r=gaussian,sigma:50&k=100..500&by=exact,fourier,pld,rdp",
    source: SOURCE,
    says: "Experiment 1 with the certified bracket as well.",
  },
  {
    title: "Gaussian, σ = 100",
    hash: "#v=2&delta=1e-4&neighbours=add-remove&r=gaussian,sigma:100&k=100..500&by=exact,fourier,pld,rdp",
    source: SOURCE,
    says: "Experiment 1 with twice the noise.",
  },
  {
    title: "Gaussian with randomized response",
    hash: "#v=2&epsilon=2&neighbours=add-remove&r=gaussian,sigma:5&r=randomized-response,truth:0.52&k=10..200&by=exact,fourier,pld,rdp,fourier-as-published",
    source: SOURCE,
    says: "Experiment 2, Fig. 3.3b: as many Gaussian releases as randomized responses, δ at ε = 2. Each round here is one of each, so the source's k is twice the rounds. Its quadrature of 700 points is drawn beside the others.",
  },
  {
    title: "Sampled Gaussian, removed",
    hash: `#v=2&delta=1e-5&neighbours=remove&${SAMPLED}&by=fourier,pld,rdp`,
    source: SOURCE,
    says: "Experiment 3, Fig. 3.3c: Poisson samples of 1 %, σ = 2, when one person is removed. The PLD accountant certifies a lower and an upper end, both in the table.",
  },
  {
    title: "Sampled Gaussian, added",
    hash: `#v=2&delta=1e-5&neighbours=add&${SAMPLED}&by=fourier,pld,rdp`,
    source: SOURCE,
    says: "Experiment 3 when one person is added: on a sample the two directions differ, and a guarantee must cover both.",
  },
  {
    title: "Sampled Gaussian, each relation",
    hash: `#v=2&delta=1e-5&neighbours=each&r=gaussian,sigma:2,poisson:0.01&k=100..2000`,
    source: SOURCE,
    says: "Experiment 3 for removing, adding and replacing a person, each by itself. The same σ is another noise for each: it is divided by how far the answer can move, for a clipped sum twice as far when a person is exchanged.",
  },
  {
    title: "A training run, step by step",
    hash: "#v=2&delta=1e-5&neighbours=add-remove&r=gaussian,sigma:1,poisson:0.01&k=1..10000",
    says: "DP-SGD from one step to ten thousand, by every accountant. What a composition theorem knows of a step is one (ε, δ); Fourier, PLD and RDP know its whole loss. Compare how fast they grow.",
  },
];
