// Rényi bounds of a mechanism on a sample, by theorem.

/** @typedef {import("./entry.js").Entry} Entry */

/** @type {[string, string][]} */
const WEIGHTS = [
  ["ε(ℓ)", "the Rényi curve of the mechanism on all records, which bounds both directions"],
  ["γ", "the sampling rate"],
  ["w_ℓ", "the probability that ℓ of α draws take the person"],
];

const WEIGHT = "w_ℓ = \\binom{α}{ℓ} (1−γ)^{α−ℓ} γ^ℓ";

const POISSON = [
  "Poisson sampling: each record takes part by chance, independently, and nobody learns who did.",
  "Neighbours: one person is added or removed. The base curve bounds both directions.",
];

const CONDITION =
  "Every odd moment E_Q[(P/Q − 1)^ℓ], ℓ = 3, 5, … up to α, is not negative, in both directions: true of Gaussian and Laplace noise and of randomized response, false of some pairs.";

const MADE = "As log(1 + a sum of positive terms), so that nothing cancels. Never above the curve of the mechanism itself, nor above log(1 + γ(e^{ε(∞)} − 1)).";

/** @type {Record<string, Entry>} */
export const SAMPLING = {
  pair: {
    title: "Privacy profile of the sampled pair",
    says: "δ against ε of a release on a sample, exactly, from its profile on everyone. A removed and an added person have a curve each.",
    formulas: [
      "δ_−(ε) = q δ(ε′), \\; e^{ε′} = 1 + \\frac{e^ε − 1}{q}",
      "δ_+(ε) = (1 − (1−q) e^ε) δ′(ε″), \\; e^{ε″} = \\frac{q e^ε}{1 − (1−q) e^ε}",
      "δ_+(ε) = 0 \\; \\text{from} \\; ε = −log(1−q) \\; \\text{on}",
    ],
    symbols: [
      ["q", "the sampling rate"],
      ["δ_−, δ_+", "the profile on a Poisson sample when one person is removed, and when one is added"],
      ["δ, δ′", "the profile of the release on everyone when one person is removed, and when one is added"],
    ],
    source: "The pair that dominates a sample: Zhu, Dong and Wang 2022, Thm 11. The first formula, as a theorem on (ε, δ): Balle, Barthe and Gaboardi 2018, Thm 8.",
    assumes: [
      "Each record takes part by chance, independently, and nobody learns who did. On a subset of a fixed size a person displaces another: there the first formula holds, for ε ≥ 0, with the profile of an exchange.",
      "Neither rate nor noise depends on the data.",
    ],
    side: "Exact for the pair that stands for the mechanism; no pair of neighbouring data sets is above it.",
    made: "With the closed form of the profile, or by the accountants of the plan page.",
  },
  exact: {
    title: "Exact divergence of the sampled pair",
    says: "The Rényi divergence between the output on a sample that may hold the person and the output on one that cannot, in the worse direction.",
    formulas: [
      "ε′(α) = \\frac{1}{α−1} max \\{ log E_{P_0} [ ρ^α ], log E_{P_0} [ ρ^{1−α} ] \\}",
      "ρ = 1 − γ + γ \\frac{p_+}{p_0}",
    ],
    symbols: [["P_0", "the output without the person"], ["p_+, p_0", "the densities of the output with the person and without"], ["γ", "the sampling rate"]],
    source: "The pair that dominates a sample: Zhu, Dong and Wang 2022, Thm 11. For Gaussian noise it is the Rényi curve itself: Mironov, Talwar and Zhang 2019.",
    assumes: POISSON,
    side: "To rounding, and from above. For every mechanism it leads to a valid (ε, δ); a bound of the Rényi divergence of every pair of neighbours it is only where the condition of the tight bound holds.",
    made: "By quadrature over the loss of the mechanism, at any real order.",
  },
  lower: {
    title: "Lower bound",
    says: "No theorem that knows only the Rényi curve can promise less than this.",
    formulas: ["(α−1) ε′(α) ≥ log [ w_0 + w_1 + ∑_{ℓ=2}^{α} w_ℓ e^{(ℓ−1) ε(ℓ)} ]", WEIGHT],
    symbols: WEIGHTS,
    source: "Zhu, dissertation, Thm 2.3.2.",
    assumes: [...POISSON, "The base curve is exact, and one pair of data sets attains it at every order."],
    side: "A lower bound: that pair of data sets attains it.",
    made: MADE,
    rounded: "Down, outward for a lower bound.",
  },
  tight: {
    title: "Tight bound",
    says: "The Rényi curve on a sample, as small as it can be: it meets the lower bound.",
    formulas: ["(α−1) ε′(α) ≤ log [ w_0 + w_1 + ∑_{ℓ=2}^{α} w_ℓ e^{(ℓ−1) ε(ℓ)} ]", WEIGHT],
    symbols: WEIGHTS,
    source: "Zhu, dissertation, Thm 2.3.4.",
    assumes: [...POISSON, CONDITION],
    side: "An upper bound where its condition holds; elsewhere it is not shown.",
    made: MADE,
  },
  general: {
    title: "General bound",
    says: "The Rényi curve on a sample for every mechanism, without a condition. It is at most log 3/(α−1) above the tight bound.",
    formulas: ["(α−1) ε′(α) ≤ log [ w_0 + w_1 + w_2 e^{ε(2)} + 3 ∑_{ℓ=3}^{α} w_ℓ e^{(ℓ−1) ε(ℓ)} ]", WEIGHT],
    symbols: WEIGHTS,
    source: "Zhu, dissertation, Thm 2.3.1.",
    assumes: POISSON,
    side: "An upper bound: the factor 3 pays for odd moments of either sign.",
    made: MADE,
  },
  "few-terms": {
    title: "Tight bound by few terms",
    says: "The tight bound from a few values of the base curve, for orders whose sums are long.",
    formulas: [
      "(α−1) ε′(α) ≤ log [ 1 + A + B + C ]",
      "A = ∑_{ℓ=2}^{τ} w_ℓ (e^{(ℓ−1) ε(ℓ)} − 1)",
      "B = ∑_{ℓ=τ+1}^{α−τ} w_ℓ (e^{(ℓ−1) ε(α−τ)} − 1)",
      "C = ∑_{ℓ=α−τ+1}^{α} w_ℓ (e^{(ℓ−1) ε(ℓ)} − 1)",
      WEIGHT,
    ],
    symbols: [...WEIGHTS, ["τ", "how many terms at either end are taken one by one; all of them if 2τ ≥ α"]],
    source: "Zhu, dissertation, Thm 2.3.7.",
    assumes: [...POISSON, CONDITION],
    side: "An upper bound: a Rényi curve only grows with its order, so ε(α−τ) bounds all orders before it.",
    made: "The middle B has a closed form and is bounded on its own, so that the ends keep all their digits.",
  },
  "few-terms-general": {
    title: "General bound by few terms",
    says: "The general bound from a few values of the base curve, for orders whose sums are long.",
    formulas: [
      "(α−1) ε′(α) ≤ log [ 1 + A + B + C ]",
      "A = w_2 (e^{ε(2)} − 1), \\; B = ∑_{ℓ=3}^{τ} w_ℓ (3 e^{(ℓ−1) ε(ℓ)} − 1)",
      "C = ∑_{ℓ=τ+1}^{α} w_ℓ (3 e^{(ℓ−1) ε(α)} − 1)",
      WEIGHT,
    ],
    symbols: [...WEIGHTS, ["τ", "how many orders are taken one by one; all of them if 2τ ≥ α"]],
    source: "Zhu, dissertation, Thm 2.5.8.",
    assumes: POISSON,
    side: "An upper bound, for every mechanism: ε(α) bounds all orders before it.",
    made: "The sum C has a closed form and is bounded on its own.",
  },
  "without-replacement": {
    title: "Subset of fixed size",
    says: "The Rényi curve on a random subset of fixed size when one person is replaced by another.",
    formulas: [
      "(α−1) ε′(α) ≤ log [ 1 + A + B ], \\; h = e^{ε(∞)} − 1",
      "A = γ^2 \\binom{α}{2} min \\{ 4 (e^{ε(2)} − 1), e^{ε(2)} min(2, h^2) \\}",
      "B = ∑_{j=3}^{α} γ^j \\binom{α}{j} e^{(j−1) ε(j)} min(2, h^j)",
    ],
    symbols: [["ε(j)", "the Rényi curve of the mechanism on all records, when one person is replaced"], ["γ", "size of the subset over the number of records"]],
    source: "Wang, Balle and Kasiviswanathan 2019, Thm 9.",
    assumes: [
      "Sampling without replacement: every subset of the fixed size is equally likely, and nobody learns which it was.",
      "Neighbours: one person is replaced by another, and the base curve holds for that relation. It cannot be compared with the bounds for Poisson sampling as a matter of better or worse.",
    ],
    side: "An upper bound.",
    made: "Positive terms, as log(1 + sum). Never above the curve of the mechanism itself.",
  },
  abadi: {
    title: "The first moments accountant",
    says: "The bound with which the moments accountant began, kept as a comparison.",
    formulas: [
      "λ ε′ ≤ log [ 1 + \\frac{λ(λ+1) q^2}{(1−q) σ^2} + ∑_{t=3}^{λ+1} \\binom{λ+1}{t} (A_t + B_t + C_t) ], \\; λ = α − 1",
      "A_t = \\frac{(2q)^t (t−1)!!}{2 (1−q)^{t−1} σ^t}, \\; B_t = \\frac{q^t}{(1−q)^t σ^{2t}}",
      "C_t = \\frac{(2q)^t e^{(t^2−t)/(2σ^2)} (σ^t (t−1)!! + t^t)}{2 (1−q)^{t−1} σ^{2t}}",
    ],
    symbols: [["q", "the sampling rate"], ["σ", "the noise over the sensitivity"]],
    source: "Abadi et al. 2016, Lemma 3, with the sum of its proof.",
    assumes: [...POISSON, "Gaussian noise with σ ≥ 1, a rate q < 1/(16σ), and orders up to λ ≤ σ² log(1/(qσ))."],
    side: "An upper bound within those limits; beyond them the lemma says nothing, and no value is shown.",
    made: "Positive terms, each as a logarithm.",
  },
  growth: {
    title: "Growth over many releases",
    says: "ε at a fixed δ after many releases, each on a fresh sample, by the moments accountant as it was first used.",
    formulas: ["ε = min_α \\{ k ε′(α) + \\frac{log(1/δ)}{α−1} \\}"],
    symbols: [["k", "the number of releases"], ["ε′(α)", "the bound of one release on a sample, by the theorem that is named"], ["α", "a whole order of the list"]],
    source: "Abadi et al. 2016, Thm 2; Mironov 2017, Prop. 3.",
    assumes: ["What the theorem that is named assumes.", "Each release draws a fresh sample and fresh noise."],
    side: "An upper bound wherever the theorem is one: every order gives one. The tight conversion of the plan page gives less from the same curve.",
    made: "The smallest over the listed whole orders.",
  },
  condition: {
    title: "When the tight bound holds",
    says: "The signed moments of the likelihood ratio around 1. Where an odd one is negative, as for some Poisson pairs, the tight bound may be too small and the general bound is needed.",
    formulas: ["E_Q [ (\\frac{P}{Q} − 1)^ℓ ] ≥ 0, \\; ℓ = 3, 5, … ≤ α"],
    symbols: [["P, Q", "the output on two neighbouring data sets, in both orders"], ["ℓ", "an odd power"]],
    source: "The Pearson–Vajda divergence; Zhu, dissertation, condition 2.2, Thm 2.3.4 to 2.3.6 and Fig. 2.2.",
    assumes: ["It holds for Gaussian and Laplace noise and for randomized response; of other pairs with few losses it is computed, order by order."],
    side: "A description, not a bound.",
    made: "The two signs are summed apart, each as logarithms.",
    rounded: "To the nearest.",
  },
};
