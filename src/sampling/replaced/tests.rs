//! The replaced pair against its reference tables, and the laws that it obeys.

use num_complex::Complex64;
use proptest::prelude::*;

use super::super::{Amplified, Direction};
use super::Replaced;
use crate::guarantee::{Interval, Masses, NumericMoments, Order, Pair, Probability, Reverse, characteristic};
use crate::mechanism::Gaussian;
use crate::numeric::quadrature::GaussLegendre;

macro_rules! table {
    ($name:literal) => {
        include_str!(concat!("../../../tests/golden/sampling/replaced_", $name, ".csv"))
    };
}

/// The pair and the other fields of every row.
fn rows(table: &str) -> Vec<(Replaced, Vec<f64>)> {
    let row = |line: &str| -> (Replaced, Vec<f64>) {
        let fields: Vec<f64> = line.split(',').map(|field| field.parse().expect("a number")).collect();
        (Replaced::new(fields[1], fields[0]), fields[2..].to_vec())
    };
    table.lines().skip(1).map(row).collect()
}

/// The value lies inside, and the interval is narrow.
fn assert_inside(found: Interval, value: f64, width: f64, row: &[f64]) {
    assert!(found.lower <= value && value <= found.upper, "{row:?}: {found:?}");
    assert!(found.upper - found.lower <= width * value + 4.0 * f64::MIN_POSITIVE, "{row:?}: {found:?}");
}

fn order(value: f64) -> Order {
    Order::new(value).expect("an order")
}

#[test]
fn profiles_meet_their_table() {
    for (pair, row) in rows(table!("profile")) {
        // Far in a tail the rounding of the output counts by the square of its deviations.
        assert_inside(pair.profile(row[0]), row[1], if row[1] > 1e-30 { 2e-12 } else { 4e-11 }, &row);
    }
}

#[test]
fn masses_meet_their_table() {
    for (pair, row) in rows(table!("masses")) {
        let Masses { p, q } = pair.masses(row[0], f64::INFINITY);
        // A cut is rounded: by a unit in its last place it moves the mass by the square of the deviations.
        for (found, value) in [(p, row[1]), (q, row[2])] {
            let rounding = 1e-12 * value;
            assert!(found.lower - rounding <= value && value <= found.upper + rounding, "{row:?}: {found:?}");
        }
    }
}

#[test]
fn divergences_meet_their_table() {
    for (pair, row) in rows(table!("renyi")) {
        assert_inside(pair.renyi(order(row[0])), row[1], 4e-12, &row);
    }
}

/// On the axis, and on a line above it to the rounding of first-order terms.
#[test]
fn log_moments_meet_their_table() {
    for (pair, row) in rows(table!("log_moment")) {
        let (found, value) =
            (pair.log_moment(Complex64::new(row[0], row[1])), Complex64::new(row[2], row[3]));
        let scale = pair.log_moment(Complex64::new(row[0], 0.0)).re;
        let error = ((found - scale).exp() - (value - scale).exp()).norm();
        let slack = if row[1] <= 1.0 { 1e-13 * value.norm().min(1.0) } else { 2e-15 * (1.0 + row[1]) };
        assert!(error <= slack, "{row:?}: {found}, off by {error:e}");
    }
}

/// Losses below the smallest and above the largest number, rates next to 0 and 1.
#[test]
fn extremes_have_numbers() {
    for sigma in [0.01, 0.013, 0.05, 1.0, 1e6] {
        for rate in [1e-300, 1e-20, 0.3, 1.0 - f64::EPSILON] {
            let pair = Replaced::new(sigma, rate);
            for size in [0.0, 1e-300, 1e-12, 1.0, 800.0, 3e3, 1e5, 1e300] {
                for epsilon in [size, -size] {
                    let case = format!("{sigma} {rate} {epsilon}");
                    let delta = pair.profile(epsilon);
                    assert!(0.0 <= delta.lower && delta.lower <= delta.upper && delta.upper <= 1.0, "{case}");
                    assert!(delta.upper >= -epsilon.exp_m1() && delta.upper > 0.0, "{case}: {delta:?}");
                    let Masses { p, q } = pair.masses(epsilon, f64::INFINITY);
                    assert!(p.lower <= p.upper && q.lower <= q.upper, "{case}: {p:?} {q:?}");
                    let density = (pair.loss().density)(epsilon);
                    assert!(density.is_finite() && density >= 0.0, "{case}: {density}");
                }
            }
            let span = pair.loss().span;
            assert!(span.0 < span.1 && span.0.is_finite() && span.1.is_finite(), "{sigma} {rate}: {span:?}");
            for alpha in [1.0, 1.0 + 1e-12, 2.0, 30.0, 1e4, 1e9] {
                let divergence = pair.renyi(order(alpha));
                assert!(
                    divergence.lower <= divergence.upper && divergence.upper.is_finite(),
                    "{sigma} {rate} {alpha}"
                );
                assert!(
                    divergence.lower >= 0.0 && divergence.upper > 0.0,
                    "{sigma} {rate} {alpha}: {divergence:?}"
                );
            }
            assert_eq!(pair.renyi(Order::INFINITE), Interval::exact(f64::INFINITY));
        }
    }
}

