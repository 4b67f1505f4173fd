//! Logarithm and exponential of complex numbers close to the point where they vanish.

use num_complex::Complex64;

/// `ln(1 + z)`, principal branch (cut along the reals below −1).
///
/// The error is below `5e-16` of `|ln(1 + z)|`. For small `z` the modulus is `½ ln1p(x(2 + x) + y²)`;
/// what cancels there near the circle `|1 + z| = 1` is of order `|z|²` and the angle of order `|z|`.
pub fn log1p(z: Complex64) -> Complex64 {
    let (x, y) = (z.re, z.im);
    let modulus = if x.abs() < 0.5 && y.abs() < 0.5 {
        0.5 * (x * (2.0 + x) + y * y).ln_1p()
    } else {
        (1.0 + x).hypot(y).ln()
    };
    Complex64::new(modulus, y.atan2(1.0 + x))
}

/// `e^z − 1`.
///
/// The error is below `5e-16` of `|e^z − 1|`, also next to the zeros `2πik`: with
/// `cos y = 1 − 2 sin²(y/2)` the real part is `(eˣ − 1) cos y − 2 sin²(y/2)`.
pub fn expm1(z: Complex64) -> Complex64 {
    let grown = z.re.exp_m1();
    if z.im == 0.0 {
        return Complex64::new(grown, z.im);
    }
    let (sin, cos) = z.im.sin_cos();
    let half = (0.5 * z.im).sin();
    Complex64::new(grown * cos - 2.0 * half * half, z.re.exp() * sin)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::golden::{assert_rows, relative_error_complex};
    use super::*;

    /// The relative error of `f` on a row of input and value.
    fn error(row: &[f64], f: fn(Complex64) -> Complex64) -> f64 {
        let value = f(Complex64::new(row[0], row[1]));
        relative_error_complex(value, Complex64::new(row[2], row[3]))
    }

    #[test]
    fn log1p_meets_its_table() {
        let table = include_str!("../../tests/golden/numeric/complex_log1p.csv");
        assert_rows(table, 5e-16, |row| error(row, log1p));
    }

    #[test]
    fn expm1_meets_its_table() {
        let table = include_str!("../../tests/golden/numeric/complex_expm1.csv");
        assert_rows(table, 5e-16, |row| error(row, expm1));
    }

    #[test]
    fn reals_stay_real() {
        assert_eq!(expm1(Complex64::new(1000.0, 0.0)), Complex64::new(f64::INFINITY, 0.0));
        assert_eq!(log1p(Complex64::new(-3.0, 0.0)).im, std::f64::consts::PI);
        assert_eq!(log1p(Complex64::new(-3.0, -0.0)).im, -std::f64::consts::PI);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(256))]

        #[test]
        fn they_are_inverse(exponent in -300.0..0.3, angle in -3.1..3.1) {
            let z = Complex64::from_polar(10f64.powf(exponent), angle);
            prop_assert!(relative_error_complex(log1p(expm1(z)), z) <= 1e-14);
        }
    }
}
