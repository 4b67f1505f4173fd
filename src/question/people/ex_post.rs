//! The loss of one person at one output, in its parts.

use crate::question::Ask;
use serde::Serialize;

use super::ex_post_model::{AtPerson, OutputModel, PERSON, Who, of_model, read_person};
use super::model::{
    MODEL, ModelSource, SIGMA, TRAINING_FIELDS, Training, WORST_DELTA, read_model, read_training,
};
use crate::instance::general::general_loss;
use crate::instance::{Side, gaussian};
use crate::mechanism::Range;
use crate::numeric::decimal::{Rounding, print};
use crate::numeric::matrix::{Symmetric, norm};
use crate::question::field::common::DELTA_BUDGETS;
use crate::question::field::described::{Field, Kind, Variant, joined};
use crate::question::field::number::Number;
use crate::question::field::publishable::SECRET;
use crate::question::field::read::{Object, Reader};
use crate::question::field::refusal::Refusal;
use crate::question::figure::lines::number;

/// The largest matrix or vector that is given entry by entry.
const SIZE: usize = 100;
const ENTRIES: Range = Range::closed(-1e9, 1e9);
/// Digits of a count as large as any that may be asked for, and some behind the point.
const COUNT_DIGITS: usize = 12;

const HESSIAN: Field = Field::of("hessian", "∇²J, of everyone, row by row", Kind::Rows);
const GRADIENT: Field = Field::numbers("gradient", "∇J, of everyone", ENTRIES, [1, SIZE]);
const PERSON_HESSIAN: Field = Field::of("person-hessian", "∇²ℓ, of the person, row by row", Kind::Rows);
const PERSON_GRADIENT: Field = Field::numbers("person-gradient", "∇ℓ, of the person", ENTRIES, [1, SIZE]);
const MEMBER: Field = Field::flag("member", "whether the person is in the data", true).required();
const SHIFT: Field =
    Field::numbers("shift", "Q(D±z) − Q(D): how the person moves the answer", ENTRIES, [1, SIZE]);
const NOISE: Field = Field::numbers("noise", "o − Q(D): the noise that was drawn", ENTRIES, [1, SIZE]);
const COUNT: Field = Field::number("count", "the count, hidden", Range::whole(0.0, 1e9));
const OUTPUT: Field = Field::number("output", "what was published", ENTRIES);
const DELTA: Field =
    Field::number_or("delta", "δ of the guarantee before the output is known", DELTA_BUDGETS, 1e-6);
const OF_MODEL: [Field; 12] = joined::<9, 3, 12>(TRAINING_FIELDS, [MODEL, PERSON, WORST_DELTA]);

const MECHANISM: Field = Field::selects(
    "mechanism",
    "what was published",
    &[
        Variant {
            word: "objective-perturbation",
            meaning: "a linear model by objective perturbation",
            fields: &OF_MODEL,
        },
        Variant {
            word: "general",
            meaning: "any convex loss under objective perturbation, by gradients and Hessians at the output",
            fields: &[HESSIAN, GRADIENT, PERSON_HESSIAN, PERSON_GRADIENT, MEMBER, SIGMA],
        },
        Variant {
            word: "gaussian",
            meaning: "the Gaussian mechanism",
            fields: &[SHIFT, NOISE, SIGMA, DELTA],
        },
        Variant {
            word: "count",
            meaning: "a noisy count, and what its exact loss gives away",
            fields: &[COUNT, OUTPUT, SIGMA],
        },
    ],
);

/// "What does this output cost this person?"
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "mechanism", rename_all = "kebab-case")]
pub enum ExPostQuestion {
    /// A linear model by objective perturbation.
    ObjectivePerturbation {
        /// The people and the mechanism.
        #[serde(flatten)]
        training: Training,
        /// The output; the minimum without noise if absent.
        #[cfg_attr(target_arch = "wasm32", tsify(optional))]
        model: ModelSource,
        /// Who.
        person: Who,
        /// δ of the worst case; 1e-6 if absent.
        #[cfg_attr(target_arch = "wasm32", tsify(optional))]
        delta: f64,
    },
    /// Any convex loss under objective perturbation, by gradients and Hessians at the output.
    General {
        /// `∇²J`, of everyone.
        hessian: Vec<Vec<f64>>,
        /// `∇J`, of everyone.
        gradient: Vec<f64>,
        /// `∇²ℓ`, of the person.
        #[serde(rename = "person-hessian")]
        person_hessian: Vec<Vec<f64>>,
        /// `∇ℓ`, of the person.
        #[serde(rename = "person-gradient")]
        person_gradient: Vec<f64>,
        /// Whether the person is in the data.
        member: bool,
        /// σ.
        sigma: f64,
    },
    /// The Gaussian mechanism.
    Gaussian {
        /// `Q(D±z) − Q(D)`: how the person moves the answer.
        shift: Vec<f64>,
        /// `o − Q(D)`: the noise that was drawn.
        noise: Vec<f64>,
        /// σ.
        sigma: f64,
        /// δ of the guarantee before the output is known; 1e-6 if absent.
        #[cfg_attr(target_arch = "wasm32", tsify(optional))]
        delta: f64,
    },
    /// A noisy count, and what its exact loss gives away.
    Count {
        /// The count, hidden.
        count: f64,
        /// What was published.
        output: f64,
        /// σ.
        sigma: f64,
    },
}

