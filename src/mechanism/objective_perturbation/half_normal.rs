//! The pair that dominates objective perturbation.

use std::f64::consts::{FRAC_1_SQRT_2, LN_2};
use std::sync::LazyLock;

use num_complex::Complex64;

use super::reversed::Reversed;
use crate::guarantee::{
    Interval, LossDistribution, LossNode, Masses, Nodes, Order, Pair, Probability, Reverse, Smoothness,
    above_zero,
};
use crate::numeric::faddeeva::log_erfcx;
use crate::numeric::normal;
use crate::numeric::quadrature::{GaussLegendre, panels};

/// `L = c + s²/2 + s|N(0, 1)|` under P (Redberg, Koskela and Wang 2023, Lemmas D.3 and D.6).
///
/// P is a half-normal, `2φ(y)` for y ≥ 0, and Q is `e^{−c} 2φ(y + s)` there, with the rest of its mass on outputs
/// that P never gives. The loss of P stochastically dominates that of either order of two neighbours, so the pair
/// bounds both; the exchanged pair is another one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HalfNormal {
    /// c, what the change of the Hessian's determinant costs; infinite where nothing bounds it.
    pub(crate) determinant: f64,
    /// `s = L/σ`, one gradient in units of the noise.
    pub(crate) signal: f64,
}

/// Relative error of c, of s, and of the start of the loss.
const ROUNDING: f64 = 6.0 * f64::EPSILON;

/// Relative error of what is computed from a few values of the normal distribution.
const ERROR: f64 = 3e-14;

/// Digits of a quadrature, in natural logarithm.
const NODE_DIGITS: f64 = 46.0;

/// `√(2/π)`, the mean of |N(0, 1)|.
const MEAN: f64 = 0.797_884_560_802_865_4;

/// `ln √(2π)`.
const LN_SQRT_TAU: f64 = 0.918_938_533_204_672_7;

static PANEL: LazyLock<GaussLegendre> = LazyLock::new(|| GaussLegendre::new(20));

/// Enough nodes for the Mills slope on an interval over which the Mills ratio grows by a third.
static SHORT_RULE: LazyLock<GaussLegendre> = LazyLock::new(|| GaussLegendre::new(9));

impl HalfNormal {
    /// The pair of these two numbers, neither negative, taken as rounded a few times.
    pub(crate) const fn new(determinant: f64, signal: f64) -> Self {
        debug_assert!(determinant >= 0.0 && signal >= 0.0);
        Self { determinant, signal }
    }

    /// The smallest loss `m = c + s²/2`, where the profile has its kink.
    pub fn start(&self) -> f64 {
        self.determinant + 0.5 * self.signal * self.signal
    }

    /// Whether anything is guaranteed.
    pub(super) fn is_bounded(&self) -> bool {
        self.determinant < f64::INFINITY
    }

    /// `log Q[L > −∞] = −c + log 2Φ(−s)`: up to the start the profile is `1 − e^ε` times this.
    pub fn log_kept(&self) -> f64 {
        // log 2Φ(−s) = log erfc(s/√2), whose logarithm has no digits to lose but next to s = 0.
        let x = self.signal * FRAC_1_SQRT_2;
        let shared = if x < 0.5 { (-libm::erf(x)).ln_1p() } else { normal::log_cdf(-self.signal) + LN_2 };
        shared - self.determinant
    }

    /// How far ε less the start may be off.
    fn offset_error(&self, epsilon: f64) -> f64 {
        ROUNDING * (self.start() + epsilon.abs())
    }

    /// `2[Φ(−a) − e^{ε−c} Φ(−a−s)]`, `a = (ε − m)/s ≥ 0`: by Mills' ratio `2φ(a)[m(−a) − m(−a−s)]`, and where the
    /// two are close by the integral of the ratio's slope, as for normal noise. With its relative error.
    fn beyond(&self, epsilon: f64) -> (f64, f64) {
        let s = self.signal;
        let a = (epsilon - self.start()) / s;
        let density = normal::density(a);
        let (near, far) = (normal::cdf(-a), density * normal::mills(-a - s));
        let delta = if far <= 0.75 * near {
            near - far
        } else {
            let half = 0.5 * s;
            density * half * SHORT_RULE.integrate(-1.0, 1.0, |t| normal::mills_slope(half * t - half - a))
        };
        // d log δ/da lies between −(a + 2) and 0.
        let error = ERROR + (self.offset_error(epsilon) / s + ROUNDING * (a + s)) * (a + 2.0);
        (2.0 * delta, error)
    }

    /// `1 − e^{ε−c} 2Φ(−s)` up to the start, with its relative error.
    fn below(&self, epsilon: f64) -> (f64, f64) {
        let delta = -(epsilon + self.log_kept()).exp_m1();
        let shifted = epsilon - self.determinant;
        let delta = if self.signal < 0.5 {
            shifted.exp() * libm::erf(self.signal * FRAC_1_SQRT_2) - shifted.exp_m1()
        } else {
            delta
        };
        let slack = ROUNDING * (1.0 + self.start() + epsilon.abs()) * (1.0 - delta).max(0.0);
        (delta, 4.0 * f64::EPSILON + slack / delta)
    }

