//! The one number of a release that a search turns.

use crate::account::calibrate::Line;
use crate::mechanism::{Parameter, Privacy};
use crate::question::field::common::{COUNTS, RATES};
use crate::question::field::read::Reader;
use crate::question::field::refusal::Refusal;
use crate::question::field::release::{Draft, RELEASE};
use crate::sampling::Sampling;

/// The number of a release that is turned.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Knob {
    /// How often it is published.
    Count,
    /// The rate of its sample.
    Rate,
    /// A parameter of the mechanism, by its place.
    Parameter(usize, Parameter),
}

/// The number that a question names.
pub(crate) fn read_knob(word: &Reader<'_>, release: &Reader<'_>, draft: &Draft) -> Result<Knob, Refusal> {
    let parameters = draft.mechanism.parameters();
    // A parameter of which neither end is more private has no edge to find, nor has a switch.
    let searched = |(_, parameter): &(usize, &Parameter)| {
        parameter.privacy != Privacy::Neither && !parameter.range.is_switch()
    };
    let searched: Vec<(usize, &Parameter)> = parameters.iter().enumerate().filter(searched).collect();
    let mut names: Vec<&str> = searched.iter().map(|(_, parameter)| parameter.name).collect();
    names.extend(["count", "rate"]);
    let at = word.choice(&names)?;
    Ok(match searched.get(at) {
        Some(&(at, parameter)) => Knob::Parameter(at, *parameter),
        None if at == searched.len() => Knob::Count,
        None if draft.sampling.is_some() => Knob::Rate,
        None => {
            let sampling = release.form(&RELEASE)?.field("sampling");
            return Err(sampling.refuse("an object with kind: poisson or subset"));
        }
    })
}

impl Knob {
    /// The values it may have, and which way protects more.
    pub(crate) fn line(&self) -> Line {
        match self {
            Self::Count => Line { range: COUNTS, privacy: Privacy::Smaller },
            Self::Rate => Line { range: RATES, privacy: Privacy::Smaller },
            Self::Parameter(_, parameter) => Line { range: parameter.range, privacy: parameter.privacy },
        }
    }

    /// Where it stands.
    pub(crate) fn read(&self, draft: &Draft) -> f64 {
        match self {
            Self::Count => draft.count,
            Self::Rate => draft.sampling.map_or(1.0, |sampling| sampling.rate()),
            Self::Parameter(at, _) => draft.mechanism.values()[*at],
        }
    }

    /// Sets it; false if the mechanism does not take the value.
    pub(crate) fn turn(&self, draft: &mut Draft, value: f64) -> bool {
        match self {
            Self::Count => draft.count = value,
            Self::Rate => {
                draft.sampling = draft.sampling.map(|sampling| match sampling {
                    Sampling::Poisson { .. } => Sampling::Poisson { rate: value },
                    Sampling::Subset { .. } => Sampling::Subset { rate: value },
                });
            }
            Self::Parameter(at, _) => return draft.mechanism.set(*at, value),
        }
        true
    }

    /// What a sentence calls it.
    pub(crate) fn symbol(&self) -> &'static str {
        match self {
            Self::Count => "count",
            Self::Rate => "rate",
            Self::Parameter(_, parameter) => parameter.symbol,
        }
    }
}
