//! How likely an answer is far off, exactly and by Theorem 2.

use serde::Serialize;

use super::chart::finish;
use super::sensitivity::{RADII, RadiiWord, read_radii};
use super::setting::{Prepared, SETTING, StatisticSetting, clipped, no_law, secret};
use crate::algorithm::inverse_sensitivity::{Mechanism, Output};
use crate::figure::{Axis, Draw, Figure, Series, Side};
use crate::question::Ask;
use crate::question::field::common::PICTURE;
use crate::question::field::described::{Field, Word, joined};
use crate::question::field::number::Number;
use crate::question::field::read::Object;
use crate::question::field::refusal::Refusal;
use crate::question::figure::lines::{Words, line, lines, number, up, values};

/// The most distances that are listed.
const MOST: usize = 200;

/// "How likely is an answer far off, and what does the theorem say?"
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct TailQuestion {
    /// Records, statistic, universe and ε.
    #[serde(flatten)]
    pub setting: StatisticSetting,
    /// Which part of the theorem.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub length: LengthWord,
    /// Which radii the approximate path length has.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub radii: RadiiWord,
    /// Whether to describe the picture too.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub picture: bool,
}

/// Exact or approximate path length.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum LengthWord {
    /// Exact.
    Exact,
    /// Approximate.
    Approximate,
}

/// Tails at the distances of the theorem.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct TailAnswer {
    /// f(x).
    pub value: f64,
    /// K.
    pub changed: Vec<usize>,
    /// `ω(x; K) + ρ`, or `r_K` of the approximate path length.
    pub distances: Vec<f64>,
    /// `P[|M − f(x)| ≥ …]`, exactly.
    pub tails: Vec<f64>,
    /// The bound of Theorem 2; infinite where it cannot be computed.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "(number | \"inf\")[]"))]
    pub bounds: Vec<Number>,
    /// Whether any bound is below 1.
    pub says_something: bool,
    /// Whether this may be published.
    pub publishable: bool,
    /// Why.
    pub notice: String,
    /// What is true of the numbers on show.
    pub conclusions: Vec<String>,
    /// The picture, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub figure: Option<Figure>,
}

const LENGTH: Field = Field::choice_or(
    "length",
    "whose answers: of the exact or of the approximate path length",
    &[Word::new("exact", "the exact path length"), Word::new("approximate", "the approximate one")],
    "exact",
);

impl Ask for TailQuestion {
    const ABOUT: &'static str =
        "How likely is an answer far off? The exact tail beside the bound of Theorem 2.";
    const FIELDS: &'static [Field] = &joined::<10, 3, 13>(SETTING, [LENGTH, RADII, PICTURE]);
    const EXAMPLES: &'static [&'static str] = &[
        r#"{"ask": "statistic-tail", "data": {"kind": "nine"}, "universe": {"kind": "bounded", "lower": 0, "upper": 12},
 "smoothing": 0.25}"#,
    ];
    type Answer = TailAnswer;

    fn read(fields: &Object<'_, '_>) -> Result<Self, Refusal> {
        Ok(Self {
            setting: StatisticSetting::read(fields)?,
            length: fields.chosen(&LENGTH, &[LengthWord::Exact, LengthWord::Approximate])?,
            radii: read_radii(fields)?,
            picture: fields.flag(&PICTURE)?,
        })
    }

    fn answer(&self) -> Result<Self::Answer, Refusal> {
        let prepared = Prepared::of(&self.setting)?;
        let Prepared { instance, sensitivities } = &prepared;
        let (epsilon, smoothing) = (self.setting.epsilon, self.setting.smoothing);
        let radii = self.radii.of(&self.setting, &prepared);
        let stairs = match self.length {
            LengthWord::Exact => instance.stairs(smoothing),
            LengthWord::Approximate => instance.approximate_stairs(sensitivities, radii),
        };
        let law = self.setting.parameters().law(&stairs).map_err(no_law)?;
        let output = Output::Law { center: instance.value(), law };
        let last = (stairs.levels().len() - 1).max(1);
        let stride = last.div_ceil(MOST);
        let changed: Vec<usize> = (1..=last).step_by(stride).collect();
        let (distances, bounds): (Vec<f64>, Vec<f64>) = match self.length {
            LengthWord::Exact => changed
                .iter()
                .map(|&k| (instance.modulus(k) + smoothing, instance.exact_tail_bound(k, epsilon, smoothing)))
                .unzip(),
            LengthWord::Approximate => {
                let summed: Vec<f64> = sensitivities
                    .radii(radii, last)
                    .iter()
                    .scan(0.0, |total, radius| {
                        *total += radius;
                        Some(*total)
                    })
                    .collect();
                let bound = |k: usize| instance.approximate_tail_bound(sensitivities, radii, k, epsilon);
                changed.iter().map(|&k| (summed[k - 1], bound(k))).unzip()
            }
        };
        let mark = secret();
        let mut answer = TailAnswer {
            value: instance.value(),
            tails: distances.iter().map(|&distance| output.tail(distance)).collect(),
            distances,
            changed,
            says_something: bounds.iter().any(|&bound| bound < 1.0),
            bounds: bounds.into_iter().map(Number).collect(),
            publishable: mark.publishable,
            notice: mark.notice,
            conclusions: Vec::new(),
            figure: None,
        };
        answer.conclusions = self.conclusions(&answer, &prepared);
        answer.figure = self.picture.then(|| self.picture(&answer));
        Ok(answer)
    }

    fn figures(answer: &mut Self::Answer) -> Vec<(&'static str, Option<&mut Figure>)> {
        vec![("/figure", answer.figure.as_mut())]
    }
}

