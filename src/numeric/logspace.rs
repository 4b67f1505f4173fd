//! Sums, differences and signed numbers carried as logarithms, and exponentials of exact sums.

use std::ops::{Add, Mul, Neg, Sub};

/// `ln(1 − eˣ)` for `x ≤ 0`; `−inf` at 0, `NaN` above.
///
/// Switches at `−ln 2` (Mächler, "Accurately computing log(1 − exp(−|a|))", 2012): close to 0 the
/// difference is what `exp_m1` gives without cancellation, further down the logarithm of a number
/// next to 1 is what `ln_1p` gives. Relative error below `5e-16`.
pub fn log1mexp(x: f64) -> f64 {
    if x > -std::f64::consts::LN_2 { (-x.exp_m1()).ln() } else { (-x.exp()).ln_1p() }
}

/// `ln(eᵃ + eᵇ)`, without overflow.
///
/// The error is a few units in the last place of `max(|a|, |b|, 1)`, not of the result: a sum
/// close to 1 has a logarithm close to 0.
pub fn log_add_exp(a: f64, b: f64) -> f64 {
    let (high, low) = if a >= b { (a, b) } else { (b, a) };
    if high == low {
        // Also the two infinities, whose difference has no value.
        return high + std::f64::consts::LN_2;
    }
    high + (low - high).exp().ln_1p()
}

/// `ln(eᵃ − eᵇ)` for `a ≥ b`; `−inf` where they are equal, `NaN` for `a < b` and for two `+inf`.
///
/// The error is that of the difference `b − a` seen through [`log1mexp`]: nothing is lost beyond
/// the digits that `a` and `b` no longer carry.
pub fn log_sub_exp(a: f64, b: f64) -> f64 {
    if b == f64::NEG_INFINITY {
        return a;
    }
    a + log1mexp(b - a)
}

/// `ln Σ exp(termᵢ)`; `−inf` for no terms, `+inf` as soon as one term is.
///
/// Every exponential is taken relative to the largest term, so that none overflows and the largest
/// counts as exactly 1.
pub fn log_sum_exp(terms: &[f64]) -> f64 {
    let largest = terms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if largest.is_infinite() {
        return if terms.iter().any(|t| t.is_nan()) { f64::NAN } else { largest };
    }
    largest + terms.iter().map(|t| (t - largest).exp()).sum::<f64>().ln()
}

/// A real number as its sign and the logarithm of its absolute value: it neither overflows nor
/// underflows where the number would.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SignedLog {
    /// −1, 0 or 1; `NaN` for the logarithm form of `NaN`.
    pub sign: f64,
    /// `ln |value|`; `−inf` for zero.
    pub log: f64,
}

impl SignedLog {
    /// Zero, the neutral element of addition.
    pub const ZERO: Self = Self { sign: 0.0, log: f64::NEG_INFINITY };

    /// The form of a plain number.
    pub fn from_value(value: f64) -> Self {
        Self { sign: if value == 0.0 { 0.0 } else { value.signum() }, log: value.abs().ln() }
    }

    /// The plain number, which may overflow to an infinity or underflow to zero.
    pub fn to_value(self) -> f64 {
        self.sign * self.log.exp()
    }
}

impl Add for SignedLog {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let (large, small) = if self.log >= other.log { (self, other) } else { (other, self) };
        if small.sign == 0.0 {
            return large;
        }
        if large.sign == small.sign {
            return Self { sign: large.sign, log: log_add_exp(large.log, small.log) };
        }
        let log = log_sub_exp(large.log, small.log);
        if log == f64::NEG_INFINITY {
            return Self::ZERO;
        }
        let sign = if log.is_nan() { f64::NAN } else { large.sign };
        Self { sign, log }
    }
}

impl Neg for SignedLog {
    type Output = Self;

    fn neg(self) -> Self {
        Self { sign: 0.0 - self.sign, log: self.log }
    }
}

impl Sub for SignedLog {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for SignedLog {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        Self { sign: self.sign * other.sign, log: self.log + other.log }
    }
}

