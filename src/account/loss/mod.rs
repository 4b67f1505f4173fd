//! The loss accountant: discretised loss distributions, certified on both sides.
//!
//! Each pair is put on a lattice twice, once above the truth and once below; the laws are composed by a
//! tilted Fourier transform; what is cut off, what wraps around and what rounding may have done is
//! added to the upper side and taken from the lower one.

mod lattice;
mod tilted;

use super::fourier::{RealMoments, entropy, estimate};
use super::ledger::worst;
use super::plan::{infinite_mass, largest_loss};
use super::{Bound, Ledger, Part, Plan, Unavailable};
use crate::guarantee::{Interval, Probability};
use crate::watch;
use lattice::{Cells, Frame, Lattice};
use tilted::{Composed, LONGEST, Side};

/// How much wider a bracket may be where a composition serves other points of a curve.
const SHARED: f64 = 4.0;

/// The fewest points of a lattice to start with.
const FEWEST: f64 = 256.0;

/// The steepest tilt, in units of 1/ε: twenty times what the smallest δ needs.
const STEEPEST: f64 = 1e4;

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
        let mut known = 0.0;
        worst(&self.directions, |parts| {
            let found = delta(parts, epsilon, Goal { width: self.width, known })?;
            known = found.lower.max(known);
            Ok(found.into())
        })
    }

    /// A composition serves the neighbouring ε as long as its bracket stays narrow.
    fn deltas(&self, epsilons: &[f64]) -> Result<Vec<Bound>, Unavailable> {
        let mut worst: Vec<Bound> = vec![Interval::exact(0.0).into(); epsilons.len()];
        for parts in &self.directions {
            let mut last: Option<Sides> = None;
            for (&epsilon, worst) in epsilons.iter().zip(&mut worst) {
                let shared = last.as_ref().map(|sides| bracket(sides, epsilon));
                let shared =
                    shared.filter(|found| found.upper - found.lower <= SHARED * self.width * found.upper);
                let found = match shared {
                    Some(found) if epsilon < largest_loss(parts) => found,
                    _ => {
                        let goal = Goal { width: self.width, known: worst.lower.unwrap_or(0.0) };
                        let (found, sides) = composed_delta(parts, epsilon, goal)?;
                        last = sides.or(last);
                        found
                    }
                };
                *worst = worst.or(found.into());
            }
        }
        Ok(worst)
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
    let infinite = infinite_mass(parts);
    let delta = delta.value();
    if delta <= infinite * (1.0 - 1e-12) {
        return Ok(Interval::exact(f64::INFINITY));
    }
    if parts.is_empty() || delta >= 1.0 {
        return Ok(Interval::exact(0.0));
    }
    let largest = largest_loss(parts);
    let real = RealMoments::new(parts);
    let finite = (delta - infinite).max(1e-3 * delta);
    let (c, bound) = real.best_for_delta(finite.ln());
    let (bound, c) = estimate(parts, finite).unwrap_or((bound, c));
    let read = |(upper, lower): &Sides| {
        let upper = upper.epsilon_above(delta).min(largest);
        let lower = if upper.is_finite() { lower.epsilon_below(delta, upper) } else { 0.0 };
        Interval { lower, upper }
    };
    let shift = (goal.width * bound.max(1e-3)).min(0.1 * bound.max(1e-9));
    refine(parts, &real, c, bound.max(0.0), delta.ln(), (shift, goal), &read).map(|(interval, _)| interval)
}

