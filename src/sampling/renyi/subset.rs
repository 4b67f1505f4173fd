//! A random subset of fixed size, under replacing a person.

use super::bulk::Bulk;
use super::few_terms::settled_term;
use super::outward::{Side, Term, log_expm1, log_sum};
use super::{BaseCurve, Sampled, WholeOrder, base};
use crate::guarantee::Order;
use crate::numeric::binomial::log_binomial;
use crate::numeric::logspace::log_add_exp;

use std::f64::consts::LN_2;

impl<C: BaseCurve> Sampled<C> {
    /// `log{ 1 + γ²C(α,2) min[4(e^{ε(2)}−1), e^{ε(2)} min(2, h²)] + Σ_{j≥3} γ^j C(α,j) e^{(j−1)ε(j)} min(2, h^j) }/(α−1)`
    /// with `h = e^{ε(∞)} − 1`, rounded up (Wang, Balle and Kasiviswanathan 2019, Thm 9), for a share γ of
    /// the records drawn without replacement and a base under replacing a person.
    ///
    /// Positive terms through log1p. Costs α evaluations of the base.
    pub fn without_replacement(&self, order: WholeOrder) -> f64 {
        self.subset_bound(order, order.value())
    }

    /// [`Self::without_replacement`] from τ values of the base: the orders beyond τ with `ε(α)` for
    /// `ε(j)` and `min(2, h^{τ+1})` for `min(2, h^j)`.
    ///
    /// `Σ C(α,j) γ^j g(j)` is `(1+γ)^α` times a binomial sum of rate γ/(1+γ), and that has a closed form.
    pub fn tau_terms_without_replacement(&self, order: WholeOrder, tau: u64) -> f64 {
        self.subset_bound(order, tau.max(2).min(order.value()))
    }

    fn subset_bound(&self, order: WholeOrder, last: u64) -> f64 {
        if let Some(value) = self.settled(order.into()) {
            return value;
        }
        let n = order.value();
        let log_loss = log_expm1(base::bound(&self.base, Order::INFINITE));
        let mut terms: Vec<Term> = (2..=last).map(|j| self.subset_term(n, j, log_loss)).collect();
        if last < n {
            // With h below 1 its power only falls; otherwise the factor is 2 throughout.
            let factor = factor((last + 1) as f64 * log_loss);
            let growth = n as f64 * self.rate.ln_1p();
            let bulk = Bulk { n, rate: self.rate / (1.0 + self.rate), from: last + 1, to: n };
            let rest = log_add_exp(bulk.excess(self.largest_up_to(n)), bulk.mass());
            // Rounding γ/(1+γ) by half a unit moves the sum by at most n such units, as growth does.
            let size = growth + factor.abs() + rest.abs() + n as f64;
            terms.push(if rest.is_finite() {
                Term { log: growth + factor + rest, size }
            } else {
                settled_term(rest)
            });
        }
        self.capped(order, log_sum(&terms, Side::Above), Side::Above)
    }

    fn subset_term(&self, n: u64, j: u64, log_loss: f64) -> Term {
        let draw = j as f64 * self.rate.ln() + log_binomial(n, j);
        let size = j as f64 * self.rate.ln().abs() + log_binomial(n, j);
        let moment = self.log_moment(j);
        let product = Term::product(moment, factor(j as f64 * log_loss));
        let cheaper = Term::excess(2.0 * LN_2, moment);
        let rest = if j == 2 && cheaper.log < product.log { cheaper } else { product };
        Term { log: draw + rest.log, size: size + rest.size }
    }
}

/// `ln min(2, h^j)` from `j ln h`.
fn factor(log_power: f64) -> f64 {
    log_power.min(LN_2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guarantee::Probability;

    fn whole(order: u64) -> WholeOrder {
        WholeOrder::new(order).expect("a whole order")
    }

    /// The few-term form is never below the full sum, and meets it as τ grows.
    #[test]
    fn few_terms_bound_the_sum() {
        let bases: [(&dyn Fn(Order) -> f64, f64); 3] = [
            (&|order| order.value() / 50.0, 1e-3),
            (&|order| (order.value() / 8.0).min(2.0), 1e-3),
            (&|order| (order.value() / 800.0).min(0.1), 0.2),
        ];
        for (base, rate) in bases {
            let sampled = Sampled::new(base, Probability::clamped(rate));
            let full = sampled.without_replacement(whole(300));
            for tau in [0, 2, 8, 64, 299, 300, 1000] {
                let few = sampled.tau_terms_without_replacement(whole(300), tau);
                assert!(few >= full * (1.0 - 1e-12), "{rate} {tau}: {few} {full}");
            }
            assert!((sampled.tau_terms_without_replacement(whole(300), 298) / full - 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn the_ends_of_the_rate_are_exact() {
        let base = |order: Order| order.value() / 2.0;
        assert_eq!(Sampled::new(base, Probability::clamped(0.0)).without_replacement(whole(10)), 0.0);
        assert_eq!(Sampled::new(base, Probability::clamped(1.0)).without_replacement(whole(10)), 5.0);
    }
}
