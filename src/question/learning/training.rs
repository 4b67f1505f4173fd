//! Training for every promise of a question, trial after trial.

use super::train::{TrainMethod, TrainQuestion, TrainedPoint};
use crate::account::noisy_steps::NoisySteps;
use crate::account::tuning::Repeats;
use crate::guarantee::Probability;
use crate::learn::{
    ApproximateMinimumPerturbation, DataSet, Loss, Measure, NoisyGradientDescent, Objective, Solver,
};
use crate::mechanism::objective_perturbation::{Goal, Method};
use crate::numeric::random::Random;
use crate::question::field::publishable::HELD_OUT;
use crate::watch::{self, Stopped};

/// λ of a model without noise: just enough for one minimum.
const SLIGHT: f64 = 1e-3;

/// The people of a question, some held out.
pub(crate) struct Run {
    /// Trained on.
    pub train: DataSet,
    /// Held out: judged by, and candidates are chosen by. No guarantee is about them.
    pub test: DataSet,
    /// What being right about them means.
    pub measure: Measure,
    loss: Loss,
    lipschitz: f64,
    smoothness: f64,
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
    Steps { descent: NoisyGradientDescent, repeats: Option<Repeats> },
    None,
}

impl Run {
    pub(crate) fn new(question: &TrainQuestion) -> Self {
        let people = &question.people;
        let data = people.build();
        let mut places: Vec<usize> = (0..data.len()).collect();
        let mut random = Random::stream(question.seed, "people held out");
        for at in (1..places.len()).rev() {
            places.swap(at, random.below(at + 1));
        }
        let held_out = (question.held_out * data.len() as f64).round() as usize;
        let (test, train) = places.split_at(held_out.clamp(1, data.len() - 1));
        Self {
            train: data.subset(train),
            test: data.subset(test),
            measure: Measure::of(&data),
            loss: people.loss(),
            lipschitz: people.loss().lipschitz(people.radius()),
            smoothness: people.loss().smoothness(people.radius()),
        }
    }

    /// The noise of a promise and what it certifies; the reason where there is none.
    fn noise(&self, question: &TrainQuestion, epsilon: f64) -> Result<(Noise, Option<f64>), &'static str> {
        match question.method {
            TrainMethod::WithoutNoise => Ok((Noise::None, None)),
            TrainMethod::ObjectivePerturbation => {
                let (lipschitz, smoothness) = (self.lipschitz, self.smoothness);
                let goal =
                    Goal { epsilon, delta: question.delta, lipschitz, smoothness, tight: question.tight };
                let sigma = question.factor * goal.gaussian_sigma();
                let (tolerance, output_noise) =
                    (question.approximate.tolerance, question.approximate.output_noise);
                // The profile is the tighter one but where its quadrature is not sure of its digits.
                let (regularization, method) = [
                    Method::ApproximateProfile { tolerance, output_noise },
                    Method::ApproximateMoments { tolerance, output_noise },
                ]
                .into_iter()
                .filter_map(|method| Some((goal.regularization(sigma, method)?, method)))
                .min_by(|(one, _), (other, _)| one.total_cmp(other))
                .ok_or("no regularisation keeps this promise; the factor must be larger, or the tolerance smaller")?;
                let loss = Loss { clip: Some(lipschitz), ..self.loss };
                let solver = question.solver;
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
            TrainMethod::DpSgdHonest | TrainMethod::DpSgdDishonest => {
                let people = self.train.len() as f64;
                let rate = (question.batch / people).min(1.0);
                let steps = (question.epochs * (people / question.batch).ceil()).max(1.0);
                let honest = question.method == TrainMethod::DpSgdHonest;
                let repeats = honest.then(|| Repeats::from(question.repeats));
                let delta = Probability::clamped(question.delta);
                let all = NoisySteps { rate, count: steps };
                let noise_multiplier = all
                    .noise(epsilon, delta, repeats.as_ref())
                    .ok_or("no noise keeps this promise at the orders from 2 to 256")?;
                let descent = NoisyGradientDescent {
                    loss: self.loss,
                    clip: self.lipschitz,
                    noise_multiplier,
                    rate,
                    steps: steps as usize,
                    learning_rate: question.learning_rates[1],
                    adam: true,
                };
                let certified = all.epsilon(noise_multiplier, delta, repeats.as_ref());
                Ok((Noise::Steps { descent, repeats }, Some(certified)))
            }
        }
    }

