//! The certified bracket of the loss accountant: it contains the truth, it is narrow or says that it is not, and
//! every plan of pairs has one.
//!
//! Truths are closed forms, computed with 40 digits: sums over the outcomes of responses, with and without mass at
//! infinity (Kairouz, Oh and Viswanath 2017), and the χ² law of the loss between centred normals.

use std::time::Duration;

use serde_json::{Value, json};

use crate::support::ask;
use crate::time::processor_time;

/// The promised width of a bracket, relative to its upper end.
const PROMISED: f64 = 1e-4;

/// What one bracket says.
#[derive(Debug)]
struct Bracket {
    lower: f64,
    upper: f64,
    note: Option<String>,
}

impl Bracket {
    fn width(&self) -> f64 {
        if self.lower == self.upper { 0.0 } else { (self.upper - self.lower) / self.upper }
    }

    fn assert_holds(&self, truth: f64) {
        // The digits of the truth end at its own rounding.
        let slack = f64::EPSILON * truth.abs();
        assert!(self.lower <= truth + slack && truth - slack <= self.upper, "{self:?} misses {truth:e}");
    }
}

fn number(value: &Value) -> f64 {
    if value == "inf" { f64::INFINITY } else { value.as_f64().expect("a number") }
}

fn bracket(neighbours: &str, releases: &Value, target: &Value) -> Bracket {
    let question = json!({"ask": "plan", "neighbours": neighbours, "releases": releases, "target": target,
        "accountants": ["pld"]});
    let answer = ask(&question);
    let bound = &answer["bounds"][0];
    let value = bound.get("epsilon").or(bound.get("delta")).unwrap_or_else(|| panic!("{question}: {answer}"));
    Bracket {
        // Where the pair only dominates there is none.
        lower: if value["lower"].is_null() { 0.0 } else { number(&value["lower"]) },
        upper: number(&value["upper"]),
        note: bound["note"].as_str().map(str::to_owned),
    }
}

fn times(count: f64, mechanism: &Value) -> Value {
    json!({"count": count, "mechanism": mechanism})
}

fn sampled(count: f64, mechanism: &Value, rate: f64) -> Value {
    json!({"count": count, "mechanism": mechanism, "sampling": {"kind": "poisson", "rate": rate}})
}

fn approximate(epsilon: f64, delta: f64) -> Value {
    json!({"kind": "approximate", "epsilon": epsilon, "delta": delta})
}

fn instability(epsilon: f64, delta: f64) -> Value {
    json!({"kind": "instability", "epsilon": epsilon, "delta": delta})
}

/// Beyond all finite losses δ is the mass at infinity, `1 − (1 − δ₀)^n`, also where all of them are negative.
#[test]
fn beyond_the_finite_losses_only_the_infinite_one_counts() {
    for (mechanism, count, epsilon, delta) in [
        (approximate(0.1, 1e-6), 10.0, 2.0, 9.999_955_000_119_999e-6),
        (approximate(0.1, 1e-6), 10.0, 1e9, 9.999_955_000_119_999e-6),
        (instability(0.1, 1e-9), 10.0, 2.0, 9.999_999_955_000_001e-9),
        (instability(0.1, 0.05), 2.0, 1.0, 0.0975),
        (instability(0.1, 0.05), 2.0, 0.0, 0.0975),
    ] {
        let found = bracket("add-remove", &json!([times(count, &mechanism)]), &json!({"epsilon": epsilon}));
        found.assert_holds(delta);
        assert!(found.width() <= 1e-12, "{mechanism}: {found:?}");
    }
}

/// ε is infinite below the mass at infinity, the largest finite loss at it, and known closely just above.
#[test]
fn epsilon_is_known_at_the_mass_at_infinity_and_on_both_sides() {
    let two = json!([times(2.0, &approximate(1.0, 1e-6))]);
    let below = bracket("add-remove", &two, &json!({"delta": 1.9e-6}));
    assert_eq!((below.lower, below.upper), (f64::INFINITY, f64::INFINITY));

    let mixed =
        json!([times(1.0, &approximate(1.0, 1e-6)), times(3.0, &json!({"kind": "laplace", "scale": 2.0})),]);
    let at = bracket("add-remove", &mixed, &json!({"delta": 1e-6}));
    at.assert_holds(2.5);
    assert!(at.width() <= 1e-12, "{at:?}");

    let ten = json!([times(10.0, &approximate(0.5, 1e-6))]);
    for (delta, epsilon) in [(1.2e-5, 4.999_770_921_655_896), (1.0001e-5, 4.999_999_880_322_973)] {
        let above = bracket("add-remove", &ten, &json!({"delta": delta}));
        above.assert_holds(epsilon);
        assert!(above.width() <= PROMISED, "{above:?}");
    }
    let hundred = json!([times(100.0, &approximate(0.1, 1e-8))]);
    let above = bracket("add-remove", &hundred, &json!({"delta": 1e-5}));
    above.assert_holds(4.329_636_714_016_606);
    assert!(above.width() <= PROMISED, "{above:?}");
}

/// One release is its own profile, however its losses lie.
#[test]
fn a_single_release_needs_no_lattice() {
    for (mechanism, delta, epsilon) in [
        // δ = 1 − e^{(ε−1)/2}.
        (instability(1.0, 0.01), 0.05, 1.0 + 2.0 * (-0.05f64).ln_1p()),
        (approximate(34.9, 7e-9), 7e-9, 34.9),
        (json!({"kind": "laplace", "scale": 1.0}), 1e-5, 1.0 + 2.0 * (-1e-5f64).ln_1p()),
    ] {
        let found = bracket("add-remove", &json!([times(1.0, &mechanism)]), &json!({"delta": delta}));
        found.assert_holds(epsilon);
        assert!(found.width() <= 1e-12, "{mechanism}: {found:?}");
    }
}

