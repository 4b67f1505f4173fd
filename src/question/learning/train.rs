//! Private training on a data set, and how well the model does on people it has not seen.

use crate::question::Ask;
use serde::Serialize;

use super::calibration::FACTOR;
use super::objective::{APPROXIMATE, NearMinimum, read_approximate};
use super::objective_conclusions::Stated;
use super::training_figure::{MeasureWords, accuracy_picture, conclusions, stated};
use super::tune::{REPEATS, RunsLaw, read_repeats};
use crate::figure::Figure;
use crate::learn::{Measure, Solver};
use crate::mechanism::{Range, Slider};
use crate::numeric::Scale;
use crate::question::field::common::{DELTA_BUDGET, EPSILON_BUDGETS, PICTURE};
use crate::question::field::data::{PEOPLE_FIELDS, People, SEED, TIGHT, read_people};
use crate::question::field::described::{Field, Word, joined};
use crate::question::field::publishable::SCALED;
use crate::question::field::read::Object;
use crate::question::field::refusal::Refusal;

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
#[serde(rename_all = "kebab-case")]
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
    /// How the objective is minimized; L-BFGS if absent.
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
#[serde(rename_all = "kebab-case")]
pub struct TrainedPoint {
    /// The promise.
    pub epsilon: f64,
    /// The mean share of held-out people whom the model is right about, by the measure of the answer.
    pub accuracy: f64,
    /// Half the width of the band in which that mean lies at 95 % confidence, by Student's law; 0 of a single trial,
    /// which has none.
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
#[serde(rename_all = "kebab-case")]
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
    /// The share at the middle promise in large type.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<Stated>,
    /// What is true of the points.
    pub conclusions: Vec<String>,
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

const METHODS: [Word; 4] = {
    let mut words = [Word::new("", ""); 4];
    let mut at = 0;
    while at < words.len() {
        words[at] = Word::new(TrainMethod::ALL[at].word(), TrainMethod::ALL[at].title());
        at += 1;
    }
    words
};

const SOLVERS: [Word; Solver::ALL.len()] = {
    let mut words = [Word::new("", ""); Solver::ALL.len()];
    let mut at = 0;
    while at < words.len() {
        words[at] = Word::new(Solver::ALL[at].word(), Solver::ALL[at].word());
        at += 1;
    }
    words
};

const METHOD: Field = Field::choice("method", "how the model is trained", &METHODS);
const EPSILON_LIST: Field =
    Field::numbers("epsilons", "the ε to keep, one after the other", EPSILON_BUDGETS, [1, 50]);
const TRIALS: Field =
    Field::number_or("trials", "how often each is trained", Range::whole(1.0, 1000.0), 10.0)
        .slider("models a point", Slider { from: 2.0, to: 20.0, scale: Scale::Linear, start: 5.0 });
const HELD_OUT: Field =
    Field::number_or("held-out", "the share of people held out, to test on", Range::closed(0.01, 0.9), 0.2);
const SOLVER: Field =
    Field::choice_or("solver", "how the objective is minimized", &SOLVERS, Solver::LBfgs.word());
const BATCH: Field =
    Field::number_or("batch", "people expected in a step of DP-SGD", Range::whole(1.0, 1e6), 256.0);
const EPOCHS: Field = Field::number_or(
    "epochs",
    "how often each person takes part in DP-SGD, expected",
    Range::whole(1.0, 1e4),
    60.0,
);
const LEARNING_RATES: Field = Field::numbers(
    "learning-rates",
    "the two ends between which learning rates are drawn, log-uniformly",
    Range::closed(1e-12, 1e3),
    [2, 2],
)
.usually(&[1e-8, 0.1]);
const CANDIDATES: Field = Field::number_or(
    "candidates",
    "learning rates tried where tuning is not counted",
    Range::whole(1.0, 1e3),
    10.0,
);
const TUNING: Field = REPEATS.optional();

const OWN: [Field; 15] = [
    METHOD,
    EPSILON_LIST,
    DELTA_BUDGET,
    TRIALS,
    SEED,
    HELD_OUT,
    SOLVER,
    FACTOR,
    APPROXIMATE,
    TIGHT,
    BATCH,
    EPOCHS,
    LEARNING_RATES,
    CANDIDATES,
    TUNING,
];
const ALL: [Field; 21] = joined::<16, 5, 21>(joined::<15, 1, 16>(OWN, [PICTURE]), PEOPLE_FIELDS);

impl Ask for TrainQuestion {
    const ABOUT: &'static str = "How well does a private model do on people it has not seen?";
    const FIELDS: &'static [Field] = &ALL;
    const EXAMPLES: &'static [&'static str] = &[
        r#"{"ask": "train", "method": "objective-perturbation", "data": {"kind": "penguins"}, "intercept": true,
 "epsilons": [0.5, 1, 2, 4, 8], "delta": 1e-5, "trials": 10, "seed": 1}"#,
    ];
    type Answer = TrainAnswer;

    fn read(fields: &Object<'_, '_>) -> Result<Self, Refusal> {
        let people = read_people(fields)?;
        if people.loss().lipschitz(people.radius()).is_infinite() {
            return Err(fields
                .field("clip")
                .refuse("a norm to clip to: gradients of the squared loss have no bound"));
        }
        if people.count() < 2 {
            return Err(fields.field("data").refuse("two people or more, one of them held out"));
        }
        let rates = fields.numbers(&LEARNING_RATES)?;
        let &[slowest, fastest] = &rates[..] else {
            return Err(fields.at(&LEARNING_RATES).refuse("two numbers"));
        };
        if slowest > fastest {
            return Err(fields.at(&LEARNING_RATES).refuse("two increasing numbers"));
        }
        Ok(Self {
            people,
            method: fields.chosen(&METHOD, &TrainMethod::ALL)?,
            epsilons: fields.numbers(&EPSILON_LIST)?,
            delta: fields.number(&DELTA_BUDGET)?,
            trials: fields.number(&TRIALS)? as usize,
            seed: fields.number(&SEED)? as u64,
            held_out: fields.number(&HELD_OUT)?,
            solver: fields.chosen(&SOLVER, &Solver::ALL)?,
            factor: fields.number(&FACTOR)?,
            approximate: fields
                .if_there(&APPROXIMATE, |place| read_approximate(&place))?
                .unwrap_or(NearMinimum::USUAL),
            tight: fields.flag(&TIGHT)?,
            batch: fields.number(&BATCH)?,
            epochs: fields.number(&EPOCHS)?,
            learning_rates: [slowest, fastest],
            candidates: fields.number(&CANDIDATES)? as usize,
            picture: fields.flag(&PICTURE)?,
            repeats: fields
                .if_there(&TUNING, |place| read_repeats(&place))?
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
        let experiment = self.experiment();
        let (points, stopped) = self.points(&experiment);
        let figure =
            self.picture.then(|| accuracy_picture(self.method, experiment.measure, &points)).flatten();
        let words = MeasureWords::of(experiment.measure);
        Ok(TrainAnswer {
            best: stated(&words, &points, experiment.test.len()),
            conclusions: conclusions(self.method, &words, &points),
            figure,
            method: self.method,
            trained_on: experiment.train.len(),
            held_out: experiment.test.len(),
            measure: experiment.measure,
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
