//! ε as a tangent of the trade-off curve, through the one door.
#![cfg(feature = "understand")]

use libm::erfc;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::{ask, number, refused};

fn ends(value: &Value) -> (f64, f64) {
    (number(&value["lower"]).expect("a lower end"), number(&value["upper"]).expect("an upper end"))
}

fn middle(value: &Value) -> f64 {
    let (lower, upper) = ends(value);
    0.5 * (lower + upper)
}

/// `Φ(x)`.
fn normal(x: f64) -> f64 {
    0.5 * erfc(-x / std::f64::consts::SQRT_2)
}

/// Normal noise in closed form: `L > ε` where the output exceeds `½ + εσ²`, so that the errors are
/// `Φ(−1/(2σ) − εσ)` and `Φ(εσ − 1/(2σ))`.
#[test]
fn normal_noise_touches_where_its_closed_form_says() {
    for (sigma, epsilon) in [(1.0f64, 1.0f64), (0.5, 3.0), (2.0, -0.4), (1.3, 0.0)] {
        let answer = ask(json!({"ask": "tangent", "epsilon": epsilon,
            "releases": [{"mechanism": {"kind": "gaussian", "sigma": sigma}}]}));
        let (x, y) = (normal(-0.5 / sigma - epsilon * sigma), normal(epsilon * sigma - 0.5 / sigma));
        assert!((middle(&answer["false-positive"]) - x).abs() < 1e-13, "{answer} {x}");
        assert!((middle(&answer["false-negative"]) - y).abs() < 1e-13, "{answer} {y}");
        let delta = 1.0 - y - epsilon.exp() * x;
        assert!((middle(&answer["delta"]) - delta).abs() < 1e-13, "{answer} {delta}");
        assert_eq!(answer["line"][0][0], 0.0);
    }
}

fn sampled(sigma: f64, rate: f64, count: u32) -> Value {
    json!([{"count": count, "mechanism": {"kind": "gaussian", "sigma": sigma},
        "sampling": {"kind": "poisson", "rate": rate}}])
}

/// The profile and the trade-off curve, asked by themselves, say the same: δ is that of the plan, the point lies on the
/// curve, and the curve is nowhere below the line.
fn agrees(releases: &Value, neighbours: &str, epsilon: f64) -> Result<(), TestCaseError> {
    let answer = ask(json!({"ask": "tangent", "epsilon": epsilon, "neighbours": neighbours,
        "releases": releases}));
    let plan = ask(json!({"ask": "plan", "neighbours": neighbours, "releases": releases,
        "accountants": [answer["accountant"]], "target": {"epsilon": epsilon}}));
    let (found, delta) = (ends(&answer["delta"]), ends(&plan["best"]["delta"]));
    prop_assert!(found.0 <= delta.1 && delta.0 <= found.1, "{answer} {plan}");
    // Both ends lie on the line, and where it leaves the square of errors.
    let [start, end] = [0, 1].map(|at: usize| {
        let place = |of: usize| answer["line"][at][of].as_f64().expect("a number");
        (place(0), place(1))
    });
    prop_assert_eq!(start, (0.0, 1.0 - found.1));
    prop_assert!((end.1 - (start.1 - epsilon.exp() * end.0)).abs() < 1e-12, "{answer}");
    prop_assert!(end.0 == 1.0 && end.1 >= 0.0 || end.0 < 1.0 && end.1 == 0.0, "{answer}");
    let touch = middle(&answer["false-positive"]);
    let mut grid = vec![1e-3, 0.01, 0.05, 0.2, 0.5, 0.9];
    grid.retain(|x| (x - touch).abs() > 1e-9);
    grid.push(touch.clamp(0.0, 1.0));
    grid.sort_by(f64::total_cmp);
    let curve = ask(json!({"ask": "curve", "view": "trade-off", "neighbours": neighbours,
        "releases": releases, "grid": grid, "accountants": [answer["accountant"]]}));
    let series = &curve["series"][0];
    for (at, &x) in grid.iter().enumerate() {
        let (lower, upper) = (series["lower"][at].as_f64(), series["upper"][at].as_f64());
        let (lower, upper) = (lower.expect("a number"), upper.expect("a number"));
        let line = 1.0 - found.1 - epsilon.exp() * x;
        prop_assert!(line <= upper + 1e-12, "{x}: {line} {upper}");
        if x == touch {
            let y = ends(&answer["false-negative"]);
            let slack = 0.02 * (y.1 - y.0) + 2e-3;
            prop_assert!(lower <= y.1 + slack && y.0 - slack <= upper, "{x}: {lower} {upper} {y:?}");
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn it_agrees_with_profile_and_curve(sigma in 0.6..4.0f64, rate in 0.05..1.0f64, count in 1u32..60, epsilon in -0.5..3.0f64, both in any::<bool>()) {
        agrees(&sampled(sigma, rate, count), if both { "add-remove" } else { "remove" }, epsilon)?;
    }
}

#[test]
fn it_agrees_for_atoms_and_for_mass_at_infinity() {
    for releases in [
        json!([{"count": 4, "mechanism": {"kind": "randomized-response", "truth": 0.8}}]),
        json!([{"mechanism": {"kind": "approximate", "epsilon": 1, "delta": 0.01}}]),
        json!([{"mechanism": {"kind": "two-point", "p": 0.2, "q": 0.4}}]),
    ] {
        agrees(&releases, "add-remove", 0.3).expect("an agreement");
    }
}

#[test]
fn the_figure_has_line_point_and_intercept() {
    let answer = ask(json!({"ask": "tangent", "epsilon": 1, "picture": true, "accountant": "pld",
        "releases": sampled(1.0, 0.2, 10)}));
    assert_eq!(answer["accountant"], "pld");
    let figure = &answer["figure"];
    assert_eq!(figure["series"][1]["x"].as_array().map(Vec::len), Some(2));
    assert!(figure["marks"][0]["label"].as_str().is_some_and(|label| label.starts_with("1 − δ ≥ ")));
    assert!(
        (figure["marks"][1]["x"].as_f64().expect("a place") - middle(&answer["false-positive"])).abs()
            < 1e-15
    );
    let message = refused(&json!({"ask": "tangent", "epsilon": 1, "accountant": "rdp",
        "releases": sampled(1.0, 0.2, 10)}));
    assert!(message.contains("accountant: \"rdp\" is not one of exact, fourier or pld"), "{message}");
}