impl TailQuestion {
    fn conclusions(&self, answer: &TailAnswer, prepared: &Prepared) -> Vec<String> {
        let mut said: Vec<String> = clipped(&prepared.instance).into_iter().collect();
        let title = match self.length {
            LengthWord::Exact => Mechanism::Exact.title(),
            LengthWord::Approximate => "the approximate mechanism",
        };
        if let (Some(&distance), Some(&tail)) = (answer.distances.first(), answer.tails.first()) {
            said.push(format!(
                "An answer of {title} is off by {} or more with probability {}.",
                number(distance),
                up(tail)
            ));
        }
        let first = answer.bounds.iter().position(|bound| bound.0 < 1.0);
        said.push(match first {
            Some(at) => format!(
                "Theorem 2 says something from K = {} on: there it allows {}, where {} is exact.",
                answer.changed[at],
                up(answer.bounds[at].0),
                up(answer.tails[at])
            ),
            None if answer.bounds.iter().all(|bound| bound.0 == f64::INFINITY) => match self.length {
                LengthWord::Exact => {
                    "Theorem 2 says nothing without smoothing: its bound is 1/ρ times something.".to_owned()
                }
                LengthWord::Approximate => {
                    "Theorem 2 says nothing about the approximate path length for ε above 1.".to_owned()
                }
            },
            None => "Theorem 2 says nothing here: its bound is 1 or more at every distance.".to_owned(),
        });
        said
    }

    fn picture(&self, answer: &TailAnswer) -> Figure {
        let x: Vec<f64> = answer.changed.iter().map(|&k| k as f64).collect();
        let draw = if x.len() <= 60 { Draw::Points } else { Draw::Line };
        let exact = Series { draw, ..line("exact", &x, answer.tails.clone()) };
        let mut curves = vec![(exact, Side::Value)];
        let bounds = values(&answer.bounds);
        if bounds.iter().all(|bound| bound.is_finite()) {
            curves.push((Series { draw, ..line("Theorem 2", &x, bounds) }, Side::Upper));
        }
        let least = answer.tails.iter().copied().filter(|&tail| tail > 0.0).fold(1.0, f64::min);
        let axes = (
            Axis::linear("changed records K", 0.0, x[x.len() - 1] + 1.0),
            Axis::decades("chance to be off by that much", least.max(1e-15), 10.0),
        );
        let words = Words { head: "K", place: "K = ", quantity: "chance" };
        let figure = lines(&words, &x, axes, curves);
        let sentence = "How likely an answer is off by as much as K changed records could move the statistic; bounds from 1 on say \
                        nothing.";
        finish(figure, "Tail of the error", &self.setting.title(), sentence.into(), &answer.notice)
    }
}
