//! The technique on one stream: what it says, and how long it runs.

use super::Noise;
use crate::algorithm::trial;
use crate::mechanism::sparse_vector::Wait;
use crate::numeric::quadrature::GaussLegendre;

/// What is compared with what (Zhu, dissertation, Algorithm 11).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Technique {
    /// T.
    pub threshold: f64,
    /// The noise of the threshold.
    pub threshold_noise: Noise,
    /// The noise of every query.
    pub query_noise: Noise,
    /// c.
    pub answers: usize,
    /// Whether the threshold has new noise after each answer.
    pub resample: bool,
}

/// What it said of one stream.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    /// The queries that were found above the threshold, from 1.
    pub answered: Vec<usize>,
    /// How many queries were asked.
    pub asked: usize,
}

impl Technique {
    /// One run of it on a stream of `length` queries, with the noise of a trial of a seed. Threshold and queries have
    /// streams of their own.
    pub fn run(&self, query: impl Fn(usize) -> f64, length: usize, seed: u64, at: usize) -> Run {
        let mut thresholds = trial::stream(seed, "noise of the threshold", at);
        let mut queries = trial::stream(seed, "noise of the queries", at);
        let mut level = self.threshold + self.threshold_noise.draw(&mut thresholds);
        let mut answered = Vec::new();
        for place in 0..length {
            if query(place) + self.query_noise.draw(&mut queries) >= level {
                answered.push(place + 1);
                if answered.len() == self.answers {
                    return Run { answered, asked: place + 1 };
                }
                if self.resample {
                    level = self.threshold + self.threshold_noise.draw(&mut thresholds);
                }
            }
        }
        Run { answered, asked: length }
    }

    /// `P[q + ν ≥ T + ρ]` of a single query of value 0: how often it is a false positive.
    pub fn false_positive(&self) -> f64 {
        let rule = GaussLegendre::new(16);
        let reach = self.threshold_noise.reach();
        let above = |z: f64| self.threshold_noise.density(z) * self.query_noise.above(self.threshold + z);
        // The places where a density or a tail of Laplace noise has a corner.
        let mut ends = vec![-reach, 0.0, reach];
        if self.threshold < reach {
            ends.push(-self.threshold);
        }
        ends.sort_by(f64::total_cmp);
        let part = |two: &[f64]| -> f64 {
            let width = (two[1] - two[0]) / 64.0;
            (0..64)
                .map(|at| two[0] + width * at as f64)
                .map(|from| rule.integrate(from, from + width, above))
                .sum()
        };
        ends.windows(2).map(part).sum()
    }

    /// The expected number of queries of value 0 until the last answer, without a limit: `c E_z[1/p(z)]` with
    /// `p(z) = P[ν ≥ T + z]`, whether the threshold has new noise or not. Infinite where the noise of the threshold has the
    /// heavier tail. T ≥ 0.
    pub fn expected_length(&self) -> f64 {
        let (first, second, threshold) = (self.threshold_noise, self.query_noise, self.threshold);
        let one = match (first.laplace, second.laplace) {
            (false, false) => Wait::new(threshold, first.scale, second.scale).log_moment(1.0).exp(),
            (true, false) => f64::INFINITY,
            (true, true) if second.scale <= first.scale => f64::INFINITY,
            // Below −T the tail of a query is 1 − ½e^{x/λ₂}; above it ½e^{−x/λ₂}, whose inverse has a closed mean.
            (_, true) => {
                let rate = second.scale.recip();
                let growth = (threshold * rate).exp();
                let beyond = if first.laplace {
                    let own = first.scale.recip();
                    let inside = -(-threshold * (own + rate)).exp_m1() * own / (own + rate);
                    growth * (own / (own - rate) + inside)
                } else {
                    let tilt = first.scale * rate;
                    let mass = crate::numeric::normal::cdf(threshold / first.scale + tilt);
                    2.0 * growth * (0.5 * tilt * tilt).exp() * mass
                };
                let rule = GaussLegendre::new(16);
                let width = first.reach() / 64.0;
                let below = |z: f64| first.density(z) / second.above(threshold + z);
                let panels = (0..64).map(|at| -threshold - width * at as f64);
                beyond + panels.map(|to| rule.integrate(to - width, to, below)).sum::<f64>()
            }
        };
        self.answers as f64 * one
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithm::trial::{Trials, mean};
    use crate::watch::Stopped;

    fn technique(laplace: [bool; 2], scales: [f64; 2]) -> Technique {
        Technique {
            threshold: 2.0,
            threshold_noise: Noise { laplace: laplace[0], scale: scales[0] },
            query_noise: Noise { laplace: laplace[1], scale: scales[1] },
            answers: 1,
            resample: true,
        }
    }

    /// The sum of two normal noises is normal; the difference of two Laplace noises of one scale has a closed tail.
    #[test]
    fn false_positives_have_closed_forms() {
        let normal = technique([false, false], [3.0, 4.0]);
        let expected = crate::numeric::normal::cdf(-2.0 / 5.0);
        assert!((normal.false_positive() / expected - 1.0).abs() < 1e-13);
        let laplace = technique([true, true], [1.5, 1.5]);
        let u: f64 = 2.0 / 1.5;
        let expected = (-u).exp() * (2.0 + u) / 4.0;
        assert!((laplace.false_positive() / expected - 1.0).abs() < 1e-12);
    }

    /// Against simulation: the mean of 4000 runs lies within a band of 99.9 %.
    #[test]
    fn expected_lengths_are_those_of_runs() {
        for (laplace, scales) in
            [([false, false], [1.0, 3.0]), ([true, true], [0.5, 2.0]), ([false, true], [1.0, 2.0])]
        {
            let technique = technique(laplace, scales);
            let runs: Result<Vec<f64>, Stopped> =
                Trials::new(4000).run(|at| Ok(technique.run(|_| 0.0, 1_000_000, 7, at).asked as f64));
            let found = mean(&runs.unwrap(), 0.999);
            let expected = technique.expected_length();
            assert!(
                (found.mean - expected).abs() <= found.half_width.unwrap(),
                "{found:?} {expected} {laplace:?}"
            );
        }
        assert_eq!(technique([true, false], [1.0, 9.0]).expected_length(), f64::INFINITY);
        assert_eq!(technique([true, true], [1.0, 1.0]).expected_length(), f64::INFINITY);
        assert_eq!(technique([false, false], [1.0, 1.0]).expected_length(), f64::INFINITY);
    }

    #[test]
    fn a_run_is_the_same_for_the_same_seed() {
        let technique = Technique { answers: 3, ..technique([false, false], [1.0, 2.0]) };
        let run = |at| technique.run(|_| 0.0, 500, 11, at);
        assert_eq!(run(0), run(0));
        assert_ne!(run(0), run(1));
        assert_eq!(run(0).answered.len(), 3);
        assert_eq!(run(0).answered.last(), Some(&run(0).asked));
    }
}
