//! The best of a random number of private runs (Papernot and Steinke 2022).

use super::Unavailable;
use crate::guarantee::{Order, Probability, delta_from_orders, epsilon_from_orders};
use crate::numeric::Scale;
use crate::numeric::root::{Bracket, solve};

/// How many runs there are: a random number that does not depend on the data. Each run draws its candidate
/// independently, and the best result is published; without a run a fixed answer is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Repeats {
    /// Poisson with this mean.
    Poisson {
        /// μ ≥ 1: of fewer runs nothing is bounded here.
        mean: f64,
    },
    /// `Pr[K = k] ∝ (1−γ)^k ∏_{l<k} (l+η)/(l+1)`, k ≥ 1; geometric for η = 1, logarithmic for η = 0.
    NegativeBinomial {
        /// η > −1.
        shape: f64,
        /// γ, strictly between 0 and 1.
        stop: f64,
    },
}

impl Repeats {
    /// `E[K]`.
    pub fn mean(&self) -> f64 {
        match *self {
            Self::Poisson { mean } => mean,
            Self::NegativeBinomial { shape, stop } => {
                let ln_stop = stop.ln();
                // (1/γ − 1) · η/(1 − γ^η), whose limit at η = 0 is (1/γ − 1)/ln(1/γ).
                let factor =
                    if shape == 0.0 { -ln_stop.recip() } else { -shape / (shape * ln_stop).exp_m1() };
                (stop.recip() - 1.0) * factor
            }
        }
    }

    /// The logarithm of `Pr[K = k]`.
    pub fn log_mass(&self, k: u32) -> f64 {
        let count = f64::from(k);
        match *self {
            Self::Poisson { mean } => count * mean.ln() - mean - libm::lgamma(count + 1.0),
            Self::NegativeBinomial { .. } if k == 0 => f64::NEG_INFINITY,
            Self::NegativeBinomial { shape: 0.0, stop } => {
                count * (-stop).ln_1p() - count.ln() - (-stop.ln()).ln()
            }
            Self::NegativeBinomial { shape, stop } => {
                let product: f64 = (1..k).map(|l| ((f64::from(l) + shape) / (f64::from(l) + 1.0)).ln()).sum();
                // (η)/(γ^{−η} − 1) is positive for either sign of η.
                let first = (shape / (-shape * stop.ln()).exp_m1()).ln();
                count * (-stop).ln_1p() + product + first
            }
        }
    }

    /// The divergence of the best of the runs at each order, from the divergences of one run there.
    ///
    /// For Poisson `D'_α = D_α + μδ̂ + ln μ/(α−1)` with δ̂ of one run at `ε̂ = ln(1 + 1/(α−1))`; otherwise
    /// `D'_α = D_α + (1+η) min_a ((1 − 1/a) D_a + ln(1/γ)/a) + ln E[K]/(α−1)`. Since divergences grow with the
    /// order, each is at most any larger one.
    pub fn divergences(&self, one: &[(Order, f64)]) -> Vec<(Order, f64)> {
        let mut best = self.order_by_order(one);
        let mut least = f64::INFINITY;
        for (_, divergence) in best.iter_mut().rev() {
            least = least.min(*divergence);
            *divergence = least;
        }
        best
    }