/// `L = n log(s/r) + ½|x|²(1/s² − 1/r²)` between centred normals of deviations r and s: two gamma functions.
#[test]
fn normals_of_unequal_width_match_the_chi_square_law() {
    let pair = |first: f64, second: f64| {
        json!({"kind": "gaussian-pair", "mean_first": 0, "mean_second": 0,
            "deviation_first": first, "deviation_second": second})
    };
    for (count, mechanism, target, truth) in [
        (3.0, pair(2.0, 1.5), json!({"delta": 1e-8}), 14.094_986_566_172_418),
        (3.0, pair(2.0, 1.5), json!({"epsilon": 2.0}), 0.028_330_179_856_763_476),
        (50.0, pair(1.0, 0.9), json!({"delta": 1e-8}), 9.222_275_700_658_424),
        (50.0, pair(1.0, 0.9), json!({"epsilon": 2.0}), 0.050_514_114_224_218_57),
    ] {
        let found = bracket("add-remove", &json!([times(count, &mechanism)]), &target);
        found.assert_holds(truth);
        assert!(found.width() <= 2.0 * PROMISED, "{count} {mechanism} {target}: {found:?}");
    }
}

/// Responses of two probabilities, whose losses share no lattice: a step is found on which both nearly lie.
#[test]
fn two_kinds_of_responses_match_their_outcomes() {
    let response = |truth: f64| json!({"kind": "randomized-response", "truth": truth});
    let plan = json!([times(30.0, &response(0.6)), times(40.0, &response(0.55))]);
    for (target, truth) in
        [(json!({"epsilon": 3.0}), 0.396_966_295_957_385_4), (json!({"delta": 1e-6}), 13.741_763_647_866_695)]
    {
        let found = bracket("add-remove", &plan, &target);
        found.assert_holds(truth);
        assert!(found.width() <= PROMISED, "{target}: {found:?}");
    }
}

/// A sampled loss that underflows keeps its mass, so that the release which says nothing changes nothing.
#[test]
fn losses_that_underflow_keep_their_mass() {
    let nothing = sampled(1.0, &json!({"kind": "pure", "epsilon": 1e-30}), 1e-300);
    let response = json!({"kind": "randomized-response", "truth": 0.75});
    let found = bracket("replace", &json!([times(1000.0, &response), nothing]), &json!({"epsilon": 1.0}));
    // 1 − δ is below 1e-80.
    found.assert_holds(1.0);
    let laplace = sampled(2.0, &json!({"kind": "laplace", "scale": 1.0}), 5e-324);
    let found = bracket("replace", &json!([laplace]), &json!({"epsilon": -1.0}));
    let truth = -(-1.0f64).exp_m1();
    found.assert_holds(truth);
    assert!(found.upper <= truth * (1.0 + PROMISED), "{found:?}");
}

/// A million steps of noisy gradients keep the promise; what cannot keep it says so.
#[test]
fn a_bracket_is_narrow_or_says_that_it_is_not() {
    let normal = |sigma: f64| json!({"kind": "gaussian", "sigma": sigma});
    let many: Vec<Value> =
        (0..300).map(|at| sampled(10.0, &normal(1.0 + f64::from(at) / 300.0), 0.01)).collect();
    let profile = json!({"kind": "profile", "points": [[0, 0.03], [0.15, 0.02], [1.6, 0.009]]});
    for (plan, target, narrow) in [
        (json!([sampled(1e6, &normal(1.0), 0.01)]), json!({"delta": 1e-5}), true),
        (json!([sampled(1e6, &normal(1.0), 0.001)]), json!({"delta": 1e-5}), true),
        (json!([sampled(1e9, &normal(1.0), 0.001)]), json!({"delta": 1e-5}), false),
        (json!([sampled(100.0, &profile, 0.3), times(7.0, &profile)]), json!({"epsilon": 0.5}), false),
        (json!(many), json!({"delta": 1e-5}), false),
    ] {
        let found = bracket("add-remove", &plan, &target);
        assert!(found.lower > 0.0 && found.upper < f64::INFINITY, "{found:?}");
        let width = found.width();
        assert!(found.note.is_some() == (width > 4.0 * PROMISED), "{found:?}");
        assert!(!narrow || width <= 1.1 * PROMISED, "{found:?}");
    }
}

/// Plans that took minutes.
#[test]
fn large_tables_of_atoms_take_no_longer_than_small_ones() {
    let discrete = |sigma: f64, sensitivity: f64| json!({"kind": "discrete-gaussian", "sigma": sigma, "sensitivity": sensitivity});
    for (plan, target) in [
        (json!([sampled(1.0, &discrete(9347.0, 2.0), 0.208)]), json!({"epsilon": 0.0})),
        (json!([sampled(1000.0, &discrete(1e4, 1.0), 0.2)]), json!({"delta": 1e-5})),
    ] {
        let (found, took) = processor_time(|| bracket("remove", &plan, &target));
        assert!(found.width() <= PROMISED, "{found:?}");
        // A hundredth of what it took.
        assert!(took < Duration::from_secs(5), "{took:?}");
    }
}
