//! One private model: the minimizer that is never released, a model with noise, and what is expected of it.

use serde::Serialize;

use super::regression::{REGRESSION, RegressionSetting};
use crate::algorithm::noise_reduction::path::Denoising;
use crate::algorithm::noise_reduction::regression::task::Regression;
use crate::algorithm::noise_reduction::regression::trust_region::Place;
use crate::algorithm::noise_reduction::regression::{Sensitivity, Task, Theorem};
use crate::figure::{Side, Statement};
use crate::mechanism::Range;
use crate::numeric::matrix::norm;
use crate::numeric::random::Random;
use crate::question::Ask;
use crate::question::field::common::EPSILON_BUDGETS;
use crate::question::field::data::{FEATURES, SEED};
use crate::question::field::described::{Field, joined};
use crate::question::field::publishable::{Mark, NO_OUTPUT, SECRET};
use crate::question::field::read::Object;
use crate::question::field::refusal::Refusal;
use crate::question::figure::lines::{number, stated, up};

/// "What does a model with noise of one ε look like, and how far is it from the best?"
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct FitQuestion {
    /// The regression.
    #[serde(flatten)]
    pub setting: RegressionSetting,
    /// ε of the noise; 1 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub epsilon: f64,
    /// The seed of the noise; 1 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub seed: u64,
    /// The noise itself, in place of what is drawn.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub typed_noise: Vec<f64>,
}

/// The minimizer, which no noise hides.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct RawMinimizer {
    /// θ*.
    pub theta: Vec<f64>,
    /// `‖θ*‖`.
    pub length: f64,
    /// `L(θ*)`; not known from statistics alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loss: Option<f64>,
    /// `L(0)`; not known from statistics alone, nor for logistic regression, where it is ln 2.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loss_at_zero: Option<f64>,
    /// Never.
    pub publishable: bool,
    /// Why not.
    pub notice: String,
}

/// A model with noise.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct NoisyModel {
    /// θ.
    pub theta: Vec<f64>,
    /// `‖θ‖`.
    pub length: f64,
    /// The scale of the noise on each number.
    pub scale: f64,
    /// How many numbers got noise.
    pub coordinates: usize,
    /// μ of the ball, of a noisy covariance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub multiplier: Option<f64>,
    /// Where it lies, of a noisy covariance.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "\"inside\" | \"sphere\" | \"hard\""))]
    pub place: Option<Place>,
    /// The smallest eigenvalue of the noisy matrix; negative where it is indefinite.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub smallest: Option<f64>,
    /// Whether the model may be published.
    pub publishable: bool,
    /// Why.
    pub notice: String,
    /// `L(θ) − L(θ*)`, which must not be published.
    pub excess: f64,
    /// Why not.
    pub excess_notice: &'static str,
}

/// What theorems expect of it, and what is exact.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct ExpectedRisk {
    /// The theorem or prediction.
    pub word: &'static str,
    /// Its name.
    pub title: &'static str,
    /// Whether it is true of every data set; a false theorem and a first-order prediction are not.
    pub holds: bool,
    /// The expected excess risk.
    pub risk: Statement,
    /// Whether it depends on the data without noise, and must not be published.
    pub secret: bool,
}

/// A model with noise, and what it is worth.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct FitAnswer {
    /// n.
    pub people: f64,
    /// p.
    pub dimension: usize,
    /// M, no shorter than any minimizer.
    pub radius: f64,
    /// The minimizer.
    pub minimizer: RawMinimizer,
    /// The model with noise.
    pub model: NoisyModel,
    /// Its expected excess risk, by every theorem.
    pub risks: Vec<ExpectedRisk>,
    /// κ of the prediction κ/ε², of covariance perturbation; it depends on the data without noise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kappa: Option<f64>,
    /// The exact expectation over what Theorem A.9 prints for output noise on ridge regression, which should not be above 1;
    /// it depends on the data without noise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact_over_printed: Option<f64>,
    /// What is true of these numbers.
    pub conclusions: Vec<String>,
}