    /// The theorem at each order by itself.
    ///
    /// For a Poisson mean below 1 `ln μ` is negative, while the fixed answer without a run has the same mass `e^{−μ}`
    /// on either side and hides nothing of what runs tell: the sum falls below the divergence, and is not given.
    pub fn order_by_order(&self, one: &[(Order, f64)]) -> Vec<(Order, f64)> {
        if matches!(*self, Self::Poisson { mean } if mean.is_nan() || mean < 1.0) {
            return one.iter().map(|&(order, _)| (order, f64::INFINITY)).collect();
        }
        let mean = self.mean().ln();
        let shared = match *self {
            Self::Poisson { .. } => 0.0,
            Self::NegativeBinomial { shape, stop } => {
                let each = one.iter().map(|(order, divergence)| {
                    (1.0 - order.value().recip()) * divergence - stop.ln() / order.value()
                });
                (1.0 + shape) * each.fold(f64::INFINITY, f64::min)
            }
        };
        one.iter()
            .map(|&(order, divergence)| {
                let excess = order.value() - 1.0;
                let failing = match *self {
                    Self::Poisson { mean } => mean * delta_from_orders(one, excess.recip().ln_1p()).upper,
                    Self::NegativeBinomial { .. } => shared,
                };
                let sum = divergence + failing + mean / excess;
                (order, (sum + 1e-14 * (divergence.abs() + failing + (mean / excess).abs())).max(0.0))
            })
            .collect()
    }
}

/// The mean of a Poisson number that exceeds `count` with probability `chance`.
pub fn poisson_mean(count: u32, chance: f64) -> Result<f64, Unavailable> {
    let at_most = |mean: f64| -> f64 {
        let repeats = Repeats::Poisson { mean };
        (0..=count).map(|k| repeats.log_mass(k).exp()).sum()
    };
    let bracket = Bracket { low: 1e-9, high: 20.0 + 20.0 * f64::from(count) };
    let root = solve(bracket, Scale::Linear, |mean| at_most(mean) - (1.0 - chance));
    root.map(|bracket| 0.5 * (bracket.low + bracket.high)).map_err(|_| Unavailable::NoClosedForm)
}

