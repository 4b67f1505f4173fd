//! Where the losses of a composition end: the largest finite one, and what is infinite.

use crate::account::Part;
use crate::guarantee::{Interval, Order, Pair};

/// Relative rounding of a loss, and of the sum of many.
const ROUNDING: f64 = 1e-14;

/// What is known of a composition without composing it.
#[derive(Debug, Clone, Copy)]
pub struct Ends {
    /// `P[q = 0]`: one infinite loss is enough.
    pub infinite: Interval,
    /// The largest finite loss; infinite where there is none.
    pub largest: Interval,
    /// P-mass that may lie beyond it all the same, because it underflows.
    beyond: f64,
}

impl Ends {
    /// Adds the ends of the parts up.
    pub fn new(parts: &[Part<'_>]) -> Self {
        let mut ends = Self { infinite: infinite(parts), largest: Interval::exact(0.0), beyond: 0.0 };
        for part in parts {
            let (largest, beyond) = largest_finite(&*part.pair);
            ends.largest.lower += part.count * largest.lower;
            ends.largest.upper += part.count * largest.upper;
            ends.beyond += part.count * beyond;
        }
        let slack = f64::EPSILON * (parts.len() as f64 + 2.0);
        ends.largest.lower -= slack * ends.largest.lower.abs();
        ends.largest.upper += slack * ends.largest.upper.abs();
        ends
    }

    /// δ at an ε that no finite loss exceeds: what is infinite, and no more.
    pub fn delta(&self, epsilon: f64) -> Option<Interval> {
        let upper = (self.infinite.upper + self.beyond).min(1.0);
        (epsilon >= self.largest.upper).then_some(Interval { lower: self.infinite.lower, upper })
    }

    /// ε at a δ that no finite loss decides: infinite below the mass at infinity, and at that very mass
    /// the largest finite loss.
    pub fn epsilon(&self, delta: f64) -> Option<Interval> {
        if delta < self.infinite.lower {
            return Some(Interval::exact(f64::INFINITY));
        }
        let known = self.infinite.lower == self.infinite.upper && self.beyond == 0.0;
        (known && delta == self.infinite.upper).then_some(self.largest.within(0.0, f64::INFINITY))
    }
}

/// `1 − Π (1 − P_i[q = 0])`, exact where one release alone has any.
fn infinite(parts: &[Part<'_>]) -> Interval {
    let mut with = parts.iter().filter(|part| part.pair.infinite() > 0.0);
    match (with.next(), with.next()) {
        (None, _) => Interval::exact(0.0),
        (Some(part), None) if part.count == 1.0 => Interval::exact(part.pair.infinite()),
        _ => {
            let mass = super::infinite_mass(parts, 1.0);
            Interval::around(mass, 1e-15 * (parts.len() as f64 + 8.0)).within(0.0, 1.0)
        }
    }
}

/// The largest finite loss of a pair, and the P-mass that may lie beyond.
pub fn largest_finite(pair: &dyn Pair) -> (Interval, f64) {
    if pair.infinite() == 0.0 {
        let largest = pair.renyi(Order::INFINITE);
        return (Interval { lower: largest.lower.min(largest.upper), upper: largest.upper }, 0.0);
    }
    // The order ∞ sees the infinite loss: the law itself says where it ends, and its masses confirm it.
    let loss = pair.loss();
    let atom = loss.atoms.last().map_or(f64::NEG_INFINITY, |atom| atom.at);
    let top = if loss.span.0 < loss.span.1 { atom.max(loss.span.1) } else { atom };
    let size = loss.atoms.first().map_or(0.0, |atom| atom.at.abs()).max(top.abs());
    let slack = ROUNDING * size + f64::MIN_POSITIVE;
    let nothing = pair.profile(top + slack).upper <= pair.infinite();
    let beyond = if nothing { 0.0 } else { pair.masses(top + slack, f64::INFINITY).p.upper };
    if !(top.is_finite() && beyond <= f64::MIN_POSITIVE) {
        return (Interval { lower: 0.0f64.min(top), upper: f64::INFINITY }, 0.0);
    }
    let reached = pair.masses(top - slack, f64::INFINITY).p.lower > 0.0;
    let lower = if reached { top - slack } else { f64::NEG_INFINITY };
    (Interval { lower, upper: top + slack }, beyond)
}
