//! A release on a random part of the data.
//!
//! Knows: how records are drawn, which two data sets are neighbours, and the pair that dominates a
//! mechanism on a sample. Does not know: composition.

mod amplified;
mod cells;
mod divergence;
mod mixture;
mod neighbours;
mod point;
pub mod renyi;
mod replaced;

use serde::Serialize;

pub use amplified::Amplified;
pub use neighbours::{Direction, Neighbours};
pub use point::{AddedLoss, sampled_guarantee};
pub use replaced::Replaced;

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

    /// Whether no record ever takes part, so that the release says nothing.
    pub fn takes_none(&self) -> bool {
        self.rate() == 0.0
    }
}
