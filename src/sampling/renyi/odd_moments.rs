//! The odd moments that the tight bound needs, of pairs that are easy to draw.

use super::{AtomPair, pearson_vajda_of_poisson};
use crate::numeric::logspace::SignedLog;

/// What a release may give with a person and without: P and Q of one family.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Family {
    /// Poisson distributions by their means, the example of Zhu, dissertation, Fig. 2.2.
    Poisson,
    /// Two outputs by the probability of the first.
    TwoPoint,
}

impl Family {
    /// `E_Q[(P/Q − 1)^ℓ]` for P and Q by their parameters; `None` outside of those (a mean up to 10⁴, a probability
    /// strictly between 0 and 1). Condition 2.2 of the tight bound is that it is not negative for odd ℓ from 3 to the
    /// order, with P and Q either way round.
    pub fn moment(self, with: f64, without: f64, power: u64) -> Option<SignedLog> {
        match self {
            Self::Poisson => pearson_vajda_of_poisson(with, without, power),
            Self::TwoPoint => two_points(with, without).map(|pair| pair.pearson_vajda(power)),
        }
    }

    /// Whether the moment is negative, and not only by rounding: that of two points vanishes where Q is even.
    pub fn is_negative(self, with: f64, without: f64, power: u64) -> bool {
        match self {
            // It vanishes for equal means alone, where it is exactly 0.
            Self::Poisson => self.moment(with, without, power).is_some_and(|moment| moment.sign < 0.0),
            Self::TwoPoint => {
                two_points(with, without).is_some_and(|pair| pair.is_non_negative(power) == Some(false))
            }
        }
    }

    /// The least of the odd powers whose moment is negative, with P and Q either way round: from that order on the tight
    /// bound is not proved for this pair.
    pub fn first_negative(self, with: f64, without: f64, powers: &[u64]) -> Option<u64> {
        let either =
            |power: &u64| self.is_negative(with, without, *power) || self.is_negative(without, with, *power);
        powers.iter().copied().filter(either).min()
    }
}

/// Both distributions give both outputs.
fn two_points(with: f64, without: f64) -> Option<AtomPair> {
    let inside = |value: f64| value > 0.0 && value < 1.0;
    let masses = vec![(with, without), (1.0 - with, 1.0 - without)];
    AtomPair::new(masses).filter(|_| inside(with) && inside(without))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// `Σ_k Q(k)(P(k)/Q(k) − 1)^ℓ` with masses by their recurrence, plainly summed.
    fn plain_sum(with: f64, without: f64, power: i32) -> f64 {
        let (mut p, mut q, mut sum) = ((-with).exp(), (-without).exp(), 0.0);
        for k in 1..400 {
            sum += q * (p / q - 1.0).powi(power);
            p *= with / f64::from(k);
            q *= without / f64::from(k);
            if q < 1e-290 {
                break;
            }
        }
        sum
    }

    /// The second route where it has digits: P has the smaller mean, so that the ratio is bounded.
    #[test]
    fn poisson_moments_are_their_plain_sums() {
        for without in [0.3, 0.6, 1.0, 2.0, 7.5] {
            for share in [0.1, 0.35, 0.7, 0.9] {
                for power in [3, 5, 7, 9, 15] {
                    let with = share * without;
                    let found =
                        Family::Poisson.moment(with, without, power as u64).expect("valid").to_value();
                    let summed = plain_sum(with, without, power);
                    let size = (1.0 - (without - with).exp()).abs().powi(power);
                    assert!(
                        (found - summed).abs() <= 1e-11 * (found.abs() + size),
                        "{with} {without} {power}: {found} {summed}"
                    );
                }
            }
        }
    }

    /// Where P has the smaller mean the moments may well be positive: Q = 1 and P = 0.3, Q = 2 and P = 1.4.
    #[test]
    fn a_smaller_mean_is_no_negative_moment() {
        for (with, without) in [(0.3, 1.0), (1.4, 2.0)] {
            for power in [3, 5, 7, 9] {
                let found = Family::Poisson.moment(with, without, power).expect("valid");
                assert!(found.sign > 0.0, "{with} {without} {power}: {found:?}");
            }
        }
        assert_eq!(Family::Poisson.first_negative(0.3, 0.6, &[3, 5]), Some(3));
        assert_eq!(Family::Poisson.first_negative(0.5, 1.0, &[3, 5]), Some(5));
        assert_eq!(Family::Poisson.first_negative(1.0, 0.5, &[3, 5]), Some(5), "either way round");
    }

    /// An even Q has no odd moment at all: rounding must not make one.
    #[test]
    fn a_vanishing_moment_is_not_negative() {
        for p in (1..40).map(|step| f64::from(step) / 40.0) {
            for power in [3, 5, 15] {
                assert!(!Family::TwoPoint.is_negative(p, 0.5, power), "{p} {power}");
            }
        }
    }

    proptest! {
        /// Two points: the sign is that of `(p − q)(q^{1−ℓ} − (1−q)^{1−ℓ})`, so of `(p − q)(½ − q)`.
        #[test]
        fn two_points_have_the_sign_of_their_closed_form(p in 0.01..0.99f64, q in 0.01..0.99f64, half in 1u64..7) {
            prop_assume!((p - q).abs() > 1e-3 && (q - 0.5).abs() > 1e-3);
            let found = Family::TwoPoint.moment(p, q, 2 * half + 1).expect("valid");
            prop_assert_eq!(found.sign, ((p - q) * (0.5 - q)).signum());
        }

        /// Equal distributions have no moments, and the first one always vanishes.
        #[test]
        fn equal_pairs_have_none(mean in 0.01..50.0f64, p in 0.01..0.99f64, half in 1u64..7) {
            prop_assert_eq!(Family::Poisson.first_negative(mean, mean, &[3, 5, 7]), None);
            prop_assert_eq!(Family::TwoPoint.moment(p, p, 2 * half + 1).expect("valid").to_value(), 0.0);
        }
    }

    #[test]
    fn parameters_are_checked() {
        assert!(
            Family::TwoPoint.moment(1.0, 0.5, 3).is_none() && Family::TwoPoint.moment(0.5, 0.0, 3).is_none()
        );
        assert!(Family::Poisson.moment(0.0, 1.0, 3).is_none());
    }
}
