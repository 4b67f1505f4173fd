//! From a question about training to its experiment, and back.

use super::train::{TrainMethod, TrainQuestion, TrainedPoint};
use crate::account::tuning::Repeats;
use crate::algorithm::trial::Trials;
use crate::learn::experiment::{Experiment, NoOutcome, Outcome, Training, Tuning};
use crate::question::field::publishable::HELD_OUT;
use crate::watch::Stopped;

impl TrainQuestion {
    /// The people, some held out.
    pub(crate) fn experiment(&self) -> Experiment {
        let people = &self.people;
        Experiment::new(&people.build(), people.loss(), people.radius(), self.held_out, self.seed)
    }

    fn training(&self) -> Training {
        let steps = |tuning: Tuning| Training::NoisySteps {
            batch: self.batch,
            epochs: self.epochs,
            learning_rates: self.learning_rates,
            tuning,
        };
        match self.method {
            TrainMethod::WithoutNoise => Training::WithoutNoise,
            TrainMethod::ObjectivePerturbation => Training::ObjectivePerturbation {
                factor: self.factor,
                tolerance: self.approximate.tolerance,
                output_noise: self.approximate.output_noise,
                tight: self.tight,
                solver: self.solver,
            },
            TrainMethod::DpSgdHonest => steps(Tuning::Paid(Repeats::from(self.repeats))),
            TrainMethod::DpSgdDishonest => steps(Tuning::Unpaid { candidates: self.candidates }),
        }
    }

    /// Every promise, as far as somebody waits.
    pub(crate) fn points(&self, experiment: &Experiment) -> (Vec<TrainedPoint>, Option<Stopped>) {
        let training = self.training();
        let whole = self.epsilons.len() * self.trials;
        let mut points = Vec::new();
        for (at, &epsilon) in self.epsilons.iter().enumerate() {
            let trials = Trials { count: self.trials, before: at * self.trials, whole };
            let name = format!("training: {}, ε = {epsilon}", self.method.word());
            points.push(match experiment.outcome(&training, (epsilon, self.delta), trials, &name) {
                Ok(outcome) => self.point(epsilon, outcome),
                Err(NoOutcome::Unavailable(reason)) => {
                    TrainedPoint { unavailable: Some(reason), ..nothing(epsilon) }
                }
                Err(NoOutcome::Stopped(stopped)) => return (points, Some(stopped)),
            });
        }
        (points, None)
    }

    fn point(&self, epsilon: f64, outcome: Outcome) -> TrainedPoint {
        TrainedPoint {
            accuracy: outcome.accuracy.mean,
            half_width: outcome.accuracy.half_width.unwrap_or(0.0),
            trials: outcome.trials,
            candidates: outcome.candidates,
            noise: outcome.noise,
            regularization: outcome.regularization,
            // Of data that were scaled by themselves nothing is certified.
            certified: outcome.certified.filter(|_| !self.people.is_scaled()),
            gradient_norm: outcome.gradient_norm,
            evaluations: outcome.evaluations,
            theta: outcome.theta,
            ..nothing(epsilon)
        }
    }
}

fn nothing(epsilon: f64) -> TrainedPoint {
    TrainedPoint {
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
    }
}
