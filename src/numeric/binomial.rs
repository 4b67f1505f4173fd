//! Binomial coefficients and masses in the logarithm, for counts of any size.
//!
//! Differences of `ln Γ` lose as many digits as `ln Γ` is larger than the answer: nine of sixteen
//! for `C(10⁹, 2)`. Loader's saddle-point form ("Fast and accurate computation of binomial
//! probabilities", 2000) never forms them: only Stirling's small corrections and a deviance remain.

use std::f64::consts::TAU;

use super::logspace::product_split;

/// `ln C(n, k)`; `−inf` for `k > n`.
///
/// Exactly as an integer while it fits 128 bits. Beyond, Stirling's formula for the three
/// factorials, combined so that all large terms are positive:
/// `k ln(n/k) + (n−k) ln(n/(n−k)) − ½ ln(2πk(n−k)/n) + s(n) − s(k) − s(n−k)`.
/// Relative error below `5e-16`, measured to `n = 10¹⁸`.
pub fn log_binomial(n: u64, k: u64) -> f64 {
    if k > n {
        return f64::NEG_INFINITY;
    }
    let k = k.min(n - k);
    if let Some(exact) = exact_binomial(n, k) {
        return (exact as f64).ln();
    }
    let (total, chosen, left) = (n as f64, k as f64, (n - k) as f64);
    chosen * (total / chosen).ln() + left * (chosen / left).ln_1p() + saddle_factor(n, k)
}

/// `ln[C(n, k) pᵏ (1−p)^{n−k}]`; `−inf` for an impossible outcome.
///
/// Loader's deviance form `s(n) − s(k) − s(n−k) − D(k, np) − D(n−k, n(1−p)) − ½ ln(2πk(n−k)/n)`:
/// near the mean both deviances are small instead of two large terms that cancel. The products
/// `np` and `n(1−p)` are kept to twice the working precision. The absolute error of the logarithm is below `1e-15` times
/// its size, measured to `n = 10¹⁰`.
pub fn log_binomial_mass(k: u64, n: u64, p: f64) -> f64 {
    if k > n {
        return f64::NEG_INFINITY;
    }
    if k == 0 {
        return if n == 0 { 0.0 } else { n as f64 * (-p).ln_1p() };
    }
    if k == n {
        return n as f64 * p.ln();
    }
    if p == 0.0 || p == 1.0 {
        return f64::NEG_INFINITY;
    }
    let total = n as f64;
    let q = 1.0 - p;
    let q_rest = (1.0 - q) - p;
    let successes = product_split(total, p);
    let (failures, failures_rest) = product_split(total, q);
    let failures = (failures, failures_rest + total * q_rest);
    saddle_factor(n, k) - deviance(k as f64, successes) - deviance((n - k) as f64, failures)
}

/// `ln[e^{−λ} λᵏ/k!]`, in the same form: `−s(k) − D(k, λ) − ½ ln(2πk)`.
pub fn log_poisson_mass(k: u64, mean: f64) -> f64 {
    if k == 0 {
        return -mean;
    }
    let count = k as f64;
    -0.5 * (TAU * count).ln() - stirling_error(k) - deviance(count, (mean, 0.0))
}

/// `C(n, k)` while every intermediate product fits 128 bits.
fn exact_binomial(n: u64, k: u64) -> Option<u128> {
    let mut product: u128 = 1;
    for i in 1..=u128::from(k) {
        product = product.checked_mul(u128::from(n - k) + i)? / i;
    }
    Some(product)
}

/// `s(n) − s(k) − s(n−k) − ½ ln(2πk(n−k)/n)`, for `0 < k < n`.
fn saddle_factor(n: u64, k: u64) -> f64 {
    let (total, chosen, left) = (n as f64, k as f64, (n - k) as f64);
    stirling_error(n) - stirling_error(k) - stirling_error(n - k) - 0.5 * (TAU * chosen * (left / total)).ln()
}

/// The deviance `x ln(x/m) + m − x` of a count `x > 0` from a mean `m`, given as an exact sum.
fn deviance(x: f64, (mean, mean_rest): (f64, f64)) -> f64 {
    let excess = (mean - x) + mean_rest;
    if mean > 0.5 * x && mean < 2.0 * x {
        x * minus_log1p(excess / x)
    } else if mean < 1e-280 {
        // The ratio could overflow.
        x * (x.ln() - mean.ln()) + excess
    } else {
        x * (x / mean).ln() + excess
    }
}

/// `d − ln(1 + d)` for `|d|` up to 1, to full relative precision.
///
/// With `r = d/(2+d)`, `ln(1 + d) = 2(r + r³/3 + r⁵/5 + …)` and `d − 2r = d·r` exactly.
fn minus_log1p(d: f64) -> f64 {
    let r = d / (2.0 + d);
    let square = r * r;
    let mut tail = 0.0;
    for k in (1..=17).rev() {
        tail = 1.0 / f64::from(2 * k + 1) + square * tail;
    }
    r * (d - 2.0 * square * tail)
}

