//! An experiment: models trained again and again at a promise, judged on people whom they have not seen.

use super::{ApproximateMinimumPerturbation, Loss, Measure, NoisyGradientDescent, Objective, Solver};
use crate::account::noisy_steps::NoisySteps;
use crate::account::tuning::Repeats;
use crate::algorithm::trial::{self, Estimate, Trials};
use crate::data::DataSet;
use crate::guarantee::Probability;
use crate::mechanism::objective_perturbation::{Goal, Method};
use crate::numeric::random::Random;
use crate::watch::Stopped;

/// λ of a model without noise: just enough for one minimum.
const SLIGHT: f64 = 1e-3;

/// The most runs that tuning draws.
const MOST_RUNS: u32 = 10_000;

/// How models are trained.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Training {
    /// Objective perturbation near the minimum, noise on the output.
    ObjectivePerturbation {
        /// σ over that of the Gaussian mechanism at the promise.
        factor: f64,
        /// τ.
        tolerance: f64,
        /// σ_out.
        output_noise: f64,
        /// Whether the determinant costs `log(1 + β/λ)`.
        tight: bool,
        /// How the objective is minimized.
        solver: Solver,
    },
    /// Noisy gradient steps on Poisson batches.
    NoisySteps {
        /// The people expected in a step.
        batch: f64,
        /// How often each person takes part, expected.
        epochs: f64,
        /// Between which ends learning rates are tried, log-uniformly.
        learning_rates: [f64; 2],
        /// How many, and whether they are paid for.
        tuning: Tuning,
    },
    /// Without any noise.
    WithoutNoise,
}

/// How the learning rate is chosen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Tuning {
    /// The best of a random number of independent draws, paid for.
    Paid(Repeats),
    /// The best of so many on a grid, as if only one had been tried.
    Unpaid {
        /// How many.
        candidates: usize,
    },
}

/// Models trained for one promise, and how they did.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// The mean share of people held out whom a model is right about, with its error.
    pub accuracy: Estimate,
    /// Of every trial.
    pub trials: Vec<f64>,
    /// The mean share for all candidates among whom the models were chosen.
    pub candidates: Option<f64>,
    /// σ of the linear term, or z of noisy steps.
    pub noise: f64,
    /// λ.
    pub regularization: Option<f64>,
    /// The ε that the noise certifies.
    pub certified: Option<f64>,
    /// The largest gradient norm at which a solver stopped; it must not be published.
    pub gradient_norm: Option<f64>,
    /// Gradients of one person computed for one model, on average.
    pub evaluations: f64,
    /// The model of the first trial.
    pub theta: Vec<f64>,
}

/// Why there is no outcome.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoOutcome {
    /// Nobody waits any more.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// No noise keeps the promise, or nothing may be released.
    #[error("{0}")]
    Unavailable(String),
}

/// People of whom some are held out.
pub struct Experiment {
    /// Trained on.
    pub train: DataSet,
    /// Held out: judged by, and candidates are chosen by. No guarantee is about them.
    pub test: DataSet,
    /// What being right about them means.
    pub measure: Measure,
    loss: Loss,
    lipschitz: f64,
    smoothness: f64,
    seed: u64,
}

/// One model.
struct Model {
    theta: Vec<f64>,
    /// The mean share of people held out whom the candidates are right about among whom this one was chosen.
    candidates: Option<f64>,
    gradient_norm: Option<f64>,
    evaluations: f64,
}

/// What a promise takes.
enum Noise {
    Objective(ApproximateMinimumPerturbation),
    Steps { descent: NoisyGradientDescent, rates: [f64; 2], tuning: Tuning },
    None,
}

impl Experiment {
    /// Holds out a share of the people, by chance.
    pub fn new(data: &DataSet, loss: Loss, radius: f64, held_out: f64, seed: u64) -> Self {
        let mut places: Vec<usize> = (0..data.len()).collect();
        let mut random = Random::stream(seed, "people held out");
        for at in (1..places.len()).rev() {
            places.swap(at, random.below(at + 1));
        }
        let held_out = (held_out * data.len() as f64).round() as usize;
        let most = data.len().saturating_sub(1);
        let (test, train) = places.split_at(held_out.max(1).min(most));
        Self {
            train: data.subset(train),
            test: data.subset(test),
            measure: Measure::of(data),
            loss,
            lipschitz: loss.lipschitz(radius),
            smoothness: loss.smoothness(radius),
            seed,
        }
    }

