//! The standard normal distribution, exact in both tails.
//!
//! `libm::erf` and `libm::erfc` are good to one unit in the last place and serve the middle. The
//! tails need more than a good `erfc`: rounding its argument `x/√2` costs `x²` units in the last
//! place, so there `e^{−x²/2}` is taken from the exact square and what remains, [`mills`], varies
//! as slowly as `1/x`. Errors are relative and hold for all results that are normal floats.

use std::f64::consts::{FRAC_1_SQRT_2, LN_2, SQRT_2};
use std::sync::LazyLock;

use super::logspace::{exp_of_sum, square_split};
use super::quadrature::GaussLegendre;

/// `√(2π)`.
const SQRT_TAU: f64 = 2.506_628_274_631_000_5;
/// `√(2/π)`.
const SQRT_2_OVER_PI: f64 = 0.797_884_560_802_865_4;
/// Below this point the tail comes from the continued fraction.
const TAIL: f64 = -3.0;
/// Below this point `1 + x·mills(x)` cancels by more than a factor of five.
const SLOPE_TAIL: f64 = -2.0;

/// Integrates the density over an interval on which it changes by a factor of e at most.
static SHORT_RULE: LazyLock<GaussLegendre> = LazyLock::new(|| GaussLegendre::new(7));

/// The same where it changes by a sixth.
static SHORTEST_RULE: LazyLock<GaussLegendre> = LazyLock::new(|| GaussLegendre::new(4));

/// The complementary error function, `erfc x = (2/√π) ∫ₓ^∞ e^{−t²} dt`. Error below `5e-16`.
pub fn erfc(x: f64) -> f64 {
    libm::erfc(x)
}

/// The scaled complementary error function, `e^{x²} erfc x`; `+inf` below −26.6. Error below `5e-16`.
pub fn erfcx(x: f64) -> f64 {
    let y = -x * SQRT_2;
    if y < TAIL {
        return SQRT_2_OVER_PI * mills(y);
    }
    let (high, low) = square_split(x);
    exp_of_sum(high, low) * erfc(x)
}

/// The density `φ(x) = e^{−x²/2}/√(2π)`, the square taken exactly. Error below `5e-16`.
pub fn density(x: f64) -> f64 {
    let (high, low) = square_split(x);
    exp_of_sum(-0.5 * high, -0.5 * low) / SQRT_TAU
}

/// The distribution function `Φ(x)`; in the lower tail `φ(x)·mills(x)`. Error below `2e-15`.
pub fn cdf(x: f64) -> f64 {
    if x < TAIL { density(x) * mills(x) } else { 0.5 * erfc(-x * FRAC_1_SQRT_2) }
}

/// `ln Φ(x)`: finite far below the point where `Φ` underflows, and `−(1 − Φ(x))` far above 0.
///
/// Error below `2e-15`.
pub fn log_cdf(x: f64) -> f64 {
    if x < TAIL {
        (mills(x) / SQRT_TAU).ln() - 0.5 * x * x
    } else if x < 0.0 {
        cdf(x).ln()
    } else {
        (-cdf(-x)).ln_1p()
    }
}

/// The ratio `Φ(x)/φ(x) = ∫₀^∞ e^{xt − t²/2} dt`; overflows to `+inf` above 37.6.
///
/// Error below `2e-15`, from `−1e8` up to where it overflows.
pub fn mills(x: f64) -> f64 {
    if x < TAIL {
        return 1.0 / (tail_fraction(-x) - x);
    }
    let (high, low) = square_split(x);
    SQRT_TAU * cdf(x) * exp_of_sum(0.5 * high, 0.5 * low)
}

/// The derivative of [`mills`], `1 + x·mills(x) = ∫₀^∞ t e^{xt − t²/2} dt`.
///
/// In the lower tail it is `1/x² − 3/x⁴ + …`, the remainder of a near-total cancellation. With
/// `mills = 1/(y + c)`, `y = −x`, it is `c/(y + c)`, and `c` is a sum of positive terms.
/// Error below `4e-15`, from `−1e8` up to where it overflows.
pub fn mills_slope(x: f64) -> f64 {
    if x < SLOPE_TAIL {
        let c = tail_fraction(-x);
        return c / (c - x);
    }
    1.0 + x * mills(x)
}

/// `c = 1/(y + 2/(y + 3/(y + …)))` of Laplace's continued fraction `mills(−y) = 1/(y + c)`.
///
/// The number of levels is fitted to leave less than `2e-17` of `c` out for `y ≥ 2`. Evaluated
/// from the innermost level outwards, where each level damps the rounding of the one before.
fn tail_fraction(y: f64) -> f64 {
    let levels = 10 + (500.0 / (y * y)) as u32;
    let mut rest = y;
    for k in (2..=levels).rev() {
        rest = y + f64::from(k) / rest;
    }
    1.0 / rest
}

/// The mass of `(from, to]` and its relative error.
///
/// A short interval by a Gauss–Legendre rule on the density, which keeps all digits where the
/// distribution function at its ends would cancel; a long one by the tail in which it lies. The error
/// holds for ends that are themselves rounded: an end that moves by a unit in its last place moves
/// the density by `x²` units.
pub fn mass(from: f64, to: f64) -> (f64, f64) {
    let outer = from.abs().max(to.abs());
    let extent = (to - from) * (1.0 + outer);
    if extent < 1.0 {
        let rule = if extent < 0.15 { &SHORTEST_RULE } else { &SHORT_RULE };
        let mass = rule.integrate(from, to, |x| (-0.5 * x * x).exp()).max(0.0) / SQRT_TAU;
        return (mass, 4.0 * f64::EPSILON * (8.0 + outer * outer));
    }
    let (near, far) = if from > 0.0 { (-to, -from) } else { (from, to) };
    let inner = if far.is_finite() { far.abs() } else { 1.0 };
    (cdf(far) - cdf(near), 8.0 * f64::EPSILON * (8.0 + inner * inner))
}