/// What Stirling's formula lacks: `ln n! − (½ ln 2πn + n ln n − n)`.
fn stirling_error(n: u64) -> f64 {
    if let Some(&exact) = usize::try_from(n).ok().and_then(|n| STIRLING_ERRORS.get(n)) {
        return exact;
    }
    let inverse = 1.0 / n as f64;
    let square = inverse * inverse;
    let series = [
        1.0 / 12.0,
        -1.0 / 360.0,
        1.0 / 1260.0,
        -1.0 / 1680.0,
        1.0 / 1188.0,
        -691.0 / 360_360.0,
        1.0 / 156.0,
    ];
    inverse * series.iter().rev().fold(0.0, |sum, c| c + square * sum)
}

/// [`stirling_error`] of 0 to 15, where its series is not yet exact; the value for 0 is not used.
const STIRLING_ERRORS: [f64; 16] = [
    0.0,
    0.081_061_466_795_327_26,
    0.041_340_695_955_409_3,
    0.027_677_925_684_998_34,
    0.020_790_672_103_765_093,
    0.016_644_691_189_821_193,
    0.013_876_128_823_070_748,
    0.011_896_709_945_891_77,
    0.010_411_265_261_972_096,
    0.009_255_462_182_712_733,
    0.008_330_563_433_362_87,
    0.007_573_675_487_951_841,
    0.006_942_840_107_209_53,
    0.006_408_994_188_004_207,
    0.005_951_370_112_758_847_5,
    0.005_554_733_551_962_801,
];

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::golden::{assert_rows, relative_error, table};
    use super::super::logspace::log_sum_exp;
    use super::*;

    #[test]
    fn coefficients_meet_their_table() {
        assert_rows(table!("log_binomial"), 5e-16, |row| {
            relative_error(log_binomial(row[0] as u64, row[1] as u64), row[2])
        });
    }

    #[test]
    fn masses_meet_their_table() {
        assert_rows(table!("log_binomial_mass"), 1e-15, |row| {
            let value = log_binomial_mass(row[0] as u64, row[1] as u64, row[2]);
            relative_error(value, row[3])
        });
    }

    #[test]
    fn impossible_and_certain_outcomes() {
        assert_eq!(log_binomial(3, 4), f64::NEG_INFINITY);
        assert_eq!(log_binomial(0, 0), 0.0);
        assert_eq!(log_binomial(u64::MAX, 0), 0.0);
        assert_eq!(log_binomial_mass(4, 3, 0.5), f64::NEG_INFINITY);
        assert_eq!(log_binomial_mass(0, 0, 0.0), 0.0);
        assert_eq!(log_binomial_mass(0, 0, 1.0), 0.0);
        assert_eq!(log_binomial_mass(0, 5, 0.0), 0.0);
        assert_eq!(log_binomial_mass(5, 5, 1.0), 0.0);
        assert_eq!(log_binomial_mass(2, 5, 0.0), f64::NEG_INFINITY);
        assert_eq!(log_binomial_mass(2, 5, 1.0), f64::NEG_INFINITY);
        assert_eq!(log_binomial_mass(0, 5, 1.0), f64::NEG_INFINITY);
        assert_eq!(log_binomial_mass(5, 5, 0.0), f64::NEG_INFINITY);
    }

    /// `s(n) = s(n+1) + (n + ½) ln(1 + 1/n) − 1`, across the end of the table too.
    #[test]
    fn stirling_errors_obey_their_recurrence() {
        for n in 1..40 {
            let x = n as f64;
            let next = stirling_error(n + 1) + (x + 0.5) * (1.0 / x).ln_1p() - 1.0;
            assert!((stirling_error(n) - next).abs() <= 5e-16, "{n}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(256))]

        #[test]
        fn masses_sum_to_one(n in 1u64..2000, p in 0.0..1.0) {
            let masses: Vec<f64> = (0..=n).map(|k| log_binomial_mass(k, n, p)).collect();
            prop_assert!(log_sum_exp(&masses).abs() <= 1e-14);
        }

        /// Pascal's rule.
        #[test]
        fn coefficients_add_up(n in 2u64..1_000_000, share in 0.0..1.0) {
            let k = 1 + (share * (n - 2) as f64) as u64;
            let sum = log_sum_exp(&[log_binomial(n - 1, k - 1), log_binomial(n - 1, k)]);
            prop_assert!(relative_error(sum, log_binomial(n, k)) <= 1e-14);
        }
    }
}
