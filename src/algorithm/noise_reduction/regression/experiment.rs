//! Runs of private regression that end at an accuracy, by every way to pay, and what many of them cost.

use serde::Serialize;

use super::task::Task;
use crate::algorithm::noise_reduction::path::{Denoising, laplace, open_uniform};
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
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
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
    /// γ, how often it may be missed.
    pub failure: f64,
    /// `ε_A` of the one test of all levels.
    pub testing: f64,
    /// The levels of noise reduction.
    pub levels: Levels,
    /// The steps of doubling, T = `⌈log₂(ε_T/ε_1)⌉`.
    pub doublings: usize,
    /// The ε that theory asks for.
    pub theory: f64,
}

impl Target {
    /// As the source's experiment has it, with its ends the right way round: levels from 1/n, geometric, to four times what
    /// theory asks for.
    ///
    /// # Errors
    /// If theory asks for so little that there are no levels between.
    pub fn new(
        task: &Task,
        [alpha, failure, testing]: [f64; 3],
        levels: usize,
    ) -> Result<Self, NoLevels> {
        let theory = task.theory(alpha);
        let (from, to) = (task.problem().people.recip(), 4.0 * theory);
        let levels = Levels::geometric(from, to, levels)?;
        let doublings = ((to / from).log2().ceil() as usize).max(1);
        Ok(Self { alpha, failure, testing, levels, doublings, theory })
    }

    /// What one test of doubling costs, `2Δ ln(T/γ)/α`.
    pub fn doubling_test(&self, query_sensitivity: f64) -> f64 {
        query_sensitivity / self.doubling_scale()
    }

    /// The noise of such a test, `α/(2 ln(T/γ))`.
    fn doubling_scale(&self) -> f64 {
        self.alpha / (2.0 * (self.doublings as f64 / self.failure).ln())
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
    /// The ε of the tests.
    pub testing: f64,
    /// The ε of the noise.
    pub generation: f64,
}

impl Run {
    /// What it cost ex post: ∞ where nothing passed, of which the source would release the minimizer itself.
    pub fn epsilon(&self) -> f64 {
        if self.theta.is_some() { self.testing + self.generation } else { f64::INFINITY }
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

/// The random numbers of a run: the noise of models and that of tests never share a stream.
#[derive(Debug, Clone)]
pub struct Draws {
    noise: Random,
    tests: Random,
}

impl Draws {
    /// Of one trial of a seed.
    pub fn of(seed: u64, name: &str, trial: usize) -> Self {
        let part = |part: &str| stream(seed, &format!("accuracy first: {name}, {part}"), trial);
        Self { noise: part("noise"), tests: part("tests") }
    }

    fn test(&mut self, scale: f64) -> f64 {
        laplace(open_uniform(&mut self.tests), scale)
    }

    fn noise(&mut self, count: usize, scale: f64) -> Vec<f64> {
        (0..count).map(|_| laplace(open_uniform(&mut self.noise), scale)).collect()
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
        seen: impl FnMut(Level),
    ) -> Result<Run, Stopped> {
        match way {
            Way::NoiseReduction => self.tested_once(target, draws, true, seen),
            Way::IndependentNoise => self.tested_once(target, draws, false, seen),
            Way::Doubling => self.doubling(target, draws, seen),
            Way::Theory => {
                let noise = draws.noise(self.coordinates(), self.sensitivity() / target.theory);
                let theta = self.noisy(&noise);
                let excess = self.excess(&theta);
                Ok(Run { theta: Some(theta), excess, steps: 1, testing: 0.0, generation: target.theory })
            }
        }
    }

    /// Noise that is reduced, or drawn anew for each level, under one InteractiveAboveThreshold with threshold −α/2
    /// (Algorithm 2).
    fn tested_once(
        &self,
        target: &Target,
        draws: &mut Draws,
        reduced: bool,
        mut seen: impl FnMut(Level),
    ) -> Result<Run, Stopped> {
        let unit = self.problem().query_sensitivity() / target.testing;
        let threshold = -0.5 * target.alpha + draws.test(2.0 * unit);
        let levels = target.levels.values();
        let mut noise = Denoising::new(self.coordinates(), self.sensitivity(), levels[0], &mut draws.noise);
        let mut theta = self.model(noise.noise());
        let mut excess = self.excess(&theta);
        let mut spent = 0.0;
        for (at, &epsilon) in levels.iter().enumerate() {
            if at % BREATH == 0 {
                watch::go_on()?;
            }
            let mut changed = at == 0;
            if at > 0 && reduced {
                changed = noise.reduce(epsilon, &mut draws.noise);
            } else if at > 0 {
                noise = Denoising::new(self.coordinates(), self.sensitivity(), epsilon, &mut draws.noise);
                changed = true;
            }
            if changed && at > 0 {
                theta = self.model(noise.noise());
                excess = self.excess(&theta);
            }
            spent = if reduced { epsilon } else { spent + epsilon };
            seen(Level { epsilon, excess, changed });
            if -excess + draws.test(4.0 * unit) >= threshold {
                let (steps, testing) = (at + 1, target.testing);
                return Ok(Run { theta: Some(theta), excess, steps, testing, generation: spent });
            }
        }
        Ok(Run { theta: None, excess, steps: levels.len(), testing: target.testing, generation: spent })
    }

    fn doubling(
        &self,
        target: &Target,
        draws: &mut Draws,
        mut seen: impl FnMut(Level),
    ) -> Result<Run, Stopped> {
        let scale = target.doubling_scale();
        let test = target.doubling_test(self.problem().query_sensitivity());
        let mut epsilon = target.levels.values()[0];
        let (mut generation, mut excess) = (0.0, f64::INFINITY);
        for steps in 1..=target.doublings {
            watch::go_on()?;
            let noise = draws.noise(self.coordinates(), self.sensitivity() / epsilon);
            let theta = self.model(&noise);
            excess = self.excess(&theta);
            generation += epsilon;
            seen(Level { epsilon, excess, changed: true });
            if -excess + draws.test(scale) >= -0.5 * target.alpha {
                return Ok(Run { theta: Some(theta), excess, steps, testing: steps as f64 * test, generation });
            }
            epsilon *= 2.0;
        }
        let steps = target.doublings;
        Ok(Run { theta: None, excess, steps, testing: steps as f64 * test, generation })
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
            testing: average(&|run, _| run.testing).mean,
            generation: average(&|run, _| run.generation).mean,
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
