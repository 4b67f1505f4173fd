/* tslint:disable */
/* eslint-disable */
/**
 * "How does sampling shrink this Rényi curve, by which theorem?"
 */
export interface AmplifyQuestion {
    /**
     * The mechanism on all records; under replace for the bound without replacement.
     */
    mechanism: Mechanism;
    /**
     * The share of the records it sees.
     */
    rate: number;
    /**
     * Whole orders, by increasing order.
     */
    orders: number[];
    /**
     * Terms at either end of the sum for the bounds by few terms; 10 if absent.
     */
    terms?: number;
    /**
     * Which theorems; all if absent.
     */
    bounds?: string[];
    /**
     * Asks for the ε of many releases instead of the divergence of one.
     */
    growth?: Growth;
    /**
     * Whether to describe the picture too.
     */
    picture?: boolean;
}

/**
 * "How little noise, or how many releases, or how large a sample, is within this budget?"
 */
export interface SolveQuestion {
    /**
     * What is to be found.
     */
    unknown: Unknown;
    /**
     * Which two data sets must look alike; `add-remove` if absent.
     */
    neighbours?: Neighbours;
    /**
     * What is published; the unknown field is where the search starts, or absent.
     */
    releases: Release[];
    /**
     * What may be spent.
     */
    target: Budget;
    /**
     * Which accountants may answer, the tightest that can at each value; all if absent.
     */
    accountants?: Accountant[];
}

/**
 * "I publish these; what is my ε, or my δ?"
 */
export interface PlanQuestion {
    /**
     * Which two data sets must look alike; `add-remove` if absent.
     */
    neighbours?: Neighbours;
    /**
     * What is published.
     */
    releases: Release[];
    /**
     * What is fixed.
     */
    target: Target;
    /**
     * Which accountants to run; all if absent.
     */
    accountants?: Accountant[];
    /**
     * How wide the bracket of `loss` may be, relative to its upper end; 1e-4 if absent.
     */
    width?: number;
}

/**
 * "Show me that view of this plan."
 */
export interface CurveQuestion {
    /**
     * Which view.
     */
    view: View;
    /**
     * Which two data sets must look alike; `add-remove` if absent.
     */
    neighbours?: Neighbours;
    /**
     * What is published.
     */
    releases: Release[];
    /**
     * Where; the engine chooses if absent.
     */
    grid?: Grid;
    /**
     * Which accountants to run; if absent the exact curve and the Rényi bound.
     */
    accountants?: Accountant[];
    /**
     * A point of a profile to mark in the picture; the δ of a composition.
     */
    mark?: Target;
    /**
     * Whether to describe the picture instead of listing the values.
     */
    picture?: boolean;
}

/**
 * "What could an attacker who sees all of this learn about one person?"
 */
export interface AttackQuestion {
    /**
     * Which two data sets are to be told apart; `add-remove` if absent.
     */
    neighbours?: Neighbours;
    /**
     * What is published.
     */
    releases: Release[];
    /**
     * Which accountants may answer, the tightest that can; all if absent.
     */
    accountants?: Accountant[];
    /**
     * What the attacker believes beforehand: shares of members among the candidates; ½ if absent.
     */
    prior?: number[];
    /**
     * How often an attacker may be wrong about people outside the data; 0.01, 0.05 and 0.1 if absent.
     */
    "false-positive"?: number[];
    /**
     * How rare an output may be that the bound of beliefs leaves out; 1e-5 if absent.
     */
    delta?: number;
}

/**
 * (ξ, ρ)-zCDP: `D_α ≤ ξ + ρα` for every α (Bun and Steinke 2016).
 */
export interface Zcdp {
    /**
     * Slope.
     */
    rho: number;
    /**
     * Offset; 0 if absent.
     */
    xi?: number;
}

/**
 * (ρ, ω)-tCDP: `D_α ≤ ρα` for every α < ω (Bun, Dwork, Rothblum and Steinke 2018).
 */
export interface Tcdp {
    /**
     * Slope.
     */
    rho: number;
    /**
     * The first order at which nothing is known.
     */
    omega: number;
}

/**
 * A curve that a person gives point by point, in the field `points`: pairs of numbers, the first
 * strictly increasing.
 */
