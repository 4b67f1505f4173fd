//! Any two distributions on two outputs.

use std::sync::Arc;

use serde::Serialize;

use super::description::{Description, Parameter, Privacy, Range, Slider};
use super::kind::{Attained, Guarantee, Kind, Relations};
use super::outputs::{OWN, Outputs, atoms};
use crate::guarantee::{Accuracy, Atomic, PairAtom};
use crate::numeric::Scale;

/// Probabilities strictly between 0 and 1.
const OPEN: Range = Range::below(1e-300, 1.0);

const DESCRIPTION: Description = Description {
    kind: "two-point",
    name: "Two-point",
    summary: "One output happens with probability p with the person and q without; the directions differ.",
    parameters: &[
        Parameter {
            name: "p",
            symbol: "p",
            label: "Probability with the person p",
            unit: "probability",
            explanation: "How often the output occurs when the person takes part.",
            range: OPEN,
            slider: Slider { from: 0.01, to: 0.99, scale: Scale::Linear, start: 0.6 },
            privacy: Privacy::Neither,
        },
        Parameter {
            name: "q",
            symbol: "q",
            label: "Probability without q",
            unit: "probability",
            explanation: "How often the output occurs when the person does not; equal to p it tells nothing.",
            range: OPEN,
            slider: Slider { from: 0.01, to: 0.99, scale: Scale::Linear, start: 0.3 },
            privacy: Privacy::Neither,
        },
    ],
};

/// P = (p, 1−p), Q = (q, 1−q), with 0 < p, q < 1.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct TwoPoint {
    /// Probability of the first output with the person.
    p: f64,
    /// Probability of the first output without.
    q: f64,
    #[serde(skip)]
    atoms: Arc<Atomic>,
}

impl TwoPoint {
    /// The pair of these probabilities; `None` outside of the described ranges.
    pub fn new(p: f64, q: f64) -> Option<Self> {
        if !DESCRIPTION.accepts(&[p, q]) {
            return None;
        }
        let atoms = vec![
            PairAtom { loss: log_ratio(p, q, p - q), p, q },
            PairAtom { loss: log_ratio(1.0 - p, 1.0 - q, q - p), p: 1.0 - p, q: 1.0 - q },
        ];
        let accuracy = Accuracy { loss: 1e-15, mass: f64::EPSILON, left_out: 0.0 };
        Some(Self { p, q, atoms: Arc::new(Atomic::new(atoms, 0.0, 0.0, accuracy)) })
    }
}

impl Kind for TwoPoint {
    type Values = [f64; 2];

    const DESCRIPTION: Description = DESCRIPTION;
    const ATTAINED: Attained = Attained::Together;
    const RELATIONS: Relations = Relations::Any;

    fn build([p, q]: Self::Values, _: &[[f64; 2]]) -> Option<Self> {
        Self::new(p, q)
    }

    fn values(&self) -> Self::Values {
        [self.p, self.q]
    }

    fn guarantee(&self) -> Guarantee<'_> {
        Guarantee::Pair(&*self.atoms)
    }

    fn outputs(&self) -> Result<Outputs, &'static str> {
        let (p, q) = (self.p, self.q);
        Ok(atoms(vec![("any other", 1.0 - p, 1.0 - q), ("the output", p, q)], OWN))
    }
}

/// `log(a/b)` with `gap = a − b`, from which it is taken where a and b are close: `1 − p` and `1 − q` are
/// rounded, their difference need not be. Odd under exchange.
fn log_ratio(a: f64, b: f64, gap: f64) -> f64 {
    if a < b {
        -log_ratio(b, a, -gap)
    } else if a < 2.0 * b {
        (gap / b).ln_1p()
    } else {
        (a / b).ln()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guarantee::{Order, Pair, Reverse};
    use crate::mechanism::RandomizedResponse;

    #[test]
    fn it_is_symmetric_where_it_is_a_randomized_response() {
        let response = RandomizedResponse::new(0.75).unwrap();
        let pair = TwoPoint::new(0.75, 0.25).unwrap();
        assert!(matches!(pair.atoms.reverse(), Reverse::Same));
        assert!(matches!(TwoPoint::new(0.75, 0.3).unwrap().atoms.reverse(), Reverse::Other(_)));
        for epsilon in [-2.0, -0.5, 0.0, 0.7, 1.09, 1.2] {
            let (a, b) = (pair.atoms.profile(epsilon), response.profile(epsilon));
            assert!((a.middle() - b.middle()).abs() <= 1e-15, "{a:?} {b:?}");
        }
        let order = Order::new(3.5).unwrap();
        let (a, b) = (pair.atoms.renyi(order).middle(), response.renyi(order).middle());
        assert!((a / b - 1.0).abs() < 1e-14);
    }

    #[test]
    fn equal_probabilities_tell_nothing() {
        let pair = TwoPoint::new(0.3, 0.3).unwrap();
        assert_eq!(pair.atoms.profile(0.0).upper, 0.0);
        assert_eq!(pair.atoms.renyi(Order::INFINITE).upper, 0.0);
    }
}