/// The `x` with `1 − Φ(x) = p`; `+inf` at 0, `−inf` at 1, `NaN` outside.
///
/// Newton's method on `ln(1 − Φ(x)) = ln p`, a concave function, started above its root so that
/// every step goes down. Next to ½, where the logarithm would lose the digits of `x`, on
/// `erf(x/√2) = 1 − 2p`. For `p > ½` the reflection `1 − p` is exact. Error below `5e-16`.
pub fn quantile_of_survival(p: f64) -> f64 {
    if !(0.0..=1.0).contains(&p) {
        return f64::NAN;
    }
    if p > 0.5 {
        return -quantile_of_survival(1.0 - p);
    }
    if p == 0.0 {
        return f64::INFINITY;
    }
    if p > 0.25 {
        let centred = 0.5 - p;
        return settle(centred * SQRT_TAU, |x| (centred - 0.5 * libm::erf(x * FRAC_1_SQRT_2)) / density(x));
    }
    let log_p = p.ln();
    settle((-2.0 * (log_p + LN_2)).sqrt(), |x| (log_cdf(-x) - log_p) * mills(-x))
}

/// Newton's iteration from `x`, until the next step cannot change it: seven steps are the most seen.
fn settle(mut x: f64, step: impl Fn(f64) -> f64) -> f64 {
    for _ in 0..20 {
        let by = step(x);
        x += by;
        if by.abs() <= 1e-9 * x.abs() {
            break;
        }
    }
    x
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::golden::{assert_table, relative_error, table};
    use super::*;

    #[test]
    fn error_functions_meet_their_tables() {
        assert_table(table!("erfc"), 5e-16, erfc);
        assert_table(table!("erfcx"), 5e-16, erfcx);
    }

    #[test]
    fn distribution_meets_its_tables() {
        assert_table(table!("density"), 5e-16, density);
        assert_table(table!("cdf"), 2e-15, cdf);
        assert_table(table!("log_cdf"), 2e-15, log_cdf);
        let p = table!("quantile_of_survival");
        assert_table(p, 5e-16, quantile_of_survival);
    }

    #[test]
    fn mills_ratio_meets_its_tables() {
        assert_table(table!("mills"), 2e-15, mills);
        assert_table(table!("mills_slope"), 4e-15, mills_slope);
    }

    /// Rows B01 to B07 and BL01 to BL06 of the reference table for objective perturbation.
    #[test]
    fn reference_values_are_met() {
        for (x, value) in [
            (0.0, 1.0),
            (0.1, 0.896_456_979_969_126_6),
            (1.0, 0.427_583_576_155_807),
            (5.0, 0.110_704_637_733_068_63),
            (30.0, 0.018_795_888_861_416_75),
            (-1.0, 5.008_980_080_762_283),
            (-5.0, 144_009_798_674.661_04),
        ] {
            assert!(relative_error(erfcx(x), value) < 1e-15, "{x}");
        }
        for (x, value) in [
            (-40.0, -804.608_442_013_753_8),
            (-10.0, -53.231_285_150_512_47),
            (-1.0, -1.841_021_645_009_263_5),
            (0.0, -std::f64::consts::LN_2),
            (3.0, -0.001_350_809_964_748_193_8),
            (9.0, -1.128_588_405_953_840_6e-19),
        ] {
            assert!(relative_error(log_cdf(x), value) < 2e-15, "{x}");
        }
    }

    #[test]
    fn ends_are_reached() {
        assert_eq!(cdf(f64::NEG_INFINITY), 0.0);
        assert_eq!(cdf(f64::INFINITY), 1.0);
        assert_eq!(log_cdf(f64::NEG_INFINITY), f64::NEG_INFINITY);
        assert_eq!(log_cdf(f64::INFINITY), 0.0);
        assert_eq!(mills(f64::NEG_INFINITY), 0.0);
        assert_eq!(mills_slope(f64::NEG_INFINITY), 0.0);
        assert_eq!(mills(f64::INFINITY), f64::INFINITY);
        assert_eq!(erfcx(f64::NEG_INFINITY), f64::INFINITY);
        assert_eq!(quantile_of_survival(0.0), f64::INFINITY);
        assert_eq!(quantile_of_survival(1.0), f64::NEG_INFINITY);
        assert!(quantile_of_survival(1.5).is_nan());
        assert!(cdf(f64::NAN).is_nan() && log_cdf(f64::NAN).is_nan());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(256))]

        /// Rounding `x` to a float moves the survival by `x²` units in the last place.
        #[test]
        fn quantile_inverts_survival(exponent in -300.0..-0.31) {
            let p = 10f64.powf(exponent);
            let x = quantile_of_survival(p);
            prop_assert!(relative_error(cdf(-x), p) <= 4e-16 * (4.0 + x * x));
        }

        /// `φ′ = −xφ` makes `mills′ = 1 + x·mills`, the integral of `mills_slope` over a step.
        #[test]
        fn slope_is_the_derivative(x in -50.0..5.0) {
            let step = 1e-3;
            let rise = mills(x + step) - mills(x - step);
            prop_assert!(relative_error(rise / (2.0 * step), mills_slope(x)) <= 1e-4);
        }
    }
}
