//! The middle of a binomial sum in closed form, for orders whose sums are too long to add up.

use std::f64::consts::LN_2;

use super::outward::{Side, Term, log_difference, log_expm1, log_sum, softplus};
use super::poisson::LN_3;
use crate::numeric::binomial::log_binomial_mass;
use crate::numeric::logspace::{log_add_exp, log1mexp};

/// The indices `from..=to` of the weights `w_ℓ = C(n,ℓ)(1−γ)^{n−ℓ}γ^ℓ`, with `from ≥ 2` and 0 < γ < 1.
///
/// Each sum is bounded twice. The closed form of the whole sum less the terms outside is exact but for
/// the digits that cancel, which are added back. And since the terms are log-concave in ℓ, their
/// ratios fall, so a sum beyond its peak is at most that of the geometric series of its first two terms:
/// crude near the peak, exact to all digits far from it, just where the difference has none left.
/// The smaller of the two is good everywhere.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bulk {
    pub n: u64,
    pub rate: f64,
    pub from: u64,
    pub to: u64,
}

impl Bulk {
    /// An upper bound of `log Σ w_ℓ`.
    pub fn mass(&self) -> f64 {
        let outside = |l| Term::product(self.log_weight(l), 0.0);
        let whole = [(1.0, Term::product(0.0, 0.0)), (-1.0, outside(0)), (-1.0, outside(1))];
        self.bound(&whole, outside)
    }

    /// An upper bound of `log Σ w_ℓ (e^{(ℓ−1)ε} − 1)`.
    ///
    /// The whole sum, from ℓ = 0, is `e^A − 1` with `A = n log(1 + γ(e^ε − 1)) − ε`.
    pub fn excess(&self, epsilon: f64) -> f64 {
        if epsilon == 0.0 {
            return f64::NEG_INFINITY;
        }
        let odds = [self.rate.ln(), log_expm1(epsilon)];
        let growth = self.n as f64 * softplus(odds[0] + odds[1]);
        let exponent = growth - epsilon;
        if !exponent.is_finite() {
            return f64::INFINITY;
        }
        // A rounding of the odds moves the logarithm of 1 + odds by less than itself, relatively.
        let error = growth * (2.0 + odds[0].abs() + odds[1].abs()) + epsilon;
        let missing = Term::product(self.log_weight(0), (-(-epsilon).exp_m1()).ln());
        let whole = [expm1_with_error(exponent, error), (1.0, missing)];
        self.bound(&whole, |l| Term::excess(self.log_weight(l), (l - 1) as f64 * epsilon))
    }

    /// An upper bound of `log Σ w_ℓ (3e^{(ℓ−1)ε} − 1)`.
    pub fn tripled_excess(&self, epsilon: f64) -> f64 {
        log_add_exp(LN_3 + self.excess(epsilon), LN_2 + self.mass())
    }

    fn log_weight(&self, l: u64) -> f64 {
        log_binomial_mass(l, self.n, self.rate)
    }

    /// `whole` counts the terms 0 and 1 already.
    fn bound(&self, whole: &[(f64, Term)], term: impl Fn(u64) -> Term) -> f64 {
        if self.from > self.to {
            return f64::NEG_INFINITY;
        }
        let outside = (2..self.from).chain(self.to + 1..=self.n).map(|l| (-1.0, term(l)));
        let difference = log_difference(&whole.iter().copied().chain(outside).collect::<Vec<_>>());
        difference.min(self.geometric(term))
    }

    fn geometric(&self, term: impl Fn(u64) -> Term) -> f64 {
        let raised = |term: Term| log_sum(&[term], Side::Above);
        let first = raised(term(self.from));
        if self.from == self.to {
            return first;
        }
        let step = raised(term(self.from + 1)) - term(self.from).log;
        // Close to 1 the series is longer than the sum.
        if step < -1e-3 { first - log1mexp(step) } else { f64::INFINITY }
    }
}

/// `e^A − 1` for an A that has lost `error` roundings: the derivative e^A carries them over.
fn expm1_with_error(exponent: f64, error: f64) -> (f64, Term) {
    if exponent == 0.0 {
        return (1.0, Term { log: 0.0, size: error + 1.0 });
    }
    let shrink = (-exponent.abs()).exp_m1().abs();
    let log = exponent.max(0.0) + shrink.ln();
    let carried = if exponent > 0.0 { error / shrink } else { error * exponent.exp() / shrink };
    (exponent.signum(), Term { log, size: carried + log.abs() + 1.0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against the sums themselves: never below, close wherever one of the two routes is.
    #[test]
    fn bulks_are_close_above_their_sums() {
        for (n, rate, from, to, epsilon) in [
            (200, 1e-3, 6, 195, 1.98),
            (200, 1e-3, 51, 150, 1.98),
            (200, 1e-9, 6, 200, 1.98),
            (1000, 0.3, 5, 995, 0.01),
            (1000, 0.3, 5, 1000, 100.0),
            (1000, 0.9, 300, 1000, 1e-9),
            (50, 0.5, 7, 7, 1.0),
        ] {
            let bulk = Bulk { n, rate, from, to };
            let weight = |l| log_binomial_mass(l, n, rate);
            let sum =
                |term: &dyn Fn(u64) -> Term| log_sum(&(from..=to).map(term).collect::<Vec<_>>(), Side::Below);
            let excess = sum(&|l| Term::excess(weight(l), (l - 1) as f64 * epsilon));
            let mass = sum(&|l| Term::product(weight(l), 0.0));
            for (found, exact) in [(bulk.excess(epsilon), excess), (bulk.mass(), mass)] {
                assert!(found >= exact && found - exact < 2e-2, "{bulk:?}: {found} {exact}");
            }
        }
        assert_eq!(Bulk { n: 9, rate: 0.5, from: 6, to: 5 }.mass(), f64::NEG_INFINITY);
        assert_eq!(Bulk { n: 9, rate: 0.5, from: 2, to: 9 }.excess(f64::INFINITY), f64::INFINITY);
    }
}