/// The loss and its parts.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct ExPostAnswer {
    /// The loss: the size of `signed`.
    pub loss: f64,
    /// `log p(o; D)/p(o; D±z)`.
    pub signed: f64,
    /// Its parts by name.
    pub parts: Vec<Part>,
    /// The output; must not be published unless the mechanism drew it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<OutputModel>,
    /// The loss function at the person.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<AtPerson>,
    /// Whether it may be published: never.
    pub publishable: bool,
    /// Why.
    pub notice: &'static str,
    /// What a loss exceeds with probability δ at most, whoever the person is; `null` if nobody said so.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number | \"inf\" | null"))]
    pub worst_case: Option<Number>,
    /// What no loss exceeds at this very output; must not be published.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number | \"inf\" | null"))]
    pub here: Option<Number>,
    /// The guarantee of this person before the output is known, and its two simpler bounds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guarantee: Option<PersonGuarantee>,
    /// The two counts that fit the loss; one of them is whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "[number, number]"))]
    pub candidates: Option<[f64; 2]>,
    /// The answer in a sentence.
    pub sentence: String,
}

/// A part of a loss.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Part {
    /// Its name.
    pub name: &'static str,
    /// Its share of `signed`.
    pub value: f64,
}

/// Per-instance differential privacy of the Gaussian mechanism.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct PersonGuarantee {
    /// δ.
    pub delta: f64,
    /// ε at δ, rounded up.
    pub epsilon: f64,
    /// `µ²/2 + µΦ⁻¹(1−δ)`.
    pub tail: f64,
    /// `µ²/2 + µ√(2 ln(1/δ))`.
    pub loose_tail: f64,
}

impl Ask for ExPostQuestion {
    const ABOUT: &'static str = "What does this output cost this person?";
    const FIELDS: &'static [Field] = &[MECHANISM];
    const EXAMPLES: &'static [&'static str] = &[
        r#"{"ask": "ex-post-loss", "mechanism": "objective-perturbation", "data": {"kind": "toy6"},
 "sigma": 2, "regularization": 0.5, "model": {"kind": "given", "theta": [0.7, -0.25]},
 "person": {"member": 1}}"#,
        r#"{"ask": "ex-post-loss", "mechanism": "gaussian", "shift": [1], "noise": [0.5], "sigma": 2}"#,
        r#"{"ask": "ex-post-loss", "mechanism": "count", "count": 12, "output": 12.7, "sigma": 1}"#,
        r#"{"ask": "ex-post-loss", "mechanism": "general", "hessian": [[3, 0], [0, 2]], "gradient": [0.5, 0.1],
 "person-hessian": [[1, 0], [0, 0.5]], "person-gradient": [0.2, 0.1], "member": true, "sigma": 2}"#,
    ];
    type Answer = ExPostAnswer;

    fn read(fields: &Object<'_, '_>) -> Result<Self, Refusal> {
        match fields.word(&MECHANISM)? {
            "objective-perturbation" => {
                let training = read_training(fields)?;
                Ok(Self::ObjectivePerturbation {
                    model: read_model(&fields.at(&MODEL), training.people.dimension())?,
                    person: read_person(fields, &training)?,
                    delta: fields.number(&WORST_DELTA)?,
                    training,
                })
            }
            "general" => {
                let gradient = fields.numbers(&GRADIENT)?;
                let size = gradient.len();
                Ok(Self::General {
                    hessian: read_matrix(&fields.at(&HESSIAN), size)?,
                    person_hessian: read_matrix(&fields.at(&PERSON_HESSIAN), size)?,
                    person_gradient: read_vector(&fields.at(&PERSON_GRADIENT), size)?,
                    member: fields.flag(&MEMBER)?,
                    sigma: fields.number(&SIGMA)?,
                    gradient,
                })
            }
            "gaussian" => {
                let shift = fields.numbers(&SHIFT)?;
                Ok(Self::Gaussian {
                    noise: read_vector(&fields.at(&NOISE), shift.len())?,
                    sigma: fields.number(&SIGMA)?,
                    delta: fields.number(&DELTA)?,
                    shift,
                })
            }
            _ => Ok(Self::Count {
                count: fields.number(&COUNT)?,
                output: fields.number(&OUTPUT)?,
                sigma: fields.number(&SIGMA)?,
            }),
        }
    }

    fn answer(&self) -> Result<Self::Answer, Refusal> {
        match self {
            ExPostQuestion::ObjectivePerturbation { training, model, person, delta } => {
                of_model(training, model, person, *delta)
            }
            ExPostQuestion::General { hessian, gradient, person_hessian, person_gradient, member, sigma } => {
                let matrix = |rows: &[Vec<f64>]| Symmetric::from_lower(rows.len(), |i, j| rows[i][j]);
                let side = if *member { Side::Member } else { Side::Outsider };
                let whole = matrix(hessian);
                let lost = general_loss(
                    (&whole, gradient),
                    (&matrix(person_hessian), person_gradient),
                    *sigma,
                    side,
                );
                let lost = lost.ok_or_else(|| {
                    let allowed = "two positive definite Hessians, with the person and without";
                    Refusal::wrong("hessian", "this pair of matrices".into(), allowed)
                })?;
                Ok(parted([lost.leverage, lost.fit, lost.alignment]))
            }
            ExPostQuestion::Gaussian { shift, noise, sigma, delta } => {
                let mu = norm(shift) / sigma;
                let size = 0.5 * mu * mu;
                let mut answer = of_parts(vec![
                    Part { name: "size", value: size },
                    Part { name: "alignment", value: gaussian::ex_post(shift, noise, *sigma) - size },
                ]);
                answer.guarantee = Some(PersonGuarantee {
                    delta: *delta,
                    epsilon: gaussian::epsilon(mu, *delta),
                    tail: gaussian::tail(mu, *delta),
                    loose_tail: gaussian::loose_tail(mu, *delta),
                });
                Ok(answer)
            }
            ExPostQuestion::Count { count, output, sigma } => Ok(counted(*count, *output, *sigma)),
        }
    }
}

