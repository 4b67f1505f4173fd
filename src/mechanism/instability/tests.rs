//! Distance to instability against 40-digit tables, and its laws.

use proptest::prelude::*;

use super::*;

/// The mechanism and the remaining numbers of each row of a 40-digit table.
fn rows<const N: usize>(table: &'static str) -> impl Iterator<Item = (Instability, [f64; N])> {
    table.lines().skip(1).map(|line| {
        let row: Vec<f64> = line.split(',').map(|text| text.parse().expect("a number")).collect();
        (Instability { epsilon: row[0], delta: row[1] }, row[2..].try_into().expect("a full row"))
    })
}

/// The value is inside, but for half a unit in its own last place, and the interval is narrow.
fn assert_tight(found: Interval, value: f64, width: f64, row: impl std::fmt::Debug) {
    let last_place = 0.5 * f64::EPSILON * value.abs();
    assert!(
        found.lower <= value + last_place && value - last_place <= found.upper,
        "{row:?}: {found:?} misses {value}"
    );
    assert!(found.upper - found.lower <= width * value.abs() + 1e-307, "{row:?}: {found:?} is wide");
}

/// Rows Y07 and Y08 of the reference table.
#[test]
fn reference_values_are_met() {
    let mechanism = Instability { epsilon: 1.0, delta: 1e-5 };
    assert!((mechanism.profile(0.5).middle() / 0.221_199_216_928_595_1 - 1.0).abs() < 1e-10);
    assert!((mechanism.crossover() / 0.999_979_999_899_999_3 - 1.0).abs() < 1e-10);
    assert_eq!(mechanism.profile(1.0), Interval::exact(1e-5));
}

#[test]
fn profiles_enclose_the_table() {
    for (mechanism, row) in rows(include_str!("../../../tests/golden/mechanism/instability_profile.csv")) {
        let [epsilon, delta] = row;
        assert_tight(mechanism.profile(epsilon), delta, 1e-13, (mechanism, row));
    }
}

#[test]
fn masses_enclose_the_table() {
    for (mechanism, row) in rows(include_str!("../../../tests/golden/mechanism/instability_masses.csv")) {
        let [above, upto, p, q] = row;
        let masses = mechanism.masses(above, upto);
        assert_tight(masses.p, p, 1e-11, (mechanism, row));
        assert_tight(masses.q, q, 1e-11, (mechanism, row));
    }
}

#[test]
fn trade_offs_enclose_the_table() {
    for (mechanism, row) in rows(include_str!("../../../tests/golden/mechanism/instability_trade_off.csv")) {
        let [type_one, type_two] = row;
        assert_tight(mechanism.trade_off(Probability::clamped(type_one)), type_two, 1e-11, (mechanism, row));
    }
}

/// Relative to the size of the logarithm and modulo its turns.
#[test]
fn log_moments_meet_the_table() {
    for (mechanism, row) in rows(include_str!("../../../tests/golden/mechanism/instability_log_moment.csv")) {
        let [real, imaginary, log_real, log_imaginary] = row;
        let found = mechanism.log_moment(Complex64::new(real, imaginary));
        let turns = ((found.im - log_imaginary) / std::f64::consts::TAU).round();
        let expected = Complex64::new(log_real, log_imaginary + turns * std::f64::consts::TAU);
        assert!((found - expected).norm() <= 1e-13 * expected.norm(), "{mechanism:?} {row:?}: {found}");
    }
}

#[test]
fn a_positive_failure_has_no_divergence() {
    let order = Order::above_one(1.0);
    assert_eq!(Instability { epsilon: 1.0, delta: 1e-300 }.renyi(order), Interval::exact(f64::INFINITY));
    let (pure, laplace) = (Instability { epsilon: 0.5, delta: 0.0 }, Laplace::new(2.0).unwrap());
    assert!((pure.renyi(order).middle() / laplace.renyi(order).middle() - 1.0).abs() < 1e-14);
}

fn any_mechanism() -> impl Strategy<Value = Instability> {
    (-3.0..2.0f64, -300.0..-0.001f64, 0..3u8).prop_map(|(epsilon, delta, kind)| Instability {
        epsilon: 10f64.powf(epsilon),
        delta: if kind == 0 { 0.0 } else { 10f64.powf(if kind == 1 { delta } else { delta / 100.0 }) },
    })
}