    /// One model; `Err` where nobody waits, `Ok(Err)` where nothing may be released.
    fn model(
        &self,
        question: &TrainQuestion,
        noise: &Noise,
        random: &mut Random,
    ) -> Result<Result<Model, String>, Stopped> {
        let people = self.train.len() as f64;
        Ok(match noise {
            Noise::None => {
                let objective =
                    Objective { data: &self.train, loss: self.loss, regularization: SLIGHT, noise: &[] };
                let found = Solver::Newton.minimize(&objective, 1e-6 * people.max(1.0), random);
                found.map_err(|error| error.to_string()).map(|found| Model {
                    theta: found.theta,
                    candidates: None,
                    gradient_norm: Some(found.gradient_norm),
                    evaluations: people * found.steps as f64,
                })
            }
            Noise::Objective(trainer) => {
                let found = trainer.train(&self.train, random);
                let whole = if trainer.solver == Solver::Sag { 1.0 } else { people };
                found.map_err(|error| error.to_string()).map(|found| Model {
                    theta: found.theta,
                    candidates: None,
                    gradient_norm: Some(found.gradient_norm),
                    evaluations: whole * found.steps as f64,
                })
            }
            Noise::Steps { descent, repeats } => {
                let [from, to] = question.learning_rates.map(f64::ln);
                let rates: Vec<f64> = match repeats {
                    // Independent draws: a grid of a random size would not have this guarantee.
                    Some(repeats) => {
                        let runs = draw(repeats, random);
                        (0..runs).map(|_| (from + (to - from) * random.uniform()).exp()).collect()
                    }
                    None => {
                        let last = (question.candidates.max(2) - 1) as f64;
                        let share = |at: usize| if question.candidates == 1 { 1.0 } else { at as f64 / last };
                        (0..question.candidates).map(|at| (from + (to - from) * share(at)).exp()).collect()
                    }
                };
                // Without any run the answer is fixed in advance: the model that knows nothing.
                let mut best = (f64::NEG_INFINITY, vec![0.0; self.train.dimension()]);
                let mut sum = 0.0;
                for &learning_rate in &rates {
                    let theta =
                        NoisyGradientDescent { learning_rate, ..*descent }.train(&self.train, random)?;
                    let score = self.measure.share(&self.test, &theta);
                    sum += score;
                    if score > best.0 {
                        best = (score, theta);
                    }
                }
                let each = descent.steps as f64 * descent.rate * people;
                Ok(Model {
                    theta: best.1,
                    candidates: (!rates.is_empty()).then(|| sum / rates.len() as f64),
                    gradient_norm: None,
                    evaluations: each * rates.len() as f64,
                })
            }
        })
    }

    /// All trials of one promise.
    fn point(&self, question: &TrainQuestion, at: usize) -> Result<TrainedPoint, Stopped> {
        let epsilon = question.epsilons[at];
        let empty = TrainedPoint {
            epsilon,
            accuracy: 0.0,
            half_width: 0.0,
            trials: Vec::new(),
            publishable: false,
            notice: HELD_OUT,
            candidates: None,
            noise: 0.0,
            regularization: None,
            certified: None,
            gradient_norm: None,
            evaluations: 0.0,
            theta: Vec::new(),
            unavailable: None,
        };
        let (noise, certified) = match self.noise(question, epsilon) {
            Ok(noise) => noise,
            Err(reason) => return Ok(TrainedPoint { unavailable: Some(reason.into()), ..empty }),
        };
        let mut models = Vec::new();
        for trial in 0..question.trials {
            watch::piece(at * question.trials + trial, question.epsilons.len() * question.trials)?;
            // A stream for each method, promise and trial, whatever else is asked beside them.
            let name = format!("training: {}, ε = {epsilon}, trial {trial}", question.method.word());
            match self.model(question, &noise, &mut Random::stream(question.seed, &name))? {
                Ok(model) => models.push(model),
                Err(reason) => return Ok(TrainedPoint { unavailable: Some(reason), ..empty }),
            }
        }
        let trials: Vec<f64> =
            models.iter().map(|model| self.measure.share(&self.test, &model.theta)).collect();
        let count = trials.len() as f64;
        let mean = trials.iter().sum::<f64>() / count;
        let squares: f64 = trials.iter().map(|value| (value - mean) * (value - mean)).sum();
        let chosen: Vec<f64> = models.iter().filter_map(|model| model.candidates).collect();
        let candidates = (!chosen.is_empty()).then(|| chosen.iter().sum::<f64>() / chosen.len() as f64);
        let (sigma, regularization) = match &noise {
            Noise::Objective(trainer) => (trainer.sigma, Some(trainer.regularization)),
            Noise::Steps { descent, .. } => (descent.noise_multiplier, None),
            Noise::None => (0.0, None),
        };
        Ok(TrainedPoint {
            accuracy: mean,
            half_width: if count > 1.0 { 1.96 * (squares / (count * (count - 1.0))).sqrt() } else { 0.0 },
            candidates,
            noise: sigma,
            regularization,
            // Of data that were scaled by themselves nothing is certified.
            certified: certified.filter(|_| !question.people.is_scaled()),
            gradient_norm: models.iter().filter_map(|model| model.gradient_norm).reduce(f64::max),
            evaluations: models.iter().map(|model| model.evaluations).sum::<f64>() / count,
            theta: models.swap_remove(0).theta,
            trials,
            ..empty
        })
    }
}

/// A number of runs from its law, by inversion.
fn draw(repeats: &Repeats, random: &mut Random) -> u32 {
    let mut left = random.uniform();
    for runs in 0..10_000 {
        left -= repeats.log_mass(runs).exp();
        if left < 0.0 {
            return runs;
        }
    }
    10_000
}

/// Every promise, as far as somebody waits.
pub(crate) fn runs(run: &Run, question: &TrainQuestion) -> (Vec<TrainedPoint>, Option<Stopped>) {
    let mut points = Vec::new();
    for at in 0..question.epsilons.len() {
        match run.point(question, at) {
            Ok(point) => points.push(point),
            Err(stopped) => return (points, Some(stopped)),
        }
    }
    (points, None)
}
