//! The trade-off curve of a composition, dual to its profile.

use super::{Accountant, Bound, Ledger, Plan, Unavailable};
use crate::guarantee::{Interval, Probability};

/// Half the number of supporting lines of a curve at first.
const LINES: usize = 150;

/// How often lines are added where the bounds are far apart, and at most how many.
const ROUNDS: usize = 2;
const MORE: usize = 64;

/// Lines between the neighbours of the best one, and how often they are put there, for a single point.
const STEPS: usize = 12;
const REFINEMENTS: usize = 2;

/// Roundings of a sum and a product.
const ROUNDING: f64 = 1e-14;

/// `f(x) = sup_ε 1 − δ(ε) − e^ε x` (Fenchel duality of profile and trade-off; Dong, Roth and Su 2022).
///
/// Of a relation of two directions it is the least type II error of any test in either: at each x the smaller of the two
/// curves, not the convex hull of both, which the larger of the two profiles would give.
pub struct DualTradeOff {
    directions: Vec<Envelope>,
}

impl DualTradeOff {
    /// Reads the profile of every direction where it matters.
    pub fn new(accountant: Accountant, plan: &Plan) -> Result<Self, Unavailable> {
        let envelope = |plan: Plan| {
            let ledger = accountant.compose(&plan)?;
            let mut envelope = Envelope::new(&*ledger, plan.infinite(), LINES)?;
            for _ in 0..ROUNDS {
                let between = envelope.widest();
                envelope.add(&*ledger, &between)?;
            }
            Ok::<_, Unavailable>(envelope)
        };
        Ok(Self { directions: plan.one_way().map(envelope).collect::<Result<_, _>>()? })
    }

    /// The least type II error at a type I error.
    pub fn at(&self, type_one: Probability) -> Interval {
        let x = type_one.value();
        let blind = Interval { lower: 1.0 - x, upper: 1.0 - x };
        self.directions.iter().map(|envelope| envelope.at(x)).fold(blind, Interval::min)
    }
}

/// `y = 1 − δ − e^ε x`, which the curve touches and never crosses.
#[derive(Debug, Clone, Copy)]
struct Line {
    epsilon: f64,
    delta: Interval,
    /// Where the curve touches it, at the test `L > ε`: δ is convex in `e^ε` and that x is minus its slope, so it lies
    /// between those of the chords to the neighbours.
    touch: Interval,
}

impl Line {
    fn y(&self, x: f64, delta: f64, side: f64) -> f64 {
        let caught = if x > 0.0 { (self.epsilon + x.ln()).exp() } else { 0.0 };
        let slack = 1e-15 * (2.0 + caught * (2.0 + self.epsilon.abs() + x.max(f64::MIN_POSITIVE).ln().abs()));
        (1.0 - delta - caught + side * slack).clamp(0.0, 1.0)
    }

    /// Never above the curve.
    fn below(&self, x: f64) -> f64 {
        self.y(x, self.delta.upper, -1.0)
    }

    /// Never below the line itself.
    fn above(&self, x: f64) -> f64 {
        self.y(x, self.delta.lower, 1.0)
    }
}

/// The supporting lines of one direction, by increasing ε.
pub(super) struct Envelope {
    lines: Vec<Line>,
    /// The type II error at type I error 0 is at most this.
    start: f64,
    /// Whether the profile has been known from both sides everywhere.
    two_sided: bool,
}

impl Envelope {
    /// Reads the profile at `2 half + 1` places.
    pub fn new(ledger: &dyn Ledger, infinite: f64, half: usize) -> Result<Self, Unavailable> {
        let reach = reach(ledger, infinite)?;
        // Close together near 0, where the curve bends most.
        let share = |at: usize| at as f64 / half as f64 - 1.0;
        let epsilons: Vec<f64> = (0..=2 * half).map(|at| reach * share(at) * share(at).abs()).collect();
        let start = 1.0 - infinite * (1.0 - 1e-12);
        let mut envelope = Self { lines: Vec::new(), start, two_sided: true };
        envelope.add(ledger, &epsilons)?;
        Ok(envelope)
    }