const EPSILON: Field = Field::number_or("epsilon", "ε of the noise", EPSILON_BUDGETS, 1.0);
const NOISE: Field = Field::numbers(
    "typed-noise",
    "the noise itself, for study: of a covariance the rows of B and then b, of a minimizer one number for each feature",
    Range::closed(-1e9, 1e9),
    [1, FEATURES * (FEATURES + 1)],
)
.usually(&[]);
const ALL: [Field; 11] = joined::<8, 3, 11>(REGRESSION, [EPSILON, SEED, NOISE]);

impl Ask for FitQuestion {
    const ABOUT: &'static str =
        "How far from the best is a regression with noise of one ε, and what do theorems expect?";
    const FIELDS: &'static [Field] = &ALL;
    const EXAMPLES: &'static [&'static str] = &[
        r#"{"ask": "accuracy-first-fit", "data": {"kind": "generate", "generator": "regression-line", "people": 5000, "dimension": 4, "seed": 1},
 "regularization": 0.05, "epsilon": 1}"#,
        r#"{"ask": "accuracy-first-fit", "loss": "logistic", "data": {"kind": "penguins"}, "intercept": true, "regularization": 0.05}"#,
        r#"{"ask": "accuracy-first-fit", "data": {"kind": "statistics", "people": 2000, "diagonal": [0.5, 0.3, 0.2], "linear": [0.2, -0.1, 0.05]},
 "regularization": 0.2, "perturbation": "output"}"#,
    ];
    type Answer = FitAnswer;

    fn read(fields: &Object<'_, '_>) -> Result<Self, Refusal> {
        let setting = RegressionSetting::read(fields)?;
        let noise = fields.numbers(&NOISE)?;
        let size = setting.problem().dimension as usize;
        let needed = if setting.perturbation == "covariance" { size * (size + 1) } else { size };
        if !noise.is_empty() && noise.len() != needed {
            return Err(fields
                .at(&NOISE)
                .refuse(format!("a list of {needed} numbers, one for each that gets noise")));
        }
        Ok(Self {
            setting,
            epsilon: fields.number(&EPSILON)?,
            seed: fields.number(&SEED)? as u64,
            typed_noise: noise,
        })
    }

    fn answer(&self) -> Result<Self::Answer, Refusal> {
        let regression = self.setting.regression()?;
        let task = self.setting.task()?;
        let problem = task.problem();
        let minimizer = raw(&task, &regression);
        let model = self.model(&task, &regression);
        let risks = self.risks(&task, &regression, model.scale);
        let kappa = match (&regression, self.setting.perturbation) {
            (Regression::Ridge(ridge), "covariance") => Some(ridge.first_order()),
            _ => None,
        };
        let exact_over_printed = match (&regression, self.setting.perturbation) {
            (Regression::Ridge(ridge), "output") => {
                Some(ridge.output_risk(model.scale) / ridge.printed_output_risk(model.scale))
            }
            _ => None,
        };
        let conclusions = conclusions(&model, &risks);
        Ok(FitAnswer {
            people: problem.people,
            dimension: minimizer.theta.len(),
            radius: problem.radius(),
            minimizer,
            model,
            risks,
            kappa,
            exact_over_printed,
            conclusions,
        })
    }
}

fn raw(task: &Task, regression: &Regression) -> RawMinimizer {
    let mark = Mark::secret(format!("{SECRET} The minimizer itself is never released."));
    let loss_at_zero = match regression {
        Regression::Ridge(ridge) => ridge.at_zero(),
        Regression::Logistic(_) => None,
    };
    RawMinimizer {
        theta: task.minimizer().to_vec(),
        length: norm(task.minimizer()),
        loss: task.minimum(),
        loss_at_zero,
        publishable: mark.publishable,
        notice: mark.notice,
    }
}

