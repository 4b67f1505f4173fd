//! A ledger that knows the largest loss of its plan.

use super::{Bound, Ledger, Plan, Unavailable};
use crate::guarantee::{Interval, Order, Probability};

/// Beyond the largest loss Λ nothing is left to an accountant: `δ(ε) = 0` for ε ≥ Λ, and for ε ≤ −Λ, where
/// every output counts, `δ(ε) = 1 − e^ε`.
pub struct Bounded<'a> {
    ledger: Box<dyn Ledger + 'a>,
    /// Never below `ess sup |L|`; infinite where losses are not bounded.
    pub largest: f64,
}

impl<'a> Bounded<'a> {
    /// Losses add, and a sample dilutes the loss of its mechanism.
    pub fn new(ledger: Box<dyn Ledger + 'a>, plan: &Plan) -> Self {
        let entries = plan.entries().iter();
        let each = entries.map(|entry| entry.count * entry.mechanism.renyi(Order::INFINITE).upper);
        let rounding = 1e-15 * (plan.entries().len() as f64 + 2.0);
        Self { ledger, largest: each.sum::<f64>() * (1.0 + rounding) }
    }

    fn beyond(&self, epsilon: f64) -> Option<Bound> {
        if epsilon >= self.largest {
            Some(Interval::exact(0.0).into())
        } else if epsilon <= -self.largest {
            Some(Interval::around(-epsilon.exp_m1(), 1e-15).within(0.0, 1.0).into())
        } else {
            None
        }
    }
}

impl Ledger for Bounded<'_> {
    fn delta(&self, epsilon: f64) -> Result<Bound, Unavailable> {
        self.beyond(epsilon).map_or_else(|| self.ledger.delta(epsilon), Ok)
    }

    fn epsilon(&self, delta: Probability) -> Result<Bound, Unavailable> {
        if self.largest == 0.0 {
            return Ok(Interval::exact(0.0).into());
        }
        let bound = self.ledger.epsilon(delta)?;
        let lower = bound.lower.map(|lower| lower.min(self.largest));
        Ok(Bound { lower, upper: bound.upper.min(self.largest), ..bound })
    }

    fn deltas(&self, epsilons: &[f64]) -> Result<Vec<Bound>, Unavailable> {
        let inside: Vec<f64> =
            epsilons.iter().copied().filter(|&epsilon| self.beyond(epsilon).is_none()).collect();
        let mut bounds = self.ledger.deltas(&inside)?.into_iter();
        let bound = |&epsilon: &f64| self.beyond(epsilon).or_else(|| bounds.next());
        Ok(epsilons.iter().filter_map(bound).collect())
    }
}