export interface PointList {
    /**
     * The fewest points.
     */
    fewest: number;
    /**
     * The most points.
     */
    most: number;
    /**
     * The first number of each point.
     */
    first: Coordinate;
    /**
     * The second.
     */
    second: Coordinate;
    /**
     * Whether the first number of the last point may be the word `"inf"`.
     */
    ends_at_infinity: boolean;
    /**
     * An example to start from.
     */
    start: [number, number][];
}

/**
 * A grid of values shown as colours, row by row from the bottom.
 */
export interface Cells {
    /**
     * What the colour measures.
     */
    label: string;
    /**
     * Cells across.
     */
    columns: number;
    /**
     * Cells upward.
     */
    rows: number;
    /**
     * `rows × columns` values.
     */
    values: number[];
    /**
     * The value of the first colour.
     */
    from: number;
    /**
     * The value of the last colour.
     */
    to: number;
}

/**
 * A labelled point.
 */
export interface Mark {
    /**
     * Position.
     */
    x: number;
    /**
     * Height.
     */
    y: number;
    /**
     * What stands beside it; empty for none.
     */
    label: string;
    /**
     * Draws a stem down to the axis, as for an atom of a distribution.
     */
    stem?: boolean;
}

/**
 * A labelled range.
 */
export interface Axis {
    /**
     * What is measured, with its unit.
     */
    label: string;
    /**
     * How values are spread.
     */
    scale: Scale;
    /**
     * The value at position 0.
     */
    from: number;
    /**
     * The value at position 1.
     */
    to: number;
    /**
     * Pixels to keep free at least for what its names need beside the plot, left of a vertical axis and
     * right of a horizontal one: the plot stands still while another part of the axis is looked at.
     */
    room?: number;
}

/**
 * A line chart or a heat map.
 */
export interface Figure {
    /**
     * What it is, in a few words.
     */
    title: string;
    /**
     * What it shows, in one sentence.
     */
    sentence: string;
    /**
     * The horizontal axis.
     */
    x: Axis;
    /**
     * The vertical axis.
     */
    y: Axis;
    /**
     * A coloured map under everything else.
     */
    cells?: Cells | null;
    /**
     * Areas between two curves, under the lines.
     */
    bands?: Band[];
    /**
     * Lines, told apart by dash pattern as well as colour.
     */
    series?: Series[];
    /**
     * Points and stems with a label.
     */
    marks?: Mark[];
    /**
     * What the crosshair says at each point of the first series, rounded to the safe side.
     */
    readings?: string[];
    /**
     * The numbers as text, rounded to the safe side.
     */
    table?: Table;
}

/**
 * A line through points. A `y` of zero on a log axis lies below the picture.
 */
export interface Series {
    /**
     * Its name in the legend.
     */
    label: string;
    /**
     * Positions.
     */
    x: number[];
    /**
     * Heights.
     */
    y: number[];
}

/**
 * A mechanism as a form needs it.
 */
export interface DescribedMechanism extends Description {
    /**
     * Parameters that may be left out.
     */
    optional?: string[];
    /**
     * The list of points that it takes.
     */
    points?: PointList;
}

/**
 * A mechanism as forms and help show it.
 */
export interface Description {
    /**
     * The value of `kind` in a question.
     */
    kind: string;
    /**
     * The name a person reads.
     */
    name: string;
    /**
     * One line: what it does.
     */
    summary: string;
    /**
     * Its parameters, in order.
     */
    parameters: Parameter[];
}

/**
 * A number a person sets.
 */
export interface Parameter {
    /**
     * The field in a question.
     */
    name: string;
    /**
     * The symbol in formulas.
     */
    symbol: string;
    /**
     * The label of the control.
     */
    label: string;
    /**
     * What one unit is.
     */
    unit: string;
    /**
     * One line: what it means.
     */
    explanation: string;
    /**
     * What is accepted.
     */
    range: Range;
    /**
     * What a slider covers.
     */
    slider: Slider;
    /**
     * Which way protects more.
     */
    privacy: Privacy;
}

/**
 * A point of positive probability.
 */
export interface Atom {
    /**
     * The loss.
     */
    at: number;
    /**
     * Its probability under P.
     */
    mass: number;
}

/**
 * A question that cannot be taken.
 */
