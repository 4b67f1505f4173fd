//! Laws of the bounds on random curves, rates and orders, and the exact mixture of two points as a judge.

use proptest::prelude::*;

use super::{AtomPair, Condition, Form, Sampled, WholeOrder};
use crate::guarantee::{Order, Probability};

const LN_3: f64 = 1.098_612_288_668_109_8;

/// A growing curve `min(bound, slope·α)` over twelve decades of either.
fn any_base() -> impl Strategy<Value = (f64, f64)> {
    let bound = prop_oneof![Just(f64::INFINITY), (-6.0..6.0f64).prop_map(|e| 10f64.powf(e)), Just(0.0)];
    ((-9.0..3.0f64).prop_map(|e| 10f64.powf(e)), bound)
}

fn any_rate() -> impl Strategy<Value = f64> {
    let special =
        prop_oneof![Just(0.0), Just(5e-324), Just(1e-300), Just(1.0 - f64::EPSILON / 2.0), Just(1.0)];
    prop_oneof![1 => special, 3 => (-12.0..0.0f64).prop_map(|e| 10f64.powf(e)), 2 => 0.0..1.0f64]
}

fn any_order(largest: f64) -> impl Strategy<Value = WholeOrder> {
    (0.0..1.0f64).prop_map(move |share| whole((2.0 * (0.5 * largest).powf(share)) as u64))
}

fn whole(order: u64) -> WholeOrder {
    WholeOrder::new(order).expect("a whole order")
}

fn sampled((slope, bound): (f64, f64), rate: f64) -> Sampled<impl Fn(Order) -> f64> {
    Sampled::new(move |order: Order| bound.min(slope * order.value()), Probability::clamped(rate))
}

/// `log(Σ p^α q^{1−α})/(α−1)` of two points, as `A − 1 = q expm1(α log(p/q)) + …`, where the sums of
/// the probabilities cancel by `p + (1−p) = 1`.
fn two_point_divergence(p: f64, q: f64, alpha: f64) -> f64 {
    let part = |p: f64, q: f64| {
        let loss = ((p - q) / q).ln_1p();
        q * ((alpha * loss).exp_m1() - alpha * loss.exp_m1())
    };
    (part(p, q) + part(1.0 - p, 1.0 - q)).ln_1p() / (alpha - 1.0)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// lower ≤ tight ≤ general ≤ tight + log 3/(α−1), all at most the base.
    #[test]
    fn bounds_are_ordered(base in any_base(), rate in any_rate(), order in any_order(1e4)) {
        let sampled = sampled(base, rate);
        let [lower, tight, general] = [sampled.lower(order), sampled.tight(order), sampled.general(order)];
        let largest = base.1.min(base.0 * order.value() as f64);
        prop_assert!(0.0 <= lower && lower <= tight && tight <= general, "{lower} {tight} {general}");
        prop_assert!(general <= (tight + LN_3 / order.excess()) * (1.0 + 1e-11), "{tight} {general}");
        prop_assert!(general <= largest);
        prop_assert!(lower >= tight * (1.0 - 1e-7) - 1e-9 / order.excess() - 1e-300, "{lower} {tight}");
    }

    /// The forms with few terms are never below the full sums, and meet them when they take all.
    #[test]
    fn few_terms_bound_the_sums(
        base in any_base(), rate in any_rate(), order in any_order(2e3), share in 0.0..0.6f64,
    ) {
        let sampled = sampled(base, rate);
        let tau = (share * order.value() as f64) as u64;
        for (few, more, full) in [
            (sampled.tau_terms(order, tau), sampled.tau_terms(order, tau + 8), sampled.lower(order)),
            (
                sampled.tau_terms_general(order, tau),
                sampled.tau_terms_general(order, tau + 8),
                sampled.general(order) * (1.0 - 1e-10) - 1e-300,
            ),
        ] {
            prop_assert!(few >= full, "{tau}: {few} {full}");
            prop_assert!(few >= more * (1.0 - 1e-9) - 1e-300, "{tau}: {few} {more}");
        }
        prop_assert_eq!(sampled.tau_terms(order, order.value()), sampled.tight(order));
        prop_assert_eq!(sampled.tau_terms_general(order, order.value()), sampled.general(order));
    }

    /// More sampling costs more; none costs nothing, all costs the base.
    #[test]
    fn bounds_grow_with_the_rate(
        base in any_base(), rates in (any_rate(), any_rate()), alpha in (-3.0..9.0f64).prop_map(|e| 10f64.powf(e)),
    ) {
        let order = Order::above_one(alpha);
        let (low, high) = (rates.0.min(rates.1), rates.0.max(rates.1));
        for form in [Form::Tight, Form::General, Form::Subset] {
            let at = |rate: f64| sampled(base, rate).upper(form, order);
            let (left, right) = (at(low), at(high));
            prop_assert!(left.is_finite() && left >= 0.0, "{form:?} {left}");
            prop_assert!(left <= right * (1.0 + 1e-7) + 1e-300, "{form:?} {left} {right}");
            prop_assert_eq!(at(0.0), 0.0);
            prop_assert_eq!(at(1.0), base.1.min(base.0 * order.value()));
        }
    }

    /// More order costs more, across the end of the full sums and between whole orders.
    #[test]
    fn bounds_grow_with_the_order(base in any_base(), rate in any_rate(), exponents in (-3.0..4.5f64, -3.0..4.5f64)) {
        let (low, high) = (exponents.0.min(exponents.1), exponents.0.max(exponents.1));
        for form in [Form::Tight, Form::General] {
            let at = |exponent: f64| sampled(base, rate).upper(form, Order::above_one(10f64.powf(exponent)));
            // The general bound pays log 3 once, over a growing α − 1.
            let slack = if form == Form::General { LN_3 / 10f64.powf(low).max(1.0) } else { 0.0 };
            prop_assert!(at(low) <= at(high) * (1.0 + 1e-7) + slack + 1e-300, "{form:?} {} {}", at(low), at(high));
        }
    }

    /// The exact mixture of two points, in both directions: the general bound always holds, the tight
    /// one where its condition does.
    #[test]
    fn two_points_are_never_above_their_bounds(
        p in 0.01..0.99f64, q in 0.01..0.99f64, rate in 0.0..1.0f64, alpha in 2u64..40,
    ) {
        let order = whole(alpha);
        let base = |order: Order| {
            let at = |p, q| two_point_divergence(p, q, order.value());
            if order == Order::INFINITE {
                let losses = [(p / q).ln().abs(), ((1.0 - p) / (1.0 - q)).ln().abs()];
                losses[0].max(losses[1]) * (1.0 + 1e-12)
            } else {
                at(p, q).max(at(q, p)) * (1.0 + 1e-12) + 1e-14
            }
        };
        let mix = q + rate * (p - q);
        let exact = two_point_divergence(mix, q, alpha as f64).max(two_point_divergence(q, mix, alpha as f64));
        let sampled = Sampled::new(base, Probability::clamped(rate));
        prop_assert!(sampled.general(order) >= exact * (1.0 - 1e-9) - 1e-14);
        let pair = AtomPair::new(vec![(p, q), (1.0 - p, 1.0 - q)]).expect("two distributions");
        if Condition::of_atoms(&pair, order).permits_tight(order) {
            prop_assert!(sampled.tight(order) >= exact * (1.0 - 1e-9) - 1e-14);
        }
    }
}
