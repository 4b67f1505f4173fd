//! The Pearson–Vajda divergences of two Poisson distributions, the standard example of a pair for which
//! the tight bound may fail.

use super::outward::log_expm1;
use crate::numeric::binomial::{log_binomial, log_poisson_mass};
use crate::numeric::logspace::{SignedLog, signed_log_sum_exp};

/// The largest rate and power: the sum over outputs takes a few times as many terms.
const LARGEST: f64 = 1e4;

/// The longest sum over outputs; the closed form takes over long before.
const LONGEST: f64 = 1e6;

/// `E_Q[(P/Q − 1)^ℓ]` for P = Poisson(`with`), Q = Poisson(`without`), ℓ ≥ 1; `None` unless both rates and
/// the power are positive and at most 10⁴.
///
/// The closed form `Σ_j C(ℓ,j)(−1)^{ℓ−j} exp(λ_P^j λ_Q^{1−j} − jλ_P − (1−j)λ_Q)` alternates: it is exact
/// where its last term dominates and has no digits left where the result is small. There the
/// expectation itself is summed over the outputs k: `P/Q = e^{λ_Q−λ_P}(λ_P/λ_Q)^k` crosses 1 once, so its
/// terms change sign once, and where the closed form cancels its outputs are few.
pub fn pearson_vajda_of_poisson(with: f64, without: f64, power: u64) -> Option<SignedLog> {
    let valid = |value: f64| value > 0.0 && value <= LARGEST;
    if !(valid(with) && valid(without) && valid(power as f64)) {
        return None;
    }
    // log(λ_P/λ_Q), from the distance where they are close.
    let ratio = if (with / without - 1.0).abs() < 0.5 {
        ((with - without) / without).ln_1p()
    } else {
        with.ln() - without.ln()
    };
    let pair = PoissonPair { with, without, ratio };
    let terms: Vec<SignedLog> = (0..=power).map(|j| pair.moment_term(power, j)).collect();
    let last = terms[terms.len() - 1].log;
    if last == f64::INFINITY {
        // Even its logarithm is beyond the floats; no other term comes near.
        return Some(SignedLog { sign: 1.0, log: last });
    }
    let closed = signed_log_sum_exp(&terms);
    let dominated = closed.sign > 0.0 && closed.log > last - 0.1 && terms.iter().all(|term| term.log <= last);
    Some(if dominated { closed } else { pair.sum_over_outputs(power) })
}

struct PoissonPair {
    with: f64,
    without: f64,
    ratio: f64,
}

impl PoissonPair {
    /// `C(ℓ,j)(−1)^{ℓ−j} E_Q[(P/Q)^j]`.
    fn moment_term(&self, power: u64, j: u64) -> SignedLog {
        let order = j as f64;
        let moment =
            self.without * (order * self.ratio).exp() - order * self.with - (1.0 - order) * self.without;
        let sign = if (power - j).is_multiple_of(2) { 1.0 } else { -1.0 };
        SignedLog { sign, log: log_binomial(power, j) + moment }
    }

    /// `Σ_k Q(k) (P(k)/Q(k) − 1)^ℓ`, until a term is below e^{−50} of the largest well beyond the means of
    /// Q and of the tilted `Q (P/Q)^ℓ`.
    fn sum_over_outputs(&self, power: u64) -> SignedLog {
        let tilted = self.without * (power as f64 * self.ratio).exp();
        let reach = 2.0 * self.without.max(tilted) + power as f64 + 50.0;
        let (mut terms, mut largest, mut k) = (Vec::new(), f64::NEG_INFINITY, 0.0);
        loop {
            let term = self.output_term(power, k);
            if term.sign != 0.0 {
                largest = largest.max(term.log);
                terms.push(term);
            }
            // Equal rates have no terms at all.
            if k > LONGEST || k > reach && (term.log < largest - 50.0 || largest == f64::NEG_INFINITY) {
                return signed_log_sum_exp(&terms);
            }
            k += 1.0;
        }
    }

    fn output_term(&self, power: u64, k: f64) -> SignedLog {
        let mass = log_poisson_mass(k as u64, self.without);
        let loss = (self.without - self.with) + k * self.ratio;
        let distance = if loss > 0.0 { log_expm1(loss) } else { (-loss.exp_m1()).ln() };
        let sign = if loss == 0.0 {
            0.0
        } else if loss > 0.0 || power.is_multiple_of(2) {
            1.0
        } else {
            -1.0
        };
        SignedLog { sign, log: mass + power as f64 * distance }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows C01–C08 of the reference table.
    #[test]
    fn poisson_pairs_meet_the_table() {
        for line in include_str!("../../../tests/golden/sampling/pearson_vajda.csv").lines().skip(1) {
            let (numbers, row) = line.rsplit_once(',').expect("a row has a name");
            let numbers: Vec<f64> = numbers.split(',').map(|text| text.parse().expect("a number")).collect();
            let [with, without, power, expected] = numbers[..] else { panic!("{line}") };
            let found = pearson_vajda_of_poisson(with, without, power as u64).expect("valid").to_value();
            assert!((found / expected - 1.0).abs() < 1e-10, "{row}: {found} {expected}");
        }
    }

    /// Both routes where both have digits.
    #[test]
    fn the_two_sums_agree() {
        for (with, without, power) in [(0.6f64, 0.3f64, 5), (2.0, 1.0, 4), (1.0, 0.5, 6), (1.2, 1.0, 2)] {
            let pair = PoissonPair { with, without, ratio: (with / without).ln() };
            let terms: Vec<SignedLog> = (0..=power).map(|j| pair.moment_term(power, j)).collect();
            let (closed, summed) = (signed_log_sum_exp(&terms), pair.sum_over_outputs(power));
            assert!((closed.to_value() / summed.to_value() - 1.0).abs() < 1e-10, "{closed:?} {summed:?}");
        }
    }

    /// The first moment is 0 and even ones are positive, at every size.
    #[test]
    fn moments_have_their_signs() {
        for (with, without) in
            [(0.3, 0.6), (0.6, 0.3), (1e-3, 1e3), (1e3, 1e-3), (1e4, 1e4), (5.0, 5.0 + 1e-9)]
        {
            for power in [2, 4, 40, 10_000] {
                let value = pearson_vajda_of_poisson(with, without, power).expect("valid");
                assert!(value.sign == 1.0 || with == without, "{with} {without} {power}: {value:?}");
            }
            let first = pearson_vajda_of_poisson(with, without, 1).expect("valid").to_value();
            assert!(first.abs() < 1e-9, "{first}");
        }
        assert!(pearson_vajda_of_poisson(0.0, 1.0, 3).is_none());
        assert!(pearson_vajda_of_poisson(1.0, f64::NAN, 3).is_none());
        assert!(pearson_vajda_of_poisson(1.0, 1.0, 0).is_none());
    }
}
