//! The log-moment function of a composition on the real axis, and the bounds it implies.

use std::cell::RefCell;

use num_complex::Complex64;

use crate::account::plan::Part;
use crate::guarantee::Moments;
use crate::numeric::minimum::{Minimum, descend};

/// Where the search for the saddle point starts and ends.
const NEAREST: f64 = 1e-9;
const FARTHEST: f64 = 1e9;

/// `K(c) = Σ count · K_i(c)` for real c > 0.
pub struct RealMoments<'a> {
    parts: &'a [Part<'a>],
    /// Beyond, a moment would take too many nodes.
    reach: f64,
    tables: RefCell<Tables<'a>>,
}

/// Prepared up to a reach that grows when needed.
struct Tables<'a> {
    reach: f64,
    moments: Vec<Box<dyn Moments + 'a>>,
}

impl<'a> RealMoments<'a> {
    /// Prepares the parts.
    pub fn new(parts: &'a [Part<'a>]) -> Self {
        let reach = parts.iter().map(|part| part.pair.reach()).fold(f64::INFINITY, f64::min);
        Self { parts, reach, tables: RefCell::new(Tables::new(parts, reach.min(32.0))) }
    }

    /// `K(c)`; infinite where a moment does not exist or is out of reach.
    pub fn at(&self, c: f64) -> f64 {
        if c > self.reach {
            return f64::INFINITY;
        }
        let mut tables = self.tables.borrow_mut();
        if c > tables.reach {
            *tables = Tables::new(self.parts, (2.0 * c).min(self.reach));
        }
        let moments = tables.moments.iter().zip(self.parts);
        let sum: f64 =
            moments.map(|(moments, part)| part.count * moments.at(Complex64::new(c, 0.0)).re).sum();
        if sum.is_nan() { f64::INFINITY } else { sum }
    }

    /// `K_i(c)` of one part alone, at a c that [`at`](Self::at) has reached.
    pub fn part(&self, part: usize, c: f64) -> f64 {
        self.tables.borrow().moments[part].at(Complex64::new(c, 0.0)).re
    }

    /// The c at which the bound of ε at a given log δ is smallest, and that bound.
    pub fn best_for_delta(&self, log_delta: f64) -> (f64, f64) {
        let Minimum { at, value, .. } =
            descend(NEAREST, FARTHEST, |c| (self.at(c) + entropy(c) - log_delta) / c);
        (at, value)
    }

    /// The saddle point for ε: `argmin K(c) − cε − log c(c+1)`, and its value.
    pub fn saddle(&self, epsilon: f64) -> (f64, f64) {
        let psi = |c: f64| self.at(c) - c * epsilon - c.ln() - (c + 1.0).ln();
        let Minimum { at, value, .. } = descend(NEAREST, FARTHEST, psi);
        (at, value)
    }
}

impl<'a> Tables<'a> {
    fn new(parts: &'a [Part<'a>], reach: f64) -> Self {
        Self { reach, moments: parts.iter().map(|part| part.pair.moments(reach, 1.0)).collect() }
    }
}

/// `c log c − (1+c) log(1+c)`, the logarithm of the largest `e^{cε}(1 − e^{ε−l})` over `e^{cl}`.
pub fn entropy(c: f64) -> f64 {
    -c * c.recip().ln_1p() - c.ln_1p()
}