export interface Refusal {
    /**
     * The path of the field, such as `releases[0].mechanism.sigma`; empty for the whole question.
     */
    path: string;
    /**
     * What stood there, as JSON and cut short if it is long; absent if nothing did.
     */
    value?: string;
    /**
     * What is allowed.
     */
    allowed: string;
    /**
     * All of it in one sentence.
     */
    message: string;
}

/**
 * A rectangle in CSS pixels.
 */
export interface Area {
    /**
     * Left edge.
     */
    left: number;
    /**
     * Top edge.
     */
    top: number;
    /**
     * Width.
     */
    width: number;
    /**
     * Height.
     */
    height: number;
}

/**
 * A relation between data sets.
 */
export type Neighbours = "add" | "remove" | "add-remove" | "replace";

/**
 * A valid question.
 */
export type Question = { ask: "describe" } | ({ ask: "plan" } & PlanQuestion) | ({ ask: "curve" } & CurveQuestion) | ({ ask: "solve" } & SolveQuestion) | ({ ask: "attack" } & AttackQuestion) | ({ ask: "amplify" } & AmplifyQuestion);

/**
 * A view on a grid.
 */
export interface CurveAnswer {
    /**
     * Which view.
     */
    view: View;
    /**
     * The relation it holds for.
     */
    neighbours: Neighbours;
    /**
     * The grid; absent when a picture holds it.
     */
    x?: (number | "inf")[];
    /**
     * One entry per accountant that could answer; absent when a picture holds them.
     */
    series?: CurveSeries[];
    /**
     * One entry per accountant that could not.
     */
    unavailable: NoCurve[];
    /**
     * Points of positive probability, in the view of the loss.
     */
    atoms?: Atom[];
    /**
     * Probability of an infinite loss, in the view of the loss.
     */
    infinite?: number;
    /**
     * The picture, if asked for and if there is anything to show.
     */
    figure?: Figure;
}

/**
 * A way to compose releases.
 */
export type Accountant = "exact" | "fourier" | "loss" | "moments" | "moments-optimal" | "classic" | "naive" | "advanced" | "optimal" | "fourier-as-published";

/**
 * A window on a guarantee.
 */
export type View = "profile" | "renyi" | "trade-off" | "loss" | "characteristic" | "composition";

/**
 * A word of a question and what it means.
 */
export interface Word {
    /**
     * As it stands in a question.
     */
    word: string;
    /**
     * As a person reads it.
     */
    meaning: string;
}

/**
 * An interval at the border.
 */
export interface Enclosure {
    /**
     * Never above the exact value; `null` where the accountant certifies no lower end.
     */
    lower: number | "inf" | null;
    /**
     * Never below the exact value.
     */
    upper: number | "inf";
}

/**
 * Every mechanism there is, as a question names it.
 */
export type Mechanism = ({ kind: "gaussian" } & Gaussian) | ({ kind: "laplace" } & Laplace) | ({ kind: "randomized-response" } & RandomizedResponse) | ({ kind: "discrete-gaussian" } & DiscreteGaussian) | ({ kind: "discrete-laplace" } & DiscreteLaplace) | ({ kind: "gaussian-pair" } & GaussianPair) | ({ kind: "two-point" } & TwoPoint) | ({ kind: "instability" } & Instability) | ({ kind: "pure" } & Pure) | ({ kind: "approximate" } & Approximate) | ({ kind: "zcdp" } & Zcdp) | ({ kind: "tcdp" } & Tcdp) | ({ kind: "profile" } & Profile) | ({ kind: "renyi-curve" } & RenyiCurve);

/**
 * Everything a form needs.
 */
export interface DescribeAnswer {
    /**
     * Every mechanism with its parameters.
     */
    mechanisms: DescribedMechanism[];
    /**
     * Every neighbouring relation.
     */
    neighbours: Word[];
    /**
     * Every accountant.
     */
    accountants: Word[];
    /**
     * Every view of the `curve` question.
     */
    views: Word[];
    /**
     * The control for δ.
     */
    delta: Parameter;
    /**
     * The control for how often a release repeats.
     */
    count: Parameter;
}

/**
 * How the records a release sees are drawn.
 */
export type Sampling = { kind: "poisson"; rate: number } | { kind: "subset"; rate: number };

/**
 * Many releases, each on a fresh sample.
 */
export interface Growth {
    /**
     * The δ at which ε is asked for.
     */
    delta: number;
    /**
     * How many, by increasing number.
     */
    counts: number[];
}

