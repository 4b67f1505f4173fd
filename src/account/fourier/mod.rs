//! The Fourier accountant: the exact profile of a composition, by contour inversion.
//!
//! `δ(ε) = δ_∞ + (1/π) ∫₀^∞ Re[e^{K(z)−zε}/(z(z+1))] dt` along `z = c + it` through the saddle point of
//! the integrand (the two-sided Laplace transform of the profile; Zhu, dissertation, ch. 3, has the
//! untilted form). Composition adds K. Every answer is computed on a second line as well, and the
//! two must agree.

mod atoms;
mod contour;
pub mod published;
mod real;

use std::f64::consts::TAU;

use super::ledger::worst;
use super::plan::{infinite_mass, largest_loss};
use super::{Bound, Ledger, Part, Plan, Unavailable};
use crate::guarantee::{Interval, Pair, Probability, epsilon_at};
use crate::watch;
use atoms::Outcomes;
use contour::{Contour, Reading};
pub(super) use real::{RealMoments, entropy};

/// The largest relative error of δ that is still called exact.
const TOLERANCE: f64 = 1e-9;

/// Below this ε a profile is 1 to rounding of its distance, `e^ε`.
const LOWEST: f64 = -40.0;

/// Any plan of pairs can be tried; how its moment function falls decides.
pub fn compose(plan: &Plan) -> Result<FourierPlan<'_>, Unavailable> {
    Ok(FourierPlan { directions: plan.parts()? })
}

/// The pairs of a plan, one list per direction.
pub struct FourierPlan<'a> {
    directions: Vec<Vec<Part<'a>>>,
}

impl Ledger for FourierPlan<'_> {
    fn delta(&self, epsilon: f64) -> Result<Bound, Unavailable> {
        worst(&self.directions, |parts| Ok(Inversion::new(parts).delta(epsilon)?.into()))
    }

    fn epsilon(&self, delta: Probability) -> Result<Bound, Unavailable> {
        worst(&self.directions, |parts| Ok(Inversion::new(parts).epsilon(delta)?.into()))
    }

    fn deltas(&self, epsilons: &[f64]) -> Result<Vec<Bound>, Unavailable> {
        let mut worst: Option<Vec<Bound>> = None;
        for parts in &self.directions {
            let mut inversion = Inversion::new(parts);
            let bounds = epsilons.iter().map(|&epsilon| Ok(Bound::from(inversion.delta(epsilon)?)));
            let bounds = bounds.collect::<Result<Vec<_>, Unavailable>>()?;
            worst = Some(match worst {
                None => bounds,
                Some(others) => others.into_iter().zip(bounds).map(|(a, b)| a.or(b)).collect(),
            });
        }
        Ok(worst.unwrap_or_default())
    }
}

/// ε at a finite part `goal` of δ and the saddle point there, not checked on a second line.
pub(super) fn estimate(parts: &[Part<'_>], goal: f64) -> Option<(f64, f64)> {
    let inversion = Inversion::new(parts);
    if let Some(outcomes) = &inversion.outcomes {
        let epsilon = outcomes.epsilon(goal, inversion.largest).upper;
        return Some((epsilon, inversion.real.saddle(epsilon).0));
    }
    let (_, start) = inversion.real.best_for_delta(goal.ln());
    let epsilon = inversion.search(start.max(0.0), goal).ok()?;
    Some((epsilon, inversion.real.saddle(epsilon).0))
}

/// A composition in one direction.
struct Inversion<'a> {
    parts: &'a [Part<'a>],
    real: RealMoments<'a>,
    /// `P[q = 0]` of the whole.
    infinite: f64,
    /// Never below the largest loss.
    largest: f64,
    /// All outcomes, where nothing but atoms is there: no line is needed.
    outcomes: Option<Outcomes>,
    /// The last two lines; they serve neighbouring ε too.
    lines: Option<(Contour, Contour)>,
}

