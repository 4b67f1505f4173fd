//! A release of which only its pure guarantee is known.

use std::sync::Arc;

use serde::Serialize;

use super::description::{Description, Parameter, Privacy, Range, Slider};
use super::profile::symmetric_hull;
use crate::guarantee::Atomic;
use crate::numeric::Scale;

/// The control of an ε that a mechanism guarantees.
pub(super) const EPSILON: Parameter = Parameter {
    name: "epsilon",
    symbol: "ε₀",
    label: "Guarantee ε₀",
    unit: "loss",
    explanation: "The loss that the release promises not to exceed.",
    range: Range::closed(0.0, 700.0),
    slider: Slider { from: 0.01, to: 10.0, scale: Scale::Log, start: 1.0 },
    privacy: Privacy::Smaller,
};

pub(super) const DESCRIPTION: Description = Description {
    kind: "pure",
    name: "Any ε-private release",
    summary: "A black box of which only pure differential privacy is known; its worst case is a randomized response.",
    parameters: &[EPSILON],
};

/// The worst case of ε₀-differential privacy: randomized response with `p = e^{ε₀}/(1 + e^{ε₀})`
/// (Kairouz, Oh and Viswanath 2017). The losses are ±ε₀ as given, without rounding.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Pure {
    /// The guarantee ε₀.
    pub epsilon: f64,
    #[serde(skip)]
    pub(super) atoms: Arc<Atomic>,
}

impl Pure {
    /// The worst case of this ε₀.
    pub fn new(epsilon: f64) -> Self {
        Self { epsilon, atoms: Arc::new(symmetric_hull(&[[epsilon, 0.0]])) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guarantee::{Order, Pair};

    /// Rows B25 and B26 of the reference table.
    #[test]
    fn the_second_order_matches_the_reference() {
        let divergence = Pure::new(1.0).atoms.renyi(Order::new(2.0).unwrap());
        assert!((divergence.middle() / 0.735_325_664_055_519_2 - 1.0).abs() < 1e-15, "{divergence:?}");
        assert!(divergence.upper - divergence.lower < 1e-13);
    }

    #[test]
    fn the_profile_ends_at_the_guarantee_itself() {
        let pure = Pure::new(0.3);
        assert_eq!(pure.atoms.profile(0.3).upper, 0.0);
        assert!(pure.atoms.profile(0.3f64.next_down()).upper > 0.0);
        assert_eq!(Pure::new(0.0).atoms.profile(0.0).upper, 0.0);
    }
}