/// δ at ε of these pairs.
fn delta(parts: &[Part<'_>], epsilon: f64, goal: Goal) -> Result<Interval, Unavailable> {
    Ok(composed_delta(parts, epsilon, goal)?.0)
}

/// Reads both sides at ε.
fn bracket((upper, lower): &Sides, epsilon: f64) -> Interval {
    let upper = upper.delta(epsilon);
    Interval { lower: lower.delta(epsilon).min(upper), upper }
}

fn composed_delta(
    parts: &[Part<'_>],
    epsilon: f64,
    goal: Goal,
) -> Result<(Interval, Option<Sides>), Unavailable> {
    if parts.is_empty() {
        return Ok((Interval::around(-epsilon.exp_m1(), 1e-15).within(0.0, 1.0), None));
    }
    if epsilon >= largest_loss(parts) {
        return Ok((Interval::exact(0.0), None));
    }
    let real = RealMoments::new(parts);
    let (c, value) = real.saddle(epsilon);
    // δ falls with ε about like e^{-cε}.
    refine(parts, &real, c, epsilon, value, (goal.width / c, goal), &|sides| bracket(sides, epsilon))
        .map(|(interval, sides)| (interval, Some(sides)))
}

/// Composes on finer and finer lattices until `read` finds the bracket narrow, or the transform would
/// become too long. The first lattice moves ε by about `shift`.
fn refine(
    parts: &[Part<'_>],
    real: &RealMoments<'_>,
    c: f64,
    epsilon: f64,
    log_delta: f64,
    (shift, Goal { width, known }): (f64, Goal),
    read: &dyn Fn(&Sides) -> Interval,
) -> Result<(Interval, Sides), Unavailable> {
    let count: f64 = parts.iter().map(|part| part.count).sum();
    // Next to the largest loss the saddle point goes to infinity; e^{-cε} far below any δ tilts enough.
    let c = c.min(STEEPEST / epsilon.max(f64::MIN_POSITIVE));
    let tilt = tilt(real, c, epsilon);
    let tail = (log_delta.exp() * 1e-7 / count).max(1e-306);
    // A lattice of step η adds about (c+1)η²/8 to ε per release.
    let mut step = (8.0 * shift / (count * (c + 1.0))).sqrt();
    let window = spread(real, tilt);
    if window.is_finite() {
        step = step.clamp(window / LONGEST as f64, window / FEWEST);
    }
    let mut best: Option<(Interval, Sides)> = None;
    let mut room = 2 * LONGEST;
    for _ in 0..REFINEMENTS {
        watch::go_on()?;
        if !(step > 0.0 && step < f64::INFINITY) {
            break;
        }
        step = aligned(parts, step);
        let Some(sides) = both(parts, step, tilt, tail) else {
            match best {
                Some(found) => return Ok(found),
                None => {
                    step *= 2.0;
                    continue;
                }
            }
        };
        let Interval { lower, upper } = read(&sides);
        let interval = best.as_ref().map_or(Interval { lower, upper }, |(best, _)| Interval {
            lower: best.lower.max(lower),
            upper: best.upper.min(upper),
        });
        let length = sides.0.len();
        best = Some((interval, sides));
        if upper - lower <= width * upper || upper <= known {
            break;
        }
        // What is spent so far grows like the refinement: stop while a person still waits.
        let finer = (1.1 * ((upper - lower) / (width * upper)).sqrt()).clamp(1.4, 4.0);
        room = room.saturating_sub(length);
        if finer * length as f64 > room as f64 {
            break;
        }
        step /= finer;
    }
    best.ok_or(Unavailable::TooFine)
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
        let [first, .., last] = &atoms[..] else { continue };
        let gaps = || atoms.windows(2).map(|pair| pair[1].at - pair[0].at);
        let mean = (last.at - first.at) / (atoms.len() - 1) as f64;
        if !gaps().all(|gap| (gap / mean - 1.0).abs() < 1e-9) {
            continue;
        }
        let weight = part.count * atoms.iter().map(|atom| atom.mass).sum::<f64>();
        if mean > 0.1 * step && weight > best.0 {
            best = (weight, mean / (mean / step).ceil());
        }
    }
    best.1
}

/// The composition above and below the truth; `None` if the transform would be too long.
fn both(parts: &[Part<'_>], step: f64, tilt: f64, tail: f64) -> Option<Sides> {
    let frames: Vec<Frame> = parts.iter().map(|part| Frame::new(&*part.pair, step, tail)).collect();
    if frames.iter().any(|frame| !(2..=LONGEST as i64).contains(&frame.len())) {
        return None;
    }
    let cells: Vec<Cells> =
        parts.iter().zip(&frames).map(|(part, &frame)| Cells::new(&*part.pair, frame)).collect();
    let composed = |side: Side| {
        let law = |(part, cells): (&Part<'_>, &Cells)| {
            let law = match side {
                Side::Above => cells.law_above(),
                Side::Below => cells.law_below(),
            };
            (law, part.count)
        };
        let laws: Vec<(Lattice, f64)> = parts.iter().zip(&cells).map(law).collect();
        Composed::new(&laws, step, tilt, side).ok()
    };
    Some((composed(Side::Above)?, composed(Side::Below)?))
}
