//! Roots of unity less 1.

use std::f64::consts::TAU;

use num_complex::Complex64;

/// Up to this many all are kept.
const WHOLE: i64 = 1 << 14;

/// Otherwise every so many, and this many around 0.
const STRIDE: i64 = 1 << 10;

/// `e^{2πir/n} − 1` for every whole r, by two tables.
///
/// The distance from 1 is what powers of a root's average need: close to 1 it keeps its digits. Each is off by at most
/// 8 roundings of its size or, for a large n, of the angle of [`STRIDE`] steps.
pub struct Roots {
    modulus: i64,
    stride: i64,
    coarse: Vec<Complex64>,
    fine: Vec<Complex64>,
}

impl Roots {
    /// The roots of order `modulus`.
    pub fn new(modulus: i64) -> Self {
        let stride = if modulus <= WHOLE { 2 * modulus } else { STRIDE };
        let root = |r: i64| {
            let angle = TAU * r as f64 / modulus as f64;
            let half = (0.5 * angle).sin();
            Complex64::new(-2.0 * half * half, angle.sin())
        };
        // Residues lie between −n/2 and n/2.
        let half = modulus / 2 + 1;
        let reach = half.min(stride / 2);
        let steps = (half + stride / 2) / stride;
        Self {
            modulus,
            stride,
            coarse: (-steps..=steps).map(|step| root(step * stride)).collect(),
            fine: (-reach..=reach).map(root).collect(),
        }
    }

    /// The residue of a number between −n/2 and n/2.
    pub fn residue(&self, r: i64) -> i64 {
        let r = r.rem_euclid(self.modulus);
        if 2 * r > self.modulus { r - self.modulus } else { r }
    }

    /// The root of a residue, less 1.
    pub fn less_one(&self, residue: i64) -> Complex64 {
        let (steps, reach) = ((self.coarse.len() / 2) as i64, (self.fine.len() / 2) as i64);
        if residue.abs() <= reach {
            return self.fine[(residue + reach) as usize];
        }
        let step = (residue + self.stride / 2).div_euclid(self.stride);
        let (a, b) = (
            self.coarse[(step + steps) as usize],
            self.fine[(residue - step * self.stride + reach) as usize],
        );
        a + b + a * b
    }

    /// An angle at least that by which the error of a root is measured.
    pub fn angle(&self, residue: i64) -> f64 {
        let split = if residue.abs() <= (self.fine.len() / 2) as i64 { 0 } else { self.stride };
        TAU * (residue.abs() + split) as f64 / self.modulus as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numeric::complex::expm1;

    #[test]
    fn both_tables_give_the_root() {
        for modulus in [1, 2, 7, 1024, 16385, 1_000_003, 5_000_000] {
            let roots = Roots::new(modulus);
            for r in [0, 1, -1, 2, 511, 512, 513, -512, -513, 100_000, modulus / 2, -modulus / 2, modulus / 3]
            {
                let residue = roots.residue(r);
                let expected = expm1(Complex64::new(0.0, TAU * residue as f64 / modulus as f64));
                let found = roots.less_one(residue);
                let slack = 8.0 * f64::EPSILON * roots.angle(residue).min(2.0);
                assert!((found - expected).norm() <= slack, "{modulus} {r}: {found} {expected}");
            }
        }
    }
}
