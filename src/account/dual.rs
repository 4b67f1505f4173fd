//! The trade-off curve of a composition, dual to its profile.

use super::{Ledger, Unavailable};
use crate::guarantee::{Interval, Probability};

/// Half the number of supporting lines.
const LINES: usize = 150;

/// `f(x) = sup_ε 1 − δ(ε) − e^ε x` (Fenchel duality of profile and trade-off; Dong, Roth and Su 2022).
///
/// Every ε, negative ones too, gives a supporting line, so the supremum over any list is a bound from
/// below.
pub struct DualTradeOff {
    /// `(ε, δ lower, δ upper)`.
    lines: Vec<(f64, f64, f64)>,
}

impl DualTradeOff {
    /// Reads the profile where it matters.
    pub fn new(ledger: &(impl Ledger + ?Sized)) -> Result<Self, Unavailable> {
        let reach = ledger.epsilon(Probability::clamped(1e-12))?.upper;
        let reach = if reach.is_finite() { reach.max(1e-9) } else { 50.0 };
        // Close together near 0, where the curve bends most.
        let share = |at: usize| at as f64 / LINES as f64 - 1.0;
        let epsilons: Vec<f64> = (0..=2 * LINES).map(|at| reach * share(at) * share(at).abs()).collect();
        let bounds = ledger.deltas(&epsilons)?;
        let line =
            |(epsilon, bound): (f64, &super::Bound)| (epsilon, bound.lower.unwrap_or(0.0), bound.upper);
        Ok(Self { lines: epsilons.into_iter().zip(&bounds).map(line).collect() })
    }

    /// The least type II error at a type I error: never below `lower`; `upper` is the same envelope of
    /// the lower profile, to the spacing of its lines.
    pub fn at(&self, type_one: Probability) -> Interval {
        let x = type_one.value();
        let envelope = |delta: fn(&(f64, f64, f64)) -> f64| {
            let line = |line: &(f64, f64, f64)| {
                let (epsilon, rest) = (line.0, 1.0 - delta(line));
                rest - epsilon.exp() * x
            };
            self.lines.iter().map(line).fold(0.0, f64::max)
        };
        Interval { lower: envelope(|line| line.2), upper: envelope(|line| line.1) }
    }
}
