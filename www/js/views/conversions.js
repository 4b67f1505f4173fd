// The five windows on a guarantee and the conversions between them, in words; nothing here is computed.
// The map of Zhu, Dong and Wang, Optimal Accounting of Differential Privacy via Characteristic Function,
// 2022, Fig. 2: all five hold the same knowledge, and what may be lost is lost on the way from a bound.

/** @typedef {"profile" | "renyi" | "trade-off" | "loss" | "characteristic"} View */

/**
 * @typedef {object} Node
 * @property {View} view
 * @property {string} name
 * @property {string} shows in a few words
 */

/**
 * @typedef {object} Edge
 * @property {string} id
 * @property {[View, View]} ends
 * @property {string} name short, on the map
 * @property {string} title
 * @property {string} there from the first end to the second, as a formula
 * @property {string} thereSays
 * @property {string} back from the second end to the first, as a formula
 * @property {string} backSays
 * @property {boolean} exact whether both ways are exact for bounds too
 * @property {string} loses when something is lost, or why nothing is
 * @property {string} source
 */

/** @type {readonly Node[]} */
export const NODES = [
  { view: "profile", name: "Privacy profile", shows: "δ against ε" },
  { view: "trade-off", name: "Trade-off curve", shows: "an attacker's errors" },
  { view: "loss", name: "Loss distribution", shows: "how likely each loss is" },
  { view: "renyi", name: "Rényi curve", shows: "divergence against order" },
  { view: "characteristic", name: "Characteristic function", shows: "the loss as waves" },
];

/** @type {readonly Edge[]} */
export const EDGES = [
  {
    id: "fenchel",
    ends: ["profile", "trade-off"],
    name: "Fenchel dual",
    title: "Fenchel duality",
    there: "f(x) = sup_ε [ 1 − δ(ε) − e^ε x ]",
    thereSays: "Each point of the profile is a line below the trade-off curve; the curve is the highest of them.",
    back: "δ(ε) = sup_x [ 1 − f(x) − e^ε x ]",
    backSays: "The profile is the largest gap between the trade-off curve and a line of slope −e^ε.",
    exact: true,
    loses: "Nothing is lost either way, for bounds as for exact curves: the dual of a bound is a bound, and the dual of that is the bound again. Only where a release is known by its Rényi curve alone are the two windows here no duals: the profile comes by the usual conversion, the trade-off curve by the tests that the curve leaves possible, which say more.",
    source: "Wasserman and Zhou 2010; Dong, Roth and Su 2022; Zhu, dissertation, §3.5.",
  },
  {
    id: "expectation",
    ends: ["loss", "profile"],
    name: "expectation",
    title: "Expectation and derivative",
    there: "δ(ε) = E_P [ max(0, 1 − e^{ε−L}) ] + δ_∞",
    thereSays: "The profile is an expectation over the losses beyond ε; an infinite loss, of probability δ∞, counts at every ε.",
    back: "Q[L > ε] = −\\frac{dδ}{d e^ε}",
    backSays: "The slope of the profile, taken in e^ε, is how likely a loss beyond ε is without the person; the profile less e^ε times that slope is how likely it is with the person.",
    exact: true,
    loses: "Nothing is lost either way: a convex profile has exactly one loss distribution.",
    source: "Sommer, Meiser and Mohammadi 2019; Zhu, dissertation, Lemmas 3.1.4 and 3.3.3.",
  },
  {
    id: "laplace",
    ends: ["profile", "renyi"],
    name: "Laplace",
    title: "Laplace transform",
    there: "e^{(α−1) D_α} = α (α−1) ∫ e^{(α−1) ε} δ(ε) dε",
    thereSays: "The Rényi curve is the two-sided Laplace transform of the profile.",
    back: "δ(ε) ≤ min_α e^{(α−1)(D_α − ε)} \\frac{1}{α} (1 − \\frac{1}{α})^{α−1}",
    backSays: "An exact Rényi curve could be inverted (Post), though not in floating point. What accountants know is a bound of the curve, and from a bound only this inequality remains.",
    exact: false,
    loses: "From a bound of the Rényi curve the profile is lost: Gaussian noise with σ = 1 and a randomized response with p = e/(1+e) stay below the same curve α/2 and have different profiles. The preset shows both.",
    source: "Zhu, dissertation, §3.2 and Fig. 3.2; Canonne, Kamath and Steinke 2020 for the inequality.",
  },
  {
    id: "moments",
    ends: ["loss", "renyi"],
    name: "moments",
    title: "Moments of the loss",
    there: "D_α = \\frac{1}{α−1} log E_P [ e^{(α−1) L} ]",
    thereSays: "Each order is an exponential moment of the loss, the larger the order the more it weighs large losses.",
    back: "L \\; \\text{from all} \\; D_α",
    backSays: "All exact moments together determine the loss, where they are finite. A list of bounds at some orders does not.",
    exact: false,
    loses: "An infinite loss, however unlikely, makes every order infinite: then the Rényi curve knows nothing of the rest. And a bound of the moments leaves many loss distributions possible.",
    source: "Mironov 2017; Zhu, dissertation, §3.2, Examples 3.2.1 and 3.2.2.",
  },
  {
    id: "argument",
    ends: ["renyi", "characteristic"],
    name: "two axes",
    title: "One function, two axes",
    there: "φ(t) = M(i t), \\; M(z) = E_P [ e^{z L} ]",
    thereSays: "The characteristic function is the moment function on the imaginary axis.",
    back: "e^{(α−1) D_α} = M(α−1)",
    backSays: "The Rényi curve is the same function on the real axis, where it may be infinite.",
    exact: false,
    loses: "Exact as long as the function itself is known: this is how one accountant keeps both. A bound on the real axis says nothing on the imaginary one.",
    source: "Zhu, dissertation, Definition 3.3.7 and Fig. 3.2.",
  },
  {
    id: "fourier",
    ends: ["loss", "characteristic"],
    name: "Fourier",
    title: "Fourier transform",
    there: "φ(t) = E_P [ e^{i t L} ]",
    thereSays: "The characteristic function is the Fourier transform of the loss distribution. Composition convolves the one and multiplies the other.",
    back: "p(ℓ) = \\frac{1}{2 π} ∫ e^{−i t ℓ} φ(t) dt",
    backSays: "The inverse transform gives the loss distribution back, its finite part; the infinite loss is kept beside it.",
    exact: true,
    loses: "Nothing is lost either way. Numbers are lost only to rounding and to where an integral is cut, both of which the Fourier accountant states.",
    source: "Koskela, Jälkö and Honkela 2020; Zhu, dissertation, Definition 3.3.7.",
  },
  {
    id: "levy",
    ends: ["characteristic", "profile"],
    name: "Lévy",
    title: "Lévy's inversion",
    there: "P[L ≤ b] = \\frac{1}{2} − \\frac{1}{π} ∫_0^∞ \\frac{Im(e^{−i t b} φ(t))}{t} dt",
    thereSays: "Two such integrals, for the loss with the person and without, give the profile at any ε without ever forming the distribution.",
    back: "M(z) = z (z+1) ∫ e^{z ε} δ(ε) dε",
    backSays: "The profile gives the moment function at every argument with a positive real part, and its limit is the characteristic function.",
    exact: true,
    loses: "Nothing is lost either way. Here the integral runs along a tilted line instead, where nothing cancels, and its error is checked on a second line.",
    source: "Lévy 1925; Gil-Pelaez 1951; Zhu, dissertation, Theorem 3.3.9.",
  },
];
