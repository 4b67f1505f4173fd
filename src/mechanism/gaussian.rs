//! The Gaussian mechanism.

use std::f64::consts::{PI, TAU};
use std::sync::LazyLock;

use num_complex::Complex64;
use serde::Serialize;

use super::description::{Description, Parameter, Privacy, Range, Slider};
use super::kind::{Attained, Guarantee, Kind, Relations};
use super::outputs::{DEVIATIONS, NOISE, Outputs, densities, gaussian};
use crate::guarantee::{
    Interval, LossDistribution, LossNode, Masses, Nodes, Order, Pair, Probability, Reverse, Smoothness,
};
use crate::numeric::Scale;
use crate::numeric::normal;
use crate::numeric::quadrature::{GaussLegendre, panels};

const DESCRIPTION: Description = Description {
    kind: "gaussian",
    name: "Gaussian",
    summary: "Adds normal noise to a number or a vector; the work-horse of private learning.",
    parameters: &[Parameter {
        name: "sigma",
        symbol: "σ",
        label: "Noise σ",
        unit: "× L2 sensitivity",
        explanation: "Standard deviation of the noise, divided by how far one person can move the answer under the relation chosen: added or removed, or exchanged, which moves a clipped sum twice as far.",
        range: Range::closed(1e-2, 1e6),
        slider: Slider { from: 0.2, to: 50.0, scale: Scale::Log, start: 1.0 },
        privacy: Privacy::Larger,
    }],
};

/// P = N(1, σ²), Q = N(0, σ²): noise of standard deviation σ per unit of L2 sensitivity.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Gaussian {
    /// Standard deviation of the noise over the sensitivity.
    sigma: f64,
    /// How many roundings σ itself has been through; 0 for a value a person gave.
    #[serde(skip)]
    roundings: f64,
}

/// Digits of a quadrature, in natural logarithm.
const NODE_DIGITS: f64 = 38.0;

/// `ln √(2π)`.
const LN_SQRT_TAU: f64 = 0.918_938_533_204_672_7;

static PANEL: LazyLock<GaussLegendre> = LazyLock::new(|| GaussLegendre::new(20));

/// Enough nodes for the Mills slope on an interval over which the Mills ratio grows by a third.
static SHORT_RULE: LazyLock<GaussLegendre> = LazyLock::new(|| GaussLegendre::new(9));

impl Gaussian {
    /// The mechanism with this σ, taken as exact; `None` outside of the described range.
    pub fn new(sigma: f64) -> Option<Self> {
        DESCRIPTION.accepts(&[sigma]).then(|| Self::with_sigma(sigma))
    }

    /// The same for a σ that is the outcome of a computation, and need not lie in the described range: any σ ≥ 0.
    pub(crate) const fn with_sigma(sigma: f64) -> Self {
        debug_assert!(sigma >= 0.0);
        Self { sigma, roundings: 0.0 }
    }

    /// Standard deviation of the noise over the sensitivity.
    pub fn sigma(&self) -> f64 {
        self.sigma
    }

    /// `count` releases at each σ together equal one with `1/σ² = Σ count/σᵢ²`.
    pub fn composed(releases: impl IntoIterator<Item = (Self, f64)>) -> Self {
        let mut precision = 0.0;
        let mut roundings = 2.0;
        for (release, count) in releases {
            precision += count / (release.sigma * release.sigma);
            roundings += 2.0 + release.roundings;
        }
        Self { sigma: precision.sqrt().recip(), roundings }
    }

    /// `δ(ε)` for ε ≥ 0 with the relative error of the evaluation.
    ///
    /// `δ = Φ(a) − e^ε Φ(b)`, `a = 1/(2σ) − εσ`, `b = −1/(2σ) − εσ` (Balle and Wang 2018, Thm 5).
    /// Since `e^ε φ(b) = φ(a)` this is `φ(a) [m(a) − m(b)]` with the Mills ratio `m = Φ/φ`, which
    /// needs no `e^ε` and keeps its relative precision in the tail. Where the two ratios are close
    /// (large σ) their difference is the integral of the positive slope of m instead.
    fn tail(&self, epsilon: f64) -> (f64, f64) {
        let half_shift = 0.5 / self.sigma;
        let offset = epsilon * self.sigma;
        let (a, b) = (half_shift - offset, -half_shift - offset);
        let density = normal::density(a);
        let (near, far) = (normal::cdf(a), density * normal::mills(b));
        let delta = if far <= 0.75 * near {
            near - far
        } else {
            // Over [b, a] by its middle and half its length: a − b itself would lose digits.
            density
                * half_shift
                * SHORT_RULE.integrate(-1.0, 1.0, |t| normal::mills_slope(half_shift * t - offset))
        };
        // A rounding of a or b moves log δ by at most 1 + |a| in the tail, and by less than 1 beyond.
        let condition = 1.0 + (half_shift + offset) * (1.0 + (-a).max(0.0));
        let error = 3e-14 + (4.0 + 2.0 * self.roundings) * f64::EPSILON * condition;
        (delta, error)
    }

