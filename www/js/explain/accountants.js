// The accountants: how each gets from the releases to ε or δ.

import { LOSS_SYMBOLS, PLAN_ASSUMES } from "./entry.js";

/** @typedef {import("./entry.js").Entry} Entry */

const COUNT = /** @type {[string, string]} */ (["k_i", "how often release i is published"]);

const UP = "Every accountant here that gives one (ε, δ) to each release loses the rest of its profile, so the bound can be far above the exact value. It is never below it.";

/** By the name in a question. @type {Record<string, Entry>} */
export const ACCOUNTANTS = {
  exact: {
    title: "Closed form",
    field: "the analytic Gaussian mechanism; binomial sums of randomized responses",
    see: ["view/profile", "mechanism/gaussian"],
    says: "The guarantee of the whole plan by a formula. Nothing is lost between the mechanisms and this number.",
    formulas: [
      "δ(ε) = sup_S [ P(S) − e^ε Q(S) ] = E_P [ (1 − e^{ε−L})_+ ]",
      "\\text{Gaussian:} \\; δ(ε) = Φ(1/(2σ) − εσ) − e^ε Φ(−1/(2σ) − εσ)",
      "\\frac{1}{σ^2} = ∑_i \\frac{k_i}{σ_i^2}",
      "\\text{responses:} \\; δ(ε) = ∑_{j=0}^{k} \\binom{k}{j} p^j (1−p)^{k−j} (1 − e^{ε−(2j−k)ℓ})_+",
    ],
    symbols: [
      ...LOSS_SYMBOLS,
      COUNT,
      ["Φ", "the distribution function of the standard normal law"],
      ["p, ℓ", "probability of the true answer, and log p/(1−p)"],
    ],
    source:
      "Gaussian noise: Balle and Wang 2018. Randomized responses: Kairouz, Oh and Viswanath 2017. A plan of both is averaged over the numbers of true answers. A single release is its mechanism's own profile.",
    assumes: PLAN_ASSUMES,
    side: "Both ends are known. The interval holds the exact value; the upper end is printed.",
    made: "No search and no grid but for one bisection, which ends at two neighbouring numbers: ε is the smallest value with δ(ε) ≤ δ. The rounding of every operation is part of the interval.",
  },
  fourier: {
    title: "Fourier accountant",
    field: "analytical Fourier accountant (AFA): inversion of the characteristic function of the privacy loss",
    see: ["view/characteristic", "accountant/fourier-as-published"],
    says: "The exact guarantee of the whole plan, found by inverting a transform of its privacy loss. It is exact up to an error that is stated and checked.",
    formulas: [
      "δ(ε) = δ_∞ + \\frac{1}{π} ∫_0^∞ Re \\frac{e^{K(z) − zε}}{z(z+1)} d t, \\; z = c + i t",
      "K(z) = ∑_i k_i log E_P [ e^{z L_i} ]",
    ],
    symbols: [
      ["K", "the log-moment function of the loss; composition adds it"],
      COUNT,
      ["L_i", "the loss of release i under P, the law with the person"],
      ["δ_∞", "the probability of an output that gives the person away"],
      ["c", "where the line of integration crosses the real axis, near the saddle point of the integrand"],
    ],
    source:
      "Analytical Fourier Accountant: Zhu, Dong and Wang 2022; Zhu, dissertation, Alg. 1, Definition 3.3.7 and Proposition 3.3.8. There the line is the imaginary axis; here it is moved to the saddle point, which keeps the digits of a small δ.",
    assumes: [...PLAN_ASSUMES, "The log-moment function of every release is known: a release known only by its Rényi curve has none at complex points."],
    side: "Both ends are known. The trapezoid rule adds only positive aliases; these, the tail that is cut off and the rounding are added above and taken off below.",
    made: "Two vertical lines through different points c, left of the saddle point. Both must agree to 1e-9, or no value is shown. ε is found by Newton's method and then checked on both lines.",
  },
  pld: {
    title: "Certified loss distribution",
    field: "privacy loss distribution (PLD) or privacy random variable (PRV) accountant, with “connect the dots”",
    see: ["view/loss", "control/width"],
    says: "The guarantee from two discretized privacy loss distributions (PLD), one that loses at least as much as the plan and one that loses at most as much. The truth lies between.",
    formulas: ["δ(ε) ≤ p_∞ + ∑_{j : l_j > ε} p_j (1 − e^{ε − l_j})"],
    symbols: [
      ["p_j", "probability, with the person, of the loss l_j of the composed law on its lattice"],
      ["l_j", "the points of the lattice"],
      ["p_∞", "all that may lie beyond: what gives the person away, what was cut off, what wrapped around"],
    ],
    source:
      "Above: “connect the dots”, Doroshenko, Ghazi, Kamath, Kumar and Manurangsi 2022. Below: outputs next to a lattice point are merged, which can only lose. Composition by a tilted fast Fourier transform.",
    assumes: [...PLAN_ASSUMES, "The loss distribution of every release is known."],
    side: "Certified on both sides: cutting off, wrapping around and rounding are added above and taken off below. This is the certificate of the other accountants: the Fourier value must lie inside.",
    made: "The lattice is refined until the two sides are about 1e-4 apart, relative to the value, or until the transform would no longer fit in memory.",
  },
  rdp: {
    title: "RDP (Rényi)",
    field: "Rényi differential privacy (RDP); the moments accountant",
    see: ["view/renyi", "accountant/rdp-optimal", "control/orders"],
    says: "Rényi differential privacy (RDP), which began as the moments accountant: the guarantee that follows from the Rényi divergences of the releases alone. They add, so this bound exists for any plan; it does not use all that is known.",
    formulas: [
      "ε = min_{α>1} \\{ D_α + log(1 − 1/α) − \\frac{log(αδ)}{α−1} \\}",
      "δ = min_{α>1} \\frac{e^{(α−1)(D_α − ε)}}{α} (1 − 1/α)^{α−1}",
      "D_α = ∑_i k_i D_α^{(i)}",
    ],
    symbols: [
      ["α", "the order; the best one is searched for"],
      ["D_α", "the Rényi divergence of order α of the whole plan"],
      COUNT,
    ],
    source:
      "Rényi differential privacy: Mironov 2017. Conversion: Canonne, Kamath and Steinke 2020, Prop. 12; Balle et al. 2020, Thm 21. It is tighter than the classic D_α + log(1/δ)/(α−1).",
    assumes: [
      ...PLAN_ASSUMES,
      "On a sample the divergence is that of the pair that dominates it, where the pair is known; otherwise it is the general bound for Poisson sampling, or the bound for subsets of fixed size.",
    ],
    side: "An upper bound only. Each order gives a valid one, so the search needs no certificate: a missed better order costs tightness, never safety. There is no lower end.",
    made: "A search over real orders, infinity among them, separately for each direction of the relation; the worse direction counts.",
  },
  "rdp-optimal": {
    title: "RDP, optimal conversion",
    field: "optimal conversion from RDP to (ε, δ), through f-DP",
    see: ["accountant/rdp", "view/trade-off"],
    says: "The best guarantee that follows from the Rényi divergences of the releases: what every test could still do that the whole curve leaves possible.",
    formulas: [
      "p(x) = max \\{ p : D_α(Ber(p) ‖ Ber(x)) ≤ D_α \\text{ for all } α \\}",
      "ε(δ) = sup_x log \\frac{p(x) − δ}{x}, \\; δ(ε) = sup_x [ p(x) − e^ε x ]",
      "D_α = ∑_i k_i D_α^{(i)}",
    ],
    symbols: [
      ["p(x)", "the largest power of a test at level x; Ber is a coin of that probability"],
      ["D_α", "the Rényi divergence of order α of the whole plan, as a bound"],
      COUNT,
    ],
    source: "A test is processing and cannot increase a divergence; from tests to (ε, δ) by Fenchel duality: Balle et al. 2020; Zhu, dissertation, §3.2.",
    assumes: [...PLAN_ASSUMES, "Where the relation holds both ways, the same is asked of the divergence in the other order."],
    side: "An upper bound only, and the best that the Rényi curve allows. What the plan really loses can still be less: the curve is not all that is known.",
    made: "At order 1, at 60 orders over ten decades and at infinity, refined around the best of them; then a search over the level x. Never above the bound by the tight conversion.",
  },
  "rdp-basic": {
    title: "RDP, basic conversion",
    field: "the first conversion from RDP to (ε, δ)",
    see: ["accountant/rdp"],
    says: "The guarantee that follows from the Rényi divergences by the conversion that came with them. It is what many libraries computed for years, and shows what the tight conversion gains.",
    formulas: [
      "ε = min_{α>1} \\{ D_α + \\frac{log(1/δ)}{α−1} \\}",
      "δ = min_{α>1} e^{(α−1)(D_α − ε)}",
      "D_α = ∑_i k_i D_α^{(i)}",
    ],
    symbols: [
      ["α", "the order; the best one is searched for"],
      ["D_α", "the Rényi divergence of order α of the whole plan"],
      COUNT,
    ],
    source: "Mironov 2017, Prop. 3.",
    assumes: PLAN_ASSUMES,
    side: "An upper bound only, never below the RDP bound by the tight conversion.",
    made: "A search over real orders, infinity among them, separately for each direction of the relation; the worse direction counts.",
  },
  classic: {
    title: "Classic composition",
    field: "composition theorems for (ε, δ)",
    see: ["accountant/basic", "accountant/advanced", "accountant/optimal"],
    says: "The best of three theorems that know only one (ε, δ) of each release: basic, advanced and optimal composition.",
    formulas: ["ε = min \\{ ε_{basic}, ε_{advanced}, ε_{optimal} \\}"],
    symbols: [],
    source: "Dwork et al. 2006; Dwork, Rothblum and Vadhan 2010; Kairouz, Oh and Viswanath 2017.",
    assumes: PLAN_ASSUMES,
    side: UP,
    made: "δ is split between the releases and the theorem in several ways, and the best split counts. The note says which theorem won.",
  },
  basic: {
    title: "Basic composition",
    field: "sequential composition",
    see: ["word/composition"],
    says: "The ε of the releases add up, and so do their δ.",
    formulas: ["ε = ∑_i k_i ε_i, \\; δ = ∑_i k_i δ_i"],
    symbols: [COUNT, ["ε_i, δ_i", "the guarantee of one release; each has the same δ_i here"]],
    source: "Dwork, Kenthapadi, McSherry, Mironov and Naor 2006.",
    assumes: PLAN_ASSUMES,
    side: UP,
    made: "δ is spread evenly over the releases. Each ε_i is read off the release's exact profile at its δ_i.",
  },
  advanced: {
    title: "Advanced composition",
    field: "the advanced composition theorem, strong composition",
    see: ["word/composition"],
    says: "Losses of many releases partly cancel, so ε grows with the root of their number, at the price of some δ.",
    formulas: ["ε = \\sqrt{2 log(1/δ′) ∑_i k_i ε_i^2} + ∑_i k_i ε_i (e^{ε_i} − 1)", "δ = ∑_i k_i δ_i + δ′"],
    symbols: [COUNT, ["ε_i, δ_i", "the guarantee of one release"], ["δ′", "the part of δ that the theorem itself spends"]],
    source: "Dwork, Rothblum and Vadhan 2010, for releases that differ.",
    assumes: PLAN_ASSUMES,
    side: UP,
    made: "Several splits of δ between the releases and δ′ are tried; the best counts.",
  },
  optimal: {
    title: "Optimal composition",
    field: "the optimal composition theorem of Kairouz, Oh and Viswanath (KOV)",
    see: ["mechanism/approximate"],
    says: "The best that can be said if only one (ε, δ) of each release is known: each is as bad as that allows, a randomized response that gives the person away with probability δ.",
    formulas: [
      "δ = 1 − (1 − δ_0)^k (1 − δ′)",
      "δ′ = ∑_{j=0}^{k} \\binom{k}{j} p^j (1−p)^{k−j} (1 − e^{ε − (2j−k) ε_0})_+, \\; p = \\frac{e^{ε_0}}{1 + e^{ε_0}}",
    ],
    symbols: [["k", "the number of releases"], ["ε_0, δ_0", "the guarantee of each"], ["δ′", "what the responses spend"]],
    source: "Kairouz, Oh and Viswanath 2017.",
    assumes: [...PLAN_ASSUMES, "The formula is for equal releases; releases that differ are composed on the lattice of the PLD accountant."],
    side: UP,
    made: "Several splits of δ between δ_0 and δ′ are tried for equal releases, one for releases that differ. Beyond 100 000 equal releases their ε are added.",
  },
  "fourier-as-published": {
    title: "Fourier accountant, as published",
    field: "analytical Fourier accountant with double quadrature",
    see: ["accountant/fourier"],
    says: "The quadrature of the publication, kept for comparison. It is an estimate: it certifies nothing.",
    formulas: ["δ(ε) = 1 − F_P(ε) − e^ε F_Q(−ε)", "F(b) = \\frac{1}{2} − \\frac{1}{π} ∫_0^∞ \\frac{Im [ e^{−i t b} φ(t) ]}{t} d t"],
    symbols: [
      ["F_P", "the distribution function of log p/q under P"],
      ["F_Q", "that of log q/p under Q"],
      ["φ", "the characteristic function that belongs to each"],
    ],
    source: "Zhu, Dong and Wang 2022; Zhu, dissertation, Alg. 1 and Thm 3.3.9 (Lévy, Gil-Pelaez).",
    assumes: PLAN_ASSUMES,
    side: "Neither an upper nor a lower bound: an estimate with its rounding, about 1e-12 · e^ε in δ, added. Below that it returns noise, and no value is shown.",
    made: "A Gauss–Legendre rule of 700 nodes in y, with t = y/(1 − y²).",
  },
};
