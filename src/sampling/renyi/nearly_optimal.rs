//! How much the general bound costs beside one that knows the exact Rényi curve.

use super::{LARGEST_ORDER, Theorem, Theorems, WholeOrder};
use crate::guarantee::{Order, delta_from_orders};

/// δ of one release on a Poisson sample at an ε, by Rényi curves over the same orders.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NearlyOptimal {
    /// ε.
    pub epsilon: f64,
    /// δ by the lower bound of the curve: no bound of the curve of the sample leads to less at these orders.
    pub least: f64,
    /// δ by the general bound: at most three times that.
    pub general: f64,
}

/// The general bound against the best that a Rényi curve can prove, at some ε; `None` for a mechanism whose lower bound
/// is not known or whose two orders differ.
///
/// `(α−1)ε′` of the general bound is at most log 3 above the lower bound, and the conversion has
/// `δ = e^{(α−1)(ε′−ε)}` times what depends on α alone, so that whoever proves (ε, δ) from the exact curve proves
/// (ε, 3δ) from the general bound (Zhu, dissertation, Remark 2.3.3). This is a statement on one release: of k releases
/// the curves differ by k log 3/(α−1), and the factor is 3^k.
pub fn nearly_optimal(theorems: &Theorems<'_>, epsilons: &[f64]) -> Option<Vec<NearlyOptimal>> {
    if !theorems.is_symmetric() {
        return None;
    }
    let curve = |theorem: Theorem| -> Option<Vec<(Order, f64)>> {
        orders().map(|order| Some((order.into(), theorems.at(theorem, order).ok()?))).collect()
    };
    let (least, general) = (curve(Theorem::Lower)?, curve(Theorem::General)?);
    let one = |&epsilon: &f64| NearlyOptimal {
        epsilon,
        least: delta_from_orders(&least, epsilon).upper,
        general: delta_from_orders(&general, epsilon).upper,
    };
    Some(epsilons.iter().map(one).collect())
}

/// All to 64, then in steps of a sixteenth.
fn orders() -> impl Iterator<Item = WholeOrder> {
    let steps = std::iter::successors(Some(2u64), |&order| Some(order + (order / 16).max(1)));
    steps.take_while(|&order| order <= LARGEST_ORDER).filter_map(WholeOrder::new)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guarantee::Probability;
    use crate::mechanism::{Gaussian, Laplace, Mechanism, RandomizedResponse, Zcdp};

    fn whole(order: u64) -> WholeOrder {
        WholeOrder::new(order).expect("a whole order")
    }

    #[test]
    fn the_general_bound_costs_at_most_a_factor_of_three() {
        for mechanism in [
            Mechanism::Gaussian(Gaussian::with_sigma(1.0)),
            Mechanism::Gaussian(Gaussian::with_sigma(5.0)),
            Mechanism::Laplace(Laplace::new(0.5).expect("a scale")),
            Mechanism::RandomizedResponse(RandomizedResponse::new(0.9).expect("a probability")),
        ] {
            for rate in [1e-3, 0.1, 0.5] {
                let theorems =
                    Theorems::new(&mechanism, Probability::clamped(rate), 10, whole(LARGEST_ORDER));
                let found = nearly_optimal(&theorems, &[0.01, 0.1, 0.5, 2.0]).expect("a symmetric pair");
                for NearlyOptimal { epsilon, least, general } in found {
                    assert!(
                        least <= general * (1.0 + 1e-9) && general <= 3.0 * least * (1.0 + 1e-9),
                        "{mechanism} {rate} {epsilon}: {least} {general}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_curve_alone_has_no_lower_bound() {
        let mechanism = Mechanism::Zcdp(Zcdp::new(0.1, 0.0).expect("a curve"));
        let theorems = Theorems::new(&mechanism, Probability::clamped(0.1), 10, whole(LARGEST_ORDER));
        assert!(nearly_optimal(&theorems, &[1.0]).is_none());
    }
}
