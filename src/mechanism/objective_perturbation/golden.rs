//! Objective perturbation against 40-digit tables (`tests/golden/generate_objective_perturbation.py`).

use num_complex::Complex64;

use super::{HalfNormal, determinant};
use crate::guarantee::{Interval, Order, Pair, Probability};

/// The pair and the numbers of each row behind its parameters.
fn rows<const N: usize>(table: &'static str) -> impl Iterator<Item = (HalfNormal, [f64; N])> {
    table.lines().skip(1).map(|line| {
        let row: Vec<f64> = line.split(',').map(|text| text.parse().expect("a number")).collect();
        let pair = HalfNormal::new(determinant(row[1], row[3], false), row[0] / row[2]);
        (pair, row[4..].try_into().expect("a full row"))
    })
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

/// A loss of size m moves by its rounding, which is `m/s` deviations.
fn condition(pair: &HalfNormal) -> f64 {
    1e-14 * (1.0 + pair.start()) / pair.signal
}

#[test]
fn profiles_enclose_the_table() {
    for (pair, row) in
        rows(include_str!("../../../tests/golden/mechanism/objective_perturbation_profile.csv"))
    {
        let [epsilon, delta] = row;
        let far = ((epsilon - pair.start()) / pair.signal).max(0.0);
        assert_tight(
            pair.profile(epsilon),
            delta,
            1e-12 + (40.0 + far * far) * condition(&pair),
            (pair, row),
        );
    }
}

#[test]
fn masses_enclose_the_table() {
    for (pair, row) in rows(include_str!("../../../tests/golden/mechanism/objective_perturbation_masses.csv"))
    {
        let [above, upto, p, q] = row;
        let masses = pair.masses(above, upto);
        assert_tight(masses.p, p, 1e-11 + 200.0 * condition(&pair), (pair, row));
        assert_tight(masses.q, q, 1e-11 + 200.0 * condition(&pair), (pair, row));
    }
}

#[test]
fn renyi_divergences_enclose_the_table() {
    for (pair, row) in rows(include_str!("../../../tests/golden/mechanism/objective_perturbation_renyi.csv"))
    {
        let [order, divergence] = row;
        assert_tight(pair.renyi(Order::new(order).expect("an order")), divergence, 1e-14, (pair, row));
    }
}

#[test]
fn trade_offs_enclose_the_table() {
    for (pair, row) in
        rows(include_str!("../../../tests/golden/mechanism/objective_perturbation_trade_off.csv"))
    {
        let [type_one, type_two] = row;
        let found = pair.trade_off(Probability::clamped(type_one));
        assert_tight(found, type_two, 1e-11 + 1e-13 / type_two.max(1e-13), (pair, row));
    }
}

/// Relative to the size of the logarithm and modulo its turns.
#[test]
fn log_moments_meet_the_table() {
    for (pair, row) in
        rows(include_str!("../../../tests/golden/mechanism/objective_perturbation_log_moment.csv"))
    {
        let [real, imaginary, log_real, log_imaginary] = row;
        let found = pair.log_moment(Complex64::new(real, imaginary));
        let turns = ((found.im - log_imaginary) / std::f64::consts::TAU).round();
        let expected = Complex64::new(log_real, log_imaginary + turns * std::f64::consts::TAU);
        assert!((found - expected).norm() <= 1e-13 * expected.norm(), "{pair:?} {row:?}: {found}");
    }
}