    /// All trials of one promise (ε, δ); every method, promise and trial has a stream of its own.
    ///
    /// # Errors
    /// If no noise keeps the promise, nothing may be released, or nobody waits any more.
    pub fn outcome(
        &self,
        training: &Training,
        (epsilon, delta): (f64, f64),
        trials: Trials,
        name: &str,
    ) -> Result<Outcome, NoOutcome> {
        let (noise, certified) = self.noise(training, epsilon, delta)?;
        let mut models = trials.run(|at| self.model(&noise, &mut trial::stream(self.seed, name, at)))?;
        let shares: Vec<f64> =
            models.iter().map(|model| self.measure.share(&self.test, &model.theta)).collect();
        let chosen: Vec<f64> = models.iter().filter_map(|model| model.candidates).collect();
        let (sigma, regularization) = match &noise {
            Noise::Objective(trainer) => (trainer.sigma, Some(trainer.regularization)),
            Noise::Steps { descent, .. } => (descent.noise_multiplier, None),
            Noise::None => (0.0, None),
        };
        Ok(Outcome {
            accuracy: trial::mean(&shares, trial::CONFIDENCE),
            trials: shares,
            candidates: (!chosen.is_empty()).then(|| chosen.iter().sum::<f64>() / chosen.len() as f64),
            noise: sigma,
            regularization,
            certified,
            gradient_norm: models.iter().filter_map(|model| model.gradient_norm).reduce(f64::max),
            evaluations: models.iter().map(|model| model.evaluations).sum::<f64>() / models.len() as f64,
            theta: if models.is_empty() { Vec::new() } else { models.swap_remove(0).theta },
        })
    }

    /// The noise of a promise and what it certifies.
    fn noise(
        &self,
        training: &Training,
        epsilon: f64,
        delta: f64,
    ) -> Result<(Noise, Option<f64>), NoOutcome> {
        let none = |reason: &str| NoOutcome::Unavailable(reason.into());
        match *training {
            Training::WithoutNoise => Ok((Noise::None, None)),
            Training::ObjectivePerturbation { factor, tolerance, output_noise, tight, solver } => {
                let (lipschitz, smoothness) = (self.lipschitz, self.smoothness);
                let goal = Goal { epsilon, delta, lipschitz, smoothness, tight };
                let sigma = factor * goal.gaussian_sigma();
                // The profile is the tighter one but where its quadrature is not sure of its digits.
                let (regularization, method) = [
                    Method::ApproximateProfile { tolerance, output_noise },
                    Method::ApproximateMoments { tolerance, output_noise },
                ]
                .into_iter()
                .filter_map(|method| Some((goal.regularization(sigma, method)?, method)))
                .min_by(|(one, _), (other, _)| one.total_cmp(other))
                .ok_or_else(|| {
                    none("no regularization meets this target; the factor must be larger, or the tolerance smaller")
                })?;
                let loss = Loss { clip: Some(lipschitz), ..self.loss };
                let trainer = ApproximateMinimumPerturbation {
                    loss,
                    regularization,
                    sigma,
                    tolerance,
                    output_noise,
                    solver,
                };
                Ok((Noise::Objective(trainer), Some(goal.epsilon_of(sigma, regularization, method))))
            }
            Training::NoisySteps { batch, epochs, learning_rates, tuning } => {
                let people = self.train.len() as f64;
                let rate = (batch / people).min(1.0);
                let count = (epochs * (people / batch).ceil()).max(1.0);
                let paid = match &tuning {
                    Tuning::Paid(repeats) => Some(repeats),
                    Tuning::Unpaid { .. } => None,
                };
                let delta = Probability::clamped(delta);
                let steps = NoisySteps { rate, count };
                let noise_multiplier = steps
                    .noise(epsilon, delta, paid)
                    .ok_or_else(|| none("no noise meets this target at the orders from 2 to 256"))?;
                let certified = steps.epsilon(noise_multiplier, delta, paid);
                let descent = NoisyGradientDescent {
                    loss: self.loss,
                    clip: self.lipschitz,
                    noise_multiplier,
                    rate,
                    steps: count as usize,
                    learning_rate: learning_rates[1],
                    adam: true,
                };
                Ok((Noise::Steps { descent, rates: learning_rates, tuning }, Some(certified)))
            }
        }
    }

    fn model(&self, noise: &Noise, random: &mut Random) -> Result<Model, NoOutcome> {
        let people = self.train.len() as f64;
        let unsolved = |error: super::NoMinimum| NoOutcome::Unavailable(error.to_string());
        match noise {
            Noise::None => {
                let objective =
                    Objective { data: &self.train, loss: self.loss, regularization: SLIGHT, noise: &[] };
                let found =
                    Solver::Newton.minimize(&objective, 1e-6 * people.max(1.0), random).map_err(unsolved)?;
                Ok(Model {
                    theta: found.theta,
                    candidates: None,
                    gradient_norm: Some(found.gradient_norm),
                    evaluations: people * found.steps as f64,
                })
            }
            Noise::Objective(trainer) => {
                let found = trainer.train(&self.train, random).map_err(unsolved)?;
                let whole = if trainer.solver == Solver::Sag { 1.0 } else { people };
                Ok(Model {
                    theta: found.theta,
                    candidates: None,
                    gradient_norm: Some(found.gradient_norm),
                    evaluations: whole * found.steps as f64,
                })
            }
            Noise::Steps { descent, rates, tuning } => self.tuned(descent, rates, tuning, random),
        }
    }

