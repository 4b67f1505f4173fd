// Settings that teach one thing each.

/** @typedef {import("./presets.js").Preset} Preset */

/** @type {readonly Preset[]} */
export const LESSONS = [
  {
    id: "lesson-batch",
    title: "What if I halve the batch?",
    kind: "lesson",
    source: "dpscope, 2026.",
    provenance: "derived here",
    assumptions:
      "60 000 people, noise multiplier 1.1, 60 epochs, δ = 1e-5. With batches of 256 ε ≤ 2.3817; the pinned scenario with batches of 128 has twice the steps at half the rate and ε ≤ 1.6073. The price is accuracy: the same noise is spread over half as many gradients.",
    unit: "one training example",
    page: "index.html",
    address:
      "#v=2&delta=1e-5&neighbours=add-remove&r=gaussian,sigma:1.1,count:14063,poisson:0.00426667,label:batch+256,size:60000,batch:256,epochs:60,clip:1&pin=batch+128;delta:1e-5;neighbours:add-remove;r:gaussian,sigma:1.1,count:28125,poisson:0.00213334,label:batch+128,size:60000,batch:128,epochs:60,clip:1",
  },
  {
    id: "lesson-delta",
    title: "Why there is a δ",
    kind: "lesson",
    source: "dpscope, 2026.",
    provenance: "derived here",
    assumptions:
      "One Gaussian release with σ = 1. Its loss has no largest value, so no ε holds always: ε ≤ 4.3772 at δ = 1e-5, and the pinned scenario ε ≤ 6.548 at δ = 1e-10. An ε without its δ says nothing.",
    unit: "one person, added or removed",
    page: "index.html",
    address: "#v=2&delta=1e-5&neighbours=add-remove&r=gaussian,sigma:1&pin=smaller+δ;delta:1e-10;neighbours:add-remove;r:gaussian,sigma:1",
  },
  {
    id: "lesson-coin",
    title: "One question, one coin",
    kind: "lesson",
    source: "Warner, Randomized Response, 1965.",
    provenance: "derived here",
    assumptions:
      "Half of the time tell the truth, otherwise toss a coin: the answer is true with probability 0.75 and ε = log 3 ≤ 1.0987. Every member deceives an attacker a quarter of the time.",
    unit: "one person's answer, replaced by the other",
    page: "index.html",
    address: "#v=2&delta=1e-9&neighbours=replace&r=randomized-response,truth:0.75",
  },
  {
    id: "lesson-hundred",
    title: "A hundred noisy answers do not cost a hundred",
    kind: "lesson",
    source: "dpscope, 2026.",
    provenance: "derived here",
    assumptions:
      "A hundred Laplace answers of ε = 1 each. Adding up gives 100; optimal composition of one (ε, δ) each ε ≤ 79.842; the RDP bound ε ≤ 70.776; exactly ε ≤ 68.253 at δ = 1e-5.",
    unit: "one person, added or removed",
    page: "index.html",
    address: "#v=2&delta=1e-5&neighbours=add-remove&r=laplace,scale:1,count:100",
  },
  {
    id: "lesson-web-calculator",
    title: "A calculator that is 33 times off",
    kind: "lesson",
    source: "The default example of the DP-SGD calculator at numbervibe.com, as read in 2026; dp-accounting 0.6.0 for comparison.",
    provenance: "derived here",
    assumptions:
      "100 000 people, batches of 256, 50 epochs, noise 1.2, δ = 1e-10. That page prints ε = 74.9085. Google's dp-accounting gives 2.374 by Rényi orders and 2.241 by loss distributions; here ε ≤ 2.2401.",
    unit: "one training example",
    page: "index.html",
    address:
      "#v=2&delta=1e-10&neighbours=add-remove&r=gaussian,sigma:1.2,count:19532,poisson:0.00256,label:DP-SGD,size:100000,batch:256,epochs:50,clip:1",
  },
  {
    id: "lesson-classic-sigma",
    title: "A textbook formula where it does not hold",
    kind: "lesson",
    source: "Dwork and Roth, The Algorithmic Foundations of Differential Privacy, 2014, Thm A.1, proved for ε < 1.",
    provenance: "derived here",
    assumptions:
      "σ = √(2 log(1.25/δ))/ε, used at ε = 10 and δ = 1e-5 as web calculators do, is 0.48448. It really gives δ ≤ 2.2655e-5, more than twice the target.",
    unit: "one person, added or removed",
    page: "index.html",
    address: "#v=2&epsilon=10&neighbours=add-remove&r=gaussian,sigma:0.48448",
  },
  {
    id: "lesson-central-limit",
    title: "A central limit is not a bound",
    kind: "lesson",
    source: "Opacus 1.6.0, its Gaussian accountant; Bu, Dong, Long and Su, Deep Learning with Gaussian Differential Privacy, 2020.",
    provenance: "derived here",
    assumptions:
      "1000 steps at rate 0.01 with σ = 1, δ = 1e-5. The approximation by a single Gaussian prints 1.6177; the exact value lies just below the 1.8283 shown here. It claims what does not hold.",
    unit: "one training example",
    page: "index.html",
    address: "#v=2&delta=1e-5&neighbours=add-remove&r=gaussian,sigma:1,count:1000,poisson:0.01",
  },
];
