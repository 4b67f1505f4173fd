//! The Fourier accountant: the exact profile of a composition, by contour inversion.
//!
//! `δ(ε) = δ_∞ + (1/π) ∫₀^∞ Re[e^{K(z)−zε}/(z(z+1))] dt` along `z = c + it` through the saddle point of
//! the integrand (the two-sided Laplace transform of the profile; Zhu, dissertation, ch. 3, has the
//! untilted form). Composition adds K. Every answer is computed on a second line as well, and the
//! two must agree.

mod atoms;
mod conditioned;
mod contour;
pub mod payoff;
pub mod published;
mod real;

use std::cell::Cell;
use std::rc::Rc;

use super::plan::{infinite_mass, largest_loss};
use super::{Bound, Fixed, Ledger, Part, Plan, Unavailable};
use crate::guarantee::{Interval, Pair, Probability, epsilon_at};
use crate::watch;
use atoms::{Atoms, LEFT_OUT, Outcomes};
use conditioned::{Conditioned, has_only_atoms};
use contour::{Aim, Contour, Course, FADED, Reading, WORK};
pub(super) use real::{RealMoments, entropy};

/// The largest relative error of δ that is still called exact.
const TOLERANCE: f64 = 1e-9;

/// What may be spent on an estimate.
const GUESSWORK: usize = WORK / 20;

/// Below this ε a profile is 1 to rounding of its distance, `e^ε`.
const LOWEST: f64 = -40.0;

/// Any plan of pairs can be tried; how its moment function falls decides.
pub fn compose(plan: &Plan) -> Result<FourierPlan<'_>, Unavailable> {
    let mut directions = plan.parts()?;
    for parts in &mut directions {
        parts.sort_by_cached_key(|part| !has_only_atoms(part));
    }
    Ok(FourierPlan { directions })
}

/// The pairs of a plan, one list per direction.
pub struct FourierPlan<'a> {
    directions: Vec<Vec<Part<'a>>>,
}

impl FourierPlan<'_> {
    /// The worst over the directions; each is told what the others before it lose.
    fn worst(
        inversions: &mut [Inversion<'_>],
        mut bound: impl FnMut(&mut Inversion<'_>, f64) -> Result<Interval, Unavailable>,
    ) -> Result<Bound, Unavailable> {
        let mut worst = Interval::exact(0.0);
        for inversion in inversions {
            inversion.work.set(WORK);
            worst = worst.max(bound(inversion, worst.lower)?);
        }
        Ok(worst.into())
    }

    fn inversions(&self) -> Vec<Inversion<'_>> {
        self.directions.iter().map(|parts| Inversion::given_atoms(parts)).collect()
    }
}

