//! What is composed in one direction, on finer and finer lattices.

use super::Goal;
use super::ends::Ends;
use super::laws::{Combs, Laws, Sides};
use super::tilted::{LONGEST, epsilon_below};
use crate::account::fourier::{Known, RealMoments, entropy, estimate};
use crate::account::{Part, Unavailable};
use crate::guarantee::{Interval, Pair, Probability, epsilon_at};
use crate::watch;

/// How much wider a bracket may be where a composition serves other points of a curve.
pub const SHARED: f64 = 4.0;

/// The fewest points of a lattice to start with.
const FEWEST: f64 = 256.0;

/// The steepest tilt, in units of 1/ε: twenty times what the smallest δ needs.
const STEEPEST: f64 = 1e4;

/// What may be spent, in points that are measured: about a second.
const WORK: f64 = 2_097_152.0;

/// What a point of a transform costs in these units, for each part.
const TRANSFORM: f64 = 0.1;

/// So many brackets of a curve may take their full share each; the others make do with what those leave behind.
const FULL: usize = 16;

/// A lattice of so many points is always affordable.
const SHORTEST: f64 = 4096.0;

/// How often a lattice is refined, or made coarser until it fits.
const REFINEMENTS: usize = 12;

/// With more parts an estimate along a contour takes longer than a lattice.
const MANY: usize = 64;

/// Relative rounding of the bound that the moments imply.
const MOMENT_ROUNDING: f64 = 1e-9;

/// Below this ε a profile is 1 to rounding of its distance, `e^ε`.
const LOWEST: f64 = -40.0;