/// The sum of signed terms, relative to the largest of them.
///
/// Sums with Neumaier's compensation: what is lost in an alternating sum is then only what the
/// rounded logarithms have lost already, `ulp(log)` times the largest term.
pub fn signed_log_sum_exp(terms: &[SignedLog]) -> SignedLog {
    let largest = terms.iter().filter(|t| t.sign != 0.0).map(|t| t.log).fold(f64::NEG_INFINITY, f64::max);
    if largest.is_infinite() {
        return terms.iter().fold(SignedLog::ZERO, |sum, &t| sum + t);
    }
    let (mut sum, mut carry) = (0.0_f64, 0.0_f64);
    for term in terms {
        let value = term.sign * (term.log - largest).exp();
        let next = sum + value;
        carry += if sum.abs() >= value.abs() { (sum - next) + value } else { (value - next) + sum };
        sum = next;
    }
    let total = SignedLog::from_value(sum + carry);
    SignedLog { sign: total.sign, log: total.log + largest }
}

/// `eˣ − 1 − x` to full relative precision.
///
/// Within the unit interval, where both subtractions would cancel, the Taylor series
/// `x²/2! + x³/3! + …`; its first omitted term is below 2⁻⁵³ of the sum. Relative error below `5e-16`.
pub fn expm1_minus_x(x: f64) -> f64 {
    if x.abs() > 1.0 {
        return x.exp_m1() - x;
    }
    let mut sum = 1.0;
    for k in (3..=19).rev() {
        sum = 1.0 + sum * x / f64::from(k);
    }
    0.5 * x * x * sum
}

/// `exp(high + low)` for a `low` that is the rounding error of `high`.
///
/// The exponential of a rounded argument is wrong by the argument's own unit in the last place
/// (`1e-13` at `high = −700`); `eʰ + eʰ·(eˡ − 1)` takes the lost digits back.
pub fn exp_of_sum(high: f64, low: f64) -> f64 {
    let main = high.exp();
    // Beyond the range of numbers `low` is no longer small, and has nothing to correct.
    if main == 0.0 || main.is_infinite() {
        return main;
    }
    main + main * low.exp_m1()
}

/// The exact square as `high + low`, `high` its nearest float.
///
/// Exact for `1e-145 < |x| < 1e154`; outside, where a part under- or overflows, `low` is 0.
pub fn square_split(x: f64) -> (f64, f64) {
    product_split(x, x)
}

/// The exact product as `high + low`, `high` its nearest float (Dekker, 1971).
///
/// Exact while the product stays in `1e-290..1e300` and the factors below `1e300`; outside `low`
/// is 0. Splits the factors instead of using a fused multiply-add, which WebAssembly lacks.
pub fn product_split(a: f64, b: f64) -> (f64, f64) {
    let high = a * b;
    let safe = |x: f64| x.abs() < 1e300;
    if !(safe(a) && safe(b) && safe(high) && high.abs() > 1e-290) {
        return (high, 0.0);
    }
    let ((a1, a0), (b1, b0)) = (halves(a), halves(b));
    (high, ((a1 * b1 - high) + a1 * b0 + a0 * b1) + a0 * b0)
}

