//! A release of which only one (ε, δ) is known.

use std::sync::Arc;

use serde::Serialize;

use super::description::{Description, Parameter, Privacy, Range, Slider};
use super::kind::{Attained, Guarantee, Kind, Relations};
use super::outputs::{Outputs, by_loss};
use super::profile::symmetric_hull;
use super::pure::EPSILON;
use crate::guarantee::Atomic;
use crate::numeric::Scale;

/// The control of a δ that a mechanism guarantees.
const DELTA: Parameter = Parameter {
    name: "delta",
    symbol: "δ₀",
    label: "Guarantee δ₀",
    unit: "probability",
    explanation: "How much probability may escape the bound e^ε₀; counted as if the person were given away that often.",
    range: Range::below(0.0, 1.0),
    slider: Slider { from: 1e-12, to: 0.1, scale: Scale::Log, start: 1e-6 },
    privacy: Privacy::Smaller,
};

const DESCRIPTION: Description = Description {
    kind: "approximate",
    name: "Any (ε, δ)-private release",
    summary: "A black box of which one (ε, δ) is known; in the worst case it gives the person away with probability δ.",
    parameters: &[EPSILON, DELTA],
};

/// The worst case of (ε₀, δ₀)-differential privacy: with probability δ₀ the output gives the person
/// away, otherwise it is the randomized response of ε₀ (Kairouz, Oh and Viswanath 2017).
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Approximate {
    /// The guarantee ε₀.
    epsilon: f64,
    /// The guarantee δ₀.
    delta: f64,
    #[serde(skip)]
    atoms: Arc<Atomic>,
}

impl Approximate {
    /// The worst case of this ε₀ and δ₀; `None` outside of the described ranges.
    pub fn new(epsilon: f64, delta: f64) -> Option<Self> {
        let atoms = || Arc::new(symmetric_hull(&[[epsilon, delta]]));
        DESCRIPTION.accepts(&[epsilon, delta]).then(|| Self { epsilon, delta, atoms: atoms() })
    }
}

impl Kind for Approximate {
    type Values = [f64; 2];

    const DESCRIPTION: Description = DESCRIPTION;
    const ATTAINED: Attained = Attained::Together;
    const RELATIONS: Relations = Relations::Any;

    fn build([epsilon, delta]: Self::Values, _: &[[f64; 2]]) -> Option<Self> {
        Self::new(epsilon, delta)
    }

    fn values(&self) -> Self::Values {
        [self.epsilon, self.delta]
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
    use crate::guarantee::{Order, Pair, Probability, Reverse};

    /// `max(0, 1 − δ − e^ε x, e^{−ε}(1 − δ − x))` is the trade-off of (ε, δ)-differential privacy.
    #[test]
    fn its_trade_off_is_the_two_lines() {
        let (epsilon, delta) = (0.8f64, 0.05);
        let pair = Approximate::new(epsilon, delta).unwrap();
        for x in [0.0, 0.01, 0.1, 0.29, 0.3, 0.5, 0.9, 0.96, 1.0] {
            let lines = [1.0 - delta - epsilon.exp() * x, (-epsilon).exp() * (1.0 - delta - x), 0.0];
            let expected = lines.into_iter().fold(0.0, f64::max);
            let found = pair.atoms.trade_off(Probability::new(x).unwrap());
            assert!((found.middle() - expected).abs() < 1e-14, "{x}: {found:?} {expected}");
            assert!(found.lower <= expected + 1e-16 && expected <= found.upper + 1e-16);
        }
    }

    #[test]
    fn it_meets_its_promise_and_no_renyi_order() {
        let pair = Approximate::new(1.0, 1e-6).unwrap();
        assert_eq!(pair.atoms.profile(1.0).upper, 1e-6);
        assert_eq!(pair.atoms.profile(50.0).lower, 1e-6);
        assert_eq!(pair.atoms.renyi(Order::ONE).lower, f64::INFINITY);
        assert!(matches!(pair.atoms.reverse(), Reverse::Same));
    }
}
