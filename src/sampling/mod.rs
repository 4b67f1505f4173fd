//! A release on a random part of the data.
//!
//! Knows: how records are drawn. Does not know: composition.

use serde::Serialize;

/// How the records a release sees are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Sampling {
    /// Each record independently with probability `rate`.
    Poisson {
        /// Probability that a record takes part.
        rate: f64,
    },
    /// A uniformly random subset of a fixed size, `rate` of all records.
    Subset {
        /// Size of the subset over the number of records.
        rate: f64,
    },
}

impl Sampling {
    /// The share of the records that takes part.
    pub fn rate(&self) -> f64 {
        match *self {
            Self::Poisson { rate } | Self::Subset { rate } => rate,
        }
    }

    /// Whether every record always takes part, so that the release is the mechanism itself.
    pub fn takes_all(&self) -> bool {
        self.rate() == 1.0
    }
}
