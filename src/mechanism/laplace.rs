//! The Laplace mechanism.

use std::f64::consts::{LN_2, PI};
use std::sync::LazyLock;

use num_complex::Complex64;
use serde::Serialize;

use super::description::{Description, Parameter, Privacy, Range, Slider};
use super::kind::{Attained, Guarantee, Kind, Relations};
use super::outputs::{NOISE, Outputs, SCALES, densities, laplace};
use crate::guarantee::{
    Atom, Interval, LossDistribution, LossNode, Masses, Nodes, Order, Pair, Probability, Reverse, Smoothness,
};
use crate::numeric::Scale;
use crate::numeric::complex;
use crate::numeric::quadrature::{GaussLegendre, panels};

const DESCRIPTION: Description = Description {
    kind: "laplace",
    name: "Laplace",
    summary: "Adds two-sided exponential noise; the loss never exceeds 1/b.",
    parameters: &[Parameter {
        name: "scale",
        symbol: "b",
        label: "Noise scale b",
        unit: "× L1 sensitivity",
        explanation: "Scale of the noise, divided by how far one person can move the answer under the relation chosen: added or removed, or exchanged, which moves a clipped sum twice as far.",
        range: Range::closed(1e-2, 1e6),
        slider: Slider { from: 0.1, to: 20.0, scale: Scale::Log, start: 1.0 },
        privacy: Privacy::Larger,
    }],
};

/// P = Lap(0, b), Q = Lap(1, b): noise of scale b per unit of L1 sensitivity.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Laplace {
    /// Scale of the noise over the sensitivity.
    scale: f64,
}

/// Relative error of the closed forms: a handful of roundings.
const ERROR: f64 = 4e-15;

/// Relative error of the moment function, measured against 40-digit values.
const MOMENT_ERROR: f64 = 4e-14;

static PANEL: LazyLock<GaussLegendre> = LazyLock::new(|| GaussLegendre::new(16));

impl Laplace {
    /// The mechanism with this scale; `None` outside of the described range.
    pub fn new(scale: f64) -> Option<Self> {
        DESCRIPTION.accepts(&[scale]).then(|| Self::with_scale(scale))
    }

    /// The same for a scale that is the outcome of a computation, and need not lie in the described range: any b > 0.
    pub(super) const fn with_scale(scale: f64) -> Self {
        debug_assert!(scale > 0.0);
        Self { scale }
    }

    /// The largest loss, 1/b.
    fn bound(&self) -> f64 {
        self.scale.recip()
    }

    /// `s(z) = ∫₀^{1/b} e^{zε} δ(ε) dε` with `δ(ε) = 1 − e^{(ε−1/b)/2}`.
    ///
    /// The moment function follows without cancellation as `M(z) − 1 = z(z+1)[s(z) + s(−1−z)]`.
    /// With `x = z/b`, `w = x + 1/(2b)` and `E(x) = (1−e^{−x})/x` the integral is
    /// `e^x [E(x) − E(w)]/b`; three forms cover the plane:
    /// quadrature when everything is small, one fraction when x and w are both large, the
    /// difference itself in between.
    fn profile_moment(&self, z: Complex64) -> Complex64 {
        let bound = self.bound();
        let x = z * bound;
        let w = x + 0.5 * bound;
        if bound < 1.0 && x.norm() < 1.0 {
            let integrand = |y: f64| (-z * y).exp() * -(-0.5 * y).exp_m1();
            return x.exp() * PANEL.integrate_complex(0.0, bound, integrand);
        }
        if x.norm() >= 1.0 && w.norm() >= 0.5 {
            let growth = complex::expm1(x) * (0.5 * bound);
            return bound * (growth + x * (-0.5 * bound).exp_m1()) / (x * w);
        }
        bound * x.exp() * (mean_decay(x) - mean_decay(w))
    }

    /// `M(z) − 1`.
    fn moment_excess(&self, z: Complex64) -> Complex64 {
        z * (z + 1.0) * (self.profile_moment(z) + self.profile_moment(-1.0 - z))
    }
}

/// `E(x) = (1 − e^{−x})/x`, 1 at 0.
fn mean_decay(x: Complex64) -> Complex64 {
    if x.norm() < 1e-300 { Complex64::new(1.0, 0.0) } else { -complex::expm1(-x) / x }
}

impl Kind for Laplace {
    type Values = [f64; 1];

    const DESCRIPTION: Description = DESCRIPTION;
    const ATTAINED: Attained = Attained::Together;
    const RELATIONS: Relations = Relations::Any;

    /// By Zhu, dissertation, Thm 2.3.6.
    const NON_NEGATIVE_ODD_MOMENTS: bool = true;

