//! Runs of private regression that end at an accuracy, by every way to pay, and what many of them cost.

use serde::Serialize;

use super::task::Task;
use crate::account::ex_post::{ExPostLoss, Payment};
use crate::algorithm::noise_reduction::calibration::{Calibration, test_epsilon};
use crate::algorithm::noise_reduction::doubling::Doubling;
use crate::algorithm::noise_reduction::path::{Denoising, laplace, open_uniform};
use crate::algorithm::noise_reduction::threshold::AboveThreshold;
use crate::algorithm::noise_reduction::{Levels, NoLevels};
use crate::algorithm::trial::{CONFIDENCE, Estimate, Trials, chance, mean, stream};
use crate::guarantee::Interval;
use crate::numeric::matrix::norm;
use crate::numeric::random::Random;
use crate::watch::{self, Stopped};

/// Levels between two signs of life.
const BREATH: usize = 8;

/// A way to pay for a model of a stated accuracy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Way {
    /// One noise that is reduced level by level, and one test of all levels (Algorithms 3 and 5): `ε_A + ε_k`.
    NoiseReduction,
    /// Levels that double, with noise and a test of their own each (Algorithm 4): `2kΔ ln(T/γ)/α + (2^k − 1)ε_1`.
    Doubling,
    /// The levels of noise reduction with noise of their own each, and one test of all: `ε_A + Σ_{i≤k} ε_i`.
    IndependentNoise,
    /// The ε that a theorem asks for, and no test: the accuracy is one of expectation only.
    Theory,
}

impl Way {
    /// Every way.
    pub const ALL: [Self; 4] = [Self::NoiseReduction, Self::Doubling, Self::IndependentNoise, Self::Theory];

    /// Its word in a question.
    pub const fn word(self) -> &'static str {
        match self {
            Self::NoiseReduction => "noise-reduction",
            Self::Doubling => "doubling",
            Self::IndependentNoise => "independent-noise",
            Self::Theory => "theory",
        }
    }

    /// What a person reads.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::NoiseReduction => "noise reduction with one test of all levels",
            Self::Doubling => "doubling ε with a test each time",
            Self::IndependentNoise => "new noise at every level with one test of all",
            Self::Theory => "the ε that theory asks for, untested",
        }
    }
}

/// What a run is asked to do.
#[derive(Debug, Clone, PartialEq)]
pub struct Target {
    /// α, the excess risk that is allowed.
    pub alpha: f64,
    /// `ε_A` of the one test of all levels.
    pub testing: f64,
    /// The levels of noise reduction.
    pub levels: Levels,
    /// The search that doubles.
    pub doubling: Doubling,
    /// The ε that theory asks for.
    pub theory: f64,
}

impl Target {
    /// As the source's experiment has it, with its ends the right way round: levels from 1/n, geometric, to four times what
    /// theory asks for; a test of all of them for a failure γ by a calibration, with the threshold at −α/2.
    ///
    /// # Errors
    /// If theory asks for so little that there are no levels between.
    pub fn new(
        task: &Task,
        [alpha, failure]: [f64; 2],
        levels: usize,
        calibration: Calibration,
    ) -> Result<Self, NoLevels> {
        let (theory, sensitivity) = (task.theory(alpha), task.problem().query_sensitivity());
        let (from, to) = (task.problem().people.recip(), 4.0 * theory);
        let levels = Levels::geometric(from, to, levels)?;
        let distance = calibration.distance(levels.count() as f64, failure);
        let testing = test_epsilon(distance, sensitivity, alpha, 0.5 * alpha);
        let tests = Doubling::tests(from, to);
        let doubling = Doubling { first: from, tests, accuracy: alpha, failure, sensitivity };
        Ok(Self { alpha, testing, levels, doubling, theory })
    }
}

/// How a run ended.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    /// The model that passed; `None` if none did, so that nothing may be released.
    pub theta: Option<Vec<f64>>,
    /// Its excess risk; of the last model tried if none passed.
    pub excess: f64,
    /// How many levels were looked at.
    pub steps: usize,
    /// What the levels that were looked at cost.
    pub loss: ExPostLoss,
}

