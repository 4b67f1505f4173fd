//! Logistic regression by the Hessian mechanism.

use serde::Serialize;

use super::dimensions::{
    DATA, DRAWS, EPSILON, MANY, RADIUS, ReleasedVector, build, failed, named, read_few, value,
};
use super::pca_figures::{ring, scattered};
use crate::algorithm::inverse_sensitivity::gradient::{Linear, Tally};
use crate::algorithm::inverse_sensitivity::hessian::{
    excess, logistic, longest_minimizer, printed_sensitivity, sensitivity,
};
use crate::algorithm::trial::{CONFIDENCE, mean};
use crate::data::DataSet;
use crate::figure::{Axis, Figure, Mark, Side, Statement, Table};
use crate::learn::Shape;
use crate::mechanism::{Range, Slider};
use crate::numeric::Scale;
use crate::numeric::random::Random;
use crate::question::Ask;
use crate::question::field::data::{DataSource, SEED};
use crate::question::field::described::{Field, Word};
use crate::question::field::publishable::SECRET;
use crate::question::field::read::Object;
use crate::question::field::refusal::Refusal;
use crate::question::figure::lines::{number, stated, up};

/// "How far from the best is a logistic regression by the Hessian mechanism?"
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct HessianQuestion {
    /// The people, with labels −1 and 1.
    pub data: DataSource,
    /// λ; 0.1 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub regularization: f64,
    /// B_θ; 2 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub model_radius: f64,
    /// D; the smallest provable if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub model_distance: f64,
    /// Which sensitivity; the corrected one if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "\"corrected\" | \"printed\""))]
    pub sensitivity_bound: &'static str,
    /// ε; 1 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub epsilon: f64,
    /// Models drawn; 200 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub draws: usize,
    /// The seed; 1 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub seed: u64,
}

/// A logistic regression with noise.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct HessianAnswer {
    /// n.
    pub people: usize,
    /// d.
    pub dimension: usize,
    /// D.
    pub distance: f64,
    /// The corrected sensitivity.
    pub sensitivity: Statement,
    /// The printed one, without its last term.
    pub printed_sensitivity: Statement,
    /// `s = 2 GS/ε`.
    pub scale: Statement,
    /// ε that is really guaranteed.
    pub guarantee: Statement,
    /// θ̂.
    pub minimizer: Vec<f64>,
    /// Of the Hessian, smallest first.
    pub eigenvalues: Vec<f64>,
    /// `tr H⁻²`.
    pub trace_inverse_square: Statement,
    /// `E‖θ − θ̂‖²` without the ball.
    pub mean_square: Statement,
    /// The mean excess loss of the models drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean_excess: Option<Statement>,
    /// How far that may be off, at 95%.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub half_width: Option<f64>,
    /// How often a proposal lay in the ball.
    pub tally: Tally,
    /// One model, unless the sampler failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub released: Option<ReleasedVector>,
    /// Why there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
    /// Models drawn for study.
    pub cloud: Vec<Vec<f64>>,
    /// Beside the cloud.
    pub notice: &'static str,
    /// Beside everything else that depends on the data without noise.
    pub secret: &'static str,
    /// What is true of these numbers.
    pub conclusions: Vec<String>,
    /// The models, of two coefficients.
    pub figure: Option<Figure>,
}

const REGULARIZATION: Field =
    Field::number_or("regularization", "λ, beside the mean loss", Range::closed(1e-4, 100.0), 0.1)
        .slider("", Slider { from: 1e-3, to: 1.0, scale: Scale::Log, start: 0.1 });
const DISTANCE: Field = Field::number(
    "model-distance",
    "D, no smaller than any distance of the minimizer from a model of the ball; the smallest provable if absent",
    Range::closed(1e-3, 1e6),
)
.optional();
const BOUND: Field = Field::choice_or(
    "sensitivity-bound",
    "how it is bounded how far one person moves ‖H(θ − θ̂)‖",
    &[
        Word::new("corrected", "with the Hessian of the changed record"),
        Word::new("printed", "as printed, which leaves it out"),
    ],
    "corrected",
);