    /// The best of the candidates on the people held out.
    fn tuned(
        &self,
        descent: &NoisyGradientDescent,
        rates: &[f64; 2],
        tuning: &Tuning,
        random: &mut Random,
    ) -> Result<Model, NoOutcome> {
        let [from, to] = rates.map(f64::ln);
        let rates: Vec<f64> = match tuning {
            // Independent draws: a grid of a random size would not have this guarantee.
            Tuning::Paid(repeats) => {
                let runs = runs(repeats, random);
                (0..runs).map(|_| (from + (to - from) * random.uniform()).exp()).collect()
            }
            &Tuning::Unpaid { candidates } => {
                let last = (candidates.max(2) - 1) as f64;
                let share = |at: usize| if candidates == 1 { 1.0 } else { at as f64 / last };
                (0..candidates).map(|at| (from + (to - from) * share(at)).exp()).collect()
            }
        };
        // Without any run the answer is fixed in advance: the model that knows nothing.
        let mut best = (f64::NEG_INFINITY, vec![0.0; self.train.dimension()]);
        let mut sum = 0.0;
        for &learning_rate in &rates {
            let theta = NoisyGradientDescent { learning_rate, ..*descent }.train(&self.train, random)?;
            let score = self.measure.share(&self.test, &theta);
            sum += score;
            if score > best.0 {
                best = (score, theta);
            }
        }
        let each = descent.steps as f64 * descent.rate * self.train.len() as f64;
        Ok(Model {
            theta: best.1,
            candidates: (!rates.is_empty()).then(|| sum / rates.len() as f64),
            gradient_norm: None,
            evaluations: each * rates.len() as f64,
        })
    }
}

/// A number of runs from its law, by inversion.
fn runs(repeats: &Repeats, random: &mut Random) -> u32 {
    let mut left = random.uniform();
    for runs in 0..MOST_RUNS {
        left -= repeats.log_mass(runs).exp();
        if left < 0.0 {
            return runs;
        }
    }
    MOST_RUNS
}

#[cfg(test)]
mod tests {
    use statrs::distribution::{ChiSquared, ContinuousCDF};

    use super::*;
    use crate::data::{Generator, generate};

    /// Pearson's χ² of drawn numbers of runs against their law, its tail from a library of statistics.
    #[test]
    fn numbers_of_runs_follow_their_law() {
        let draws = 20_000;
        for repeats in [
            Repeats::Poisson { mean: 4.0 },
            Repeats::NegativeBinomial { shape: 1.0, stop: 0.2 },
            Repeats::NegativeBinomial { shape: 0.0, stop: 0.1 },
        ] {
            let mut random = Random::new(7);
            let mut counts = [0.0; 12];
            for _ in 0..draws {
                counts[runs(&repeats, &mut random).min(11) as usize] += 1.0;
            }
            let masses: Vec<f64> = (0..11).map(|k| repeats.log_mass(k).exp()).collect();
            let rest = 1.0 - masses.iter().sum::<f64>();
            let expected = masses.into_iter().chain([rest]).map(|mass| mass * f64::from(draws));
            let cells: Vec<(f64, f64)> = expected.zip(counts).filter(|cell| cell.0 > 0.0).collect();
            let square: f64 = cells.iter().map(|(mean, count)| (count - mean) * (count - mean) / mean).sum();
            let tail = ChiSquared::new(cells.len() as f64 - 1.0).unwrap().sf(square);
            assert!(tail > 1e-4, "{repeats:?}: {square} of {counts:?}");
        }
    }

    /// Everyone is trained on or held out, nobody both; and a lone person is held out by nobody.
    #[test]
    fn people_are_held_out_once() {
        let data = generate(Generator::MarginBlobs, 50, 3, 1);
        let experiment = Experiment::new(&data, Loss::LOGISTIC, 1.0, 0.3, 9);
        assert_eq!((experiment.train.len(), experiment.test.len()), (35, 15));
        let first = |data: &DataSet| -> Vec<u64> {
            data.people().map(|person| person.features[0].to_bits()).collect()
        };
        let mut all = [first(&experiment.train), first(&experiment.test)].concat();
        let mut whole = first(&data);
        all.sort_unstable();
        whole.sort_unstable();
        assert_eq!(all, whole);
        let one = Experiment::new(&data.subset(&[0]), Loss::LOGISTIC, 1.0, 0.3, 9);
        assert_eq!((one.train.len(), one.test.len()), (1, 0));
    }
}
