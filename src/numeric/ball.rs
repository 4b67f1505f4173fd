//! Short computations that carry their rounding along.

use std::ops::{Add, Div, Mul, Sub};

/// A number known to lie within `radius` of `middle`: the rounding of a short computation, carried along.
#[derive(Debug, Clone, Copy)]
pub struct Ball {
    /// What was computed.
    pub middle: f64,
    /// How far off it may be.
    pub radius: f64,
}

impl Ball {
    /// 0.
    pub const ZERO: Self = Self::exact(0.0);

    /// A number that is known.
    pub const fn exact(middle: f64) -> Self {
        Self { middle, radius: 0.0 }
    }

    /// A computed number: its own rounding and that of the radius added.
    pub fn rounded(middle: f64, radius: f64) -> Self {
        let slack = f64::EPSILON * middle.abs() + f64::MIN_POSITIVE;
        Self { middle, radius: radius * (1.0 + 8.0 * f64::EPSILON) + slack }
    }

    /// The lower end.
    pub fn low(self) -> f64 {
        self.middle - self.radius
    }

    /// The upper end.
    pub fn high(self) -> f64 {
        self.middle + self.radius
    }

    /// The negative.
    pub fn mirrored(self) -> Self {
        Self { middle: -self.middle, ..self }
    }

    /// The root of the non-negative part.
    pub fn sqrt(self) -> Self {
        let (low, high) = (self.low().max(0.0).sqrt(), self.high().max(0.0).sqrt());
        if self.radius < 0.25 * self.middle {
            return Self::rounded(self.middle.sqrt(), self.radius / low);
        }
        Self::rounded(0.5 * (low + high), 0.5 * (high - low))
    }
}

impl Add for Ball {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self::rounded(self.middle + other.middle, self.radius + other.radius)
    }
}

impl Sub for Ball {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self::rounded(self.middle - other.middle, self.radius + other.radius)
    }
}

impl Mul for Ball {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        let radius = self.middle.abs() * other.radius + self.radius * (other.middle.abs() + other.radius);
        Self::rounded(self.middle * other.middle, radius)
    }
}

/// Only by a ball that does not contain zero.
impl Div for Ball {
    type Output = Self;

    fn div(self, other: Self) -> Self {
        let quotient = self.middle / other.middle;
        let radius =
            (self.radius + quotient.abs() * other.radius) / (other.middle.abs() - other.radius).max(1e-300);
        Self::rounded(quotient, radius)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// What is exact in integers lies inside, however the rounding fell.
        #[test]
        fn exact_values_lie_inside(a in 1i64..1 << 26, b in 1i64..1 << 26, c in 1i64..1 << 20) {
            let [x, y, z] = [a, b, c].map(|n| Ball::exact(n as f64));
            let inside = |ball: Ball, value: f64| ball.low() <= value && value <= ball.high();
            prop_assert!(inside(x * y, (a * b) as f64));
            prop_assert!(inside(x - y + z, (a - b + c) as f64));
            prop_assert!(inside(x * y / y, a as f64));
            prop_assert!(inside((x * x).sqrt(), a as f64));
            prop_assert!(inside((x / z).mirrored() * z, -(a as f64)));
        }
    }
}
