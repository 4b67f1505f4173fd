//! The Fourier accountant: the exact profile of a composition, by contour inversion.
//!
//! `δ(ε) = δ_∞ + (1/π) ∫₀^∞ Re[e^{K(z)−zε}/(z(z+1))] dt` along `z = c + it` through the saddle point of
//! the integrand (the two-sided Laplace transform of the profile; Zhu, dissertation, ch. 3, has the
//! untilted form). Composition adds K. Every answer is computed on a second line as well, and the
//! two must agree.

mod atoms;
mod conditioned;
mod contour;
mod convolved;
mod inversion;
mod lattice;
pub mod payoff;
pub mod published;
mod reading;
mod real;
mod search;

use super::{Bound, Fixed, Ledger, Part, Plan, Unavailable};
use crate::guarantee::{Interval, Probability};
use crate::watch;
use conditioned::has_only_atoms;
use contour::WORK;
use inversion::Inversion;
pub(super) use real::{Known, RealMoments, entropy};

/// How many values of a curve in a row may be refused before the rest is.
const PATIENCE: usize = 2;

/// Any plan of pairs can be tried; how its moment function falls decides.
pub fn compose(plan: &Plan) -> Result<FourierPlan<'_>, Unavailable> {
    let mut directions = plan.parts()?;
    for parts in &mut directions {
        let (mut first, rest): (Vec<_>, Vec<_>) = parts.drain(..).partition(has_only_atoms);
        first.extend(rest);
        *parts = first;
    }
    let known = directions.iter().map(|_| Known::default()).collect();
    Ok(FourierPlan { directions, known })
}

/// The pairs of a plan, one list per direction.
pub struct FourierPlan<'a> {
    directions: Vec<Vec<Part<'a>>>,
    /// The moments of each direction that have been needed.
    known: Vec<Known>,
}

impl FourierPlan<'_> {
    /// The worst over the directions; each is told what the others before it lose.
    fn worst(
        inversions: &mut [Inversion<'_>],
        bound: &mut dyn FnMut(&mut Inversion<'_>, f64) -> Result<Interval, Unavailable>,
    ) -> Result<Bound, Unavailable> {
        let mut worst = Interval::exact(0.0);
        for inversion in inversions {
            inversion.work.set(WORK);
            worst = worst.max(bound(inversion, worst.lower)?);
        }
        Ok(worst.into())
    }

    /// For one value `alone`, or for a curve.
    fn inversions(&self, alone: bool) -> Vec<Inversion<'_>> {
        let directions = self.directions.iter().zip(&self.known);
        directions.map(|(parts, known)| Inversion::given_atoms(parts, known.clone(), alone)).collect()
    }
}

impl Ledger for FourierPlan<'_> {
    fn delta(&self, epsilon: f64) -> Result<Bound, Unavailable> {
        Self::worst(&mut self.inversions(true), &mut |inversion, known| inversion.delta(epsilon, known))
    }

    fn epsilon(&self, delta: Probability) -> Result<Bound, Unavailable> {
        Self::worst(&mut self.inversions(true), &mut |inversion, known| inversion.epsilon(delta, known))
    }

    fn deltas(&self, epsilons: &[f64]) -> Result<Vec<Bound>, Unavailable> {
        self.pointwise(epsilons).into_iter().collect()
    }

    /// Lines are shared between neighbouring ε. A value that no line gives takes all the work that is allowed for one,
    /// so that after some in a row the rest of the curve is left to others.
    fn pointwise(&self, epsilons: &[f64]) -> Vec<Result<Bound, Unavailable>> {
        let mut inversions = self.inversions(false);
        let mut refused: Vec<Unavailable> = Vec::new();
        let one = |&epsilon: &f64| {
            if refused.len() == PATIENCE {
                return Err(refused[0].clone());
            }
            let found = Self::worst(&mut inversions, &mut |inversion, known| inversion.delta(epsilon, known));
            match &found {
                Ok(_) => refused.clear(),
                Err(reason) => refused.push(reason.clone()),
            }
            found
        };
        epsilons.iter().map(one).collect()
    }

    /// Composition multiplies the log-moment function, so that a line serves many counts.
    fn repeated(&self, fixed: Fixed, times: &[f64]) -> Option<Vec<Result<Bound, Unavailable>>> {
        let mut inversions = self.inversions(false);
        let mut one = |(at, &repeats): (usize, &f64)| {
            watch::piece(at, times.len())?;
            Self::worst(&mut inversions, &mut |inversion, known| {
                inversion.repeat(repeats);
                match fixed {
                    Fixed::Delta(delta) => inversion.epsilon(delta, known),
                    Fixed::Epsilon(epsilon) => inversion.delta(epsilon, known),
                }
            })
        };
        Some(times.iter().enumerate().map(&mut one).collect())
    }
}

/// ε at a finite part `goal` of δ, the saddle point there and how fast log δ falls, not checked on a second line.
pub(super) fn estimate(parts: &[Part<'_>], goal: f64) -> Option<(f64, f64, f64)> {
    Inversion::new(parts, Known::default()).estimate(goal)
}
