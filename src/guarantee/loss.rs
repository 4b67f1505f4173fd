//! The distribution of the privacy loss.

use num_complex::Complex64;
use serde::Serialize;

use super::Interval;
use crate::numeric::complex;

/// A point of positive probability.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Atom {
    /// The loss.
    pub at: f64,
    /// Its probability under P.
    pub mass: f64,
}

/// The gap between atoms, by increasing loss, that lie on a lattice to rounding.
pub fn even_gap(atoms: &[Atom]) -> Option<f64> {
    let [first, .., last] = atoms else { return None };
    let gap = (last.at - first.at) / (atoms.len() - 1) as f64;
    let rounding = 1e-14 * first.at.abs().max(last.at.abs());
    let fits = |(at, atom): (usize, &Atom)| (atom.at - (first.at + at as f64 * gap)).abs() <= rounding;
    atoms.iter().enumerate().all(fits).then_some(gap)
}

/// The law of `L = log(p/q)` under P where it is finite: a density and atoms. The rest is at infinity, see
/// [`Pair::infinite`](super::Pair::infinite).
pub struct LossDistribution<'a> {
    /// Density of the continuous part.
    pub density: Box<dyn Fn(f64) -> f64 + 'a>,
    /// Points of positive probability, by increasing loss.
    pub atoms: Vec<Atom>,
    /// Where the continuous part lives, up to a probability below 1e-15; empty when there is none.
    pub span: (f64, f64),
}

/// What P and Q say about one set of losses.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Masses {
    /// Probability under P.
    pub p: Interval,
    /// Probability under Q.
    pub q: Interval,
}

impl Masses {
    /// No output has such a loss.
    pub const NONE: Self = Self { p: Interval::exact(0.0), q: Interval::exact(0.0) };

    /// Of two sets that have nothing in common.
    pub fn and(self, other: Self) -> Self {
        let sum = |a: Interval, b: Interval| {
            Interval { lower: a.lower + b.lower, upper: a.upper + b.upper }.within(0.0, 1.0)
        };
        Self { p: sum(self.p, other.p), q: sum(self.q, other.q) }
    }
}

/// One point of a quadrature over the loss.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LossNode {
    /// The loss; −∞ where P gives no such output. It is complex where the rule follows the functions off the
    /// real axis, to where they fade instead of turning.
    pub loss: Complex64,
    /// Logarithm of its weight under Q: far in a tail the weight itself underflows long before its
    /// product with a large power of the ratio does.
    pub log_weight: Complex64,
}

impl LossNode {
    /// A node on the real axis.
    pub fn real(loss: f64, log_weight: f64) -> Self {
        Self { loss: loss.into(), log_weight: log_weight.into() }
    }

    /// The node of the complex conjugate.
    pub fn conj(self) -> Self {
        Self { loss: self.loss.conj(), log_weight: self.log_weight.conj() }
    }
}

/// The functions that a quadrature over the loss must integrate to rounding: those of the form
/// `ρ^s`, `ρ = 1 − γ + γe^L`, analytic in the strip |Im L| < π.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Smoothness {
    /// γ.
    pub rate: f64,
    /// The largest real part of s, at least 1: the function grows at most like `e^{growth·L}`.
    pub growth: f64,
    /// The largest −s, or 0: towards −∞ the function settles only where `fall·e^L` is small.
    pub fall: f64,
    /// Between which bounds the imaginary part of s lies, in absolute value.
    pub turning: (f64, f64),
    /// Whether the imaginary part of s is negative.
    pub downward: bool,
}

impl Smoothness {
    /// Up to this a turning is followed along the real axis.
    pub const SLOW: f64 = 1.0;

    /// Whether s takes both signs, so that no path off the real axis serves all functions.
    pub fn both_ways(&self) -> bool {
        self.fall > 0.0 && self.growth > 1.0
    }

    /// `log ρ`.
    pub fn ratio(&self, loss: Complex64) -> Complex64 {
        let excess = self.rate * complex::expm1(loss);
        // Beyond 709 the excess has overflowed, off the real axis to either side.
        if loss.re < 1.0 || loss.re < 700.0 && excess.re < 1.0 {
            complex::log1p(excess)
        } else {
            loss + (self.rate + (1.0 - self.rate) * (-loss).exp()).ln()
        }
    }

    /// The slope of log ρ.
    pub fn share(&self, loss: f64) -> f64 {
        self.rate / (self.rate + (1.0 - self.rate) * (-loss).exp())
    }

    /// How fast such a function may turn or grow at a loss.
    pub fn pace(&self, loss: f64) -> f64 {
        self.growth.max(self.turning.1).max(self.fall) * self.share(loss)
    }
}