impl FitQuestion {
    fn model(&self, task: &Task, regression: &Regression) -> NoisyModel {
        let mut random = Random::stream(self.seed, "accuracy first: one model, noise");
        let drawn = Denoising::new(task.coordinates(), task.sensitivity(), self.epsilon, &mut random);
        let noise = if self.typed_noise.is_empty() { drawn.noise() } else { &self.typed_noise };
        let ball = match (regression, self.setting.perturbation) {
            (Regression::Ridge(ridge), "covariance") => {
                Some(ridge.perturbed(noise, self.setting.ball_solver))
            }
            _ => None,
        };
        let theta = task.noisy(noise);
        let mark = if self.typed_noise.is_empty() {
            self.setting.released(self.epsilon, None)
        } else {
            Mark::secret(NO_OUTPUT)
        };
        NoisyModel {
            length: norm(&theta),
            scale: task.sensitivity() / self.epsilon,
            coordinates: task.coordinates(),
            multiplier: ball.as_ref().map(|ball| ball.multiplier),
            place: ball.as_ref().map(|ball| ball.place),
            smallest: ball.as_ref().map(|ball| ball.smallest),
            publishable: mark.publishable,
            notice: mark.notice,
            excess: task.excess(&theta),
            excess_notice: SECRET,
            theta,
        }
    }

    fn risks(&self, task: &Task, regression: &Regression, scale: f64) -> Vec<ExpectedRisk> {
        let by_covariance = self.setting.perturbation == "covariance";
        let (theorems, sensitivity): (&[Theorem], Sensitivity) = if by_covariance {
            (&[Theorem::Covariance, Theorem::CovarianceHalved], Sensitivity::Published)
        } else {
            (&[Theorem::Output, Theorem::OutputPrinted], self.setting.minimizer_bound)
        };
        let risk = |&theorem: &Theorem| {
            let risk = task.problem().risk(theorem, sensitivity, self.epsilon)?;
            let side = if theorem.holds() { Side::Upper } else { Side::Value };
            Some(ExpectedRisk {
                word: theorem.word(),
                title: theorem.meaning(),
                holds: theorem.holds(),
                risk: stated("E[L(θ) − L(θ*)]", side, risk),
                secret: false,
            })
        };
        let mut risks: Vec<ExpectedRisk> = theorems.iter().filter_map(risk).collect();
        if let Regression::Ridge(ridge) = regression {
            let (word, title, holds, exact) = if by_covariance {
                let predicted = ridge.first_order() / (self.epsilon * self.epsilon);
                ("first-order", "to first order in the noise, of these data", false, predicted)
            } else {
                ("exact", "exactly, of these data", true, ridge.output_risk(scale))
            };
            let risk = stated("E[L(θ) − L(θ*)]", Side::Value, exact);
            risks.push(ExpectedRisk { word, title, holds, risk, secret: true });
        }
        risks
    }
}

fn conclusions(model: &NoisyModel, risks: &[ExpectedRisk]) -> Vec<String> {
    let mut said = Vec::new();
    if let Some(bound) = risks.iter().find(|risk| risk.holds && !risk.secret) {
        let (excess, most) = (model.excess, bound.risk.number);
        let beside = if excess <= most { "within" } else { "above" };
        said.push(format!(
            "This model is worse than the best by {}, {beside} what is expected by {} at most, {}.",
            number(excess),
            bound.title,
            up(most)
        ));
    }
    let [exact, printed] = ["exact", "output-printed"]
        .map(|word| risks.iter().find(|risk| risk.word == word).map(|risk| risk.risk.number));
    if let (Some(exact), Some(printed)) = (exact, printed) {
        let verdict = if exact > printed {
            "which the printed bound is below"
        } else {
            "which the printed bound is above"
        };
        said.push(format!(
            "The exact expectation is {}, {verdict}: {} times {}.",
            number(exact),
            number(exact / printed),
            number(printed)
        ));
    }
    if let Some(smallest) = model.smallest.filter(|smallest| *smallest <= 0.0) {
        said.push(format!(
            "The noise has made the covariance indefinite, its smallest eigenvalue is {}: without the ball there is no \
             minimum.",
            number(smallest)
        ));
    }
    said
}