pub(crate) fn read_vector(place: &Reader<'_>, size: usize) -> Result<Vec<f64>, Refusal> {
    place.array(size, size)?.iter().map(|entry| entry.number(&ENTRIES)).collect()
}

fn read_matrix(place: &Reader<'_>, size: usize) -> Result<Vec<Vec<f64>>, Refusal> {
    let rows: Vec<Vec<f64>> =
        place.array(size, size)?.iter().map(|row| read_vector(row, size)).collect::<Result<_, _>>()?;
    let even = (0..size).all(|i| (0..i).all(|j| rows[i][j] == rows[j][i]));
    if even { Ok(rows) } else { Err(place.refuse("a symmetric matrix")) }
}

/// Someone outside the data who would raise the count by one.
fn counted(count: f64, output: f64, sigma: f64) -> ExPostAnswer {
    let signed = gaussian::ex_post(&[1.0], &[output - count], sigma);
    let mut answer = of_parts(vec![
        Part { name: "size", value: 0.5 / (sigma * sigma) },
        Part { name: "alignment", value: signed - 0.5 / (sigma * sigma) },
    ]);
    let candidates = gaussian::counts_from_loss(output, answer.loss, sigma);
    // Rounding of a sum of this size; a random output is never this close to two whole numbers.
    let slack = 1e-9 * (1.0 + output.abs() + count);
    let is_whole = |value: &f64| (value - value.round()).abs() <= slack;
    // Every digit of a count, and none of its rounding.
    let digits = |value: f64| print(value, COUNT_DIGITS, Rounding::Nearest);
    let told = |value: &f64| digits(if is_whole(value) { value.round() } else { *value });
    let whole: Vec<String> =
        candidates.iter().filter(|value| is_whole(value) && value.round() >= 0.0).map(told).collect();
    let found = match &whole[..] {
        [one] => format!("only {one} is a whole count, so that the hidden count is {one}"),
        [one, other] if one == other => format!("both are {one}, so that the hidden count is {one}"),
        _ => "both are whole counts, which happens for round outputs only".into(),
    };
    answer.sentence = format!(
        "Who sees the output {} and the exact loss {} knows that the count is {} or {}: {found}.",
        digits(output),
        number(answer.loss),
        told(&candidates[0]),
        told(&candidates[1])
    );
    answer.candidates = Some(candidates);
    answer
}

pub(crate) fn parted([leverage, fit, alignment]: [f64; 3]) -> ExPostAnswer {
    of_parts(vec![
        Part { name: "leverage", value: leverage },
        Part { name: "fit", value: fit },
        Part { name: "alignment", value: alignment },
    ])
}

fn of_parts(parts: Vec<Part>) -> ExPostAnswer {
    let signed: f64 = parts.iter().map(|part| part.value).sum();
    let printed = |value: f64| print(value, 5, Rounding::Nearest);
    let named = parts.iter().map(|part| format!("{} {}", part.name, printed(part.value)));
    let sentence = format!(
        "This output is e^{} times as likely with the data as they are as with the neighbour: {}. {SECRET}",
        printed(signed),
        named.collect::<Vec<_>>().join(", ")
    );
    ExPostAnswer {
        loss: signed.abs(),
        signed,
        parts,
        model: None,
        at: None,
        publishable: false,
        notice: SECRET,
        worst_case: None,
        here: None,
        guarantee: None,
        candidates: None,
        sentence,
    }
}