proptest! {
    /// Under P the finite losses and δ₀ make 1, under Q the finite losses alone do.
    #[test]
    fn both_laws_are_complete(mechanism in any_mechanism()) {
        let all = mechanism.masses(f64::NEG_INFINITY, f64::INFINITY);
        let finite = 1.0 - mechanism.infinite();
        prop_assert!(all.p.lower <= finite && finite <= all.p.upper + f64::EPSILON);
        prop_assert!(all.q.upper == 1.0 && all.q.lower > 1.0 - 1e-12);
        prop_assert!((all.p.middle() - finite).abs() < 1e-12);
        let weight: f64 = mechanism.nodes(Smoothness { rate: 1.0, growth: 4.0, fall: 0.0, turning: (0.0, 0.0), downward: false }).iter().map(|node| node.log_weight.re.exp()).sum();
        prop_assert!((weight - 1.0).abs() < 1e-12, "{weight}");
    }

    /// `δ(ε) = P(L > ε) − e^ε Q(L > ε)`, masses add up, and the trade-off curve is dual.
    #[test]
    fn every_view_is_of_one_pair(mechanism in any_mechanism(), share in -1.5..1.5f64, next in 0.0..1.0f64, x in 0.0..1.0f64) {
        let epsilon = share * mechanism.epsilon;
        let above = mechanism.masses(epsilon, f64::INFINITY);
        let factor = epsilon.exp();
        let delta = mechanism.profile(epsilon);
        let slack = 1e-12 * (1.0 + factor * above.q.upper);
        prop_assert!(above.p.lower + mechanism.delta - factor * above.q.upper <= delta.upper + slack);
        prop_assert!(above.p.upper + mechanism.delta - factor * above.q.lower >= delta.lower - slack);
        let cut = epsilon + next * mechanism.epsilon;
        let (first, second) = (mechanism.masses(epsilon, cut), mechanism.masses(cut, f64::INFINITY));
        prop_assert!(first.p.lower + second.p.lower <= above.p.upper + 1e-12);
        prop_assert!(first.p.upper + second.p.upper >= above.p.lower - 1e-12);
        let type_two = mechanism.trade_off(Probability::clamped(x));
        prop_assert!(type_two.lower <= type_two.upper);
        prop_assert!(type_two.upper >= 1.0 - delta.upper - factor * x - 1e-12 * (1.0 + factor * x));
    }

    /// The nodes give the moment function.
    #[test]
    fn nodes_integrate_the_moments(mechanism in any_mechanism(), z in -0.9..3.0f64) {
        let nodes = mechanism.nodes(Smoothness { rate: 1.0, growth: 4.0, fall: 0.0, turning: (0.0, 0.0), downward: false });
        let log = mechanism.log_moment(Complex64::new(z, 0.0)).re;
        let sum: f64 = nodes.iter().map(|node| ((1.0 + z) * node.loss.re + node.log_weight.re - log).exp()).sum();
        prop_assert!((sum - 1.0).abs() < 1e-11, "{sum}");
        let above = mechanism.nodes_above_zero(Smoothness { rate: 1.0, growth: 4.0, fall: 1.0, turning: (0.0, 0.0), downward: false });
        let Masses { p, q } = mechanism.masses(0.0, f64::INFINITY);
        for (power, mass) in [(1.0, p.middle()), (0.0, q.middle())] {
            let sum: f64 = above.iter().map(|node| (power * node.loss.re + node.log_weight.re).exp()).sum();
            prop_assert!((sum - mass).abs() < 1e-11, "{sum} {mass}");
        }
    }

    /// No value is missing, whatever the threshold.
    #[test]
    fn every_value_exists(mechanism in any_mechanism(), exponent in -300.0..300.0f64, sign in prop::bool::ANY) {
        let epsilon = if sign { 10f64.powf(exponent) } else { -10f64.powf(exponent) };
        let delta = mechanism.profile(epsilon);
        prop_assert!(0.0 <= delta.lower && delta.lower <= delta.upper && delta.upper <= 1.0);
        let masses = mechanism.masses(epsilon, f64::INFINITY);
        prop_assert!(masses.p.lower <= masses.p.upper && masses.q.lower <= masses.q.upper);
        prop_assert!((mechanism.loss().density)(epsilon).is_finite());
    }
}