impl<'a> Inversion<'a> {
    /// Prepares the composition.
    pub fn new(parts: &'a [Part<'a>]) -> Self {
        Self {
            parts,
            real: RealMoments::new(parts),
            infinite: infinite_mass(parts),
            largest: largest_loss(parts),
            outcomes: Outcomes::new(parts),
            lines: None,
        }
    }

    /// `δ(ε)`.
    pub fn delta(&mut self, epsilon: f64) -> Result<Interval, Unavailable> {
        if self.parts.is_empty() {
            return Ok(Interval::around(-epsilon.exp_m1(), 1e-15).within(0.0, 1.0));
        }
        if let Some(pair) = self.single() {
            return Ok(pair.profile(epsilon));
        }
        if epsilon >= self.largest {
            return Ok(Interval::exact(0.0));
        }
        if epsilon < LOWEST {
            return Ok(Interval { lower: -epsilon.exp_m1(), upper: 1.0 });
        }
        let finite = self.finite_delta(epsilon)?;
        let sum = |part: f64, direction: f64| part + self.infinite * (1.0 + direction * 1e-14);
        Ok(Interval { lower: sum(finite.lower, -1.0), upper: sum(finite.upper, 1.0) }.within(0.0, 1.0))
    }

    /// The smallest ε ≥ 0 with `δ(ε) ≤ delta`.
    pub fn epsilon(&mut self, delta: Probability) -> Result<Interval, Unavailable> {
        let goal = delta.value() - self.infinite;
        if goal <= 0.0 {
            return Ok(Interval { lower: 0.0, upper: f64::INFINITY });
        }
        if self.parts.is_empty() || delta.value() >= 1.0 {
            return Ok(Interval::exact(0.0));
        }
        if let Some(pair) = self.single() {
            return Ok(epsilon_at(pair, delta));
        }
        if let Some(outcomes) = &self.outcomes {
            let found = outcomes.epsilon(goal, self.largest);
            // Among outcomes too rare to be kept the sum knows nothing.
            if outcomes.delta(found.lower).1 > TOLERANCE && goal < 1e-280 {
                return Err(Unavailable::SlowDecay);
            }
            return Ok(found);
        }
        let (_, start) = self.real.best_for_delta(goal.ln());
        let mut epsilon = self.search(start.max(0.0), goal)?;
        for _ in 0..3 {
            let reading = self.reading(epsilon)?;
            let slope = reading.slope / reading.delta;
            if slope.is_nan() || slope <= 0.0 {
                break;
            }
            let next = (epsilon + (reading.delta / goal).ln() / slope).max(0.0);
            let settled = (next - epsilon).abs() * slope <= reading.error + 1e-15;
            epsilon = next;
            if settled {
                // The finite part of δ is a difference: the rounding of the infinite part is in it.
                let rounding = 1e-15 + 1e-14 * self.infinite / goal;
                let width = (reading.error + rounding) / slope + 1e-13 * epsilon;
                let upper = (epsilon + width).min(self.largest);
                return Ok(Interval { lower: (epsilon - width).max(0.0).min(upper), upper });
            }
        }
        Err(Unavailable::ContoursDisagree)
    }

    /// One release alone needs no inversion.
    fn single(&self) -> Option<&'a dyn Pair> {
        match self.parts {
            [part] if part.count == 1.0 => Some(&*part.pair),
            _ => None,
        }
    }

    /// Newton's method on `log δ`, on one line at a time: from above, where the bound by a moment
    /// starts, the steps only go down.
    fn search(&self, start: f64, goal: f64) -> Result<f64, Unavailable> {
        let mut epsilon = start;
        for _ in 0..20 {
            watch::go_on()?;
            let line = self.line(epsilon)?;
            let before = epsilon;
            for _ in 0..20 {
                let reading = line.read(epsilon);
                if !(reading.error < 0.1 && reading.delta > 0.0 && reading.slope > 0.0) {
                    break;
                }
                let next = (epsilon + (reading.delta / goal).ln() * reading.delta / reading.slope).max(0.0);
                let moved = (next - epsilon).abs();
                epsilon = next;
                if moved <= 1e-12 * epsilon {
                    break;
                }
            }
            if (epsilon - before).abs() <= 1e-3 * epsilon {
                break;
            }
        }
        Ok(epsilon)
    }

    fn finite_delta(&mut self, epsilon: f64) -> Result<Interval, Unavailable> {
        if let Some(outcomes) = &self.outcomes {
            let (delta, error) = outcomes.delta(epsilon);
            return Ok(if delta > 0.0 { Interval::around(delta, error) } else { Interval::exact(0.0) });
        }
        let reading = self.reading(epsilon)?;
        Ok(Interval::around(reading.delta, reading.error))
    }

    /// Reads both lines; draws new ones where the last do not serve.
    fn reading(&mut self, epsilon: f64) -> Result<Reading, Unavailable> {
        if let Some(reading) = self.agreed(epsilon) {
            return Ok(reading);
        }
        let ((first, second), log_delta) = self.abscissae(epsilon);
        let line = |c, stretch| {
            let line = Contour::new(self.parts, &self.real, c, stretch, epsilon, log_delta);
            line.map_err(|_| Unavailable::SlowDecay)
        };
        self.lines = Some((line(first, 1.0)?, line(second, 1.35)?));
        self.agreed(epsilon).ok_or(Unavailable::ContoursDisagree)
    }

    /// One line through the neighbourhood of the saddle point.
    fn line(&self, epsilon: f64) -> Result<Contour, Unavailable> {
        let ((first, _), log_delta) = self.abscissae(epsilon);
        Contour::new(self.parts, &self.real, first, 1.0, epsilon, log_delta)
            .map_err(|_| Unavailable::SlowDecay)
    }

    /// Where two lines cross the real axis, and the saddle point approximation of `log δ`.
    ///
    /// Left of the saddle point, where the aliases fall faster, but not so far that the integrand grows
    /// by more than a few digits.
    fn abscissae(&self, epsilon: f64) -> ((f64, f64), f64) {
        const SHARES: [f64; 9] = [0.6, 0.75, 0.85, 0.92, 0.96, 0.98, 0.99, 1.0, 1.005];
        let (saddle, value) = self.real.saddle(epsilon);
        let psi = |c: f64| self.real.at(c) - c * epsilon - c.ln() - (c + 1.0).ln();
        let near = |share: &f64| psi(share * saddle) - value <= 2.0;
        let first = SHARES.iter().position(near).unwrap_or(7).min(7);
        let bend = (psi(1.02 * saddle) + psi(0.98 * saddle) - 2.0 * value) / 4e-4;
        let log_delta = value + saddle.ln() - 0.5 * (TAU * bend.max(1e-3)).ln();
        ((SHARES[first] * saddle, SHARES[first + 1] * saddle), log_delta)
    }

    /// The value on which both lines agree within the tolerance.
    fn agreed(&self, epsilon: f64) -> Option<Reading> {
        let (first, second) = self.lines.as_ref()?;
        let (a, b) = (first.read(epsilon), second.read(epsilon));
        let error = a.error.min(b.error) + 2.0 * (a.delta / b.delta - 1.0).abs();
        let reading = if a.error < b.error { a } else { b };
        (reading.delta > 0.0 && error <= TOLERANCE).then_some(Reading { error, ..reading })
    }
}
