//! What a sample keeps of one (ε, δ).

use super::renyi::mixed_loss;
use crate::guarantee::{Interval, Order, Pair, Probability, Reverse};

/// `(log(1 + γ(e^ε − 1)), γδ)`, rounded up: what (ε, δ) on all records becomes on a Poisson sample where one person is
/// added or removed, and on a subset of fixed size where one is replaced (Zhu, dissertation, Lemma 2.2.2), for ε ≥ 0.
///
/// On a Poisson sample it is the profile itself where a person is removed: there `δ_γ(log(1 + γ(e^ε − 1))) = γδ(ε)`
/// (see [`super::Amplified`]), so that no better lemma of this form exists.
pub fn sampled_guarantee(epsilon: f64, delta: Probability, rate: Probability) -> (f64, Probability) {
    let (rate, delta) = (rate.value(), delta.value());
    if rate == 0.0 {
        return (0.0, Probability::clamped(0.0));
    }
    if rate == 1.0 {
        return (epsilon, Probability::clamped(delta));
    }
    let spent = if delta > 0.0 { (rate * delta).next_up() } else { 0.0 };
    (mixed_loss(epsilon, rate), Probability::clamped(spent))
}

/// The largest loss of a person who is added to a Poisson sample, and how it is met.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AddedLoss {
    /// `−log(1 − γ)`: no mechanism loses more.
    pub limit: f64,
    /// `−log(1 − γ + γe^{−D_∞})`, with D_∞ the largest loss of the mechanism without the person against with.
    pub largest: Interval,
    /// Whether that is the limit: the mechanism's own loss has no bound.
    pub reaches_limit: bool,
    /// Whether some output has just the largest loss; otherwise it is only approached.
    pub attained: bool,
}

impl AddedLoss {
    /// Of a mechanism's pair, with the person against without, at a rate strictly between 0 and 1.
    pub fn of(pair: &dyn Pair, rate: f64) -> Self {
        // A pair that covers both orders bounds the other one without being it.
        let is_own = !matches!(pair.reverse(), Reverse::Covered(_));
        let reversed = pair.reverse().other_order(pair);
        let limit = -(-rate).ln_1p();
        let own = reversed.renyi(Order::INFINITE);
        let added = |loss: f64| -(rate * (-loss).exp_m1()).ln_1p();
        let (low, high) = (
            Interval::around(added(own.lower), 8.0 * f64::EPSILON),
            Interval::around(added(own.upper), 8.0 * f64::EPSILON),
        );
        let top = |at: f64| at >= own.lower * (1.0 - 1e-12) && at <= own.upper * (1.0 + 1e-12);
        let attained = match own.upper.is_infinite() {
            true => reversed.infinite() > 0.0,
            false => reversed.loss().atoms.iter().any(|atom| top(atom.at) && atom.mass > 0.0),
        };
        Self {
            limit,
            largest: Interval { lower: if is_own { low.lower } else { 0.0 }, upper: high.upper },
            reaches_limit: is_own && own.upper.is_infinite(),
            attained: is_own && attained,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mechanism::{Gaussian, Laplace, Mechanism, RandomizedResponse, TwoPoint};
    use crate::sampling::{Amplified, Direction};
    use proptest::prelude::*;

    fn probability(value: f64) -> Probability {
        Probability::clamped(value)
    }

    proptest! {
        /// The lemma against the profile of the dominating pair: it is that of removal, and bounds that of addition.
        #[test]
        fn the_lemma_is_the_profile_of_removal(rate in 1e-4..0.999f64, epsilon in 0.0..4.0f64, sigma in 0.3..5.0f64, which in 0..3) {
            let gaussian = Gaussian::with_sigma(sigma);
            let laplace = Laplace::new(sigma).expect("a scale");
            let two_point = Mechanism::TwoPoint(TwoPoint::new(0.3, 0.1 + 0.1 * sigma).expect("probabilities"));
            let two_point = two_point.pair().expect("a pair");
            let base: &dyn Pair = match which { 0 => &gaussian, 1 => &laplace, _ => two_point };
            let delta = base.profile(epsilon).max(base.reverse().other_order(base).profile(epsilon));
            let (mixed, spent) = sampled_guarantee(epsilon, probability(delta.upper), probability(rate));
            let removed = Amplified::new(base, rate, Direction::Remove).profile(mixed);
            let added = Amplified::new(base, rate, Direction::Add).profile(mixed);
            prop_assert!(removed.lower <= spent.value() && added.lower <= spent.value(), "{removed:?} {added:?} {spent:?}");
            if which < 2 {
                let size = spent.value() + 1e-12 * rate;
                prop_assert!((removed.upper - spent.value()).abs() <= 1e-9 * size, "{removed:?} {spent:?}");
            }
        }

        /// It never gives more than the guarantee on all records, and grows with the rate.
        #[test]
        fn sampling_never_costs(rates in (0.0..1.0f64, 0.0..1.0f64), epsilon in 0.0..50.0f64, delta in 0.0..1.0f64) {
            let at = |rate: f64| sampled_guarantee(epsilon, probability(delta), probability(rate));
            let (low, high) = (at(rates.0.min(rates.1)), at(rates.0.max(rates.1)));
            prop_assert!(low.0 <= high.0 * (1.0 + 1e-13) && low.1.value() <= high.1.value() * (1.0 + 1e-15));
            prop_assert!(high.0 <= epsilon * (1.0 + 1e-13) + 1e-300 && high.1.value() <= delta * (1.0 + 1e-15));
        }
    }

    #[test]
    fn nobody_and_everybody() {
        assert_eq!(sampled_guarantee(1.5, probability(1e-5), probability(1.0)), (1.5, probability(1e-5)));
        assert_eq!(sampled_guarantee(1.5, probability(1e-5), probability(0.0)), (0.0, probability(0.0)));
    }

    /// Normal noise only approaches −log(1−γ); a bounded loss stays below it and is met by an atom. Against the sampled
    /// pair itself.
    #[test]
    fn added_losses_end_where_the_pair_does() {
        let (gaussian, laplace) = (Gaussian::with_sigma(1.0), Laplace::new(0.5).expect("a scale"));
        let response = RandomizedResponse::new(0.9).expect("a probability");
        for (pair, reaches, attained) in
            [(&gaussian as &dyn Pair, true, false), (&laplace, false, true), (&response, false, true)]
        {
            let found = AddedLoss::of(pair, 0.1);
            assert_eq!((found.reaches_limit, found.attained), (reaches, attained));
            let exact = Amplified::new(pair, 0.1, Direction::Add).renyi(Order::INFINITE);
            assert!(found.largest.lower <= exact.upper && exact.lower <= found.largest.upper);
            assert!(found.largest.upper <= found.limit * (1.0 + 1e-14));
        }
        // −log(1 − γ(1 − e^{−2})).
        let largest = AddedLoss::of(&laplace, 0.1).largest.upper;
        assert!((largest / -(-0.1 * (1.0 - (-2f64).exp())).ln_1p() - 1.0).abs() < 1e-13, "{largest}");
    }
}
