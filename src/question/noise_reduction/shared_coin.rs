//! What one coin for a whole vector costs: a misreading of the algorithm that breaks its guarantee.

use serde::Serialize;

use super::noise_path::SENSITIVITY;
use super::noise_step::{TWO_LEVELS, two_levels};
use super::profile_figure::finish;
use crate::algorithm::noise_reduction::path::shared_coin_slope;
use crate::figure::{Axis, Draw, Figure, Series, Side};
use crate::mechanism::Range;
use crate::numeric::decimal::{Rounding, print};
use crate::question::Ask;
use crate::question::field::common::PICTURE;
use crate::question::field::described::{Field, joined};
use crate::question::field::read::Object;
use crate::question::field::refusal::Refusal;
use crate::question::figure::lines::{Words, line, lines, number};

/// "What if all coordinates shared a coin?"
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SharedCoinQuestion {
    /// The level that is published.
    pub earlier: f64,
    /// The level after it.
    pub later: f64,
    /// Δ.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub sensitivity: f64,
    /// Numbers of coordinates.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub dimensions: Vec<f64>,
    /// Whether to describe the picture too.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub picture: bool,
}

/// The slope of the privacy loss at the origin, by the number of coordinates.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SharedCoinAnswer {
    /// Numbers of coordinates.
    pub dimensions: Vec<f64>,
    /// What one unit of distance loses with one coin for all of them: no guarantee is smaller.
    pub shared: Vec<f64>,
    /// What it loses with a coin for each, as promised.
    pub own: f64,
    /// What is true of the numbers on show.
    pub conclusions: Vec<String>,
    /// The picture, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub figure: Option<Figure>,
}

const DIMENSIONS: Field =
    Field::ascending("dimensions", "numbers of coordinates", Range::whole(1.0, 1e6), [1, 200])
        .usually(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 15.0, 20.0, 30.0, 50.0]);

impl Ask for SharedCoinQuestion {
    const ABOUT: &'static str =
        "Why must every coordinate have a coin of its own? What one coin for a whole vector gives away.";
    const FIELDS: &'static [Field] = &joined::<2, 3, 5>(TWO_LEVELS, [SENSITIVITY, DIMENSIONS, PICTURE]);
    const EXAMPLES: &'static [&'static str] =
        &[r#"{"ask": "shared-coin", "earlier": 0.1, "later": 1, "dimensions": [1, 2, 5, 50]}"#];
    type Answer = SharedCoinAnswer;

    fn read(fields: &Object<'_, '_>) -> Result<Self, Refusal> {
        let (earlier, later) = two_levels(fields)?;
        Ok(Self {
            earlier,
            later,
            sensitivity: fields.number(&SENSITIVITY)?,
            dimensions: fields.numbers(&DIMENSIONS)?,
            picture: fields.flag(&PICTURE)?,
        })
    }

    fn answer(&self) -> Result<Self::Answer, Refusal> {
        let slope = |&m: &f64| shared_coin_slope(self.earlier, self.later, self.sensitivity, m);
        let mut answer = SharedCoinAnswer {
            shared: self.dimensions.iter().map(slope).collect(),
            dimensions: self.dimensions.clone(),
            own: self.earlier / self.sensitivity,
            conclusions: Vec::new(),
            figure: None,
        };
        answer.conclusions = self.conclusions(&answer);
        answer.figure = self.picture.then(|| self.picture(&answer));
        Ok(answer)
    }

    fn figures(answer: &mut Self::Answer) -> Vec<(&'static str, Option<&mut Figure>)> {
        vec![("/figure", answer.figure.as_mut())]
    }
}

impl SharedCoinQuestion {
    fn conclusions(&self, answer: &SharedCoinAnswer) -> Vec<String> {
        let broken = |&at: &usize| answer.shared[at] > answer.own * (1.0 + 1e-9);
        let Some(first) = (0..answer.shared.len()).find(broken) else {
            return vec![format!(
                "With {} no more is lost than promised, {} per unit: one coin is one coordinate's own.",
                if answer.dimensions.len() == 1 { "this many coordinates" } else { "these" },
                number(answer.own)
            )];
        };
        let last = answer.shared.len() - 1;
        let tell = |at: usize| {
            let ratio = print(answer.shared[at] / answer.own, 3, Rounding::Nearest);
            format!(
                "{} per unit with {} coordinates, {ratio} times what is promised",
                number(answer.shared[at]),
                number(answer.dimensions[at])
            )
        };
        let further = if last > first { format!(", and {}", tell(last)) } else { String::new() };
        vec![
            format!(
                "A release at ε = {} promises to lose {} per unit. With one coin for the whole vector it loses {}{further}.",
                number(self.earlier),
                number(answer.own),
                tell(first)
            ),
            format!(
                "With many coordinates it comes to the loss of the later level, {} per unit: where the coin keeps the vector, all \
                 of them have little noise at once, which gives the coin away.",
                number(self.later / self.sensitivity)
            ),
        ]
    }

    fn picture(&self, answer: &SharedCoinAnswer) -> Figure {
        let x = &answer.dimensions;
        let most = self.later / self.sensitivity;
        let last = x[x.len() - 1];
        let axes = (
            Axis::decades("coordinates", x[0], last.max(2.0 * x[0])),
            Axis::linear("privacy loss per unit", 0.0, Axis::round_up(1.05 * most)),
        );
        let words = Words { head: "coordinates", place: "coordinates ", quantity: "" };
        let shared = Series { draw: Draw::Points, ..line("one coin for all", x, answer.shared.clone()) };
        let own = line("a coin for each", x, vec![answer.own; x.len()]);
        let later = line("the later level", x, vec![most; x.len()]);
        let figure =
            lines(&words, x, axes, vec![(shared, Side::Value), (own, Side::Value), (later, Side::Value)]);
        let of = format!("ε = {} before {}", number(self.earlier), number(self.later));
        let sentence = "Privacy loss per unit of distance at the origin, by the number of coordinates.";
        finish(figure, "One coin for all coordinates", &of, sentence.into())
    }
}