impl Run {
    /// What it cost ex post: ∞ where nothing passed, of which the source would release the minimizer itself.
    pub fn epsilon(&self) -> f64 {
        if self.theta.is_some() { self.loss.total() } else { f64::INFINITY }
    }
}

/// One level of a run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Level {
    /// ε of the noise there.
    pub epsilon: f64,
    /// The excess risk of the model, which no noise hides.
    pub excess: f64,
    /// Whether the model changed.
    pub changed: bool,
}

/// The random numbers of a run: the noise of models, that of the threshold and those of tests never share a stream.
#[derive(Debug, Clone)]
pub struct Draws {
    noise: Random,
    threshold: Random,
    tests: Random,
}

impl Draws {
    /// Of one trial of a seed.
    pub fn of(seed: u64, name: &str, trial: usize) -> Self {
        let part = |part: &str| stream(seed, &format!("accuracy first: {name}, {part}"), trial);
        Self { noise: part("noise"), threshold: part("threshold"), tests: part("tests") }
    }
}

impl Task {
    /// One run; `seen` hears every level.
    ///
    /// # Errors
    /// If nobody waits any more.
    pub fn run(
        &self,
        way: Way,
        target: &Target,
        draws: &mut Draws,
        mut seen: impl FnMut(Level),
    ) -> Result<Run, Stopped> {
        match way {
            Way::NoiseReduction => self.tested_once(target, draws, Payment::NoiseReduction, seen),
            Way::IndependentNoise => self.tested_once(target, draws, Payment::FreshNoise, seen),
            Way::Doubling => self.doubling(target, draws, seen),
            Way::Theory => {
                let noise = self.fresh(target.theory, &mut draws.noise);
                let theta = self.noisy(noise.noise());
                let excess = self.excess(&theta);
                seen(Level { epsilon: target.theory, excess, changed: true });
                let loss = ExPostLoss { generation: target.theory, testing: 0.0 };
                Ok(Run { theta: Some(theta), excess, steps: 1, loss })
            }
        }
    }

    /// New noise of a level.
    fn fresh(&self, level: f64, random: &mut Random) -> Denoising {
        Denoising::new(self.coordinates(), self.sensitivity(), level, random)
    }

    /// Noise that is reduced, or drawn anew for each level, under one [`AboveThreshold`] with threshold −α/2 (Algorithms 3
    /// and 5). The query is what the model is worse by, with its sign turned.
    fn tested_once(
        &self,
        target: &Target,
        draws: &mut Draws,
        payment: Payment,
        mut seen: impl FnMut(Level),
    ) -> Result<Run, Stopped> {
        let levels = target.levels.values();
        let Draws { noise: source, threshold, tests } = draws;
        let (mut theta, mut excess, mut stopped) = (Vec::new(), f64::INFINITY, None);
        let mut noise = self.fresh(levels[0], source);
        let queries = levels.iter().enumerate().map_while(|(at, &epsilon)| {
            if at.is_multiple_of(BREATH)
                && let Err(reason) = watch::go_on()
            {
                stopped = Some(reason);
                return None;
            }
            let changed = match payment {
                _ if at == 0 => true,
                Payment::NoiseReduction => noise.reduce(epsilon, source),
                _ => {
                    noise = self.fresh(epsilon, source);
                    true
                }
            };
            if changed {
                theta = self.model(noise.noise());
                excess = self.excess(&theta);
            }
            seen(Level { epsilon, excess, changed });
            Some(-excess)
        });
        let test = AboveThreshold {
            epsilon: target.testing,
            threshold: -0.5 * target.alpha,
            sensitivity: self.problem().query_sensitivity(),
        };
        let run = test.run(queries, threshold, tests);
        let steps = run.values.len();
        let loss = payment.loss(levels, steps, target.testing);
        stopped.map_or(Ok(Run { theta: run.stop.map(|_| theta), excess, steps, loss }), Err)
    }