    /// Adds lines where they matter for the power at x.
    pub fn close_in(&mut self, ledger: &dyn Ledger, x: f64) -> Result<(), Unavailable> {
        for _ in 0..REFINEMENTS {
            let (power, best) = self.least(x);
            // Blind guessing names as many.
            if power - x <= 1e-9 * x {
                break;
            }
            let last = self.lines.len() - 1;
            let (from, to) =
                (self.lines[best.saturating_sub(1)].epsilon, self.lines[(best + 1).min(last)].epsilon);
            let place = |at: usize| from + (to - from) * at as f64 / STEPS as f64;
            let between: Vec<f64> = (1..STEPS).map(place).collect();
            self.add(ledger, &between)?;
        }
        Ok(())
    }

    /// `1 − f(x) ≤ δ(ε) + e^ε x`: the least of all lines, and which of them has it. Its digits are relative to itself,
    /// where `1 − f` would round a small one away.
    fn least(&self, x: f64) -> (f64, usize) {
        let power = |line: &Line| (line.delta.upper + line.epsilon.exp() * x) * (1.0 + ROUNDING);
        let powers = self.lines.iter().enumerate().map(|(at, line)| (power(line), at));
        powers.fold((f64::INFINITY, 0), |least, one| if one.0 < least.0 { one } else { least })
    }

    /// `1 − f(x)`, the power of the best test at level x; the lower end where the profile has one everywhere.
    pub fn power(&self, x: f64) -> Bound {
        let lower = 1.0 - self.at(x).upper - ROUNDING;
        let power = Interval { lower, upper: self.least(x).0 }.within(x, 1.0);
        if self.two_sided { power.into() } else { Bound::above(power.upper) }
    }

    fn add(&mut self, ledger: &dyn Ledger, epsilons: &[f64]) -> Result<(), Unavailable> {
        let bounds = ledger.deltas(epsilons)?;
        self.two_sided &= bounds.iter().all(|bound| bound.lower.is_some());
        for (&epsilon, bound) in epsilons.iter().zip(bounds) {
            let delta = Interval { lower: bound.lower.unwrap_or(0.0), upper: bound.upper }.within(0.0, 1.0);
            self.lines.push(Line { epsilon, delta, touch: Interval { lower: 0.0, upper: 1.0 } });
        }
        self.lines.sort_by(|a, b| a.epsilon.total_cmp(&b.epsilon));
        self.lines.dedup_by(|a, b| a.epsilon == b.epsilon);
        // `(δ(a) − δ(b))/(e^b − e^a)` from one line to the next.
        let chord = |a: &Line, b: &Line, fall: f64| {
            (fall.max(0.0) * (-a.epsilon).exp() / (b.epsilon - a.epsilon).exp_m1()).clamp(0.0, 1.0)
        };
        for at in 0..self.lines.len() {
            let line = self.lines[at];
            let next = self.lines.get(at + 1);
            let before = at.checked_sub(1).map(|before| self.lines[before]);
            let lower = next.map_or(0.0, |next| chord(&line, next, line.delta.lower - next.delta.upper));
            let upper =
                before.map_or(1.0, |before| chord(&before, &line, before.delta.upper - line.delta.lower));
            self.lines[at].touch =
                Interval { lower: lower * (1.0 - 1e-14), upper: upper * (1.0 + 1e-14) + f64::MIN_POSITIVE }
                    .within(0.0, 1.0);
        }
        Ok(())
    }

    /// New ε half way between lines, where the bounds are farthest apart.
    fn widest(&self) -> Vec<f64> {
        let gap = |pair: &[Line]| {
            let x = pair[1].touch.upper;
            let Interval { lower, upper } = self.at(x);
            (upper - lower, 0.5 * (pair[0].epsilon + pair[1].epsilon))
        };
        let mut gaps: Vec<(f64, f64)> = self.lines.windows(2).map(gap).filter(|gap| gap.0 > 1e-9).collect();
        gaps.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut epsilons: Vec<f64> = gaps.into_iter().take(MORE).map(|gap| gap.1).collect();
        epsilons.sort_by(f64::total_cmp);
        epsilons
    }