    /// `2φ(y + shift)` in logarithm.
    pub(super) fn log_density(y: f64, shift: f64) -> f64 {
        LN_2 - 0.5 * (y + shift) * (y + shift) - LN_SQRT_TAU
    }

    /// Nodes of the half line up to `end`: Gauss–Legendre panels on which neither the density nor a function of
    /// the loss `place(y)` changes by more than a few powers of e where it is not negligible.
    ///
    /// A power of the ratio is an exponential in y, which only moves the density, but where the ratio bends; and
    /// where it bends by more than all digits it is negligible beside what it is elsewhere.
    pub(super) fn half_line(
        &self,
        end: f64,
        smoothness: Smoothness,
        place: &dyn Fn(f64) -> f64,
        log_weight: &dyn Fn(f64) -> f64,
    ) -> Vec<LossNode> {
        let length = |y: f64| {
            let share = smoothness.share(place(y));
            let bend = (smoothness.growth * share).min(NODE_DIGITS) * (1.0 - share);
            let fall = (smoothness.fall * share).min(NODE_DIGITS);
            let fastest = (smoothness.turning.1 * share).max(bend).max(fall).max(1.0 - share);
            0.8f64.min(8.0 / (self.signal * fastest).max(1e-9))
        };
        let mut nodes = Vec::new();
        for (middle, half) in panels(0.0, end, &length) {
            for (at, weight) in PANEL.nodes().iter().zip(PANEL.weights()) {
                let y = middle + half * at;
                nodes.push(LossNode::real(place(y), (half * weight).ln() + log_weight(y)));
            }
        }
        nodes
    }

    /// Where a normal density falls below all digits.
    pub(super) fn width() -> f64 {
        (2.0 * NODE_DIGITS).sqrt()
    }

    /// The P- and Q-mass of the outputs with `above < L ≤ upto`, the rounding of the start included.
    pub(super) fn finite_masses(&self, above: f64, upto: f64) -> Masses {
        let (start, s) = (self.start(), self.signal);
        if above.is_nan() || upto <= above || upto <= start - self.offset_error(upto) {
            return Masses::NONE;
        }
        let [from, to] = [above, upto].map(|loss| ((loss - start) / s).max(0.0));
        let moved = |loss: f64| if loss.is_finite() { self.offset_error(loss) / s } else { 0.0 };
        let mass = |shift: f64| {
            let (mass, error) = normal::mass(from + shift, to + shift);
            let edges = [(above, from), (upto, to)].map(|(loss, y)| {
                let at = (y + shift - moved(loss)).max(0.0);
                if at.is_finite() { moved(loss) * normal::density(at) } else { 0.0 }
            });
            let slack = 2.0 * (mass * (error + ROUNDING) + edges[0] + edges[1]) + f64::MIN_POSITIVE;
            Interval { lower: 2.0 * mass - slack, upper: 2.0 * mass + slack }
        };
        let kept = (-self.determinant).exp();
        let (p, q) = (mass(0.0), mass(s));
        let rounding = ROUNDING * (1.0 + self.determinant);
        let q =
            Interval { lower: q.lower * kept * (1.0 - rounding), upper: q.upper * kept * (1.0 + rounding) };
        Masses { p: p.within(0.0, 1.0), q: q.within(0.0, 1.0) }
    }

    /// `Q[L = −∞]`.
    pub(super) fn never(&self) -> Interval {
        let (value, error) = self.below(0.0);
        Interval::around(value, error).within(0.0, 1.0)
    }
}

impl Pair for HalfNormal {
    /// `2δ_G(ε − c)` from the start on, with δ_G the profile of normal noise with sensitivity s, and
    /// `1 − e^{ε−c} 2Φ(−s)` before (Thm 3.1, with the second case written out).
    fn profile(&self, epsilon: f64) -> Interval {
        if !self.is_bounded() {
            return Interval::exact(1.0);
        }
        let (delta, error) = if epsilon >= self.start() { self.beyond(epsilon) } else { self.below(epsilon) };
        Interval::around(delta, error).within(0.0, 1.0)
    }

    /// `D_α = c + αs²/2 + log(1 + erf((α−1)s/√2))/(α−1)` (Thm 3.2); `D_1 = m + s√(2/π)`.
    fn renyi(&self, order: Order) -> Interval {
        let (alpha, s) = (order.value(), self.signal);
        let excess = alpha - 1.0;
        if !self.is_bounded() || excess.is_infinite() {
            return Interval::exact(f64::INFINITY);
        }
        let spread =
            if excess == 0.0 { s * MEAN } else { libm::erf(excess * s * FRAC_1_SQRT_2).ln_1p() / excess };
        Interval::around(self.determinant + 0.5 * alpha * s * s + spread, 2.0 * ROUNDING)
    }

