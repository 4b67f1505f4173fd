// What the page of composition can start from: the three experiments of the source, and a training run.

/** @typedef {import("../views/starts.js").Start} Start */

const SOURCE = "Zhu, dissertation, §3.4.1, Fig. 3.3; Zhu, Dong and Wang 2022.";
const SAMPLED = "r=gaussian,sigma:2,poisson:0.01&k=100..2000";

/** @type {readonly Start[]} */
export const EXAMPLES = [
  {
    title: "Gaussian, σ = 50",
    hash: "#v=2&delta=1e-4&neighbours=add-remove&r=gaussian,sigma:50&k=100..500&by=exact,fourier,pld,rdp",
    source: SOURCE,
    says: "Experiment 1: k Gaussian releases are one of noise σ/√k, so the exact ε is known. The Fourier accountant lies on it, the Rényi bound above: 1.4948 against 1.6573 after 500.",
  },
  {
    title: "Gaussian, σ = 100",
    hash: "#v=2&delta=1e-4&neighbours=add-remove&r=gaussian,sigma:100&k=100..500&by=exact,fourier,pld,rdp",
    source: SOURCE,
    says: "Experiment 1 with twice the noise: ε is a little less than half as large.",
  },
  {
    title: "Gaussian with randomized response",
    hash: "#v=2&epsilon=2&neighbours=add-remove&r=gaussian,sigma:5&r=randomized-response,truth:0.52&k=10..200&by=exact,fourier,pld,rdp,fourier-as-published",
    source: SOURCE,
    says: "Experiment 2: as many Gaussian releases as randomized responses, δ at ε = 2. Each round here is one of each, so the source's k is twice the rounds. Its quadrature of 700 points agrees to all digits shown.",
  },
  {
    title: "Sampled Gaussian, removed",
    hash: `#v=2&delta=1e-5&neighbours=remove&${SAMPLED}&by=fourier,pld,rdp`,
    source: SOURCE,
    says: "Experiment 3: Poisson samples of 1 %, σ = 2. The loss accountant certifies a lower and an upper end, both in the table; the Fourier accountant lies between them. When one person is removed.",
  },
  {
    title: "… added",
    hash: `#v=2&delta=1e-5&neighbours=add&${SAMPLED}&by=fourier,pld,rdp`,
    source: SOURCE,
    says: "Experiment 3 when one person is added: on a sample the two directions differ, and a guarantee must cover both.",
  },
  {
    title: "… each by itself",
    hash: `#v=2&delta=1e-5&neighbours=each&r=gaussian,sigma:2,poisson:0.01&k=100..2000`,
    source: SOURCE,
    says: "Experiment 3 for removing, adding and replacing a person, each by itself. At the same σ replacing costs a little less than removing; but σ is then divided by how far an exchange moves the answer, for a clipped sum twice as far: with the same noise σ is half as large, and replacing costs most.",
  },
  {
    title: "A training run, step by step",
    hash: "#v=2&delta=1e-5&neighbours=add-remove&r=gaussian,sigma:1,poisson:0.01&k=1..10000",
    says: "From one step to ten thousand. The naive sum grows with k. Advanced composition does not help here and ends above it: what it knows of a step is one (ε, δ) with ε near 1, and for that its theorem grows with k too. The accountants that know the whole loss of a step, Fourier and Rényi, grow about with √k once there are many.",
  },
];
