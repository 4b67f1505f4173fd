//! The loss accountant: discretised loss distributions, certified on both sides.
//!
//! Each pair is put on a lattice twice, once above the truth and once below; the laws are composed by a
//! tilted Fourier transform; what is cut off, what wraps around and what rounding may have done is
//! added to the upper side and taken from the lower one.

mod lattice;
mod tilted;

use super::fourier::{Known, RealMoments, entropy, estimate};
use super::ledger::worst;
use super::plan::{infinite_mass, largest_loss};
use super::{Bound, Ledger, Part, Plan, Unavailable};
use crate::guarantee::{Interval, Probability, even_gap};
use crate::watch;
use lattice::{Cells, Frame, Lattice};
use tilted::{Composed, LONGEST, Side};

/// How much wider a bracket may be where a composition serves other points of a curve.
const SHARED: f64 = 4.0;

/// The fewest points of a lattice to start with.
const FEWEST: f64 = 256.0;

/// The steepest tilt, in units of 1/ε: twenty times what the smallest δ needs.
const STEEPEST: f64 = 1e4;

/// The most points of one law: 60 bytes each while it is measured.
const WIDEST: i64 = 1 << 18;

/// How often a lattice is refined.
const REFINEMENTS: usize = 8;

/// A composition above and one below the truth.
type Sides = (Composed, Composed);

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
            let mut composition = Composition::new(parts);
            for (&epsilon, worst) in epsilons.iter().zip(&mut worst) {
                let goal = Goal { width: self.width, known: worst.lower };
                *worst = worst.max(composition.delta(epsilon, goal)?);
            }
        }
        Ok(worst.into_iter().map(Bound::from).collect())
    }

    fn epsilon(&self, delta: Probability) -> Result<Bound, Unavailable> {
        let mut known = 0.0;
        worst(&self.directions, |parts| {
            let found = epsilon(parts, delta, Goal { width: self.width, known })?;
            known = found.lower.max(known);
            Ok(found.into())
        })
    }
}

/// ε at δ of these pairs.
pub fn epsilon(parts: &[Part<'_>], delta: Probability, goal: Goal) -> Result<Interval, Unavailable> {
    Composition::new(parts).epsilon(delta.value(), goal)
}

/// δ at ε of these pairs.
pub fn delta(parts: &[Part<'_>], epsilon: f64, goal: Goal) -> Result<Interval, Unavailable> {
    Composition::new(parts).delta(epsilon, goal)
}

/// What is composed in one direction, and what of it may serve again.
struct Composition<'a> {
    parts: &'a [Part<'a>],
    real: RealMoments<'a>,
    laws: Option<Laws>,
    sides: Option<Sides>,
}

/// Where a bracket is wanted.
struct Aim {
    epsilon: f64,
    log_delta: f64,
    /// The saddle point.
    c: f64,
    /// How fast log δ falls.
    slope: f64,
    /// The width of the bracket in terms of ε.
    width: f64,
    /// The width to start with: more where another direction probably decides.
    first: f64,
}