    fn build([scale]: Self::Values, _: &[[f64; 2]]) -> Option<Self> {
        Self::new(scale)
    }

    fn values(&self) -> Self::Values {
        [self.scale]
    }

    fn guarantee(&self) -> Guarantee<'_> {
        Guarantee::Pair(self)
    }

    fn outputs(&self) -> Result<Outputs, &'static str> {
        let reach = SCALES * self.scale;
        Ok(densities(
            laplace(1.0, self.scale, 1.0),
            laplace(0.0, self.scale, 1.0),
            NOISE,
            (-reach, 1.0 + reach),
        ))
    }
}

impl Pair for Laplace {
    /// 0 from 1/b on, `1 − e^{(ε−1/b)/2}` for |ε| < 1/b, `1 − e^ε` below. The distance to the bound
    /// is taken as `(εb − 1)/b` with one rounding, so the end of the curve is exact.
    fn profile(&self, epsilon: f64) -> Interval {
        let beyond = epsilon.mul_add(self.scale, -1.0);
        if beyond >= 0.0 {
            return Interval::exact(0.0);
        }
        let below = epsilon.mul_add(self.scale, 1.0) <= 0.0;
        let exponent = if below { epsilon } else { 0.5 * beyond / self.scale };
        Interval::around(-exponent.exp_m1(), ERROR).within(0.0, 1.0)
    }

    /// `D_α = K(α−1)/(α−1)`; `D_1 = 1/b + e^{−1/b} − 1`; `D_∞ = 1/b` (Mironov 2017, Table II).
    fn renyi(&self, order: Order) -> Interval {
        let bound = self.bound();
        let excess = order.value() - 1.0;
        let divergence = if excess.is_infinite() {
            bound
        } else if excess == 0.0 {
            (self.profile_moment(Complex64::ZERO) + self.profile_moment(Complex64::new(-1.0, 0.0))).re
        } else {
            self.log_moment(Complex64::new(excess, 0.0)).re / excess
        };
        Interval::around(divergence, MOMENT_ERROR).within(0.0, bound * (1.0 + ERROR))
    }

    /// `1 − e^{1/b} x` up to `x = e^{−1/b}/2`, `e^{−1/b}/(4x)` up to ½, then `e^{−1/b}(1 − x)`.
    fn trade_off(&self, type_one: Probability) -> Interval {
        let x = type_one.value();
        let shrink = (-self.bound()).exp();
        let error = 2.0 * f64::EPSILON * (2.0 + self.bound());
        let type_two = if x < 0.5 * shrink {
            let caught = x / shrink;
            return Interval {
                lower: 1.0 - caught * (1.0 + error) - f64::EPSILON,
                upper: 1.0 - caught * (1.0 - error) + f64::EPSILON,
            }
            .within(0.0, 1.0);
        } else if x <= 0.5 {
            0.25 * shrink / x
        } else {
            shrink * (1.0 - x)
        };
        Interval::around(type_two, error).within(0.0, 1.0)
    }

    /// Atoms ½ at 1/b and ½e^{−1/b} at −1/b, density `¼ e^{(l−1/b)/2}` between.
    fn loss(&self) -> LossDistribution<'_> {
        let bound = self.bound();
        LossDistribution {
            density: Box::new(move |l| if l.abs() < bound { 0.25 * (0.5 * (l - bound)).exp() } else { 0.0 }),
            atoms: vec![Atom { at: -bound, mass: 0.5 * (-bound).exp() }, Atom { at: bound, mass: 0.5 }],
            span: (-bound, bound),
        }
    }

    fn infinite(&self) -> f64 {
        0.0
    }

    /// `K(z) = log{[(z+1)e^{z/b} + z e^{−(z+1)/b}]/(2z+1)}`, symmetric under z → −1−z.
    ///
    /// Where M is near 1 from `M − 1`; where it grows with its leading exponential taken out; in
    /// between, with `w = z + ½`, as `e^{−1/(2b)} [cosh(w/b) + sinh(w/b)/(2w)]`, which has no
    /// singularity at z = −½.
    fn log_moment(&self, z: Complex64) -> Complex64 {
        let z = if z.re < -0.5 { -1.0 - z } else { z };
        let bound = self.bound();
        let growth = z * bound;
        if growth.re >= 1.0 {
            let rest = (-(2.0 * z + 1.0) * bound).exp();
            return growth + ((z + 1.0 + z * rest) / (2.0 * z + 1.0)).ln();
        }
        let excess = self.moment_excess(z);
        if excess.norm() < 0.5 {
            return complex::log1p(excess);
        }
        let turn = (z + 0.5) * bound;
        let mean = if turn.norm() < 1e-4 { 1.0 + turn * turn / 6.0 } else { turn.sinh() / turn };
        (turn.cosh() + 0.5 * bound * mean).ln() - 0.5 * bound
    }

    /// Between the atoms P has density `¼ e^{(l−1/b)/2}` and Q `¼ e^{−(l+1/b)/2}`.
    fn masses(&self, above: f64, upto: f64) -> Masses {
        let bound = self.bound();
        let (from, to) = (above.clamp(-bound, bound), upto.clamp(-bound, bound));
        let half = 0.5 * (to - from);
        let mut p = 0.5 * (0.5 * (from - bound)).exp() * half.exp_m1();
        let mut q = -0.5 * (-0.5 * (from + bound)).exp() * (-half).exp_m1();
        let mut inside = |at: f64, under_p: f64, under_q: f64| {
            if above < at && at <= upto {
                (p, q) = (p + under_p, q + under_q);
            }
        };
        let rare = 0.5 * (-bound).exp();
        inside(-bound, rare, 0.5);
        inside(bound, 0.5, rare);
        let error = ERROR * (1.0 + bound);
        Masses {
            p: Interval::around(p, error).within(0.0, 1.0),
            q: Interval::around(q, error).within(0.0, 1.0),
        }
    }

    fn reverse(&self) -> Reverse<'_> {
        Reverse::Same
    }

    fn quadrature(&self) -> Option<&dyn Nodes> {
        Some(self)
    }
}