    fn doubling(
        &self,
        target: &Target,
        draws: &mut Draws,
        mut seen: impl FnMut(Level),
    ) -> Result<Run, Stopped> {
        let search = &target.doubling;
        let mut excess = f64::INFINITY;
        for (at, epsilon) in search.levels().into_iter().enumerate() {
            watch::go_on()?;
            let theta = self.model(self.fresh(epsilon, &mut draws.noise).noise());
            excess = self.excess(&theta);
            seen(Level { epsilon, excess, changed: true });
            let noisy = -excess + laplace(open_uniform(&mut draws.tests), search.scale());
            if noisy >= -0.5 * target.alpha {
                let steps = at + 1;
                return Ok(Run { theta: Some(theta), excess, steps, loss: search.loss(steps) });
            }
        }
        Ok(Run { theta: None, excess, steps: search.tests, loss: search.loss(search.tests) })
    }
}

/// What many runs of one way say.
#[derive(Debug, Clone, PartialEq)]
pub struct Summary {
    /// What each run cost, ∞ of one that nothing passed in.
    pub epsilons: Vec<f64>,
    /// The mean cost of the runs that a model passed in.
    pub epsilon: Estimate,
    /// The mean part of it for tests.
    pub testing: f64,
    /// The mean part of it for noise.
    pub generation: f64,
    /// The mean excess risk of what passed.
    pub excess: Estimate,
    /// The excess risk that nine of ten stay within.
    pub most: f64,
    /// The share of all runs whose model passed and is within α.
    pub within: f64,
    /// Between which ends that chance lies at the confidence.
    pub chance: Interval,
    /// The mean length of what passed.
    pub length: f64,
    /// How many runs no model passed in.
    pub none: usize,
    /// How many levels were looked at, on average.
    pub steps: f64,
}

impl Summary {
    /// Of runs at an excess risk of α.
    pub fn of(runs: &[Run], alpha: f64) -> Self {
        let passed: Vec<(&Run, &Vec<f64>)> =
            runs.iter().filter_map(|run| Some((run, run.theta.as_ref()?))).collect();
        let all = |value: &dyn Fn(&Run, &[f64]) -> f64| -> Vec<f64> {
            passed.iter().map(|(run, theta)| value(run, theta)).collect()
        };
        let average = |value: &dyn Fn(&Run, &[f64]) -> f64| mean(&all(value), CONFIDENCE);
        let mut excess = all(&|run, _| run.excess);
        excess.sort_by(f64::total_cmp);
        let within = excess.iter().filter(|excess| **excess <= alpha).count();
        let at = (0.9 * excess.len() as f64).ceil() as usize;
        let steps: usize = runs.iter().map(|run| run.steps).sum();
        Self {
            epsilons: runs.iter().map(Run::epsilon).collect(),
            epsilon: average(&|run, _| run.epsilon()),
            testing: average(&|run, _| run.loss.testing).mean,
            generation: average(&|run, _| run.loss.generation).mean,
            excess: average(&|run, _| run.excess),
            most: excess.get(at.saturating_sub(1)).copied().unwrap_or(f64::NAN),
            within: within as f64 / runs.len().max(1) as f64,
            chance: chance(within as f64, runs.len(), CONFIDENCE),
            length: average(&|_, theta| norm(theta)).mean,
            none: runs.len() - passed.len(),
            steps: steps as f64 / runs.len().max(1) as f64,
        }
    }
}

/// Runs of one way, and what they say.
///
/// # Errors
/// If nobody waits any more.
pub fn repeat(task: &Task, way: Way, target: &Target, seed: u64, trials: Trials) -> Result<Summary, Stopped> {
    let name = format!("{}, α = {}", way.word(), target.alpha);
    let runs = trials.run(|trial| task.run(way, target, &mut Draws::of(seed, &name, trial), |_| {}))?;
    Ok(Summary::of(&runs, target.alpha))
}

#[cfg(test)]
mod tests;