/// With everyone in the sample the two people are a whole distance apart; with no one there is nothing to see.
#[test]
fn the_rate_reaches_its_ends() {
    for sigma in [0.5, 1.0, 7.0] {
        let (all, gaussian) = (Replaced::new(sigma, 1.0 - f64::EPSILON), Gaussian::with_sigma(sigma));
        for share in [-2.0, -0.5, 0.0, 0.3, 1.0, 3.0] {
            let epsilon = share / sigma;
            let (found, value) = (all.profile(epsilon).middle(), gaussian.profile(epsilon).middle());
            assert!((found - value).abs() <= 1e-10 * value, "{sigma} {epsilon}: {found} {value}");
        }
        for alpha in [1.0, 1.5, 4.0] {
            let (found, value) = (all.renyi(order(alpha)).middle(), gaussian.renyi(order(alpha)).middle());
            assert!((found - value).abs() <= 1e-10 * value, "{sigma} {alpha}: {found} {value}");
        }
        let none = Replaced::new(sigma, 1e-30);
        assert!(none.profile(0.0).upper <= 1e-30);
        assert!(none.renyi(order(1.5)).upper <= 1e-30);
    }
}

/// Any noise and rate.
fn any_pair() -> impl Strategy<Value = (f64, f64)> {
    let rate = prop_oneof![3 => (-8.0..-0.001f64).prop_map(|e| 10f64.powf(e)), 1 => 0.01..0.999f64];
    ((-1.5..2.0f64).prop_map(|e| 10f64.powf(e)), rate)
}

