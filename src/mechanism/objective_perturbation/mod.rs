//! Objective perturbation: training on an objective to which a random linear term is added.

mod approximate_minimum;
mod calibrate;
mod general;
mod half_normal;
mod kifer;
mod reversed;

use serde::Serialize;

use super::description::{Description, Parameter, Privacy, Range, Slider, Switch};
use super::kind::{Attained, Guarantee, Kind, Relations};
use super::outputs::Outputs;
use crate::numeric::Scale;

pub use approximate_minimum::ApproximateMinimum;
pub use calibrate::{Goal, Method};
pub use half_normal::HalfNormal;
pub use kifer::Kifer;

pub(crate) const DESCRIPTION: Description = Description {
    kind: "objective-perturbation",
    name: "Objective perturbation",
    summary: "Trains a linear model on the sum of losses, a quadratic regularizer and a random linear term, to the exact minimum.",
    parameters: &[
        Parameter {
            name: "lipschitz",
            symbol: "L",
            label: "Gradient bound L",
            unit: "norm of one gradient",
            explanation: "The largest norm of the gradient of one person's loss, or the threshold at which gradients are clipped.",
            range: Range::closed(1e-2, 1e2),
            slider: Slider { from: 0.1, to: 10.0, scale: Scale::Log, start: 1.0 },
            privacy: Privacy::Smaller,
        },
        Parameter {
            name: "smoothness",
            symbol: "β",
            label: "Smoothness β",
            unit: "curvature of one loss",
            explanation: "The largest second derivative of one person's loss times the squared norm of the record; ¼ for logistic loss on records of norm 1.",
            range: Range::closed(0.0, 1e3),
            slider: Slider { from: 0.01, to: 1.0, scale: Scale::Log, start: 0.25 },
            privacy: Privacy::Smaller,
        },
        Parameter {
            name: "sigma",
            symbol: "σ",
            label: "Noise σ",
            unit: "deviation per coordinate",
            explanation: "Standard deviation of each coordinate of the random linear term.",
            range: Range::closed(1e-2, 1e6),
            slider: Slider { from: 0.5, to: 50.0, scale: Scale::Log, start: 5.0 },
            privacy: Privacy::Larger,
        },
        Parameter {
            name: "regularization",
            symbol: "λ",
            label: "Regularization λ",
            unit: "curvature of the sum",
            explanation: "The factor of ½‖θ‖² beside the sum of all losses. Nothing is guaranteed unless it exceeds β, but for the tight determinant.",
            range: Range::closed(1e-6, 1e9),
            slider: Slider { from: 2.0, to: 200.0, scale: Scale::Log, start: 20.0 },
            privacy: Privacy::Larger,
        },
        Parameter {
            name: "tight",
            symbol: "tight",
            label: "Tight determinant (extension)",
            unit: "",
            explanation: "Off, the determinant costs −log(1 − β/λ), as published; on, log(1 + β/λ), for any λ, an extension of this tool.",
            range: Range::whole(0.0, 1.0),
            slider: Slider { from: 0.0, to: 1.0, scale: Scale::Linear, start: 0.0 },
            privacy: Privacy::Larger,
        },
    ],
};

/// `argmin Σ ℓ(θ; z) + λ/2 ‖θ‖² + bᵀθ`, `b ~ N(0, σ²I)`, for generalized linear losses whose gradients are at
/// most L and whose curvature is at most β (Redberg, Koskela and Wang 2023). One person is added or removed.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ObjectivePerturbation {
    /// The largest gradient of one loss L.
    lipschitz: f64,
    /// The largest curvature of one loss β.
    smoothness: f64,
    /// The deviation of the noise σ.
    sigma: f64,
    /// The regularizer λ.
    regularization: f64,
    /// 1 where the determinant costs `log(1 + β/λ)`, an extension; 0 or absent as published.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    tight: f64,
    #[serde(skip)]
    pair: HalfNormal,
}

impl ObjectivePerturbation {
    /// The mechanism with either cost of the determinant; `None` outside of the described ranges.
    pub fn new(
        lipschitz: f64,
        smoothness: f64,
        sigma: f64,
        regularization: f64,
        tight: bool,
    ) -> Option<Self> {
        let pair = HalfNormal::new(determinant(smoothness, regularization, tight), lipschitz / sigma);
        let tight = f64::from(u8::from(tight));
        let mechanism = Self { lipschitz, smoothness, sigma, regularization, tight, pair };
        DESCRIPTION.accepts(&mechanism.values()).then_some(mechanism)
    }

    /// The pair that dominates it.
    pub fn pair(&self) -> &HalfNormal {
        &self.pair
    }
}

impl Kind for ObjectivePerturbation {
    type Values = [f64; 5];

    const DESCRIPTION: Description = DESCRIPTION;
    const OPTIONAL: &'static [&'static str] = &["tight"];
    const SWITCHES: &'static [Switch] =
        &[Switch { name: "tight", off: "as published", on: "own tighter determinant" }];

    /// The pair bounds it.
    const ATTAINED: Attained = Attained::Never;

    const RELATIONS: Relations = Relations::AddOrRemove;

    fn build(values: Self::Values, _: &[[f64; 2]]) -> Option<Self> {
        let [lipschitz, smoothness, sigma, regularization, tight] = values;
        if !DESCRIPTION.accepts(&values) {
            return None;
        }
        Self::new(lipschitz, smoothness, sigma, regularization, tight == 1.0)
    }

    fn values(&self) -> Self::Values {
        [self.lipschitz, self.smoothness, self.sigma, self.regularization, self.tight]
    }

    fn guarantee(&self) -> Guarantee<'_> {
        Guarantee::Pair(&self.pair)
    }

    /// The published determinant needs λ > β.
    fn lacks(&self) -> Option<&'static str> {
        (!self.pair.is_bounded()).then_some(
            "the regularization λ must exceed the smoothness β, unless the determinant is the tight one",
        )
    }

    fn outputs(&self) -> Result<Outputs, &'static str> {
        Err(
            "what it outputs depends on the data and on the loss that is trained: known is a pair of losses that bounds it",
        )
    }
}

/// What the change of the Hessian's determinant costs: `log(1 + β/λ)` where it is the tight one, an extension, else as
/// published.
pub fn determinant(smoothness: f64, regularization: f64, tight: bool) -> f64 {
    if tight {
        (smoothness / regularization).ln_1p()
    } else {
        determinant_as_published(smoothness, regularization)
    }
}

/// `c = −log(1 − β/λ)`; infinite unless λ > β. A β near λ is subtracted before it is divided.
fn determinant_as_published(smoothness: f64, regularization: f64) -> f64 {
    if smoothness >= regularization {
        f64::INFINITY
    } else if smoothness < 0.5 * regularization {
        -(-smoothness / regularization).ln_1p()
    } else {
        (regularization / (regularization - smoothness)).ln()
    }
}

#[cfg(test)]
mod golden;
#[cfg(test)]
mod laws;
