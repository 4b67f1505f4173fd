//! Poisson sampling at a whole order: the sum over how many of α draws take the person.

use super::outward::{Side, Term, divergence, log_sum};
use super::{BaseCurve, Sampled, WholeOrder};
use crate::numeric::binomial::log_binomial_mass;

/// What the general bound pays for each moment from the third on.
pub(super) const LN_3: f64 = 1.098_612_288_668_109_8;

impl<C: BaseCurve> Sampled<C> {
    /// `log{ w₀ + w₁ + Σ_{ℓ≥2} w_ℓ e^{(ℓ−1)ε(ℓ)} }/(α−1)` with `w_ℓ = C(α,ℓ)(1−γ)^{α−ℓ}γ^ℓ`, rounded up
    /// (Zhu, dissertation, Thm 2.3.4): an upper bound where [`super::Condition`] permits it.
    ///
    /// Since the weights sum to 1 it is `log1p(Σ w_ℓ expm1((ℓ−1)ε(ℓ)))/(α−1)`: all terms positive,
    /// nothing cancels, and ε′ = 1e-300 is as good as ε′ = 1. Costs α evaluations of the base.
    pub fn tight(&self, order: WholeOrder) -> f64 {
        self.exact_sum(order, Side::Above)
    }

    /// The expression of [`Self::tight`] rounded down: no bound can be below it when the base curve is
    /// exact, or itself a lower bound, with one pair of data sets that attains it at every order
    /// (Zhu, dissertation, Thm 2.3.2).
    pub fn lower(&self, order: WholeOrder) -> f64 {
        self.exact_sum(order, Side::Below)
    }

    /// `log{ w₀ + w₁ + w₂e^{ε(2)} + 3 Σ_{ℓ≥3} w_ℓ e^{(ℓ−1)ε(ℓ)} }/(α−1)`, rounded up, for every mechanism
    /// (Zhu, dissertation, Thm 2.3.1); at most `log 3/(α−1)` above [`Self::tight`].
    ///
    /// As `log1p(Σ_{ℓ≥2} w_ℓ expm1(x_ℓ) + 2 Σ_{ℓ≥3} w_ℓ e^{x_ℓ})`: positive terms again.
    pub fn general(&self, order: WholeOrder) -> f64 {
        if let Some(value) = self.settled(order.into()) {
            return value;
        }
        let mut terms = vec![self.term(order, 2)];
        terms.extend((3..=order.value()).map(|l| self.tripled_term(order, l)));
        self.capped(order, log_sum(&terms, Side::Above), Side::Above)
    }

    fn exact_sum(&self, order: WholeOrder, side: Side) -> f64 {
        if let Some(value) = self.settled(order.into()) {
            return value;
        }
        let terms: Vec<Term> = (2..=order.value()).map(|l| self.term(order, l)).collect();
        self.capped(order, log_sum(&terms, side), side)
    }

    /// `w_ℓ (e^{x_ℓ} − 1)`.
    pub(super) fn term(&self, order: WholeOrder, l: u64) -> Term {
        Term::excess(log_binomial_mass(l, order.value(), self.rate), self.log_moment(l))
    }

    /// `w_ℓ (3e^{x_ℓ} − 1)`, as `3 w_ℓ e^{x_ℓ} (1 − e^{−x_ℓ}/3)`.
    pub(super) fn tripled_term(&self, order: WholeOrder, l: u64) -> Term {
        let (weight, moment) = (log_binomial_mass(l, order.value(), self.rate), self.log_moment(l));
        let factor = moment + LN_3 + (-(-moment).exp() / 3.0).ln_1p();
        Term { log: weight + factor, size: weight.abs() + moment + 2.0 }
    }

    /// `log(1 + e^s)/(α−1)`, not above the cap.
    pub(super) fn capped(&self, order: WholeOrder, log_sum: f64, side: Side) -> f64 {
        divergence(log_sum, order.excess(), side).min(self.cap(order.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guarantee::{Order, Probability};

    fn whole(order: u64) -> WholeOrder {
        WholeOrder::new(order).expect("a whole order")
    }

    /// α = 2: `log1p(γ²(e^{ε(2)} − 1))`, and no third moment to pay for.
    #[test]
    fn order_two_has_one_term() {
        for (rate, epsilon) in [(1e-3, 0.04), (0.5, 3.0), (1e-100, 1.0), (0.999, 1e-9)] {
            let sampled =
                Sampled::new(|order: Order| epsilon * order.value() / 2.0, Probability::clamped(rate));
            let exact = (rate * rate * epsilon.exp_m1()).ln_1p();
            assert_eq!(sampled.tight(whole(2)), sampled.general(whole(2)));
            for bound in [sampled.tight(whole(2)), sampled.lower(whole(2))] {
                assert!((bound / exact - 1.0).abs() < 1e-11, "{bound} {exact}");
            }
        }
    }

    #[test]
    fn the_ends_of_the_rate_are_exact() {
        let base = |order: Order| order.value() / 2.0;
        for order in [2, 3, 100] {
            let none = Sampled::new(base, Probability::clamped(0.0));
            assert_eq!(
                [none.tight(whole(order)), none.general(whole(order)), none.lower(whole(order))],
                [0.0; 3]
            );
            let all = Sampled::new(base, Probability::clamped(1.0));
            let full = order as f64 / 2.0;
            assert_eq!(
                [all.tight(whole(order)), all.general(whole(order)), all.lower(whole(order))],
                [full; 3]
            );
        }
    }
}
