//! The people a model is trained on, as a person writes them.

use serde::Serialize;

use super::read::Reader;
use super::refusal::Refusal;
use crate::learn::data::{Generator, generate, named, penguins};
use crate::learn::{DataSet, Loss, Shape};
use crate::mechanism::Range;
use crate::numeric::decimal::{Rounding, print};
use crate::numeric::matrix::norm;

/// The most people of one question.
const PEOPLE: usize = 100_000;
/// The most features of one person.
const FEATURES: usize = 50;
/// Seeds that cross every border as a number.
pub(crate) const SEED: Range = Range::whole(0.0, 9_007_199_254_740_991.0);
/// Norms of gradients that may be clipped to.
const CLIP: Range = Range::closed(1e-6, 1e6);
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
    /// one line per person and numbers separated by commas.
    Rows {
        /// The rows, of one length.
        rows: Vec<Vec<f64>>,
        /// Whether they were all divided by their own largest norm, which no guarantee covers; false if absent.
        #[cfg_attr(target_arch = "wasm32", tsify(optional))]
        scaled: bool,
    },
}

/// People and the loss that a model minimises on them.
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

/// The fields of [`People`].
pub(crate) const PEOPLE_FIELDS: [&str; 5] = ["data", "moved", "intercept", "loss", "clip"];

/// Reads the fields of [`People`] in an object that has others too.
pub(crate) fn read_people(fields: &super::read::Object<'_, '_>) -> Result<People, Refusal> {
    const LOSSES: [&str; 2] = ["logistic", "squared"];
    let loss = fields.optional("loss", |field| field.choice(&LOSSES))?;
    let loss = if loss == Some(1) { Shape::Squared } else { Shape::Logistic };
    let data = read_source(&fields.field("data"), loss)?;
    let (count, dimension) = size(&data);
    let place = Range::whole(0.0, count as f64 - 1.0);
    let read_move = |row: &Reader<'_>| {
        let numbers = row.array(dimension + 1, dimension + 1)?;
        let at = numbers[0].number(&place)?;
        let features = read_features(row, &numbers[1..])?;
        Ok(std::iter::once(at).chain(features).collect())
    };
    let moved = fields.optional("moved", |field| field.array(0, count)?.iter().map(read_move).collect())?;
    Ok(People {
        data,
        moved: moved.unwrap_or_default(),
        intercept: fields.optional("intercept", |field| field.flag())?.unwrap_or(false),
        loss,
        clip: fields.optional("clip", |field| field.number(&CLIP))?,
    })
}

fn read_source(place: &Reader<'_>, loss: Shape) -> Result<DataSource, Refusal> {
    const KINDS: [&str; 6] = ["toy6", "halton200", "penguins", "generate", "rows", "text"];
    match place.tag("kind", &KINDS)? {
        "toy6" => place.object(&["kind"]).map(|_| DataSource::Toy6),
        "halton200" => place.object(&["kind"]).map(|_| DataSource::Halton200),
        "penguins" => place.object(&["kind"]).map(|_| DataSource::Penguins),
        "generate" => {
            let fields = place.object(&["kind", "generator", "people", "dimension", "seed"])?;
            let words = Generator::ALL.map(Generator::word);
            let field = fields.field("generator");
            let generator = Generator::ALL[field.choice(&words)?];
            if generator == Generator::RegressionLine && loss == Shape::Logistic {
                return Err(field.refuse("one with labels −1 and 1, or the loss squared"));
            }
            let whole = |name: &str, range: Range, usual: f64| -> Result<f64, Refusal> {
                Ok(fields.optional(name, |field| field.number(&range))?.unwrap_or(usual))
            };
            Ok(DataSource::Generate {
                generator,
                people: whole("people", Range::whole(1.0, PEOPLE as f64), 200.0)? as usize,
                dimension: whole("dimension", Range::whole(1.0, FEATURES as f64), 2.0)? as usize,
                seed: whole("seed", SEED, 1.0)? as u64,
            })
        }
        name => {
            let fields = place.object(&["kind", name, "scaled"])?;
            let read = if name == "rows" { read_rows } else { read_text };
            Ok(DataSource::Rows {
                rows: read(&fields.field(name), loss)?,
                scaled: fields.optional("scaled", |field| field.flag())?.unwrap_or(false),
            })
        }
    }
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
        DataSource::Rows { rows, .. } => (rows.len(), rows.first().map_or(1, Vec::len) - 1),
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
                DataSet::from_rows(width, rows.iter().map(|row| (&row[..width], row[width])))
            }
        };
        let mut data = source;
        for row in &self.moved {
            data.replace(row[0] as usize, &row[1..]);
        }
        if self.intercept { data.with_intercept() } else { data }
    }
}
