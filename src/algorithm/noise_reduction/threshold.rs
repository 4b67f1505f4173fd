//! A private test of when to stop: InteractiveAboveThreshold (Algorithm 2), with the exact law of where it stops.
//!
//! The threshold has Laplace noise of scale `b = 2Δ/ε_A`, every query fresh noise of `2b`; the first query whose noisy value
//! reaches the noisy threshold stops it. The queries may be chosen with what was released before: with levels of noise
//! reduction, stopping at t costs `ε_A + ε_t` after the fact (Lemma 2.8).

use crate::numeric::quadrature::GaussLegendre;
use crate::numeric::random::Random;
use crate::watch::{self, Stopped};

use super::path::{laplace, open_uniform};

/// Half the range of the noise of the threshold that is integrated over, in scales: `e^{−60}` lies beyond.
const REACH: f64 = 60.0;
/// The longest panel, in scales.
const PANEL: f64 = 2.0;
/// Kinks closer than this, in scales, are one: the second derivative leaps there, so that one passed over costs less than
/// its cube.
const APART: f64 = 1e-4;
/// A chance below this, that no query has passed yet at one place of the threshold's noise, is 0: no law that is shown
/// is as small.
const NOTHING: f64 = 1e-80;
/// Nodes of a panel.
const NODES: usize = 16;

/// The test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AboveThreshold {
    /// ε_A, what all tests together cost.
    pub epsilon: f64,
    /// W.
    pub threshold: f64,
    /// Δ, by how much one person can change a query.
    pub sensitivity: f64,
}

/// Where a test stops.
#[derive(Debug, Clone, PartialEq)]
pub struct StopLaw {
    /// The chance of each query to be the first that passes.
    pub stops: Vec<f64>,
    /// The chance that none does, integrated by itself: as 1 minus the others it would have no digits where it is small.
    pub none: f64,
}

/// One run of the test.
#[derive(Debug, Clone, PartialEq)]
pub struct TestRun {
    /// The noisy threshold.
    pub threshold: f64,
    /// The noisy value of each query that was tested.
    pub values: Vec<f64>,
    /// Which query passed, from 0; `None` if none did.
    pub stop: Option<usize>,
}

/// `F(x)` and `1 − F(x)` of Laplace noise, both with their own digits.
pub fn laplace_tails(x: f64, scale: f64) -> (f64, f64) {
    let tail = 0.5 * libm::exp(-x.abs() / scale);
    if x < 0.0 { (tail, 1.0 - tail) } else { (1.0 - tail, tail) }
}

impl AboveThreshold {
    /// The scale b of the noise of the threshold; that of a query is 2b.
    pub fn scale(&self) -> f64 {
        2.0 * self.sensitivity / self.epsilon
    }

    /// `P[stop = t] = ∫ Lap_b(w) Π_{s<t} F(W + w − f_s) · S(W + w − f_t) dw`, by Gauss–Legendre rules between all kinks.
    ///
    /// # Errors
    /// If nobody waits any more.
    pub fn law(&self, queries: &[f64]) -> Result<StopLaw, Stopped> {
        let b = self.scale();
        // In units of b: place of the kinks of F, which are those of the threshold's noise that equal f − W.
        let gaps: Vec<f64> = queries.iter().map(|query| (query - self.threshold) / b).collect();
        let cuts = cuts(&gaps);
        // e^{−|w − gap|/2} is a product of two of these, of which none that is used overflows: |w| is at most 60.
        let powers = |gap: f64| (gap, libm::exp(0.5 * gap), libm::exp(-0.5 * gap));
        let gaps: Vec<(f64, f64, f64)> = gaps.into_iter().map(powers).collect();
        let rule = GaussLegendre::new(NODES);
        let mut stops = vec![0.0; queries.len()];
        let mut none = 0.0;
        for (at, ends) in cuts.windows(2).enumerate() {
            watch::piece(at, cuts.len() - 1)?;
            let (middle, half) = (0.5 * (ends[0] + ends[1]), 0.5 * (ends[1] - ends[0]));
            for (node, weight) in rule.nodes().iter().zip(rule.weights()) {
                let w = middle + half * node;
                let mut left = half * weight * 0.5 * libm::exp(-w.abs());
                let (below, above) = (libm::exp(0.5 * w), libm::exp(-0.5 * w));
                for (stop, &(gap, up, down)) in stops.iter_mut().zip(&gaps) {
                    let tail = 0.5 * if w < gap { below * down } else { above * up };
                    let (fails, passes) = if w < gap { (tail, 1.0 - tail) } else { (1.0 - tail, tail) };
                    *stop += left * passes;
                    left *= fails;
                    if left < NOTHING {
                        left = 0.0;
                        break;
                    }
                }
                none += left;
            }
        }
        Ok(StopLaw { stops, none })
    }

    /// One run on queries that are asked one after the other: the threshold's noise from one stream, those of the queries from
    /// another.
    pub fn run(
        &self,
        queries: impl IntoIterator<Item = f64>,
        threshold: &mut Random,
        tests: &mut Random,
    ) -> TestRun {
        let b = self.scale();
        let noisy = self.threshold + laplace(open_uniform(threshold), b);
        let mut values = Vec::new();
        for query in queries {
            let value = query + laplace(open_uniform(tests), 2.0 * b);
            values.push(value);
            if value >= noisy {
                return TestRun { threshold: noisy, stop: Some(values.len() - 1), values };
            }
        }
        TestRun { threshold: noisy, values, stop: None }
    }
}

