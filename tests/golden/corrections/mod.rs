//! What the sources print and what is right: every number that the page of corrections shows.
//!
//! The lists are the ones of the page (`www/js/explain/corrections/`). The printed and the corrected form of each are
//! computed here, in [`accuracy_first`], [`inverse_sensitivity`], [`inverse_sensitivity_dimensions`], [`zhu`],
//! [`objective_perturbation`] and [`redberg`], without the library; where the library answers
//! the same question, its answer is the corrected number. `check_corrections.py` computes both again, in 30 digits.

mod accuracy_first;
mod inverse_sensitivity;
mod inverse_sensitivity_dimensions;
mod numbers;
mod objective_perturbation;
mod redberg;
mod sparse_vector;
mod zhu;

use std::collections::HashSet;

use serde_json::Value;

use crate::support::{ask, number};

/// What a printed and a corrected form give.
type Witness = [f64; 2];

/// What computes the rows of a list, by their id.
type Evaluate = fn(&str) -> Option<Witness>;

/// Every list with what computes its rows.
const LISTS: [(&str, Evaluate); 6] = [
    (
        include_str!("../../../www/js/explain/corrections/inverse-sensitivity-dimensions.json"),
        inverse_sensitivity_dimensions::witness,
    ),
    (include_str!("../../../www/js/explain/corrections/accuracy-first.json"), accuracy_first::witness),
    (
        include_str!("../../../www/js/explain/corrections/inverse-sensitivity.json"),
        inverse_sensitivity::witness,
    ),
    (include_str!("../../../www/js/explain/corrections/zhu.json"), zhu::witness),
    (
        include_str!("../../../www/js/explain/corrections/objective-perturbation.json"),
        objective_perturbation::witness,
    ),
    (include_str!("../../../www/js/explain/corrections/redberg.json"), redberg::witness),
];

/// What is wrong with a printed form.
const EFFECTS: [&str; 6] = ["unsafe", "loose", "undefined", "false", "wording", "stands"];

fn rows() -> Vec<(Value, Evaluate)> {
    let list = |(text, witness): (&str, Evaluate)| -> Vec<_> {
        let rows: Vec<Value> = serde_json::from_str(text).expect("a list of corrections");
        rows.into_iter().map(|row| (row, witness)).collect()
    };
    LISTS.into_iter().flat_map(list).collect()
}

fn text<'a>(row: &'a Value, pointer: &str) -> &'a str {
    row.pointer(pointer)
        .and_then(Value::as_str)
        .unwrap_or_else(|| panic!("{}: no text at {pointer}", row["id"]))
}

/// Whether a number is shown rounded to the nearest in its last digit.
fn is_shown(shown: &str, value: f64) -> bool {
    match shown {
        "∞" => value == f64::INFINITY,
        "−∞" => value == f64::NEG_INFINITY,
        _ => {
            let plain = shown.replace('−', "-");
            let (mantissa, exponent) = plain.split_once('e').unwrap_or((&plain, "0"));
            let decimals = mantissa.split_once('.').map_or(0, |(_, decimals)| decimals.len());
            let exponent: i32 = exponent.parse().expect("an exponent");
            let unit = 10f64.powi(exponent - i32::try_from(decimals).expect("few decimals"));
            let shown: f64 = plain.parse().expect("a number");
            (shown - value).abs() <= 0.5 * unit * (1.0 + 1e-6)
        }
    }
}

#[test]
fn both_forms_give_the_numbers_that_are_shown() {
    for (row, witness) in rows() {
        let id = text(&row, "/id");
        let [printed, correct] = witness(id).unwrap_or_else(|| panic!("nothing computes {id}"));
        for (name, value) in [("printed", printed), ("correct", correct)] {
            let shown = text(&row, &format!("/witness/{name}"));
            assert!(is_shown(shown, value), "{id}, {name}: {shown} is shown, {value} is computed");
        }
    }
}

#[test]
fn the_library_answers_with_the_corrected_number() {
    let mut asked = 0;
    for (row, _) in rows() {
        for question in row["witness"]["asks"].as_array().into_iter().flatten() {
            let answer = ask(&question["question"]);
            let found = answer.pointer(text(question, "/pointer")).unwrap_or_else(|| panic!("{answer}"));
            let middle = |value: &Value| match number(&value["lower"]) {
                Some(lower) => number(&value["upper"]).map(|upper| 0.5 * (lower + upper)),
                None => number(&value["upper"]).or(number(value)),
            };
            let value = middle(found).expect("a number");
            let shown = match text(question, "/is") {
                "correct" => text(&row, "/witness/correct"),
                "beside" => text(&row, "/witness/beside/value"),
                other => panic!("{other}"),
            };
            assert!(is_shown(shown, value), "{}: {shown} is shown, {value} is answered", row["id"]);
            asked += 1;
        }
    }
    assert!(asked >= 20, "only {asked} questions");
}

#[test]
fn every_correction_says_what_it_must() {
    let mut seen = HashSet::new();
    for (row, _) in rows() {
        let id = text(&row, "/id");
        assert!(seen.insert(id.to_owned()), "{id} stands twice");
        for pointer in ["/title", "/at", "/why", "/witness/of"] {
            assert!(!text(&row, pointer).is_empty(), "{id}: {pointer}");
        }
        assert!(EFFECTS.contains(&text(&row, "/effect")), "{id}: {}", row["effect"]);
        assert_eq!(row["printed"] == row["corrected"], row["effect"] == "stands", "{id}");
        for list in ["printed", "corrected", "used"] {
            assert!(row[list].as_array().is_some_and(|list| !list.is_empty()), "{id}: {list}");
        }
    }
    assert_eq!(seen.len(), 79);
}

#[test]
fn a_number_is_shown_rounded_to_the_nearest() {
    assert!(is_shown("0.12694", 0.126_936_7) && !is_shown("0.12694", 0.126_934));
    assert!(is_shown("5.2084e-32", 5.208_44e-32) && !is_shown("5.2084e-32", 5.2086e-32));
    assert!(is_shown("−∞", f64::NEG_INFINITY) && !is_shown("∞", 1e300) && is_shown("−0.5", -0.5));
}
