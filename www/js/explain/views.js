// The windows on a guarantee, and the curve of its growth.

import { LOSS_SYMBOLS, PLAN_ASSUMES } from "./entry.js";

/** @typedef {import("./entry.js").Entry} Entry */

const LOSSLESS = "All five windows show the same pair (P, Q) and can be turned into one another without loss: Zhu, Dong and Wang 2022; Zhu, dissertation, ch. 3.";

/** @type {Record<string, Entry>} */
export const VIEWS = {
  profile: {
    title: "Privacy profile",
    says: "The whole guarantee: for every ε the smallest δ with which it holds, the hockey-stick divergence of the two laws. One (ε, δ) is one point of it.",
    formulas: ["δ(ε) = sup_S [ P(S) − e^ε Q(S) ] = E_P [ (1 − e^{ε−L})_+ ]"],
    symbols: LOSS_SYMBOLS,
    source: `Balle, Barthe and Gaboardi 2018. ${LOSSLESS}`,
    assumes: PLAN_ASSUMES,
    side: "An upper bound at every point, in the worse direction of the relation.",
    made: "In closed form, or by the Fourier accountant, at each point of the curve.",
  },
  renyi: {
    title: "Rényi curve",
    says: "Rényi differential privacy (RDP): an average of the loss that weighs large losses the more, the larger the order. Composition adds these curves.",
    formulas: ["D_α = \\frac{1}{α−1} log E_P [ e^{(α−1) L} ] = \\frac{K(α−1)}{α−1}"],
    symbols: [...LOSS_SYMBOLS, ["α", "the order: 1 is the mean loss, infinity the largest"], ["K", "the log-moment function"]],
    source: `Mironov 2017. ${LOSSLESS}`,
    assumes: PLAN_ASSUMES,
    side: "An upper bound at every order. The whole curve determines the guarantee, but a bound of the curve does not: Gaussian noise with σ = 1 and a randomized response with p = e/(1+e) both stay below α/2, yet need ε = 0.277 and ε = 0.472 at δ = 0.3.",
    made: "From the log-moment function on the real axis.",
  },
  "trade-off": {
    title: "Trade-off curve",
    says: "The trade-off of f-DP, what an attacker can do: the less often they accuse people outside the data, the more people in it they must miss. The closer the curve is to the diagonal, the more private.",
    formulas: ["f(x) = inf \\{ 1 − P(S) : Q(S) ≤ x \\} = sup_ε [ 1 − δ(ε) − e^ε x ]"],
    symbols: [["x", "type I error: the share of people outside the data that are named"], ["f", "type II error: the share of people in the data that are missed"], ...LOSS_SYMBOLS],
    source: `Wasserman and Zhou 2010; Dong, Roth and Su 2022. ${LOSSLESS}`,
    assumes: PLAN_ASSUMES,
    side: "A lower bound of the attacker's error, which is an upper bound of the privacy loss: every line 1 − δ(ε) − e^ε x lies below the curve.",
    made: "In closed form, or as the highest of many such lines, or from the tests that the Rényi curve leaves possible.",
    rounded: "Down, outward for a lower bound.",
  },
  loss: {
    title: "Privacy loss distribution",
    says: "The PLD: how likely each loss is. Points of positive probability are drawn as stems; a loss may be infinite, where an output gives the person away.",
    formulas: ["L = log \\frac{p(o)}{q(o)}, \\; o ∼ P"],
    symbols: [["p, q", "the densities of the output with the person and without"], ["o", "an output, drawn with the person in the data"]],
    source: `Dwork and Rothblum 2016; Sommer, Meiser and Mohammadi 2019. ${LOSSLESS}`,
    assumes: PLAN_ASSUMES,
    side: "A density, given to rounding: neither an upper nor a lower bound. δ at ε is the expectation of (1 − e^{ε−L}) over the losses beyond ε.",
    made: "In closed form, for plans that have one.",
    rounded: "To the nearest.",
  },
  characteristic: {
    title: "Characteristic function of the loss",
    says: "The loss distribution as a sum of waves. Composition multiplies these functions, which makes exact accounting cheap.",
    formulas: ["φ(t) = E_P [ e^{i t L} ] = e^{K(i t)}"],
    symbols: [...LOSS_SYMBOLS, ["K", "the log-moment function, here on the imaginary axis"]],
    source: `Zhu, Dong and Wang 2022. ${LOSSLESS}`,
    assumes: PLAN_ASSUMES,
    side: "Given to rounding: neither an upper nor a lower bound.",
    made: "From the log-moment function, in the first direction of the relation.",
    rounded: "To the nearest.",
  },
  composition: {
    title: "Growth under composition",
    says: "ε at a fixed δ if the whole plan is repeated.",
    formulas: ["ε_k(δ) = min \\{ ε : δ_k(ε) ≤ δ \\}, \\; K_k = k K"],
    symbols: [["k", "how often the plan is repeated"], ["K", "the log-moment function, which composition adds"], ["δ_k", "the profile of k repetitions"]],
    source: LOSSLESS,
    assumes: PLAN_ASSUMES,
    side: "An upper bound at every k, by the accountant that is named.",
    made: "Each point composes the plan anew.",
  },
};
