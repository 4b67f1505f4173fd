//! One release: its dominating pair in closed form.
//!
//! Knows: each mechanism's parameters, what they mean, and its five views. Does not know:
//! composition. A mechanism is added here alone: a file, a variant and its entry in
//! [`Mechanism::catalogue`]; the forms of the page and the validation of questions read its
//! [`Description`].

mod description;
mod gaussian;
mod laplace;
mod randomized_response;

use std::fmt;

use serde::Serialize;

pub use description::{Description, Parameter, Privacy, Range, Slider};
pub use gaussian::Gaussian;
pub use laplace::Laplace;
pub use randomized_response::RandomizedResponse;

use crate::guarantee::{Interval, Order, Pair};
use crate::numeric::decimal::{Rounding, print};

/// Every mechanism there is, as a question names it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Mechanism {
    /// Adds normal noise.
    Gaussian(Gaussian),
    /// Adds two-sided exponential noise.
    Laplace(Laplace),
    /// Answers a yes–no question truthfully with a known probability.
    RandomizedResponse(RandomizedResponse),
}

/// How a mechanism is described, and how it is built from validated parameters in that order.
pub struct Entry {
    /// Names, ranges, explanations.
    pub description: Description,
    /// Builds the mechanism from one value per described parameter, each within its range.
    pub build: fn(&[f64]) -> Mechanism,
}

impl Mechanism {
    /// Every mechanism, in the order a person meets them.
    pub fn catalogue() -> [Entry; 3] {
        [
            Entry {
                description: gaussian::DESCRIPTION,
                build: |values| Self::Gaussian(Gaussian::new(values[0])),
            },
            Entry {
                description: laplace::DESCRIPTION,
                build: |values| Self::Laplace(Laplace { scale: values[0] }),
            },
            Entry {
                description: randomized_response::DESCRIPTION,
                build: |values| Self::RandomizedResponse(RandomizedResponse { truth: values[0] }),
            },
        ]
    }

    /// The dominating pair; `None` where only the Rényi curve is known.
    pub fn pair(&self) -> Option<&dyn Pair> {
        match self {
            Self::Gaussian(pair) => Some(pair),
            Self::Laplace(pair) => Some(pair),
            Self::RandomizedResponse(pair) => Some(pair),
        }
    }

    /// Rényi divergence of order α in the worse of the two directions.
    pub fn renyi(&self, order: Order) -> Interval {
        match self {
            Self::Gaussian(pair) => pair.renyi(order),
            Self::Laplace(pair) => pair.renyi(order),
            Self::RandomizedResponse(pair) => pair.renyi(order),
        }
    }

    /// The mechanism with the two data sets exchanged.
    pub fn reversed(&self) -> Self {
        match self {
            Self::Gaussian(_) | Self::Laplace(_) | Self::RandomizedResponse(_) => *self,
        }
    }
}

impl fmt::Display for Mechanism {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (description, values) = match self {
            Self::Gaussian(gaussian) => (gaussian::DESCRIPTION, vec![gaussian.sigma]),
            Self::Laplace(laplace) => (laplace::DESCRIPTION, vec![laplace.scale]),
            Self::RandomizedResponse(response) => (randomized_response::DESCRIPTION, vec![response.truth]),
        };
        write!(f, "{}", description.name)?;
        let mut pairs = description.parameters.iter().zip(values);
        pairs.try_for_each(|(parameter, value)| {
            write!(f, ", {} = {}", parameter.symbol, print(value, 15, Rounding::Nearest))
        })
    }
}

#[cfg(test)]
mod golden;
#[cfg(test)]
mod laws;
