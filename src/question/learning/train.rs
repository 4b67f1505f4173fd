//! Private training on a data set, and how well the model does on people it has not seen.

use crate::question::Ask;
use serde::Serialize;

use super::objective::{NearMinimum, read_approximate};
use super::training::{Run, runs};
use super::training_figure::accuracy_picture;
use super::tune::{RunsLaw, read_repeats};
use crate::figure::Figure;
use crate::learn::{Measure, Solver};
use crate::mechanism::Range;
use crate::question::field::data::{PEOPLE_FIELDS, People, SEED, read_people};
use crate::question::field::publishable::SCALED;
use crate::question::field::read::{Object, Reader};
use crate::question::field::refusal::Refusal;

/// The ε that may be promised.
const EPSILON: Range = Range::closed(1e-3, 1e3);
/// The δ that may be promised.
const DELTA: Range = Range::closed(1e-100, 0.1);
const TRIALS: Range = Range::whole(1.0, 1000.0);
const SHARE: Range = Range::closed(0.01, 0.9);
const FACTOR: Range = Range::closed(1.0, 100.0);
const BATCH: Range = Range::whole(1.0, 1e6);
const EPOCHS: Range = Range::whole(1.0, 1e4);
const CANDIDATES: Range = Range::whole(1.0, 1e3);
const LEARNING_RATE: Range = Range::closed(1e-12, 1e3);

/// How a model is trained.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum TrainMethod {
    /// Objective perturbation near the minimum, noise on the output.
    ObjectivePerturbation,
    /// Noisy gradient steps, the cost of tuning counted.
    DpSgdHonest,
    /// Noisy gradient steps, the cost of tuning not counted: what is claimed is too little.
    DpSgdDishonest,
    /// Without any noise.
    WithoutNoise,
}

impl TrainMethod {
    /// Every method.
    pub const ALL: [Self; 4] =
        [Self::ObjectivePerturbation, Self::DpSgdHonest, Self::DpSgdDishonest, Self::WithoutNoise];

    /// Its word in a question.
    pub const fn word(self) -> &'static str {
        match self {
            Self::ObjectivePerturbation => "objective-perturbation",
            Self::DpSgdHonest => "dp-sgd-honest",
            Self::DpSgdDishonest => "dp-sgd-dishonest",
            Self::WithoutNoise => "without-noise",
        }
    }

    /// What a person reads.
    pub const fn title(self) -> &'static str {
        match self {
            Self::ObjectivePerturbation => "objective perturbation",
            Self::DpSgdHonest => "DP-SGD, tuning counted",
            Self::DpSgdDishonest => "DP-SGD, tuning not counted",
            Self::WithoutNoise => "without noise",
        }
    }
}

/// "How well does a private model do on these people?"
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct TrainQuestion {
    /// The people and the loss.
    #[serde(flatten)]
    pub people: People,
    /// How.
    pub method: TrainMethod,
    /// The promises, one after the other.
    pub epsilons: Vec<f64>,
    /// δ of all.
    pub delta: f64,
    /// How often each is trained; 10 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub trials: usize,
    /// The seed of everything random; 1 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub seed: u64,
    /// The share of people that is held out; 0.2 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub held_out: f64,
    /// How the objective is minimised; L-BFGS if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub solver: Solver,
    /// σ over that of the Gaussian mechanism; 1.3 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub factor: f64,
    /// Where the solver stops, and the noise on its output; τ = 0.01 and σ_out = 0.15 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub approximate: NearMinimum,
    /// Whether the determinant costs `log(1 + β/λ)`: an extension. False if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub tight: bool,
    /// The people expected in a step of DP-SGD; 256 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub batch: f64,
    /// How often each person takes part in DP-SGD, expected; 60 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub epochs: f64,
    /// Between which ends learning rates are drawn, log-uniformly; 1e-8 and 0.1 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub learning_rates: [f64; 2],
    /// The learning rates that dishonest tuning tries; 10 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub candidates: usize,
    /// Whether the answer carries a picture.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub picture: bool,
    /// How many candidates honest tuning draws; Poisson with more than 10 at a chance of 0.9 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub repeats: RunsLaw,
}

/// How models trained for one promise do.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct TrainedPoint {
    /// The promise.
    pub epsilon: f64,
    /// The mean share of held-out people whom the model is right about, by the measure of the answer.
    pub accuracy: f64,
    /// 1.96 standard errors of that mean.
    pub half_width: f64,
    /// Of every trial.
    pub trials: Vec<f64>,
    /// Whether the accuracies may be published: never.
    pub publishable: bool,
    /// Why not.
    pub notice: &'static str,
    /// The mean share of people held out whom the candidates of DP-SGD are right about, from whom those people chose
    /// the model: what one of them does that was not chosen. It must not be published either.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub candidates: Option<f64>,
    /// The noise: σ of the linear term, or z of DP-SGD.
    pub noise: f64,
    /// λ of objective perturbation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub regularization: Option<f64>,
    /// The ε that the noise certifies to the people trained on, tuning counted if it is honest; absent where the data
    /// were scaled by themselves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certified: Option<f64>,
    /// The largest gradient norm at which a solver stopped; it must not be published.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gradient_norm: Option<f64>,
    /// Gradients of one person computed for one model, on average.
    pub evaluations: f64,
    /// The model of the first trial.
    pub theta: Vec<f64>,
    /// Why nothing was trained.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unavailable: Option<String>,
}