/**
 * One accountant's values: bounds, or in the view of the loss a density, or in that of the
 * characteristic function two parts.
 */
export interface CurveSeries {
    /**
     * Whose.
     */
    accountant: Accountant;
    /**
     * Never above the exact values; absent where the accountant certifies no lower end.
     */
    lower?: (number | "inf")[];
    /**
     * Never below the exact values.
     */
    upper?: (number | "inf")[];
    /**
     * Density of the continuous part of the loss.
     */
    density?: number[];
    /**
     * Real part of the characteristic function.
     */
    real?: number[];
    /**
     * Imaginary part of the characteristic function.
     */
    imaginary?: number[];
}

/**
 * One of the two numbers of a guarantee.
 */
export type Quantity = "epsilon" | "delta";

/**
 * One of the two numbers of a point.
 */
export interface Coordinate {
    /**
     * The symbol in formulas.
     */
    symbol: string;
    /**
     * What a person reads.
     */
    label: string;
    /**
     * What is accepted.
     */
    range: Range;
}

/**
 * One theorem's bounds, or why it has none.
 */
export interface AmplifiedCurve {
    /**
     * Which: `exact`, `lower`, `tight`, `general`, `few-terms`, `few-terms-general`,
     * `without-replacement` or `abadi`.
     */
    bound: string;
    /**
     * Under which sampling and relation it holds.
     */
    holds: string;
    /**
     * ε at each order, as far as the theorem holds; or, of many releases, the least
     * `count · ε(α) + log(1/δ)/(α−1)` over those orders, for each count.
     */
    epsilon?: (number | "inf")[];
    /**
     * Why there is none, or none at larger orders, in words a person can act on.
     */
    unavailable?: string;
}

/**
 * P = (p, 1−p), Q = (1−p, p), with ½ ≤ p < 1.
 */
export interface RandomizedResponse {
    /**
     * Probability of the true answer.
     */
    truth: number;
}

/**
 * P = (p, 1−p), Q = (q, 1−q), with 0 < p, q < 1.
 */
export interface TwoPoint {
    /**
     * Probability of the first output with the person.
     */
    p: number;
    /**
     * Probability of the first output without.
     */
    q: number;
}

/**
 * P = Lap(0, b), Q = Lap(1, b): noise of scale b per unit of L1 sensitivity.
 */
export interface Laplace {
    /**
     * Scale of the noise over the sensitivity.
     */
    scale: number;
}

/**
 * P = N(1, σ²), Q = N(0, σ²): noise of standard deviation σ per unit of L2 sensitivity.
 */
export interface Gaussian {
    /**
     * Standard deviation of the noise over the sensitivity.
     */
    sigma: number;
}

/**
 * P = N(μ₁, s₁²), Q = N(μ₂, s₂²).
 *
 * In units of P, `t = (x − μ₁)/s₁`, with `ρ = s₁/s₂`, `d = |μ₁ − μ₂|/s₂` and `κ = ρ² − 1`, the loss is
 * the parabola `L = ½(κt² + 2ρdt + d²) − log ρ`, and `u = d + ρt` is standard normal under Q.
 */
export interface GaussianPair {
    /**
     * Mean of P.
     */
    mean_first: number;
    /**
     * Standard deviation of P.
     */
    deviation_first: number;
    /**
     * Mean of Q.
     */
    mean_second: number;
    /**
     * Standard deviation of Q.
     */
    deviation_second: number;
}

/**
 * P and Q have mass `(1−r)/(1+r) · r^{|x|}`, `r = e^{−1/b}`, around 0 and around Δ.
 */
export interface DiscreteLaplace {
    /**
     * Scale of the noise, in units of the answer.
     */
    scale: number;
    /**
     * How far one person can move the answer: a whole number.
     */
    sensitivity: number;
}

/**
 * P and Q have mass proportional to `e^{−x²/2σ²}` on the whole numbers around 0 and around Δ.
 */
export interface DiscreteGaussian {
    /**
     * Parameter σ of the noise, in units of the answer.
     */
    sigma: number;
    /**
     * How far one person can move the answer: a whole number.
     */
    sensitivity: number;
}

/**
 * Points (α, ε) of a Rényi curve that holds in both directions.
 */
export interface RenyiCurve {
    /**
     * Pairs (α, ε), α > 1 strictly increasing, the last possibly at `"inf"`.
     */
    points: [number | "inf", number][];
}

