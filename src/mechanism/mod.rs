//! One release: its dominating pair in closed form.
//!
//! Knows: each mechanism's parameters, what they mean, and its five views, or its Rényi curve where
//! nothing else is known. Does not know: composition. A mechanism is added here alone: a file, a
//! variant and its entry in [`Mechanism::catalogue`]; the forms of the page and the validation of
//! questions read its [`Description`].

mod approximate;
mod concentrated;
mod description;
mod discrete_gaussian;
mod discrete_laplace;
mod exponential;
mod gaussian;
mod gaussian_pair;
mod instability;
mod k_ary_response;
mod laplace;
pub mod objective_perturbation;
mod profile;
mod pure;
mod randomized_response;
mod renyi_curve;
mod two_point;

use std::fmt;

use serde::Serialize;

pub use approximate::Approximate;
pub use concentrated::{Tcdp, Zcdp};
pub use description::{Coordinate, Description, Parameter, PointList, Privacy, Range, Slider};
pub use discrete_gaussian::DiscreteGaussian;
pub use discrete_laplace::DiscreteLaplace;
pub use exponential::Exponential;
pub use gaussian::Gaussian;
pub use gaussian_pair::GaussianPair;
pub use instability::Instability;
pub use k_ary_response::KAryResponse;
pub use laplace::Laplace;
pub use objective_perturbation::{HalfNormal, ObjectivePerturbation};
pub use profile::Profile;
pub use pure::Pure;
pub use randomized_response::RandomizedResponse;
pub use renyi_curve::RenyiCurve;
pub use two_point::TwoPoint;

use crate::guarantee::{Interval, Order, Pair};
use crate::numeric::decimal::{Rounding, print};

/// Every mechanism there is, as a question names it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Mechanism {
    /// Adds normal noise.
    Gaussian(Gaussian),
    /// Adds two-sided exponential noise.
    Laplace(Laplace),
    /// Answers a yes–no question truthfully with a known probability.
    RandomizedResponse(RandomizedResponse),
    /// Answers a question with several answers, the truth more often than each other one.
    #[serde(rename = "k-ary-randomized-response")]
    KAryResponse(KAryResponse),
    /// Picks a candidate, better ones exponentially more often.
    Exponential(Exponential),
    /// Adds normal noise on the whole numbers.
    DiscreteGaussian(DiscreteGaussian),
    /// Adds two-sided geometric noise.
    DiscreteLaplace(DiscreteLaplace),
    /// Normal outputs whose mean and deviation both depend on the person.
    GaussianPair(GaussianPair),
    /// Any two distributions on two outputs.
    TwoPoint(TwoPoint),
    /// The exact answer where a noisy test finds it stable.
    Instability(Instability),
    /// Trains a linear model on a randomly perturbed objective.
    ObjectivePerturbation(ObjectivePerturbation),
    /// Anything with a pure guarantee.
    Pure(Pure),
    /// Anything with an (ε, δ) guarantee.
    Approximate(Approximate),
    /// Anything with a zero-concentrated guarantee.
    Zcdp(Zcdp),
    /// Anything with a truncated concentrated guarantee.
    Tcdp(Tcdp),
    /// Anything with a profile known at some points.
    Profile(Profile),
    /// Anything with a Rényi curve known at some points.
    RenyiCurve(RenyiCurve),
}

/// How many there are.
const KINDS: usize = 17;

/// How a mechanism is described, and how it is built from validated values.
pub struct Entry {
    /// Names, ranges, explanations.
    pub description: Description,
    /// The names of the parameters that may be left out; they then stand where their slider starts.
    pub optional: &'static [&'static str],
    /// The list of points that belongs to the mechanism, if one does.
    pub points: Option<PointList>,
    /// Builds the mechanism from one value per described parameter, each within its range, and the
    /// described list of points, empty if there is none.
    pub build: fn(&[f64], &[[f64; 2]]) -> Mechanism,
}

impl Entry {
    const fn new(description: Description, build: fn(&[f64], &[[f64; 2]]) -> Mechanism) -> Self {
        Self { description, optional: &[], points: None, build }
    }
}

