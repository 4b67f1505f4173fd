//! Where the technique stops.

use super::Technique;
use crate::numeric::quadrature::GaussLegendre;
use crate::watch::{self, Stopped};

/// Panels of one part of the integral over the noise of the threshold: the second count checks the first.
const PANELS: [usize; 2] = [24, 48];

/// Below this a product of chances would lose its digits.
const LEAST: f64 = 1e-280;

/// The logarithm of a chance that changes no other number.
const NEVER: f64 = -80.0;

/// The probability of every stopping place.
#[derive(Debug, Clone, PartialEq)]
pub struct Stops {
    /// That the last answer is to query i + 1.
    pub at: Vec<f64>,
    /// That there are fewer answers to all queries.
    pub unfinished: f64,
    /// The expected number of queries that are asked.
    pub mean: f64,
    /// The expected number of answers.
    pub answers: f64,
    /// How far any of these probabilities may be off: what twice as many nodes change, and what the tails of the noise hold.
    pub error: f64,
}

/// What is summed for each value of the noise.
struct Law {
    /// The probability of stopping at each place.
    stop: Vec<f64>,
    /// The expected number of answers.
    answers: f64,
}

impl Technique {
    /// The law of where it stops on a stream of these queries, by quadrature over the noise of the threshold: given that,
    /// answers are independent.
    ///
    /// With new noise after each answer the place of an answer depends on the place of the one before; a stream of equal
    /// queries needs the first answer alone, which repeats.
    ///
    /// # Errors
    /// If nobody waits any more.
    pub fn stops(&self, queries: &[f64]) -> Result<Stops, Stopped> {
        let coarse = self.law(queries, PANELS[0])?;
        let fine = self.law(queries, PANELS[1])?;
        let change = coarse.stop.iter().zip(&fine.stop).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        // The tails that are left out, the roundings of a sum of products, and those of products along the stream.
        let along = fine.stop.iter().enumerate().map(|(at, chance)| at as f64 * chance).fold(0.0, f64::max);
        let error = change + 1e-14 * self.answers as f64 + 1e-15 * along;
        let mut left = 1.0;
        let mut mean = 0.0;
        for chance in &fine.stop {
            mean += left;
            left -= chance;
        }
        let unfinished = (1.0 - fine.stop.iter().sum::<f64>()).max(0.0);
        Ok(Stops { at: fine.stop, unfinished, mean, answers: fine.answers, error })
    }

    fn law(&self, queries: &[f64], panels: usize) -> Result<Law, Stopped> {
        let nodes = self.nodes(queries, panels);
        let equal = queries.windows(2).all(|two| two[0] == two[1]);
        match (self.resample, equal) {
            (false, false) => self.one_noise(queries, &nodes),
            (false, true) => self.one_noise_equal(queries, &nodes),
            (true, true) => self.repeated(queries, &nodes),
            (true, false) => self.renewed(queries, &nodes),
        }
    }

    /// Values of the noise of the threshold with their weights; panels end where a density or a tail has a corner.
    fn nodes(&self, queries: &[f64], panels: usize) -> Vec<(f64, f64)> {
        let noise = self.threshold_noise;
        let reach = noise.reach();
        let mut ends = vec![-reach, 0.0, reach];
        if self.query_noise.laplace {
            ends.extend(queries.iter().map(|query| query - self.threshold).filter(|end| end.abs() < reach));
        }
        ends.sort_by(f64::total_cmp);
        ends.dedup();
        let rule = GaussLegendre::new(16);
        // As fine as the noise of a query asks for, within what can be afforded; the error says what that leaves.
        let longest = (2.0 * reach).min(12.0 * self.query_noise.scale).max(0.1 * reach) / panels as f64;
        let mut nodes = Vec::new();
        for two in ends.windows(2) {
            let parts = ((two[1] - two[0]) / longest).ceil().max(1.0);
            let half = 0.5 * (two[1] - two[0]) / parts;
            for at in 0..parts as usize {
                let middle = two[0] + half * (2 * at + 1) as f64;
                for (node, weight) in rule.nodes().iter().zip(rule.weights()) {
                    let z = middle + half * node;
                    nodes.push((z, half * weight * noise.density(z)));
                }
            }
        }
        nodes
    }

    /// Given the noise, `P[stop at i]` is the chance of c − 1 answers before and one at i.
    fn one_noise(&self, queries: &[f64], nodes: &[(f64, f64)]) -> Result<Law, Stopped> {
        let mut law = Law { stop: vec![0.0; queries.len()], answers: 0.0 };
        for (at, &node) in nodes.iter().enumerate() {
            if at % 64 == 0 {
                watch::go_on()?;
            }
            self.follow(queries, node, &mut law);
        }
        Ok(law)
    }

