//! Privacy levels as they are asked for.

use serde::Serialize;

use crate::algorithm::noise_reduction::{Levels, NoLevels};
use crate::mechanism::Range;
use crate::question::field::described::{Field, Variant};
use crate::question::field::read::{Object, Reader};
use crate::question::field::refusal::Refusal;

/// The most levels.
pub(crate) const MOST: usize = 1000;

/// What a level may be.
pub(crate) const LEVELS_RANGE: Range = Range::closed(1e-9, 1e6);

const FROM: Field = Field::number("from", "the first level ε_1, the most private", LEVELS_RANGE);
const TO: Field = Field::number("to", "the last level ε_T", LEVELS_RANGE);
const COUNT: Field = Field::number("count", "T, how many levels", Range::whole(1.0, MOST as f64));
const VALUES: Field = Field::ascending("values", "the levels, increasing", LEVELS_RANGE, [1, MOST]);

/// The levels of a question.
pub(crate) const LEVELS: Field = Field::variants(
    "levels",
    "the privacy levels ε_1 < … < ε_T, the most private first",
    &[
        Variant { word: "geometric", meaning: "equal ratios between two ends", fields: &[FROM, TO, COUNT] },
        Variant { word: "linear", meaning: "equal steps between two ends", fields: &[FROM, TO, COUNT] },
        Variant { word: "doubling", meaning: "each twice the one before", fields: &[FROM, COUNT] },
        Variant { word: "custom", meaning: "a list", fields: &[VALUES] },
    ],
);

/// The levels of a question that knows how many people there are and what a theorem asks for.
pub(crate) const LEVELS_OR_THEORY: Field = Field::variants(
    LEVELS.name,
    LEVELS.meaning,
    &[
        Variant {
            word: "theory",
            meaning: "equal ratios from 1/n to four times what a theorem asks for at this accuracy, as in the source",
            fields: &[COUNT],
        },
        Variant { word: "geometric", meaning: "equal ratios between two ends", fields: &[FROM, TO, COUNT] },
        Variant { word: "linear", meaning: "equal steps between two ends", fields: &[FROM, TO, COUNT] },
        Variant { word: "doubling", meaning: "each twice the one before", fields: &[FROM, COUNT] },
        Variant { word: "custom", meaning: "a list", fields: &[VALUES] },
    ],
);

/// Levels, by a rule or one by one.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum LevelsChoice {
    /// Equal ratios between two ends.
    Geometric {
        /// ε_1.
        from: f64,
        /// ε_T.
        to: f64,
        /// T.
        count: usize,
    },
    /// Equal steps between two ends.
    Linear {
        /// ε_1.
        from: f64,
        /// ε_T.
        to: f64,
        /// T.
        count: usize,
    },
    /// Each twice the one before.
    Doubling {
        /// ε_1.
        from: f64,
        /// T.
        count: usize,
    },
    /// Equal ratios from 1/n to four times what a theorem asks for.
    Theory {
        /// T.
        count: usize,
    },
    /// A list.
    Custom {
        /// The levels.
        values: Vec<f64>,
    },
}

impl LevelsChoice {
    /// Reads the field `levels`; a list that does not increase is refused at the field that is wrong.
    pub(crate) fn read(fields: &Object<'_, '_>) -> Result<(Self, Levels), Refusal> {
        Self::read_as(fields, &LEVELS, None)
    }

    /// The same where levels may follow from n and from what a theorem asks for.
    pub(crate) fn read_or_theory(
        fields: &Object<'_, '_>,
        theory: Option<(f64, f64)>,
    ) -> Result<(Self, Levels), Refusal> {
        Self::read_as(fields, &LEVELS_OR_THEORY, theory)
    }

    fn read_as(
        fields: &Object<'_, '_>,
        field: &Field,
        theory: Option<(f64, f64)>,
    ) -> Result<(Self, Levels), Refusal> {
        let place = fields.at(field);
        let (kind, inner) = place.variant(field)?;
        let count = |inner: &Object<'_, '_>| inner.number(&COUNT).map(|count| count as usize);
        let (choice, wrong) = match kind {
            "geometric" | "linear" => {
                let (from, to, count) = (inner.number(&FROM)?, inner.number(&TO)?, count(&inner)?);
                let choice = match kind {
                    "geometric" => Self::Geometric { from, to, count },
                    _ => Self::Linear { from, to, count },
                };
                (choice, &TO)
            }
            "doubling" => (Self::Doubling { from: inner.number(&FROM)?, count: count(&inner)? }, &COUNT),
            "theory" => {
                if theory.is_none() {
                    return Err(place.refuse("levels of one's own: no theorem is known for these bounds"));
                }
                (Self::Theory { count: count(&inner)? }, &COUNT)
            }
            _ => (Self::Custom { values: inner.numbers(&VALUES)? }, &VALUES),
        };
        let levels = choice.levels(theory).map_err(|reason| refuse(&inner.at(wrong), reason))?;
        Ok((choice, levels))
    }

    /// The levels, of n and what a theorem asks for where they follow from these.
    pub(crate) fn levels(&self, theory: Option<(f64, f64)>) -> Result<Levels, NoLevels> {
        match self {
            Self::Geometric { from, to, count } => Levels::geometric(*from, *to, *count),
            Self::Linear { from, to, count } => Levels::linear(*from, *to, *count),
            Self::Doubling { from, count } => Levels::doubling(*from, *count),
            Self::Theory { count } => {
                let (people, asked) = theory.ok_or(NoLevels::Empty)?;
                Levels::geometric(people.recip(), 4.0 * asked, *count)
            }
            Self::Custom { values } => Levels::new(values.clone()),
        }
    }
}

fn refuse(place: &Reader<'_>, reason: NoLevels) -> Refusal {
    place.refuse(format!("what increasing levels need: {reason}"))
}
