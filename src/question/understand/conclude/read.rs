//! The fields of the question, and how they are read.

use serde::Serialize;

use super::ConcludeQuestion;
use super::shown::{BY, ShownSeries};
use crate::figure::Side;
use crate::mechanism::Range;
use crate::question::field::common::{self, NEIGHBOURS, RATES};
use crate::question::field::described::{Field, Kind, Variant, Word};
use crate::question::field::number::Number;
use crate::question::field::read::{Object, Reader};
use crate::question::field::refusal::Refusal;
use crate::sampling::Neighbours;

/// The most curves, and the most points of each.
const MOST_SERIES: usize = 40;
const MOST_POINTS: usize = 1000;
const LONGEST_NAME: usize = 200;

/// Positions: counts, orders, ε or δ.
const POSITIONS: Range = Range::closed(-1e15, 1e15);
/// Values: whatever a curve may show.
const VALUES: Range = Range::closed(-1e300, 1e300);

/// What a page holds fixed while it draws its curves.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ShownAt {
    /// δ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delta: Option<f64>,
    /// ε.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub epsilon: Option<f64>,
    /// The share of the records in a sample.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rate: Option<f64>,
}

const EPSILON_WORD: Word = Word::new("epsilon", "ε");
const DELTA_WORD: Word = Word::new("delta", "δ");
const DIVERGENCE_WORD: Word = Word::new("divergence", "the Rényi divergence");

const ERROR_WORD: Word =
    Word::new("type-two-error", "the type II error of an attacker, against the type I error");
const CHARACTERISTIC_WORD: Word =
    Word::new("characteristic", "the real and the imaginary part of the characteristic function");

const NOISE_WORD: Word = Word::new("noise", "the noise σ that a budget needs");

const GUARANTEE: Field =
    Field::choice_or("quantity", "what the curves show", &[EPSILON_WORD, DELTA_WORD], "epsilon");
const DIVERGENCE: Field =
    Field::choice_or(GUARANTEE.name, GUARANTEE.meaning, &[DIVERGENCE_WORD], "divergence");
const ANY: Field = Field::choice_or(
    GUARANTEE.name,
    GUARANTEE.meaning,
    &[EPSILON_WORD, DELTA_WORD, DIVERGENCE_WORD, ERROR_WORD, CHARACTERISTIC_WORD],
    "epsilon",
);

const GUESSED: Field = Field::choice_or(
    GUARANTEE.name,
    GUARANTEE.meaning,
    &[EPSILON_WORD, DELTA_WORD, ERROR_WORD, NOISE_WORD],
    "epsilon",
);

const fn chart(word: &'static str, meaning: &'static str, fields: &'static [Field]) -> Variant {
    Variant { word, meaning, fields }
}

const CHARTS: [Variant; 7] = [
    chart("composition", "ε or δ against repetitions, by accountants", &[GUARANTEE]),
    chart("amplification-profiles", "δ against ε, or ε at some δ, on everyone and on samples", &[GUARANTEE]),
    chart("amplification-bounds", "Rényi bounds on a sample against the order", &[DIVERGENCE]),
    chart("few-terms", "bounds by few terms of a sum beside the whole sum", &[DIVERGENCE]),
    chart("growth", "ε of many samples by theorems and by accountants", &[GUARANTEE]),
    chart("views", "ε at δ, exactly and by way of Rényi; or any of the curves of a guarantee", &[ANY]),
    chart("guess", "a number that somebody guessed, then what it is", &[GUESSED]),
];

const ABOUT: Field = Field::selects("about", "which chart it is", &CHARTS);
const AT_FIELDS: [Field; 3] = [
    common::DELTA.optional(),
    common::EPSILON.optional(),
    Field::number("rate", "the share of the records in a sample", RATES).optional(),
];
const AT: Field = Field::group("at", "what is fixed", &AT_FIELDS).optional();

const SIDES: [Word; 3] = [
    Word::new("upper", "the truth is at most this"),
    Word::new("lower", "the truth is at least this"),
    Word::new("value", "the value itself, or an estimate of it"),
];
const NAME: Field = Field::of("name", "what the page calls it", Kind::Text { longest: LONGEST_NAME });
const WHOSE: Field = Field::choice("by", "the accountant or the theorem", &BY).optional();
const RELATION: Field = Field::of("relation", NEIGHBOURS.meaning, NEIGHBOURS.kind).optional();
const SIDE: Field = Field::choice("side", "on which side of the truth it lies", &SIDES);
const TERMS: Field =
    Field::number("terms", "the terms of a bound by few terms", Range::whole(1.0, 1e6)).optional();
const INFINITE: Field =
    Field::number("infinite", "the probability of an infinite loss", Range::closed(0.0, 1.0)).optional();
const X: Field = Field::ascending("x", "positions", POSITIONS, [1, MOST_POINTS]);
const Y: Field = Field::numbers("y", "the value at each position; may be \"inf\"", VALUES, [1, MOST_POINTS]);
const ONE: [Field; 8] = [NAME, WHOSE, RELATION, SIDE, TERMS, INFINITE, X, Y];
const SERIES: Field =
    Field::of("series", "the curves as they are shown", Kind::List { most: MOST_SERIES, fields: &ONE });

pub(super) const FIELDS: [Field; 3] = [ABOUT, AT, SERIES];

pub(super) fn read(fields: &Object<'_, '_>) -> Result<ConcludeQuestion, Refusal> {
    let about = fields.word(&ABOUT)?;
    let quantity = match about {
        "views" => &ANY,
        "guess" => &GUESSED,
        "amplification-bounds" | "few-terms" => &DIVERGENCE,
        _ => &GUARANTEE,
    };
    let quantity = fields.word(quantity)?;
    let at = fields.if_there(&AT, |place| {
        let fields = place.form(&AT_FIELDS)?;
        let [delta, epsilon, rate] = [0, 1, 2].map(|at| fields.number_if_there(&AT_FIELDS[at]));
        Ok(ShownAt { delta: delta?, epsilon: epsilon?, rate: rate? })
    })?;
    let series = fields.at(&SERIES).array(1, MOST_SERIES)?;
    Ok(ConcludeQuestion {
        about,
        quantity,
        at: at.unwrap_or_default(),
        series: series.iter().map(read_series).collect::<Result<_, _>>()?,
    })
}

fn read_series(place: &Reader<'_>) -> Result<ShownSeries, Refusal> {
    let fields = place.form(&ONE)?;
    let x = fields.numbers(&X)?;
    let heights = fields.at(&Y);
    let y = heights.array(1, MOST_POINTS)?;
    let y: Vec<Number> =
        y.iter().map(|place| place.extended(&VALUES).map(Number)).collect::<Result<_, _>>()?;
    if y.len() != x.len() {
        return Err(heights.refuse(format!("a list of {} numbers, one for each position", x.len())));
    }
    let name = fields.at(&NAME).text(LONGEST_NAME)?.trim();
    if name.is_empty() {
        return Err(fields.at(&NAME).refuse("a name of at least one letter"));
    }
    Ok(ShownSeries {
        name: name.into(),
        by: fields.if_there(&WHOSE, |place| place.one_word(&BY))?,
        relation: fields.if_there(&RELATION, |_| fields.chosen(&RELATION, &Neighbours::ALL))?,
        side: fields.chosen(&SIDE, &[Side::Upper, Side::Lower, Side::Value])?,
        terms: fields.number_if_there(&TERMS)?,
        infinite: fields.number_if_there(&INFINITE)?,
        x,
        y,
    })
}
