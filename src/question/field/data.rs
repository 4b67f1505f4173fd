//! The people a model is trained on, as a person writes them.

use serde::Serialize;

use super::common::SEEDS;
use super::described::{Field, Kind, Variant, Word};
use super::read::{Object, Reader};
use super::refusal::Refusal;
use crate::data::DataSet;
use crate::data::store::{self, Stored, Table};
use crate::data::{Generator, generate, named, penguins};
use crate::learn::{Loss, Shape};
use crate::mechanism::Range;
use crate::numeric::decimal::{Rounding, print};
use crate::numeric::matrix::norm;

/// The most people of one question.
const PEOPLE: usize = 100_000;
/// The most features of one person.
pub(crate) const FEATURES: usize = 50;
/// The longest table that is given as text.
const TEXT: usize = 50_000_000;
/// Rounding of a norm of 1 that was scaled to it.
pub(crate) const NORM_SLACK: f64 = 1e-9;

/// Where people come from.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum DataSource {
    /// Six people in the plane.
    Toy6,
    /// 200 people in the unit disc with a gap, labelled by their side.
    Halton200,
    /// 342 penguins by the length and depth of their bill; Adélie or not.
    Penguins,
    /// Drawn from a seed.
    Generate {
        /// How.
        generator: Generator,
        /// How many people.
        people: usize,
        /// How many features.
        dimension: usize,
        /// The seed.
        seed: u64,
    },
    /// One row per person: features, of norm 1 at most, then the label. In a question also as kind `text`, with
    /// one line per person and numbers separated by commas, or as kind `stored`, with the handle of a table that was
    /// put before.
    Rows {
        /// The rows, of one length.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "number[][]"))]
        rows: Table,
        /// Whether they were all divided by their own largest norm, which no guarantee covers; false if absent.
        #[cfg_attr(target_arch = "wasm32", tsify(optional))]
        scaled: bool,
    },
}

/// People and the loss that a model minimizes on them.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct People {
    /// Where they come from.
    pub data: DataSource,
    /// People moved elsewhere: their place in the data, then their features.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub moved: Vec<Vec<f64>>,
    /// Adds a feature that is 1 for everyone; none if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub intercept: bool,
    /// The loss; logistic if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub loss: Shape,
    /// The norm to which gradients are clipped; not clipped if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "number"))]
    pub clip: Option<f64>,
}

/// The seed of what is drawn.
pub(crate) const SEED: Field = Field::number_or("seed", "the seed of everything random", SEEDS, 1.0);

const GENERATORS: [Word; Generator::ALL.len()] = {
    let mut words = [Word::new("", ""); Generator::ALL.len()];
    let mut at = 0;
    while at < words.len() {
        words[at] = Word::new(Generator::ALL[at].word(), Generator::ALL[at].meaning());
        at += 1;
    }
    words
};
const GENERATOR: Field = Field::choice("generator", "how people are drawn", &GENERATORS);
const HOW_MANY: Field =
    Field::number_or("people", "how many people", Range::whole(1.0, PEOPLE as f64), 200.0);
const DIMENSION: Field =
    Field::number_or("dimension", "how many features", Range::whole(1.0, FEATURES as f64), 2.0);
const ROWS: Field =
    Field::of("rows", "one row per person: features, of norm 1 at most, then the label", Kind::Rows);
const LINES: Field = Field::of(
    "text",
    "one line per person, numbers separated by commas: features, of norm 1 at most, then the label",
    Kind::Text { longest: TEXT },
);
const SCALED: Field = Field::flag(
    "scaled",
    "whether all were divided by their own largest norm, which no guarantee covers",
    false,
);

/// The name of a stored table.
pub(crate) const HANDLE: Field =
    Field::of("handle", "the name under which the table was stored", Kind::Text { longest: 100 });
const BY_ROWS: Variant = Variant { word: "rows", meaning: "people row by row", fields: &[ROWS, SCALED] };
const BY_LINES: Variant = Variant { word: "text", meaning: "people line by line", fields: &[LINES, SCALED] };

/// A table of one's own.
pub(crate) const TABLE: Field = Field::variants("data", "the table", &[BY_ROWS, BY_LINES]);

/// Where people may come from.
pub(crate) const SOURCES: [Variant; 7] = [
    Variant { word: "toy6", meaning: "six people in the plane", fields: &[] },
    Variant {
        word: "halton200",
        meaning: "200 people in the unit disc with a gap, labelled by their side",
        fields: &[],
    },
    Variant {
        word: "penguins",
        meaning: "342 penguins by the length and depth of their bill; Adélie or not",
        fields: &[],
    },
    Variant {
        word: "generate",
        meaning: "people drawn from a seed",
        fields: &[GENERATOR, HOW_MANY, DIMENSION, SEED],
    },
    BY_ROWS,
    BY_LINES,
    Variant { word: "stored", meaning: "a table that was stored before", fields: &[HANDLE] },
];
const DATA: Field = Field::variants("data", "the people", &SOURCES);
const MOVED: Field =
    Field::of("moved", "people moved elsewhere: their place in the data, then their features", Kind::Rows)
        .optional();
