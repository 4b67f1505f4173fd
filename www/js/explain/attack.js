// What an attacker can do: each number of the meaning.

import { LOSS_SYMBOLS, PLAN_ASSUMES } from "./entry.js";

/** @typedef {import("./entry.js").Entry} Entry */

const ASSUMES = [
  "The attacker knows everyone else in the data, the mechanism and its parameters, sees everything that is published, and computes without limit. A real attacker knows less, so does no better.",
  ...PLAN_ASSUMES,
];

const PROFILE = /** @type {[string, string]} */ (["δ(ε)", "the privacy profile of the plan, at every real ε"]);

/** @type {Record<"advantage" | "true-positive" | "precision" | "posterior" | "accuracy", Entry>} */
export const ATTACK = {
  advantage: {
    title: "Advantage of the best attacker",
    field: "membership inference advantage; total variation distance",
    see: ["view/trade-off"],
    says: "How much more often the best attacker names a person in the data than one outside. At 0 they guess blindly, at 100 they are always right.",
    formulas: ["max_S [ P(S) − Q(S) ] = δ(0)"],
    symbols: [["S", "the outputs after which the attacker says “in the data”"], ["P, Q", LOSS_SYMBOLS[0]?.[1] ?? ""], PROFILE],
    source: "The total variation distance, which is the profile at ε = 0. As a measure of membership inference: Yeom, Giacomelli, Fredrikson and Jha 2018.",
    assumes: ASSUMES,
    side: "An upper bound of what anyone achieves. Where the accountant knows both ends, a test comes as close to it as the lower end.",
    made: "The profile of the named accountant at ε = 0.",
  },
  "true-positive": {
    title: "True positive rate at a false positive rate",
    field: "power of a test at its level; TPR at FPR",
    see: ["control/false-positive", "view/trade-off"],
    says: "Of the people in the data, the largest share that a test can name if it may be wrong about a fixed share of the people outside.",
    formulas: ["max_{S : Q(S) ≤ x} P(S) = 1 − f(x)", "1 − f(x) = min_ε [ δ(ε) + e^ε x ]"],
    symbols: [["x", "the false positive rate"], ["f", "the trade-off curve: the least type II error at type I error x"], PROFILE],
    source: "Testing view: Wasserman and Zhou 2010; Kairouz, Oh and Viswanath 2017. Trade-off curve and its duality with the profile: Dong, Roth and Su 2022.",
    assumes: ASSUMES,
    side: "An upper bound: every ε gives one, so the smallest over any list of ε is one too. With a closed form the curve itself is read, and both ends are known.",
    made: "With the closed form of the plan, directly. Otherwise the profile is read at 33 values of ε, negative ones too, and twice more around the best of them.",
  },
  precision: {
    title: "How many of those named are in the data",
    field: "precision, positive predictive value",
    see: ["control/prior"],
    says: "Of 100 people that the test names, how many are in the data at most. It depends on how many of the candidates are: among rare members even a good test is mostly wrong.",
    formulas: ["\\frac{π t}{π t + (1 − π) x}"],
    symbols: [["π", "the share of the candidates that are in the data"], ["t", "the true positive rate, its upper bound"], ["x", "the false positive rate"]],
    source: "Bayes' rule.",
    assumes: [...ASSUMES, "The share of members among the candidates is known to the attacker and is the one set here."],
    side: "An upper bound, because it grows with t and t is one.",
    made: "From the printed rates, in the core.",
  },
  posterior: {
    title: "Largest belief after seeing the output",
    field: "posterior belief, Bayesian semantics of (ε, δ)",
    see: ["control/prior"],
    says: "How sure an attacker can become that a person is in the data, after any output but the rarest.",
    formulas: ["\\frac{π e^l}{π e^l + 1 − π}, \\; P[L > l] ≤ δ", "P[L > b] ≤ δ(b) + \\frac{δ(a) − δ(b)}{1 − e^{a−b}}, \\; a < b"],
    symbols: [
      ["π", "the belief beforehand"],
      ["l", "a loss that all but a share δ of the outputs stay within"],
      ...LOSS_SYMBOLS,
      PROFILE,
    ],
    source: "Bayes' rule: a loss multiplies the odds by e^L. The tail from the profile, which is convex in e^ε: derived here.",
    assumes: ASSUMES,
    side: "An upper bound. An (ε, δ) guarantee alone does not say that the loss exceeds ε with probability at most δ; so l is somewhat larger than the ε printed for the same δ.",
    made: "The smallest l found by the second formula, refined twice.",
  },
  accuracy: {
    title: "Share of right guesses",
    field: "accuracy of membership inference",
    see: ["control/prior"],
    says: "How often the best attacker is right when they must say of each candidate whether they are in the data.",
    formulas: ["(1 − π) + π δ(log((1−π)/π))"],
    symbols: [["π", "the share of the candidates that are in the data"], PROFILE],
    source: "Bayes' rule and the definition of the profile, as the largest π P(S) − (1−π) Q(S).",
    assumes: ASSUMES,
    side: "An upper bound, never below what blind guessing of the more frequent case achieves. Where the accountant knows both ends, both are known here.",
    made: "The profile of the named accountant at ε = log((1−π)/π), which is negative for π above ½.",
  },
};
