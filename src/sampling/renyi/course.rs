//! The course that the Rényi curve of a sample takes: slow growth, then a transition or a cap.

use super::outward::mixed_loss;
use super::{BaseCurve, base};
use crate::guarantee::{Order, Probability};
use crate::numeric::root::{Bracket, Stop, bisect};

/// Where the orders of a transition are looked for.
const ORDERS: Bracket = Bracket { low: 1.0, high: 1e300 };

/// By how much a curve may exceed its slow growth before it counts as having left it.
const LEFT: f64 = 2.0;

/// How the Rényi curve of a Poisson sample runs, to an order of magnitude: a statement to read a curve by, no bound.
///
/// At small orders it grows slowly, `ε′(α) ≈ ½γ²α(e^{ε(2)} − 1)`: the second moment alone. (Zhu, dissertation, §2.4,
/// prints γ²α² there; at σ = 5 and γ = 0.001 the curve grows tenfold from order 10 to 100, from 2.04e-7 to 2.05e-6, and
/// not a hundredfold.) What comes then depends on the mechanism, see [`End`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Course {
    /// `½γ²(e^{ε(2)} − 1)`: slow growth per order.
    pub slope: f64,
    /// What ends it.
    pub end: End,
}

/// What ends the slow growth of a curve.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum End {
    /// A loss without bound: within a few orders the curve leaps to within log(1/γ) of that of the mechanism.
    Transition {
        /// Where `αγe^{ε(α)} = 1/γ`, the law as the source states it (Zhu, dissertation, §2.4).
        stated: f64,
        /// Where `ε(α) = log(1/γ)`, so that the last term of the sum, `γ^α e^{(α−1)ε(α)}`, no longer vanishes. It is
        /// nearer to the curves: from here on `ε′(α) ≥ ε(α) − α/(α−1) log(1/γ)` grows with ε.
        last_term: f64,
    },
    /// A bounded loss: the curve flattens at `log(1 + γ(e^{ε(∞)} − 1))`, what pure privacy keeps on a sample.
    Cap(f64),
}

impl Course {
    /// Of a base curve at a rate strictly between 0 and 1; `None` at the ends, where nothing is sampled, and where
    /// already the second moment is infinite.
    pub fn of(curve: &impl BaseCurve, rate: Probability) -> Option<Self> {
        let rate = rate.value();
        let second = base::bound(curve, Order::above_one(1.0));
        if rate == 0.0 || rate == 1.0 || second.is_infinite() {
            return None;
        }
        let pure = base::bound(curve, Order::INFINITE);
        let end = if pure.is_finite() {
            End::Cap(mixed_loss(pure, rate))
        } else {
            let divergence = |order: f64| Order::new(order).map_or(0.0, |order| base::bound(curve, order));
            // Both sides grow with the order, so the one that holds first is where they meet.
            let first = |reached: &dyn Fn(f64) -> bool| {
                let logs = Bracket { low: ORDERS.low.ln(), high: ORDERS.high.ln() };
                bisect(logs, Stop::after(60), |log| reached(log.exp())).high.exp()
            };
            End::Transition {
                stated: first(&|order| order.ln() + divergence(order) >= -2.0 * rate.ln()),
                last_term: first(&|order| divergence(order) >= -rate.ln()),
            }
        };
        Some(Self { slope: 0.5 * rate * rate * second.exp_m1(), end })
    }

    /// The first of the orders at which a curve, given with its values, is more than twice its slow growth.
    pub fn left(&self, curve: &[(Order, f64)]) -> Option<Order> {
        let leaves = |&&(order, value): &&(Order, f64)| value > LEFT * self.slope * order.value();
        curve.iter().find(leaves).map(|&(order, _)| order)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sampling::renyi::{Sampled, WholeOrder};

    fn gaussian(sigma: f64) -> impl Fn(Order) -> f64 {
        move |order: Order| order.value() / (2.0 * sigma * sigma)
    }

    /// The tight curve over every whole order up to `last`.
    fn tight(sigma: f64, rate: f64, last: u64) -> Vec<(Order, f64)> {
        let sampled = Sampled::new(gaussian(sigma), Probability::clamped(rate));
        (2..=last).filter_map(WholeOrder::new).map(|order| (order.into(), sampled.tight(order))).collect()
    }

    /// Before the transition the curve is the law to a fifth; it leaves the law within a third of where the last term
    /// begins to count, and below twice the order that the source states. Beyond twice that it is within log(1/γ) of
    /// the curve of the mechanism.
    #[test]
    fn curves_follow_the_law_and_leave_it_where_it_says() {
        for (sigma, rate, last) in [(5.0, 1e-3, 1000), (1.0, 1e-3, 60), (2.0, 1e-2, 120), (3.0, 1e-4, 500)] {
            let course = Course::of(&gaussian(sigma), Probability::clamped(rate)).expect("a sample");
            let End::Transition { stated, last_term } = course.end else { panic!("{course:?}") };
            assert!((last_term / (-2.0 * sigma * sigma * rate.ln()) - 1.0).abs() < 1e-9, "{last_term}");
            let curve = tight(sigma, rate, last);
            let left = course.left(&curve).expect("an order").value();
            assert!((left / last_term - 1.0).abs() < 0.34, "{sigma} {rate}: {left} {last_term}");
            assert!(left < stated && stated < 2.0 * left, "{sigma} {rate}: {left} {stated}");
            for &(order, value) in curve.iter().take_while(|(order, _)| order.value() < 0.5 * left) {
                let law = course.slope * order.value();
                assert!((value / law - 1.0).abs() < 0.2, "{sigma} {rate} {order:?}: {value} {law}");
            }
            let &(order, value) = curve.last().expect("a curve");
            assert!(order.value() > 1.9 * last_term, "{last_term}");
            let rest = gaussian(sigma)(order) - value;
            assert!(rest > 0.0 && rest < -1.02 * rate.ln(), "{sigma} {rate}: {rest}");
        }
    }

    /// The order that the source states solves its equation: `α e^{ε(α)} = γ^{−2}`.
    #[test]
    fn the_stated_order_solves_its_equation() {
        let course = Course::of(&gaussian(5.0), Probability::clamped(1e-3)).expect("a sample");
        let End::Transition { stated, .. } = course.end else { panic!("{course:?}") };
        assert!((stated * (stated / 50.0).exp() / 1e6 - 1.0).abs() < 1e-6, "{stated}");
        assert!((course.slope / (0.5e-6 * 0.04f64.exp_m1()) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn a_bounded_loss_ends_at_its_cap() {
        let pure = |order: Order| (order.value() / 8.0).min(1.0);
        let course = Course::of(&pure, Probability::clamped(1e-3)).expect("a sample");
        let End::Cap(cap) = course.end else { panic!("{course:?}") };
        assert!((cap / (1e-3 * 1f64.exp_m1()).ln_1p() - 1.0).abs() < 1e-12, "{cap}");
    }

    #[test]
    fn nothing_is_said_where_nothing_is_sampled() {
        for rate in [0.0, 1.0] {
            assert!(Course::of(&gaussian(1.0), Probability::clamped(rate)).is_none());
        }
        assert!(Course::of(&|_: Order| f64::INFINITY, Probability::clamped(0.1)).is_none());
    }
}
