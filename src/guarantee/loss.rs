//! The distribution of the privacy loss.

use serde::Serialize;

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
