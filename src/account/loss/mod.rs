//! The loss accountant: discretized loss distributions, certified on both sides.
//!
//! Each pair is put on a lattice twice, once above the truth and once below; the laws are composed by a
//! tilted Fourier transform; what is cut off, what wraps around and what rounding may have done is
//! added to the upper side and taken from the lower one.

mod composition;
mod ends;
mod lattice;
mod laws;
mod stand_in;
mod summed;
mod tilted;

use super::plan::infinite_mass;
use super::{Bound, Ledger, Part, Plan, Unavailable};
use crate::guarantee::{Interval, Probability};
use composition::Composition;
use stand_in::stand_ins;
pub use summed::{Mesh, Summed};

/// What is said of a bracket that is wider than was aimed at.
const WIDE: &str = "the bracket is wider than the lattice aims at: a finer one would take too long or too much memory, \
                    or the mass at infinity is too close to δ";

/// A δ that no bracket need resolve.
const FAINT: f64 = 1e-300;

/// Any plan of pairs.
pub fn compose(plan: &Plan) -> Result<LossPlan<'_>, Unavailable> {
    Ok(LossPlan { directions: plan.parts()?, width: plan.width })
}

/// When a bracket is narrow enough.
#[derive(Clone, Copy)]
pub struct Goal {
    /// The width that is aimed at, relative to ε or to δ.
    pub width: f64,
    /// What another direction is known to lose: a bracket below it need not be narrow.
    pub known: f64,
}

/// The pairs of a plan, one list per direction.
pub struct LossPlan<'a> {
    directions: Vec<Vec<Part<'a>>>,
    width: f64,
}

impl LossPlan<'_> {
    /// The bracket, with a note where it is wide.
    fn bound(&self, found: Interval) -> Bound {
        let narrow = found.lower == found.upper
            || found.upper < FAINT
            || found.upper - found.lower <= composition::SHARED * self.width * found.upper;
        Bound { note: (!narrow).then_some(WIDE), ..found.into() }
    }
}

impl Ledger for LossPlan<'_> {
    fn delta(&self, epsilon: f64) -> Result<Bound, Unavailable> {
        let bounds = self.deltas(&[epsilon])?;
        Ok(bounds.first().copied().unwrap_or(Interval::exact(0.0).into()))
    }

    /// A composition serves the neighbouring ε as long as its bracket stays narrow, and the laws of the releases
    /// as long as their lattice is fine enough.
    fn deltas(&self, epsilons: &[f64]) -> Result<Vec<Bound>, Unavailable> {
        let mut worst = vec![Interval::exact(0.0); epsilons.len()];
        for parts in &self.directions {
            let stand_ins = stand_ins(parts);
            let mut composition = Composition::new(parts, stand_ins.as_deref(), epsilons.len());
            for (&epsilon, worst) in epsilons.iter().zip(&mut worst) {
                let goal = Goal { width: self.width, known: worst.lower };
                *worst = worst.max(composition.delta(epsilon, goal)?);
            }
        }
        Ok(worst.into_iter().map(|found| self.bound(found)).collect())
    }

    fn epsilon(&self, delta: Probability) -> Result<Bound, Unavailable> {
        let mut worst = Interval::exact(0.0);
        for parts in &self.directions {
            let goal = Goal { width: self.width, known: worst.lower };
            worst = worst.max(epsilon(parts, delta, goal)?);
        }
        Ok(self.bound(worst))
    }
}

/// ε at δ of these pairs.
pub fn epsilon(parts: &[Part<'_>], delta: Probability, goal: Goal) -> Result<Interval, Unavailable> {
    let stand_ins = stand_ins(parts);
    Composition::new(parts, stand_ins.as_deref(), 1).epsilon(delta.value(), goal)
}

/// δ at ε of these pairs.
pub fn delta(parts: &[Part<'_>], epsilon: f64, goal: Goal) -> Result<Interval, Unavailable> {
    let stand_ins = stand_ins(parts);
    Composition::new(parts, stand_ins.as_deref(), 1).delta(epsilon, goal)
}
