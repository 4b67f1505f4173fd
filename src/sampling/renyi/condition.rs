//! When the tight bound is one.

use super::{AtomPair, WholeOrder};
use crate::mechanism::Mechanism;

/// The most outputs of a pair whose moments are computed.
const MOST_ATOMS: usize = 64;

/// Whether `E_Q[(P/Q − 1)^ℓ] ≥ 0` for every odd ℓ from 3 to α and both orders of every pair of neighbours
/// (Zhu, dissertation, condition 2.2): then [`super::Sampled::tight`] is an upper bound (Thm 2.3.4).
/// Otherwise [`super::Sampled::general`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Condition {
    /// At every order, by a theorem.
    ByTheorem,
    /// At every order up to this one, by computing each moment with its rounding.
    Checked(WholeOrder),
    /// Not from this odd power on.
    Fails {
        /// The first ℓ whose moment is negative.
        power: u64,
    },
    /// Nothing says so, from this odd power on.
    Undecided {
        /// The first ℓ whose sign is not known.
        power: u64,
    },
}

impl Condition {
    /// What is proved of the mechanism's kind.
    pub fn of_mechanism(mechanism: &Mechanism) -> Self {
        let proved = mechanism.entry().non_negative_odd_moments;
        if proved { Self::ByTheorem } else { Self::Undecided { power: 3 } }
    }

    /// What is known up to an order: by a theorem, or by the moments of a pair with few losses.
    pub fn of(mechanism: &Mechanism, largest: WholeOrder) -> Self {
        let known = Self::of_mechanism(mechanism);
        let (Self::Undecided { .. }, Some(pair)) = (known, mechanism.pair()) else { return known };
        let loss = pair.loss();
        if loss.span.0 < loss.span.1 || pair.infinite() > 0.0 || loss.atoms.len() > MOST_ATOMS {
            return known;
        }
        let atoms = loss.atoms.iter().map(|atom| (atom.mass, atom.mass * (-atom.at).exp())).collect();
        AtomPair::new(atoms).map_or(known, |pair| Self::of_atoms(&pair, largest))
    }

    /// Computes every odd moment up to α of a mechanism whose only neighbouring outputs are this pair.
    pub fn of_atoms(pair: &AtomPair, order: WholeOrder) -> Self {
        let reversed = pair.reversed();
        for power in (3..=order.value()).step_by(2) {
            let signs = [pair.is_non_negative(power), reversed.is_non_negative(power)];
            if signs.contains(&Some(false)) {
                return Self::Fails { power };
            }
            if signs.contains(&None) {
                return Self::Undecided { power };
            }
        }
        Self::Checked(order)
    }

    /// Whether the tight bound is an upper bound at this order. At order 2 it always is.
    pub fn permits_tight(&self, order: WholeOrder) -> bool {
        match *self {
            Self::ByTheorem => true,
            Self::Checked(largest) => order <= largest,
            Self::Fails { power } | Self::Undecided { power } => order.value() < power,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mechanism::{Gaussian, Laplace, RandomizedResponse};

    fn two_point(p: f64, q: f64) -> Condition {
        let pair = AtomPair::new(vec![(p, q), (1.0 - p, 1.0 - q)]).expect("two distributions");
        Condition::of_atoms(&pair, whole(64))
    }

    fn whole(order: u64) -> WholeOrder {
        WholeOrder::new(order).expect("a whole order")
    }

    #[test]
    fn the_three_mechanisms_are_covered_by_theorem() {
        for mechanism in [
            Mechanism::Gaussian(Gaussian::with_sigma(1.0)),
            Mechanism::Laplace(Laplace::new(1.0).unwrap()),
            Mechanism::RandomizedResponse(RandomizedResponse::new(0.75).unwrap()),
        ] {
            assert!(Condition::of_mechanism(&mechanism).permits_tight(whole(1_000_000)));
        }
    }

    /// Randomized response numerically, and pairs on one side of ½, where one direction fails.
    #[test]
    fn two_points_fail_on_one_side_of_a_half() {
        for p in [0.5, 0.6, 0.75, 0.999] {
            assert_eq!(two_point(p, 1.0 - p), Condition::Checked(whole(64)), "{p}");
        }
        for (p, q) in [(0.1, 0.2), (0.2, 0.1), (0.9, 0.7), (0.01, 0.49)] {
            assert_eq!(two_point(p, q), Condition::Fails { power: 3 });
            assert!(two_point(p, q).permits_tight(WholeOrder::TWO));
            assert!(!two_point(p, q).permits_tight(whole(3)));
        }
    }

    /// A moment that is exactly 0 has no sign that rounding could confirm.
    #[test]
    fn a_vanishing_moment_is_not_claimed() {
        let pair =
            AtomPair::new(vec![(0.3, 0.25), (0.2, 0.25), (0.3, 0.25), (0.2, 0.25)]).expect("distributions");
        assert!(!Condition::of_atoms(&pair, whole(9)).permits_tight(whole(3)));
        let same = AtomPair::new(vec![(0.3, 0.3), (0.7, 0.7)]).expect("distributions");
        assert_eq!(Condition::of_atoms(&same, whole(9)), Condition::Checked(whole(9)));
    }
}
