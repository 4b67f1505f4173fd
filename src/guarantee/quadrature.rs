//! Sums in place of integrals over the loss, and what they cost.

use std::ops::Range;

use num_complex::Complex64;

use super::{LossNode, Pair, Smoothness};

/// A quadrature over the loss of a pair: what a sample of the data needs of a mechanism.
pub trait Nodes {
    /// `E_Q[g(L)] = Σ weight · g(loss)` for functions of the stated smoothness.
    ///
    /// Outputs that P never gives are a node at −∞; those that Q never gives have none.
    fn nodes(&self, smoothness: Smoothness) -> Vec<LossNode>;

    /// The same for `E_Q[g(L); L > 0]`. What remains of a smooth rule above 0 is no rule, so that a density needs
    /// another one; of atoms it is [`above_zero`].
    fn nodes_above_zero(&self, smoothness: Smoothness) -> Vec<LossNode>;

    /// The largest growth for which [`nodes`](Self::nodes) stays below about 10⁵ nodes. By default as good as none:
    /// atoms serve every power.
    fn node_growth(&self) -> f64 {
        1e9
    }

    /// The same where only real powers are asked for, at a rate; by default no more.
    fn real_growth(&self, _rate: f64) -> f64 {
        self.node_growth()
    }

    /// The largest fall that [`nodes`](Self::nodes) covers; by default as good as every one.
    fn node_fall(&self) -> f64 {
        1e9
    }

    /// Whether [`nodes`](Self::nodes) of this smoothness stays below about 10⁵ nodes; by default always, as atoms do.
    fn affords(&self, _smoothness: Smoothness) -> bool {
        true
    }
}

/// The nodes of positive loss, of atoms or of panels none of which crosses 0.
pub fn above_zero(mut nodes: Vec<LossNode>) -> Vec<LossNode> {
    nodes.retain(|node| node.loss.re > 0.0);
    nodes
}

/// A log-moment function that is a sum over nodes: how far it reaches, and what it costs.
pub trait NumericMoments {
    /// The largest real z for which [`moments`](Self::moments) is affordable.
    fn reach(&self) -> f64;

    /// Whether [`moments`](Self::moments) of this reach and these frequencies is affordable.
    fn affords_moments(&self, reach: f64, frequencies: (f64, f64)) -> bool;

    /// Prepares the nodes for `z` with a real part in `(−1, reach]` and an imaginary part between two frequencies in
    /// absolute value.
    fn moments(&self, reach: f64, frequencies: (f64, f64)) -> Box<dyn Moments + '_>;
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

/// Once for all functions: a copy for each would cost the module.
fn point_by_point(
    c: f64,
    step: f64,
    points: Range<usize>,
    at: &dyn Fn(Complex64) -> Complex64,
) -> Vec<Complex64> {
    points.map(|point| at(Complex64::new(c, point as f64 * step))).collect()
}

/// The log-moment function of a pair that has it in closed form.
pub(super) fn closed<'a>(pair: &'a dyn Pair) -> Box<dyn Moments + 'a> {
    Box::new(ClosedMoments(pair))
}

struct ClosedMoments<'a>(&'a dyn Pair);

impl Moments for ClosedMoments<'_> {
    fn at(&self, z: Complex64) -> Complex64 {
        self.0.log_moment(z)
    }
}
