//! The curve of the mechanism before sampling.

use std::cell::OnceCell;

use super::order;
use crate::guarantee::Order;

/// An upper bound ε(α) of the Rényi divergence of a mechanism, at every order from 1 to infinity.
///
/// It bounds both directions of the neighbouring relation, and may be infinite.
/// [`super::Sampled::lower`] alone reads it as a lower bound.
pub trait BaseCurve {
    /// ε(α).
    fn divergence(&self, order: Order) -> f64;
}

impl<F: Fn(Order) -> f64> BaseCurve for F {
    fn divergence(&self, order: Order) -> f64 {
        self(order)
    }
}

/// ε(α) as a number from 0 to infinity: a divergence is never negative, and a curve that returns
/// no number bounds nothing.
pub(super) fn bound(curve: &impl BaseCurve, order: Order) -> f64 {
    let value = curve.divergence(order);
    if value.is_nan() { f64::INFINITY } else { value.max(0.0) }
}

/// A curve that computes each whole order once, for bases that are costly to evaluate: a bound at
/// order α asks for all of 2, …, α, and a search over orders asks for them again.
#[derive(Debug, Clone)]
pub struct Tabulated<C> {
    curve: C,
    values: Vec<OnceCell<f64>>,
}

impl<C: BaseCurve> Tabulated<C> {
    /// Remembers the whole orders up to `last`; others go to the curve each time.
    pub fn new(curve: C, last: usize) -> Self {
        Self { curve, values: vec![OnceCell::new(); last.saturating_add(1)] }
    }
}

impl<C: BaseCurve> BaseCurve for Tabulated<C> {
    fn divergence(&self, order: Order) -> f64 {
        let remembered = order::whole(order).and_then(|whole| self.values.get(whole as usize));
        match remembered {
            Some(cell) => *cell.get_or_init(|| self.curve.divergence(order)),
            None => self.curve.divergence(order),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn a_whole_order_is_computed_once() {
        let calls = Cell::new(0);
        let table = Tabulated::new(
            |order: Order| {
                calls.set(calls.get() + 1);
                order.value() / 8.0
            },
            16,
        );
        let at = |order: f64| table.divergence(Order::new(order).expect("an order"));
        assert_eq!((at(16.0), at(16.0), calls.get()), (2.0, 2.0, 1));
        assert_eq!((at(2.5), at(2.5), calls.get()), (0.3125, 0.3125, 3));
        assert_eq!((at(17.0), at(f64::INFINITY), calls.get()), (2.125, f64::INFINITY, 5));
    }

    #[test]
    fn a_curve_without_a_number_bounds_nothing() {
        assert_eq!(bound(&|_: Order| f64::NAN, Order::ONE), f64::INFINITY);
        assert_eq!(bound(&|_: Order| -1e-18, Order::ONE), 0.0);
    }
}