impl Mechanism {
    /// Every mechanism, in the order a person meets them.
    pub fn catalogue() -> [Entry; KINDS] {
        [
            Entry::new(gaussian::DESCRIPTION, |values, _| Self::Gaussian(Gaussian::new(values[0]))),
            Entry::new(laplace::DESCRIPTION, |values, _| Self::Laplace(Laplace { scale: values[0] })),
            Entry::new(randomized_response::DESCRIPTION, |values, _| {
                Self::RandomizedResponse(RandomizedResponse { truth: values[0] })
            }),
            Entry::new(k_ary_response::DESCRIPTION, |values, _| {
                Self::KAryResponse(KAryResponse::new(values[0], values[1]))
            }),
            Entry::new(exponential::DESCRIPTION, |values, _| {
                Self::Exponential(Exponential { epsilon: values[0] })
            }),
            Entry::new(discrete_gaussian::DESCRIPTION, |values, _| {
                Self::DiscreteGaussian(DiscreteGaussian::new(values[0], values[1]))
            }),
            Entry::new(discrete_laplace::DESCRIPTION, |values, _| {
                Self::DiscreteLaplace(DiscreteLaplace::new(values[0], values[1]))
            }),
            Entry::new(gaussian_pair::DESCRIPTION, |values, _| {
                Self::GaussianPair(GaussianPair {
                    mean_first: values[0],
                    deviation_first: values[1],
                    mean_second: values[2],
                    deviation_second: values[3],
                })
            }),
            Entry::new(two_point::DESCRIPTION, |values, _| {
                Self::TwoPoint(TwoPoint::new(values[0], values[1]))
            }),
            Entry::new(instability::DESCRIPTION, |values, _| {
                Self::Instability(Instability { epsilon: values[0], delta: values[1] })
            }),
            Entry {
                optional: objective_perturbation::OPTIONAL,
                ..Entry::new(objective_perturbation::DESCRIPTION, |values, _| {
                    Self::ObjectivePerturbation(ObjectivePerturbation::with_determinant(
                        values[0],
                        values[1],
                        values[2],
                        values[3],
                        values[4] == 1.0,
                    ))
                })
            },
            Entry::new(pure::DESCRIPTION, |values, _| Self::Pure(Pure::new(values[0]))),
            Entry::new(approximate::DESCRIPTION, |values, _| {
                Self::Approximate(Approximate::new(values[0], values[1]))
            }),
            Entry {
                optional: &["xi"],
                ..Entry::new(concentrated::ZCDP, |values, _| {
                    Self::Zcdp(Zcdp { rho: values[0], xi: values[1] })
                })
            },
            Entry::new(concentrated::TCDP, |values, _| Self::Tcdp(Tcdp { rho: values[0], omega: values[1] })),
            Entry {
                points: Some(profile::POINTS),
                ..Entry::new(profile::DESCRIPTION, |_, points| Self::Profile(Profile::new(points)))
            },
            Entry {
                points: Some(renyi_curve::POINTS),
                ..Entry::new(renyi_curve::DESCRIPTION, |_, points| Self::RenyiCurve(RenyiCurve::new(points)))
            },
        ]
    }

    /// The dominating pair; `None` where only the Rényi curve is known.
    pub fn pair(&self) -> Option<&dyn Pair> {
        match self {
            Self::Gaussian(pair) => Some(pair),
            Self::Laplace(pair) => Some(pair),
            Self::RandomizedResponse(pair) => Some(pair),
            Self::KAryResponse(mechanism) => Some(&*mechanism.atoms),
            Self::Exponential(pair) => Some(pair),
            Self::DiscreteGaussian(pair) => Some(pair),
            Self::GaussianPair(pair) => Some(pair),
            Self::Instability(pair) => Some(pair),
            Self::ObjectivePerturbation(mechanism) => Some(mechanism.pair()),
            Self::DiscreteLaplace(mechanism) => Some(&*mechanism.atoms),
            Self::TwoPoint(mechanism) => Some(&*mechanism.atoms),
            Self::Pure(mechanism) => Some(&*mechanism.atoms),
            Self::Approximate(mechanism) => Some(&*mechanism.atoms),
            Self::Profile(mechanism) => Some(&*mechanism.atoms),
            Self::Zcdp(_) | Self::Tcdp(_) | Self::RenyiCurve(_) => None,
        }
    }

