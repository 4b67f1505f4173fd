//! Rényi bounds of a sampled mechanism that is known only by its Rényi curve.
//!
//! Knows: the curve ε(α) of the base, the rate γ, and the theorems that turn them into a curve ε′(α)
//! of the sampled mechanism. Does not know: the pair behind the curve; where the pair is known, its
//! mixture is exact and these bounds are only a comparison.
//!
//! Poisson sampling holds under adding or removing a person and needs a base that bounds both
//! directions; sampling a subset holds under replacing a person and needs a base under the same.

mod abadi;
mod base;
mod bulk;
mod condition;
mod course;
mod few_terms;
mod fixed_orders;
mod nearly_optimal;
mod odd_moments;
mod order;
mod outward;
mod pearson_vajda;
mod poisson;
mod poisson_pair;
mod real_order;
mod subset;
mod theorem;

pub use abadi::abadi;
pub use base::{BaseCurve, Tabulated};
pub use condition::Condition;
pub use course::{Course, End};
pub use fixed_orders::epsilon_on_orders;
pub use nearly_optimal::{NearlyOptimal, nearly_optimal};
pub use odd_moments::Family;
pub use order::WholeOrder;
pub(super) use outward::mixed_loss;
pub use pearson_vajda::AtomPair;
pub use poisson_pair::pearson_vajda_of_poisson;
pub use real_order::{Form, LARGEST_SUM};
pub use theorem::{Silent, Theorem, Theorems};

use crate::guarantee::{Order, Probability};

/// The largest whole order at which every theorem is asked; a sum of so many terms takes a millisecond.
pub const LARGEST_ORDER: u64 = 10_000;

/// A base curve and the share of the records it sees.
///
/// Every bound is at most `ε(α)`, since a mixture is no worse than its parts, and at most
/// `log(1 + γ(e^{ε(∞)} − 1))`, what pure differential privacy keeps (Zhu, dissertation, Lemma 2.2.2).
/// At γ = 0 it is 0, at γ = 1 the base.
#[derive(Debug, Clone, Copy)]
pub struct Sampled<C> {
    base: C,
    rate: f64,
}

impl<C: BaseCurve> Sampled<C> {
    /// The base on a share `rate` of the records.
    pub fn new(base: C, rate: Probability) -> Self {
        Self { base, rate: rate.value() }
    }

    /// `min(ε(α), log(1 + γ(e^{ε(∞)} − 1)))`, at any order.
    pub fn cap(&self, order: Order) -> f64 {
        if self.rate == 0.0 {
            return 0.0;
        }
        let base = base::bound(&self.base, order);
        if self.rate == 1.0 {
            return base;
        }
        let pure = base::bound(&self.base, Order::INFINITE);
        base.min(outward::mixed_loss(pure, self.rate))
    }

    /// The value at γ = 0 and γ = 1, where there is nothing to bound.
    fn settled(&self, order: Order) -> Option<f64> {
        (self.rate == 0.0 || self.rate == 1.0).then(|| self.cap(order))
    }

    /// `x = (ℓ−1) ε(ℓ)`: the logarithm of the base's moment of order ℓ.
    fn log_moment(&self, l: u64) -> f64 {
        let moment = (l - 1) as f64 * base::bound(&self.base, order::exact(l));
        // Zero times infinity cannot occur: ℓ is at least 2 wherever a moment is asked for.
        moment.max(0.0)
    }
}

#[cfg(test)]
mod golden;
#[cfg(test)]
mod laws;
