//! Releases and neighbours as a person writes them.

use super::common::{COUNTS, RATES};
use super::described::{Field, Kind, Variant};
use super::read::Reader;
use super::refusal::Refusal;
use crate::account::Release;
use crate::mechanism::{Mechanism, Parameter, PointList};
use crate::numeric::decimal::{Rounding, print};
use crate::sampling::Sampling;

/// Where the search for a rate starts unless told.
const USUAL_RATE: f64 = 0.01;

const LABEL: Field = Field::of("label", "a name for it", Kind::Text { longest: 200 }).optional();
const COUNT: Field =
    Field::number_or("count", "how often it is published, each time with fresh noise", COUNTS, 1.0);
const MECHANISM: Field = Field::of("mechanism", "what adds the noise", Kind::Mechanism);
const RATE: Field = Field::number("rate", "the share of the records that take part", RATES);
const SAMPLING: Field = Field::variants(
    "sampling",
    "how the records are drawn; all take part if absent",
    &[
        Variant { word: "poisson", meaning: "each record by itself, with this chance", fields: &[RATE] },
        Variant { word: "subset", meaning: "a sample of a fixed size, without replacement", fields: &[RATE] },
    ],
)
.optional();

/// The fields of one release.
pub(crate) const RELEASE: [Field; 4] = [LABEL, COUNT, MECHANISM, SAMPLING];

/// Reads one release.
pub(crate) fn read_release(place: &Reader<'_>) -> Result<Release, Refusal> {
    Ok(read_draft(place, None)?.release())
}

/// A release whose mechanism can be rebuilt with another value of a parameter.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Draft {
    label: Option<String>,
    /// How often it is published.
    pub count: f64,
    /// How the records are drawn.
    pub sampling: Option<Sampling>,
    /// What is released.
    pub mechanism: MechanismDraft,
}

/// A mechanism and the numbers it is built from.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct MechanismDraft {
    mechanism: Mechanism,
    values: Vec<f64>,
    points: Vec<[f64; 2]>,
}

impl MechanismDraft {
    /// Its parameters.
    pub(crate) fn parameters(&self) -> &'static [Parameter] {
        self.mechanism.entry().description.parameters
    }

    /// One value per parameter.
    pub(crate) fn values(&self) -> &[f64] {
        &self.values
    }

    /// Builds the mechanism again with another value of one parameter; where the mechanism refuses the value nothing
    /// changes and the answer is `false`.
    pub(crate) fn set(&mut self, at: usize, value: f64) -> bool {
        let mut values = self.values.clone();
        values[at] = value;
        let built = (self.mechanism.entry().build)(&values, &self.points);
        let is_built = built.is_some();
        if let Some(mechanism) = built {
            (self.mechanism, self.values) = (mechanism, values);
        }
        is_built
    }

    /// The mechanism of these numbers.
    pub(crate) fn build(self) -> Mechanism {
        self.mechanism
    }
}

impl Draft {
    /// Builds the release.
    pub(crate) fn release(&self) -> Release {
        Release {
            label: self.label.clone(),
            count: self.count,
            mechanism: self.mechanism.mechanism.clone(),
            sampling: self.sampling,
        }
    }
}

/// Reads one release. The field named `open` may be left out: it then stands where its slider starts.
pub(crate) fn read_draft(place: &Reader<'_>, open: Option<&str>) -> Result<Draft, Refusal> {
    let fields = place.form(&RELEASE)?;
    let label = fields.text(&LABEL)?.map(String::from);
    let count = fields.number(&COUNT)?;
    let mechanism = read_mechanism(&fields.at(&MECHANISM), open)?;
    let sampling = fields.if_there(&SAMPLING, |place| read_sampling(&place, open == Some("rate")))?;
    Ok(Draft { label, count, sampling, mechanism })
}

/// Looks the mechanism up in the catalogue and reads the parameters that it describes.
pub(crate) fn read_mechanism(place: &Reader<'_>, open: Option<&str>) -> Result<MechanismDraft, Refusal> {
    let catalogue = Mechanism::catalogue();
    let kinds = catalogue.each_ref().map(|entry| entry.description.kind);
    let word = place.tag("kind", &kinds)?;
    let kind = kinds.iter().position(|kind| *kind == word).unwrap_or_default();
    let entry = &catalogue[kind];
    let parameters = entry.description.parameters;
    let mut names = vec!["kind"];
    names.extend(parameters.iter().map(|parameter| parameter.name));
    names.extend(entry.points.map(|_| "points"));
    let fields = place.object(&names)?;
    let read = |parameter: &Parameter| {
        let field = fields.field(parameter.name);
        let may_be_absent = open == Some(parameter.name) || entry.optional.contains(&parameter.name);
        if !field.is_there() && may_be_absent {
            return Ok(parameter.slider.start);
        }
        if parameter.range.is_switch() { field.switch() } else { field.number(&parameter.range) }
    };
    let values = parameters.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    let points = entry.points.map_or(Ok(Vec::new()), |list| read_points(fields.field("points"), &list))?;
    let mechanism =
        (entry.build)(&values, &points).ok_or_else(|| place.refuse("a mechanism as described"))?;
    Ok(MechanismDraft { mechanism, values, points })
}

/// Reads pairs of numbers whose first numbers increase.
fn read_points(place: Reader<'_>, list: &PointList) -> Result<Vec<[f64; 2]>, Refusal> {
    let elements = place.array(list.fewest, list.most)?;
    let last = elements.len() - 1;
    let mut points: Vec<[f64; 2]> = Vec::with_capacity(elements.len());
    for (at, element) in elements.iter().enumerate() {
        let [first, second] = &element.array(2, 2)?[..] else {
            return Err(element.refuse("a list of 2 to 2 elements"));
        };
        let range = &list.first.range;
        let at_infinity = list.ends_at_infinity && at == last;
        let number = if at_infinity { first.extended(range)? } else { first.number(range)? };
        if let Some(before) = points.last().filter(|before| before[0] >= number) {
            let before = print(before[0], 15, Rounding::Nearest);
            let symbol = list.first.symbol;
            return Err(first.refuse(format!("above {before}, the {symbol} of the point before")));
        }
        points.push([number, second.number(&list.second.range)?]);
    }
    Ok(points)
}

fn read_sampling(place: &Reader<'_>, open: bool) -> Result<Sampling, Refusal> {
    let (kind, fields) = place.variant(&SAMPLING)?;
    let rate = if open && !fields.at(&RATE).is_there() { USUAL_RATE } else { fields.number(&RATE)? };
    Ok(if kind == "poisson" { Sampling::Poisson { rate } } else { Sampling::Subset { rate } })
}