impl Nodes for Laplace {
    /// The two atoms, and panels so short that the integrand neither turns nor grows much on one.
    fn nodes(&self, smoothness: Smoothness) -> Vec<LossNode> {
        let bound = self.bound();
        let mut nodes = Vec::new();
        if smoothness.turning.0 < Smoothness::SLOW || smoothness.both_ways() {
            self.leg((-bound).into(), Complex64::ONE, 2.0 * bound, smoothness, &mut nodes);
        } else {
            // Up from one end, along and down to the other, as far as a function `ρ^{if}` has not faded.
            let height = (smoothness.turning.0 / smoothness.fall).min(1.0);
            let up = Complex64::I * height;
            self.leg((-bound).into(), Complex64::I, height, smoothness, &mut nodes);
            self.leg(up - bound, Complex64::ONE, 2.0 * bound, smoothness, &mut nodes);
            let returning = nodes.len();
            self.leg(bound.into(), Complex64::I, height, smoothness, &mut nodes);
            nodes[returning..].iter_mut().for_each(|node| node.log_weight += Complex64::I * PI);
            if smoothness.downward {
                nodes.iter_mut().for_each(|node| *node = node.conj());
            }
        }
        nodes.push(LossNode::real(-bound, -LN_2));
        nodes.push(LossNode::real(bound, -LN_2 - bound));
        nodes
    }

    fn affords(&self, smoothness: Smoothness) -> bool {
        let straight = smoothness.turning.0 < Smoothness::SLOW || smoothness.both_ways();
        !straight || smoothness.pace(self.bound()) * self.bound() < 4e4
    }

    fn node_fall(&self) -> f64 {
        self.node_growth()
    }

    fn node_growth(&self) -> f64 {
        2e3 * self.scale
    }

    fn nodes_above_zero(&self, smoothness: Smoothness) -> Vec<LossNode> {
        self.nodes_above(0.0, smoothness)
    }
}

impl Laplace {
    /// Nodes for the losses from `start` < 1/b on.
    pub(super) fn nodes_above(&self, start: f64, smoothness: Smoothness) -> Vec<LossNode> {
        let mut nodes = Vec::new();
        self.leg(start.into(), Complex64::ONE, self.bound() - start, smoothness, &mut nodes);
        nodes.push(LossNode::real(self.bound(), -LN_2 - self.bound()));
        nodes
    }

    /// The density of Q along a straight way, as far as the functions have not faded.
    fn leg(
        &self,
        start: Complex64,
        direction: Complex64,
        length: f64,
        smoothness: Smoothness,
        nodes: &mut Vec<LossNode>,
    ) {
        let place = |at: f64| start + direction * at;
        let longest = |at: f64| 10.0 / smoothness.pace(place(at).re).max(5.0);
        let visible = |(middle, half): &(f64, f64)| {
            smoothness.turning.0 * smoothness.ratio(place(middle - half)).im < 60.0
        };
        for (middle, half) in panels(0.0, length, &longest).take_while(visible) {
            for (at, weight) in PANEL.nodes().iter().zip(PANEL.weights()) {
                let loss = place(middle + half * at);
                let log_weight = (0.25 * half * weight * direction).ln() - 0.5 * (loss + self.bound());
                nodes.push(LossNode { loss, log_weight });
            }
        }
    }
}
