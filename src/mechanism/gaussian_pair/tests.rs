use proptest::prelude::*;

use super::*;
use crate::guarantee::Smoothness;
use crate::mechanism::Gaussian;

const fn pair(
    mean_first: f64,
    deviation_first: f64,
    mean_second: f64,
    deviation_second: f64,
) -> GaussianPair {
    GaussianPair { mean_first, deviation_first, mean_second, deviation_second }
}

/// The pair and the remaining numbers of each row of a 40-digit table.
fn rows<const N: usize>(table: &'static str) -> impl Iterator<Item = (GaussianPair, [f64; N])> {
    table.lines().skip(1).map(|line| {
        let row: Vec<f64> = line.split(',').map(|text| text.parse().expect("a number")).collect();
        (pair(row[0], row[1], row[2], row[3]), row[4..].try_into().expect("a full row"))
    })
}

/// The value is inside, but for half a unit in its own last place; returns the relative width.
fn assert_inside(found: Interval, value: f64, row: impl std::fmt::Debug) -> f64 {
    let last_place = if value.is_finite() { 0.5 * f64::EPSILON * value.abs() } else { 0.0 };
    assert!(
        found.lower <= value + last_place && value - last_place <= found.upper,
        "{row:?}: {found:?} misses {value}"
    );
    if value == 0.0 || value.is_infinite() {
        0.0
    } else {
        (found.upper - found.lower) / value.abs().max(1e-290)
    }
}

/// Rows B27, D23 and D24 of the reference table.
#[test]
fn reference_values_are_met() {
    let (wide, narrow) = (pair(0.0, 2f64.sqrt(), 0.0, 1.0), pair(0.0, 1.0, 0.0, 2f64.sqrt()));
    let near =
        |found: f64, expected: f64| assert!((found / expected - 1.0).abs() < 1e-10, "{found} {expected}");
    near(wide.renyi(Order::above_one(0.5)).middle(), 0.346_573_590_279_972_7);
    near(wide.profile(1.0).middle(), 0.045_611_619_892_735_17);
    near(narrow.profile(0.2).middle(), 0.053_183_839_138_100_91);
    assert_eq!(wide.renyi(Order::above_one(1.1)).upper, f64::INFINITY);
}

#[test]
fn profiles_enclose_the_table() {
    for (pair, row) in rows(include_str!("../../../tests/golden/mechanism/gaussian_pair_profile.csv")) {
        let [epsilon, delta] = row;
        let width = assert_inside(pair.profile(epsilon), delta, (pair, row));
        // Widest next to the end of the support, where the rounding of the discriminant decides.
        assert!(width < 1e-10, "{width:e} {pair:?} {row:?}");
    }
}

#[test]
fn divergences_enclose_the_table() {
    for (pair, row) in rows(include_str!("../../../tests/golden/mechanism/gaussian_pair_renyi.csv")) {
        let [order, divergence] = row;
        let width = assert_inside(pair.renyi(Order::above_one(order - 1.0)), divergence, (pair, row));
        assert!(width < 1e-12, "{width:e} {pair:?} {row:?}");
    }
}

#[test]
fn masses_enclose_the_table() {
    for (pair, row) in rows(include_str!("../../../tests/golden/mechanism/gaussian_pair_masses.csv")) {
        let [above, upto, p, q] = row;
        let masses = pair.masses(above, upto);
        let width = assert_inside(masses.p, p, (pair, row)).max(assert_inside(masses.q, q, (pair, row)));
        // Widest for ends that agree in nearly all their digits.
        assert!(width < 0.05, "{width:e} {pair:?} {row:?}");
    }
}

#[test]
fn trade_offs_enclose_the_table() {
    for (pair, row) in rows(include_str!("../../../tests/golden/mechanism/gaussian_pair_trade_off.csv")) {
        let [type_one, type_two] = row;
        let found = pair.trade_off(Probability::clamped(type_one));
        let width = assert_inside(found, type_two, (pair, row));
        // Widest next to the end of the support, where a threshold fixes the crossing least.
        assert!(width < 1e-5, "{width:e} {pair:?} {row:?}");
    }
}

