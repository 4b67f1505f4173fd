//! Noise that is added to a statistic: Laplace, Cauchy, Student.

use std::f64::consts::{LN_2, PI, SQRT_2};

use statrs::function::beta::beta_reg;
use statrs::function::gamma::ln_gamma;

/// Symmetric noise.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Noise {
    /// Its law at scale 1.
    pub shape: Shape,
    /// Its scale.
    pub scale: f64,
}

/// A symmetric law at scale 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Shape {
    /// Density `½ e^{−|z|}`.
    Laplace,
    /// Density `1/(π(1 + z²))`.
    Cauchy,
    /// Student's with ν degrees of freedom, density `∝ (1 + z²/ν)^{−(ν+1)/2}`.
    Student {
        /// ν ≥ 1.
        degrees: f64,
    },
}

impl Shape {
    fn density(self, z: f64) -> f64 {
        match self {
            Self::Laplace => 0.5 * (-z.abs()).exp(),
            Self::Cauchy => 1.0 / (PI * (1.0 + z * z)),
            Self::Student { degrees } => {
                let half = 0.5 * degrees;
                let constant = ln_gamma(half + 0.5) - ln_gamma(half) - 0.5 * (PI * degrees).ln();
                (constant - (half + 0.5) * (z * z / degrees).ln_1p()).exp()
            }
        }
    }

    /// `P[|Z| ≥ r]`.
    fn tail(self, r: f64) -> f64 {
        if r <= 0.0 {
            return 1.0;
        }
        match self {
            Self::Laplace => (-r).exp(),
            Self::Cauchy => 2.0 / PI * r.recip().atan(),
            Self::Student { degrees } if r < 1e150 => {
                beta_reg(0.5 * degrees, 0.5, degrees / (degrees + r * r))
            }
            Self::Student { .. } => 0.0,
        }
    }

    /// The r with `P[|Z| ≥ r] = share`.
    fn tail_quantile(self, share: f64) -> f64 {
        match self {
            Self::Laplace => -share.ln(),
            Self::Cauchy => (0.5 * PI * share).tan().recip(),
            Self::Student { .. } => {
                let mut far = 1.0;
                while self.tail(far) > share && far < 1e150 {
                    far *= 2.0;
                }
                bisect(0.0, far, |r| self.tail(r) > share)
            }
        }
    }

    /// `E|Z|` and `√E Z²`.
    fn moments(self) -> (f64, f64) {
        match self {
            Self::Laplace => (1.0, SQRT_2),
            Self::Cauchy => (f64::INFINITY, f64::INFINITY),
            Self::Student { degrees } => {
                let half = 0.5 * degrees;
                let ratio = (ln_gamma(half + 0.5) - ln_gamma(half)).exp();
                let mean = 2.0 * degrees.sqrt() * ratio / (PI.sqrt() * (degrees - 1.0));
                let square = degrees / (degrees - 2.0);
                (
                    if degrees > 1.0 { mean } else { f64::INFINITY },
                    if degrees > 2.0 { square.sqrt() } else { f64::INFINITY },
                )
            }
        }
    }
}

impl Noise {
    /// Noise of a shape and a scale.
    pub const fn new(shape: Shape, scale: f64) -> Self {
        Self { shape, scale }
    }

    /// The density.
    pub fn density(&self, z: f64) -> f64 {
        self.shape.density(z / self.scale) / self.scale
    }

    /// `P[|Z| ≥ r]`.
    pub fn tail(&self, r: f64) -> f64 {
        self.shape.tail(r / self.scale)
    }

    /// `P[Z ≤ z]`.
    pub fn distribution(&self, z: f64) -> f64 {
        let beyond = 0.5 * self.tail(z.abs());
        if z < 0.0 { beyond } else { 1.0 - beyond }
    }

    /// The r with `P[|Z| ≥ r] = share`.
    pub fn tail_quantile(&self, share: f64) -> f64 {
        self.scale * self.shape.tail_quantile(share)
    }

    /// The z with `P[Z ≤ z] = share`, of 0 < share < 1.
    pub fn quantile(&self, share: f64) -> f64 {
        let outer = 2.0 * share.min(1.0 - share);
        if outer >= 1.0 { 0.0 } else { self.tail_quantile(outer).copysign(share - 0.5) }
    }

    /// `E|Z|`, infinite where there is none.
    pub fn mean_distance(&self) -> f64 {
        self.scale * self.shape.moments().0
    }

    /// `√E Z²`, infinite where there is none.
    pub fn root_mean_square(&self) -> f64 {
        self.scale * self.shape.moments().1
    }

    /// The median of `|Z|`.
    pub fn median_distance(&self) -> f64 {
        match self.shape {
            Shape::Laplace => self.scale * LN_2,
            Shape::Cauchy => self.scale,
            Shape::Student { .. } => self.tail_quantile(0.5),
        }
    }
}

/// Where a condition that holds near the lower end ceases to, to a rounding.
pub(super) fn bisect(mut low: f64, mut high: f64, holds: impl Fn(f64) -> bool) -> f64 {
    for _ in 0..200 {
        let middle = 0.5 * low + 0.5 * high;
        if middle <= low || middle >= high {
            break;
        }
        if holds(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}