    /// Rényi divergence of order α in the worse of the two directions.
    pub fn renyi(&self, order: Order) -> Interval {
        match self {
            Self::Zcdp(curve) => curve.renyi(order),
            Self::Tcdp(curve) => curve.renyi(order),
            Self::RenyiCurve(curve) => curve.renyi(order),
            _ => self.pair().map_or(Interval::exact(f64::INFINITY), |pair| {
                let forth = pair.renyi(order);
                if pair.is_symmetric() {
                    return forth;
                }
                let reversed = self.reversed();
                let back = reversed.pair().map_or(forth, |pair| pair.renyi(order));
                Interval { lower: forth.lower.max(back.lower), upper: forth.upper.max(back.upper) }
            }),
        }
    }

    /// The mechanism with the two data sets exchanged.
    pub fn reversed(&self) -> Self {
        match self {
            Self::TwoPoint(pair) => Self::TwoPoint(pair.reversed()),
            Self::GaussianPair(pair) => Self::GaussianPair(pair.reversed()),
            symmetric => symmetric.clone(),
        }
    }

    /// Whether sampling amplifies this pair to one that some data sets attain, so that the amplified
    /// guarantee is not only valid but the best there is. Known for noise whose worst case is
    /// attained from every data set: normal, Laplace, and the two-valued responses.
    pub fn tight_amplification(&self) -> bool {
        matches!(self, Self::Gaussian(_) | Self::Laplace(_) | Self::RandomizedResponse(_) | Self::Pure(_))
    }

    /// The description, the values of its parameters, and how many points there are.
    fn described(&self) -> (Description, Vec<f64>, usize) {
        let numbers = |description, values: &[f64]| (description, values.to_vec(), 0);
        match self {
            Self::Gaussian(it) => numbers(gaussian::DESCRIPTION, &[it.sigma]),
            Self::Laplace(it) => numbers(laplace::DESCRIPTION, &[it.scale]),
            Self::RandomizedResponse(it) => numbers(randomized_response::DESCRIPTION, &[it.truth]),
            Self::KAryResponse(it) => numbers(k_ary_response::DESCRIPTION, &[it.epsilon, it.categories]),
            Self::Exponential(it) => numbers(exponential::DESCRIPTION, &[it.epsilon]),
            Self::DiscreteGaussian(it) => {
                numbers(discrete_gaussian::DESCRIPTION, &[it.sigma, it.sensitivity])
            }
            Self::DiscreteLaplace(it) => numbers(discrete_laplace::DESCRIPTION, &[it.scale, it.sensitivity]),
            Self::TwoPoint(it) => numbers(two_point::DESCRIPTION, &[it.p, it.q]),
            Self::GaussianPair(it) => {
                let values = [it.mean_first, it.deviation_first, it.mean_second, it.deviation_second];
                numbers(gaussian_pair::DESCRIPTION, &values)
            }
            Self::Instability(it) => numbers(instability::DESCRIPTION, &[it.epsilon, it.delta]),
            Self::ObjectivePerturbation(it) => {
                let values = [it.lipschitz, it.smoothness, it.sigma, it.regularization, it.tight];
                // A switch that is off goes without saying.
                let said = if it.tight == 0.0 { &values[..4] } else { &values[..] };
                numbers(objective_perturbation::DESCRIPTION, said)
            }
            Self::Pure(it) => numbers(pure::DESCRIPTION, &[it.epsilon]),
            Self::Approximate(it) => numbers(approximate::DESCRIPTION, &[it.epsilon, it.delta]),
            Self::Zcdp(it) => numbers(concentrated::ZCDP, &[it.rho, it.xi]),
            Self::Tcdp(it) => numbers(concentrated::TCDP, &[it.rho, it.omega]),
            Self::Profile(it) => (profile::DESCRIPTION, Vec::new(), it.points.len()),
            Self::RenyiCurve(it) => (renyi_curve::DESCRIPTION, Vec::new(), it.points.len()),
        }
    }
}

impl fmt::Display for Mechanism {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (description, values, points) = self.described();
        write!(f, "{}", description.name)?;
        for (parameter, value) in description.parameters.iter().zip(values) {
            write!(f, ", {} = {}", parameter.symbol, print(value, 15, Rounding::Nearest))?;
        }
        if points > 0 { write!(f, ", {points} points") } else { Ok(()) }
    }
}

#[cfg(test)]
mod golden;
#[cfg(test)]
mod laws;
