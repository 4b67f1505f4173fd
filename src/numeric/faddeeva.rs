//! The scaled complementary error function of a complex number.

use std::f64::consts::{PI, TAU};

use num_complex::Complex64;

/// Nodes of the sum, less one.
const LAST: u32 = 11;

/// The step `√(π/12)` of the sum.
const STEP: f64 = 0.511_663_353_973_244_2;

/// From this height on no pole of the sum lies between its line and the real axis: `π/h`.
const HIGH: f64 = PI / STEP;

/// Below this modulus the Taylor series of [`log_erfcx`] keeps digits that the function itself loses.
const SMALL: f64 = 0.5;

/// `e^{u²} erfc u` for `Re u ≥ 0`. Error below `2e-15`.
///
/// It is w(iu) with Faddeeva's `w(z) = (2iz/π) ∫₀^∞ e^{−t²}/(z² − t²) dt`. The trapezoid rule at step h errs by
/// the residue at the pole t = z, which is known: added, twelve nodes are enough (Al Azah and Chandler-Wilde
/// 2021). Of the rule through 0 and the one through h/2 the one whose nodes are farther from z is taken.
fn right_half(u: Complex64) -> Complex64 {
    let z = Complex64::new(-u.im, u.re);
    if z.re < 0.0 {
        // w(−z̄) is the conjugate of w(z).
        return upper_right(Complex64::new(-z.re, z.im)).conj();
    }
    upper_right(z)
}

/// w(z) in the closed first quadrant.
fn upper_right(z: Complex64) -> Complex64 {
    let square = z * z;
    let sum = |offset: f64, first: u32| -> Complex64 {
        let term = |k: u32| {
            let node = (f64::from(k) + offset) * STEP;
            (-node * node).exp() / (square - node * node)
        };
        (first..=LAST).map(term).sum::<Complex64>() * 2.0 * STEP * z * Complex64::I / PI
    };
    if z.im >= HIGH {
        return sum(0.5, 0);
    }
    let turn = (Complex64::new(z.im, -z.re) * TAU / STEP).exp();
    let residue = 2.0 * (-square).exp();
    let between = (z.re / STEP).fract();
    if (0.25..=0.75).contains(&between) {
        residue / (1.0 - turn) + Complex64::I * STEP / (PI * z) + sum(0.0, 1)
    } else {
        residue / (1.0 + turn) + sum(0.5, 0)
    }
}

/// `ln(e^{u²} erfc u)`, up to a multiple of 2πi; it is entire but for the zeros of erfc, in the left half plane.
///
/// To the right of 0 by `right_half`; to the left `e^{u²} erfc u = 2e^{u²} − e^{u²} erfc(−u)` with the larger
/// term taken out, so that nothing overflows; next to 0, where it vanishes, by the series
/// `e^{u²} erfc u = Σ (−u)ⁿ/Γ(n/2 + 1)`. Error below `1e-14` of its size, but where the two terms cancel.
pub fn log_erfcx(u: Complex64) -> Complex64 {
    if u.norm() < SMALL {
        return super::complex::log1p(excess(u));
    }
    if u.re >= 0.0 {
        return right_half(u).ln();
    }
    let (square, rest) = (u * u, right_half(-u));
    if square.re > 0.0 {
        square + (2.0 - (-square).exp() * rest).ln()
    } else {
        (2.0 * square.exp() - rest).ln()
    }
}

/// `e^{u²} erfc u − 1` by its series, for `|u| < ½`: even and odd terms each follow from the one before.
fn excess(u: Complex64) -> Complex64 {
    let square = u * u;
    // 1/Γ(3/2) = 2/√π.
    let mut odd = -u * std::f64::consts::FRAC_2_SQRT_PI;
    let mut even = square;
    let mut sum = Complex64::ZERO;
    for n in 1..=16 {
        sum += odd + even;
        odd *= square / (f64::from(n) + 0.5);
        even *= square / f64::from(n + 1);
    }
    sum
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::numeric::normal;

    #[test]
    fn logarithms_meet_their_table() {
        let table = include_str!("../../tests/golden/numeric/complex_log_erfcx.csv");
        for line in table.lines().skip(1) {
            let row: Vec<f64> = line.split(',').map(|text| text.parse().expect("a number")).collect();
            let found = log_erfcx(Complex64::new(row[0], row[1]));
            let turns = ((found.im - row[3]) / TAU).round();
            let expected = Complex64::new(row[2], row[3] + turns * TAU);
            // Turns of the logarithm are rounded with the angle.
            let size = expected.norm().max(1e-15 * expected.im.abs());
            assert!((found - expected).norm() <= 1e-14 * size, "{line}: {found}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(256))]

        /// The real function is a second route.
        #[test]
        fn on_the_real_axis_it_is_real(x in -20.0..30.0f64) {
            let (found, real) = (log_erfcx(x.into()), normal::erfcx(x).ln());
            prop_assert!((found.re - real).abs() <= 1e-14 * (1.0 + real.abs()) && found.im.abs() < 1e-14);
        }

        /// `f(ū)` is the conjugate, and `f(u) + f(−u) = 2e^{u²}`.
        #[test]
        fn its_symmetries_hold(re in -3.0..3.0f64, im in -3.0..3.0f64) {
            let u = Complex64::new(re, im);
            let [forth, back, mirrored] = [u, -u, u.conj()].map(|u| log_erfcx(u).exp());
            let size = forth.norm() + back.norm();
            prop_assert!((forth + back - 2.0 * (u * u).exp()).norm() <= 1e-14 * size);
            prop_assert!((mirrored - forth.conj()).norm() <= 1e-14 * size);
        }
    }
}
