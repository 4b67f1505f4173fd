//! The loss of one person at one output of objective perturbation on a linear model.

use serde::Serialize;

use super::ex_post::{ExPostAnswer, parted, read_vector};
use super::model::{ModelSource, Training, find_model};
use crate::data::DataSet;
use crate::data::Person;
use crate::instance::{ExPost, Side, Situation};
use crate::learn::Shape;
use crate::mechanism::Range;
use crate::numeric::matrix::norm;
use crate::question::field::data::NORM_SLACK;
use crate::question::field::described::Field;
use crate::question::field::number::Number;
use crate::question::field::read::Object;
use crate::question::field::refusal::Refusal;

/// A person, in the data or not.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Who {
    /// By their place in the data, from 0.
    Member(usize),
    /// Someone else: features (without the intercept), then the label.
    Outsider(Vec<f64>),
}

/// A model that objective perturbation may have released.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct OutputModel {
    /// θ.
    pub theta: Vec<f64>,
    /// `J(θ) + bᵀθ`, with the noise b whose minimum θ is.
    pub objective: f64,
}

/// A loss function near one prediction.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct AtPerson {
    /// `u = xᵀθ`.
    pub prediction: f64,
    /// `f`, clipped if the question says so.
    pub value: f64,
    /// `f′`.
    pub slope: f64,
    /// `f″`.
    pub curvature: f64,
    /// `µ = xᵀ(∇²J)⁻¹x`.
    pub influence: f64,
}

const MEMBER: Field =
    Field::number("member", "someone in the data, by their place from 0", Range::whole(0.0, 99_999.0));
const OUTSIDER: Field = Field::numbers(
    "outsider",
    "someone else: features (without the intercept), then the label",
    Range::closed(-1e9, 1e9),
    [2, 51],
);

/// Who.
pub(crate) const PERSON: Field = Field::one_of("person", "who", &[MEMBER, OUTSIDER]);

/// Reads `person`.
pub(crate) fn read_person(fields: &Object<'_, '_>, training: &Training) -> Result<Who, Refusal> {
    let (who, place) = fields.one_of(&PERSON)?;
    if who.name == MEMBER.name {
        let places = Range::whole(0.0, training.people.count() as f64 - 1.0);
        return Ok(Who::Member(place.number(&places)? as usize));
    }
    let width = training.people.dimension() - usize::from(training.people.intercept) + 1;
    let values = read_vector(&place, width)?;
    let (features, label) = (&values[..width - 1], values[width - 1]);
    let fits = training.people.loss == Shape::Squared || label.abs() == 1.0;
    if norm(features) > 1.0 + NORM_SLACK || label.abs() > 1.0 || !fits {
        return Err(place.refuse("features of norm 1 at most and an allowed label"));
    }
    Ok(Who::Outsider(values))
}

/// What the output of objective perturbation on a linear model costs a person.
pub(crate) fn of_model(
    training: &Training,
    model: &ModelSource,
    person: &Who,
    delta: f64,
) -> Result<ExPostAnswer, Refusal> {
    let setting = training.setting();
    let unsolved = |reason: String| Refusal::wrong("", "this training".into(), reason);
    let theta = find_model(&setting, model, [0, 1.min(setting.data.dimension() - 1)])
        .map_err(|error| unsolved(format!("one that can be solved: {error}")))?;
    let situation = setting.situation(&theta).ok_or_else(|| unsolved("one with a Hessian".into()))?;
    let (lost, at) = match person {
        Who::Member(at) => of_person(&situation, &setting.data.person(*at), Side::Member),
        Who::Outsider(values) => {
            let width = values.len() - 1;
            let mut other = DataSet::from_rows(width, [(&values[..width], values[width])]);
            if training.people.intercept {
                other = other.with_intercept();
            }
            of_person(&situation, &other.person(0), Side::Outsider)
        }
    };
    let worst = training.worst_case();
    let mut answer = parted([lost.leverage, lost.fit, lost.alignment]);
    answer.at = Some(at);
    answer.model = Some(OutputModel { objective: situation.minimum(), theta: theta.clone() });
    answer.worst_case = Some(Number(worst.at(delta)));
    answer.here = Some(Number(worst.here(&situation)));
    Ok(answer)
}

fn of_person(situation: &Situation<'_>, person: &Person<'_>, side: Side) -> (ExPost, AtPerson) {
    let lost = situation.person(person, side);
    let prediction = person.predict(situation.theta());
    let at = AtPerson {
        prediction,
        value: situation.loss().at(prediction, person.label, person.norm).value,
        slope: lost.slope,
        curvature: lost.curvature,
        influence: lost.influence,
    };
    (lost, at)
}
