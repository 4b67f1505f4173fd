//! The closed forms against 40-digit tables (`tests/golden/generate_mechanisms.py`): every value
//! lies inside its interval, and the intervals are narrow.

use num_complex::Complex64;

use super::Mechanism;
use crate::guarantee::{Interval, Order, Pair, Probability};

/// The mechanism and the numbers of each row behind its parameters.
fn rows(table: &'static str) -> impl Iterator<Item = (Mechanism, Vec<f64>)> {
    let number = |text: &str| text.parse::<f64>().expect("a number");
    table.lines().skip(1).map(move |line| {
        let [kind, parameters, numbers] = line.splitn(3, ',').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let entry = Mechanism::catalogue().iter().find(|entry| entry.description.kind == kind);
        let entry = entry.expect("a known kind");
        let mut values: Vec<f64> = parameters.split(';').map(number).collect();
        let mut points: Vec<[f64; 2]> = Vec::new();
        if entry.points.is_some() {
            points = std::mem::take(&mut values).as_chunks().0.to_vec();
        }
        let mechanism = (entry.build)(&values, &points).expect("values within their ranges");
        (mechanism, numbers.split(',').map(number).collect())
    })
}

fn pair(mechanism: &Mechanism) -> &dyn Pair {
    mechanism.pair().expect("a pair")
}

/// The value is inside, but for half a unit in its own last place, and the interval is narrow.
fn assert_tight(found: Interval, value: f64, width: f64, row: impl std::fmt::Debug) {
    let last_place = 0.5 * f64::EPSILON * value.abs();
    assert!(
        found.lower <= value + last_place && value - last_place <= found.upper,
        "{row:?}: {found:?} misses {value}"
    );
    assert!(
        found.upper - found.lower <= width * value.abs() + 1e-307,
        "{row:?}: {found:?} is wide around {value}"
    );
}

#[test]
fn profiles_enclose_the_table() {
    for (mechanism, row) in rows(include_str!("../../tests/golden/mechanism/profile.csv")) {
        let [epsilon, delta] = row[..] else { panic!("{row:?}") };
        // Near the end of a bounded loss, δ is the rounding of the bound times its slope.
        let condition =
            if delta > 0.0 && delta < 1e-3 { (epsilon.abs() * 1e-14 / delta).min(1e-6) } else { 0.0 };
        assert_tight(pair(&mechanism).profile(epsilon), delta, 2e-11 + 2.0 * condition, (&mechanism, &row));
    }
}

#[test]
fn renyi_divergences_enclose_the_table() {
    for (mechanism, row) in rows(include_str!("../../tests/golden/mechanism/renyi.csv")) {
        let [order, divergence] = row[..] else { panic!("{row:?}") };
        let found = pair(&mechanism).renyi(Order::new(order).expect("an order"));
        assert_tight(found, divergence, 1e-12, (&mechanism, &row));
    }
}

#[test]
fn trade_offs_enclose_the_table() {
    for (mechanism, row) in rows(include_str!("../../tests/golden/mechanism/trade_off.csv")) {
        let [type_one, type_two] = row[..] else { panic!("{row:?}") };
        let found = pair(&mechanism).trade_off(Probability::new(type_one).expect("a probability"));
        // At a corner of the curve the rounding of the type I error decides.
        assert_tight(found, type_two, 1e-8 + 1e-13 / type_two.max(1e-13), (&mechanism, &row));
    }
}

/// Relative to the size of the logarithm, and modulo the turns a logarithm leaves open.
#[test]
fn log_moments_meet_the_table() {
    for (mechanism, row) in rows(include_str!("../../tests/golden/mechanism/log_moment.csv")) {
        let [real, imaginary, log_real, log_imaginary] = row[..] else { panic!("{row:?}") };
        let found = pair(&mechanism).log_moment(Complex64::new(real, imaginary));
        let turns = ((found.im - log_imaginary) / std::f64::consts::TAU).round();
        let difference = found - Complex64::new(log_real, log_imaginary + turns * std::f64::consts::TAU);
        let size = found.norm().max(Complex64::new(log_real, log_imaginary).norm());
        assert!(difference.norm() <= 1e-13 * size + 1e-300, "{mechanism:?} {row:?}: {found}");
    }
}
