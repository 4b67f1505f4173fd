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

    /// Nothing is known.
    pub const UNKNOWN: Self = Self { lower: f64::NEG_INFINITY, upper: f64::INFINITY };

    /// Widens a value by the relative error of the formula that produced it, and by the smallest
    /// normal number so that an underflow to zero never reads as "no loss". What is no number is unknown.
    pub fn around(value: f64, relative_error: f64) -> Self {
        if value.is_infinite() {
            return Self::exact(value);
        }
        let slack = value.abs() * relative_error + f64::MIN_POSITIVE;
        Self { lower: value - slack, upper: value + slack }.known()
    }

    /// An end that is no number bounds nothing: below it becomes −∞, above ∞. Every operation on intervals goes
    /// through here, because the maximum and the minimum of floats drop what is no number.
    fn known(self) -> Self {
        let Self { lower, upper } = self;
        Self {
            lower: if lower.is_nan() { f64::NEG_INFINITY } else { lower },
            upper: if upper.is_nan() { f64::INFINITY } else { upper },
        }
    }

    /// Cuts both ends to `[from, to]`, where the exact value is known to lie.
    pub fn within(self, from: f64, to: f64) -> Self {
        let Self { lower, upper } = self.known();
        let cut = |end: f64| end.min(to).max(from);
        Self { lower: cut(lower), upper: cut(upper) }
    }

    /// The larger of two values, end by end.
    pub fn max(self, other: Self) -> Self {
        let (a, b) = (self.known(), other.known());
        Self { lower: a.lower.max(b.lower), upper: a.upper.max(b.upper) }
    }

    /// The smaller of two values, end by end.
    pub fn min(self, other: Self) -> Self {
        let (a, b) = (self.known(), other.known());
        Self { lower: a.lower.min(b.lower), upper: a.upper.min(b.upper) }
    }

    /// What two statements about one value say together.
    pub fn and(self, other: Self) -> Self {
        let (a, b) = (self.known(), other.known());
        Self { lower: a.lower.max(b.lower), upper: a.upper.min(b.upper) }
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

    /// The exact value may be the one that is no number, so no end may be taken from the other alone.
    #[test]
    fn what_is_no_number_is_unknown() {
        let nothing = Interval { lower: f64::NAN, upper: f64::NAN };
        let one = Interval::exact(1.0);
        assert_eq!(nothing.max(one), Interval { lower: 1.0, upper: f64::INFINITY });
        assert_eq!(one.min(nothing), Interval { lower: f64::NEG_INFINITY, upper: 1.0 });
        assert_eq!(nothing.within(0.0, 7.0), Interval { lower: 0.0, upper: 7.0 });
        assert_eq!(Interval::around(f64::NAN, 1e-12), Interval::UNKNOWN);
        assert_eq!(Interval::around(f64::INFINITY, 1e-12), Interval::exact(f64::INFINITY));
        assert_eq!(nothing.and(one), one);
    }
}
