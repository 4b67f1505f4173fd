//! Many releases, one guarantee.
//!
//! Knows: how guarantees add up, and which accountant can answer. Does not know: which mechanism a
//! release is, beyond the closed forms that [`exact`] recognises.

pub mod exact;
pub mod moments;
mod responses;

use serde::Serialize;
use thiserror::Error;

use crate::mechanism::Mechanism;
use crate::sampling::Sampling;

/// Something published `count` times, each time on fresh noise.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Release {
    /// A person's name for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// How often it is published: a whole number; once if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub count: f64,
    /// The mechanism.
    pub mechanism: Mechanism,
    /// How the records are drawn; absent when all take part.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sampling: Option<Sampling>,
}

/// A way to compose releases.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Accountant {
    /// Closed forms of the whole plan: exact to rounding, both sides certified.
    Exact,
    /// Rényi differential privacy and its tight conversion: an upper bound for any plan that is not
    /// sampled.
    Moments,
}

impl Accountant {
    /// All of them, tightest first.
    pub const ALL: [Self; 2] = [Self::Exact, Self::Moments];

    /// The name in a question.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Moments => "moments",
        }
    }

    /// What a person reads beside its numbers.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Moments => "Rényi bound",
        }
    }
}

/// Why an accountant cannot answer, in words a person can act on.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum Unavailable {
    /// A release on a random part of the data.
    #[error(
        "release {position} sees a random part of the data (rate {rate}), which this accountant cannot amplify; \
         set the rate to 1 or leave the sampling out for a valid, larger answer"
    )]
    Sampled {
        /// Which release, from 1.
        position: usize,
        /// Its rate.
        rate: f64,
    },
    /// No closed form for the mix.
    #[error(
        "no closed form: it needs a single release, only Gaussian releases, or only randomized responses of one \
         probability; the moments accountant bounds this plan"
    )]
    NoClosedForm,
    /// Too many responses to sum one by one.
    #[error(
        "{count} randomized responses are more than the {limit} that are summed exactly; the moments accountant bounds this plan"
    )]
    TooMany {
        /// How many were asked.
        count: f64,
        /// How many can be summed.
        limit: f64,
    },
}

/// The first release that is really sampled stops the accountants that know no amplification.
fn refuse_sampled(releases: &[Release]) -> Result<(), Unavailable> {
    let sampled = |release: &Release| release.sampling.filter(|sampling| !sampling.takes_all());
    match releases.iter().enumerate().find_map(|(at, release)| Some((at, sampled(release)?))) {
        Some((at, sampling)) => Err(Unavailable::Sampled { position: at + 1, rate: sampling.rate() }),
        None => Ok(()),
    }
}