    fn relative_error(&self) -> f64 {
        (8.0 + 4.0 * self.roundings) * f64::EPSILON
    }
}

impl Kind for Gaussian {
    type Values = [f64; 1];

    const DESCRIPTION: Description = DESCRIPTION;
    const ATTAINED: Attained = Attained::Together;
    const RELATIONS: Relations = Relations::Any;

    /// By Zhu, dissertation, Thm 2.3.6.
    const NON_NEGATIVE_ODD_MOMENTS: bool = true;

    fn build([sigma]: Self::Values, _: &[[f64; 2]]) -> Option<Self> {
        Self::new(sigma)
    }

    fn values(&self) -> Self::Values {
        [self.sigma]
    }

    fn guarantee(&self) -> Guarantee<'_> {
        Guarantee::Pair(self)
    }

    fn outputs(&self) -> Result<Outputs, &'static str> {
        let reach = DEVIATIONS * self.sigma;
        Ok(densities(gaussian(1.0, self.sigma), gaussian(0.0, self.sigma), NOISE, (-reach, 1.0 + reach)))
    }
}

impl Pair for Gaussian {
    /// For ε < 0 by reversal of the symmetric pair, `δ(−ε) = 1 − e^{−ε} + e^{−ε} δ(ε)`: a sum of
    /// positive terms.
    fn profile(&self, epsilon: f64) -> Interval {
        let (tail, error) = self.tail(epsilon.abs());
        if epsilon >= 0.0 {
            return Interval::around(tail, error).within(0.0, 1.0);
        }
        let shared = epsilon.exp() * tail;
        let delta = -epsilon.exp_m1() + shared;
        let slack = shared * error + 4.0 * f64::EPSILON * delta + f64::MIN_POSITIVE;
        Interval { lower: delta - slack, upper: delta + slack }.within(0.0, 1.0)
    }

    /// `D_α = α/(2σ²)`.
    fn renyi(&self, order: Order) -> Interval {
        let divergence = order.value() / (2.0 * self.sigma * self.sigma);
        if divergence.is_infinite() {
            return Interval::exact(divergence);
        }
        Interval::around(divergence, self.relative_error())
    }

    /// `f(x) = Φ(Φ⁻¹(1−x) − 1/σ)` (Dong, Roth and Su 2022).
    fn trade_off(&self, type_one: Probability) -> Interval {
        let shift = self.sigma.recip();
        let quantile = normal::quantile_of_survival(type_one.value());
        let argument = quantile - shift;
        if argument.is_infinite() {
            return Interval::exact(normal::cdf(argument));
        }
        // The argument's rounding is amplified by at most φ/Φ ≤ 1 + |argument|.
        let rounding = 1e-14 * quantile.abs() + self.relative_error() * shift;
        let error = 2e-14 + rounding * (1.0 + argument.abs());
        Interval::around(normal::cdf(argument), error).within(0.0, 1.0)
    }

    /// `L ~ N(1/(2σ²), 1/σ²)` under P.
    fn loss(&self) -> LossDistribution<'_> {
        let deviation = self.sigma.recip();
        let mean = 0.5 * deviation * deviation;
        LossDistribution {
            density: Box::new(move |l| normal::density((l - mean) / deviation) / deviation),
            atoms: Vec::new(),
            span: (mean - 9.0 * deviation, mean + 9.0 * deviation),
        }
    }

    fn infinite(&self) -> f64 {
        0.0
    }

    /// `K(z) = z(z+1)/(2σ²)`.
    fn log_moment(&self, z: Complex64) -> Complex64 {
        z * (z + 1.0) / (2.0 * self.sigma * self.sigma)
    }

    /// Under Q the loss in units of its deviation is `σL + 1/(2σ)`, under P `σL − 1/(2σ)`, both
    /// standard normal.
    fn masses(&self, above: f64, upto: f64) -> Masses {
        let half_shift = 0.5 / self.sigma;
        let [p, q] = [-half_shift, half_shift].map(|shift| {
            let (mass, error) = normal::mass(self.sigma * above + shift, self.sigma * upto + shift);
            Interval::around(mass, error + self.relative_error()).within(0.0, 1.0)
        });
        Masses { p, q }
    }

    fn reverse(&self) -> Reverse<'_> {
        Reverse::Same
    }

    fn quadrature(&self) -> Option<&dyn Nodes> {
        Some(self)
    }
}

impl Nodes for Gaussian {
    /// The trapezoid rule in the output x, `L = (2x−1)/(2σ²)`, on a line on which the functions fade with their
    /// frequency instead of turning.
    fn nodes(&self, smoothness: Smoothness) -> Vec<LossNode> {
        let (step, height) = self.node_rule(smoothness);
        let (from, to) = self.node_range(smoothness);
        let (first, last) = ((from / step).floor() as i64, (to / step).ceil() as i64);
        let log_scale = (step / self.sigma).ln();
        let node = |at: i64| self.node(Complex64::new(at as f64 * step, height), log_scale, smoothness);
        let nodes = (first..=last).filter_map(node);
        if smoothness.downward { nodes.map(LossNode::conj).collect() } else { nodes.collect() }
    }

