//! Randomized response.

use num_complex::Complex64;
use serde::Serialize;

use super::description::{Description, Parameter, Privacy, Range, Slider};
use super::kind::{Attained, Guarantee, Kind, Relations};
use super::outputs::{Outputs, RESPONSE, atoms};
use crate::guarantee::{
    Atom, Interval, LossDistribution, LossNode, Masses, Nodes, Order, Pair, Probability, Reverse, Smoothness,
    above_zero,
};
use crate::numeric::Scale;
use crate::numeric::complex;

const DESCRIPTION: Description = Description {
    kind: "randomized-response",
    name: "Randomized response",
    summary: "Answers a yes–no question truthfully with probability p, and with the opposite otherwise.",
    parameters: &[Parameter {
        name: "truth",
        symbol: "p",
        label: "Probability of the truth p",
        unit: "probability",
        explanation: "How often the true answer is given; one half is a coin toss.",
        range: Range::below(0.5, 1.0),
        slider: Slider { from: 0.5, to: 0.99, scale: Scale::Linear, start: 0.75 },
        privacy: Privacy::Smaller,
    }],
};

/// P = (p, 1−p), Q = (1−p, p), with ½ ≤ p < 1.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct RandomizedResponse {
    /// Probability of the true answer.
    truth: f64,
}

/// Relative error of ℓ and of the closed forms: a handful of roundings.
const ERROR: f64 = 4e-15;

impl RandomizedResponse {
    /// The answer of a coin, which says nothing.
    pub const COIN: Self = Self { truth: 0.5 };

    /// The response with this probability of the truth; `None` outside of the described range.
    pub fn new(truth: f64) -> Option<Self> {
        DESCRIPTION.accepts(&[truth]).then_some(Self { truth })
    }

    /// Probability of the true answer.
    pub fn truth(&self) -> f64 {
        self.truth
    }

    /// The largest loss `ℓ = log(p/(1−p))`; 2p − 1 and 1 − p are exact, so p near ½ is too.
    pub fn bound(&self) -> f64 {
        ((2.0 * self.truth - 1.0) / (1.0 - self.truth)).ln_1p()
    }

    /// `M(z) − 1 = 2 sinh(zℓ/2) sinh((z+1)ℓ/2) / cosh(ℓ/2)`: a product, so no cancellation.
    fn moment_excess(&self, z: Complex64) -> Complex64 {
        let half = 0.5 * self.bound();
        2.0 * (z * half).sinh() * ((z + 1.0) * half).sinh() / half.cosh()
    }
}

impl Kind for RandomizedResponse {
    type Values = [f64; 1];

    const DESCRIPTION: Description = DESCRIPTION;
    const ATTAINED: Attained = Attained::Together;
    const RELATIONS: Relations = Relations::Any;

    /// Since `(2p−1)^ℓ ((1−p)^{1−ℓ} − p^{1−ℓ}) ≥ 0` for p ≥ ½, in both orders by its symmetry.
    const NON_NEGATIVE_ODD_MOMENTS: bool = true;

    fn build([truth]: Self::Values, _: &[[f64; 2]]) -> Option<Self> {
        Self::new(truth)
    }

    fn values(&self) -> Self::Values {
        [self.truth]
    }

    fn guarantee(&self) -> Guarantee<'_> {
        Guarantee::Pair(self)
    }

    fn outputs(&self) -> Result<Outputs, &'static str> {
        let truth = self.truth;
        Ok(atoms(vec![("no", 1.0 - truth, truth), ("yes", truth, 1.0 - truth)], RESPONSE))
    }
}

impl Pair for RandomizedResponse {
    /// `(p − e^ε(1−p))₊ + ((1−p) − e^ε p)₊`, that is `−p·expm1(ε − ℓ)` for |ε| < ℓ. Near the end of
    /// the curve the rounding of ℓ decides, so each side of the interval takes ℓ on its own side. At ε = 0 the
    /// value 2p − 1 is exact.
    fn profile(&self, epsilon: f64) -> Interval {
        if epsilon == 0.0 {
            return Interval::exact(2.0 * self.truth - 1.0);
        }
        let bound = self.bound();
        if epsilon <= -bound {
            return Interval::around(-epsilon.exp_m1(), ERROR).within(0.0, 1.0);
        }
        let side = |bound: f64| (-self.truth * (epsilon - bound).exp_m1()).max(0.0);
        Interval {
            lower: side(bound * (1.0 - ERROR)) * (1.0 - ERROR),
            upper: (side(bound * (1.0 + ERROR)) * (1.0 + ERROR)).min(1.0),
        }
    }