/// A loss that an output so many deviations from the middle has.
fn loss_at(pair: &Replaced, deviations: f64) -> f64 {
    let at = deviations * pair.shift;
    pair.log_ratio(at) - pair.log_ratio(-at)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    /// `δ(ε) = P[L > ε] − e^ε Q[L > ε]` falls, and stays above what removing or adding one of the two people costs and
    /// below the profile that dominates every exchange.
    #[test]
    fn profiles_have_their_place((sigma, rate) in any_pair(), a in -6.0..6.0f64, b in -6.0..6.0f64) {
        let pair = Replaced::new(sigma, rate);
        let (low, high) = (loss_at(&pair, a.min(b)), loss_at(&pair, a.max(b)));
        let (left, right) = (pair.profile(low), pair.profile(high));
        prop_assert!(right.lower <= left.upper);
        let (half, whole) = (Gaussian::with_sigma(2.0 * sigma), Gaussian::with_sigma(sigma));
        for direction in [Direction::Remove, Direction::Add] {
            let one = Amplified::new(&half, rate, direction).profile(low);
            prop_assert!(one.lower <= left.upper, "{direction:?} {one:?} {left:?}");
        }
        let exchange = Amplified::new(&whole, rate, Direction::Replace).profile(low);
        prop_assert!(left.lower <= exchange.upper, "{left:?} {exchange:?}");
        prop_assume!(low.abs() < 500.0);
        let Masses { p, q } = pair.masses(low, f64::INFINITY);
        let (p, q) = (p.middle(), low.exp() * q.middle());
        prop_assert!((p - q - left.middle()).abs() <= 1e-11 * p, "{p} {q} {left:?}");
    }

    /// The loss is odd: Q gives −l what P gives l, and the cells between cuts add up.
    #[test]
    fn the_pair_is_its_own_reverse((sigma, rate) in any_pair(), a in -6.0..6.0f64, b in -6.0..6.0f64) {
        let pair = Replaced::new(sigma, rate);
        let cuts = [f64::NEG_INFINITY, loss_at(&pair, a.min(b)), loss_at(&pair, a.max(b)), f64::INFINITY];
        let cells = pair.cells(&cuts);
        let total: f64 = cells.iter().map(|cell| cell.p.middle()).sum();
        prop_assert!((total - 1.0).abs() < 1e-13);
        let back = pair.cells(&[f64::NEG_INFINITY, -cuts[2], -cuts[1], f64::INFINITY]);
        for (cell, back) in cells.iter().zip(back.iter().rev()) {
            prop_assert!((cell.p.middle() - back.q.middle()).abs() <= 1e-12 * cell.p.middle() + 1e-300);
        }
        prop_assert!(matches!(pair.reverse(), Reverse::Same) && pair.infinite() == 0.0);
    }

    /// D_α grows, and is inside what bounds it without a quadrature.
    #[test]
    fn divergences_grow_within_their_limits((sigma, rate) in any_pair(), a in -2.0..5.0f64, b in -2.0..5.0f64) {
        let pair = Replaced::new(sigma, rate);
        let at = |exponent: f64| pair.renyi(Order::above_one(10f64.powf(exponent)));
        let (low, high) = (at(a.min(b)), at(a.max(b)));
        prop_assert!(low.lower <= high.upper, "{low:?} {high:?}");
        prop_assert!(pair.renyi(Order::ONE).lower <= low.upper);
        let limits = pair.limits(1.0 + 10f64.powf(a.min(b)));
        prop_assert!(limits.lower <= low.upper && low.lower <= limits.upper, "{limits:?} {low:?}");
    }

    /// The law of the loss by quadrature over its density: mass, mean and characteristic function.
    #[test]
    fn the_loss_distribution_agrees((e, rate) in (-0.5..1.0f64, 0.02..0.98f64), t in -3.0..3.0f64) {
        let pair = Replaced::new(10f64.powf(e), rate);
        let loss = pair.loss();
        let rule = GaussLegendre::new(16);
        // In equal steps of the output: the density of the loss is steep.
        let cuts: Vec<f64> = (0..=96).map(|at| loss_at(&pair, -9.0 + (pair.shift + 18.0) * f64::from(at) / 96.0)).collect();
        let expect = |g: &dyn Fn(f64) -> f64| -> f64 {
            cuts.windows(2).map(|cut| rule.integrate(cut[0], cut[1], |l| (loss.density)(l) * g(l))).sum()
        };
        prop_assert!((expect(&|_| 1.0) - 1.0).abs() < 1e-10);
        let (mean, divergence) = (expect(&|l| l), pair.renyi(Order::ONE).middle());
        prop_assert!((mean - divergence).abs() <= 1e-9 * divergence.max(1e-3), "{mean} {divergence}");
        let phi = Complex64::new(expect(&|l| (t * l).cos()), expect(&|l| (t * l).sin()));
        prop_assert!((characteristic(&pair, t) - phi).norm() < 1e-9, "{phi}");
    }

    /// `M(z) − 1 = z(z+1) ∫₀^∞ (e^{zε} + e^{−(z+1)ε}) δ(ε) dε`: the moments from the profile.
    #[test]
    fn the_profile_gives_the_moments((e, rate) in (-0.4..1.0f64, 0.02..0.98f64), z in 0.1..2.0f64) {
        let pair = Replaced::new(10f64.powf(e), rate);
        let rule = GaussLegendre::new(16);
        let end = pair.shift * (3.0 + 2.0 * z) + 9.0;
        let integrand = |epsilon: f64| {
            ((z * epsilon).exp() + (-(z + 1.0) * epsilon).exp()) * pair.profile(epsilon).middle()
        };
        let cut = |at: i32| loss_at(&pair, end * f64::from(at) / 64.0);
        let integral: f64 = (0..64).map(|at| rule.integrate(cut(at), cut(at + 1), integrand)).sum();
        let excess = pair.log_moment(Complex64::new(z, 0.0)).re.exp_m1();
        prop_assert!((z * (z + 1.0) * integral / excess - 1.0).abs() < 1e-9, "{integral} {excess}");
    }

    /// `f(f(x)) = x`, and `f(x) ≥ 1 − δ(ε) − e^ε x`.
    #[test]
    fn trade_offs_are_their_own_inverse((e, rate) in (-0.5..1.0f64, 0.02..0.98f64), x in 1e-3..0.999f64) {
        let pair = Replaced::new(10f64.powf(e), rate);
        let probability = |value: f64| Probability::new(value).expect("a probability");
        let other = pair.trade_off(probability(x));
        let back = pair.trade_off(probability(other.middle()));
        prop_assert!((back.middle() - x).abs() < 1e-9, "{back:?} {x}");
        for deviations in [-2.0, -0.5, 0.3, 1.0, 3.0] {
            let epsilon = loss_at(&pair, deviations);
            prop_assert!(1.0 - pair.profile(epsilon).upper - epsilon.exp() * x <= other.upper + 1e-14);
        }
    }

    /// A rule above the axis and a walk along it give what the axis gives, and K(−1−z) = K(z).
    #[test]
    fn all_rules_agree((sigma, rate) in any_pair(), c in 0.0..4.0f64, f in 0.0..1.0f64) {
        let pair = Replaced::new(sigma.max(0.1), rate);
        let z = Complex64::new(c, f);
        let (axis, above) = (pair.moments(c, (0.0, 1.0)), pair.moments(c, (0.0, 5.0)));
        let value = axis.at(z);
        let scale = axis.at(c.into()).re;
        let near = |other: Complex64| ((value - scale).exp() - (other - scale).exp()).norm() < 2e-14 * (1.0 + scale);
        prop_assert!(near(above.at(z)), "{value} {}", above.at(z));
        prop_assert!(axis.line(c, f / 3.0, 1, 3).last().is_some_and(|&last| near(last)));
        prop_assert!(near(pair.log_moment(-1.0 - z)));
        // Of a small excess no digit is lost.
        let real = pair.log_moment(Complex64::new(c, 0.0)).re;
        prop_assert!((real - scale).abs() <= 1e-13 * scale.abs(), "{real} {scale}");
    }
}
