//! Golden rows, asked through the one door.
//!
//! A row holds a question, where in the answer the value stands, the value, the relative tolerance and, where it
//! has fewer digits than the others, how many it has. Where an interval stands, its middle is compared, or its upper
//! end where it has no lower one.

use serde_json::{Value, json};

use crate::support::{ask, number};

/// A number, or the middle of an interval.
fn middle(value: &Value) -> Option<f64> {
    if !value.is_object() {
        return number(value);
    }
    let upper = number(&value["upper"])?;
    Some(number(&value["lower"]).map_or(upper, |lower| 0.5 * (lower + upper)))
}

/// Every value is met within its tolerance.
pub fn assert_met(rows: &[Value]) {
    let mut wrong = Vec::new();
    for row in rows {
        let answer = ask(&row["question"]);
        let found = answer.pointer(row["pointer"].as_str().expect("a pointer")).and_then(middle);
        let (value, tolerance) =
            (number(&row["value"]).expect("a value"), row["tolerance"].as_f64().expect("a tolerance"));
        match found {
            Some(found) if found == value || (found - value).abs() <= tolerance * value.abs() => {}
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

/// Whatever accountant answers a plan with a known value, the value is inside what it states to the digits that
/// are printed; rows by the Rényi bound know that bound alone. At least 300 answers are compared.
pub fn assert_enclosed(rows: &[Value], printed: f64) {
    let mut answers = 0;
    let mut wrong = Vec::new();
    for row in rows {
        let mut question = row["question"].clone();
        let by_moments = question["accountants"][0].as_str().is_some_and(|name| name.starts_with("rdp"));
        if question["ask"] != "plan" || by_moments {
            continue;
        }
        question["accountants"] = json!(["exact", "fourier", "pld", "rdp"]);
        let value = row["value"].as_f64().expect("a value");
        let slack = value.abs() * row["printed"].as_f64().unwrap_or(printed);
        for bound in ask(&question)["bounds"].as_array().expect("bounds") {
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
