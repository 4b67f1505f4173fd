//! Releases and neighbours as a person writes them.

use super::read::Reader;
use super::refusal::Refusal;
use crate::account::Release;
use crate::mechanism::{Mechanism, Parameter, PointList, Range};
use crate::numeric::decimal::{Rounding, print};
use crate::sampling::{Neighbours, Sampling};

/// The most entries of a plan.
const RELEASES: usize = 1000;

/// How often one release may repeat.
pub(super) const COUNT: Range = Range::whole(1.0, 1e9);

/// Reads `neighbours`; add-remove unless said otherwise.
pub(super) fn read_neighbours(place: Reader<'_>) -> Result<Neighbours, Refusal> {
    let words = Neighbours::ALL.map(Neighbours::word);
    if place.is_there() { Ok(Neighbours::ALL[place.choice(&words)?]) } else { Ok(Neighbours::default()) }
}

/// Reads `releases`.
pub(super) fn read_releases(place: Reader<'_>) -> Result<Vec<Release>, Refusal> {
    place.array(1, RELEASES)?.into_iter().map(read_release).collect()
}

fn read_release(place: Reader<'_>) -> Result<Release, Refusal> {
    let fields = place.object(&["label", "count", "mechanism", "sampling"])?;
    Ok(Release {
        label: fields.optional("label", |field| field.text(200).map(String::from))?,
        count: fields.optional("count", |field| field.number(&COUNT))?.unwrap_or(1.0),
        mechanism: read_mechanism(fields.field("mechanism"))?,
        sampling: fields.optional("sampling", read_sampling)?,
    })
}

/// Looks the mechanism up in the catalogue and reads the parameters that it describes.
fn read_mechanism(place: Reader<'_>) -> Result<Mechanism, Refusal> {
    let catalogue = Mechanism::catalogue();
    let kinds = catalogue.each_ref().map(|entry| entry.description.kind);
    let kind = place.tag("kind", &kinds)?;
    let entry = &catalogue[kind];
    let parameters = entry.description.parameters;
    let mut names = vec!["kind"];
    names.extend(parameters.iter().map(|parameter| parameter.name));
    names.extend(entry.points.map(|_| "points"));
    let fields = place.object(&names)?;
    let read = |parameter: &Parameter| {
        let field = fields.field(parameter.name);
        if !field.is_there() && entry.optional.contains(&parameter.name) {
            return Ok(parameter.slider.start);
        }
        field.number(&parameter.range)
    };
    let values = parameters.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    let points = entry.points.map_or(Ok(Vec::new()), |list| read_points(fields.field("points"), &list))?;
    Ok((entry.build)(&values, &points))
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

fn read_sampling(place: Reader<'_>) -> Result<Sampling, Refusal> {
    let kind = place.tag("kind", &["poisson", "subset"])?;
    let rate = place.object(&["kind", "rate"])?.field("rate").number(&Range::closed(0.0, 1.0))?;
    Ok(if kind == 0 { Sampling::Poisson { rate } } else { Sampling::Subset { rate } })
}