/**
 * Points (ε, δ) of a privacy profile that holds in both directions.
 */
export interface Profile {
    /**
     * Pairs (ε, δ), ε ≥ 0 strictly increasing.
     */
    points: [number, number][];
}

/**
 * Something published `count` times, each time on fresh noise.
 */
export interface Release {
    /**
     * A person's name for it.
     */
    label?: string;
    /**
     * How often it is published: a whole number; once if absent.
     */
    count?: number;
    /**
     * The mechanism.
     */
    mechanism: Mechanism;
    /**
     * How the records are drawn; absent when all take part.
     */
    sampling?: Sampling;
}

/**
 * The accepted values.
 */
export interface Range {
    /**
     * The smallest value.
     */
    from: number;
    /**
     * The largest value.
     */
    to: number;
    /**
     * Whether `to` itself is accepted.
     */
    to_included: boolean;
    /**
     * Only whole numbers.
     */
    whole: boolean;
}

/**
 * The answer to a question of the same name, or the reason for which it was refused.
 */
export type Answer = ({ answer: "describe" } & DescribeAnswer) | ({ answer: "plan" } & PlanAnswer) | ({ answer: "curve" } & CurveAnswer) | ({ answer: "solve" } & SolveAnswer) | ({ answer: "attack" } & AttackAnswer) | ({ answer: "amplify" } & AmplifyAnswer) | ({ answer: "refused" } & Refusal);

/**
 * The area between a lower and an upper curve.
 */
export interface Band {
    /**
     * Its name in the legend.
     */
    label: string;
    /**
     * Positions.
     */
    x: number[];
    /**
     * Lower heights.
     */
    lower: number[];
    /**
     * Upper heights.
     */
    upper: number[];
}

/**
 * The best test at a false positive rate.
 */
export interface MembershipTest {
    /**
     * The share of people outside the data that are named.
     */
    "false-positive": number;
    /**
     * The share of people in the data that are named: `1 − f(x)` of the trade-off curve.
     */
    "true-positive": Enclosure;
    /**
     * For each prior an upper bound of the share of those named that are in the data.
     */
    precision: number[];
    /**
     * All of it in a sentence.
     */
    sentence: string;
}

/**
 * The curves.
 */
export interface AmplifyAnswer {
    /**
     * The orders.
     */
    orders: number[];
    /**
     * ε of the mechanism on all records.
     */
    base: (number | "inf")[];
    /**
     * One entry per theorem.
     */
    curves: AmplifiedCurve[];
    /**
     * The picture, if asked for.
     */
    figure?: Figure;
}

/**
 * The guarantee, by every accountant asked.
 */
export interface PlanAnswer {
    /**
     * The relation it holds for.
     */
    neighbours: Neighbours;
    /**
     * What was fixed.
     */
    target: Target;
    /**
     * One entry per accountant asked, tightest first.
     */
    bounds: Bound[];
    /**
     * The smallest upper bound; `null` if no accountant could answer.
     */
    best: Bound | null;
    /**
     * The answer in a sentence.
     */
    sentence: string;
}

/**
 * The numbers of the picture as text.
 */
export interface Table {
    /**
     * What the rows are.
     */
    caption: string;
    /**
     * Column heads.
     */
    columns: string[];
    /**
     * Rows, one text per column.
     */
    rows: string[][];
}

/**
 * The pair whose profile is `max(δ_Lap(ε), δ₀)`, the Laplace profile at scale 1/ε₀ (Zhu, dissertation,
 * Ex. 3.2.1): the answer is released where distance plus noise exceeds `log(1/δ₀)/ε₀`.
 *
 * By `Q[L > ε] = −H′(a)`, `P[L > ε] = H − aH′` at `a = e^ε`, P shows an output that Q never gives with
 * probability δ₀, and otherwise the pair is Laplace with the smaller bound `h = ε₀ + log(1−δ₀)`, its
 * loss moved by `m = log(1−δ₀)`: atoms at −ε₀ and at `ε₀ + 2m`. Where h ≤ 0 the finite part is one
 * atom at m.
 */
export interface Instability {
    /**
     * ε₀ of the noisy test.
     */
    epsilon: number;
    /**
     * δ₀, at least 0 and below 1.
     */
    delta: number;
}

