//! One normal release in place of many, by the central limit theorem. An approximation: no bound.

use num_complex::Complex64;
use thiserror::Error;

use super::Plan;
use super::plan::Entry;
use crate::guarantee::{Order, Pair, Probability, epsilon_at};
use crate::mechanism::Gaussian;

/// A drop of `log |φ(t)|²` that is far above rounding.
const DROP: f64 = 1e-2;

/// By how much a quotient may change, relative to itself, from t to half of it.
const FLAT: f64 = 1e-3;

/// How often t is halved or doubled.
const STEPS: usize = 100;

/// Mean and variance of the loss of a whole plan, and the normal release that has both.
///
/// By Dong, Roth and Su (2022, Thm 3.4) the trade-off curve of many releases is close to that of normal noise with
/// `μ = 2 Σ E[L] / √(Σ Var L)`, as if its loss had mean μ²/2 and variance μ². For a release on a sample at rate γ the mean
/// tends to `γ²χ²/2` and the variance to `γ²χ²` with `χ² = e^{D₂} − 1`, so that k of them have `μ = γ √(k χ²)` (Bu, Dong, Long
/// and Su 2020): that limit is used here, as it is in practice. It depends on no direction, while what is lost does; and it
/// may lie below what is lost.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CentralLimit {
    /// `Σ E[L]`.
    pub mean: f64,
    /// `Σ Var L`.
    pub variance: f64,
}

/// Why a plan has no central limit.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum NoLimit {
    /// A release without a pair.
    #[error(
        "release {0} is known only by its Rényi curve, so that the mean and the variance of its loss are not known"
    )]
    OnlyCurve(usize),
    /// A loss that is infinite with positive probability.
    #[error("release {0} loses infinitely much with positive probability, which no normal release does")]
    Infinite(usize),
    /// A loss without mean or variance.
    #[error("the loss of release {0} has no mean and variance that are numbers above 0")]
    NoMoments(usize),
}

impl CentralLimit {
    /// Adds mean and variance of all releases up.
    pub fn new(plan: &Plan) -> Result<Self, NoLimit> {
        let mut sum = Self { mean: 0.0, variance: 0.0 };
        for entry in plan.entries() {
            let (mean, variance) = moments(entry)?;
            sum.mean += entry.count * mean;
            sum.variance += entry.count * variance;
        }
        Ok(sum)
    }

    /// μ of the plan so many times over: it grows with the root of the number.
    pub fn mu(&self, times: f64) -> f64 {
        if self.variance > 0.0 { 2.0 * self.mean * (times / self.variance).sqrt() } else { 0.0 }
    }

    /// δ at ε of that normal release.
    pub fn delta(&self, times: f64, epsilon: f64) -> f64 {
        self.release(times).map_or((-epsilon.exp_m1()).max(0.0), |one| one.profile(epsilon).middle())
    }

    /// ε at δ of that normal release.
    pub fn epsilon(&self, times: f64, delta: Probability) -> f64 {
        self.release(times).map_or(0.0, |one| epsilon_at(&one, delta).middle())
    }

    fn release(&self, times: f64) -> Option<Gaussian> {
        let mu = self.mu(times);
        (mu > 0.0).then(|| Gaussian::with_sigma(mu.recip()))
    }
}

/// Mean and variance of the loss of one release.
fn moments(entry: &Entry) -> Result<(f64, f64), NoLimit> {
    let pair = entry.mechanism.pair().ok_or(NoLimit::OnlyCurve(entry.position))?;
    if pair.infinite() > 0.0 {
        return Err(NoLimit::Infinite(entry.position));
    }
    let (mean, variance) = match entry.sampling {
        Some(sampling) => {
            let chi = pair.renyi(Order::above_one(1.0)).middle().exp_m1();
            let variance = sampling.rate().powi(2) * chi;
            (0.5 * variance, variance)
        }
        None => (pair.renyi(Order::ONE).middle(), variance(pair)),
    };
    let fits = mean > 0.0 && mean < f64::INFINITY && variance > 0.0 && variance < f64::INFINITY;
    if fits || mean == 0.0 { Ok((mean, variance.max(0.0))) } else { Err(NoLimit::NoMoments(entry.position)) }
}

