//! What every accountant answers.

use super::Unavailable;
use crate::guarantee::{Interval, Order, Probability, RenyiBound};

/// A bound of ε or of δ, and what to know about it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bound {
    /// Never above the exact value, where the accountant certifies a lower end.
    pub lower: Option<f64>,
    /// Never below the exact value.
    pub upper: f64,
    /// The Rényi order that gave it.
    pub order: Option<Order>,
    /// What to know before relying on it.
    pub note: Option<&'static str>,
}

impl From<Interval> for Bound {
    fn from(interval: Interval) -> Self {
        Self { lower: Some(interval.lower), upper: interval.upper, order: None, note: None }
    }
}

impl From<RenyiBound> for Bound {
    fn from(bound: RenyiBound) -> Self {
        const EDGE: &str =
            "the best order lies at the end of the search: the bound holds, but a better order may exist";
        Self {
            lower: None,
            upper: bound.upper,
            order: Some(bound.order),
            note: bound.at_edge.then_some(EDGE),
        }
    }
}

impl Bound {
    /// Only the upper end is known.
    pub fn above(upper: f64) -> Self {
        Self { lower: None, upper, order: None, note: None }
    }

    /// What holds in both of two directions: each end is the larger one.
    pub fn or(self, other: Self) -> Self {
        // What is no number is the worst: it must not be passed over.
        let worse = if other.upper > self.upper || other.upper.is_nan() { other } else { self };
        let lower = self.lower.zip(other.lower).map(|(a, b)| a.max(b));
        Self { lower, ..worse }
    }
}

/// What is fixed where the other one is asked for.
#[derive(Debug, Clone, Copy)]
pub enum Fixed {
    /// Asks for ε at this δ.
    Delta(Probability),
    /// Asks for δ at this ε.
    Epsilon(f64),
}

/// A plan as one accountant composed it: its profile, read in both directions.
pub trait Ledger {
    /// δ at ε.
    fn delta(&self, epsilon: f64) -> Result<Bound, Unavailable>;

    /// ε at δ.
    fn epsilon(&self, delta: Probability) -> Result<Bound, Unavailable>;

    /// δ at many ε, by increasing ε; an accountant that can share work between them does.
    fn deltas(&self, epsilons: &[f64]) -> Result<Vec<Bound>, Unavailable> {
        one_by_one(epsilons, &|epsilon| self.delta(epsilon)).into_iter().collect()
    }

    /// The same for a curve: each is answered by itself, so that one that cannot be takes no other away.
    fn pointwise(&self, epsilons: &[f64]) -> Vec<Result<Bound, Unavailable>> {
        match self.deltas(epsilons) {
            Ok(bounds) => bounds.into_iter().map(Ok).collect(),
            Err(stopped @ Unavailable::Stopped(_)) => vec![Err(stopped); epsilons.len()],
            Err(_) => one_by_one(epsilons, &|epsilon| self.delta(epsilon)),
        }
    }

    /// The bound of what is not fixed.
    fn bound(&self, fixed: Fixed) -> Result<Bound, Unavailable> {
        match fixed {
            Fixed::Delta(delta) => self.epsilon(delta),
            Fixed::Epsilon(epsilon) => self.delta(epsilon),
        }
    }

    /// The same for the plan so many times over, by increasing number; `None` where each must be composed anew.
    fn repeated(&self, _fixed: Fixed, _times: &[f64]) -> Option<Vec<Result<Bound, Unavailable>>> {
        None
    }
}

fn one_by_one(
    epsilons: &[f64],
    delta: &dyn Fn(f64) -> Result<Bound, Unavailable>,
) -> Vec<Result<Bound, Unavailable>> {
    epsilons.iter().map(|&epsilon| delta(epsilon)).collect()
}

/// What an accountant says, as far as it may be said: a value that is no number is an error, and pairs that no two
/// neighbours need have bound the releases from above only.
pub(super) struct Stated<'a> {
    pub ledger: Box<dyn Ledger + 'a>,
    /// Whether some two neighbours have the pairs of the plan.
    pub attained: bool,
}

impl Stated<'_> {
    fn state(&self, bound: Bound) -> Result<Bound, Unavailable> {
        const DOMINATED: &str = "an upper bound only: the pair that dominates such a release need not be that of any two data sets";
        if bound.upper.is_nan() || bound.lower.is_some_and(f64::is_nan) {
            return Err(Unavailable::NoNumber);
        }
        Ok(if self.attained {
            bound
        } else {
            Bound { lower: None, note: bound.note.or(Some(DOMINATED)), ..bound }
        })
    }
}

impl Ledger for Stated<'_> {
    fn delta(&self, epsilon: f64) -> Result<Bound, Unavailable> {
        self.ledger.delta(epsilon).and_then(|bound| self.state(bound))
    }

    fn epsilon(&self, delta: Probability) -> Result<Bound, Unavailable> {
        self.ledger.epsilon(delta).and_then(|bound| self.state(bound))
    }

    fn deltas(&self, epsilons: &[f64]) -> Result<Vec<Bound>, Unavailable> {
        self.ledger.deltas(epsilons)?.into_iter().map(|bound| self.state(bound)).collect()
    }

    fn pointwise(&self, epsilons: &[f64]) -> Vec<Result<Bound, Unavailable>> {
        let bounds = self.ledger.pointwise(epsilons).into_iter();
        bounds.map(|bound| bound.and_then(|bound| self.state(bound))).collect()
    }

    fn repeated(&self, fixed: Fixed, times: &[f64]) -> Option<Vec<Result<Bound, Unavailable>>> {
        let bounds = self.ledger.repeated(fixed, times)?.into_iter();
        Some(bounds.map(|bound| bound.and_then(|bound| self.state(bound))).collect())
    }
}

/// The worst over the directions of a plan; a plan that says nothing has none and loses nothing.
pub(super) fn worst<T>(
    directions: &[T],
    bound: impl FnMut(&T) -> Result<Bound, Unavailable>,
) -> Result<Bound, Unavailable> {
    let bounds = directions.iter().map(bound).collect::<Result<Vec<_>, _>>()?;
    Ok(bounds.into_iter().reduce(Bound::or).unwrap_or(Interval::exact(0.0).into()))
}
