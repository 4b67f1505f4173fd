//! Whole Rényi orders, at which a sampled moment is a finite sum.

use crate::guarantee::Order;

/// The largest whole number below which every whole number is a float.
const LARGEST: u64 = 1 << 53;

/// A whole order α ≥ 2.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct WholeOrder(u64);

impl WholeOrder {
    /// The smallest, α = 2.
    pub const TWO: Self = Self(2);

    /// `None` below 2 and beyond 2⁵³, where not every whole number is an order.
    pub fn new(value: u64) -> Option<Self> {
        (2..=LARGEST).contains(&value).then_some(Self(value))
    }

    /// The number α.
    pub fn value(self) -> u64 {
        self.0
    }

    /// α − 1, the power of the moment.
    pub(super) fn excess(self) -> f64 {
        (self.0 - 1) as f64
    }
}

impl From<WholeOrder> for Order {
    fn from(order: WholeOrder) -> Self {
        exact(order.0)
    }
}

/// The order of a whole number from 1 to 2⁵³.
pub(super) fn exact(value: u64) -> Order {
    Order::above_one(value.saturating_sub(1) as f64)
}

/// The whole number that an order is, if it is one up to 2⁵³.
pub(super) fn whole(order: Order) -> Option<u64> {
    let value = order.value();
    (value.fract() == 0.0 && value <= LARGEST as f64).then_some(value as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_below_two_and_beyond_the_floats_are_refused() {
        assert!(WholeOrder::new(1).is_none() && WholeOrder::new(LARGEST + 1).is_none());
        assert!(WholeOrder::new(2) == Some(WholeOrder::TWO) && WholeOrder::new(LARGEST).is_some());
    }

    #[test]
    fn whole_orders_are_exact_both_ways() {
        for value in [1, 2, 3, 4096, LARGEST - 1, LARGEST] {
            assert_eq!(whole(exact(value)), Some(value));
        }
        assert_eq!(whole(Order::above_one(0.5)), None);
        assert_eq!(whole(Order::INFINITE), None);
    }
}
