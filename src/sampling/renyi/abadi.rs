//! The first bound for sampled Gaussian noise, kept as a comparison.

use super::outward::{Side, Term, log_sum};
use super::{LARGEST_ORDER, Sampled, WholeOrder};
use crate::guarantee::{Order, Pair, Probability};
use crate::mechanism::Gaussian;
use crate::numeric::binomial::log_binomial;

/// The moment bound of Abadi et al. 2016, Lemma 3, with the sum of its proof, for Poisson sampling of a
/// Gaussian; λ = α − 1, q the rate:
///
/// `log{1 + λ(λ+1)q²/((1−q)σ²) + Σ_{t=3}^{λ+1} C(λ+1,t) [ (2q)^t (t−1)‼ / (2(1−q)^{t−1}σ^t)
/// + q^t/((1−q)^t σ^{2t}) + (2q)^t e^{(t²−t)/2σ²} (σ^t (t−1)‼ + t^t) / (2(1−q)^{t−1}σ^{2t}) ]}/λ`
///
/// `None` outside `σ ≥ 1`, `q < 1/(16σ)` and `λ ≤ σ² log(1/(qσ))`, where the lemma says nothing, and beyond
/// [`LARGEST_ORDER`]. Positive terms through log1p, each as a logarithm: `t^t` overflows from t = 144.
pub fn abadi(gaussian: Gaussian, rate: Probability, order: WholeOrder) -> Option<f64> {
    let (sigma, q, lambda) = (gaussian.sigma(), rate.value(), order.excess());
    let valid = sigma >= 1.0 && q < 1.0 / (16.0 * sigma) && order.value() <= LARGEST_ORDER;
    if !valid || lambda > sigma * sigma * -(q * sigma).ln() {
        return None;
    }
    let sampled = Sampled::new(|order: Order| gaussian.renyi(order).upper, rate);
    if let Some(value) = sampled.settled(order.into()) {
        return Some(value);
    }
    let [log_q, log_sigma, log_rest] = [q.ln(), sigma.ln(), (-q).ln_1p()];
    let ln_2 = std::f64::consts::LN_2;
    let first = (lambda * (lambda + 1.0)).ln();
    let mut terms = vec![Term::product(first - log_rest, 2.0 * (log_q - log_sigma))];
    // ln (t−1)‼ for t and the one before.
    let (mut double_factorial, mut before) = (0.0, 0.0);
    for power in 3..=order.value() {
        let t = power as f64;
        (double_factorial, before) = ((t - 1.0).ln() + before, double_factorial);
        let draws = log_binomial(order.value(), power) + t * log_q;
        let doubled = draws + (t - 1.0) * (ln_2 - log_rest);
        let growth = t * (t - 1.0) / (2.0 * sigma * sigma);
        let logs = [
            doubled + double_factorial - t * log_sigma,
            draws - t * (log_rest + 2.0 * log_sigma),
            doubled + growth + double_factorial - t * log_sigma,
            doubled + growth + t * (t.ln() - 2.0 * log_sigma),
        ];
        // Every part of the four logarithms, and t roundings of the double factorial.
        let size = 2.0 * (draws - 2.0 * t * log_q + t * (t.ln() + 2.0 * log_sigma + 2.0) + growth);
        terms.extend(logs.map(|log| Term { log, size }));
    }
    Some(sampled.capped(order, log_sum(&terms, Side::Above), Side::Above))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole(order: u64) -> WholeOrder {
        WholeOrder::new(order).expect("a whole order")
    }

    #[test]
    fn it_is_silent_outside_its_lemma() {
        let rate = Probability::clamped(0.001);
        assert!(abadi(Gaussian::with_sigma(0.99), rate, whole(2)).is_none());
        assert!(abadi(Gaussian::with_sigma(4.0), Probability::clamped(1.0 / 64.0), whole(2)).is_none());
        // σ² log(1/(qσ)) = 16 log 250 = 88.34.
        assert!(abadi(Gaussian::with_sigma(4.0), rate, whole(89)).is_some());
        assert!(abadi(Gaussian::with_sigma(4.0), rate, whole(90)).is_none());
        assert_eq!(abadi(Gaussian::with_sigma(4.0), Probability::clamped(0.0), whole(9)), Some(0.0));
    }

    /// λ = 1 is the first term alone, `log1p(2q²/((1−q)σ²))`.
    #[test]
    fn its_first_moment_is_one_term() {
        let found =
            abadi(Gaussian::with_sigma(4.0), Probability::clamped(0.001), WholeOrder::TWO).expect("valid");
        let exact = (2e-6 / (0.999 * 16.0f64)).ln_1p();
        assert!((found / exact - 1.0).abs() < 1e-12, "{found} {exact}");
    }

    /// The exact sum is below it at every order it covers.
    #[test]
    fn it_is_never_below_the_tight_bound() {
        for (sigma, q) in [(1.0, 0.001), (1.0, 0.06), (2.0, 0.01), (5.0, 0.001), (10.0, 1e-5)] {
            let (gaussian, rate) = (Gaussian::with_sigma(sigma), Probability::clamped(q));
            let sampled = Sampled::new(|order: Order| gaussian.renyi(order).lower, rate);
            for order in (2..1000).map(whole) {
                if let Some(bound) = abadi(gaussian, rate, order) {
                    assert!(bound >= sampled.lower(order), "{sigma} {q} {order:?}");
                }
            }
        }
    }
}
