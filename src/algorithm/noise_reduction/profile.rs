//! Accuracy first without data: the excess risk at every level is given, and what a run costs has a law in closed form.

use crate::account::ex_post::{ExPostLoss, Payment};
use crate::algorithm::law::{Law, NoLaw};
use crate::watch::Stopped;

use super::doubling::Doubling;
use super::levels::Levels;
use super::threshold::{AboveThreshold, StopLaw, laplace_tails};

/// The excess risk of an estimate by its level.
#[derive(Debug, Clone, PartialEq)]
pub enum Risk {
    /// `f_t = L(θ*) − L(θ_t)` at each level: 0 or below.
    Typed(Vec<f64>),
    /// `f = −min(κ/ε², cap)`: a quadratic loss near its minimum under noise of scale 1/ε, as first order has it.
    Model {
        /// κ.
        kappa: f64,
        /// The largest excess risk.
        cap: f64,
    },
}

impl Risk {
    /// `L(θ*) − L(θ)` at these levels; typed values belong to the levels that they were typed for.
    pub fn queries(&self, levels: &[f64]) -> Vec<f64> {
        match self {
            Self::Typed(values) => values.clone(),
            Self::Model { kappa, cap } => {
                levels.iter().map(|level| -(kappa / (level * level)).min(*cap)).collect()
            }
        }
    }
}

/// What is released if no estimate passes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fallback {
    /// The minimizer itself, as the source has it: no privacy is left, the loss is infinite.
    Minimizer,
    /// The last estimate, for the price of the last level; nothing certifies its accuracy.
    Last,
}

/// The law of what a way costs.
#[derive(Debug, Clone, PartialEq)]
pub struct Cost {
    /// The way.
    pub way: Payment,
    /// Its levels.
    pub levels: Vec<f64>,
    /// What it pays for its tests: once, or each.
    pub test: f64,
    /// The chance to stop at each level.
    pub stops: Vec<f64>,
    /// The chance that nothing passes.
    pub none: f64,
}

impl Cost {
    /// What stopping at each level costs.
    pub fn losses(&self) -> Vec<f64> {
        (1..=self.levels.len()).map(|k| self.at(k).total()).collect()
    }

    /// What stopping at the k-th level costs, from 1.
    pub fn at(&self, k: usize) -> ExPostLoss {
        self.way.loss(&self.levels, k, self.test)
    }

    /// The largest loss that any outcome has: the ε that can be promised beforehand.
    pub fn worst(&self, fallback: Fallback) -> f64 {
        match fallback {
            Fallback::Minimizer => f64::INFINITY,
            Fallback::Last => self.at(self.levels.len()).total(),
        }
    }

    /// The law of the realised loss: an atom for each level, and for nothing that passes one where the fallback puts it.
    ///
    /// # Errors
    /// If a chance is no number.
    pub fn law(&self, fallback: Fallback) -> Result<Law, NoLaw> {
        let atoms = self.losses().into_iter().zip(&self.stops).map(|(loss, chance)| (loss, chance.ln()));
        Law::atoms(atoms.chain([(self.worst(fallback), self.none.ln())]))
    }

    /// The expected cost of estimates and tests, given that something passes.
    pub fn mean(&self) -> ExPostLoss {
        let mut mean = ExPostLoss { generation: 0.0, testing: 0.0 };
        let total: f64 = self.stops.iter().sum();
        for (at, chance) in self.stops.iter().enumerate() {
            let ExPostLoss { generation, testing } = self.at(at + 1);
            mean.generation += chance / total * generation;
            mean.testing += chance / total * testing;
        }
        mean
    }

    /// The level at which half of the runs that stop have stopped, from 1.
    pub fn median(&self) -> usize {
        let half = 0.5 * self.stops.iter().sum::<f64>();
        let mut sum = 0.0;
        let found = self.stops.iter().position(|chance| {
            sum += chance;
            sum >= half
        });
        found.map_or(self.stops.len(), |at| at + 1)
    }
}

/// What is asked of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Profile {
    /// The levels of noise reduction.
    pub levels: Levels,
    /// The excess risk.
    pub risk: Risk,
    /// α.
    pub accuracy: f64,
    /// γ.
    pub failure: f64,
    /// s, how far the threshold lies below 0.
    pub slack: f64,
    /// Δ of the risk.
    pub sensitivity: f64,
    /// ε_A.
    pub testing: f64,
}

impl Profile {
    /// The private test.
    pub fn test(&self) -> AboveThreshold {
        AboveThreshold { epsilon: self.testing, threshold: -self.slack, sensitivity: self.sensitivity }
    }

