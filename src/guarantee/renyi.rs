//! From a Rényi curve to (ε, δ).

use crate::numeric::minimum::descend;

use super::{Order, Probability};

/// Where the search over orders runs, in α − 1.
const EXCESS: (f64, f64) = (1e-7, 1e9);

/// Slack for the rounding of the conversion itself, relative to the size of its terms: far above the
/// few operations it takes.
const ROUNDING: f64 = 1e-13;

/// An upper bound that a Rényi curve implies, and the order that gave it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RenyiBound {
    /// The bound: an ε or a δ.
    pub upper: f64,
    /// The order α that attains it.
    pub order: Order,
    /// The best order lies at the end of the search, so a better one may exist beyond.
    pub at_edge: bool,
}

/// How a Rényi curve becomes (ε, δ).
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Conversion {
    /// `ε = min_{α>1} D_α + log(1 − 1/α) − log(αδ)/(α−1)` and
    /// `δ = min_{α>1} e^{(α−1)(D_α−ε)} (1 − 1/α)^{α−1} / α` (Canonne, Kamath and Steinke 2020, Prop. 12; Balle et
    /// al. 2020, Thm 21).
    Tight,
    /// `ε = min_{α>1} D_α + log(1/δ)/(α−1)` and `δ = min_{α>1} e^{(α−1)(D_α−ε)}`, which came first (Mironov 2017,
    /// Prop. 3): never below.
    Basic,
}

impl Conversion {
    /// The smallest ε ≥ 0 at a δ.
    ///
    /// `curve` returns an upper bound of `D_α`. Every α gives a valid bound, so the search needs no
    /// certificate. Order ∞, pure differential privacy, takes part.
    pub fn epsilon(self, curve: &dyn Fn(Order) -> f64, delta: Probability) -> RenyiBound {
        let objective = |excess: f64| {
            let order = Order::above_one(excess);
            self.epsilon_at(order, curve(order), delta)
        };
        best(curve(Order::INFINITE), &objective, 0.0)
    }

    /// The smallest δ ≤ 1 at an ε.
    pub fn delta(self, curve: &dyn Fn(Order) -> f64, epsilon: f64) -> RenyiBound {
        let objective = |excess: f64| {
            let order = Order::above_one(excess);
            self.log_delta_at(order, curve(order), epsilon)
        };
        let pure = if curve(Order::INFINITE) <= epsilon { f64::NEG_INFINITY } else { f64::INFINITY };
        let log = best(pure, &objective, f64::NEG_INFINITY);
        // Only a loss that is bounded below ε has no δ; any other stays positive where it underflows.
        let underflow = if log.upper == f64::NEG_INFINITY { 0.0 } else { f64::MIN_POSITIVE };
        RenyiBound { upper: (log.upper.exp() + underflow).min(1.0), ..log }
    }

    /// The bound of ε at one order.
    fn epsilon_at(self, order: Order, divergence: f64, delta: Probability) -> f64 {
        let (alpha, excess) = (order.value(), order.value() - 1.0);
        let (gain, cost) = match self {
            Self::Tight => (-excess.recip().ln_1p(), (alpha * delta.value()).ln() / excess),
            Self::Basic => (0.0, delta.value().ln() / excess),
        };
        divergence + gain - cost + ROUNDING * (divergence.abs() + gain.abs() + cost.abs() + excess.recip())
    }

    /// The logarithm of the bound of δ at one order.
    fn log_delta_at(self, order: Order, divergence: f64, epsilon: f64) -> f64 {
        let (alpha, excess) = (order.value(), order.value() - 1.0);
        let gain = match self {
            Self::Tight => alpha.ln() + excess * excess.recip().ln_1p(),
            Self::Basic => 0.0,
        };
        let size = excess * (divergence.abs() + epsilon.abs()) + alpha.ln() + 1.0;
        excess * (divergence - epsilon) - gain + ROUNDING * size
    }
}

/// ε at a δ by the tight conversion.
pub fn epsilon_from_renyi(curve: impl Fn(Order) -> f64, delta: Probability) -> RenyiBound {
    Conversion::Tight.epsilon(&curve, delta)
}

/// δ at an ε by the tight conversion.
pub fn delta_from_renyi(curve: impl Fn(Order) -> f64, epsilon: f64) -> RenyiBound {
    Conversion::Tight.delta(&curve, epsilon)
}

