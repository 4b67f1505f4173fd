//! A release of which only its pure guarantee is known.

use std::sync::Arc;

use serde::Serialize;

use super::description::{Description, Parameter, Privacy, Range, Slider};
use super::kind::{Attained, Guarantee, Kind, Relations};
use super::outputs::{Outputs, by_loss};
use super::profile::symmetric_hull;
use crate::guarantee::Atomic;
use crate::numeric::Scale;

/// The control of an ε that a mechanism guarantees.
pub(super) const EPSILON: Parameter = Parameter {
    name: "epsilon",
    symbol: "ε₀",
    label: "Guarantee ε₀",
    unit: "loss",
    explanation: "The loss that the release is guaranteed not to exceed.",
    range: Range::closed(0.0, 700.0),
    slider: Slider { from: 0.01, to: 10.0, scale: Scale::Log, start: 1.0 },
    privacy: Privacy::Smaller,
};

const DESCRIPTION: Description = Description {
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
    epsilon: f64,
    #[serde(skip)]
    atoms: Arc<Atomic>,
}

impl Pure {
    /// The worst case of this ε₀; `None` outside of the described range.
    pub fn new(epsilon: f64) -> Option<Self> {
        let atoms = || Arc::new(symmetric_hull(&[[epsilon, 0.0]]));
        DESCRIPTION.accepts(&[epsilon]).then(|| Self { epsilon, atoms: atoms() })
    }
}

impl Kind for Pure {
    type Values = [f64; 1];

    const DESCRIPTION: Description = DESCRIPTION;
    const ATTAINED: Attained = Attained::Together;
    const RELATIONS: Relations = Relations::Any;

    fn build([epsilon]: Self::Values, _: &[[f64; 2]]) -> Option<Self> {
        Self::new(epsilon)
    }

    fn values(&self) -> Self::Values {
        [self.epsilon]
    }

    fn guarantee(&self) -> Guarantee<'_> {
        Guarantee::Pair(&*self.atoms)
    }

    fn outputs(&self) -> Result<Outputs, &'static str> {
        Ok(by_loss(&*self.atoms))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guarantee::{Order, Pair};

    /// Rows B25 and B26 of the reference table.
    #[test]
    fn the_second_order_matches_the_reference() {
        let divergence = Pure::new(1.0).unwrap().atoms.renyi(Order::new(2.0).unwrap());
        assert!((divergence.middle() / 0.735_325_664_055_519_2 - 1.0).abs() < 1e-15, "{divergence:?}");
        assert!(divergence.upper - divergence.lower < 1e-13);
    }

    #[test]
    fn the_profile_ends_at_the_guarantee_itself() {
        let pure = Pure::new(0.3).unwrap();
        assert_eq!(pure.atoms.profile(0.3).upper, 0.0);
        assert!(pure.atoms.profile(0.3f64.next_down()).upper > 0.0);
        assert_eq!(Pure::new(0.0).unwrap().atoms.profile(0.0).upper, 0.0);
    }
}
