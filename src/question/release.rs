//! Releases and neighbours as a person writes them.

use super::read::Reader;
use super::refusal::Refusal;
use crate::account::Release;
use crate::mechanism::{Mechanism, Range};
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
    let fields = place.object(&names)?;
    let values = parameters
        .iter()
        .map(|parameter| fields.field(parameter.name).number(&parameter.range))
        .collect::<Result<Vec<_>, _>>()?;
    Ok((entry.build)(&values))
}

fn read_sampling(place: Reader<'_>) -> Result<Sampling, Refusal> {
    let kind = place.tag("kind", &["poisson", "subset"])?;
    let rate = place.object(&["kind", "rate"])?.field("rate").number(&Range::closed(0.0, 1.0))?;
    Ok(if kind == 0 { Sampling::Poisson { rate } } else { Sampling::Subset { rate } })
}