impl<'a> Composition<'a> {
    fn new(parts: &'a [Part<'a>]) -> Self {
        Self { parts, real: RealMoments::new(parts, Known::default()), laws: None, sides: None }
    }

    fn epsilon(&mut self, delta: f64, goal: Goal) -> Result<Interval, Unavailable> {
        let infinite = infinite_mass(self.parts, 1.0);
        if delta <= infinite * (1.0 - 1e-12) {
            return Ok(Interval::exact(f64::INFINITY));
        }
        if self.parts.is_empty() || delta >= 1.0 {
            return Ok(Interval::exact(0.0));
        }
        if goal.known > 0.0 && self.real.bound(goal.known, 1.0) + infinite < delta {
            return Ok(Interval { lower: 0.0, upper: goal.known });
        }
        let largest = largest_loss(self.parts);
        let finite = (delta - infinite).max(1e-3 * delta);
        let (c, bound) = self.real.best_for_delta(finite.ln(), 1.0);
        let (bound, c, slope) = estimate(self.parts, finite).unwrap_or((bound, c, c));
        let epsilon = bound.max(0.0);
        let shift = (goal.width * epsilon.max(1e-3)).min(0.1 * epsilon.max(1e-9));
        let first = shift.max(0.5 * (goal.known - epsilon));
        let aim = Aim { epsilon, log_delta: delta.ln(), c, slope, width: shift, first };
        self.refine(&aim, goal, &|(upper, lower): &Sides| {
            let upper = upper.epsilon_above(delta, epsilon).min(largest);
            let lower = if upper.is_finite() { lower.epsilon_below(delta, upper) } else { 0.0 };
            Interval { lower, upper }
        })
    }

    fn delta(&mut self, epsilon: f64, goal: Goal) -> Result<Interval, Unavailable> {
        if self.parts.is_empty() {
            return Ok(Interval::around(-epsilon.exp_m1(), 1e-15).within(0.0, 1.0));
        }
        if epsilon >= largest_loss(self.parts) {
            return Ok(Interval::exact(0.0));
        }
        if self.real.bound(epsilon, 1.0) + infinite_mass(self.parts, 1.0) < goal.known {
            return Ok(Interval { lower: 0.0, upper: goal.known });
        }
        let read = |(upper, lower): &Sides| {
            let upper = upper.delta(epsilon);
            Interval { lower: lower.delta(epsilon).min(upper), upper }
        };
        if let Some(found) = self.sides.as_ref().map(read)
            && (found.upper - found.lower <= SHARED * goal.width * found.upper || found.upper <= goal.known)
        {
            return Ok(found);
        }
        let saddle = self.real.saddle(epsilon, 1.0);
        let c = RealMoments::abscissa(saddle.index);
        let width = goal.width / c;
        let first = width.max(0.5 * (goal.known.ln() - RealMoments::log_delta(saddle)) / c);
        let aim = Aim { epsilon, log_delta: saddle.value, c, slope: c, width, first };
        self.refine(&aim, goal, &read)
    }

    /// Composes on finer and finer lattices until `read` finds the bracket narrow, or the transform would
    /// become too long.
    fn refine(
        &mut self,
        aim: &Aim,
        Goal { width, known }: Goal,
        read: &dyn Fn(&Sides) -> Interval,
    ) -> Result<Interval, Unavailable> {
        let count: f64 = self.parts.iter().map(|part| part.count).sum();
        // Next to the largest loss the saddle point goes to infinity; e^{-cε} far below any δ tilts enough.
        let steepest = STEEPEST / aim.epsilon.max(f64::MIN_POSITIVE);
        let c = aim.c.min(steepest);
        let tilt = tilt(&self.real, c, aim.epsilon);
        let tail = (aim.log_delta.exp() * 1e-7 / count).max(1e-306);
        // A lattice of step η adds about η²/6 to the variance of a release, and takes as much on the other side.
        let window = spread(&self.real, tilt);
        let step_for = |width: f64| {
            let step = (6.0 * width / (count * (aim.slope.min(steepest).max(c) + 1.0))).sqrt();
            if window.is_finite() { step.clamp(window / LONGEST as f64, window / FEWEST) } else { step }
        };
        let mut step = step_for(aim.first);
        let mut best: Option<Interval> = None;
        let mut room = 2 * LONGEST;
        for _ in 0..REFINEMENTS {
            watch::go_on()?;
            if !(step > 0.0 && step < f64::INFINITY) {
                break;
            }
            step = aligned(self.parts, step);
            if self.laws.as_ref().is_none_or(|laws| !laws.serve(step, tail)) {
                self.laws = Laws::new(self.parts, step, tail);
            }
            let sides = self.laws.as_ref().and_then(|laws| laws.compose(tilt, aim.log_delta));
            let Some(sides) = sides else {
                if best.is_some() {
                    break;
                }
                step *= 2.0;
                continue;
            };
            let found = read(&sides);
            let length = sides.0.len();
            self.sides = Some(sides);
            let Interval { lower, upper } = found;
            best = Some(best.map_or(found, |best| Interval {
                lower: best.lower.max(lower),
                upper: best.upper.min(upper),
            }));
            if upper - lower <= width * upper || upper <= known {
                break;
            }
            // What is spent so far grows like the refinement: stop while a person still waits.
            let finer = (1.1 * ((upper - lower) / (width * upper)).sqrt()).clamp(1.4, 4.0);
            room = room.saturating_sub(length);
            if finer * length as f64 > room as f64 {
                break;
            }
            step = (step / finer).min(step_for(aim.width));
        }
        best.ok_or(Unavailable::TooFine)
    }
}

