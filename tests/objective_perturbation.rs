//! Objective perturbation through the one door.
//!
//! `tests/golden/objective_perturbation.jsonl` holds reference values for Redberg, Koskela and Wang (2023) in its
//! corrected form, computed independently with 60 digits: per row a question, where in the answer the value
//! stands, the value and the relative tolerance. Where an interval stands, its middle is compared.

#![cfg(feature = "learn")]

use dpscope::question::ask_json;
use serde_json::{Value, json};

fn rows() -> Vec<Value> {
    let lines = include_str!("golden/objective_perturbation.jsonl").lines();
    lines.map(|line| serde_json::from_str(line).expect("a row is JSON")).collect()
}

fn answer(question: &Value) -> Value {
    serde_json::from_str(&ask_json(&question.to_string())).expect("an answer is JSON")
}

fn number(value: &Value) -> Option<f64> {
    if value == "inf" { Some(f64::INFINITY) } else { value.as_f64() }
}

/// A number, or the middle of an interval.
fn middle(value: &Value) -> Option<f64> {
    if !value.is_object() {
        return number(value);
    }
    Some(0.5 * (number(&value["lower"])? + number(&value["upper"])?))
}

#[test]
fn every_reference_value_is_met() {
    let mut wrong = Vec::new();
    for row in rows() {
        let answer = answer(&row["question"]);
        let found = answer.pointer(row["pointer"].as_str().expect("a pointer")).and_then(middle);
        let (value, tolerance) =
            (number(&row["value"]).expect("a value"), row["tolerance"].as_f64().expect("a tolerance"));
        match found {
            Some(found) if found == value => {}
            Some(found) if (found - value).abs() <= tolerance * value.abs() => {}
            Some(found) => wrong.push(format!(
                "{} {}: {found} is not {value}, off by {:e}",
                row["id"],
                row["quantity"],
                found / value - 1.0
            )),
            None => wrong.push(format!("{} {}: {answer}", row["id"], row["quantity"])),
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Whatever accountant answers a plan from the dominating pair, the value is inside what it states; an upper bound
/// is never below. (The classic theorems know that both orders have the bound, and may say more at a small ε.)
#[test]
fn every_accountant_encloses_the_value() {
    let mut wrong = Vec::new();
    let mut answers = 0;
    for row in rows() {
        let mut question = row["question"].clone();
        let by = question["accountants"][0].clone();
        if question["ask"] != "plan" || by == "moments" {
            continue;
        }
        question["accountants"] = json!(["exact", "fourier", "loss", "moments"]);
        let value = row["value"].as_f64().expect("a value");
        for bound in answer(&question)["bounds"].as_array().expect("bounds") {
            if bound.get("unavailable").is_some() {
                continue;
            }
            let found = bound.get("epsilon").or(bound.get("delta")).expect("a bound");
            let upper = number(&found["upper"]).expect("an upper end");
            let lower = number(&found["lower"]).unwrap_or(0.0);
            if !(lower <= value * (1.0 + 1e-15) && value * (1.0 - 1e-15) <= upper) {
                wrong.push(format!("{}: {value} is not inside {bound}", row["id"]));
            }
            answers += 1;
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(answers >= 300, "only {answers} answers");
}

fn plan(mechanism: Value, rest: Value) -> Value {
    let mut question =
        json!({"ask": "plan", "releases": [{"mechanism": mechanism}], "target": {"delta": 1e-5}});
    for (name, value) in rest.as_object().expect("an object") {
        question[name] = value.clone();
    }
    answer(&question)
}

fn mechanism(regularization: f64, tight: u8) -> Value {
    json!({"kind": "objective-perturbation", "lipschitz": 1, "smoothness": 1, "sigma": 5,
        "regularization": regularization, "tight": tight})
}

/// Outside of the conditions of the theorem no accountant answers, and each says why.
#[test]
fn what_is_not_covered_is_not_bounded() {
    for (answer, reason) in [
        (plan(mechanism(1.0, 0), json!({})), "must exceed the smoothness"),
        (
            plan(mechanism(20.0, 0), json!({"neighbours": "replace"})),
            "nothing is known for one who is replaced",
        ),
    ] {
        assert!(answer["best"].is_null(), "{answer}");
        for bound in answer["bounds"].as_array().expect("bounds") {
            let said = bound["unavailable"].as_str().expect("a reason");
            assert!(said.contains(reason) || said.contains("no closed form"), "{said}");
        }
    }
    assert!(plan(mechanism(0.5, 1), json!({}))["best"]["epsilon"]["upper"].is_number());
}

/// The published guarantee at the first setting of the publication's figure, by the door of every page.
#[test]
fn the_first_setting_is_never_reported_below() {
    let answer = plan(mechanism(20.0, 0), json!({}));
    let upper = |at: usize| answer["bounds"][at]["epsilon"]["upper"].as_f64().expect("an ε");
    let exact = 0.810_871_728_893_347_f64;
    assert!((exact..exact + 1e-12).contains(&upper(0)), "{answer}");
    let renyi = 0.878_712_092_518_998_1_f64;
    assert!((renyi..renyi + 1e-10).contains(&upper(3)), "{answer}");
    assert!(answer["best"]["epsilon"]["upper"].as_f64().is_some_and(|best| best >= exact));
}

/// The smallest λ and the smallest σ within a budget, found by the search of every page, meet it.
#[test]
fn solving_finds_the_regularization() {
    let found = answer(&json!({"ask": "solve", "target": {"epsilon": 1, "delta": 1e-5},
        "unknown": {"field": "regularization", "release": 0},
        "releases": [{"mechanism": {"kind": "objective-perturbation", "lipschitz": 1, "smoothness": 1, "sigma": 5}}]}));
    let value = found["value"].as_f64().unwrap_or_else(|| panic!("{found}"));
    let epsilon =
        plan(mechanism(value, 0), json!({}))["bounds"][0]["epsilon"]["upper"].as_f64().expect("an ε");
    assert!(epsilon <= 1.0 && epsilon > 1.0 - 1e-6, "{value} {epsilon}");
}

/// Both pictures of the bounds show each bound once, in its own colour, and the setting in the title.
#[test]
fn the_bounds_have_pictures() {
    let found =
        answer(&json!({"ask": "objective-perturbation", "lipschitz": 1, "smoothness": 1, "sigma": 10,
        "regularization": 5, "epsilons": [0.1, 0.5, 1, 1.5], "orders": [1.5, 2, 10], "picture": true}));
    for (figure, bounds) in [("figure", "delta"), ("divergence_figure", "divergence")] {
        let (figure, bounds) = (&found[figure], found[bounds].as_array().expect("bounds"));
        assert_eq!(figure["series"].as_array().map(Vec::len), Some(bounds.len()), "{figure}");
        assert!(figure["title"].as_str().is_some_and(|title| title.contains("λ = 5")));
    }
}

/// M1: no bound is below normal noise, and they keep their order; the warning is there where the oldest one wins.
#[test]
fn the_bounds_keep_their_order() {
    for (sigma, regularization) in [(5.0, 20.0), (10.0, 5.0), (1.0, 2.0), (40.0, 1.5)] {
        let found =
            answer(&json!({"ask": "objective-perturbation", "lipschitz": 1, "smoothness": 1, "sigma": sigma,
            "regularization": regularization, "deltas": [1e-10, 1e-5, 1e-3], "epsilons": [0.3, 1, 3]}));
        for kind in ["epsilon", "delta"] {
            let values = |at: usize| found[kind][at]["values"].as_array().expect("values").clone();
            for at in 0..3 {
                for pair in (0..4).collect::<Vec<_>>().windows(2) {
                    let (low, high) =
                        (number(&values(pair[0])[at]).unwrap(), number(&values(pair[1])[at]).unwrap());
                    assert!(low <= high, "{kind} {pair:?} {found}");
                }
            }
        }
        assert_eq!(found.get("warning").is_some(), regularization == 1.5, "{found}");
    }
}

/// On a sample, by integrating the two densities on the half line: P = 2φ(y), Q = (1 − β/λ) 2φ(y + s), the rest of Q
/// where P never is. A person who is removed is in the first law's sample, one who is added in the second's; the
/// pair bounds both orders, so it stands for either.
#[test]
fn samples_agree_with_the_integral() {
    let (sigma, regularization) = (2.0f64, 4.0f64);
    let (signal, kept) = (1.0 / sigma, 1.0 - 1.0 / regularization);
    let density = |y: f64| 2.0 * (-0.5 * y * y).exp() / (2.0 * std::f64::consts::PI).sqrt();
    let (steps, step) = (400_000, 12.0 / 400_000.0);
    let integral = |excess: &dyn Fn(f64, f64) -> f64| -> f64 {
        let at = |k: i32| (f64::from(k) + 0.5) * step;
        (0..steps).map(|k| excess(density(at(k)), kept * density(at(k) + signal)).max(0.0) * step).sum()
    };
    let never = 1.0 - integral(&|_, q| q);
    for rate in [0.02, 0.3] {
        for epsilon in [-0.2f64, 0.0, 0.005, 0.1, 0.3] {
            let a = epsilon.exp();
            let removed =
                integral(&|p, q| (1.0 - rate) * q + rate * p - a * q) + ((1.0 - rate - a) * never).max(0.0);
            let added = integral(&|p, q| p - a * ((1.0 - rate) * p + rate * q));
            for (neighbours, expected) in [("remove", removed), ("add", added)] {
                let found = answer(
                    &json!({"ask": "plan", "neighbours": neighbours, "accountants": ["exact", "loss"],
                    "target": {"epsilon": epsilon}, "releases": [{"sampling": {"kind": "poisson", "rate": rate},
                        "mechanism": {"kind": "objective-perturbation", "lipschitz": 1, "smoothness": 1,
                            "sigma": sigma, "regularization": regularization}}]}),
                );
                for bound in found["bounds"].as_array().expect("bounds") {
                    let (lower, upper) = (
                        number(&bound["delta"]["lower"]).unwrap(),
                        number(&bound["delta"]["upper"]).unwrap(),
                    );
                    assert!(
                        lower <= expected + 1e-8 && expected <= upper + 1e-8,
                        "{neighbours} {rate} {epsilon}: {expected} {bound}"
                    );
                }
            }
        }
    }
}
