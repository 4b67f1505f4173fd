//! What a run of accuracy first really cost, after the fact: the part that generated estimates, and the part that tested them.
//!
//! `Loss(o) = max ln(P[A(D) = o]/P[A(D′) = o])` of the outcome o that came (Ligett et al. 2017, Definitions 2.2 and 2.3): a
//! bound of it, known only when the run has stopped, and pure. It is no ε that could be promised beforehand: that is the
//! largest of all outcomes.

/// What an outcome cost.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ExPostLoss {
    /// For the estimates.
    pub generation: f64,
    /// For the tests.
    pub testing: f64,
}

impl ExPostLoss {
    /// Both together.
    pub fn total(&self) -> f64 {
        self.generation + self.testing
    }
}

/// A way to find a hypothesis that is accurate enough, and to pay for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Payment {
    /// Noise reduction, one test for all: `ε_A + ε_k`.
    NoiseReduction,
    /// Noise reduction, each test with noise of its own: `k ε_test + ε_k`.
    SeparateTests,
    /// Fresh noise at every level, one test for all: `ε_A + Σ_{i≤k} ε_i`.
    FreshNoise,
    /// Fresh noise at levels that double, each test by itself: `k ε_test + (2^k − 1)ε_1`.
    Doubling,
}

impl Payment {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::NoiseReduction, Self::SeparateTests, Self::FreshNoise, Self::Doubling];

    /// What stopping at the k-th level costs, k from 1. `levels` are those of the way itself, `test` is ε_A or the price of one
    /// test, whichever it pays.
    pub fn loss(self, levels: &[f64], k: usize, test: f64) -> ExPostLoss {
        let paid = &levels[..k.min(levels.len())];
        let last = paid.last().copied().unwrap_or(0.0);
        match self {
            Self::NoiseReduction => ExPostLoss { generation: last, testing: test },
            Self::SeparateTests => ExPostLoss { generation: last, testing: k as f64 * test },
            Self::FreshNoise => ExPostLoss { generation: paid.iter().sum(), testing: test },
            Self::Doubling => ExPostLoss { generation: paid.iter().sum(), testing: k as f64 * test },
        }
    }
}

/// How far a prior can be moved by an outcome of this loss: `π e^E/(π e^E + 1 − π)`.
pub fn posterior(prior: f64, loss: f64) -> f64 {
    // Divided by e^E, which may be infinite.
    prior / (prior + (1.0 - prior) * (-loss).exp())
}

/// What a search costs at most, as a multiple of the level that would have done, if every level is 1/r times the one before:
/// `1/(r(1−r))`, least, 4, at r = ½ (Claim B.1).
pub fn search_cost(ratio: f64) -> f64 {
    1.0 / (ratio * (1.0 - ratio))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn halving_is_the_best_search() {
        assert_eq!(search_cost(0.5), 4.0);
        assert!((1..100).all(|r| search_cost(f64::from(r) / 100.0) >= 4.0));
        assert_eq!(posterior(0.5, 0.0), 0.5);
        assert!((posterior(0.01, 10f64.ln()) - 0.1 / 1.09).abs() < 1e-15);
        assert_eq!(posterior(0.01, f64::INFINITY), 1.0);
    }

    proptest! {
        /// Stopping later never costs less, by any way; noise reduction never costs more than fresh noise.
        #[test]
        fn ledgers_are_monotone(mut levels in prop::collection::vec(1e-6..10.0f64, 2..40), test in 0.0..5.0f64) {
            levels.sort_by(f64::total_cmp);
            for way in Payment::ALL {
                let totals: Vec<f64> =
                    (1..=levels.len()).map(|k| way.loss(&levels, k, test).total()).collect();
                prop_assert!(totals.windows(2).all(|pair| pair[0] <= pair[1]), "{way:?}");
            }
            for k in 1..=levels.len() {
                let reduced = Payment::NoiseReduction.loss(&levels, k, test).total();
                prop_assert!(reduced <= Payment::FreshNoise.loss(&levels, k, test).total());
                prop_assert!(reduced <= Payment::SeparateTests.loss(&levels, k, test).total());
            }
        }
    }
}
