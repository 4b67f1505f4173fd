//! One release: its dominating pair in closed form.
//!
//! Knows: each mechanism's parameters, what they mean, and its five views, or its Rényi curve where
//! nothing else is known. Does not know: composition. A mechanism is added by a file, which says all that is known of
//! it as a [`Kind`], and by its line in the list here; the forms of the page and the validation of questions
//! read its [`Description`].

mod approximate;
mod concentrated;
mod description;
mod discrete_gaussian;
mod discrete_laplace;
mod exponential;
mod gaussian;
mod gaussian_pair;
mod instability;
mod k_ary_randomized_response;
mod kind;
mod laplace;
pub mod objective_perturbation;
mod outputs;
mod profile;
mod pure;
mod randomized_response;
mod renyi_curve;
pub mod sparse_vector;
mod two_point;

use std::fmt;

use serde::Serialize;

pub use description::{Coordinate, Description, Parameter, PointList, Privacy, Range, Slider, Switch};
pub use kind::{Attained, Curve, Entry, Guarantee, Kind, Relations};
pub use objective_perturbation::HalfNormal;
pub use outputs::{OutputAtom, Outputs};

use crate::guarantee::{Interval, Order, Pair, Reverse};
use crate::numeric::decimal::{Rounding, print};

// In the order a person meets them.
kind::mechanisms! {
    /// Adds normal noise.
    gaussian::Gaussian,
    /// Adds two-sided exponential noise.
    laplace::Laplace,
    /// Answers a yes–no question truthfully with a known probability.
    randomized_response::RandomizedResponse,
    /// Answers a question with several answers, the truth more often than each other one.
    k_ary_randomized_response::KAryRandomizedResponse,
    /// Picks a candidate, better ones exponentially more often.
    exponential::Exponential,
    /// Adds normal noise on the whole numbers.
    discrete_gaussian::DiscreteGaussian,
    /// Adds two-sided geometric noise.
    discrete_laplace::DiscreteLaplace,
    /// Normal outputs whose mean and deviation both depend on the person.
    gaussian_pair::GaussianPair,
    /// Any two distributions on two outputs.
    two_point::TwoPoint,
    /// The exact answer where a noisy test finds it stable.
    instability::Instability,
    /// Trains a linear model on a randomly perturbed objective.
    objective_perturbation::ObjectivePerturbation,
    /// Says which queries are above a threshold.
    sparse_vector::SparseVector,
    /// Anything with a pure guarantee.
    pure::Pure,
    /// Anything with an (ε, δ) guarantee.
    approximate::Approximate,
    /// Anything with a zero-concentrated guarantee.
    concentrated::Zcdp,
    /// Anything with a truncated concentrated guarantee.
    concentrated::Tcdp,
    /// Anything with a profile known at some points.
    profile::Profile,
    /// Anything with a Rényi curve known at some points.
    renyi_curve::RenyiCurve,
}

impl Mechanism {
    /// Every kind of mechanism, in the order a person meets them.
    pub fn catalogue() -> &'static [Entry; KINDS] {
        &CATALOGUE
    }

    /// The dominating pair; `None` where only the Rényi curve is known.
    pub fn pair(&self) -> Option<&dyn Pair> {
        match self.guarantee() {
            Guarantee::Pair(pair) => Some(pair),
            Guarantee::Curve(_) => None,
        }
    }

    /// Rényi divergence of order α in the worse of the two directions.
    pub fn renyi(&self, order: Order) -> Interval {
        match self.guarantee() {
            Guarantee::Curve(curve) => curve.renyi(order),
            Guarantee::Pair(pair) => {
                let forth = pair.renyi(order);
                match pair.reverse() {
                    Reverse::Same | Reverse::Covered(_) => forth,
                    Reverse::Other(reversed) => forth.max(reversed.renyi(order)),
                }
            }
        }
    }
}

impl fmt::Display for Mechanism {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Entry { description, switches, .. } = self.entry();
        write!(f, "{}", description.name)?;
        for (parameter, value) in description.parameters.iter().zip(self.values()) {
            match switches.iter().find(|switch| switch.name == parameter.name) {
                // A switch that is off goes without saying.
                Some(_) if value == 0.0 => {}
                Some(switch) => write!(f, ", {}", switch.on)?,
                None => write!(f, ", {} = {}", parameter.symbol, print(value, 15, Rounding::Nearest))?,
            }
        }
        let points = self.points().len();
        if points > 0 { write!(f, ", {points} points") } else { Ok(()) }
    }
}

#[cfg(test)]
mod golden;
#[cfg(test)]
mod laws;
