//! Objective perturbation that stops near the minimum and adds noise to the output.

use std::sync::LazyLock;

use super::HalfNormal;
use crate::guarantee::{Interval, Order, Pair};
use crate::mechanism::Gaussian;
use crate::numeric::normal;
use crate::numeric::quadrature::GaussLegendre;
use crate::numeric::root::{Bracket, Stop, bisect};

/// A point with `‖∇‖ ≤ τ` is within τ/λ of the minimum, so that its release costs normal noise of
/// `s_out = 2τ/(λσ_out)` beside the exact minimum (Iyengar et al. 2019; Redberg, Koskela and Wang 2023, Thm 4.1).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ApproximateMinimum {
    /// The pair of the exact minimum.
    pub pair: HalfNormal,
    /// `s_out`; 0 for the exact minimum.
    pub output_signal: f64,
}

/// Nodes of a piece of the integral: three more digits than rounding has.
static PIECE: LazyLock<GaussLegendre> = LazyLock::new(|| GaussLegendre::new(24));

/// Relative error of the integral.
const ERROR: f64 = 1e-12;

/// Relative error of the start of the loss, of ε less it, and of the steps to it.
const ROUNDING: f64 = 8.0 * f64::EPSILON;

/// Beyond this many deviations nothing is left.
const END: f64 = 26.0;

impl ApproximateMinimum {
    /// With a tolerance τ, noise σ_out and regularization λ.
    pub fn new(pair: HalfNormal, tolerance: f64, output_noise: f64, regularization: f64) -> Self {
        Self { pair, output_signal: 2.0 * tolerance / (regularization * output_noise) }
    }

    /// `D_α` of the minimum plus `α s_out²/2`: the bound as published.
    pub fn renyi(&self, order: Order) -> f64 {
        (self.pair.renyi(order).upper + self.output_renyi(order)) * (1.0 + 4.0 * f64::EPSILON)
    }

    /// `α s_out²/2`: what the noise on the output adds to the divergence of any minimum.
    pub fn output_renyi(&self, order: Order) -> f64 {
        0.5 * order.value() * self.output_signal * self.output_signal
    }

    /// `2 ∫₀^∞ φ(h) δ_G(ε − m − sh; s_out) dh`: the two losses added, which is tighter.
    ///
    /// Where s_out is far below s the integrand is nearly kinked at `ε = m + sh`; pieces that narrow towards it
    /// keep all digits.
    pub fn profile(&self, epsilon: f64) -> Interval {
        let (pair, width) = (self.pair, self.output_signal);
        if width < 1e-150 || pair.determinant == f64::INFINITY {
            return pair.profile(epsilon);
        }
        let gaussian = Gaussian::with_sigma(width.recip());
        let ratio = width / pair.signal;
        let kink = (epsilon - pair.start() - 0.5 * width * width) / pair.signal;
        let around = [0.0, 1.0, 3.0, 6.0, 12.0, 30.0]
            .into_iter()
            .flat_map(|at| [kink - at * ratio, kink + at * ratio]);
        let mut cuts: Vec<f64> =
            [0.0, 1.0, 2.0, 4.0, 8.0, 14.0, 20.0, END].into_iter().chain(around).collect();
        cuts.retain(|cut| (0.0..=END).contains(cut));
        cuts.sort_by(f64::total_cmp);
        // A piece is long only where the density is flat or gone.
        let sum = |epsilon: f64, end: fn(Interval) -> f64| -> f64 {
            let pieces = cuts.windows(2).map(|cut| {
                PIECE.integrate(cut[0], cut[1], |h| {
                    2.0 * normal::density(h) * end(gaussian.profile(epsilon - pair.start() - pair.signal * h))
                })
            });
            pieces.sum()
        };
        // What is left of ε may be off by this, however little of it s_out is. The sum of both losses falls with ε
        // as slowly as the wider of them, so that a moved ε costs far less than the error of each value.
        let moved = ROUNDING * (pair.start() + epsilon.abs() + pair.signal * END);
        let (lower, upper) =
            (sum(epsilon + moved, |delta| delta.lower), sum(epsilon - moved, |delta| delta.upper));
        Interval { lower: lower * (1.0 - ERROR), upper: upper * (1.0 + ERROR) + f64::MIN_POSITIVE }
            .within(0.0, 1.0)
    }

    /// The smallest ε ≥ 0 whose upper δ is within the goal, from above.
    pub fn epsilon(&self, delta: f64) -> f64 {
        let within = |epsilon: f64| self.profile(epsilon).upper <= delta;
        if within(0.0) {
            return 0.0;
        }
        let mut high = self.pair.start().max(1e-3);
        while !within(high) {
            high *= 2.0;
            if high > 1e12 {
                return f64::INFINITY;
            }
        }
        bisect(Bracket { low: 0.0, high }, Stop::within(1e-13), within).high
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// Without output noise to pay for it is the exact minimum, and it never costs less.
        #[test]
        fn a_small_tolerance_costs_little(c in 0.0..1.0f64, s in 0.05..2.0f64, share in -1.0..5.0f64, out in -6.0..0.0f64) {
            let pair = HalfNormal::new(c, s);
            let epsilon = pair.start() + share * s;
            let exact = pair.profile(epsilon).middle();
            let tiny = ApproximateMinimum { pair, output_signal: 1e-9 }.profile(epsilon);
            prop_assert!((tiny.middle() / exact - 1.0).abs() < 1e-6, "{tiny:?} {exact}");
            let more = ApproximateMinimum { pair, output_signal: 10f64.powf(out) }.profile(epsilon);
            prop_assert!(more.upper >= exact * (1.0 - 1e-9), "{more:?} {exact}");
        }
    }
}
