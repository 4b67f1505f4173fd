//! The signed moments of a likelihood ratio around 1.

use super::outward::{Side, Term, log_sum};
use crate::numeric::logspace::{SignedLog, log_sum_exp};

/// How far the masses of a distribution may sum from 1.
const SUM_ERROR: f64 = 1e-9;

/// Two distributions on the same finite set, as the masses `(p, q)` of each element.
#[derive(Debug, Clone, PartialEq)]
pub struct AtomPair(Vec<(f64, f64)>);

impl AtomPair {
    /// `None` unless no mass is negative and each side sums to 1, to 1e-9.
    pub fn new(masses: Vec<(f64, f64)>) -> Option<Self> {
        let is_one = |sum: f64| (sum - 1.0).abs() <= SUM_ERROR;
        let positive = masses.iter().all(|&(p, q)| p >= 0.0 && q >= 0.0);
        let sums = masses.iter().fold((0.0, 0.0), |sum, &(p, q)| (sum.0 + p, sum.1 + q));
        (positive && is_one(sums.0) && is_one(sums.1)).then_some(Self(masses))
    }

    /// The pair (Q, P).
    pub fn reversed(&self) -> Self {
        Self(self.0.iter().map(|&(p, q)| (q, p)).collect())
    }

    /// The Pearson–Vajda divergence `E_Q[(P/Q − 1)^ℓ] = Σ (p−q)^ℓ q^{1−ℓ}`, for ℓ ≥ 1; infinite from ℓ = 2
    /// on where P has outputs that Q never gives.
    ///
    /// `p − q` is one rounding away from exact, and the powers are taken as logarithms, so neither a
    /// large ratio nor a large ℓ overflows; the two signs are summed apart.
    pub fn pearson_vajda(&self, power: u64) -> SignedLog {
        let (gains, losses) = self.parts(power);
        let side = |terms: &[Term], sign: f64| {
            let log = log_sum_exp(&terms.iter().map(|t| t.log).collect::<Vec<_>>());
            SignedLog { sign: if log == f64::NEG_INFINITY { 0.0 } else { sign }, log }
        };
        side(&gains, 1.0) + side(&losses, -1.0)
    }

    /// Whether [`Self::pearson_vajda`] is at least 0; `None` where rounding hides its sign.
    pub(super) fn is_non_negative(&self, power: u64) -> Option<bool> {
        let (gains, losses) = self.parts(power);
        if losses.is_empty() || log_sum(&gains, Side::Below) >= log_sum(&losses, Side::Above) {
            Some(true)
        } else if log_sum(&gains, Side::Above) < log_sum(&losses, Side::Below) {
            Some(false)
        } else {
            None
        }
    }

    /// The terms above and below 0.
    fn parts(&self, power: u64) -> (Vec<Term>, Vec<Term>) {
        let (mut gains, mut losses) = (Vec::new(), Vec::new());
        for &(p, q) in &self.0 {
            if p == q {
                continue;
            }
            let term = match (q == 0.0, power) {
                (true, 1) => Term::product(p.ln(), 0.0),
                (true, _) => Term { log: f64::INFINITY, size: 1.0 },
                (false, _) => {
                    let (distance, start, times) = ((p - q).abs().ln(), q.ln(), power as f64);
                    let size = times * (1.0 + distance.abs() + start.abs());
                    Term { log: times * (distance - start) + start, size }
                }
            };
            if p > q || power.is_multiple_of(2) { gains.push(term) } else { losses.push(term) }
        }
        (gains, losses)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two_point(p: f64, q: f64) -> AtomPair {
        AtomPair::new(vec![(p, q), (1.0 - p, 1.0 - q)]).expect("two distributions")
    }

    /// Two points: `(p−q)^ℓ (q^{1−ℓ} + (−1)^ℓ (1−q)^{1−ℓ})`.
    #[test]
    fn two_points_meet_their_closed_form() {
        for (p, q) in [(0.75f64, 0.5f64), (0.25, 0.5), (0.75, 0.25), (0.125, 0.25), (0.25, 0.125)] {
            for power in 1..12u64 {
                let l = power as i32;
                let exact = (p - q).powi(l) * (q.powi(1 - l) + (-1f64).powi(l) * (1.0 - q).powi(1 - l));
                let found = two_point(p, q).pearson_vajda(power).to_value();
                let size = (p - q).abs().powi(l) * (q.powi(1 - l) + (1.0 - q).powi(1 - l));
                assert!((found - exact).abs() <= 1e-14 * size, "{p} {q} {power}: {found} {exact}");
            }
        }
    }

    /// `E_Q[(r−1)^α] = E_P[(r−1)^{α−1}] − E_Q[(r−1)^{α−1}]` (Zhu, dissertation, Lemma 2.3.5), and
    /// `E_Q[(2−r)^ℓ] = E_Q[r^ℓ] − 2 Σ_{j odd} C(ℓ, j) E_Q[(r−1)^j]` (Lemma 2.5.1), with moments summed outcome by outcome.
    #[test]
    fn moments_follow_the_lemmas() {
        let masses = [(0.1f64, 0.3f64), (0.5, 0.2), (0.15, 0.1), (0.25, 0.4)];
        let pair = AtomPair::new(masses.to_vec()).expect("distributions");
        let under_p = |power: i32| masses.iter().map(|&(p, q)| p * (p / q - 1.0).powi(power)).sum::<f64>();
        let under_q = |of: &dyn Fn(f64) -> f64| masses.iter().map(|&(p, q)| q * of(p / q)).sum::<f64>();
        for power in 2..12 {
            let odd = pair.pearson_vajda(power as u64).to_value();
            let even = pair.pearson_vajda(power as u64 - 1).to_value();
            assert!(
                (odd - (under_p(power - 1) - even)).abs() < 1e-13 * (1.0 + under_p(power - 1)),
                "{power}"
            );
            let mut choose = 1.0;
            let mut sum = under_q(&|r| r.powi(power));
            for j in 1..=power {
                choose *= f64::from(power + 1 - j) / f64::from(j);
                if j % 2 == 1 {
                    sum -= 2.0 * choose * pair.pearson_vajda(j as u64).to_value();
                }
            }
            let direct = under_q(&|r| (2.0 - r).powi(power));
            let size = 3f64.powi(power);
            assert!((sum - direct).abs() < 1e-12 * size, "{power}: {sum} {direct}");
        }
    }

    #[test]
    fn an_output_only_one_side_gives_is_infinite() {
        let pair = AtomPair::new(vec![(0.5, 0.0), (0.5, 1.0)]).expect("two distributions");
        assert_eq!(pair.pearson_vajda(3), SignedLog { sign: 1.0, log: f64::INFINITY });
        assert_eq!(pair.is_non_negative(3), Some(true));
        assert!((pair.reversed().pearson_vajda(3).to_value() - 0.0).abs() < 1e-15);
        assert_eq!(pair.pearson_vajda(1).to_value(), 0.0);
    }

    #[test]
    fn large_powers_do_not_overflow() {
        let value = two_point(0.75, 0.25).pearson_vajda(100_001);
        assert!(value.sign == 1.0 && value.log > 6e4 && value.log.is_finite());
    }

    #[test]
    fn distributions_are_checked() {
        for masses in [vec![(0.5, 0.5)], vec![(1.5, 1.0), (-0.5, 0.0)], vec![(f64::NAN, 1.0)], vec![]] {
            assert!(AtomPair::new(masses).is_none());
        }
    }
}
