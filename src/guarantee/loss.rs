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

impl LossDistribution<'_> {
    /// `E_P[g(L)]` over the finite losses, by Gauss–Legendre panels on the density and a sum over
    /// the atoms. A slow second route to every other view.
    pub fn expect(&self, mut g: impl FnMut(f64) -> f64) -> f64 {
        const PANELS: usize = 64;
        let rule = crate::numeric::quadrature::GaussLegendre::new(16);
        let (from, to) = self.span;
        let width = (to - from) / PANELS as f64;
        let mut total: f64 = self.atoms.iter().map(|atom| atom.mass * g(atom.at)).sum();
        if width > 0.0 {
            for panel in 0..PANELS {
                let left = from + width * panel as f64;
                total += rule.integrate(left, left + width, |l| (self.density)(l) * g(l));
            }
        }
        total
    }
}