    /// Adds what one value of the noise says, query by query.
    fn follow(&self, queries: &[f64], (z, weight): (f64, f64), law: &mut Law) {
        // By how many answers were given so far.
        let mut given = vec![0.0; self.answers];
        given[0] = weight;
        let mut last = (f64::NAN, 0.0);
        for (query, stop) in queries.iter().zip(&mut law.stop) {
            if *query != last.0 {
                last = (*query, self.query_noise.above(self.threshold + z - query));
            }
            let above = last.1;
            let mut coming = 0.0;
            for chance in &mut given {
                let leaving = *chance * above;
                *chance += coming - leaving;
                law.answers += leaving;
                coming = leaving;
            }
            *stop += coming;
        }
    }

    /// Of equal queries `P[stop at i] = C(i−1, c−1) p^c (1−p)^{i−c}`, each from the one before: c times less work. Every query
    /// that is asked is answered with probability p, so that `E[answers] = p E[asked]`.
    fn one_noise_equal(&self, queries: &[f64], nodes: &[(f64, f64)]) -> Result<Law, Stopped> {
        let (length, answers) = (queries.len(), self.answers);
        let query = queries.first().copied().unwrap_or(0.0);
        let growth: Vec<f64> = (answers..length).map(|at| at as f64 / (at + 1 - answers) as f64).collect();
        let mut law = Law { stop: vec![0.0; length], answers: 0.0 };
        for (at, &(z, weight)) in nodes.iter().enumerate() {
            if at % 64 == 0 {
                watch::go_on()?;
            }
            let above = self.query_noise.above(self.threshold + z - query);
            let mut chance = weight * above.powi(answers as i32);
            if length < answers || chance < LEAST {
                // The first place is too rare for a number, though later ones need not be: c answers to k queries come with
                // probability (ekp/c)^c at most.
                let count = answers as f64;
                if count * (1.0 + (length as f64 * above / count).ln()) < NEVER {
                    law.answers += weight * above * length as f64;
                } else {
                    self.follow(queries, (z, weight), &mut law);
                }
                continue;
            }
            // The first c queries are asked in any case.
            let mut asked = weight * answers as f64;
            let mut left = weight - chance;
            let (first, later) = law.stop.split_at_mut(answers);
            if let Some(stop) = first.last_mut() {
                *stop += chance;
            }
            for (stop, growth) in later.iter_mut().zip(&growth) {
                asked += left;
                chance *= growth * (1.0 - above);
                left -= chance;
                *stop += chance;
            }
            law.answers += above * asked;
        }
        Ok(law)
    }

    /// Equal queries, new noise: the places of answers are sums of independent first places.
    fn repeated(&self, queries: &[f64], nodes: &[(f64, f64)]) -> Result<Law, Stopped> {
        let single = Technique { answers: 1, ..*self };
        let first = single.one_noise_equal(queries, nodes)?.stop;
        let mut law = Law { stop: first.clone(), answers: first.iter().sum() };
        for _ in 1..self.answers {
            watch::go_on()?;
            let mut next = vec![0.0; first.len()];
            for (at, chance) in law.stop.iter().enumerate() {
                let rest = first.len() - at - 1;
                for (to, step) in next[at + 1..].iter_mut().zip(&first[..rest]) {
                    *to += chance * step;
                }
            }
            law.answers += next.iter().sum::<f64>();
            law.stop = next;
        }
        Ok(law)
    }