/// Whether a linear model has an intercept.
pub(crate) const INTERCEPT: Field =
    Field::flag("intercept", "whether a feature that is 1 for everyone is added", false);
const LOSS: Field = Field::choice_or(
    "loss",
    "the loss that the model minimizes",
    &[Word::new("logistic", "logistic loss"), Word::new("squared", "squared loss")],
    "logistic",
);
const CLIP: Field = Field::number(
    "clip",
    "the norm to which gradients are clipped; not clipped if absent",
    Range::closed(1e-6, 1e6),
)
.optional();

/// Whether the determinant is bounded as published, or tightly.
pub(crate) const TIGHT: Field = Field::flag(
    "tight",
    "whether the determinant costs log(1 + β/λ), an extension, instead of −log(1 − β/λ) as published",
    false,
);

/// The fields of [`People`].
pub(crate) const PEOPLE_FIELDS: [Field; 5] = [DATA, MOVED, INTERCEPT, LOSS, CLIP];

/// Reads the fields of [`People`] in an object that has others too.
pub(crate) fn read_people(fields: &Object<'_, '_>) -> Result<People, Refusal> {
    let loss = fields.chosen(&LOSS, &[Shape::Logistic, Shape::Squared])?;
    let data = read_source(&fields.at(&DATA), loss)?;
    let (count, dimension) = size(&data);
    let place = Range::whole(0.0, count as f64 - 1.0);
    let read_move = |row: &Reader<'_>| {
        let numbers = row.array(dimension + 1, dimension + 1)?;
        let at = numbers[0].number(&place)?;
        let features = read_features(row, &numbers[1..])?;
        Ok(std::iter::once(at).chain(features).collect())
    };
    let moved = fields.if_there(&MOVED, |place| place.array(0, count)?.iter().map(read_move).collect())?;
    Ok(People {
        data,
        moved: moved.unwrap_or_default(),
        intercept: fields.flag(&INTERCEPT)?,
        loss,
        clip: fields.number_if_there(&CLIP)?,
    })
}

/// Reads where people come from, with labels that the loss allows.
pub(crate) fn read_source(place: &Reader<'_>, loss: Shape) -> Result<DataSource, Refusal> {
    let (kind, fields) = place.variant(&DATA)?;
    match kind {
        "toy6" => Ok(DataSource::Toy6),
        "halton200" => Ok(DataSource::Halton200),
        "penguins" => Ok(DataSource::Penguins),
        "rows" | "text" => {
            let Stored { table: rows, scaled } = read_table(kind, &fields, loss)?;
            Ok(DataSource::Rows { rows, scaled })
        }
        "stored" => {
            let place = fields.at(&HANDLE);
            let handle = fields.text(&HANDLE)?.ok_or_else(|| place.refuse("a handle"))?;
            let Stored { table: rows, scaled } = store::get(handle)
                .ok_or_else(|| place.refuse("the handle of a table that is stored: store it again"))?;
            let labelled = |row: &Vec<f64>| row.last().is_some_and(|label| label.abs() == 1.0);
            if loss == Shape::Logistic && !rows.rows().iter().all(labelled) {
                return Err(place.refuse("a table with labels −1 and 1, or the loss squared"));
            }
            Ok(DataSource::Rows { rows, scaled })
        }
        _ => {
            let generator = fields.chosen(&GENERATOR, &Generator::ALL)?;
            if generator == Generator::RegressionLine && loss == Shape::Logistic {
                return Err(fields.at(&GENERATOR).refuse("one with labels −1 and 1, or the loss squared"));
            }
            Ok(DataSource::Generate {
                generator,
                people: fields.number(&HOW_MANY)? as usize,
                dimension: fields.number(&DIMENSION)? as usize,
                seed: fields.number(&SEED)? as u64,
            })
        }
    }
}

/// Reads a table of one's own; labels between −1 and 1 unless the loss is logistic.
pub(crate) fn read_table(kind: &str, fields: &Object<'_, '_>, loss: Shape) -> Result<Stored, Refusal> {
    let rows = match kind {
        "rows" => read_rows(&fields.at(&ROWS), loss)?,
        _ => read_text(&fields.at(&LINES), loss)?,
    };
    Ok(Stored { table: rows.into(), scaled: fields.flag(&SCALED)? })
}