    /// `erf((Φ⁻¹(1 − e^c x/2) − s)/√2)`, 0 from `x = e^{−c} 2Φ(−s)` on: P never gives what the test then rejects.
    fn trade_off(&self, type_one: Probability) -> Interval {
        let share = 0.5 * type_one.value() * self.determinant.exp();
        if !self.is_bounded() || share >= 0.5 {
            return Interval::exact(0.0);
        }
        let quantile = normal::quantile_of_survival(share);
        if quantile.is_infinite() {
            return Interval::exact(1.0);
        }
        // A relative error of the share moves its quantile by at most Mills' ratio, 1.26 at ½.
        let moved = ROUNDING * (quantile + self.signal + 1.3 * (1.0 + self.determinant));
        if quantile + moved <= self.signal {
            return Interval::exact(0.0);
        }
        let distance = (quantile - self.signal).max(0.0);
        let value = libm::erf(distance * FRAC_1_SQRT_2);
        let slack = 2.0 * f64::EPSILON * value + 2.0 * moved * normal::density((distance - moved).max(0.0));
        Interval { lower: value - slack, upper: value + slack }.within(0.0, 1.0)
    }

    fn loss(&self) -> LossDistribution<'_> {
        let (start, s) = (self.start(), self.signal);
        if !self.is_bounded() {
            return LossDistribution { density: Box::new(|_| 0.0), atoms: Vec::new(), span: (0.0, 0.0) };
        }
        LossDistribution {
            density: Box::new(
                move |l| if l < start { 0.0 } else { 2.0 * normal::density((l - start) / s) / s },
            ),
            atoms: Vec::new(),
            span: (start, start + 9.0 * s),
        }
    }

    fn infinite(&self) -> f64 {
        if self.is_bounded() { 0.0 } else { 1.0 }
    }

    /// `K(z) = zm + log(e^{u²} erfc u)`, `u = −zs/√2`: the moment function of a half-normal is that of a normal
    /// times a probability, and the two together neither overflow nor vanish.
    fn log_moment(&self, z: Complex64) -> Complex64 {
        if !self.is_bounded() {
            return Complex64::new(f64::NEG_INFINITY, 0.0);
        }
        z * self.start() + log_erfcx(-z * self.signal * FRAC_1_SQRT_2)
    }

    fn masses(&self, above: f64, upto: f64) -> Masses {
        if !self.is_bounded() {
            let q = if above == f64::NEG_INFINITY { 1.0 } else { 0.0 };
            return Masses { q: Interval::exact(q), ..Masses::NONE };
        }
        let finite = self.finite_masses(above, upto);
        if above > f64::NEG_INFINITY {
            return finite;
        }
        finite.and(Masses { q: self.never(), ..Masses::NONE })
    }

    /// It bounds both orders, see [`HalfNormal`].
    fn reverse(&self) -> Reverse<'_> {
        let reversed = || Box::new(Reversed(*self)) as Box<dyn Pair>;
        Reverse::Covered(self.is_bounded().then(reversed))
    }

    fn quadrature(&self) -> Option<&dyn Nodes> {
        Some(self)
    }
}

impl Nodes for HalfNormal {
    fn nodes(&self, smoothness: Smoothness) -> Vec<LossNode> {
        let outside = LossNode::real(f64::NEG_INFINITY, self.never().middle().ln());
        if !self.is_bounded() {
            return vec![outside];
        }
        let (start, s, c) = (self.start(), self.signal, self.determinant);
        // Tilted by a power g the density is centred at (g − 1)s.
        let end = (smoothness.growth - 1.0) * s + Self::width();
        let weight = |y: f64| Self::log_density(y, s) - c;
        let mut nodes = self.half_line(end, smoothness, &|y| start + s * y, &weight);
        nodes.push(outside);
        nodes
    }

    /// No loss below the start.
    fn nodes_above_zero(&self, smoothness: Smoothness) -> Vec<LossNode> {
        above_zero(self.nodes(smoothness))
    }

    /// A power g takes about `2s((g − 1)s + 12)` nodes; below 1 where even the density itself takes too many.
    fn node_growth(&self) -> f64 {
        let most = 1.0 + (1e5 / self.signal - Self::width()) / self.signal;
        (3e3 / self.signal).clamp(2.0, 1e9).min(most)
    }

    fn affords(&self, smoothness: Smoothness) -> bool {
        let end = self.start() + self.signal * ((smoothness.growth - 1.0) * self.signal + Self::width());
        let ratio = |loss: f64| smoothness.ratio(loss.into()).re;
        smoothness.turning.1 * (ratio(end) - ratio(self.start())) < 4e4
    }
}
