//! What one atom adds to `M(z) − 1`.

use num_complex::Complex64;

use super::PairAtom;
use crate::numeric::complex;

/// `q [e^{wl} − 1 − w (e^l − 1)]` with `w = 1 + z`, for Re z ≥ −½.
///
/// The bracket is of second order in l and vanishes with z, and keeps its digits in both limits. With
/// `|wl| < 1` it is the series `zw Σ c_k l^k/k!`, `c_2 = 1`, `c_{k+1} = w c_k + 1`. Beyond, for small z
/// as `w e^l (e^{zl} − 1) − z (e^{wl} − 1)`, for large z as it stands. From `l > 1` on it is taken as
/// `p [(e^{zl} − 1) + z (e^{−l} − 1)]`, which does not meet a q that underflows.
pub(super) fn power_excess(atom: PairAtom, z: Complex64) -> Complex64 {
    let PairAtom { loss, p, q } = atom;
    let w = 1.0 + z;
    if loss > 1.0 {
        return p * (complex::expm1(z * loss) + z * (-loss).exp_m1());
    }
    if loss.abs() <= 1.0 && w.norm() * loss.abs() < 1.0 {
        return q * z * w * series(loss, w);
    }
    if z.norm() < 1.0 {
        return q * (w * loss.exp() * complex::expm1(z * loss) - z * complex::expm1(w * loss));
    }
    q * (complex::expm1(w * loss) - w * loss.exp_m1())
}

/// `Σ_{k≥2} c_k l^k/k!` with `c_2 = 1`, `c_{k+1} = w c_k + 1`, for |wl| < 1 and |l| ≤ 1.
fn series(loss: f64, w: Complex64) -> Complex64 {
    let mut power = 0.5 * loss * loss;
    let mut coefficient = Complex64::new(1.0, 0.0);
    let mut sum = coefficient * power;
    let mut k = 2.0;
    while power != 0.0 {
        k += 1.0;
        power *= loss / k;
        coefficient = coefficient * w + 1.0;
        let term = coefficient * power;
        sum += term;
        if term.norm_sqr() <= 1e-34 * sum.norm_sqr() {
            break;
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The forms agree with each other on both sides of every border between them.
    #[test]
    fn the_forms_meet() {
        let value = |loss: f64, z: Complex64| {
            let q = 0.25;
            power_excess(PairAtom { loss, p: q * loss.exp(), q }, z)
        };
        let near = 1e-9;
        for angle in [0.0, 0.4, 1.2, -1.5] {
            for size in [1e-8, 0.3, 1.0 - near, 1.0 + near, 3.0, 40.0] {
                let z = Complex64::from_polar(size, angle);
                let edge = (1.0 + z).norm().recip();
                for border in [1.0, -1.0, edge, -edge] {
                    let [a, b] = [1.0 - near, 1.0 + near].map(|side| value(border * side, z));
                    assert!((a - b).norm() <= 200.0 * near * a.norm(), "{border} {z}: {a} {b}");
                }
            }
        }
    }

    /// `q x² − q − 2q(x − 1) = q (x − 1)²` at z = 1, for losses down to the smallest.
    #[test]
    fn the_second_power_is_a_square() {
        for loss in [1e-150, 1e-12, 1e-3, -0.4, 0.9, -1.5, 3.0] {
            let q = 0.5;
            let found = power_excess(PairAtom { loss, p: q * f64::exp(loss), q }, Complex64::ONE);
            let expected = q * loss.exp_m1().powi(2);
            assert!((found.re / expected - 1.0).abs() < 4e-15, "{loss}: {found} {expected}");
        }
    }
}