    /// Only the panels above zero follow the turning.
    fn affords(&self, smoothness: Smoothness) -> bool {
        let end = Complex64::new((self.node_range(smoothness).1 - 0.5) / (self.sigma * self.sigma), 0.0);
        !smoothness.both_ways() || smoothness.turning.1 * smoothness.ratio(end).re < 4e4
    }

    fn node_growth(&self) -> f64 {
        2e4 * (0.2 * self.sigma * self.sigma).min(0.5 * self.sigma).min(1e4)
    }

    /// Gauss–Legendre panels from x = ½, each so short that the integrand changes by a few powers of e.
    fn nodes_above_zero(&self, smoothness: Smoothness) -> Vec<LossNode> {
        let variance = self.sigma * self.sigma;
        let end = self.node_range(smoothness).1;
        // What grows is negligible but within some deviations of its centre, and what falls soon has.
        let length = |x: f64| {
            let loss = (x - 0.5) / variance;
            let falling = smoothness.fall * smoothness.ratio(loss.into()).re < NODE_DIGITS;
            let fastest = smoothness.turning.1.max(if falling { smoothness.fall } else { 0.0 });
            (0.8 * self.sigma).min(2.0 * variance).min(8.0 * variance / (fastest * smoothness.share(loss)))
        };
        let mut nodes = Vec::new();
        for (middle, half) in panels(0.5, end, &length) {
            for (at, weight) in PANEL.nodes().iter().zip(PANEL.weights()) {
                let x = Complex64::new(middle + half * at, 0.0);
                nodes.extend(self.node(x, (half * weight / self.sigma).ln(), smoothness));
            }
        }
        nodes
    }
}

impl Gaussian {
    /// The step of the trapezoid rule and the height of its line.
    ///
    /// The rule converges like `e^{−2πy/h}` for every distance y to either side of its line at which the integrand
    /// stays bounded. The normal density grows by `e^{y²/2σ²}` off the axis. The zero of ρ, at height πσ², is kept
    /// off; for a power −c, which leaves only the far tail, so is the height of half that, below which ρ stays above
    /// 1 − γ. On a line above the axis a turning `ρ^{if}` is `e^{−f·arg ρ}`, and below it no larger than on the axis.
    fn node_rule(&self, smoothness: Smoothness) -> (f64, f64) {
        let variance = self.sigma * self.sigma;
        let shown = smoothness.rate * smoothness.fall;
        let highest = if smoothness.fall > 0.0 { 0.5 * PI } else { 0.9 * PI };
        if smoothness.turning.1 <= Smoothness::SLOW {
            // The rule must be right in the digits of the tail.
            let depth = shown.min(1.0 + 0.5 * variance * shown.ln_1p().powi(2));
            let digits = NODE_DIGITS + depth.min(300.0) + highest;
            let height = (highest * variance).min(self.sigma * (2.0 * digits).sqrt());
            return (TAU * height / (digits + 0.5 * height * height / variance), 0.0);
        }
        // Where the power −c has its centre the line loses no more than a digit.
        let angle = (0.5 * highest).min(1.6 / self.sigma).min(1.4 / self.settled(smoothness).sqrt());
        let height = angle * variance;
        (TAU * height / (NODE_DIGITS + 2.0 + 2.0 * angle * height), height)
    }

    /// Tilted by a power s the density under Q is centred at s; far from all centres it is below
    /// e^{−D}.
    fn node_range(&self, smoothness: Smoothness) -> (f64, f64) {
        let reach = self.sigma * (2.0 * (NODE_DIGITS + 8.0)).sqrt();
        (-self.settled(smoothness) - reach, smoothness.growth + reach)
    }

    /// How far a power −c moves the centre: by at most cγ, and no farther than where `cγe^L` is small.
    fn settled(&self, smoothness: Smoothness) -> f64 {
        let shown = smoothness.rate * smoothness.fall;
        (self.sigma * self.sigma * shown.ln_1p()).min(shown)
    }

    /// The node at output x, unless it is negligible under every power.
    fn node(&self, x: Complex64, log_scale: f64, smoothness: Smoothness) -> Option<LossNode> {
        let loss = (x - 0.5) / (self.sigma * self.sigma);
        let standard = x / self.sigma;
        let log_weight = log_scale - 0.5 * standard * standard - LN_SQRT_TAU;
        let largest = log_weight.re + (smoothness.growth * smoothness.ratio(loss.re.into()).re).max(0.0);
        let falling = x.re < 0.0 && smoothness.fall > 0.0;
        (falling || largest > -(NODE_DIGITS + 8.0)).then_some(LossNode { loss, log_weight })
    }
}