/**
 * The sheet a picture is painted on.
 */
export interface Frame {
    /**
     * Width in CSS pixels.
     */
    width: number;
    /**
     * Height in CSS pixels.
     */
    height: number;
    /**
     * Device pixels per CSS pixel.
     */
    ratio: number;
    /**
     * The look.
     */
    theme?: Theme;
    /**
     * Paints the title too, for a picture that stands alone.
     */
    titled?: boolean;
}

/**
 * The strongest attack there can be.
 */
export interface Attack {
    /**
     * Who bounds it.
     */
    accountant: Accountant;
    /**
     * The largest true positive rate above the false positive rate: `δ(0)`, the total variation.
     */
    advantage: Enclosure;
    /**
     * The largest loss of all but a share δ of the outputs: `P[L > loss] ≤ δ`.
     */
    loss: number | "inf";
    /**
     * One entry per false positive rate.
     */
    tests: MembershipTest[];
    /**
     * One entry per prior.
     */
    beliefs: Belief[];
}

/**
 * The travel of a slider: the usual part of the accepted range.
 */
export interface Slider {
    /**
     * Left end.
     */
    from: number;
    /**
     * Right end.
     */
    to: number;
    /**
     * How positions map to values.
     */
    scale: Scale;
    /**
     * Where it starts.
     */
    start: number;
}

/**
 * The two looks of a page.
 */
export type Theme = "light" | "dark";

/**
 * The worst case of (ε₀, δ₀)-differential privacy: with probability δ₀ the output gives the person
 * away, otherwise it is the randomized response of ε₀ (Kairouz, Oh and Viswanath 2017).
 */
export interface Approximate {
    /**
     * The guarantee ε₀.
     */
    epsilon: number;
    /**
     * The guarantee δ₀.
     */
    delta: number;
}

/**
 * The worst case of ε₀-differential privacy: randomized response with `p = e^{ε₀}/(1 + e^{ε₀})`
 * (Kairouz, Oh and Viswanath 2017). The losses are ±ε₀ as given, without rounding.
 */
export interface Pure {
    /**
     * The guarantee ε₀.
     */
    epsilon: number;
}

/**
 * What a page needs to lay a crosshair over the picture.
 */
export interface Layout {
    /**
     * The part of the picture between the axes.
     */
    plot: Area;
    /**
     * One per series.
     */
    traces: Trace[];
}

/**
 * What an attacker with a prior can come to believe.
 */
export interface Belief {
    /**
     * The share of members among the candidates.
     */
    prior: number;
    /**
     * Never below the belief after any output but the rarest δ of them.
     */
    posterior: number;
    /**
     * The share of right guesses of the best attacker.
     */
    accuracy: Enclosure;
    /**
     * All of it in a sentence.
     */
    sentence: string;
}

/**
 * What equal lengths stand for: on a slider, on an axis, between the points of a grid, in a search.
 */
export type Scale = "linear" | "log";

/**
 * What fits into the budget.
 */
export interface SolveAnswer {
    /**
     * What was to be found.
     */
    unknown: Unknown;
    /**
     * The relation it holds for.
     */
    neighbours: Neighbours;
    /**
     * The last value within the budget; `null` if there is no edge in the accepted range.
     */
    value: number | "inf" | null;
    /**
     * The nearest value that was found not to be within: the edge lies between the two. For ε or δ its
     * lower bound.
     */
    tight: number | "inf" | null;
    /**
     * The guarantee of the plan at the value.
     */
    bound: Bound | null;
    /**
     * Why there is no value, in words a person can act on.
     */
    unavailable?: string;
    /**
     * The answer in a sentence.
     */
    sentence: string;
}

/**
 * What is fixed; the answer carries the other one.
 */
export type Target = { delta: number } | { epsilon: number };

/**
 * What is to be found.
 */
export type Unknown = Quantity | { release: number; field: string };

/**
 * What may be spent; the unknown one of the two is absent.
 */
export interface Budget {
    /**
     * The probability with which ε may fail.
     */
    delta?: number;
    /**
     * The bound of the loss.
     */
    epsilon?: number;
}

/**
 * What one accountant says.
 */