/// Ends of panels: both ends of the range, 0, every kink, and enough between that none is long.
fn cuts(gaps: &[f64]) -> Vec<f64> {
    let mut kinks: Vec<f64> = gaps.iter().copied().filter(|gap| gap.abs() < REACH).collect();
    kinks.extend([-REACH, 0.0, REACH]);
    kinks.sort_by(f64::total_cmp);
    let mut cuts: Vec<f64> = Vec::with_capacity(kinks.len());
    for kink in kinks {
        match cuts.last() {
            // The ends and 0, where the density itself has a kink, are kept whatever is near.
            Some(&before) if kink - before < APART && kink != 0.0 && kink != REACH => {}
            Some(&before) => {
                let parts = ((kink - before) / PANEL).ceil().max(1.0);
                (1..parts as usize).for_each(|at| cuts.push(before + (kink - before) * at as f64 / parts));
                cuts.push(kink);
            }
            None => cuts.push(kink),
        }
    }
    cuts.dedup();
    cuts
}

/// The chance that one query passes, `x = W − f` below the threshold: `(4e^{−x/2b} − e^{−x/b})/6`, and 1 minus that of |x|
/// above it.
pub fn one_query(x: f64, scale: f64) -> f64 {
    let fade = libm::exp(-0.5 * x.abs() / scale);
    let below = (4.0 - fade) * fade / 6.0;
    if x >= 0.0 { below } else { 1.0 - below }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithm::trial::stream;
    use proptest::prelude::*;

    fn law(test: &AboveThreshold, queries: &[f64]) -> StopLaw {
        test.law(queries).expect("nobody stops it")
    }

    const TEST: AboveThreshold = AboveThreshold { epsilon: 1.0, threshold: -0.25, sensitivity: 0.02 };
    const QUERIES: [f64; 5] = [-0.6, -0.4, -0.3, -0.1, -0.05];

    #[test]
    fn one_query_has_its_closed_form() {
        for gap in [-9.0, -1.0, -1e-6, 0.0, 0.01, 0.1, 0.7, 4.0] {
            let test = AboveThreshold { threshold: gap, ..TEST };
            let found = law(&test, &[0.0]);
            let exact = one_query(gap, test.scale());
            assert!((found.stops[0] - exact).abs() < 1e-13, "{gap}: {} {exact}", found.stops[0]);
        }
    }

    /// χ² of runs against the law, at 1e-4.
    #[test]
    fn runs_stop_as_the_law_says() {
        use statrs::distribution::{ChiSquared, ContinuousCDF};
        let (found, count) = (law(&TEST, &QUERIES), 40_000);
        let mut counts = [0.0; 6];
        for trial in 0..count {
            let mut noise = ["threshold", "queries"].map(|name| stream(5, name, trial));
            let [threshold, queries] = &mut noise;
            counts[TEST.run(QUERIES, threshold, queries).stop.unwrap_or(5)] += 1.0;
        }
        let expected: Vec<f64> =
            found.stops.iter().chain([&found.none]).map(|chance| chance * count as f64).collect();
        let square: f64 =
            counts.iter().zip(&expected).map(|(count, mean)| (count - mean) * (count - mean) / mean).sum();
        assert!(ChiSquared::new(5.0).unwrap().sf(square) > 1e-4, "{square} {counts:?} {expected:?}");
    }

    /// A thousand queries, all different: the chances sum to 1, so that no kink was passed over that matters.
    #[test]
    fn many_different_queries_keep_the_digits() {
        let queries: Vec<f64> = (0..1000).map(|at| -0.5 + 0.45 * f64::from(at) / 1000.0).collect();
        let found = law(&TEST, &queries);
        assert!((found.stops.iter().sum::<f64>() + found.none - 1.0).abs() < 1e-12);
        // The same by plain sums on a fine grid of the threshold's noise.
        let (steps, reach) = (40_000, 40.0);
        let mut first = 0.0;
        let mut last = 0.0;
        for step in 0..steps {
            let w = -reach + 2.0 * reach * (f64::from(step) + 0.5) / f64::from(steps);
            let weight = 2.0 * reach / f64::from(steps) * 0.5 * f64::exp(-w.abs());
            let mut left = weight;
            for (at, query) in queries.iter().enumerate() {
                let (fails, passes) = laplace_tails(w - (query - TEST.threshold) / TEST.scale(), 2.0);
                first += if at == 500 { left * passes } else { 0.0 };
                left *= fails;
            }
            last += left;
        }
        assert!((found.stops[500] / first - 1.0).abs() < 1e-5, "{} {first}", found.stops[500]);
        assert!((found.none / last - 1.0).abs() < 1e-4, "{} {last}", found.none);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// On neighbouring data every stop is at most e^{ε_A} times as likely: the test alone is ε_A-private.
        #[test]
        fn the_test_is_private(
            moves in prop::collection::vec((-3.0..1.0f64, -1.0..1.0f64), 1..8),
            epsilon in 0.1..5.0f64,
        ) {
            let test = AboveThreshold { epsilon, threshold: -0.5, sensitivity: 0.3 };
            let one: Vec<f64> = moves.iter().map(|(query, _)| *query).collect();
            let other: Vec<f64> = moves.iter().map(|(query, by)| query + 0.3 * by).collect();
            let (one, other) = (law(&test, &one), law(&test, &other));
            prop_assert!((one.stops.iter().sum::<f64>() + one.none - 1.0).abs() < 1e-12);
            for (p, q) in one.stops.iter().chain([&one.none]).zip(other.stops.iter().chain([&other.none])) {
                prop_assert!((p / q).ln().abs() <= epsilon + 1e-9);
            }
        }
    }
}
