//! Poisson sampling from few values of the base curve: the ends of the sum one by one, its middle in
//! closed form.

use super::bulk::Bulk;
use super::outward::{Side, Term, log_sum};
use super::{BaseCurve, Sampled, WholeOrder, base, order};

/// A logarithm that is an upper bound already.
pub(super) fn settled_term(log: f64) -> Term {
    Term { log, size: 1.0 }
}

impl<C: BaseCurve> Sampled<C> {
    /// [`Self::tight`] from 2τ values of the base: the orders up to τ and the τ last ones as they are,
    /// those between with `ε(α−τ)` for `ε(ℓ)`, which only grows with ℓ
    /// (Zhu, dissertation, Thm 2.3.7). All of them when 2τ ≥ α.
    ///
    /// The printed form subtracts from the closed sum `e^{−ε}(1 − γ + γe^ε)^α`; here the middle is
    /// bounded on its own and added, so that the ends keep all their digits.
    pub fn tau_terms(&self, order: WholeOrder, tau: u64) -> f64 {
        let n = order.value();
        if tau.saturating_mul(2) >= n {
            return self.tight(order);
        }
        if let Some(value) = self.settled(order.into()) {
            return value;
        }
        let (from, to) = (tau.max(1) + 1, n - tau);
        let middle = Bulk { n, rate: self.rate, from, to }.excess(self.largest_up_to(to));
        let mut terms = vec![settled_term(middle)];
        terms.extend((2..from).chain(to + 1..=n).map(|l| self.term(order, l)));
        self.capped(order, log_sum(&terms, Side::Above), Side::Above)
    }

    /// [`Self::general`] from τ values of the base: the orders up to τ as they are, those beyond with
    /// `ε(α)` for `ε(ℓ)` (Zhu, dissertation, Thm 2.5.8). All of them when 2τ ≥ α.
    pub fn tau_terms_general(&self, order: WholeOrder, tau: u64) -> f64 {
        let n = order.value();
        if tau.saturating_mul(2) >= n || n == 2 {
            return self.general(order);
        }
        if let Some(value) = self.settled(order.into()) {
            return value;
        }
        let from = tau.max(2) + 1;
        let rest = Bulk { n, rate: self.rate, from, to: n }.tripled_excess(self.largest_up_to(n));
        let mut terms = vec![settled_term(rest), self.term(order, 2)];
        terms.extend((3..from).map(|l| self.tripled_term(order, l)));
        self.capped(order, log_sum(&terms, Side::Above), Side::Above)
    }

    /// `ε(ℓ)`, which bounds every order up to ℓ.
    pub(super) fn largest_up_to(&self, l: u64) -> f64 {
        base::bound(&self.base, order::exact(l))
    }
}
