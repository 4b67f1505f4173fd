//! A number with a certified direction.

use serde::Serialize;

/// The exact value lies in `[lower, upper]`, rounding included.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Interval {
    /// Never above the exact value.
    pub lower: f64,
    /// Never below the exact value.
    pub upper: f64,
}

impl Interval {
    /// A value that is exact as it stands, such as the δ of a bounded loss beyond its bound.
    pub const fn exact(value: f64) -> Self {
        Self { lower: value, upper: value }
    }

    /// Widens a value by the relative error of the formula that produced it, and by the smallest
    /// normal number so that an underflow to zero never reads as "no loss".
    pub fn around(value: f64, relative_error: f64) -> Self {
        let slack = value.abs() * relative_error + f64::MIN_POSITIVE;
        Self { lower: value - slack, upper: value + slack }
    }

    /// Cuts both ends to `[from, to]`, where the exact value is known to lie.
    pub fn within(self, from: f64, to: f64) -> Self {
        Self { lower: self.lower.clamp(from, to), upper: self.upper.clamp(from, to) }
    }

    /// The larger of two values, end by end.
    pub fn max(self, other: Self) -> Self {
        Self { lower: self.lower.max(other.lower), upper: self.upper.max(other.upper) }
    }

    /// The smaller of two values, end by end.
    pub fn min(self, other: Self) -> Self {
        Self { lower: self.lower.min(other.lower), upper: self.upper.min(other.upper) }
    }

    /// The middle: the value itself, to the accuracy of its formula.
    pub fn middle(self) -> f64 {
        if self.upper.is_infinite() { self.upper } else { 0.5 * (self.lower + self.upper) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_underflowed_value_keeps_a_positive_upper_end() {
        let delta = Interval::around(0.0, 1e-14).within(0.0, 1.0);
        assert_eq!(delta.lower, 0.0);
        assert!(delta.upper > 0.0);
    }

    #[test]
    fn both_ends_move_outward() {
        let wide = Interval::around(-3.0, 1e-3);
        assert!(wide.lower < -3.0 && wide.upper > -3.0);
    }
}
