//! Every reference value, through the one door.
//!
//! `tests/golden/reference.jsonl` holds rows B, D, F and X of the reference table for Y. Zhu's
//! dissertation (Rényi divergences, profiles, characteristic functions, the first composition
//! experiment), computed independently in arbitrary precision: per row a question, where in the
//! answer the value stands, the value, and the relative tolerance.

use dpscope::question::ask_json;
use serde_json::Value;

#[test]
fn every_reference_value_is_met() {
    let rows: Vec<Value> = include_str!("golden/reference.jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).expect("a row is JSON"))
        .collect();
    assert_eq!(rows.len(), 71);
    for row in rows {
        let answer: Value =
            serde_json::from_str(&ask_json(&row["question"].to_string())).expect("an answer is JSON");
        let found = answer.pointer(row["pointer"].as_str().expect("a pointer")).and_then(Value::as_f64);
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

/// The bracket of an answer holds the reference value to its printed digits.
#[test]
fn bounds_enclose_the_exact_value() {
    let question = r#"{"ask":"plan","neighbours":"add-remove","target":{"delta":1e-4},
        "releases":[{"count":500,"mechanism":{"kind":"gaussian","sigma":50}}]}"#;
    let answer: Value = serde_json::from_str(&ask_json(question)).expect("an answer is JSON");
    let upper = answer["best"]["epsilon"]["upper"].as_f64().expect("an upper end");
    assert!((1.494_748_615_857_91..=1.494_748_615_857_91 + 1e-9).contains(&upper), "{upper}");
    assert!(answer["best"]["epsilon"]["lower"].as_f64().expect("a lower end") <= upper);
}
