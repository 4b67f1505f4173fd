//! The one object behind every view.

use num_complex::Complex64;

use super::{Interval, LossDistribution, Order, Probability};

/// A dominating pair (P, Q): P is the output with the person, Q the output without.
///
/// `L = log(p/q)` is the privacy loss. Every view is a function of its law under P, so they convert
/// into each other without loss (Zhu, dissertation, ch. 3). A method that returns an interval states a
/// theorem: the exact value of the quantity for this pair lies inside. The loss distribution and the
/// log-moment function are given to rounding.
pub trait Pair {
    /// Privacy profile `δ(ε) = E_P[(1 − e^{ε−L})₊]`, for every real ε.
    fn profile(&self, epsilon: f64) -> Interval;

    /// Rényi divergence `D_α(P‖Q) = K(α−1)/(α−1)`; α = 1 is `E_P[L]`, α = ∞ is `ess sup L`.
    fn renyi(&self, order: Order) -> Interval;

    /// Trade-off curve: the least type II error of a test whose type I error is at most `x`.
    fn trade_off(&self, type_one: Probability) -> Interval;

    /// The law of L under P: density, atoms, mass at infinity.
    fn loss(&self) -> LossDistribution<'_>;

    /// `K(z) = log E_P[e^{zL}]` on the strip where the moment exists.
    fn log_moment(&self, z: Complex64) -> Complex64;
}
