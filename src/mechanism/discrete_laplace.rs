//! The discrete Laplace (geometric) mechanism.

use std::sync::Arc;

use serde::Serialize;

use super::description::{Description, Parameter, Privacy, Range, Slider};
use super::kind::{Attained, Guarantee, Kind, Relations};
use super::outputs::{Outputs, SCALES, whole};
use crate::guarantee::{Accuracy, Atomic, PairAtom};
use crate::numeric::Scale;

/// The control of the distance that one person can move a whole-number answer.
pub(super) const SENSITIVITY: Parameter = Parameter {
    name: "sensitivity",
    symbol: "Δ",
    label: "Sensitivity Δ",
    unit: "whole number",
    explanation: "How far one person can move the answer, which is a whole number, under the relation chosen: a clipped sum moves twice as far when a person is exchanged as when one is added or removed.",
    range: Range::whole(1.0, 1e4),
    slider: Slider { from: 1.0, to: 100.0, scale: Scale::Log, start: 1.0 },
    privacy: Privacy::Smaller,
};

const DESCRIPTION: Description = Description {
    kind: "discrete-laplace",
    name: "Discrete Laplace",
    summary: "Adds two-sided geometric noise to a whole number; the loss never exceeds Δ/b.",
    parameters: &[
        Parameter {
            name: "scale",
            symbol: "b",
            label: "Noise scale b",
            unit: "in units of the answer",
            explanation: "Scale of the noise: each step away from the answer is e^(−1/b) times as likely.",
            range: Range::closed(1e-2, 1e6),
            slider: Slider { from: 0.1, to: 100.0, scale: Scale::Log, start: 1.0 },
            privacy: Privacy::Larger,
        },
        SENSITIVITY,
    ],
};

/// P and Q have mass `(1−r)/(1+r) · r^{|x|}`, `r = e^{−1/b}`, around 0 and around Δ.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct DiscreteLaplace {
    /// Scale of the noise, in units of the answer.
    scale: f64,
    /// How far one person can move the answer: a whole number.
    sensitivity: f64,
    #[serde(skip)]
    atoms: Arc<Atomic>,
}

impl DiscreteLaplace {
    /// The mechanism of this scale and sensitivity; `None` outside of the described ranges.
    ///
    /// The Δ + 1 losses `(Δ − 2x)/b`: all x ≤ 0 share the largest and all x ≥ Δ the smallest, with the
    /// geometric tail `1/(1+r)`.
    pub fn new(scale: f64, sensitivity: f64) -> Option<Self> {
        if !DESCRIPTION.accepts(&[scale, sensitivity]) {
            return None;
        }
        let ratio = (-scale.recip()).exp();
        let inside = -(-scale.recip()).exp_m1() / (1.0 + ratio);
        let tail = (1.0 + ratio).recip();
        let atom = |x: f64| {
            let weight = if x == 0.0 || x == sensitivity { tail } else { inside };
            let mass = |steps: f64| weight * (-steps / scale).exp();
            PairAtom { loss: (sensitivity - 2.0 * x) / scale, p: mass(x), q: mass(sensitivity - x) }
        };
        let atoms = (0..=sensitivity as u32).map(|x| atom(f64::from(x))).collect();
        // A step count over b is rounded once before its exponential; below 1e-308 nothing is lost.
        let exponent = (sensitivity / scale).min(750.0);
        let accuracy = Accuracy { loss: f64::EPSILON, mass: (6.0 + exponent) * f64::EPSILON, left_out: 0.0 };
        Some(Self { scale, sensitivity, atoms: Arc::new(Atomic::new(atoms, 0.0, 0.0, accuracy)) })
    }
}

impl Kind for DiscreteLaplace {
    type Values = [f64; 2];

    const DESCRIPTION: Description = DESCRIPTION;
    const ATTAINED: Attained = Attained::Together;
    const RELATIONS: Relations = Relations::Any;

    fn build([scale, sensitivity]: Self::Values, _: &[[f64; 2]]) -> Option<Self> {
        Self::new(scale, sensitivity)
    }

    fn values(&self) -> Self::Values {
        [self.scale, self.sensitivity]
    }

    fn guarantee(&self) -> Guarantee<'_> {
        Guarantee::Pair(&*self.atoms)
    }

    fn outputs(&self) -> Result<Outputs, &'static str> {
        Ok(whole(self.sensitivity, SCALES * self.scale, &mass(self.scale)))
    }
}

/// `(1−r)/(1+r) · r^{|x|}`, `r = e^{−1/b}`.
fn mass(scale: f64) -> impl Fn(f64) -> f64 {
    let (rest, ratio) = (-(-scale.recip()).exp_m1(), (-scale.recip()).exp());
    move |x| rest / (1.0 + ratio) * (-x.abs() / scale).exp()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guarantee::{Order, Pair, Reverse};
    use crate::mechanism::{Laplace, Mechanism, Pure};

    /// With Δ = 1 all losses are ±1/b: the worst case of pure differential privacy.
    #[test]
    fn one_step_is_a_randomized_response() {
        let pair = DiscreteLaplace::new(0.8, 1.0).unwrap().atoms;
        let pure = Mechanism::Pure(Pure::new(1.25).unwrap());
        let pure = pure.pair().unwrap();
        for epsilon in [-2.0, -1.0, 0.0, 0.3, 1.2, 1.25] {
            assert!((pair.profile(epsilon).middle() - pure.profile(epsilon).middle()).abs() < 1e-15);
        }
        assert!(matches!(pair.reverse(), Reverse::Same));
        assert_eq!(pair.renyi(Order::INFINITE).middle(), 1.25);
    }

    /// Many small steps approach the continuous mechanism: scale b and Δ both grow.
    #[test]
    fn many_steps_approach_the_laplace_mechanism() {
        let pair = DiscreteLaplace::new(5000.0, 10_000.0).unwrap().atoms;
        let laplace = Laplace::new(0.5).unwrap();
        for epsilon in [-1.0, 0.0, 0.5, 1.5] {
            let (a, b) = (pair.profile(epsilon).middle(), laplace.profile(epsilon).middle());
            assert!((a - b).abs() < 1e-7, "{epsilon}: {a} {b}");
        }
    }
}
