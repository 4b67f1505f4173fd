//! The noise of many noisy steps on random batches, for a promise.

use super::tuning::Repeats;
use super::{Plan, Release, moments};
use crate::guarantee::{Order, Probability, epsilon_from_orders};
use crate::mechanism::{Gaussian, Mechanism};
use crate::numeric::root::{Bracket, Stop, bisect, try_bisect};
use crate::sampling::renyi::{Sampled, WholeOrder};
use crate::sampling::{Neighbours, Sampling};

/// Whole orders from 2 to this one.
const LARGEST: u64 = 256;

/// Where the noise is searched for, in logarithm: from 0.02 to 5e6.
const LOG_NOISE: Bracket = Bracket { low: -4.0, high: 15.5 };

/// Halvings of the search: to a relative 1e-12.
const HALVINGS: Stop = Stop::after(44);

/// How much more than its first term a divergence is once it has turned.
const MORE: f64 = 2.0;

/// Halvings of the step between two orders.
const TURN: Stop = Stop::after(40);

/// Noisy steps on Poisson batches.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NoisySteps {
    /// q, the probability with which a person takes part in a step.
    pub rate: f64,
    /// T.
    pub count: f64,
}

impl NoisySteps {
    /// `T·D_α` of a step with noise z times the norm of a gradient, at whole orders: for normal noise on a Poisson
    /// sample the sum over the binomial (Mironov, Talwar and Zhang 2019) is exact when a person is removed, and an
    /// upper bound when one is added.
    pub fn divergences(&self, noise: f64) -> Vec<(Order, f64)> {
        let base = |order: Order| 0.5 * order.value() / (noise * noise);
        let sampled = Sampled::new(base, Probability::clamped(self.rate));
        let orders = (2..=LARGEST).filter_map(WholeOrder::new);
        orders
            .map(|order| (order.into(), self.count * sampled.tight(order) * (1.0 + 4.0 * f64::EPSILON)))
            .collect()
    }

    /// The same at any order by the accountant, when a person is removed, the worse direction.
    pub fn removed(&self, noise: Gaussian, order: Order) -> Option<f64> {
        let release = Release {
            label: None,
            count: self.count,
            mechanism: Mechanism::Gaussian(noise),
            sampling: Some(Sampling::Poisson { rate: self.rate }),
        };
        let plan = Plan::new(&[release], Neighbours::Remove);
        moments::compose(&plan).ok()?.renyi(order).ok()
    }

    /// The first order, between two of those given with their divergences, and the divergence there, at which the steps
    /// cost twice the first term of their divergence, `T q² (e^{s²} − 1) α/2` with s = 1/z: the curve of a sampled normal
    /// release follows that term and then leaps towards the one without sampling (Redberg, Koskela and Wang 2023,
    /// figure 5). It does so near `1 + 2z² log(1/q)`, where the term of a person drawn every time,
    /// `q^α e^{α(α−1)s²/2}`, reaches 1. Nothing if it turns outside of these orders.
    pub fn turn(
        &self,
        noise: Gaussian,
        signal: f64,
        orders: &[f64],
        divergences: &[f64],
    ) -> Option<(f64, f64)> {
        let first = 0.5 * self.count * self.rate * self.rate * (signal * signal).exp_m1();
        let turned = |order: f64, divergence: f64| divergence > MORE * first * order;
        let mut both = orders.iter().zip(divergences);
        let after = both.position(|(&order, &divergence)| turned(order, divergence))?;
        let between = Bracket { low: orders[after.checked_sub(1)?], high: orders[after] };
        let mut divergence = divergences[after];
        let found = try_bisect(between, TURN, |order| {
            let here = Order::new(order).and_then(|order| self.removed(noise, order)).ok_or(())?;
            let has_turned = turned(order, here);
            if has_turned {
                divergence = here;
            }
            Ok::<_, ()>(has_turned)
        });
        let order = found.ok()?.high;
        divergence.is_finite().then_some((order, divergence))
    }

    /// ε at δ; of the best of several runs where they are given.
    pub fn epsilon(&self, noise: f64, delta: Probability, repeats: Option<&Repeats>) -> f64 {
        let one = self.divergences(noise);
        let curve = repeats.map_or_else(|| one.clone(), |repeats| repeats.divergences(&one));
        epsilon_from_orders(&curve, delta).upper
    }

    /// The smallest noise within (ε, δ), never too small; `None` where none is.
    pub fn noise(&self, epsilon: f64, delta: Probability, repeats: Option<&Repeats>) -> Option<f64> {
        let within = |log: f64| self.epsilon(log.exp(), delta, repeats) <= epsilon;
        within(LOG_NOISE.high).then(|| bisect(LOG_NOISE, HALVINGS, within).high.exp())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::account::tuning::poisson_mean;

    const STEPS: NoisySteps = NoisySteps { rate: 256.0 / 8000.0, count: 1920.0 };

    /// Rows H09, H10 and H11 of the reference table: one run and the best of a Poisson number of runs.
    #[test]
    fn reference_values_are_met() {
        let repeats = Repeats::Poisson { mean: poisson_mean(10, 0.9).unwrap() };
        let delta = Probability::clamped(1e-5);
        for (noise, one, best) in [
            (2.0, 3.494_357_374_775_946, 9.661_151_971_312_383),
            (5.0, 1.171_817_008_105_889_3, 3.464_116_336_541_78),
            (20.0, 0.256_497_411_861_581_4, 0.791_339_822_102_656_5),
        ] {
            let found = [None, Some(&repeats)].map(|repeats| STEPS.epsilon(noise, delta, repeats));
            assert!((found[0] / one - 1.0).abs() < 1e-9 && (found[1] / best - 1.0).abs() < 1e-9, "{found:?}");
            assert!(found[0] >= one * (1.0 - 1e-15) && found[1] >= best * (1.0 - 1e-15));
        }
    }

    /// What is found keeps the promise, and barely.
    #[test]
    fn the_noise_keeps_the_promise() {
        let repeats = Repeats::Poisson { mean: 15.4 };
        let delta = Probability::clamped(1e-5);
        for repeats in [None, Some(&repeats)] {
            for epsilon in [0.1, 1.0, 8.0] {
                let noise = STEPS.noise(epsilon, delta, repeats).expect("a noise");
                let met = STEPS.epsilon(noise, delta, repeats);
                assert!(met <= epsilon && met > 0.999 * epsilon, "{noise} {met}");
            }
        }
    }
}