/// Relative to the size of the logarithm and modulo its turns.
#[test]
fn log_moments_meet_the_table() {
    for (pair, row) in rows(include_str!("../../../tests/golden/mechanism/gaussian_pair_log_moment.csv")) {
        let [real, imaginary, log_real, log_imaginary] = row;
        let found = pair.log_moment(Complex64::new(real, imaginary));
        let turns = ((found.im - log_imaginary) / std::f64::consts::TAU).round();
        let expected = Complex64::new(log_real, log_imaginary + turns * std::f64::consts::TAU);
        let error = (found - expected).norm() / expected.norm();
        assert!(error < 1e-13, "{error:e} {pair:?} {row:?}");
    }
}

/// Equal deviations are the Gaussian mechanism with σ = s/|μ₁ − μ₂|.
#[test]
fn equal_deviations_are_gaussian() {
    let (equal, gaussian) = (pair(3.0, 2.0, -1.0, 2.0), Gaussian::with_sigma(0.5));
    let near = |a: f64, b: f64| assert!((a / b - 1.0).abs() < 1e-12, "{a} {b}");
    for epsilon in [-3.0, 0.0, 0.7, 4.0, 30.0] {
        near(equal.profile(epsilon).middle(), gaussian.profile(epsilon).middle());
        near(equal.masses(epsilon, 40.0).q.middle(), gaussian.masses(epsilon, 40.0).q.middle());
        near((equal.loss().density)(epsilon), (gaussian.loss().density)(epsilon));
    }
    for order in [1.0, 2.0, 50.0].map(|order| Order::above_one(order - 1.0)) {
        near(equal.renyi(order).middle(), gaussian.renyi(order).middle());
    }
    for x in [1e-20, 0.01, 0.5, 0.9].map(Probability::clamped) {
        near(equal.trade_off(x).middle(), gaussian.trade_off(x).middle());
    }
    let z = Complex64::new(0.3, 2.0);
    assert!((equal.log_moment(z) - gaussian.log_moment(z)).norm() < 1e-13);
    assert!(matches!(equal.reverse(), Reverse::Same));
}

/// Any accepted pair, deviations over all decades.
fn any_pair() -> impl Strategy<Value = GaussianPair> {
    let log = -2.0..3.0f64;
    (-1e3..1e3f64, log.clone(), -1e3..1e3f64, log, 0..4u8, -14.0..0.0f64).prop_map(
        |(a, s, b, t, kind, near)| {
            let (s, t) = (10f64.powf(s), 10f64.powf(t));
            let t = if kind & 1 == 0 { t } else { s * (1.0 + 10f64.powf(near)) };
            if kind & 2 == 0 { pair(a, s, b, t.min(1e3)) } else { pair(a, s, a + s * near, t.min(1e3)) }
        },
    )
}

fn moderate_pair() -> impl Strategy<Value = GaussianPair> {
    (-2.0..2.0f64, 0.5..2.0f64, 0.5..2.0f64).prop_map(|(mean, s, t)| pair(mean, s, 0.0, t))
}

