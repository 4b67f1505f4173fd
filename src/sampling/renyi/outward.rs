//! Sums of positive terms as logarithms, rounded to one side.
//!
//! Every bound here is `log(1 + Σ terms)/(α−1)` with positive terms, so the only error is that of each
//! logarithm, a few units in the last place of the numbers it was added up from. A term carries
//! their size; the sum moves by [`ROUNDING`] times that size to the asked side.

use crate::numeric::logspace::{SignedLog, log_sum_exp, log1mexp, signed_log_sum_exp};

/// Relative slack per operation: four times the measured error of the binomial masses, twice that of
/// the logarithms.
pub(super) const ROUNDING: f64 = 8.0 * f64::EPSILON;

/// The side to which a bound is rounded.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Side {
    Below,
    Above,
}

/// A positive number as its logarithm, and the size of the numbers that logarithm was added up from.
#[derive(Debug, Clone, Copy)]
pub(super) struct Term {
    pub log: f64,
    pub size: f64,
}

impl Term {
    /// `e^{a+b}`.
    pub fn product(a: f64, b: f64) -> Self {
        Self { log: a + b, size: a.abs() + b.abs() + 1.0 }
    }

    /// `e^a (e^x − 1)` for x ≥ 0.
    pub fn excess(a: f64, x: f64) -> Self {
        let log = log_expm1(x);
        if log == f64::NEG_INFINITY {
            return Self { log, size: 1.0 };
        }
        Self { log: a + log, size: a.abs() + x + log.abs() + 1.0 }
    }

    /// The logarithm moved by its rounding.
    fn rounded(self, side: Side) -> f64 {
        // Also where the size is infinite: an infinite bound needs no slack.
        if self.log.is_infinite() {
            return self.log;
        }
        match side {
            Side::Below => self.log - ROUNDING * self.size,
            Side::Above => self.log + ROUNDING * self.size,
        }
    }
}

/// `ln(e^x − 1)` for x ≥ 0, as `x + ln(1 − e^{−x})`: neither overflows nor cancels.
pub(super) fn log_expm1(x: f64) -> f64 {
    if x.is_infinite() { x } else { x + log1mexp(-x) }
}

/// `ln(1 + e^s)`, to full relative precision.
pub(super) fn softplus(s: f64) -> f64 {
    if s > 0.0 { s + (-s).exp().ln_1p() } else { s.exp().ln_1p() }
}

/// The logarithm of the sum, on the asked side.
pub(super) fn log_sum(terms: &[Term], side: Side) -> f64 {
    let logs: Vec<f64> = terms.iter().map(|term| term.rounded(side)).collect();
    let slack = f64::EPSILON * (terms.len() + 4) as f64;
    let log = log_sum_exp(&logs);
    Term { log, size: slack / ROUNDING + log.abs() }.rounded(side)
}

/// `log(1 + e^s)/excess` for an s that is already on the asked side.
///
/// An excess that underflows stays positive above, so that it never reads as "no loss".
pub(super) fn divergence(log_sum: f64, excess: f64, side: Side) -> f64 {
    let value = softplus(log_sum) / excess;
    if log_sum.is_infinite() {
        return value;
    }
    match side {
        Side::Below => (value * (1.0 - ROUNDING) - f64::MIN_POSITIVE).max(0.0),
        Side::Above => value * (1.0 + ROUNDING) + f64::MIN_POSITIVE,
    }
}

/// `log(1 + γ(e^ε − 1))` rounded up, for 0 < γ < 1.
pub(in crate::sampling) fn mixed_loss(epsilon: f64, rate: f64) -> f64 {
    divergence(log_sum(&[Term::excess(rate.ln(), epsilon)], Side::Above), 1.0, Side::Above)
}

/// An upper bound of a positive number that is a sum of terms of both signs, as its logarithm.
///
/// The rounding of every term enters as one more positive term, so that what cancels is replaced by
/// what was lost.
pub(super) fn log_difference(terms: &[(f64, Term)]) -> f64 {
    if terms.iter().any(|(_, term)| term.log.is_nan() || term.log == f64::INFINITY) {
        return f64::INFINITY;
    }
    let count = f64::EPSILON * (terms.len() + 4) as f64;
    let slack = |term: &Term| term.log + (ROUNDING * term.size + count).ln();
    let slacks: Vec<f64> = terms.iter().map(|(_, term)| slack(term)).collect();
    let slack = log_sum_exp(&slacks);
    let mut signed: Vec<SignedLog> = terms
        .iter()
        .filter(|(_, term)| term.log > f64::NEG_INFINITY)
        .map(|&(sign, Term { log, .. })| SignedLog { sign, log })
        .collect();
    signed.push(SignedLog { sign: 1.0, log: slack });
    let sum = signed_log_sum_exp(&signed);
    if sum.sign > 0.0 { sum.log.max(slack) } else { slack }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_enclose_their_value() {
        let terms: Vec<Term> = (1..=1000).map(|k| Term::product((k as f64).ln(), -300.0)).collect();
        let exact = 500_500f64.ln() - 300.0;
        let (below, above) = (log_sum(&terms, Side::Below), log_sum(&terms, Side::Above));
        assert!(below < exact && exact < above && above - below < 3e-12, "{below} {exact} {above}");
    }

    #[test]
    fn an_underflowing_excess_stays_positive_above() {
        assert_eq!(divergence(-1e4, 1.0, Side::Above), f64::MIN_POSITIVE);
        assert_eq!(divergence(-1e4, 1.0, Side::Below), 0.0);
        assert_eq!(divergence(f64::NEG_INFINITY, 1.0, Side::Above), 0.0);
        assert_eq!(mixed_loss(f64::INFINITY, 1e-300), f64::INFINITY);
        assert_eq!(mixed_loss(0.0, 0.5), 0.0);
    }

    /// `ln(1 + ½(e − 1))`, and a loss whose exponential is no number.
    #[test]
    fn mixed_losses_are_close_above() {
        for (epsilon, exact) in [(1.0, 0.620_114_506_958_277_5), (1e6, 1e6 - std::f64::consts::LN_2)] {
            let found = mixed_loss(epsilon, 0.5);
            assert!(found >= exact && found < exact * (1.0 + 1e-13), "{found} {exact}");
        }
    }

    #[test]
    fn what_cancels_is_replaced_by_what_was_lost() {
        let term = Term::product(0.0, 0.0);
        let left = log_difference(&[(1.0, term), (-1.0, term)]).exp();
        assert!(left > 0.0 && left < 1e-14, "{left}");
    }
}
