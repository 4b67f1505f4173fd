//! The distribution of the privacy loss.

use serde::Serialize;

use super::Interval;

/// A point of positive probability.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Atom {
    /// The loss.
    pub at: f64,
    /// Its probability under P.
    pub mass: f64,
}

/// The law of `L = log(p/q)` under P: a density, atoms, and mass at infinity.
pub struct LossDistribution<'a> {
    /// Density of the continuous part.
    pub density: Box<dyn Fn(f64) -> f64 + 'a>,
    /// Points of positive probability, by increasing loss.
    pub atoms: Vec<Atom>,
    /// Where the continuous part lives, up to a probability below 1e-15; empty when there is none.
    pub span: (f64, f64),
    /// `P[q = 0]`: the probability that an output gives the person away.
    pub infinite: f64,
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
    /// The loss; −∞ where P gives no such output.
    pub loss: f64,
    /// Logarithm of its weight under Q: far in a tail the weight itself underflows long before its
    /// product with a large power of the ratio does.
    pub log_weight: f64,
}

/// The functions that a quadrature over the loss must integrate to rounding: those of the form
/// `(1 − γ + γe^L)^s`, analytic in the strip |Im L| < π.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Smoothness {
    /// The largest real part of s, at least 2: the function grows at most like `e^{growth·L}`.
    pub growth: f64,
    /// The largest −s, or 0: towards −∞ the function settles only where `fall·e^L` is small.
    pub fall: f64,
    /// The largest imaginary part of s in absolute value.
    pub frequency: f64,
}