fn read_rows(place: &Reader<'_>, loss: Shape) -> Result<Vec<Vec<f64>>, Refusal> {
    let rows = place.array(1, PEOPLE)?;
    let width = rows[0].array(2, FEATURES + 1)?.len();
    let read_row = |row: &Reader<'_>| {
        let numbers = row.array(width, width)?;
        let (label, features) = (&numbers[width - 1], &numbers[..width - 1]);
        let mut read = read_features(row, features)?;
        let value = label.number(&Range::closed(-1.0, 1.0))?;
        if loss == Shape::Logistic && value.abs() != 1.0 {
            return Err(label.refuse("a label of the logistic loss, −1 or 1"));
        }
        read.push(value);
        Ok(read)
    };
    rows.iter().map(read_row).collect()
}

/// Rows as text: one line per person, numbers separated by commas. It crosses a border far faster than as
/// many lists.
fn read_text(place: &Reader<'_>, loss: Shape) -> Result<Vec<Vec<f64>>, Refusal> {
    let text = place.text(TEXT)?;
    let mut rows: Vec<Vec<f64>> = Vec::new();
    for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let numbers: Option<Vec<f64>> = line
            .split(',')
            .map(|cell| cell.trim().parse().ok().filter(|number: &f64| number.is_finite()))
            .collect();
        let width = rows.first().map(Vec::len);
        let fits = |row: &Vec<f64>| {
            let (features, label) = (&row[..row.len() - 1], row[row.len() - 1]);
            let labelled = label.abs() == 1.0 || (loss == Shape::Squared && label.abs() < 1.0);
            (2..=FEATURES + 1).contains(&row.len())
                && width.is_none_or(|width| width == row.len())
                && labelled
                && norm(features) <= 1.0 + NORM_SLACK
        };
        match numbers.filter(fits) {
            Some(row) if rows.len() < PEOPLE => rows.push(row),
            _ => {
                let line: String = line.chars().take(40).collect();
                return Err(place.refuse(format!(
                    "at most {PEOPLE} lines of features, of norm 1 at most, and an allowed label, separated by \
                     commas: line {} is {line}",
                    at + 1
                )));
            }
        }
    }
    if rows.is_empty() { Err(place.refuse("a table with one line or more")) } else { Ok(rows) }
}

/// Features of norm 1 at most; nobody is scaled behind their back.
fn read_features(row: &Reader<'_>, numbers: &[Reader<'_>]) -> Result<Vec<f64>, Refusal> {
    let any = Range::closed(-1e300, 1e300);
    let features: Vec<f64> = numbers.iter().map(|number| number.number(&any)).collect::<Result<_, _>>()?;
    let length = norm(&features);
    if length > 1.0 + NORM_SLACK {
        let printed = print(length, 6, Rounding::Nearest);
        return Err(row.refuse(format!("features of norm 1 at most (theirs is {printed})")));
    }
    Ok(features)
}

/// How many people, and how many features each has.
fn size(source: &DataSource) -> (usize, usize) {
    match source {
        DataSource::Toy6 => (6, 2),
        DataSource::Halton200 => (200, 2),
        DataSource::Penguins => (342, 2),
        DataSource::Generate { people, dimension, .. } => (*people, *dimension),
        DataSource::Rows { rows, .. } => (rows.rows().len(), rows.rows().first().map_or(1, Vec::len) - 1),
    }
}

impl People {
    /// The number of people.
    pub(crate) fn count(&self) -> usize {
        size(&self.data).0
    }

    /// The number of features, the intercept among them.
    pub(crate) fn dimension(&self) -> usize {
        size(&self.data).1 + usize::from(self.intercept)
    }

    /// Whether everyone was divided by the largest norm of these very people.
    pub(crate) fn is_scaled(&self) -> bool {
        matches!(self.data, DataSource::Rows { scaled: true, .. })
    }

    /// The norm that no one's features exceed.
    pub(crate) fn radius(&self) -> f64 {
        if self.intercept { std::f64::consts::SQRT_2 } else { 1.0 }
    }

    /// The loss.
    pub(crate) fn loss(&self) -> Loss {
        Loss { shape: self.loss, clip: self.clip }
    }

    /// The data set.
    pub(crate) fn build(&self) -> DataSet {
        let source = match &self.data {
            DataSource::Toy6 => named::toy6(),
            DataSource::Halton200 => named::halton200(),
            DataSource::Penguins => penguins(),
            DataSource::Generate { generator, people, dimension, seed } => {
                generate(*generator, *people, *dimension, *seed)
            }
            DataSource::Rows { rows, .. } => {
                let width = size(&self.data).1;
                DataSet::from_rows(width, rows.rows().iter().map(|row| (&row[..width], row[width])))
            }
        };
        let mut data = source;
        for row in &self.moved {
            data.replace(row[0] as usize, &row[1..]);
        }
        if self.intercept { data.with_intercept() } else { data }
    }
}