/// `x` as a sum of two floats of 26 bits each (Veltkamp).
fn halves(x: f64) -> (f64, f64) {
    let scaled = x * 134_217_729.0;
    let high = scaled - (scaled - x);
    (high, x - high)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::golden::{assert_table, relative_error, table};
    use super::*;

    const INF: f64 = f64::INFINITY;

    #[test]
    fn functions_meet_their_tables() {
        assert_table(table!("log1mexp"), 5e-16, log1mexp);
        assert_table(table!("expm1_minus_x"), 5e-16, expm1_minus_x);
    }

    #[test]
    fn infinities_are_numbers() {
        assert_eq!(log1mexp(0.0), -INF);
        assert_eq!(log1mexp(-INF), 0.0);
        assert!(log1mexp(1.0).is_nan());
        assert_eq!(log_add_exp(-INF, -INF), -INF);
        assert_eq!(log_add_exp(INF, 0.0), INF);
        assert_eq!(log_add_exp(-INF, 3.0), 3.0);
        assert_eq!(log_sub_exp(2.0, 2.0), -INF);
        assert_eq!(log_sub_exp(2.0, -INF), 2.0);
        assert_eq!(log_sub_exp(INF, 2.0), INF);
        assert!(log_sub_exp(INF, INF).is_nan() && log_sub_exp(0.0, 1.0).is_nan());
        assert_eq!(log_sum_exp(&[]), -INF);
        assert_eq!(log_sum_exp(&[-INF, -INF]), -INF);
        assert_eq!(log_sum_exp(&[1.0, INF]), INF);
        assert!(log_sum_exp(&[-INF, f64::NAN]).is_nan() && log_sum_exp(&[f64::NAN, 0.0]).is_nan());
    }

    #[test]
    fn signed_zero_and_infinity_follow_the_floats() {
        let form = SignedLog::from_value;
        assert_eq!(form(0.0), SignedLog::ZERO);
        assert_eq!(form(3.0) - form(3.0), SignedLog::ZERO);
        assert_eq!(form(INF) + form(-2.0), form(INF));
        assert!((form(INF) + form(-INF)).to_value().is_nan());
        assert!((form(INF) * form(0.0)).to_value().is_nan());
        assert!((form(f64::NAN) + form(1.0)).to_value().is_nan());
        assert!((form(1.0) + form(f64::NAN)).to_value().is_nan());
        assert!((form(0.0) + form(f64::NAN)).to_value().is_nan());
        assert_eq!(signed_log_sum_exp(&[]), SignedLog::ZERO);
        assert_eq!(signed_log_sum_exp(&[form(1.0), form(-1.0)]), SignedLog::ZERO);
        let nan = signed_log_sum_exp(&[form(1.0), form(f64::NAN)]);
        assert!(nan.to_value().is_nan());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(256))]

        /// `x = ln(1 − e^y)` when `y = ln(1 − e^x)`; rounding `y` moves `x` by `|y|·e^y/e^x` units.
        #[test]
        fn log1mexp_is_its_own_inverse(x in -30.0..-1e-9) {
            let y = log1mexp(x);
            let condition = 1.0 + (y * y.exp() / x.exp() / x).abs();
            prop_assert!(relative_error(log1mexp(y), x) <= 1e-15 * condition);
        }

        #[test]
        fn sums_and_differences_agree(a in -700.0..700.0, gap in 0.1..50.0) {
            let b = a - gap;
            let sum = log_add_exp(a, b);
            prop_assert!((log_sub_exp(sum, b) - a).abs() <= 1e-15 * (1.0 + a.abs()) * 20.0);
            prop_assert!((log_sum_exp(&[a, b]) - sum).abs() <= 1e-15 * (1.0 + a.abs()));
        }

        #[test]
        fn signed_arithmetic_is_that_of_the_floats(a in -1e3..1e3, b in -1e3..1e3) {
            let (x, y) = (SignedLog::from_value(a), SignedLog::from_value(b));
            let scale = a.abs() + b.abs();
            prop_assert!(((x + y).to_value() - (a + b)).abs() <= 1e-14 * scale);
            prop_assert!(((x - y).to_value() - (a - b)).abs() <= 1e-14 * scale);
            prop_assert!((signed_log_sum_exp(&[x, y, -x]).to_value() - b).abs() <= 1e-14 * scale);
            prop_assert!(relative_error((x * y).to_value(), a * b) <= 1e-14);
            prop_assert_eq!((-x).to_value(), -x.to_value());
        }

        /// Both parts of a product of integers add up to it.
        #[test]
        fn splits_are_exact(a in 0u64..1 << 53, b in 0u64..1 << 53) {
            let (high, low) = product_split(a as f64, b as f64);
            let exact = i128::from(a) * i128::from(b);
            prop_assert_eq!(high as i128 + low as i128, exact);
            prop_assert_eq!(square_split(a as f64), product_split(a as f64, a as f64));
        }

        #[test]
        fn exponential_of_a_sum_is_a_product(high in -700.0..700.0, low in -1e-3..1e-3) {
            prop_assert!(relative_error(exp_of_sum(high, low), high.exp() * low.exp()) <= 5e-16);
        }
    }
}
