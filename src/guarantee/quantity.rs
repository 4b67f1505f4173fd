//! Quantities whose range is part of their meaning.

use serde::Serialize;

/// A probability: a number from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Serialize)]
#[serde(transparent)]
pub struct Probability(f64);

impl Probability {
    /// `None` unless the value lies in [0, 1].
    pub fn new(value: f64) -> Option<Self> {
        (0.0..=1.0).contains(&value).then_some(Self(value))
    }

    /// The nearest probability, for a value whose range has been checked.
    pub fn clamped(value: f64) -> Self {
        Self(value.clamp(0.0, 1.0))
    }

    /// The number.
    pub fn value(self) -> f64 {
        self.0
    }
}

/// A Rényi order α: 1 (Kullback–Leibler) to infinity (pure differential privacy).
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub struct Order(f64);

impl Order {
    /// The order of the mean loss, the Kullback–Leibler divergence.
    pub const ONE: Self = Self(1.0);

    /// The order of pure differential privacy, the largest loss.
    pub const INFINITE: Self = Self(f64::INFINITY);

    /// `None` unless the value is at least 1.
    pub fn new(value: f64) -> Option<Self> {
        (value >= 1.0).then_some(Self(value))
    }

    /// The order nearest to 1 + `excess`, for searches that run over α − 1.
    pub fn above_one(excess: f64) -> Self {
        Self(1.0 + excess.max(0.0))
    }

    /// The number α.
    pub fn value(self) -> f64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_outside_the_range_are_refused() {
        assert!(Probability::new(-1e-9).is_none() && Probability::new(f64::NAN).is_none());
        assert!(Probability::new(0.0).is_some() && Probability::new(1.0).is_some());
        assert!(Order::new(0.999).is_none() && Order::new(f64::NAN).is_none());
        assert!(Order::new(1.0).is_some() && Order::new(f64::INFINITY).is_some());
    }
}