export interface Bound {
    /**
     * Who says it.
     */
    accountant: Accountant;
    /**
     * The ε, when δ was fixed.
     */
    epsilon?: Enclosure;
    /**
     * The δ, when ε was fixed.
     */
    delta?: Enclosure;
    /**
     * The Rényi order that gave it.
     */
    order?: number | "inf";
    /**
     * What part of the divergence of that order each release has.
     */
    shares?: number[];
    /**
     * What to know before relying on it.
     */
    note?: string;
    /**
     * The bound as printed, rounded up: `ε ≤ 1.4948`.
     */
    text?: string;
    /**
     * Why there is no bound, in words a person can act on.
     */
    unavailable?: string;
}

/**
 * What the attacker can do.
 */
export interface AttackAnswer {
    /**
     * The relation it holds for.
     */
    neighbours: Neighbours;
    /**
     * How rare an output may be that the bound of beliefs leaves out.
     */
    delta: number;
    /**
     * The attack, or `null` if no accountant can bound it.
     */
    attack: Attack | null;
    /**
     * Why there is none, in words a person can act on.
     */
    unavailable?: string;
    /**
     * The answer in a sentence.
     */
    sentence: string;
}

/**
 * Where a view is evaluated.
 */
export type Grid = (number | "inf")[] | { from: number; to: number; points: number; spacing?: Scale };

/**
 * Where the points of a series ended up.
 */
export interface Trace {
    /**
     * The series.
     */
    label: string;
    /**
     * Pixels from the left, one per point.
     */
    x: number[];
    /**
     * Pixels from the top, kept inside the plot.
     */
    y: number[];
}

/**
 * Which direction of a parameter protects more.
 */
export type Privacy = "larger" | "smaller" | "neither";

/**
 * Why one accountant has no curve.
 */
export interface NoCurve {
    /**
     * Whose.
     */
    accountant: Accountant;
    /**
     * The reason, in words a person can act on.
     */
    reason: string;
}


/**
 * Answers a question. A question that is not valid is answered by a refusal, never thrown.
 *
 * Work that takes a while calls `watcher` between its pieces with the share that is done; if that returns
 * false, the rest is left out.
 *
 * # Errors
 * Only if the engine cannot hand its answer over.
 */
export function ask(question: Question, watcher: ((share: number) => boolean) | undefined): Answer;

/**
 * Sizes the canvas for the frame, paints the figure, and says where the points are.
 *
 * # Errors
 * If the figure or the frame cannot be painted.
 */
export function draw(figure: Figure, canvas: HTMLCanvasElement, frame: Frame): Layout;

/**
 * Keeps the message of a panic readable in the console. None is reachable by what a person types.
 */
export function start(): void;

export type InitInput = RequestInfo | URL | Response | BufferSource | WebAssembly.Module;

export interface InitOutput {
    readonly memory: WebAssembly.Memory;
    readonly ask: (a: any, b: number) => [number, number, number];
    readonly draw: (a: any, b: any, c: any) => [number, number, number];
    readonly start: () => void;
    readonly __wbindgen_malloc: (a: number, b: number) => number;
    readonly __wbindgen_realloc: (a: number, b: number, c: number, d: number) => number;
    readonly __wbindgen_exn_store: (a: number) => void;
    readonly __externref_table_alloc: () => number;
    readonly __wbindgen_externrefs: WebAssembly.Table;
    readonly __wbindgen_free: (a: number, b: number, c: number) => void;
    readonly __externref_table_dealloc: (a: number) => void;
    readonly __wbindgen_start: () => void;
}

export type SyncInitInput = BufferSource | WebAssembly.Module;

/**
 * Instantiates the given `module`, which can either be bytes or
 * a precompiled `WebAssembly.Module`.
 *
 * @param {{ module: SyncInitInput }} module - Passing `SyncInitInput` directly is deprecated.
 *
 * @returns {InitOutput}
 */
export function initSync(module: { module: SyncInitInput } | SyncInitInput): InitOutput;

/**
 * If `module_or_path` is {RequestInfo} or {URL}, makes a request and
 * for everything else, calls `WebAssembly.instantiate` directly.
 *
 * @param {{ module_or_path: InitInput | Promise<InitInput> }} module_or_path - Passing `InitInput` directly is deprecated.
 *
 * @returns {Promise<InitOutput>}
 */
export default function __wbg_init (module_or_path?: { module_or_path: InitInput | Promise<InitInput> } | InitInput | Promise<InitInput>): Promise<InitOutput>;