/// [`epsilon_from_renyi`] over a list of orders above 1.
pub fn epsilon_from_orders(curve: &[(Order, f64)], delta: Probability) -> RenyiBound {
    let bound =
        |&(order, divergence): &(Order, f64)| (order, Conversion::Tight.epsilon_at(order, divergence, delta));
    best_of(curve.iter().map(bound), 0.0)
}

/// [`delta_from_renyi`] over a list of orders above 1.
pub fn delta_from_orders(curve: &[(Order, f64)], epsilon: f64) -> RenyiBound {
    let bound = |&(order, divergence): &(Order, f64)| {
        (order, Conversion::Tight.log_delta_at(order, divergence, epsilon))
    };
    let log = best_of(curve.iter().map(bound), f64::NEG_INFINITY);
    RenyiBound { upper: (log.upper.exp() + f64::MIN_POSITIVE).min(1.0), ..log }
}

fn best_of(bounds: impl Iterator<Item = (Order, f64)>, floor: f64) -> RenyiBound {
    let none = (Order::INFINITE, f64::INFINITY);
    let (order, upper) = bounds.fold(none, |best, bound| if bound.1 < best.1 { bound } else { best });
    RenyiBound { upper: upper.max(floor), order, at_edge: false }
}

/// The smaller of the bound at order ∞ and the minimum over finite orders, not below `floor`.
fn best(pure: f64, objective: &dyn Fn(f64) -> f64, floor: f64) -> RenyiBound {
    if pure <= floor {
        return RenyiBound { upper: floor, order: Order::INFINITE, at_edge: false };
    }
    let found = descend(EXCESS.0, EXCESS.1, objective);
    if pure <= found.value {
        return RenyiBound { upper: pure.max(floor), order: Order::INFINITE, at_edge: false };
    }
    RenyiBound {
        upper: found.value.max(floor),
        order: Order::above_one(found.at),
        at_edge: found.edge.is_some(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows X03, X15 and X30 of the reference table: k Gaussian releases, δ = 1e-4.
    #[test]
    fn gaussian_compositions_match_the_reference() {
        for (sigma, count, expected) in [
            (50.0, 100.0, 0.673_945_485_324_511_5),
            (50.0, 500.0, 1.657_210_199_214_777),
            (100.0, 500.0, 0.762_944_625_739_474_7),
        ] {
            let curve = |order: Order| count * order.value() / (2.0 * sigma * sigma);
            let bound = epsilon_from_renyi(curve, Probability::clamped(1e-4));
            assert!((bound.upper / expected - 1.0).abs() < 1e-10, "{} {expected}", bound.upper);
            assert!(!bound.at_edge);
            let delta = delta_from_renyi(curve, bound.upper).upper;
            assert!((delta / 1e-4 - 1.0).abs() < 1e-8, "{delta}");
        }
    }

    /// The basic conversion of a linear curve, `ρ + 2√(ρ log(1/δ))`, and back.
    #[test]
    fn the_basic_conversion_of_a_linear_curve_is_in_closed_form() {
        for (rho, delta) in [(0.02, 1e-4), (0.5, 0.3), (40.0, 1e-12)] {
            let curve = |order: Order| rho * order.value();
            let bound = Conversion::Basic.epsilon(&curve, Probability::clamped(delta));
            let expected = rho + 2.0 * (-rho * delta.ln()).sqrt();
            assert!((bound.upper / expected - 1.0).abs() < 1e-11, "{} {expected}", bound.upper);
            let back = Conversion::Basic.delta(&curve, bound.upper).upper;
            assert!((back / delta - 1.0).abs() < 1e-8, "{back} {delta}");
            assert!(bound.upper > epsilon_from_renyi(curve, Probability::clamped(delta)).upper);
        }
    }

    /// The order of pure differential privacy wins when δ is tiny.
    #[test]
    fn a_bounded_loss_never_costs_more_than_its_bound() {
        let bound = epsilon_from_renyi(|order| 0.5f64.min(order.value() / 8.0), Probability::clamped(1e-300));
        assert_eq!((bound.upper, bound.order), (0.5, Order::INFINITE));
        assert_eq!(delta_from_renyi(|_| 0.5, 0.5).upper, 0.0);
    }
}
