//! The log-moment function of a composition on the real axis, and the bounds it implies.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use num_complex::Complex64;

use crate::account::plan::Part;
use crate::guarantee::Moments;

/// Abscissae to an octave.
const DENSITY: f64 = 8.0;

/// Searches run over 2^{±30}, in steps of the grid.
const REACH: i32 = 240;

/// `K(c) = Σ count · K_i(c)` for real c > 0, kept at the abscissae `2^{i/8}`: every search runs over those,
/// and whatever is searched for next lies near.
pub struct RealMoments<'a> {
    parts: &'a [Part<'a>],
    /// Beyond, a moment would take too many nodes.
    reach: f64,
    tables: RefCell<Tables<'a>>,
    pub known: Known,
    /// Where the last search ended.
    last: Cell<i32>,
}

/// `K` at the abscissae, not a number where it has not been needed; whoever looks at the same parts again may
/// share it.
#[derive(Clone)]
pub struct Known(Rc<RefCell<Vec<f64>>>);

impl Default for Known {
    fn default() -> Self {
        Self(Rc::new(RefCell::new(vec![f64::NAN; 2 * REACH as usize + 1])))
    }
}

/// Prepared up to a reach that grows when needed, nothing at first: where no moment is within reach none must be built.
struct Tables<'a> {
    reach: f64,
    moments: Vec<Box<dyn Moments + 'a>>,
}

/// The smallest value of a search.
#[derive(Debug, Clone, Copy)]
pub struct Lowest {
    /// Which abscissa.
    pub index: i32,
    /// The value there.
    pub value: f64,
    /// How much the two neighbours lie above it, added up.
    pub bend: f64,
}

impl<'a> RealMoments<'a> {
    /// Prepares the parts, of which something may be known.
    pub fn new(parts: &'a [Part<'a>], known: Known) -> Self {
        let reach = parts.iter().map(|part| part.pair.reach()).fold(f64::INFINITY, f64::min);
        Self {
            parts,
            reach,
            tables: RefCell::new(Tables { reach: -1.0, moments: Vec::new() }),
            known,
            last: Cell::new(0),
        }
    }

    /// `K(c)`; infinite where a moment does not exist or is out of reach.
    pub fn at(&self, c: f64) -> f64 {
        if c > self.reach {
            return f64::INFINITY;
        }
        let sum: f64 = self.parts.iter().enumerate().map(|(at, part)| part.count * self.part(at, c)).sum();
        if sum.is_nan() { f64::INFINITY } else { sum }
    }

    /// `K_i(c)` of one part alone, at a c within reach.
    pub fn part(&self, part: usize, c: f64) -> f64 {
        let mut tables = self.tables.borrow_mut();
        if c > tables.reach {
            *tables = Tables::new(self.parts, (2.0 * c).max(8.0).min(self.reach));
        }
        tables.moments[part].at(Complex64::new(c, 0.0)).re
    }

    /// The abscissa of an index.
    pub fn abscissa(index: i32) -> f64 {
        (f64::from(index) / DENSITY).exp2()
    }

    /// `K` at an abscissa; infinite beyond the last.
    pub fn known(&self, index: i32) -> f64 {
        if index > REACH {
            return f64::INFINITY;
        }
        let place = (index + REACH).max(0) as usize;
        let known = self.known.0.borrow()[place];
        if !known.is_nan() {
            return known;
        }
        let value = self.at(Self::abscissa(index));
        self.known.0.borrow_mut()[place] = value;
        value
    }

    /// The abscissae to the right of one that have been needed, with K there.
    pub fn beyond(&self, index: i32) -> Vec<(f64, f64)> {
        let known = self.known.0.borrow();
        let first = (index + REACH + 1).max(0) as usize;
        let list = known.iter().enumerate().skip(first).filter(|(_, k)| k.is_finite());
        list.map(|(place, &k)| (Self::abscissa(place as i32 - REACH), k)).collect()
    }

    /// The lowest of a function of c and K(c) that falls to a minimum and rises again; where it is
    /// infinite the search looks below.
    pub fn lowest(&self, f: &dyn Fn(f64, f64) -> f64) -> Lowest {
        let value = |index: i32| {
            let value = f(Self::abscissa(index), self.known(index));
            if value.is_nan() { f64::INFINITY } else { value }
        };
        let mut index = self.last.get();
        let mut lowest = value(index);
        for stride in [8, 4, 2, 1] {
            loop {
                let better = [-stride, stride].into_iter().find_map(|by| {
                    let next = (index + by).clamp(-REACH, REACH);
                    let blind = lowest == f64::INFINITY && by < 0;
                    (next != index && (blind || value(next) < lowest)).then_some(next)
                });
                let Some(next) = better else { break };
                (index, lowest) = (next, value(next));
            }
        }
        self.last.set(index);
        Lowest { index, value: lowest, bend: value(index - 1) + value(index + 1) - 2.0 * lowest }
    }

    /// The bound of ε at a given log δ that the moments of `times` compositions imply, and the c that gives
    /// it.
    pub fn best_for_delta(&self, log_delta: f64, times: f64) -> (f64, f64) {
        let found = self.lowest(&|c, k| (times * k + entropy(c) - log_delta) / c);
        (Self::abscissa(found.index), found.value)
    }

    /// The bound of the finite part of δ at ε that they imply, rounding included.
    pub fn bound(&self, epsilon: f64, times: f64) -> f64 {
        let found = self.lowest(&|c, k| times * k - c * epsilon + entropy(c));
        (found.value + 1e-9 * (1.0 + found.value.abs())).exp()
    }

    /// The saddle point of `times` compositions for ε, `argmin K(c) − cε − log c(c+1)`.
    pub fn saddle(&self, epsilon: f64, times: f64) -> Lowest {
        self.lowest(&|c, k| times * k - c * epsilon - c.ln() - (c + 1.0).ln())
    }

    /// The saddle point approximation of log δ.
    pub fn log_delta(saddle: Lowest) -> f64 {
        let bend = saddle.bend * (DENSITY / std::f64::consts::LN_2).powi(2);
        saddle.value + Self::abscissa(saddle.index).ln()
            - 0.5 * (std::f64::consts::TAU * bend.clamp(1e-3, 1e3)).ln()
    }
}

impl<'a> Tables<'a> {
    fn new(parts: &'a [Part<'a>], reach: f64) -> Self {
        Self { reach, moments: parts.iter().map(|part| part.pair.moments(reach, (0.0, 1.0))).collect() }
    }
}

/// `c log c − (1+c) log(1+c)`, the logarithm of the largest `e^{cε}(1 − e^{ε−l})` over `e^{cl}`.
pub fn entropy(c: f64) -> f64 {
    -c * c.recip().ln_1p() - c.ln_1p()
}
