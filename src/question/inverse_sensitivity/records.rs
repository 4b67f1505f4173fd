//! Records that are single numbers, as a person writes them.

use serde::Serialize;

use crate::data::bill_lengths;
use crate::data::records::{ELEVEN, NINE, RecordShape};
use crate::mechanism::Range;
use crate::question::field::common::SEEDS;
use crate::question::field::described::{Field, Kind, Variant, Word};
use crate::question::field::read::{Object, Reader};
use crate::question::field::refusal::Refusal;

/// The most records of one question.
pub(crate) const MOST: usize = 5000;
/// What a record, and an end of the interval, may be.
pub(crate) const PLACES: Range = Range::closed(-1e12, 1e12);
/// The longest text of records.
const TEXT: usize = 200_000;

/// Where records come from.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Records {
    /// One number for each person. In a question also as kind `text`, with numbers separated by anything that is no number.
    Values {
        /// The numbers.
        values: Vec<f64>,
    },
    /// A named shape.
    Generate {
        /// Which.
        shape: RecordShape,
        /// How many.
        count: usize,
        /// What is added to each, after it was multiplied.
        #[cfg_attr(target_arch = "wasm32", tsify(optional))]
        center: f64,
        /// What each is multiplied by.
        #[cfg_attr(target_arch = "wasm32", tsify(optional))]
        spread: f64,
        /// The seed of draws; the quantiles of the shape if absent.
        #[serde(skip_serializing_if = "Option::is_none")]
        seed: Option<u64>,
    },
    /// Nine numbers from 1 to 10.
    Nine,
    /// Eleven numbers about 0 with one far out at either end.
    Eleven,
    /// The length of the bills of 342 penguins, in millimetres.
    Bills,
}

const SHAPES: [Word; RecordShape::ALL.len()] = {
    let mut words = [Word::new("", ""); RecordShape::ALL.len()];
    let mut at = 0;
    while at < words.len() {
        words[at] = Word::new(RecordShape::ALL[at].word(), RecordShape::ALL[at].meaning());
        at += 1;
    }
    words
};
const VALUES: Field = Field::numbers("values", "one number for each person", PLACES, [1, MOST]);
const LINES: Field = Field::of(
    "text",
    "numbers separated by spaces, lines, commas or semicolons",
    Kind::Text { longest: TEXT },
);
const SHAPE: Field = Field::choice("shape", "how they are spread", &SHAPES);
const COUNT: Field = Field::number_or("count", "how many", Range::whole(1.0, MOST as f64), 101.0);
const CENTER: Field = Field::number_or(
    "center",
    "what is added to each after it was multiplied",
    Range::closed(-1e9, 1e9),
    0.0,
);
const SPREAD: Field = Field::number_or("spread", "what each is multiplied by", Range::closed(1e-9, 1e9), 1.0);
const DRAWN: Field =
    Field::number("seed", "the seed of draws; the quantiles of the shape if absent", SEEDS).optional();

/// The records.
pub(crate) const DATA: Field = Field::variants(
    "data",
    "the records, one number for each person",
    &[
        Variant { word: "values", meaning: "typed", fields: &[VALUES] },
        Variant { word: "text", meaning: "pasted", fields: &[LINES] },
        Variant {
            word: "generate",
            meaning: "a named shape",
            fields: &[SHAPE, COUNT, CENTER, SPREAD, DRAWN],
        },
        Variant { word: "nine", meaning: "nine numbers from 1 to 10", fields: &[] },
        Variant { word: "eleven", meaning: "eleven numbers about 0, two of them far out", fields: &[] },
        Variant { word: "bills", meaning: "the bills of 342 penguins, in millimetres", fields: &[] },
    ],
);

impl Records {
    /// Reads the field.
    pub(super) fn read(fields: &Object<'_, '_>) -> Result<Self, Refusal> {
        let place = fields.at(&DATA);
        let (kind, fields) = place.variant(&DATA)?;
        Ok(match kind {
            "values" => Self::Values { values: fields.numbers(&VALUES)? },
            "text" => Self::Values { values: pasted(&fields.at(&LINES))? },
            "generate" => Self::Generate {
                shape: fields.chosen(&SHAPE, &RecordShape::ALL)?,
                count: fields.number(&COUNT)? as usize,
                center: fields.number(&CENTER)?,
                spread: fields.number(&SPREAD)?,
                seed: fields.number_if_there(&DRAWN)?.map(|seed| seed as u64),
            },
            "nine" => Self::Nine,
            "eleven" => Self::Eleven,
            _ => Self::Bills,
        })
    }

    /// How many.
    pub(super) fn count(&self) -> usize {
        match self {
            Self::Values { values } => values.len(),
            Self::Generate { count, .. } => *count,
            Self::Nine => NINE.len(),
            Self::Eleven => ELEVEN.len(),
            Self::Bills => 342,
        }
    }

    /// The numbers, in the order in which they stand.
    pub(super) fn build(&self) -> Vec<f64> {
        match self {
            Self::Values { values } => values.clone(),
            Self::Generate { shape, count, center, spread, seed } => {
                let moved = |x: f64| (center + spread * x).clamp(PLACES.from, PLACES.to);
                shape.records(*count, *seed).into_iter().map(moved).collect()
            }
            Self::Nine => NINE.to_vec(),
            Self::Eleven => ELEVEN.to_vec(),
            Self::Bills => bill_lengths(),
        }
    }
}

/// Numbers in a text.
fn pasted(place: &Reader<'_>) -> Result<Vec<f64>, Refusal> {
    let separates = |letter: char| letter.is_whitespace() || letter == ',' || letter == ';';
    let words = place.text(TEXT)?.split(separates).filter(|word| !word.is_empty());
    let mut values = Vec::new();
    for word in words {
        // A pasted minus is often the typographic one.
        let number = word.replace('−', "-").parse::<f64>().ok().filter(|number| PLACES.contains(*number));
        match number {
            Some(number) if values.len() < MOST => values.push(number),
            Some(_) => return Err(place.refuse(format!("at most {MOST} numbers"))),
            None => {
                let word: String = word.chars().take(30).collect();
                let at = values.len() + 1;
                return Err(place
                    .refuse(format!("1 to {MOST} numbers between -1e12 and 1e12: number {at} is {word}")));
            }
        }
    }
    if values.is_empty() { Err(place.refuse(format!("1 to {MOST} numbers"))) } else { Ok(values) }
}