/// Accuracy against ε.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct TrainAnswer {
    /// How.
    pub method: TrainMethod,
    /// People trained on.
    pub trained_on: usize,
    /// People held out.
    pub held_out: usize,
    /// What being right about a person means.
    pub measure: Measure,
    /// The bound of one gradient, L or C.
    pub lipschitz: f64,
    /// The bound of one curvature β.
    pub smoothness: f64,
    /// One entry per promise, as far as the work came.
    pub points: Vec<TrainedPoint>,
    /// What to know before relying on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warning: Option<String>,
    /// Why the work ended before it was done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
    /// Accuracy against ε, with its error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub figure: Option<Figure>,
}

impl Ask for TrainQuestion {
    type Answer = TrainAnswer;

    fn read(root: &Reader<'_>) -> Result<Self, Refusal> {
        const OWN: [&str; 13] = [
            "ask",
            "method",
            "epsilons",
            "delta",
            "trials",
            "seed",
            "held_out",
            "solver",
            "factor",
            "approximate",
            "batch",
            "epochs",
            "learning_rates",
        ];
        let mut names = OWN.to_vec();
        names.extend(["candidates", "repeats", "picture", "tight"]);
        names.extend(PEOPLE_FIELDS);
        let fields = root.object(&names)?;
        let people = read_people(&fields)?;
        if people.loss().lipschitz(people.radius()).is_infinite() {
            return Err(fields
                .field("clip")
                .refuse("a norm to clip to: gradients of the squared loss have no bound"));
        }
        if people.count() < 2 {
            return Err(fields.field("data").refuse("two people or more, one of them held out"));
        }
        let number = |name: &str, range: &Range, usual: f64| -> Result<f64, Refusal> {
            Ok(fields.optional(name, |field| field.number(range))?.unwrap_or(usual))
        };
        let epsilons = fields.field("epsilons").array(1, 50)?;
        Ok(TrainQuestion {
            people,
            method: TrainMethod::ALL
                [fields.field("method").choice(&TrainMethod::ALL.map(TrainMethod::word))?],
            epsilons: epsilons.iter().map(|field| field.number(&EPSILON)).collect::<Result<_, _>>()?,
            delta: fields.field("delta").number(&DELTA)?,
            trials: number("trials", &TRIALS, 10.0)? as usize,
            seed: number("seed", &SEED, 1.0)? as u64,
            held_out: number("held_out", &SHARE, 0.2)?,
            solver: fields
                .optional("solver", |field| field.choice(&Solver::ALL.map(Solver::word)))?
                .map_or(Solver::LBfgs, |at| Solver::ALL[at]),
            factor: number("factor", &FACTOR, 1.3)?,
            approximate: fields
                .optional("approximate", |field| read_approximate(&field))?
                .unwrap_or(NearMinimum { tolerance: 0.01, output_noise: 0.15 }),
            tight: fields.optional("tight", |field| field.flag())?.unwrap_or(false),
            batch: number("batch", &BATCH, 256.0)?,
            epochs: number("epochs", &EPOCHS, 60.0)?,
            learning_rates: read_learning_rates(&fields)?,
            candidates: number("candidates", &CANDIDATES, 10.0)? as usize,
            picture: fields.optional("picture", |field| field.flag())?.unwrap_or(false),
            repeats: fields
                .optional("repeats", |field| read_repeats(&field))?
                .unwrap_or(RunsLaw::Poisson { mean: 15.406_641_171_976_517 }),
        })
    }

    fn answer(&self) -> Result<Self::Answer, Refusal> {
        const DISHONEST: &str = "This ε counts one run, but the best of several was kept: what is lost is more. The \
                                 honest method says how much.";
        const CHOSEN: &str =
            "The best candidate was chosen by the people held out, whom the guarantee does not cover.";
        const OPEN: &str =
            "Trained without noise: nothing is guaranteed, and the model must not be published.";
        let people = &self.people;
        let run = Run::new(self);
        let (points, stopped) = runs(&run, self);
        let figure = self.picture.then(|| accuracy_picture(self.method, run.measure, &points)).flatten();
        Ok(TrainAnswer {
            figure,
            method: self.method,
            trained_on: run.train.len(),
            held_out: run.test.len(),
            measure: run.measure,
            lipschitz: people.loss().lipschitz(people.radius()),
            smoothness: people.loss().smoothness(people.radius()),
            points,
            warning: match self.method {
                _ if people.is_scaled() => Some(format!("Nothing is certified: {SCALED}.")),
                TrainMethod::DpSgdDishonest => Some(format!("{DISHONEST} {CHOSEN}")),
                TrainMethod::DpSgdHonest => Some(CHOSEN.into()),
                TrainMethod::WithoutNoise => Some(OPEN.into()),
                TrainMethod::ObjectivePerturbation => None,
            },
            stopped: stopped.map(|stopped| stopped.to_string()),
        })
    }

    fn figures(answer: &mut Self::Answer) -> Vec<(&'static str, Option<&mut Figure>)> {
        vec![("/figure", answer.figure.as_mut())]
    }
}

fn read_learning_rates(fields: &Object<'_, '_>) -> Result<[f64; 2], Refusal> {
    let read = |field: Reader<'_>| {
        let ends = field.array(2, 2)?;
        let (from, to) = (ends[0].number(&LEARNING_RATE)?, ends[1].number(&LEARNING_RATE)?);
        if from <= to { Ok([from, to]) } else { Err(field.refuse("two increasing numbers")) }
    };
    Ok(fields.optional("learning_rates", read)?.unwrap_or([1e-8, 0.1]))
}