/// One direction of a composition, and what of it may serve again.
pub struct Composition<'a> {
    parts: &'a [Part<'a>],
    ends: Ends,
    /// Those of the parts, or of what stands in for them.
    real: RealMoments<'a>,
    /// Whether anything stands in.
    coarse: bool,
    combs: Combs,
    laws: Option<Laws>,
    sides: Option<Sides>,
    /// What may be spent on one bracket, and on all that are still to come, in points.
    allowance: f64,
    left: f64,
    /// How wide the last bracket remained.
    reached: f64,
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
    /// Prepares the parts for so many brackets; `stand_ins` are simpler ones for rough moments.
    pub fn new(parts: &'a [Part<'a>], stand_ins: Option<&'a [Part<'a>]>, brackets: usize) -> Self {
        Self {
            parts,
            ends: Ends::new(parts),
            real: RealMoments::new(stand_ins.unwrap_or(parts), Known::default()),
            coarse: stand_ins.is_some(),
            combs: Combs::new(parts),
            laws: None,
            sides: None,
            allowance: WORK / brackets.clamp(1, FULL) as f64,
            left: WORK,
            reached: 0.0,
        }
    }

    /// The smallest ε ≥ 0 with `δ(ε) ≤ delta`, or that it is at most what is known.
    pub fn epsilon(&mut self, delta: f64, goal: Goal) -> Result<Interval, Unavailable> {
        if self.parts.is_empty() || delta >= 1.0 {
            return Ok(Interval::exact(0.0));
        }
        let Ends { infinite, largest, .. } = self.ends;
        if delta < infinite.lower {
            return Ok(Interval::exact(f64::INFINITY));
        }
        if let Some(pair) = self.single() {
            return Ok(epsilon_at(pair, Probability::clamped(delta)));
        }
        if let Some(known) = self.ends.epsilon(delta) {
            return Ok(known);
        }
        if goal.known > 0.0 && self.real.bound(goal.known, 1.0) + infinite.upper < delta {
            return Ok(Interval { lower: 0.0, upper: goal.known });
        }
        let finite = delta - infinite.upper;
        if finite <= 0.0 {
            // The mass at infinity is known to rounding, and δ lies within it.
            let next = self.epsilon(delta + 1e-9 * infinite.upper, goal)?;
            return Ok(Interval { lower: next.lower, upper: f64::INFINITY });
        }
        let (c, bound) = self.real.best_for_delta(finite.ln(), 1.0);
        let highest = (bound + MOMENT_ROUNDING * (1.0 + bound.abs() + c.recip())).max(0.0).min(largest.upper);
        let finer = if self.coarse || self.parts.len() > MANY { None } else { estimate(self.parts, finite) };
        let (bound, c, slope) = finer.unwrap_or((bound, c, c));
        let epsilon = bound.max(0.0).min(largest.upper);
        let shift = (goal.width * epsilon.max(1e-3)).min(0.1 * epsilon.max(1e-9));
        let first = shift.max(0.5 * (goal.known - epsilon));
        let aim = Aim { epsilon, log_delta: finite.ln(), c, slope, width: shift, first };
        let found = self.refine(&aim, goal, &|(above, below): &Sides| {
            let upper = above.epsilon_above(delta, epsilon).min(highest);
            if upper == f64::INFINITY {
                return Interval { lower: 0.0, upper };
            }
            let lower = epsilon_below(delta, upper, &|epsilon| below.delta(epsilon));
            if upper - lower <= goal.width * upper {
                return Interval { lower, upper };
            }
            let other = epsilon_below(delta, upper, &|epsilon| above.delta_below(epsilon, infinite.lower));
            Interval { lower: lower.max(other), upper }
        })?;
        let found = found.unwrap_or(Interval { lower: 0.0, upper: highest });
        if found.lower >= 0.9 * found.upper || found.upper <= goal.known {
            return Ok(found);
        }
        // No composition loses less than any of its parts.
        let alone = |part: &Part<'_>| epsilon_at(&*part.pair, Probability::clamped(delta)).lower;
        let lower = self.parts.iter().map(alone).fold(found.lower, f64::max);
        Ok(Interval { lower: lower.min(found.upper), upper: found.upper })
    }

    /// `δ(ε)`, or that it is at most what is known.
    pub fn delta(&mut self, epsilon: f64, goal: Goal) -> Result<Interval, Unavailable> {
        if self.parts.is_empty() {
            return Ok(Interval::around(-epsilon.exp_m1(), 1e-15).within(0.0, 1.0));
        }
        if let Some(pair) = self.single() {
            return Ok(pair.profile(epsilon));
        }
        if let Some(known) = self.ends.delta(epsilon) {
            return Ok(known);
        }
        let infinite = self.ends.infinite;
        let lowest = infinite.lower.max(-epsilon.exp_m1() - f64::EPSILON);
        if epsilon < LOWEST {
            return Ok(Interval { lower: lowest, upper: 1.0 });
        }
        let highest = (self.real.bound(epsilon, 1.0) + infinite.upper).min(1.0);
        if highest < goal.known {
            return Ok(Interval { lower: 0.0, upper: goal.known });
        }
        let read = |(above, below): &Sides| {
            let upper = above.delta(epsilon).min(highest);
            let lower = below.delta(epsilon).max(lowest);
            let narrow = upper - lower <= goal.width * upper;
            let lower = if narrow { lower } else { lower.max(above.delta_below(epsilon, infinite.lower)) };
            Interval { lower: lower.min(upper), upper }
        };
        // Where finer lattices did not help the last time, or take too long by now, the same serves again.
        let enough = if self.left > 0.0 { (1.5 * self.reached).min(0.1) } else { 0.5 };
        if let Some(found) = self.sides.as_ref().map(read)
            && (found.upper - found.lower <= (SHARED * goal.width).max(enough) * found.upper
                || found.upper <= goal.known)
        {
            return Ok(found);
        }
        let saddle = self.real.saddle(epsilon, 1.0);
        let c = RealMoments::abscissa(saddle.index);
        let width = goal.width / c;
        let first = width.max(0.5 * (goal.known.ln() - RealMoments::log_delta(saddle)) / c);
        let aim = Aim { epsilon, log_delta: saddle.value, c, slope: c, width, first };
        let found = self.refine(&aim, goal, &read)?;
        let found = found.unwrap_or(Interval { lower: lowest, upper: highest });
        if found.lower >= 0.9 * found.upper || found.upper <= goal.known {
            return Ok(found);
        }
        let alone = |part: &Part<'_>| part.pair.profile(epsilon).lower;
        let lower = self.parts.iter().map(alone).fold(found.lower, f64::max);
        Ok(Interval { lower: lower.min(found.upper), upper: found.upper })
    }

    /// One release alone needs no lattice: its profile is known.
    fn single(&self) -> Option<&'a dyn Pair> {
        match self.parts {
            [part] if part.count == 1.0 => Some(&*part.pair),
            _ => None,
        }
    }

    /// Composes on finer and finer lattices until `read` finds the bracket narrow, or the transform would
    /// become too long; `None` if no lattice fits.
    fn refine(
        &mut self,
        aim: &Aim,
        Goal { width, known }: Goal,
        read: &dyn Fn(&Sides) -> Interval,
    ) -> Result<Option<Interval>, Unavailable> {
        let count: f64 = self.parts.iter().map(|part| part.count).sum();
        // Next to the largest loss the saddle point goes to infinity; e^{-cε} far below any δ tilts enough.
        let steepest = STEEPEST / aim.epsilon.max(f64::MIN_POSITIVE);
        let c = aim.c.min(steepest);
        let tilt = tilt(&self.real, c, aim.epsilon);
        let tail = (aim.log_delta.exp() * 1e-7 / count).max(1e-306);
        // A lattice of step η adds about η²/6 to the variance of a release, and takes as much on the other side.
        let window = spread(&self.real, tilt);
        let allowed = self.allowance.min(self.left).max(WORK / 256.0);
        let longest = (allowed / (TRANSFORM * self.parts.len() as f64)).max(SHORTEST).min(LONGEST as f64);
        let step_for = |width: f64| {
            let step = (6.0 * width / (count * (aim.slope.min(steepest).max(c) + 1.0))).sqrt();
            let (finest, coarsest) = (window / longest, window / FEWEST);
            if finest > 0.0 && coarsest < f64::INFINITY { step.max(finest).min(coarsest) } else { step }
        };
        let mut wanted = step_for(aim.first);
        let mut best: Option<Interval> = None;
        let mut spent = 0.0;
        for _ in 0..REFINEMENTS {
            watch::go_on()?;
            if !(wanted > 0.0 && wanted < f64::INFINITY) {
                break;
            }
            let step = self.combs.step(wanted);
            let mut coarser = 2.0;
            if self.laws.as_ref().is_none_or(|laws| !laws.serve(step, tail)) {
                self.laws = None;
                match Laws::new(self.parts, step, tail)? {
                    Ok(laws) => {
                        spent += laws.points;
                        self.laws = Some(laws);
                    }
                    Err(excess) => coarser = excess.max(1.2),
                }
            }
            let sides = match &self.laws {
                Some(laws) => laws.compose(tilt, aim.log_delta)?,
                None => None,
            };
            let Some(sides) = sides else {
                if best.is_some() {
                    break;
                }
                wanted = coarser * wanted.max(step);
                continue;
            };
            let found = read(&sides);
            let length = sides.0.len() as f64;
            spent += TRANSFORM * self.parts.len() as f64 * length;
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
            let ratio = ((upper - lower) / (width * upper)).sqrt();
            let finer = if ratio.is_nan() { 4.0 } else { (1.1 * ratio).clamp(1.4, 4.0) };
            if (1.0 + finer) * spent > allowed || finer * length > LONGEST as f64 {
                break;
            }
            wanted = (step / finer).min(step_for(aim.width));
        }
        self.left -= spent;
        self.reached = best.map_or(0.0, |best| (best.upper - best.lower) / best.upper);
        Ok(best)
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
    let end = |factor: &f64| (real.at(factor * tilt) - scale + 40.0) / ((factor - 1.0) * tilt);
    let top = [1.2, 1.8, 4.0].iter().map(end).fold(f64::INFINITY, f64::min);
    let bottom = [0.5, 0.1].iter().map(end).fold(f64::NEG_INFINITY, f64::max);
    top - bottom
}