    /// `D_α = log(M(α−1))/(α−1)`; `D_1 = (2p−1)ℓ`; `D_∞ = ℓ` (Mironov 2017, Table II).
    fn renyi(&self, order: Order) -> Interval {
        let excess = order.value() - 1.0;
        let divergence = if excess.is_infinite() {
            self.bound()
        } else if excess == 0.0 {
            (2.0 * self.truth - 1.0) * self.bound()
        } else {
            self.log_moment(Complex64::new(excess, 0.0)).re / excess
        };
        Interval::around(divergence, 8.0 * ERROR).within(0.0, self.bound() * (1.0 + ERROR))
    }

    /// `max(0, 1 − e^ℓ x, e^{−ℓ}(1 − x))`: two lines that meet at `x = f(x) = 1 − p`.
    fn trade_off(&self, type_one: Probability) -> Interval {
        let x = type_one.value();
        let odds = self.truth / (1.0 - self.truth);
        if x >= 1.0 - self.truth {
            return Interval::around((1.0 - x) / odds, ERROR).within(0.0, 1.0);
        }
        let caught = odds * x;
        Interval {
            lower: 1.0 - caught * (1.0 + ERROR) - f64::EPSILON,
            upper: 1.0 - caught * (1.0 - ERROR) + f64::EPSILON,
        }
        .within(0.0, 1.0)
    }

    /// Two atoms: p at ℓ and 1−p at −ℓ.
    fn loss(&self) -> LossDistribution<'_> {
        let bound = self.bound();
        LossDistribution {
            density: Box::new(|_| 0.0),
            atoms: vec![Atom { at: -bound, mass: 1.0 - self.truth }, Atom { at: bound, mass: self.truth }],
            span: (0.0, 0.0),
        }
    }

    fn infinite(&self) -> f64 {
        0.0
    }

    /// `K(z) = log[p e^{zℓ} + (1−p) e^{−zℓ}]`, symmetric under z → −1−z; where M is near 1, from
    /// `M − 1`.
    fn log_moment(&self, z: Complex64) -> Complex64 {
        let z = if z.re < -0.5 { -1.0 - z } else { z };
        let growth = z * self.bound();
        if growth.re < 1.0 {
            let excess = self.moment_excess(z);
            if excess.norm() < 0.5 {
                return complex::log1p(excess);
            }
        }
        growth + (self.truth + (1.0 - self.truth) * (-2.0 * growth).exp()).ln()
    }

    fn masses(&self, above: f64, upto: f64) -> Masses {
        let bound = self.bound();
        let (mut p, mut q) = (0.0, 0.0);
        for (at, under_p, under_q) in
            [(-bound, 1.0 - self.truth, self.truth), (bound, self.truth, 1.0 - self.truth)]
        {
            if above < at && at <= upto {
                (p, q) = (p + under_p, q + under_q);
            }
        }
        Masses {
            p: Interval::around(p, ERROR).within(0.0, 1.0),
            q: Interval::around(q, ERROR).within(0.0, 1.0),
        }
    }

    fn reverse(&self) -> Reverse<'_> {
        Reverse::Same
    }

    fn quadrature(&self) -> Option<&dyn Nodes> {
        Some(self)
    }
}

impl Nodes for RandomizedResponse {
    fn nodes(&self, _: Smoothness) -> Vec<LossNode> {
        let bound = self.bound();
        vec![LossNode::real(-bound, self.truth.ln()), LossNode::real(bound, (1.0 - self.truth).ln())]
    }

    fn nodes_above_zero(&self, smoothness: Smoothness) -> Vec<LossNode> {
        above_zero(self.nodes(smoothness))
    }
}