    /// Above every line, and below the chord of any two neighbouring points at which lines may be touched: the curve
    /// is convex and its points are tests that exist.
    fn at(&self, x: f64) -> Interval {
        let lower = self.lines.iter().map(|line| line.below(x)).fold(0.0, f64::max);
        let mut upper = lower;
        // By falling ε the tests come by growing type I error: the first after the test that never rejects, the last
        // before the one that always does.
        let (mut left, mut left_y) = ([0.0, 0.0], [self.start, self.start]);
        for line in self.lines.iter().rev() {
            let Interval { lower: from, upper: to } = line.touch;
            if left[0] <= x && x <= to {
                let right = [from.max(x), to];
                upper = chords(x, (left, left_y), (right, right.map(|x| line.above(x)))).max(upper);
            }
            left = [from, to.min(x).max(from)];
            left_y = left.map(|x| line.above(x));
        }
        if left[0] <= x {
            upper = chords(x, (left, left_y), ([1.0, 1.0], [0.0, 0.0])).max(upper);
        }
        Interval { lower: lower.min(1.0 - x), upper: (upper * (1.0 + 1e-14)).min(1.0 - x) }
    }
}

/// The largest value at x of a chord from a left to a right point: in either place it is monotone, so that the ends
/// of the places decide.
fn chords(x: f64, left: ([f64; 2], [f64; 2]), right: ([f64; 2], [f64; 2])) -> f64 {
    let mut largest = 0.0f64;
    for (&a, &y) in left.0.iter().zip(&left.1) {
        for (&b, &z) in right.0.iter().zip(&right.1) {
            let share = if b > a { ((x - a) / (b - a)).clamp(0.0, 1.0) } else { 0.0 };
            let value = if b > a { y + share * (z - y) } else { y.max(z) };
            largest = largest.max(value);
        }
    }
    largest
}

/// The ε beyond which only the mass at infinity is left, or hardly more.
fn reach(ledger: &dyn Ledger, infinite: f64) -> Result<f64, Unavailable> {
    for left in [1e-12, 1e-9, 1e-6, 1e-3, 0.03, 0.3] {
        let reach = ledger.epsilon(Probability::clamped(infinite + left * (1.0 - infinite)))?.upper;
        if reach.is_finite() {
            return Ok(reach.max(1e-9));
        }
    }
    Ok(50.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::account::{Release, exact};
    use crate::mechanism::{Approximate, Gaussian, Mechanism, RandomizedResponse};
    use crate::sampling::{Neighbours, Sampling};

    fn release(mechanism: Mechanism, rate: Option<f64>) -> Release {
        let sampling = rate.map(|rate| Sampling::Poisson { rate });
        Release { label: None, count: 1.0, mechanism, sampling }
    }

    /// The exact curve of one release lies between the ends by the contour and by the lattice, and these are close; for
    /// two directions, and for mass at infinity, where a profile never falls to 0.
    #[test]
    fn both_ends_are_ends() {
        for (mechanism, rate, close) in [
            (Mechanism::Gaussian(Gaussian::with_sigma(2.887_763_4)), None, 2e-4),
            (Mechanism::Gaussian(Gaussian::with_sigma(0.02)), Some(0.5), 1e-2),
            (Mechanism::Gaussian(Gaussian::with_sigma(0.8)), Some(0.1), 2e-2),
            (Mechanism::RandomizedResponse(RandomizedResponse::new(0.75).unwrap()), None, 5e-2),
            (Mechanism::Approximate(Approximate::new(1.0, 0.16).unwrap()), None, 5e-2),
        ] {
            let plan = Plan::new(&[release(mechanism.clone(), rate)], Neighbours::AddRemove);
            let closed = exact::compose(&plan).expect("one release");
            for accountant in [Accountant::Fourier, Accountant::Pld] {
                let Ok(dual) = DualTradeOff::new(accountant, &plan) else {
                    assert!(accountant == Accountant::Pld, "{mechanism}");
                    continue;
                };
                for x in [0.0, 1e-6, 0.01, 0.1, 0.3, 0.5, 0.75, 0.9, 1.0] {
                    let error = Probability::clamped(x);
                    let found = dual.at(error);
                    let truth = closed.pairs().map(|pair| pair.trade_off(error)).reduce(Interval::min);
                    let truth = truth.expect("a direction");
                    let inside = found.lower <= truth.upper && truth.lower <= found.upper + 1e-15;
                    assert!(inside, "{accountant:?} {mechanism} {x}: {found:?} {truth:?}");
                    // The lattice is as close as its own bracket.
                    let close = if accountant == Accountant::Pld { 1.0 } else { close };
                    assert!(found.upper - found.lower < close, "{accountant:?} {mechanism} {x}: {found:?}");
                }
            }
        }
    }
}