/// ε at δ of one run and of the best of the runs, each with the order that gives it.
pub fn epsilons(repeats: &Repeats, one: &[(Order, f64)], delta: Probability) -> [(f64, Order); 2] {
    let tuned = repeats.divergences(one);
    [one, &tuned].map(|curve| {
        let bound = epsilon_from_orders(curve, delta);
        (bound.upper, bound.order)
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use statrs::distribution::Discrete;

    use super::*;

    fn any_repeats() -> impl Strategy<Value = Repeats> {
        prop_oneof![
            (1.0..40.0f64).prop_map(|mean| Repeats::Poisson { mean }),
            (-0.9..3.0f64, 0.01..0.9f64).prop_map(|(shape, stop)| Repeats::NegativeBinomial { shape, stop }),
            (0.01..0.9f64).prop_map(|stop| Repeats::NegativeBinomial { shape: 0.0, stop }),
        ]
    }

    fn orders(rho: f64) -> Vec<(Order, f64)> {
        (2..=256).map(|order| (Order::above_one(f64::from(order) - 1.0), rho * f64::from(order))).collect()
    }

    proptest! {
        /// All probabilities add up to 1, and their mean is the closed one.
        #[test]
        fn the_law_is_complete(repeats in any_repeats()) {
            let masses: Vec<f64> = (0..4000).map(|k| repeats.log_mass(k).exp()).collect();
            let mean: f64 = masses.iter().enumerate().map(|(k, mass)| k as f64 * mass).sum();
            prop_assert!((masses.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{repeats:?}");
            prop_assert!((mean / repeats.mean() - 1.0).abs() < 1e-7, "{repeats:?} {mean}");
        }

        /// The best of several runs never costs less than one run where more than one is expected.
        #[test]
        fn tuning_is_never_free(repeats in any_repeats(), exponent in -4.0..-1.0f64) {
            prop_assume!(repeats.mean() > 1.0);
            let [one, best] = epsilons(&repeats, &orders(10f64.powf(exponent)), Probability::clamped(1e-5));
            prop_assert!(best.0 >= one.0, "{one:?} {best:?}");
        }
    }

    /// The masses by another library: Poisson, and for η > 0 the negative binomial given that there is a run.
    #[test]
    fn the_law_is_that_of_statistics() {
        for mean in [1.0, 4.5, 15.4, 300.0] {
            let law = statrs::distribution::Poisson::new(mean).unwrap();
            for k in 0..40 {
                let found = Repeats::Poisson { mean }.log_mass(k);
                assert!((found - law.ln_pmf(u64::from(k))).abs() < 1e-11 * (1.0 + found.abs()), "{mean} {k}");
            }
        }
        for (shape, stop) in [(0.5, 0.1), (1.0, 0.01), (2.5, 0.7)] {
            let law = statrs::distribution::NegativeBinomial::new(shape, stop).unwrap();
            let some = (-law.pmf(0)).ln_1p();
            for k in 1..40 {
                let found = Repeats::NegativeBinomial { shape, stop }.log_mass(k);
                assert!((found - law.ln_pmf(u64::from(k)) + some).abs() < 1e-11, "{shape} {stop} {k}");
            }
        }
    }

    /// By brute force: one run answers 0 or 1, the right one with probability p, and 1 is the better. The best of K
    /// runs is 1 unless all are 0, and a fixed third answer without any; its divergence is a sum of three terms. With
    /// a mean of one run or more the theorem is above it, in either direction; below one it is not, and says nothing.
    #[test]
    fn the_theorem_is_above_the_best_of_all_runs() {
        for p in [0.55f64, 2.0 / 3.0, 0.9, 0.99] {
            let divergence = |order: f64, [a, b]: [&[f64]; 2]| {
                let sum: f64 = a.iter().zip(b).map(|(a, b)| a.powf(order) * b.powf(1.0 - order)).sum();
                sum.ln() / (order - 1.0)
            };
            let single = [1.0 - p, p];
            let swapped = [p, 1.0 - p];
            let one: Vec<(Order, f64)> = (2..=256)
                .map(|order| {
                    let order = f64::from(order);
                    (Order::above_one(order - 1.0), divergence(order, [&single, &swapped]))
                })
                .collect();
            for mean in [0.01f64, 0.5, 0.999, 1.0, 1.5, 4.0, 15.4] {
                let best = |zero: f64| {
                    let none = (-mean).exp();
                    let zeros = (mean * (zero - 1.0)).exp() - none;
                    [none, zeros, 1.0 - none - zeros]
                };
                let (here, there) = (best(1.0 - p), best(p));
                let repeats = Repeats::Poisson { mean };
                for (order, bound) in repeats.divergences(&one).into_iter().take(30) {
                    for pair in [[&here, &there], [&there, &here]] {
                        let truth = divergence(order.value(), pair.map(|masses| &masses[..]));
                        assert!(bound >= truth, "{p} {mean} {}: {bound} below {truth}", order.value());
                    }
                    assert_eq!(bound.is_infinite(), mean < 1.0);
                }
            }
        }
    }

    /// One run on average, never failing, costs nothing.
    #[test]
    fn one_run_is_one_run() {
        let one = orders(1e-9);
        let tuned = Repeats::Poisson { mean: 1.0 }.divergences(&one);
        let within = |(a, b): (&(Order, f64), &(Order, f64))| (a.1 - b.1).abs() < 1e-9;
        // Small orders, where a run that fails is one in 1e20.
        assert!(one.iter().zip(&tuned).take(5).all(within));
    }

    /// Row H03 of the reference table, order 16: a larger order says more.
    #[test]
    fn a_larger_order_may_say_more() {
        let repeats = Repeats::Poisson { mean: poisson_mean(10, 0.9).unwrap() };
        let one = orders(1e-3);
        let (raw, repaired) = (repeats.order_by_order(&one)[14].1, repeats.divergences(&one)[14].1);
        assert!((raw / 0.252_194_483_287_727_26 - 1.0).abs() < 1e-10 && repaired < raw);
    }

    #[test]
    fn the_mean_of_the_published_experiment() {
        assert!((poisson_mean(10, 0.9).unwrap() / 15.406_641_171_976_517 - 1.0).abs() < 1e-12);
        assert!((poisson_mean(5, 0.9).unwrap() / 9.274_673_893_351_622 - 1.0).abs() < 1e-12);
    }
}