    /// The search by doubling between the same ends.
    pub fn doubling(&self) -> Doubling {
        let values = self.levels.values();
        let tests = match &self.risk {
            Risk::Typed(values) => values.len(),
            Risk::Model { .. } => Doubling::tests(values[0], self.levels.last()),
        };
        Doubling {
            first: values[0],
            tests,
            accuracy: self.accuracy,
            failure: self.failure,
            sensitivity: self.sensitivity,
        }
    }

    /// Whether the risk is known at the levels of doubling: always by a model, for typed values only if they are its levels.
    pub fn knows_doubling(&self) -> bool {
        let doubles = |pair: &[f64]| (pair[1] / pair[0] - 2.0).abs() < 1e-9;
        matches!(self.risk, Risk::Model { .. }) || self.levels.values().windows(2).all(doubles)
    }

    /// What every way costs, noise reduction first; doubling where the risk is known at its levels.
    ///
    /// # Errors
    /// If nobody waits any more.
    pub fn costs(&self) -> Result<Vec<Cost>, Stopped> {
        let levels = self.levels.values().to_vec();
        let queries = self.risk.queries(&levels);
        let StopLaw { stops, none } = self.test().law(&queries)?;
        let together = |way: Payment| Cost {
            way,
            levels: levels.clone(),
            test: self.testing,
            stops: stops.clone(),
            none,
        };
        let every = Doubling { tests: levels.len(), ..self.doubling() };
        let separate = one_by_one(Payment::SeparateTests, &every, levels.clone(), &queries);
        let mut costs = vec![together(Payment::NoiseReduction), separate, together(Payment::FreshNoise)];
        if self.knows_doubling() {
            let search = self.doubling();
            let levels = search.levels();
            let queries = self.risk.queries(&levels);
            costs.push(one_by_one(Payment::Doubling, &search, levels, &queries));
        }
        Ok(costs)
    }
}

/// A way whose tests have noise of their own: `P[stop = k] = p_k Π_{i<k}(1 − p_i)`.
fn one_by_one(way: Payment, tests: &Doubling, levels: Vec<f64>, queries: &[f64]) -> Cost {
    let mut left = 1.0;
    let mut stops = Vec::with_capacity(queries.len());
    for query in queries {
        let (fails, passes) = laplace_tails(-0.5 * tests.accuracy - query, tests.scale());
        stops.push(left * passes);
        left *= fails;
    }
    Cost { way, levels, test: tests.test_epsilon(), stops, none: left }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn profile() -> Profile {
        Profile {
            levels: Levels::doubling(0.1, 5).unwrap(),
            risk: Risk::Typed(vec![-0.6, -0.4, -0.3, -0.1, -0.05]),
            accuracy: 0.5,
            failure: 0.1,
            slack: 0.25,
            sensitivity: 0.02,
            testing: 1.0,
        }
    }

    #[test]
    fn the_law_of_the_loss_has_its_atoms() {
        let costs = profile().costs().unwrap();
        let law = costs[0].law(Fallback::Minimizer).unwrap();
        assert!((law.finite().unwrap().mean() / 1.682_530_723_94 - 1.0).abs() < 1e-10);
        assert!((costs[0].mean().total() / 1.682_530_723_94 - 1.0).abs() < 1e-10);
        assert!((law.distribution(1.4) / 0.366_337_321_703 - 1.0).abs() < 1e-10);
        assert!((law.density(f64::INFINITY) / 0.009_026_037_967_2 - 1.0).abs() < 1e-10);
        // The other fallback puts the same mass on the last level's price, and nothing at infinity.
        let last = costs[0].law(Fallback::Last).unwrap();
        assert_eq!(last.density(f64::INFINITY), 0.0);
        assert!((last.density(2.6) - costs[0].stops[4] - costs[0].none).abs() < 1e-14);
        assert_eq!((costs[0].worst(Fallback::Last), costs.len()), (2.6, 4));
        assert!(costs.iter().all(|cost| (cost.stops.iter().sum::<f64>() + cost.none - 1.0).abs() < 1e-12));
    }

    /// The two ways to have the law of doubling agree.
    #[test]
    fn doubling_is_the_law_of_its_own_file() {
        let profile = profile();
        let law = profile.doubling().law(&profile.risk.queries(&[])).unwrap();
        let costs = profile.costs().unwrap();
        for (at, stop) in costs[3].stops.iter().enumerate() {
            assert!((law.density((at + 1) as f64) / stop - 1.0).abs() < 1e-12);
        }
        assert!(!Profile { levels: Levels::linear(0.1, 1.6, 5).unwrap(), ..profile }.knows_doubling());
    }
}
