// Formula cards of releases of which only a guarantee is known: the worst that it allows.

/** @typedef {import("./entry.js").Entry} Entry */

const WORST = "The worst case of what is known: a release with the same guarantee may lose less.";

/** By the kind in a question. @type {Record<string, Entry>} */
export const MECHANISMS = {
  pure: {
    title: "Any ε-private release",
    field: "pure differential privacy, ε-DP",
    says: "A black box that keeps ε₀ with no slack; at worst it is a randomized response that tells the truth e^{ε₀} times as often as not.",
    formulas: [
      ["Pair", "P = (p, 1−p), \\; Q = (1−p, p), \\; p = \\frac{e^{ε_0}}{1 + e^{ε_0}}"],
      ["Profile", "δ(ε) = \\frac{e^{ε_0} − e^ε}{1 + e^{ε_0}}, \\; |ε| ≤ ε_0"],
      ["Rényi", "D_α = \\frac{1}{α−1} log \\frac{e^{α ε_0} + e^{(1−α) ε_0}}{1 + e^{ε_0}}"],
      ["Log-moment", "K(z) = log \\frac{e^{(z+1) ε_0} + e^{−z ε_0}}{1 + e^{ε_0}}"],
    ],
    symbols: [["ε_0", "the guarantee"], ["K(z)", "the log-moment function: D_α = K(α−1)/(α−1)"]],
    source: "Kairouz, Oh and Viswanath 2017; Bun and Steinke 2016.",
    side: WORST,
    made: "With the losses ±ε₀ as given, without rounding.",
    see: ["mechanism/randomized-response", "control/epsilon"],
  },
  approximate: {
    title: "Any (ε, δ)-private release",
    field: "approximate differential privacy, (ε, δ)-DP",
    says: "A black box of which one ε₀ and δ₀ are known; at worst it gives the person away with probability δ₀ and is a randomized response otherwise.",
    formulas: [
      ["Profile", "δ(ε) = δ_0 + (1 − δ_0) \\frac{(e^{ε_0} − e^ε)_+}{1 + e^{ε_0}}, \\; ε ≥ 0"],
      ["Rényi", "D_α = ∞ \\; \\text{if} \\; δ_0 > 0"],
      ["Log-moment", "K(z) = log(1 − δ_0) + log \\frac{e^{(z+1) ε_0} + e^{−z ε_0}}{1 + e^{ε_0}}"],
      ["Loss", "P[L = ∞] = δ_0"],
    ],
    symbols: [["ε_0, δ_0", "the guarantee"], ["K", "of the finite part of the loss"]],
    source: "Kairouz, Oh and Viswanath 2017.",
    side: WORST,
    made: "As two atoms and the probability of an infinite loss.",
    see: ["accountant/optimal", "control/delta"],
  },
  zcdp: {
    title: "Any zCDP release",
    field: "zero-concentrated differential privacy, (ξ, ρ)-zCDP",
    says: "A black box whose Rényi curve stays below a straight line.",
    formulas: [["Rényi", "D_α ≤ ξ + ρ α \\; \\text{for all} \\; α > 1"]],
    symbols: [["ρ", "the slope; Gaussian noise has ρ = 1/(2σ²)"], ["ξ", "the offset"]],
    source: "Bun and Steinke 2016.",
    assumes: ["The bound holds in both orders of two neighbours."],
    side: "Known by its curve alone: it has no loss distribution and no characteristic function, so only Rényi bounds answer.",
    made: "By the conversions of a Rényi curve.",
    see: ["control/rho", "accountant/rdp"],
  },
  tcdp: {
    title: "Any truncated concentrated release",
    field: "truncated concentrated differential privacy, (ρ, ω)-tCDP",
    says: "A black box whose Rényi curve stays below a straight line up to the order ω; beyond it nothing is known.",
    formulas: [["Rényi", "D_α ≤ ρ α \\; \\text{for} \\; 1 < α < ω"]],
    symbols: [["ρ", "the slope"], ["ω", "the order from which on nothing is known"]],
    source: "Bun, Dwork, Rothblum and Steinke 2018.",
    assumes: ["The bound holds in both orders of two neighbours."],
    side: "Known by its curve alone, as zCDP.",
    made: "By the conversions of a Rényi curve, over orders below ω.",
    see: ["mechanism/zcdp", "control/omega"],
  },
  profile: {
    title: "Your own privacy profile",
    field: "a pair constructed from a privacy profile",
    says: "Points (ε, δ) that a release is known to keep; the best curve that they imply is used, and it belongs to a pair.",
    formulas: [
      ["Hull", "H = \\text{the largest convex, falling curve in} \\; a = e^ε \\; \\text{below the points, with} \\; H(0) = 1"],
      ["Pair", "Q = U[0, 1], \\; F_P(x) = 1 − inf_{z≥0} [ H(z) + (1−x) z ]"],
    ],
    symbols: [["H(a)", "δ at ε = log a"], ["F_P", "the distribution function of P"]],
    source: "Zhu, dissertation, Lemma 3.3.3 and Cor. 3.5.1; Zhu, Dong and Wang 2022.",
    assumes: ["Every point holds in both orders of two neighbours."],
    side: "Never above the points: what they imply may be below some of them.",
    made: "By the lower hull of the points and their mirror images, in e^ε.",
    see: ["word/dominating-pair", "view/profile"],
  },
  "renyi-curve": {
    title: "Your own Rényi curve",
    field: "an RDP curve given at some orders",
    says: "Points (α, ε) of a Rényi curve that a release is known to keep; between them the best curve that they imply is used.",
    formulas: [["Hull", "(α−1) D_α ≤ \\text{the lower convex hull of} \\; (α_i, (α_i − 1) ε_i), \\; 0 \\; \\text{at} \\; α = 1"]],
    symbols: [["α_i, ε_i", "the points"]],
    source: "(α−1)D_α is convex in α: van Erven and Harremoës 2014, Cor. 2.",
    assumes: ["Every point holds in both orders of two neighbours."],
    side: "Known by its curve alone, as zCDP.",
    made: "By the hull; a point at infinity limits the slope everywhere.",
    see: ["accountant/rdp", "control/orders"],
  },
};