fn overlap(a: Interval, b: Interval, slack: f64) -> bool {
    a.lower <= b.upper + slack && b.lower <= a.upper + slack
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// No value is missing and no interval is inverted, whatever the parameters.
    #[test]
    fn every_value_exists(pair in any_pair(), exponent in -20.0..300.0f64, sign in prop::bool::ANY, x in 0.0..1.0f64) {
        let epsilon = if sign { 10f64.powf(exponent) } else { -10f64.powf(exponent) };
        for epsilon in [epsilon, epsilon.clamp(-1e5, 1e5), pair.renyi(Order::ONE).middle()] {
            let delta = pair.profile(epsilon);
            prop_assert!(0.0 <= delta.lower && delta.lower <= delta.upper && delta.upper <= 1.0, "{delta:?}");
            let Masses { p, q } = pair.masses(-1.0, epsilon);
            prop_assert!(0.0 <= p.lower && p.lower <= p.upper && p.upper <= 1.0, "{p:?}");
            prop_assert!(0.0 <= q.lower && q.lower <= q.upper && q.upper <= 1.0, "{q:?}");
            prop_assert!((pair.loss().density)(epsilon).is_finite());
        }
        let type_two = pair.trade_off(Probability::clamped(x));
        prop_assert!(0.0 <= type_two.lower && type_two.lower <= type_two.upper && type_two.upper <= 1.0, "{type_two:?}");
        let order = pair.renyi(Order::above_one(epsilon.abs()));
        prop_assert!(order.lower <= order.upper, "{order:?}");
        prop_assert!(!pair.log_moment(Complex64::new(x - 1.0, 3.0)).is_nan());
        let nodes = pair.nodes(Smoothness { rate: 1.0, growth: 2.0, fall: 0.0, turning: (0.0, 0.0), downward: false });
        prop_assert!(nodes.iter().all(|node| node.loss.is_finite() && node.log_weight.is_finite()));
    }

    /// `δ(ε) = P(L > ε) − e^ε Q(L > ε)`, masses add up, `H_a(Q‖P) = 1 − a + a H_{1/a}(P‖Q)`, and the
    /// trade-off curve lies above every tangent and meets the test with threshold ε.
    #[test]
    fn every_view_is_of_one_pair(pair in any_pair(), share in -2.0..2.0f64, next in 0.0..2.0f64) {
        let scale = pair.renyi(Order::ONE).middle().min(300.0);
        let epsilon = share * scale;
        let (above, delta) = (pair.masses(epsilon, f64::INFINITY), pair.profile(epsilon));
        let factor = epsilon.exp();
        let apart = Interval { lower: above.p.lower - factor * above.q.upper, upper: above.p.upper - factor * above.q.lower };
        prop_assert!(overlap(apart, delta, 1e-13), "{apart:?} {delta:?}");
        let back = pair.reversed().profile(-epsilon);
        let turned = Interval { lower: 1.0 - factor + factor * back.lower, upper: 1.0 - factor + factor * back.upper };
        prop_assert!(overlap(turned, delta, 1e-14 * (1.0 + factor)), "{turned:?} {delta:?}");
        let cut = epsilon + next * scale;
        let (first, second) = (pair.masses(epsilon, cut), pair.masses(cut, f64::INFINITY));
        for (first, second, all) in [(first.p, second.p, above.p), (first.q, second.q, above.q)] {
            prop_assert!(overlap(sum(first, second), all, 1e-15), "{first:?} {second:?} {all:?}");
        }
        let type_two = pair.trade_off(Probability::clamped(above.q.middle()));
        let tangent = 1.0 - delta.upper - factor * above.q.middle();
        prop_assert!(tangent <= type_two.upper + 1e-13 * (1.0 + factor), "{tangent} {type_two:?}");
    }

    /// Nodes above 0 have all the mass there, under P and under Q.
    #[test]
    fn nodes_above_zero_have_the_mass(pair in moderate_pair(), growth in 1.0..3.0f64) {
        let nodes = pair.nodes_above_zero(Smoothness { rate: 1.0, growth, fall: 1.0, turning: (0.0, 0.0), downward: false });
        let Masses { p, q } = pair.masses(0.0, f64::INFINITY);
        for (power, mass) in [(1.0, p.middle()), (0.0, q.middle())] {
            let sum: f64 = nodes.iter().map(|node| (power * node.loss.re + node.log_weight.re).exp()).sum();
            prop_assert!((sum - mass).abs() <= 1e-11 * mass + 1e-15, "{sum} {mass}");
        }
    }

    /// D_α grows with α and ends at the largest loss.
    #[test]
    fn divergences_grow_with_their_order(pair in any_pair(), a in -8.0..6.0f64, b in -8.0..6.0f64) {
        let at = |exponent: f64| pair.renyi(Order::above_one(10f64.powf(exponent)));
        let (low, high) = (at(a.min(b)), at(a.max(b)));
        prop_assert!(low.lower <= high.upper, "{low:?} {high:?}");
        prop_assert!(high.lower <= pair.renyi(Order::INFINITE).upper);
    }

    /// The nodes give the moment function wherever the tilted density lies within 38 deviations of Q.
    #[test]
    fn nodes_integrate_the_moments(pair in moderate_pair(), z in -0.9..3.0f64) {
        let ratio = pair.deviation_second / pair.deviation_first;
        let precision = 1.0 + (1.0 + z) * (ratio * ratio - 1.0);
        prop_assume!(precision > 0.2);
        let centre = (1.0 + z) * pair.mean_first.abs() / pair.deviation_second * ratio * ratio / precision;
        prop_assume!(centre + 8.0 / precision.sqrt() < 38.0);
        let nodes = pair.nodes(Smoothness { rate: 1.0, growth: 1.0 + z, fall: 0.0, turning: (0.0, 0.0), downward: false });
        let log = pair.log_moment(Complex64::new(z, 0.0)).re;
        let found: f64 = nodes.iter().map(|node| ((1.0 + z) * node.loss.re + node.log_weight.re - log).exp()).sum();
        prop_assert!((found - 1.0).abs() < 1e-11, "{found} of {}", nodes.len());
    }
}
