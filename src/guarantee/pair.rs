//! The one object behind every view.

use std::ops::Range;

use num_complex::Complex64;

use super::{Interval, LossDistribution, LossNode, Masses, Order, Probability, Smoothness};

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

    /// P- and Q-mass of `{above < L ≤ upto}`. From −∞ the outputs that P never gives are counted, to
    /// +∞ those that Q never gives are not.
    fn masses(&self, above: f64, upto: f64) -> Masses;

    /// The masses between consecutive cuts, by increasing loss.
    fn cells(&self, cuts: &[f64]) -> Vec<Masses> {
        cell_by_cell(cuts, &|above, upto| self.masses(above, upto))
    }

    /// Quadrature of `E_Q[g(L)]` for functions of the stated smoothness: `Σ weight · g(loss)`.
    ///
    /// Outputs that P never gives are a node at −∞; those that Q never gives have none. What is never
    /// sampled, a composition or a sample itself, has no nodes at all.
    fn nodes(&self, _smoothness: Smoothness) -> Vec<LossNode> {
        Vec::new()
    }

    /// The same for `E_Q[g(L); L > 0]`. What remains of a smooth rule above 0 is no rule, so every
    /// pair with a density has its own.
    fn nodes_above_zero(&self, smoothness: Smoothness) -> Vec<LossNode> {
        above_zero(self.nodes(smoothness))
    }

    /// The largest growth for which [`nodes`](Self::nodes) stays below about 10⁵ nodes.
    fn node_growth(&self) -> f64 {
        1e9
    }

    /// The same where only real powers are asked for, at a rate.
    fn real_growth(&self, _rate: f64) -> f64 {
        self.node_growth()
    }

    /// The largest fall that [`nodes`](Self::nodes) covers.
    fn node_fall(&self) -> f64 {
        1e9
    }

    /// Whether [`nodes`](Self::nodes) of this smoothness stays below about 10⁵ nodes.
    fn affords(&self, _smoothness: Smoothness) -> bool {
        true
    }

    /// Whether [`moments`](Self::moments) of this reach and these frequencies is affordable.
    fn affords_moments(&self, _reach: f64, _frequencies: (f64, f64)) -> bool {
        true
    }

    /// The largest real z for which [`moments`](Self::moments) is affordable.
    fn reach(&self) -> f64 {
        1e9
    }

    /// Evaluates `K` often, for `z` with a real part in `(−1, reach]` and an imaginary part between two
    /// frequencies in absolute value.
    fn moments(&self, _reach: f64, _frequencies: (f64, f64)) -> Box<dyn Moments + '_> {
        Box::new(ClosedMoments(|z| self.log_moment(z)))
    }

    /// `P[q = 0]`: the probability that an output gives the person away.
    fn infinite(&self) -> f64 {
        0.0
    }

    /// Whether the profile bounds both orders of the two data sets.
    fn is_symmetric(&self) -> bool {
        true
    }

    /// Whether (Q, P) has the same views as (P, Q).
    fn is_own_reverse(&self) -> bool {
        self.is_symmetric()
    }

    /// (Q, P), of a pair that bounds both orders without being its own reverse.
    ///
    /// Such a pair bounds the order from the data without the person to those with as (P, Q) too; on a sample that
    /// says more than (Q, P) would, and takes (Q, P) as the pair with the person.
    fn exchanged(&self) -> Option<Box<dyn Pair + '_>> {
        None
    }
}

/// The log-moment function of a pair, prepared for many evaluations.
pub trait Moments {
    /// `K(z)`.
    fn at(&self, z: Complex64) -> Complex64;

    /// How many terms one value takes.
    fn terms(&self) -> usize {
        1
    }

    /// `K(c + i(first + n)h)` for n from 0.
    fn line(&self, c: f64, step: f64, first: usize, count: usize) -> Vec<Complex64> {
        point_by_point(c, step, first..first + count, &|z| self.at(z))
    }
}

// The bodies of the methods above, once for all pairs: a copy for each would cost the module 3 KB.

fn cell_by_cell(cuts: &[f64], masses: &dyn Fn(f64, f64) -> Masses) -> Vec<Masses> {
    cuts.windows(2).map(|cut| masses(cut[0], cut[1])).collect()
}

fn above_zero(mut nodes: Vec<LossNode>) -> Vec<LossNode> {
    nodes.retain(|node| node.loss.re > 0.0);
    nodes
}

fn point_by_point(
    c: f64,
    step: f64,
    points: Range<usize>,
    at: &dyn Fn(Complex64) -> Complex64,
) -> Vec<Complex64> {
    points.map(|point| at(Complex64::new(c, point as f64 * step))).collect()
}

/// A log-moment function in closed form.
struct ClosedMoments<F>(F);

impl<F: Fn(Complex64) -> Complex64> Moments for ClosedMoments<F> {
    fn at(&self, z: Complex64) -> Complex64 {
        (self.0)(z)
    }
}

impl<T: Pair + ?Sized> Pair for &T {
    fn profile(&self, epsilon: f64) -> Interval {
        (**self).profile(epsilon)
    }

    fn renyi(&self, order: Order) -> Interval {
        (**self).renyi(order)
    }

    fn trade_off(&self, type_one: Probability) -> Interval {
        (**self).trade_off(type_one)
    }

    fn loss(&self) -> LossDistribution<'_> {
        (**self).loss()
    }

    fn log_moment(&self, z: Complex64) -> Complex64 {
        (**self).log_moment(z)
    }

    fn masses(&self, above: f64, upto: f64) -> Masses {
        (**self).masses(above, upto)
    }

    fn cells(&self, cuts: &[f64]) -> Vec<Masses> {
        (**self).cells(cuts)
    }

    fn nodes(&self, smoothness: Smoothness) -> Vec<LossNode> {
        (**self).nodes(smoothness)
    }

    fn nodes_above_zero(&self, smoothness: Smoothness) -> Vec<LossNode> {
        (**self).nodes_above_zero(smoothness)
    }

    fn node_growth(&self) -> f64 {
        (**self).node_growth()
    }

    fn real_growth(&self, rate: f64) -> f64 {
        (**self).real_growth(rate)
    }

    fn node_fall(&self) -> f64 {
        (**self).node_fall()
    }

    fn affords(&self, smoothness: Smoothness) -> bool {
        (**self).affords(smoothness)
    }

    fn affords_moments(&self, reach: f64, frequencies: (f64, f64)) -> bool {
        (**self).affords_moments(reach, frequencies)
    }

    fn reach(&self) -> f64 {
        (**self).reach()
    }

    fn moments(&self, reach: f64, frequencies: (f64, f64)) -> Box<dyn Moments + '_> {
        (**self).moments(reach, frequencies)
    }

    fn infinite(&self) -> f64 {
        (**self).infinite()
    }

    fn is_symmetric(&self) -> bool {
        (**self).is_symmetric()
    }

    fn is_own_reverse(&self) -> bool {
        (**self).is_own_reverse()
    }

    fn exchanged(&self) -> Option<Box<dyn Pair + '_>> {
        (**self).exchanged()
    }
}
