//! Every reference value, through the one door.
//!
//! `tests/golden/reference.jsonl` holds the rows of the reference table for Y. Zhu's dissertation that
//! can be asked (Rényi divergences B and P, profiles D, characteristic functions F, compositions A, G,
//! V and Y, conversions K, the experiments X and E), computed independently in arbitrary precision: per row a question,
//! where in the answer the value stands, the value, the relative tolerance and, where it has
//! fewer digits than the others, how many it has. Where an interval stands, its middle is compared.

use dpscope::question::ask_json;
use serde_json::{Value, json};

/// The printed digits of a reference value; a row known to fewer says so.
const PRINTED: f64 = 1e-11;

fn rows() -> Vec<Value> {
    let lines = include_str!("golden/reference.jsonl").lines();
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
    let rows = rows();
    assert_eq!(rows.len(), 206);
    for row in rows {
        let answer = answer(&row["question"]);
        let found = answer.pointer(row["pointer"].as_str().expect("a pointer")).and_then(middle);
        let found = found.unwrap_or_else(|| panic!("{}: {answer}", row["id"]));
        let (value, tolerance) =
            (row["value"].as_f64().expect("a value"), row["tolerance"].as_f64().expect("a tolerance"));
        assert!(
            (found - value).abs() <= tolerance * value.abs(),
            "{} {}: {found} is not {value}",
            row["id"],
            row["quantity"]
        );
    }
}

/// Whatever accountant answers a plan with a known value, the value is inside what it states, and the
/// Rényi bound is above.
#[test]
fn every_accountant_encloses_the_value() {
    let mut answers = 0;
    let mut wrong: Vec<String> = Vec::new();
    for row in rows() {
        let mut question = row["question"].clone();
        if question["ask"] != "plan"
            || question["accountants"][0].as_str().is_some_and(|name| name.starts_with("moments"))
        {
            continue;
        }
        question["accountants"] = json!(["exact", "fourier", "loss", "moments"]);
        let value = row["value"].as_f64().expect("a value");
        let slack = value.abs() * row["printed"].as_f64().unwrap_or(PRINTED);
        for bound in answer(&question)["bounds"].as_array().expect("bounds") {
            if bound.get("unavailable").is_some() {
                continue;
            }
            let found = bound.get("epsilon").or(bound.get("delta")).expect("a bound");
            let upper = number(&found["upper"]).expect("an upper end");
            let lower = number(&found["lower"]).unwrap_or(0.0);
            if !(lower <= value + slack && value - slack <= upper) {
                wrong.push(format!("{}: {value} is not inside {bound}", row["id"]));
            }
            answers += 1;
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(answers >= 300, "only {answers} answers");
}

/// Rows G19 and G20: adding a person to a Poisson sample loses at most `−k log(1 − γ)`, here 1.0536.
#[test]
fn a_bounded_loss_ends() {
    let question = |epsilon: f64| {
        json!({"ask": "plan", "neighbours": "add", "target": {"epsilon": epsilon},
            "releases": [{"count": 10, "mechanism": {"kind": "gaussian", "sigma": 1},
                "sampling": {"kind": "poisson", "rate": 0.1}}]})
    };
    for (epsilon, limit) in [(1.0, 1e-20), (2.0, 0.0)] {
        let answer = answer(&question(epsilon));
        let upper = number(&answer["best"]["delta"]["upper"]).expect("an upper end");
        assert!(upper <= limit, "{answer}");
    }
}

/// Rows K01, K03 and K04: chords of the profile on a lattice of step 1e-4 lie above the truth (G06, G09
/// and G17), and ours, which is finer, between.
#[test]
fn the_lattice_from_above_is_above() {
    for (rate, sigma, count, epsilon, neighbours, truth, coarse) in [
        (0.01, 2.0, 1000, 0.5, "remove", 0.000_121_178_974_442_386, 0.000_121_214_180_711_870_5),
        (0.01, 2.0, 1000, 0.5, "add", 6.546_790_408_036_816e-5, 6.549_360_670_971_005e-5),
        (0.1, 1.0, 10, 1.0, "remove", 0.006_900_541_457_898_481, 0.006_900_541_457_898_481 * 1.001),
    ] {
        let answer = answer(&json!({"ask": "plan", "neighbours": neighbours, "accountants": ["loss"],
            "releases": [{"count": count, "mechanism": {"kind": "gaussian", "sigma": sigma},
                "sampling": {"kind": "poisson", "rate": rate}}], "target": {"epsilon": epsilon}}));
        let upper = number(&answer["best"]["delta"]["upper"]).expect("an upper end");
        assert!(truth <= upper && upper <= coarse, "{answer}");
    }
}

/// The bracket of an answer holds the reference value to its printed digits.
#[test]
fn bounds_enclose_the_exact_value() {
    let answer = answer(&json!({"ask": "plan", "neighbours": "add-remove", "target": {"delta": 1e-4},
        "releases": [{"count": 500, "mechanism": {"kind": "gaussian", "sigma": 50}}]}));
    let upper = number(&answer["best"]["epsilon"]["upper"]).expect("an upper end");
    assert!((1.494_748_615_857_91..=1.494_748_615_857_91 + 1e-9).contains(&upper), "{upper}");
    assert!(number(&answer["best"]["epsilon"]["lower"]).expect("a lower end") <= upper);
}
