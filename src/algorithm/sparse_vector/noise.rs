//! Noise on a threshold or on a query.

use crate::numeric::normal;
use crate::numeric::random::Random;

/// Normal or Laplace noise about 0.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Noise {
    /// Whether it is Laplace noise.
    pub laplace: bool,
    /// Its scale: the deviation of normal noise, λ of Laplace noise.
    pub scale: f64,
}

impl Noise {
    /// Normal noise.
    pub const fn normal(scale: f64) -> Self {
        Self { laplace: false, scale }
    }

    /// Laplace noise.
    pub const fn laplace(scale: f64) -> Self {
        Self { laplace: true, scale }
    }

    /// Its standard deviation: `√2 λ` of Laplace noise.
    pub fn deviation(self) -> f64 {
        if self.laplace { std::f64::consts::SQRT_2 * self.scale } else { self.scale }
    }

    /// The other kind with the same deviation.
    pub fn other(self) -> Self {
        if self.laplace {
            Self::normal(self.deviation())
        } else {
            Self::laplace(self.scale * std::f64::consts::FRAC_1_SQRT_2)
        }
    }

    /// `P[noise ≥ x]`.
    pub fn above(self, x: f64) -> f64 {
        let u = x / self.scale;
        match (self.laplace, u < 0.0) {
            (false, _) => normal::cdf(-u),
            (true, true) => 1.0 - 0.5 * u.exp(),
            (true, false) => 0.5 * (-u).exp(),
        }
    }

    /// Its density.
    pub fn density(self, x: f64) -> f64 {
        let u = x / self.scale;
        (if self.laplace { 0.5 * (-u.abs()).exp() } else { normal::density(u) }) / self.scale
    }

    /// Beyond this distance lies less than `2e-17` of it.
    pub fn reach(self) -> f64 {
        self.scale * if self.laplace { 39.0 } else { 8.6 }
    }

    /// One draw. The logarithm is that of `libm`, which is the same on every machine.
    pub fn draw(self, random: &mut Random) -> f64 {
        if !self.laplace {
            return self.scale * random.normal();
        }
        let u = random.uniform() - 0.5;
        -self.scale * u.signum() * libm::log1p(-2.0 * u.abs())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tails_and_densities_belong_together() {
        for noise in [Noise::normal(2.0), Noise::laplace(0.7)] {
            for x in [-3.0, -0.2, 0.4, 5.0] {
                let slope = (noise.above(x - 1e-6) - noise.above(x + 1e-6)) / 2e-6;
                assert!((slope / noise.density(x) - 1.0).abs() < 1e-6, "{noise:?} {x}");
            }
            assert!(noise.above(noise.reach()) < 1e-17);
            assert!((noise.other().deviation() / noise.deviation() - 1.0).abs() < 1e-15);
            let mut random = Random::stream(3, "noise");
            let draws: Vec<f64> = (0..40_000).map(|_| noise.draw(&mut random)).collect();
            let square = draws.iter().map(|x| x * x).sum::<f64>() / 40_000.0;
            assert!((square.sqrt() / noise.deviation() - 1.0).abs() < 0.03);
            let above = draws.iter().filter(|x| **x >= 1.0).count() as f64 / 40_000.0;
            assert!((above - noise.above(1.0)).abs() < 0.01);
        }
    }
}
