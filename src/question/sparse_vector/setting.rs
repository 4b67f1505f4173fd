//! The technique as every question about it reads it.

use serde::Serialize;

use crate::algorithm::sparse_vector::Noise;
use crate::algorithm::sparse_vector::bound::Setting;
use crate::mechanism::sparse_vector::{DESCRIPTION, SparseVector};
use crate::mechanism::{Kind, Parameter, Range, Slider};
use crate::numeric::Scale;
use crate::question::field::common::{DELTA, DELTA_BUDGETS};
use crate::question::field::described::{Field, Word};
use crate::question::field::read::Object;
use crate::question::field::refusal::Refusal;
use crate::question::figure::lines::number;

/// A parameter of the mechanism, as a field of a question.
const fn parameter(at: usize) -> Field {
    let Parameter { name, explanation, range, slider, unit, .. } = DESCRIPTION.parameters[at];
    Field::number(name, explanation, range).slider(unit, slider)
}

/// The same, which stands where its slider starts if absent.
const fn usual(at: usize) -> Field {
    let Parameter { name, explanation, range, slider, unit, .. } = DESCRIPTION.parameters[at];
    Field::number_or(name, explanation, range, slider.start).slider(unit, slider)
}

const NOISES: [[bool; 2]; 4] = [[false, false], [true, true], [false, true], [true, false]];
const WORDS: [Word; 4] = [
    Word::new("gaussian", "normal noise on both"),
    Word::new("laplace", "Laplace noise on both"),
    Word::new("gaussian-laplace", "normal noise on the threshold, Laplace noise on queries"),
    Word::new("laplace-gaussian", "Laplace noise on the threshold, normal noise on queries"),
];

pub(crate) const NOISE: Field =
    Field::choice_or("noise", "which noise is on threshold and queries", &WORDS, "gaussian");
pub(crate) const THRESHOLD_NOISE: Field = parameter(0);
pub(crate) const QUERY_NOISE: Field = parameter(1);
pub(crate) const ANSWERS: Field = usual(2);
pub(crate) const LENGTH: Field = usual(3);
pub(crate) const THRESHOLD: Field = usual(4);
pub(crate) const RESAMPLE: Field =
    Field::flag("resample", "whether the threshold has new noise after each answer", false);
pub(crate) const NON_NEGATIVE: Field = Field::flag(
    "non-negative",
    "whether no query is negative on any data, such as a distance or an error",
    false,
);

/// The δ of a guarantee, 1e-6 if absent.
pub(crate) const SLACK: Field = Field::number_or(DELTA.name, DELTA.meaning, DELTA_BUDGETS, 1e-6)
    .slider("probability", Slider { from: 1e-12, to: 0.01, scale: Scale::Log, start: 1e-6 });

/// How many runs a mean is of.
pub(crate) const RUNS: Field =
    Field::number_or("runs", "how many runs of one seed a mean is of", Range::whole(2.0, 10_000.0), 100.0)
        .slider("runs", Slider { from: 2.0, to: 1000.0, scale: Scale::Log, start: 100.0 });

/// The technique.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct TechniqueSetting {
    /// Which noise.
    #[cfg_attr(
        target_arch = "wasm32",
        tsify(optional, type = "\"gaussian\" | \"laplace\" | \"gaussian-laplace\" | \"laplace-gaussian\"")
    )]
    pub noise: &'static str,
    /// The deviation σ₁ or the scale λ₁ of the noise on the threshold.
    pub threshold_noise: f64,
    /// The deviation or the scale of the noise on a query.
    pub query_noise: f64,
    /// c; 1 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub answers: f64,
    /// The most queries, 0 for no limit; 1000 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub length: f64,
    /// T; 100 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub threshold: f64,
    /// Whether the threshold has new noise after each answer.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub resample: bool,
    /// Whether no query is negative.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub non_negative: bool,
}

impl TechniqueSetting {
    /// Reads the fields; nothing is promised of them yet.
    pub(crate) fn read(fields: &Object<'_, '_>) -> Result<Self, Refusal> {
        let answers = fields.number(&ANSWERS)?;
        Ok(Self { answers, resample: fields.flag(&RESAMPLE)?, ..Self::read_rounds(fields)? })
    }

    /// Reads the fields of a technique with one answer a round and new noise after each.
    pub(crate) fn read_rounds(fields: &Object<'_, '_>) -> Result<Self, Refusal> {
        Ok(Self {
            noise: fields.chosen(&NOISE, &WORDS.map(|word| word.word))?,
            threshold_noise: fields.number(&THRESHOLD_NOISE)?,
            query_noise: fields.number(&QUERY_NOISE)?,
            answers: 1.0,
            length: fields.number(&LENGTH)?,
            threshold: fields.number(&THRESHOLD)?,
            resample: true,
            non_negative: fields.flag(&NON_NEGATIVE)?,
        })
    }

    /// As the room of algorithms takes it.
    pub(crate) fn setting(&self) -> Setting {
        let at = WORDS.iter().position(|word| word.word == self.noise).unwrap_or_default();
        let [first, second] = NOISES[at];
        Setting {
            threshold_noise: Noise { laplace: first, scale: self.threshold_noise },
            query_noise: Noise { laplace: second, scale: self.query_noise },
            threshold: self.threshold,
            answers: self.answers,
            length: (self.length > 0.0).then_some(self.length),
            resample: self.resample,
            non_negative: self.non_negative,
        }
    }

    /// The release of a plan; refused where no theorem guarantees anything, at the field that has to change.
    pub(crate) fn guaranteed(&self, fields: &Object<'_, '_>) -> Result<SparseVector, Refusal> {
        let Some(svt) = self.setting().mechanism() else {
            return Err(fields.at(&THRESHOLD_NOISE).refuse("a technique as described"));
        };
        if svt.lacks().is_none() {
            return Ok(svt);
        }
        let normal = self.noise == "gaussian";
        Err(if normal && self.non_negative && svt.per_round() == 1.0 {
            let least = number(self.threshold_noise);
            fields.at(&QUERY_NOISE).refuse(format!(
                "above the noise of the threshold, {least}, as a stream without a limit needs: else it may run for ever"
            ))
        } else {
            fields.at(&LENGTH).refuse(
                "at least 1: with normal noise on queries a stream without a limit needs queries that are never \
                 negative, normal noise on the threshold, and one answer or new noise after each",
            )
        })
    }

    /// What it is, in a few words.
    pub(crate) fn words(&self) -> String {
        let setting = self.setting();
        let name = |noise: Noise| if noise.laplace { "Laplace" } else { "normal" };
        let (first, second) = (name(setting.threshold_noise), name(setting.query_noise));
        let noise = if first == second {
            format!("{first} noise {} and {}", number(self.threshold_noise), number(self.query_noise))
        } else {
            format!(
                "{first} noise {} and {second} noise {}",
                number(self.threshold_noise),
                number(self.query_noise)
            )
        };
        let answers = if self.answers == 1.0 {
            "one answer".into()
        } else {
            format!("{} answers", number(self.answers))
        };
        let anew = if self.resample && self.answers > 1.0 { ", new noise after each" } else { "" };
        let length = match setting.length {
            Some(length) => format!(", at most {} queries", number(length)),
            None => ", any number of queries".into(),
        };
        let kind = if self.non_negative { ", never negative" } else { "" };
        format!("{noise}, {answers}{anew}{length}{kind}")
    }
}