    /// Any queries, new noise: from each place, the next one.
    fn renewed(&self, queries: &[f64], nodes: &[(f64, f64)]) -> Result<Law, Stopped> {
        let length = queries.len();
        let single = Technique { answers: 1, ..*self };
        let next: Vec<Vec<f64>> = (0..length)
            .map(|from| Ok(single.one_noise(&queries[from..], nodes)?.stop))
            .collect::<Result<_, Stopped>>()?;
        let mut law = Law { stop: next[0].clone(), answers: next[0].iter().sum() };
        for _ in 1..self.answers {
            let mut places = vec![0.0; length];
            for (at, chance) in law.stop.iter().enumerate().take(length - 1) {
                for (to, step) in places[at + 1..].iter_mut().zip(&next[at + 1]) {
                    *to += chance * step;
                }
            }
            law.answers += places.iter().sum::<f64>();
            law.stop = places;
        }
        Ok(law)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithm::sparse_vector::Noise;
    use crate::algorithm::trial::chance;
    use proptest::prelude::*;

    fn technique(laplace: [bool; 2], answers: usize, resample: bool) -> Technique {
        Technique {
            threshold: 2.0,
            threshold_noise: Noise { laplace: laplace[0], scale: 1.0 },
            query_noise: Noise { laplace: laplace[1], scale: 2.0 },
            answers,
            resample,
        }
    }

    /// Against 20 000 runs: every stopping place within Clopper and Pearson's interval of 99.99 %, of equal and of other
    /// queries, all kinds of noise, one noise and new noise.
    #[test]
    fn the_law_is_that_of_runs() {
        let mixed = [0.0, 3.0, -1.0, 2.0, 2.0, 0.5, 4.0, 1.0];
        for (laplace, answers, resample, queries) in [
            ([false, false], 1, false, &[0.0; 8][..]),
            ([false, false], 3, false, &mixed),
            ([true, true], 2, true, &mixed),
            ([true, true], 2, true, &[0.0; 8]),
            ([false, true], 3, true, &mixed),
            ([true, false], 2, false, &mixed),
        ] {
            let technique = technique(laplace, answers, resample);
            let law = technique.stops(queries).unwrap();
            assert!(law.error < 1e-9, "{}", law.error);
            let mut counts = vec![0.0; queries.len()];
            let (mut said, mut asked) = (0.0, 0.0);
            const RUNS: usize = 20_000;
            for at in 0..RUNS {
                let run = technique.run(|place| queries[place], queries.len(), 5, at);
                if run.answered.len() == answers {
                    counts[run.asked - 1] += 1.0;
                }
                said += run.answered.len() as f64;
                asked += run.asked as f64;
            }
            for (place, count) in counts.iter().enumerate() {
                let band = chance(*count, RUNS, 0.9999);
                let exact = law.at[place];
                assert!(band.lower <= exact && exact <= band.upper, "{laplace:?} {place}: {exact} {band:?}");
            }
            assert!((said / RUNS as f64 - law.answers).abs() < 0.05, "{said} {}", law.answers);
            assert!((asked / RUNS as f64 - law.mean).abs() < 0.1, "{asked} {}", law.mean);
        }
    }

    /// Equal queries have a law in closed form: the same as query by query, also where the first place is too rare for a
    /// number, and where there are fewer queries than answers.
    #[test]
    fn equal_queries_are_followed_in_closed_form() {
        for (laplace, answers, length, threshold) in [
            ([false, false], 1, 40, 2.0),
            ([false, false], 20, 400, 4.0),
            ([true, true], 90, 300, 9.0),
            ([false, false], 120, 400, 5.0),
            ([false, true], 7, 5, 2.0),
        ] {
            let technique = Technique { threshold, ..technique(laplace, answers, false) };
            let queries = vec![0.0; length];
            let nodes = technique.nodes(&queries, 24);
            let (long, short) = (
                technique.one_noise(&queries, &nodes).unwrap(),
                technique.one_noise_equal(&queries, &nodes).unwrap(),
            );
            for (one, other) in long.stop.iter().zip(&short.stop) {
                assert!((one - other).abs() < 1e-14, "{answers}: {one} {other}");
            }
            assert!((long.answers / short.answers - 1.0).abs() < 1e-11, "{} {}", long.answers, short.answers);
        }
    }

    /// Without noise to speak of on the threshold the stop is that of a coin.
    #[test]
    fn a_still_threshold_is_a_coin() {
        let still = Technique { threshold_noise: Noise::normal(1e-6), ..technique([false, false], 2, false) };
        let chance = still.query_noise.above(2.0);
        let law = still.stops(&[0.0; 30]).unwrap();
        for (at, found) in law.at.iter().enumerate() {
            let expected = at as f64 * chance.powi(2) * (1.0 - chance).powi(at as i32 - 1);
            assert!((found - expected).abs() < 1e-6, "{at}: {found} {expected}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        /// A law: parts of one, a mean within the length; a longer stream goes on as the shorter; more answers stop later.
        #[test]
        fn the_law_adds_up(
            threshold in 0.0..6.0f64, scale in 0.3..3.0f64, answers in 1..4usize, resample in any::<bool>(),
            laplace in prop::array::uniform2(any::<bool>()),
        ) {
            let one = Technique {
                threshold,
                threshold_noise: Noise { laplace: laplace[0], scale },
                ..technique(laplace, answers, resample)
            };
            let (short, long) = (one.stops(&[0.0; 20]).unwrap(), one.stops(&[0.0; 40]).unwrap());
            let total: f64 = long.at.iter().sum::<f64>() + long.unfinished;
            prop_assert!((total - 1.0).abs() < 1e-9);
            prop_assert!(short.at.iter().zip(&long.at).all(|(a, b)| (a - b).abs() < 1e-12));
            prop_assert!(short.unfinished >= long.unfinished && (1.0..=40.0).contains(&long.mean));
            let more = Technique { answers: answers + 1, ..one }.stops(&[0.0; 40]).unwrap();
            prop_assert!(more.unfinished >= long.unfinished - 1e-12 && more.mean >= long.mean - 1e-9);
        }
    }
}
