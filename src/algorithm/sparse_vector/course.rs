//! What is lost while a stream is asked: the technique, noise on every query, noisy screening.

use super::bound::Setting;
use super::stages::{sampled, staged};
use crate::account::{Accountant, Plan, Release};
use crate::algorithm::trial::{self, CONFIDENCE, Estimate, Trials};
use crate::guarantee::{Order, Probability, epsilon_from_orders};
use crate::mechanism::sparse_vector::Theorem;
use crate::mechanism::{Gaussian, Mechanism};
use crate::numeric::normal::{cdf, log_cdf};
use crate::sampling::Neighbours;
use crate::watch::Stopped;

/// ε at a δ of 1, 2, 3 … rounds with one answer each.
pub struct Rounds {
    curve: Vec<(Order, f64)>,
    delta: Probability,
    known: Vec<f64>,
}

impl Rounds {
    /// Of the rounds of a setting; `None` outside of the described ranges.
    pub fn new(setting: &Setting, delta: f64) -> Option<Self> {
        let once = Setting { answers: 1.0, ..*setting }.mechanism()?;
        Some(Self {
            curve: sampled(|order| once.best(order)),
            delta: Probability::clamped(delta),
            known: Vec::new(),
        })
    }

    /// The same by one theorem alone; infinite where it does not apply.
    pub fn by(theorem: Theorem, setting: &Setting, delta: f64) -> Option<Self> {
        let once = Setting { answers: 1.0, ..*setting }.mechanism()?;
        let curve = sampled(|order| once.divergence(theorem, order));
        Some(Self { curve, delta: Probability::clamped(delta), known: Vec::new() })
    }

    /// ε of any number of rounds, their Rényi curves added.
    pub fn total(&self, rounds: f64) -> f64 {
        let curve: Vec<_> = self.curve.iter().map(|&(order, value)| (order, rounds * value)).collect();
        epsilon_from_orders(&curve, self.delta).upper
    }

    /// The same, or counted in stages where that is less.
    pub fn least(&self, rounds: f64) -> f64 {
        self.total(rounds).min(staged(&self.curve, rounds, self.delta.value()))
    }

    /// ε of so many rounds.
    pub fn epsilon(&mut self, rounds: usize) -> f64 {
        while self.known.len() <= rounds {
            let count = self.known.len() as f64;
            self.known.push(if count == 0.0 { 0.0 } else { self.least(count) });
        }
        self.known[rounds]
    }
}

/// ε after each number of queries of `places`, on a stream of queries of value 0, over some runs: a round is paid for when
/// its noise is drawn, so that one more is paid than answers were given.
///
/// # Errors
/// If nobody waits any more.
pub fn course(
    setting: &Setting,
    rounds: &mut Rounds,
    places: &[usize],
    seed: u64,
    trials: Trials,
) -> Result<Vec<Estimate>, Stopped> {
    let length = places.last().copied().unwrap_or_default();
    let technique = super::Technique { answers: usize::MAX, resample: true, ..setting.technique() };
    let runs: Vec<Vec<f64>> = trials.run(|at| {
        let run = technique.run(|_| 0.0, length, seed, at);
        let paid =
            |&place: &usize| rounds.epsilon(1 + run.answered.partition_point(|answer| *answer < place));
        Ok::<_, Stopped>(places.iter().map(paid).collect())
    })?;
    let at = |place: usize| {
        let values: Vec<f64> = runs.iter().map(|run| run[place]).collect();
        trial::mean(&values, CONFIDENCE)
    };
    Ok((0..places.len()).map(at).collect())
}

/// ε at a δ of normal noise of this deviation on each of so many queries, exactly.
pub fn every_query(deviation: f64, queries: f64, delta: f64) -> Option<f64> {
    let mechanism = Mechanism::Gaussian(Gaussian::new(deviation)?);
    let plan =
        Plan::new(&[Release { label: None, count: queries, mechanism, sampling: None }], Neighbours::Replace);
    let bound = Accountant::Exact.compose(&plan).ok()?.epsilon(Probability::new(delta)?).ok()?;
    Some(bound.upper)
}

/// The Rényi divergence of whether `q + N(0, σ²) ≥ T` for a query of value 0, the worse of a neighbour one above and one
/// below and of both orders (Papernot et al. 2018, Thm 6, exactly): it depends on how far the query is from the threshold,
/// and so on the data.
pub fn screening(threshold: f64, deviation: f64, order: Order) -> f64 {
    let alpha = order.value();
    if order == Order::ONE || order == Order::INFINITE {
        return f64::INFINITY;
    }
    let logs = |query: f64| {
        let x = (query - threshold) / deviation;
        (log_cdf(x), log_cdf(-x), cdf(x))
    };
    let divergence = |p: (f64, f64, f64), q: (f64, f64, f64)| {
        let excess = q.2 * (alpha * (p.0 - q.0)).exp_m1() + (1.0 - q.2) * (alpha * (p.1 - q.1)).exp_m1();
        excess.ln_1p() / (alpha - 1.0)
    };
    let here = logs(0.0);
    [1.0, -1.0]
        .into_iter()
        .map(logs)
        .map(|there| divergence(here, there).max(divergence(there, here)))
        .fold(0.0, f64::max)
}

/// ε at a δ of noisy screening of so many queries of value 0. Must not be published with real queries.
pub fn screened(threshold: f64, deviation: f64, queries: &[f64], delta: f64) -> Vec<f64> {
    let curve = sampled(|order| screening(threshold, deviation, order));
    let of = |&count: &f64| {
        let curve: Vec<_> = curve.iter().map(|&(order, value)| (order, count * value)).collect();
        epsilon_from_orders(&curve, Probability::clamped(delta)).upper
    };
    queries.iter().map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithm::sparse_vector::Noise;

    fn setting() -> Setting {
        Setting {
            threshold_noise: Noise::normal(210.0),
            query_noise: Noise::normal(420.0),
            threshold: 1000.0,
            answers: 1.0,
            length: None,
            resample: true,
            non_negative: true,
        }
    }

    /// Screening loses less than the normal noise that it looks at, and nothing far from the threshold.
    #[test]
    fn screening_loses_less_than_its_noise() {
        for threshold in [0.0, 30.0, 300.0, 3000.0] {
            for alpha in [1.5, 10.0, 200.0] {
                let order = Order::new(alpha).unwrap();
                let found = screening(threshold, 60.0, order);
                assert!(
                    found >= 0.0 && found <= alpha / 7200.0 * (1.0 + 1e-9),
                    "{threshold} {alpha}: {found}"
                );
            }
        }
        assert!(screening(3000.0, 60.0, Order::new(10.0).unwrap()) < 1e-100);
    }

    /// Rounds cost more and more, one at least; a longer stream never costs less in any run.
    #[test]
    fn a_course_rises() {
        let setting = setting();
        let mut rounds = Rounds::new(&setting, 1e-6).unwrap();
        assert!(rounds.epsilon(0) == 0.0 && rounds.epsilon(2) > rounds.epsilon(1));
        let found = course(&setting, &mut rounds, &[1, 10, 100, 1000], 3, Trials::new(20)).unwrap();
        assert_eq!(found[0].mean, rounds.epsilon(1));
        assert!(found.windows(2).all(|two| two[0].mean <= two[1].mean));
    }
}