/// Somewhat left of the saddle point, where the tilted law is narrower, but not so far that the part
/// which decides is lost in its tail.
fn tilt(real: &RealMoments<'_>, c: f64, epsilon: f64) -> f64 {
    let exponent = |c: f64| real.at(c) - c * epsilon + entropy(c);
    let goal = exponent(c) + 2.0;
    let shares = [0.8, 0.9, 0.95, 0.97, 0.98, 0.99];
    shares.into_iter().map(|share| share * c).find(|&c| exponent(c) <= goal).unwrap_or(c)
}

/// The width of the window that the composition needs.
fn spread(real: &RealMoments<'_>, tilt: f64) -> f64 {
    let scale = real.at(tilt);
    let top = |factor: &f64| (real.at(factor * tilt) - scale + 40.0) / ((factor - 1.0) * tilt);
    [1.2, 1.8, 4.0].iter().map(top).fold(f64::INFINITY, f64::min)
}

/// A step of about this size on which the atoms of the heaviest pair lie: both of two, or all where
/// they are evenly spaced.
fn aligned(parts: &[Part<'_>], step: f64) -> f64 {
    let mut best = (0.0, step);
    for part in parts {
        let atoms = part.pair.loss().atoms;
        let Some(mean) = even_gap(&atoms) else { continue };
        let weight = part.count * atoms.iter().map(|atom| atom.mass).sum::<f64>();
        if mean > 0.1 * step && weight > best.0 {
            best = (weight, mean / (mean / step).ceil());
        }
    }
    best.1
}

/// The laws of all pairs on one lattice, above and below the truth, with how often each occurs.
struct Laws {
    step: f64,
    tail: f64,
    above: Vec<(Lattice, f64)>,
    below: Vec<(Lattice, f64)>,
}

impl Laws {
    /// Measures the pairs; `None` if the lattice would be too long.
    fn new(parts: &[Part<'_>], step: f64, tail: f64) -> Option<Self> {
        // Somewhat more of the tail than is asked for may serve the next point of a curve.
        let tail = (1e-3 * tail).max(1e-306);
        let (mut above, mut below) = (Vec::new(), Vec::new());
        for part in parts {
            let frame = Frame::new(&*part.pair, step, tail);
            if !(2..=WIDEST).contains(&frame.len()) {
                return None;
            }
            let cells = Cells::new(&*part.pair, frame);
            above.push((cells.law_above(), part.count));
            below.push((cells.law_below(), part.count));
        }
        Some(Self { step, tail, above, below })
    }

    /// Whether they are fine and wide enough, and not much finer.
    fn serve(&self, step: f64, tail: f64) -> bool {
        self.tail <= tail && (0.5..=1.001).contains(&(self.step / step))
    }

    /// The composition above and below the truth; `None` if the transform would be too long.
    fn compose(&self, tilt: f64, log_delta: f64) -> Option<Sides> {
        let side = |laws, side| Composed::new(laws, self.step, tilt, log_delta, side).ok();
        Some((side(&self.above, Side::Above)?, side(&self.below, Side::Below)?))
    }
}
