//! Where the divergence of noisy gradient steps leaves the small orders.

use serde::Serialize;

use super::objective::Steps;
use super::objective_bounds::{Bounds, ObjectiveBound};
use crate::guarantee::Order;
use crate::numeric::root::{Bracket, Stop, try_bisect};

/// How much more than its first term a divergence is once it has turned.
const MORE: f64 = 2.0;
/// Halvings of the step between two orders.
const HALVINGS: Stop = Stop::after(40);

/// The order at which sampling stops hiding a person.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Turn {
    /// The order.
    pub order: f64,
    /// The divergence there.
    pub divergence: f64,
}

impl Bounds {
    /// The first order, between two of those asked, whose bounds are `found`, at which T noisy gradient steps at rate
    /// q with noise z cost twice the first term of their divergence, `T q² (e^{1/z²} − 1) α/2`: the curve of a
    /// sampled normal release follows that term and then leaps towards the one without sampling (Redberg, Koskela
    /// and Wang 2023, figure 5). It does so near `1 + 2z² log(1/q)`, where the term of a person drawn every time, `q^α e^{α(α−1)/(2z²)}`,
    /// reaches 1. Nothing if it turns outside of these orders.
    pub(crate) fn turn(&self, orders: &[f64], found: &[ObjectiveBound]) -> Option<Turn> {
        let steps @ Steps { count, rate } = self.steps_beside()?;
        let precision = self.pair().signal * self.pair().signal;
        let first = 0.5 * count * rate * rate * precision.exp_m1();
        let values = &found.iter().find(|bound| bound.bound == "noisy-steps")?.values;
        let turned = |order: f64, divergence: f64| divergence > MORE * first * order;
        let after = (0..values.len()).find(|&at| turned(orders[at], values[at].0))?;
        let between = Bracket { low: orders[after.checked_sub(1)?], high: orders[after] };
        let mut divergence = values[after].0;
        let found = try_bisect(between, HALVINGS, |order| {
            let here = Order::new(order).and_then(|order| self.steps(steps, order)).ok_or(())?;
            let has_turned = turned(order, here);
            if has_turned {
                divergence = here;
            }
            Ok::<_, ()>(has_turned)
        });
        let order = found.ok()?.high;
        divergence.is_finite().then_some(Turn { order, divergence })
    }
}