/// `Var L = −(log |φ|²)″(0)`, from `−2 log |φ(t)|/t²` at three small t: what is left is of order `t⁶`. The t are as large as
/// that quotient is still nearly constant, so that rounding matters least.
fn variance(pair: &dyn Pair) -> f64 {
    let drop = |t: f64| -2.0 * pair.log_moment(Complex64::new(0.0, t)).re;
    let at = |t: f64| drop(t) / (t * t);
    let is_flat = |t: f64| (at(t) - at(0.5 * t)).abs() <= FLAT * at(0.5 * t);
    let mut t = 1.0;
    for _ in 0..STEPS {
        if is_flat(t) {
            break;
        }
        t *= 0.5;
    }
    for _ in 0..STEPS {
        if drop(t) > DROP || !is_flat(2.0 * t) {
            break;
        }
        t *= 2.0;
    }
    let (first, second, third) = (at(t), at(0.5 * t), at(0.25 * t));
    let (first, second) = ((4.0 * second - first) / 3.0, (4.0 * third - second) / 3.0);
    (16.0 * second - first) / 15.0
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::account::{Accountant, Release};
    use crate::mechanism::{Approximate, Laplace, Mechanism, RandomizedResponse};
    use crate::sampling::{Neighbours, Sampling};

    fn limit(mechanism: Mechanism, count: f64, rate: Option<f64>) -> Result<CentralLimit, NoLimit> {
        CentralLimit::new(&plan(mechanism, count, rate))
    }

    fn plan(mechanism: Mechanism, count: f64, rate: Option<f64>) -> Plan {
        let sampling = rate.map(|rate| Sampling::Poisson { rate });
        Plan::new(&[Release { label: None, count, mechanism, sampling }], Neighbours::AddRemove)
    }

    /// Row K25 of the reference table; and it is no bound: the certified lower end of removal lies above.
    #[test]
    fn it_matches_the_reference_and_is_no_bound() {
        let gaussian = |sigma: f64| Mechanism::Gaussian(Gaussian::with_sigma(sigma));
        let found = limit(gaussian(2.0), 1000.0, Some(0.01)).expect("a limit");
        assert!((found.mu(1.0) - 0.01 * (1000.0 * 0.25f64.exp_m1()).sqrt()).abs() < 1e-13);
        assert!((found.delta(1.0, 0.5) / 9.265_041_932_140_122e-5 - 1.0).abs() < 1e-10);
        let delta = Probability::clamped(1e-5);
        let found = limit(gaussian(1.0), 1000.0, Some(0.01)).expect("a limit").epsilon(1.0, delta);
        let plan = plan(gaussian(1.0), 1000.0, Some(0.01));
        let truth = Accountant::Pld.compose(&plan).expect("composed").epsilon(delta).expect("a bracket");
        assert!((found - 1.6177).abs() < 1e-4, "{found}");
        assert!(truth.lower.expect("a lower end") > found + 0.2, "{found} {truth:?}");
    }

    /// The variance from the characteristic function is that of the law: in closed form of three mechanisms.
    #[test]
    fn variances_are_those_of_the_law() {
        for sigma in [0.05, 1.0, 300.0] {
            let found = variance(&Gaussian::with_sigma(sigma));
            assert!((found * sigma * sigma - 1.0).abs() < 1e-9, "{sigma}: {found}");
        }
        for truth in [0.5001, 0.75, 0.999_999] {
            let response = RandomizedResponse::new(truth).expect("a probability");
            let expected = 4.0 * truth * (1.0 - truth) * response.bound().powi(2);
            assert!((variance(&response) / expected - 1.0).abs() < 1e-6, "{truth}");
        }
        for scale in [0.5f64, 1.0, 8.0] {
            // ½ + ½e^{−1/b} at the ends and a density between: E[L²] by the midpoint rule.
            let pair = Laplace::new(scale).expect("a scale");
            let bound = scale.recip();
            let (places, mut square) = (200_000, 0.5 * bound * bound * (1.0 + (-bound).exp()));
            let step = 2.0 * bound / f64::from(places);
            for at in 0..places {
                let l = -bound + step * (f64::from(at) + 0.5);
                square += step * l * l * 0.25 * (0.5 * (l - bound)).exp();
            }
            let mean = pair.renyi(Order::ONE).middle();
            assert!((variance(&pair) / (square - mean * mean) - 1.0).abs() < 1e-7, "{scale}");
        }
    }

    #[test]
    fn an_infinite_loss_has_no_limit() {
        let approximate = Mechanism::Approximate(Approximate::new(1.0, 1e-6).expect("a guarantee"));
        assert_eq!(limit(approximate, 5.0, None), Err(NoLimit::Infinite(1)));
    }

    proptest! {
        /// Normal noise is its own limit, however often it is released.
        #[test]
        fn normal_noise_is_its_own_limit(sigma in 0.1..50.0f64, count in 1u32..10_000, epsilon in 0.0..3.0f64) {
            let found = limit(Mechanism::Gaussian(Gaussian::with_sigma(sigma)), f64::from(count), None).expect("a limit");
            let mu = f64::from(count).sqrt() / sigma;
            prop_assert!((found.mu(1.0) / mu - 1.0).abs() < 1e-8);
            let exact = Gaussian::with_sigma(mu.recip()).profile(epsilon).middle();
            let delta = found.delta(1.0, epsilon);
            prop_assert!((delta - exact).abs() <= 1e-5 * exact + 1e-300, "{} {}", delta, exact);
        }

        /// μ grows with the root of the number of repetitions.
        #[test]
        fn it_grows_with_the_root(truth in 0.51..0.99f64, times in 1u32..1000) {
            let response = Mechanism::RandomizedResponse(RandomizedResponse::new(truth).expect("a probability"));
            let (once, often) = (limit(response.clone(), 1.0, None), limit(response, f64::from(times), None));
            let (once, often) = (once.expect("a limit"), often.expect("a limit"));
            prop_assert!((once.mu(f64::from(times)) / often.mu(1.0) - 1.0).abs() < 1e-12);
        }
    }
}
