//! The moments accountant as it was first used: a fixed set of orders and the classic conversion.

use super::outward::ROUNDING;
use crate::guarantee::{Order, Probability, RenyiBound};

/// `ε(δ) = min_α count·ε(α) + log(1/δ)/(α−1)` over the given `(α, ε(α))`, rounded up (Mironov 2017,
/// Prop. 3); `None` without an order above 1.
///
/// The best order is at an edge when it is the first or the last one given and the set ends there.
pub fn epsilon_on_orders(curve: &[(Order, f64)], count: f64, delta: Probability) -> Option<RenyiBound> {
    let mut best: Option<RenyiBound> = None;
    let (mut smallest, mut largest) = (Order::INFINITE, Order::ONE);
    for &(order, divergence) in curve {
        if order <= Order::ONE {
            continue;
        }
        smallest = if order < smallest { order } else { smallest };
        largest = if order > largest { order } else { largest };
        let spent = if count == 0.0 { 0.0 } else { count * divergence };
        let traded = if order == Order::INFINITE { 0.0 } else { -delta.value().ln() / (order.value() - 1.0) };
        // Infinity stands for a sum of infinities too.
        let upper = ((spent + traded) * (1.0 + ROUNDING)).min(f64::INFINITY);
        if best.is_none_or(|best| upper < best.upper) {
            best = Some(RenyiBound { upper, order, at_edge: false });
        }
    }
    best.map(|best| {
        let at_edge = best.order != Order::INFINITE && (best.order == smallest || best.order == largest);
        RenyiBound { at_edge, ..best }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn linear(orders: impl IntoIterator<Item = f64>) -> Vec<(Order, f64)> {
        orders.into_iter().map(|alpha| (Order::new(alpha).expect("an order"), alpha / 8.0)).collect()
    }

    /// `ρ + 2√(ρ log(1/δ))` at `α = 1 + √(log(1/δ)/ρ)`, for a linear curve.
    #[test]
    fn a_linear_curve_has_its_closed_form() {
        let log = 1e5f64.ln();
        let best = 1.0 + (log / 1.25).sqrt();
        let curve = linear([2.0, best, 10.0]);
        let found = epsilon_on_orders(&curve, 10.0, Probability::clamped(1e-5)).expect("orders");
        assert!((found.upper / (1.25 + 2.0 * (1.25 * log).sqrt()) - 1.0).abs() < 1e-12);
        assert_eq!((found.order.value(), found.at_edge), (best, false));
    }

    #[test]
    fn edges_and_empty_sets_are_told() {
        let delta = Probability::clamped(1e-5);
        let at_edge =
            |curve: &[(Order, f64)]| epsilon_on_orders(curve, 1.0, delta).map(|found| found.at_edge);
        assert_eq!(at_edge(&linear([2.0, 3.0])), Some(true));
        assert_eq!(at_edge(&[(Order::INFINITE, 0.1)]), Some(false));
        assert_eq!(at_edge(&[]), None);
        assert_eq!(at_edge(&[(Order::ONE, 0.1)]), None);
    }

    #[test]
    fn no_delta_leaves_pure_privacy() {
        let mut curve = linear([2.0, 8.0]);
        let none = Probability::clamped(0.0);
        assert_eq!(epsilon_on_orders(&curve, 0.0, none).map(|found| found.upper), Some(f64::INFINITY));
        curve.push((Order::INFINITE, 2.0));
        let found = epsilon_on_orders(&curve, 3.0, none).expect("orders");
        assert!(found.upper >= 6.0 && found.upper < 6.0 + 1e-13 && found.order == Order::INFINITE);
    }
}
