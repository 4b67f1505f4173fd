//! The pair of objective perturbation with its two sides reversed.

use num_complex::Complex64;

use super::half_normal::HalfNormal;
use crate::guarantee::{
    Interval, LossDistribution, LossNode, Masses, Nodes, Order, Pair, Probability, Reverse, Smoothness,
    trade_off_by_threshold,
};
use crate::numeric::normal;
use crate::numeric::root::{Bracket, Stop, bisect};

/// (Q, P) of a [`HalfNormal`]: what a sample needs where the half-normal bounds the order from the data without
/// the person to those with.
#[derive(Debug, Clone, Copy)]
pub struct Reversed(pub HalfNormal);

impl Pair for Reversed {
    /// `1 − e^ε + e^ε δ(−ε)`; from −m on what the half-normal never gives, and nothing else.
    fn profile(&self, epsilon: f64) -> Interval {
        if epsilon >= -self.0.start() {
            return self.0.never();
        }
        let back = self.0.profile(-epsilon);
        let (factor, rest) = (epsilon.exp(), -epsilon.exp_m1());
        let slack = 4.0 * f64::EPSILON;
        Interval {
            lower: (rest + factor * back.lower) * (1.0 - slack),
            upper: (rest + factor * back.upper) * (1.0 + slack),
        }
        .within(0.0, 1.0)
    }

    fn renyi(&self, _order: Order) -> Interval {
        Interval::exact(f64::INFINITY)
    }

    fn trade_off(&self, type_one: Probability) -> Interval {
        trade_off_by_threshold(self, type_one)
    }

    fn loss(&self) -> LossDistribution<'_> {
        let (start, s, kept) = (self.0.start(), self.0.signal, (-self.0.determinant).exp());
        let density = move |l: f64| {
            if -l < start { 0.0 } else { 2.0 * kept * normal::density((-l - start) / s + s) / s }
        };
        LossDistribution { density: Box::new(density), atoms: Vec::new(), span: (-start - 9.0 * s, -start) }
    }

    fn infinite(&self) -> f64 {
        self.0.never().middle()
    }

    /// `K(−1 − z)` of the half-normal.
    fn log_moment(&self, z: Complex64) -> Complex64 {
        self.0.log_moment(-1.0 - z)
    }

    fn masses(&self, above: f64, upto: f64) -> Masses {
        let Masses { p, q } = self.0.finite_masses(-upto, -above);
        Masses { p: q, q: p }
    }

    fn reverse(&self) -> Reverse<'_> {
        Reverse::Other(Box::new(self.0))
    }

    fn quadrature(&self) -> Option<&dyn Nodes> {
        Some(self)
    }
}

impl Nodes for Reversed {
    /// Under the half-normal itself; a power −c moves its centre as far as the ratio still falls there.
    fn nodes(&self, smoothness: Smoothness) -> Vec<LossNode> {
        let (start, s) = (self.0.start(), self.0.signal);
        let place = |y: f64| -start - s * y;
        let pull = |y: f64| smoothness.fall * s * smoothness.share(place(y));
        let centre = bisect(Bracket { low: 0.0, high: pull(0.0) }, Stop::after(60), |y| pull(y) <= y).high;
        self.0
            .half_line(centre + HalfNormal::width(), smoothness, &place, &|y| HalfNormal::log_density(y, 0.0))
    }

    /// Every loss is negative.
    fn nodes_above_zero(&self, _: Smoothness) -> Vec<LossNode> {
        Vec::new()
    }

    /// None where the density itself takes too many nodes, about 24s.
    fn node_growth(&self) -> f64 {
        if self.0.signal < 8e3 { 1e9 } else { 0.0 }
    }

    /// A power moves the centre by at most s times itself, and by the logarithm of that over s.
    fn node_fall(&self) -> f64 {
        if self.0.signal > 5e-3 { 1e9 } else { 4e3 / self.0.signal }
    }

    fn affords(&self, smoothness: Smoothness) -> bool {
        smoothness.turning.1 * -smoothness.ratio(Complex64::new(-self.0.start(), 0.0)).re.min(0.0) < 4e4
            && smoothness.turning.1 * -(-smoothness.rate).ln_1p() < 4e4
    }
}
