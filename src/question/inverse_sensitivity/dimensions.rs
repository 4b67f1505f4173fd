//! What the questions in d dimensions share: ε, data with bounds that are known without them, and outputs with their mark.

use serde::Serialize;

use crate::algorithm::inverse_sensitivity::gradient::PROPOSALS;
use crate::data::DataSet;
use crate::figure::{Figure, Side, Statement};
use crate::learn::Shape;
use crate::mechanism::{Range, Slider};
use crate::numeric::Scale;
use crate::question::field::data::{DataSource, People, SOURCES, read_source};
use crate::question::field::described::{Field, Variant};
use crate::question::field::publishable::{Mark, SCALED};
use crate::question::field::read::Reader;
use crate::question::field::refusal::Refusal;
use crate::question::figure::lines::stated;

/// The most people of a question in d dimensions.
const PEOPLE: usize = 2000;
/// The most features.
pub(crate) const FEATURES: usize = 20;

/// ε of one output.
pub(crate) const EPSILON: Field =
    Field::number_or("epsilon", "ε of one output, pure", Range::closed(1e-3, 100.0), 1.0)
        .slider("", Slider { from: 0.05, to: 20.0, scale: Scale::Log, start: 1.0 });

/// How many outputs are drawn for study.
pub(crate) const DRAWS: Field =
    Field::number_or("draws", "how many outputs are drawn, for study", Range::whole(0.0, 2000.0), 200.0);

/// People.
pub(crate) const DATA: Field = Field::variants("data", "the people", &SOURCES);

/// B_x.
pub(crate) const FEATURE_BOUND: Field = Field::number_or(
    "feature-bound",
    "B_x, known without the data: longer features are shortened to it",
    Range::closed(1e-3, 1.0),
    1.0,
);

/// B_θ.
pub(crate) const RADIUS: Field = Field::number_or(
    "model-radius",
    "B_θ, the radius of the ball in which a model must lie, known without the data",
    Range::closed(1e-3, 1e3),
    2.0,
);

/// Beside outputs that are drawn again and again from the same data.
pub(crate) const MANY: &str = "Must not be published: each of these outputs costs ε of its own, and together they show what \
                               they are drawn about.";

/// Reads people, at most 2000 of at most 20 features.
pub(crate) fn read_few(place: &Reader<'_>, loss: Shape) -> Result<DataSource, Refusal> {
    let data = read_source(place, loss)?;
    let people = described(data.clone(), loss);
    if people.count() > PEOPLE || people.dimension() > FEATURES {
        return Err(place.refuse(format!(
            "at most {PEOPLE} people of at most {FEATURES} features (here {} of {})",
            people.count(),
            people.dimension()
        )));
    }
    Ok(data)
}

#[inline(never)]
fn described(data: DataSource, loss: Shape) -> People {
    People { data, moved: Vec::new(), intercept: false, loss, clip: None }
}

/// The people themselves.
pub(crate) fn build(data: &DataSource, loss: Shape) -> DataSet {
    described(data.clone(), loss).build()
}

/// How many features they have.
pub(crate) fn dimension(data: &DataSource, loss: Shape) -> usize {
    described(data.clone(), loss).dimension()
}

/// The variants of `data` and one more.
pub(crate) const fn sources_and(more: Variant) -> [Variant; 8] {
    let mut all = [more; 8];
    let mut at = 0;
    while at < SOURCES.len() {
        all[at] = SOURCES[at];
        at += 1;
    }
    all
}

/// One output of a mechanism.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct ReleasedVector {
    /// The output.
    pub vector: Vec<f64>,
    /// Whether it could be published if its noise were secret.
    pub publishable: bool,
    /// Why.
    pub notice: String,
}

impl ReleasedVector {
    /// Of a mechanism that guarantees ε.
    pub(crate) fn new(vector: Vec<f64>, epsilon: f64, data: Option<&DataSource>) -> Self {
        let Mark { publishable, notice } = match data {
            Some(DataSource::Rows { scaled: true, .. }) => {
                Mark::secret(format!("Must not be published: {SCALED}."))
            }
            _ => Mark::of_output(epsilon),
        };
        Self { vector, publishable, notice }
    }
}

/// A number and its text.
pub(crate) fn value(quantity: &str, number: f64) -> Statement {
    stated(quantity, Side::Value, number)
}

/// What was moved to fit the bounds, if anything was.
pub(crate) fn clipped(count: usize, people: usize) -> Option<String> {
    (count > 0).then(|| {
        format!("{count} of {people} records were moved to fit the bounds, and what is computed is computed of these.")
    })
}

/// What is said where proposals have run out.
pub(crate) fn failed(whether: bool, count: usize) -> Option<String> {
    whether.then(|| {
        format!(
            "None of {PROPOSALS} proposals was accepted any more after {count} models: nothing else is released in their place."
        )
    })
}

/// Names a figure: what it shows and of what, what is true of it, and what must be said wherever it is shown.
pub(crate) fn named(figure: &mut Figure, shows: &str, of: &str, conclusions: &[String], notice: &str) {
    figure.shows = shows.into();
    figure.title = format!("{shows}: {of}");
    figure.sentence = conclusions.join(" ");
    figure.notice = notice.into();
    figure.table.caption =
        if notice.is_empty() { figure.title.clone() } else { format!("{}. {notice}", figure.title) };
}
