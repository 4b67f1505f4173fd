//! How much the private test must cost for an accuracy: three calibrations of ε_A, and the failure each really has.
//!
//! With the threshold at −s, a hypothesis whose excess risk is above α passes only if the noise of a query exceeds that of the
//! threshold by more than α − s. In scales of the threshold's noise that is `a = (α − s)ε_A/(2Δ)`, so `ε_A = 2Δa/(α − s)`.

use crate::numeric::Scale;
use crate::numeric::quadrature::GaussLegendre;
use crate::numeric::root::{Bracket, solve};

/// Where `e^{−|w|}` is cut.
const REACH: f64 = 60.0;
/// What the found distance is raised by, which is more than the quadrature is off.
const SAFELY: f64 = 1.0 + 1e-11;

/// A way to find how far the threshold must lie from what must not pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Calibration {
    /// `a = 4 ln(2T/γ)`, the constants of Theorem A.1: every noise is bounded by itself, on both sides.
    Printed,
    /// `a = 3 ln(1.5 (T/2)^{2/3}/γ)`: one side only, with the best split between the two noises.
    Union,
    /// a with `p_fail(a, T) = γ`.
    Exact,
}

impl Calibration {
    /// All of them, the most generous last.
    pub const ALL: [Self; 3] = [Self::Printed, Self::Union, Self::Exact];

    /// The distance a for T tests and a failure probability γ < ½, never below what is needed.
    pub fn distance(self, tests: f64, failure: f64) -> f64 {
        let printed = 4.0 * (2.0 * tests / failure).ln();
        match self {
            Self::Printed => printed,
            Self::Union => union(tests, failure).map_or(printed, |a| a.min(printed)),
            Self::Exact => {
                let bracket = Bracket { low: 0.0, high: printed };
                let excess = |a: f64| failure_probability(a, tests) - failure;
                solve(bracket, Scale::Linear, excess)
                    .map_or(printed, |found| (found.high * SAFELY).min(printed))
            }
        }
    }
}

/// `½e^{−za} + (T/2)e^{−(1−z)a/2}` bounds the failure for every share z of the distance that the threshold's noise is given;
/// the best z is `1/3 − (2/3a) ln(T/2)`. `None` where that is no share.
fn union(tests: f64, failure: f64) -> Option<f64> {
    let half = 0.5 * tests;
    let a = 3.0 * (1.5 * half.powf(2.0 / 3.0) / failure).ln();
    let share = 1.0 / 3.0 - 2.0 / (3.0 * a) * half.ln();
    (a > 0.0 && (0.0..=1.0).contains(&share)).then_some(a)
}

/// `p_fail(a, T) = ∫ ½e^{−|w|} (1 − F(a + w)^T) dw`, F of Laplace noise of scale 2: the chance that the largest of T noises
/// exceeds that of the threshold by a.
pub fn failure_probability(distance: f64, tests: f64) -> f64 {
    let rule = GaussLegendre::new(16);
    let fails = |w: f64| {
        let x = distance + w;
        let log = if x < 0.0 { 0.5f64.ln() + 0.5 * x } else { libm::log1p(-0.5 * libm::exp(-0.5 * x)) };
        0.5 * libm::exp(-w.abs()) * -libm::expm1(tests * log)
    };
    let mut cuts = [-distance - REACH, -distance, 0.0, REACH];
    cuts.sort_by(f64::total_cmp);
    let mut sum = 0.0;
    for ends in cuts.windows(2) {
        let parts = (0.5 * (ends[1] - ends[0])).ceil().max(1.0);
        let width = (ends[1] - ends[0]) / parts;
        for part in 0..parts as usize {
            let from = ends[0] + width * part as f64;
            sum += rule.integrate(from, from + width, fails);
        }
    }
    sum.clamp(0.0, 1.0)
}

/// `ε_A = 2Δa/(α − s)`.
pub fn test_epsilon(distance: f64, sensitivity: f64, accuracy: f64, slack: f64) -> f64 {
    2.0 * sensitivity * distance / (accuracy - slack)
}

/// `a = ε_A(α − s)/(2Δ)`: the inverse, for the failure of a given ε_A.
pub fn distance_of(epsilon: f64, sensitivity: f64, accuracy: f64, slack: f64) -> f64 {
    epsilon * (accuracy - slack) / (2.0 * sensitivity)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithm::noise_reduction::path::{laplace, open_uniform};
    use crate::algorithm::trial::{chance, stream};
    use proptest::prelude::*;

    #[test]
    fn one_test_fails_by_its_closed_form() {
        for a in [0.0, 0.3, 2.0, 5.0, 30.0, 90.0] {
            let exact = (4.0 * f64::exp(-0.5 * a) - f64::exp(-a)) / 6.0;
            assert!((failure_probability(a, 1.0) / exact - 1.0).abs() < 1e-12, "{a}");
        }
    }

    /// By simulation, at a confidence of 1 − 1e-4.
    #[test]
    fn ten_tests_fail_as_often_as_computed() {
        let (count, a) = (20_000, 5.0);
        let fails = |trial: &usize| {
            let mut random = stream(2, "failures", *trial);
            let threshold = laplace(open_uniform(&mut random), 1.0);
            (0..10).any(|_| laplace(open_uniform(&mut random), 2.0) - threshold > a)
        };
        let held = (0..count).filter(fails).count();
        let band = chance(held as f64, count, 1.0 - 1e-4);
        let exact = failure_probability(a, 10.0);
        assert!(band.lower <= exact && exact <= band.upper, "{band:?} {exact}");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        #[test]
        fn exact_is_below_union_is_below_printed(tests in 1u32..100_000, log in -12.0..-0.31f64) {
            let (tests, failure) = (f64::from(tests), 10f64.powf(log));
            let [printed, union, exact] = Calibration::ALL.map(|way| way.distance(tests, failure));
            prop_assert!(exact <= union * (1.0 + 1e-10) && union <= printed, "{exact} {union} {printed}");
            for a in [printed, union, exact] {
                prop_assert!(failure_probability(a, tests) <= failure * (1.0 + 1e-9));
            }
            let more = Calibration::Exact.distance(2.0 * tests, failure);
            prop_assert!(more > exact);
        }
    }
}
