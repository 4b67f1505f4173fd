//! One step of taking noise off: where the next value lies, given this one.

use serde::Serialize;

use super::levels::LEVELS_RANGE;
use super::noise_path::SENSITIVITY;
use super::profile_figure::finish;
use crate::algorithm::noise_reduction::levels::stay;
use crate::algorithm::noise_reduction::path::{Parts, Step, both_within};
use crate::figure::{Axis, Figure, Mark, Side};
use crate::mechanism::Range;
use crate::numeric::Scale;
use crate::question::Ask;
use crate::question::accounting::grid::spaced;
use crate::question::field::common::PICTURE;
use crate::question::field::described::Field;
use crate::question::field::read::Object;
use crate::question::field::refusal::Refusal;
use crate::question::figure::lines::{Words, line, lines, number};

/// Points of the density.
const POINTS: usize = 201;

/// "The noise is x at ε; what is it at a larger ε?"
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct NoiseStepQuestion {
    /// The level now.
    pub earlier: f64,
    /// The level to come.
    pub later: f64,
    /// Δ.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub sensitivity: f64,
    /// The noise now.
    pub noise: f64,
    /// Values whose density is asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub places: Vec<f64>,
    /// A distance: how likely the noise is within it at one level, at the other, and at both.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub within: Option<f64>,
    /// Whether to describe the picture too.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub picture: bool,
}

/// The law of the next value.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct NoiseStepAnswer {
    /// How likely a value stays, whatever it is: `(ε_t/ε_{t+1})²`.
    pub stays: f64,
    /// How likely this one stays.
    pub stay: f64,
    /// How likely it goes beyond 0.
    pub across: f64,
    /// How likely it comes closer to 0 on its side.
    pub between: f64,
    /// How likely it goes further out.
    pub beyond: f64,
    /// Its mean.
    pub mean: f64,
    /// The density of the part that moves at the places asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub density: Vec<f64>,
    /// How likely the noise is within the distance at the first level, at the second, and at both.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub within: Option<[f64; 3]>,
    /// What is true of the numbers on show.
    pub conclusions: Vec<String>,
    /// The picture, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub figure: Option<Figure>,
}

const EARLIER: Field = Field::number("earlier", "ε_t, the level now", LEVELS_RANGE);
const LATER: Field = Field::number("later", "ε_{t+1}, the level to come, above the one now", LEVELS_RANGE);
const NOISE: Field = Field::number("noise", "x, the noise now", Range::closed(-1e9, 1e9));
const PLACES: Field =
    Field::numbers("places", "values whose density is asked for", Range::closed(-1e9, 1e9), [0, 1000])
        .usually(&[]);
const WITHIN: Field = Field::number(
    "within",
    "a distance: how likely the noise is within it at either level and at both",
    Range::closed(0.0, 1e9),
)
.optional();

/// Reads two levels in order.
pub(super) fn two_levels(fields: &Object<'_, '_>) -> Result<(f64, f64), Refusal> {
    let (earlier, later) = (fields.number(&EARLIER)?, fields.number(&LATER)?);
    if later <= earlier {
        return Err(fields.at(&LATER).refuse(format!("above the level before, {}", number(earlier))));
    }
    Ok((earlier, later))
}

pub(super) const TWO_LEVELS: [Field; 2] = [EARLIER, LATER];

impl Ask for NoiseStepQuestion {
    const ABOUT: &'static str = "Where is the noise at the next level, given what it is now? The chance to stay, and the density of where it moves.";
    const FIELDS: &'static [Field] = &[EARLIER, LATER, SENSITIVITY, NOISE, PLACES, WITHIN, PICTURE];
    const EXAMPLES: &'static [&'static str] =
        &[r#"{"ask": "noise-step", "earlier": 0.5, "later": 1, "noise": 1, "places": [-1, 0.5, 2]}"#];
    type Answer = NoiseStepAnswer;

    fn read(fields: &Object<'_, '_>) -> Result<Self, Refusal> {
        let (earlier, later) = two_levels(fields)?;
        Ok(Self {
            earlier,
            later,
            sensitivity: fields.number(&SENSITIVITY)?,
            noise: fields.number(&NOISE)?,
            places: fields.numbers(&PLACES)?,
            within: fields.number_if_there(&WITHIN)?,
            picture: fields.flag(&PICTURE)?,
        })
    }

    fn answer(&self) -> Result<Self::Answer, Refusal> {
        let step = Step::new(self.earlier, self.later, self.sensitivity, self.noise);
        let Parts { stay: stays_here, across, between, beyond } = step.parts();
        let mut answer = NoiseStepAnswer {
            stays: stay(self.earlier, self.later),
            stay: stays_here,
            across,
            between,
            beyond,
            mean: step.mean(),
            density: self.places.iter().map(|&place| step.density(place)).collect(),
            within: self.within.map(|within| both_within(self.earlier, self.later, self.sensitivity, within)),
            conclusions: Vec::new(),
            figure: None,
        };
        answer.conclusions = vec![
            format!(
                "From noise of {} at ε = {} it stays with probability {}, comes closer to 0 with {}, changes its sign with \
                 {} and goes further out with {}.",
                number(self.noise),
                number(self.earlier),
                number(stays_here),
                number(between),
                number(across),
                number(beyond)
            ),
            format!(
                "At ε = {} it is {} on average; over all values it stays with probability {}.",
                number(self.later),
                number(answer.mean),
                number(answer.stays)
            ),
        ];
        answer.figure = self.picture.then(|| self.picture(&step, &answer));
        Ok(answer)
    }

    fn figures(answer: &mut Self::Answer) -> Vec<(&'static str, Option<&mut Figure>)> {
        vec![("/figure", answer.figure.as_mut())]
    }
}

impl NoiseStepQuestion {
    fn picture(&self, step: &Step, answer: &NoiseStepAnswer) -> Figure {
        let reach = 1.2 * self.noise.abs() + 6.0 * self.sensitivity / self.later;
        let mut x = spaced(-reach, reach, POINTS, Scale::Linear);
        x.extend([0.0, self.noise]);
        x.sort_by(f64::total_cmp);
        x.dedup();
        let y: Vec<f64> = x.iter().map(|&place| step.density(place)).collect();
        let top = Axis::round_up(1.05 * y.iter().copied().fold(1e-300, f64::max));
        let words = Words { head: "next noise", place: "next noise ", quantity: "" };
        let axes = (
            Axis::linear("noise at the next level", -reach, reach),
            Axis::linear("density of what moves", 0.0, top),
        );
        let mut figure = lines(&words, &x, axes, vec![(line("density of what moves", &x, y), Side::Value)]);
        figure.marks.push(Mark {
            x: self.noise,
            y: step.density(self.noise),
            label: format!("stays here: {}", number(answer.stay)),
            says: None,
        });
        let of =
            format!("ε = {} to {}, noise {}", number(self.earlier), number(self.later), number(self.noise));
        let sentence =
            "The density of where the noise moves to; where it may stay is marked with the chance of that.";
        finish(figure, "The next value", &of, sentence.into())
    }
}