impl Ask for HessianQuestion {
    const ABOUT: &'static str = "How far from the best is a logistic regression whose density falls with the distance, measured by the Hessian?";
    const FIELDS: &'static [Field] = &[DATA, REGULARIZATION, RADIUS, DISTANCE, BOUND, EPSILON, DRAWS, SEED];
    const EXAMPLES: &'static [&'static str] = &[
        r#"{"ask": "hessian-mechanism", "data": {"kind": "generate", "generator": "two-gaussians", "people": 2000, "dimension": 2, "seed": 1},
 "regularization": 0.1, "epsilon": 2, "draws": 100}"#,
    ];
    type Answer = HessianAnswer;

    fn read(fields: &Object<'_, '_>) -> Result<Self, Refusal> {
        let data = read_few(&fields.at(&DATA), Shape::Logistic)?;
        let regularization = fields.number(&REGULARIZATION)?;
        let model_radius = fields.number(&RADIUS)?;
        let least = model_radius + longest_minimizer(regularization);
        let distance = fields.number_if_there(&DISTANCE)?;
        if distance.is_some_and(|distance| distance < least * (1.0 - 1e-9)) {
            return Err(fields.at(&DISTANCE).refuse(format!(
                "at least {}: a minimizer may be {} long, and lie opposite to a model",
                up(least),
                up(longest_minimizer(regularization))
            )));
        }
        Ok(Self {
            data,
            regularization,
            model_radius,
            model_distance: distance.unwrap_or(least),
            sensitivity_bound: fields.word(&BOUND)?,
            epsilon: fields.number(&EPSILON)?,
            draws: fields.number(&DRAWS)? as usize,
            seed: fields.number(&SEED)? as u64,
        })
    }

    fn answer(&self) -> Result<Self::Answer, Refusal> {
        let data = build(&self.data, Shape::Logistic);
        let people = data.len() as f64;
        let (linear, minimizer) = logistic(&data, self.regularization).ok_or_else(Refusal::failed)?;
        let corrected = sensitivity(people, self.regularization, self.model_distance);
        let printed = printed_sensitivity(people, self.regularization, self.model_distance);
        let used = if self.sensitivity_bound == "printed" { printed } else { corrected };
        let scale = 2.0 * used / self.epsilon;
        let guarantee = self.epsilon * (corrected / used).max(1.0);
        let mut only = Random::stream(self.seed, "Hessian mechanism: the released model");
        let (one, _) = linear.draws(scale, self.model_radius, 1, &mut only);
        let mut random = Random::stream(self.seed, "Hessian mechanism: models for study");
        let (cloud, tally) = linear.draws(scale, self.model_radius, self.draws, &mut random);
        let first = one.into_iter().next();
        let failure = failed(first.is_none() || cloud.len() < self.draws, cloud.len());
        let excesses: Vec<f64> =
            cloud.iter().map(|theta| excess(&data, self.regularization, &minimizer, theta)).collect();
        let seen = mean(&excesses, CONFIDENCE);
        let mut answer = HessianAnswer {
            people: data.len(),
            dimension: data.dimension(),
            distance: self.model_distance,
            sensitivity: stated("GS", Side::Upper, corrected),
            printed_sensitivity: value("GS as printed", printed),
            scale: value("2GS/ε", scale),
            guarantee: stated("ε", Side::Upper, guarantee),
            eigenvalues: linear.eigenvalues().to_vec(),
            trace_inverse_square: value("tr H⁻²", linear.trace_of_inverse(2)),
            mean_square: value("E‖θ − θ̂‖²", linear.mean_square(scale)),
            mean_excess: (!cloud.is_empty()).then(|| value("mean of L(θ) − L(θ̂)", seen.mean)),
            half_width: seen.half_width,
            tally,
            released: first.map(|theta| ReleasedVector::new(theta, guarantee, Some(&self.data))),
            failure,
            cloud,
            minimizer,
            notice: MANY,
            secret: SECRET,
            conclusions: Vec::new(),
            figure: None,
        };
        answer.conclusions = self.conclusions(&answer, &data, &linear);
        if answer.dimension == 2 {
            answer.figure = Some(self.figure(&answer));
        }
        Ok(answer)
    }

    fn figures(answer: &mut Self::Answer) -> Vec<(&'static str, Option<&mut Figure>)> {
        vec![("/figure", answer.figure.as_mut())]
    }
}

impl HessianQuestion {
    fn conclusions(&self, answer: &HessianAnswer, data: &DataSet, linear: &Linear) -> Vec<String> {
        let mut said = Vec::new();
        let (right, printed) = (answer.sensitivity.number, answer.printed_sensitivity.number);
        said.push(if right > printed {
            format!(
                "The sensitivity is at most {}; the printed bound is {} of that, and would guarantee ε ≤ {} in place of {}.",
                answer.sensitivity.text,
                number(printed / right),
                up(self.epsilon * right / printed),
                number(self.epsilon)
            )
        } else {
            format!("The sensitivity is at most {}, no more than the printed bound of {}.", answer.sensitivity.text, answer.printed_sensitivity.text)
        });
        let spread = answer.mean_square.number.sqrt();
        let beside = if spread > self.model_radius { "more than" } else { "within" };
        said.push(format!(
            "Without the ball a model lies {} from the best (root of the mean square), {beside} its radius of {}.",
            number(spread),
            number(self.model_radius)
        ));
        // Noise on the gradient instead: a scale in proportion to G/n = 2/n alone.
        let gradient = linear.mean_square(2.0 * 2.0 / (data.len() as f64 * self.epsilon));
        said.push(format!(
            "If the Hessian were the same for everyone the mean square would be {} of that.",
            number(gradient / answer.mean_square.number)
        ));
        said.extend(answer.failure.clone());
        said
    }

    fn figure(&self, answer: &HessianAnswer) -> Figure {
        let edge = self.model_radius;
        let axis = |label: &str| Axis::linear(label, -1.05 * edge, 1.05 * edge);
        let mut figure = Figure::empty(axis("θ₁"), axis("θ₂"));
        figure.series = ring("edge of the ball", edge).to_vec();
        if !answer.cloud.is_empty() {
            figure.series.push(scattered("models drawn", &answer.cloud));
        }
        figure.marks.push(Mark {
            x: answer.minimizer[0],
            y: answer.minimizer[1],
            label: "the minimizer".into(),
            says: None,
        });
        figure.table = Table {
            columns: ["θ₁", "θ₂"].map(String::from).to_vec(),
            rows: answer
                .cloud
                .iter()
                .take(20)
                .map(|theta| theta.iter().copied().map(number).collect())
                .collect(),
            ..Table::default()
        };
        let of = format!(
            "n = {}, λ = {}, ε = {}",
            answer.people,
            number(self.regularization),
            number(self.epsilon)
        );
        let shows = "Private models about the minimizer, must not be published";
        named(&mut figure, shows, &of, &answer.conclusions, answer.notice);
        figure
    }
}
