//! How long a stream runs without an answer, given the noise of the threshold.

use std::f64::consts::TAU;

use crate::numeric::normal::{log_cdf, mills};

/// The step of the trapezoidal rule in deviations of the threshold. The integrand is never narrower than a standard
/// normal density, which such steps integrate to `e^{−79}`, and analytic up to the zeros of Φ, 2.8 deviations of a query
/// away from the real line.
const STEP: f64 = 0.5;

/// Terms below `e^{−CUT}` of the largest are left out; both tails fall at least as fast as a normal density.
const CUT: f64 = 45.0;

/// Halvings that find the largest term; the sum does not depend on it.
const HALVINGS: usize = 40;

/// Normal noise on a threshold and on queries that are never negative.
///
/// Given that the threshold has moved by z, a query of value 0 passes with `1 − Φ((T+z)/σ₂)`, so that a stream of them is
/// asked `E[K|z] = 1/(1 − Φ((T+z)/σ₂))` queries until the first answer, that one counted; larger queries end it sooner.
/// Zhu prints `F/(1 − F)` (dissertation, (7.13)), which forgets that one: 8.73 in place of 12.96 at T = 0, σ₁ = 1,
/// σ₂ = √3, γ = 2.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wait {
    /// T/σ₂.
    threshold: f64,
    /// σ₁/σ₂.
    ratio: f64,
}

impl Wait {
    /// Of a threshold T and two deviations.
    pub fn new(threshold: f64, threshold_noise: f64, query_noise: f64) -> Self {
        Self { threshold: threshold / query_noise, ratio: threshold_noise / query_noise }
    }

    /// The powers γ for which the moment is finite lie below `(σ₂/σ₁)²`.
    pub fn end(&self) -> f64 {
        self.ratio.powi(2).recip()
    }

    /// `log E_z[E[K|z]^γ]`, never below the exact value: `∫ φ(u) (1 − Φ(t + ru))^{−γ} du`. The integrand is log-concave for
    /// `γr² < 1`, so that it has one peak, and infinite otherwise.
    pub fn log_moment(&self, power: f64) -> f64 {
        let Self { threshold, ratio } = *self;
        let slack = 1.0 - power * ratio * ratio;
        if slack <= 0.0 || slack.is_nan() {
            return f64::INFINITY;
        }
        // The slope of the logarithm is −u + γrλ(t + ru), and the hazard λ(x) of a normal law is below max(x, 0) + 1.
        let (mut low, mut high) = (0.0, power * ratio * (threshold.max(0.0) + 1.0) / slack);
        for _ in 0..HALVINGS {
            let middle = 0.5 * (low + high);
            let rises = power * ratio / mills(-(threshold + ratio * middle)) > middle;
            *(if rises { &mut low } else { &mut high }) = middle;
        }
        let peak = 0.5 * (low + high);
        let wait = |u: f64| -power * log_cdf(-(threshold + ratio * u));
        let height = wait(peak) - 0.5 * peak * peak;
        let mut sum = 1.0;
        for step in [STEP, -STEP] {
            let mut u = peak + step;
            loop {
                let log = wait(u) - 0.5 * u * u - height;
                if log <= -CUT || log.is_nan() {
                    break;
                }
                sum += log.exp();
                u += step;
            }
        }
        let rounding = 1e-12 + 4e-15 * (wait(peak) + peak * peak);
        height + (STEP * sum).ln() - 0.5 * TAU.ln() + rounding
    }
}

/// The logarithm of how many outputs there are with at most `answers` answers to `length` queries,
/// `log Σ_{j ≤ c} C(k, j)`, never below the exact value.
pub fn log_outputs(answers: f64, length: f64) -> f64 {
    if 2.0 * answers >= length {
        return length * std::f64::consts::LN_2;
    }
    // Below the middle every coefficient is larger than the one before, and the ratios fall.
    let (mut sum, mut term, mut at) = (1.0, 1.0, answers);
    while at >= 1.0 && term > 1e-17 {
        term *= at / (length - at + 1.0);
        sum += term;
        at -= 1.0;
    }
    let log = crate::numeric::binomial::log_binomial(length as u64, answers as u64) + f64::ln(sum);
    log * (1.0 + 1e-13) + 1e-13
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numeric::quadrature::GaussLegendre;
    use proptest::prelude::*;

    /// Rows V01, V04, V07 and V10 of the reference table.
    #[test]
    fn moments_match_the_reference() {
        let root = 3f64.sqrt();
        for (threshold, first, second, expected) in [
            (0.0, 1.0, root, 12.964_361_602_524_08),
            (1.0, 1.0, root, 161.434_659_616_989_5),
            (3.0, 1.0, root, 2_636_532.121_119_469),
            (1000.0, 210.0, 420.0, 18_693_205.284_867_22),
        ] {
            let found = Wait::new(threshold, first, second).log_moment(2.0);
            assert!((found.exp() / expected - 1.0).abs() < 2e-11, "{threshold}: {} {expected}", found.exp());
            assert!(found >= expected.ln() - 1e-15);
        }
    }

    #[test]
    fn the_moment_is_infinite_from_the_square_of_the_ratio_on() {
        let wait = Wait::new(1.0, 1.0, 2.0);
        assert_eq!(wait.end(), 4.0);
        assert_eq!(wait.log_moment(4.0), f64::INFINITY);
        let near = [3.0, 3.9, 3.99, 3.9999].map(|power| wait.log_moment(power));
        assert!(near.windows(2).all(|two| two[0] < two[1]) && near[3].is_finite());
    }

    #[test]
    fn outputs_are_counted() {
        assert!((log_outputs(1.0, 10_000.0) - 10_001f64.ln()).abs() < 1e-11);
        assert!((log_outputs(2.0, 10.0) - 56f64.ln()).abs() < 1e-12);
        assert_eq!(log_outputs(3.0, 4.0), 4.0 * std::f64::consts::LN_2);
        assert!((log_outputs(1.0, 1.0) - 2f64.ln()).abs() < 1e-15);
    }

    proptest! {
        /// A second route: Gauss–Legendre panels on the plain integrand.
        #[test]
        fn the_sum_is_the_integral(threshold in 0.0..4.0f64, ratio in 0.1..0.95f64, share in 0.05..0.9f64) {
            let wait = Wait { threshold, ratio };
            let power = share / (ratio * ratio);
            let rule = GaussLegendre::new(20);
            let reach = 12.0 / (1.0 - share).sqrt() + power * ratio * (threshold + 1.0) / (1.0 - share);
            let panels = (4.0 * reach).ceil();
            let expected = wait.log_moment(power);
            let height = |u: f64| (-power * log_cdf(-(threshold + ratio * u)) - 0.5 * u * u - expected).exp() / TAU.sqrt();
            let width = 2.0 * reach / panels;
            let total: f64 = (0..panels as usize)
                .map(|at| -reach + width * at as f64)
                .map(|from| rule.integrate(from, from + width, height))
                .sum();
            prop_assert!((total - 1.0).abs() < 1e-9, "{total}");
        }
    }
}
