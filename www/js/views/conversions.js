// The windows on a guarantee and the conversions between them, in words; nothing here is computed, and no number of a
// chart is said. The map of Zhu, Dong and Wang, Optimal Accounting of Differential Privacy via Characteristic Function,
// 2022, Fig. 2, and of Zhu's dissertation, Fig. 3.2: all five hold the same knowledge, and what may be lost is lost on the
// way from a bound.

/** @typedef {"outputs" | "profile" | "renyi" | "trade-off" | "loss" | "characteristic"} View */

/** The outputs themselves are no description of a guarantee that could be converted. @typedef {Exclude<View, "outputs">} Converted */

/**
 * @typedef {object} Node
 * @property {View} view
 * @property {string} name with the field's word
 * @property {string} short on a button
 * @property {string} composes what composition does to it, in a word or two
 */

/**
 * @typedef {object} Edge
 * @property {string} id
 * @property {[Converted, Converted]} ends
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
  { view: "outputs", name: "Outputs P and Q", short: "Outputs", composes: "multiplies" },
  { view: "profile", name: "Privacy profile", short: "Profile", composes: "hard to compose" },
  { view: "trade-off", name: "Trade-off curve (f-DP)", short: "Trade-off", composes: "hard to compose" },
  { view: "loss", name: "Loss distribution (PLD)", short: "Loss", composes: "convolves" },
  { view: "renyi", name: "Rényi curve (RDP)", short: "Rényi", composes: "adds" },
  { view: "characteristic", name: "Characteristic function", short: "Characteristic", composes: "multiplies" },
];

/** The name of a window in the middle of a sentence; Rényi keeps his capital. @param {string} view */
export function nameOf(view) {
  const name = NODES.find((node) => node.view === view)?.name ?? view;
  return view === "renyi" ? name : name.charAt(0).toLowerCase() + name.slice(1);
}

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
    loses: "Nothing is lost either way, for bounds as for exact curves: the dual of a bound is a bound, and the dual of that is the bound again. So the Rényi curves of the two windows belong together in one pair only: what the curve allows as tests is the dual of its optimal conversion. The usual conversion gives away more and is the dual of neither.",
    source: "Wasserman and Zhou 2010; Dong, Roth and Su 2022; Zhu, dissertation, Lemma 3.1.4 and §3.5.",
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
    id: "tests",
    ends: ["loss", "trade-off"],
    name: "best test",
    title: "The best test",
    there: "x = Q[L > ε], \\; f(x) = P[L ≤ ε]",
    thereSays: "The best test accuses where the loss exceeds a threshold (Neyman and Pearson). Each threshold ε is a point of the trade-off curve: how often the test accuses without the person, and how often it misses with them.",
    back: "e^ε = −\\frac{df}{dx}",
    backSays: "The slope of the trade-off curve at x is −e^ε of the threshold there. So the curve gives both tails of the loss, and with them its distribution.",
    exact: true,
    loses: "Nothing is lost either way: Fenchel duality to the profile and its derivative are this conversion in two steps.",
    source: "Neyman and Pearson 1933; Zhu, dissertation, Fig. 3.2.",
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
    loses: "Two losses, which are easily taken for one. From a bound of the Rényi curve the profile is lost: different mechanisms stay below the same curve, and a guarantee must cover the worst of them; the optimal conversion finds that worst. The inequality above is the usual conversion: it is never below the optimal one, and what lies between them is lost by the inequality alone.",
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
    source: "Koskela, Jälkö and Honkela 2020; Zhu, dissertation, Definition 3.3.7 and Proposition 3.3.8.",
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