impl Ledger for FourierPlan<'_> {
    fn delta(&self, epsilon: f64) -> Result<Bound, Unavailable> {
        Self::worst(&mut self.inversions(), |inversion, known| inversion.delta(epsilon, known))
    }

    fn epsilon(&self, delta: Probability) -> Result<Bound, Unavailable> {
        Self::worst(&mut self.inversions(), |inversion, known| inversion.epsilon(delta, known))
    }

    fn deltas(&self, epsilons: &[f64]) -> Result<Vec<Bound>, Unavailable> {
        let mut inversions = self.inversions();
        let mut one =
            |epsilon: f64| Self::worst(&mut inversions, |inversion, known| inversion.delta(epsilon, known));
        epsilons.iter().map(|&epsilon| one(epsilon)).collect()
    }

    /// Composition multiplies the log-moment function, so that a line serves many counts.
    fn repeated(&self, fixed: Fixed, times: &[f64]) -> Option<Vec<Result<Bound, Unavailable>>> {
        let mut inversions = self.inversions();
        let mut one = |(at, &repeats): (usize, &f64)| {
            watch::piece(at, times.len())?;
            Self::worst(&mut inversions, |inversion, known| {
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
    let mut inversion = Inversion::new(parts);
    inversion.work.set(GUESSWORK);
    let saddle =
        |inversion: &Inversion<'_>, at: f64| RealMoments::abscissa(inversion.real.saddle(at, 1.0).index);
    if let Some(outcomes) = &inversion.outcomes {
        let epsilon = outcomes.epsilon(goal, inversion.largest()).upper;
        let c = saddle(&inversion, epsilon);
        return Some((epsilon, c, c));
    }
    let epsilon = inversion.search(goal).ok()?;
    let reading = inversion.lines.first()?.read(epsilon);
    Some((epsilon, saddle(&inversion, epsilon), reading.slope / reading.delta))
}

/// A composition in one direction, repeated some times over.
struct Inversion<'a> {
    parts: &'a [Part<'a>],
    real: RealMoments<'a>,
    atoms: Rc<Atoms<'a>>,
    times: f64,
    /// All outcomes, where nothing but atoms is there and they lie on no lattice: no line is needed.
    outcomes: Option<Outcomes>,
    /// The same given the outcomes of some parts, where no line through all of them ends.
    conditioned: Option<Conditioned<'a>>,
    /// Up to two lines; they serve neighbouring ε and counts too.
    lines: Vec<Contour<'a>>,
    /// What is left to be spent on the value asked for.
    work: Cell<usize>,
}

impl<'a> Inversion<'a> {
    /// Prepares the composition.
    fn new(parts: &'a [Part<'a>]) -> Self {
        let (real, atoms) = (RealMoments::new(parts), Rc::new(Atoms::new(parts)));
        let outcomes = Outcomes::new(&atoms, 1.0);
        let work = Cell::new(WORK);
        Self { parts, real, atoms, times: 1.0, outcomes, conditioned: None, lines: Vec::new(), work }
    }

    /// Prepares the composition, given the outcomes of those parts that have nothing else, if that helps.
    fn given_atoms(parts: &'a [Part<'a>]) -> Self {
        Self { conditioned: Conditioned::new(parts, 1.0), ..Self::new(parts) }
    }

    /// The same so many times over.
    fn repeat(&mut self, times: f64) {
        self.times = times;
        self.outcomes = Outcomes::new(&self.atoms, times);
        if self.conditioned.as_mut().is_some_and(|conditioned| !conditioned.repeat(times)) {
            self.conditioned = None;
        }
        self.lines.retain_mut(|line| line.repeat(times).is_ok());
    }

    /// `P[q = 0]` of the whole.
    fn infinite(&self) -> f64 {
        infinite_mass(self.parts, self.times)
    }

    /// Never below the largest loss.
    fn largest(&self) -> f64 {
        self.times * largest_loss(self.parts)
    }

    /// `δ(ε)`, or that it is at most `known`.
    fn delta(&mut self, epsilon: f64, known: f64) -> Result<Interval, Unavailable> {
        if self.parts.is_empty() {
            return Ok(Interval::around(-epsilon.exp_m1(), 1e-15).within(0.0, 1.0));
        }
        if let Some(pair) = self.single() {
            return Ok(pair.profile(epsilon));
        }
        if epsilon >= self.largest() {
            return Ok(Interval::exact(0.0));
        }
        if epsilon < LOWEST {
            return Ok(Interval { lower: -epsilon.exp_m1(), upper: 1.0 });
        }
        let infinite = self.infinite();
        if self.real.bound(epsilon, self.times) + infinite < known {
            return Ok(Interval { lower: 0.0, upper: known });
        }
        let finite = match &self.outcomes {
            Some(outcomes) => outcomes.delta(epsilon),
            None => self.reading(epsilon).map(|reading| Interval::around(reading.delta, reading.error))?,
        };
        let sum = |part: f64, direction: f64| part + infinite * (1.0 + direction * 1e-14);
        Ok(Interval { lower: sum(finite.lower, -1.0), upper: sum(finite.upper, 1.0) }.within(0.0, 1.0))
    }

    /// The smallest ε ≥ 0 with `δ(ε) ≤ delta`, or that it is at most `known`.
    fn epsilon(&mut self, delta: Probability, known: f64) -> Result<Interval, Unavailable> {
        let infinite = self.infinite();
        let goal = delta.value() - infinite;
        if goal <= 0.0 {
            return Ok(Interval { lower: 0.0, upper: f64::INFINITY });
        }
        if self.parts.is_empty() || delta.value() >= 1.0 {
            return Ok(Interval::exact(0.0));
        }
        if let Some(pair) = self.single() {
            return Ok(epsilon_at(pair, delta));
        }
        if known > 0.0 && self.real.bound(known, self.times) < goal {
            return Ok(Interval { lower: 0.0, upper: known });
        }
        if let Some(outcomes) = &self.outcomes {
            // Among outcomes too rare to be kept the sum knows nothing.
            let known = LEFT_OUT <= TOLERANCE * goal;
            return known.then(|| outcomes.epsilon(goal, self.largest())).ok_or(Unavailable::SlowDecay);
        }
        let mut epsilon = self.search(goal)?;
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
                let rounding = 1e-15 + 1e-14 * infinite / goal;
                let width = (reading.error + rounding) / slope + 1e-13 * epsilon;
                let upper = (epsilon + width).min(self.largest());
                return Ok(Interval { lower: (epsilon - width).max(0.0).min(upper), upper });
            }
        }
        Err(Unavailable::ContoursDisagree)
    }

    /// One release alone needs no inversion.
    fn single(&self) -> Option<&'a dyn Pair> {
        match self.parts {
            [part] if part.count * self.times == 1.0 => Some(&*part.pair),
            _ => None,
        }
    }

    /// Newton's method on `log δ` along the first line, from the saddle point approximation or, where that
    /// misses because a single release decides, from what the releases lose one by one.
    fn search(&mut self, goal: f64) -> Result<f64, Unavailable> {
        let guess = self.guess(goal.ln());
        if self.conditioned.is_some() && !self.fades(guess) {
            return self.narrow(guess, goal);
        }
        self.close_in(guess, goal).or_else(|_| self.close_in(self.apart(goal), goal))
    }

    /// Newton's method from a start; a new line where the last one does not reach.
    fn close_in(&mut self, start: f64, goal: f64) -> Result<f64, Unavailable> {
        let (mut epsilon, largest) = (start, self.largest());
        for _ in 0..10 {
            watch::go_on()?;
            if self.lines.first().is_none_or(|line| line.read(epsilon).error > 0.1) {
                self.lines.clear();
                self.draw(epsilon)?;
            }
            let line = &self.lines[0];
            for _ in 0..20 {
                let reading = line.read(epsilon);
                if !(reading.error < 0.1 && reading.delta > 0.0 && reading.slope > 0.0) {
                    break;
                }
                let next = (epsilon + (reading.delta / goal).ln() * reading.delta / reading.slope).max(0.0);
                // Next to its end the profile falls faster than any exponential.
                let next = if next < largest { next } else { 0.5 * (epsilon + largest) };
                let moved = (next - epsilon).abs();
                epsilon = next;
                if moved <= 1e-12 * epsilon {
                    break;
                }
            }
            if line.read(epsilon).error <= TOLERANCE {
                return Ok(epsilon);
            }
            self.lines.clear();
        }
        Err(Unavailable::ContoursDisagree)
    }

    /// Whether the integrand fades along the line for ε, although all parts have atoms.
    fn fades(&self, epsilon: f64) -> bool {
        let c = RealMoments::abscissa(self.real.saddle(epsilon, self.times).index);
        let parts = self.parts.iter().enumerate();
        let lasting: f64 =
            parts.map(|(at, part)| part.count * (self.atoms.log_moment(at, c) - self.real.part(at, c))).sum();
        self.times * lasting < FADED
    }

    /// Newton's method on `log δ` inside a bracket, which takes readings alone.
    fn narrow(&mut self, start: f64, goal: f64) -> Result<f64, Unavailable> {
        let (mut low, mut high) = (0.0, self.real.best_for_delta(goal.ln(), self.times).1.max(0.0));
        let mut epsilon = start;
        for _ in 0..60 {
            let Reading { delta, slope, .. } = self.reading(epsilon)?;
            *(if delta > goal { &mut low } else { &mut high }) = epsilon;
            let step = (delta / goal).ln() * delta / slope;
            if step.abs() <= 1e-12 * epsilon || high - low <= 1e-12 * high {
                break;
            }
            let next = epsilon + step;
            epsilon = if low < next && next < high { next } else { 0.5 * (low + high) };
        }
        Ok(epsilon)
    }

    /// ε at which the profiles of all releases add up to a δ.
    fn apart(&self, goal: f64) -> f64 {
        let sum = |epsilon: f64| -> f64 {
            self.parts.iter().map(|part| self.times * part.count * part.pair.profile(epsilon).lower).sum()
        };
        let (mut low, mut high) = (0.0, self.largest().min(1e3));
        for _ in 0..30 {
            let middle = 0.5 * (low + high);
            if sum(middle) > goal { low = middle } else { high = middle }
        }
        high
    }

    /// ε at a log δ by the saddle point approximation, which takes no line.
    fn guess(&self, log_goal: f64) -> f64 {
        let (mut low, mut high) = (0.0, self.real.best_for_delta(log_goal, self.times).1.max(0.0));
        for _ in 0..16 {
            let middle = 0.5 * (low + high);
            let saddle = self.real.saddle(middle, self.times);
            if RealMoments::log_delta(saddle) > log_goal { low = middle } else { high = middle }
        }
        high
    }

    /// Reads both lines; draws new ones where the last do not serve.
    fn reading(&mut self, epsilon: f64) -> Result<Reading, Unavailable> {
        if self.conditioned.is_some()
            && !self.fades(epsilon)
            && let Some(conditioned) = &mut self.conditioned
        {
            return conditioned.reading(epsilon);
        }
        // The second line anew, then both.
        for kept in [1, 0] {
            if let Some(reading) = self.agreed(epsilon) {
                return Ok(reading);
            }
            self.lines.truncate(kept);
            self.lines.retain(|line| line.read(epsilon).error <= TOLERANCE);
            while self.lines.len() < 2 {
                self.draw(epsilon)?;
            }
        }
        self.agreed(epsilon).ok_or(Unavailable::ContoursDisagree)
    }

    /// One more line through the neighbourhood of the saddle point.
    ///
    /// Left of the saddle point the aliases fall faster, but not so far left that the integrand grows
    /// by more than a few digits; among those lines the one with the shortest window takes the fewest points.
    fn draw(&mut self, epsilon: f64) -> Result<(), Unavailable> {
        let saddle = self.real.saddle(epsilon, self.times);
        let reach = self.lines.first().map_or(0.0, |line| 1.35 * line.reach());
        let log_delta = RealMoments::log_delta(saddle);
        let aim = Aim { times: self.times, epsilon, log_delta, reach, work: &self.work };
        let lost = |index: i32| {
            let c = RealMoments::abscissa(index);
            self.times * self.real.known(index) - c * epsilon - c.ln() - (c + 1.0).ln() - saddle.value
        };
        let taken = |index: i32| self.lines.first().is_some_and(|line| line.is_at(index));
        let shortest = |most: f64| {
            (saddle.index - 16..=saddle.index + 2)
                .filter(|&index| !taken(index) && lost(index) <= most)
                .map(|index| Course::new(&self.real, index, &aim))
                .min_by(|a, b| a.window.total_cmp(&b.window))
        };
        let shortest = shortest(4.0).or_else(|| shortest(10.0));
        let mut course = shortest.ok_or(Unavailable::SlowDecay)?;
        if !self.lines.is_empty() {
            course.window *= 1.35;
        }
        let line = Contour::new(self.parts, &self.atoms, &self.real, course, &aim);
        self.lines.push(line.map_err(|_| Unavailable::SlowDecay)?);
        Ok(())
    }

    /// The value on which both lines agree within the tolerance.
    fn agreed(&self, epsilon: f64) -> Option<Reading> {
        let [first, second] = &self.lines[..] else { return None };
        let (a, b) = (first.read(epsilon), second.read(epsilon));
        let error = a.error.min(b.error) + 2.0 * (a.delta / b.delta - 1.0).abs();
        let reading = if a.error < b.error { a } else { b };
        (reading.delta > 0.0 && error <= TOLERANCE).then_some(Reading { error, ..reading })
    }
}
