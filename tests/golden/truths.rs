//! Questions with a value that was computed without this program, in 40 digits where there is no closed form.
//!
//! `tests/golden/truths.jsonl` has a question, its truth and what else must hold in each line;
//! `tests/golden/truths/generate.py` computes it and explains the fields. Whatever an accountant says, the truth is
//! not below its lower end and not above its upper end, and the best bound is a bound. `DPSCOPE_ROW` names one row.

use serde_json::{Value, json};

use crate::support::{ask, number, refused, rows};

const ROWS: &str = include_str!("truths.jsonl");

/// A float next to a number of 20 digits is no further from it, relatively.
const ROUNDING: f64 = 4e-16;

/// Estimates, which promise nothing.
const ESTIMATES: [&str; 1] = ["fourier-as-published"];

/// What is known of an exact value: it lies between the two.
#[derive(Debug, Clone, Copy)]
struct Truth {
    least: f64,
    most: f64,
}

impl Truth {
    fn of(value: &Value, tolerance: f64) -> Self {
        let one = |value: &Value| -> f64 {
            value.as_str().and_then(|text| text.parse().ok()).expect("a number as text")
        };
        let (least, most) =
            if value.is_array() { (one(&value[0]), one(&value[1])) } else { (one(value), one(value)) };
        let slack = |value: f64| if value.is_finite() { tolerance * value.abs() } else { 0.0 };
        Self { least: least - slack(least), most: most + slack(most) }
    }

    /// Whether an interval is one that may contain the exact value; absent ends promise nothing.
    fn check(self, who: &str, lower: Option<f64>, upper: Option<f64>) -> Result<(), String> {
        let low = lower.is_none_or(|lower| lower <= self.most);
        let high = upper.is_none_or(|upper| self.least <= upper);
        // Written so that NaN fails.
        if low && high { Ok(()) } else { Err(format!("{who}: {lower:?} to {upper:?} leaves out {self:?}")) }
    }

    /// Whether an upper end is that close.
    fn close(self, who: &str, upper: f64, within: &Value) -> Result<(), String> {
        let Some(within) = within.as_f64() else { return Ok(()) };
        if upper <= self.most + within * self.most.abs() {
            return Ok(());
        }
        Err(format!("{who}: {upper} is further than {within} above {self:?}"))
    }
}

fn truths(row: &Value) -> Vec<Truth> {
    let tolerance = row["tolerance"].as_f64().unwrap_or(ROUNDING);
    row["truth"].as_array().expect("a list").iter().map(|value| Truth::of(value, tolerance)).collect()
}

fn truth(row: &Value) -> Truth {
    Truth::of(&row["truth"], row["tolerance"].as_f64().unwrap_or(ROUNDING))
}

/// Lower and upper end of what stands in an answer.
fn ends(value: &Value) -> (Option<f64>, Option<f64>) {
    (number(&value["lower"]), number(&value["upper"]))
}

fn estimate(name: &Value) -> bool {
    ESTIMATES.iter().any(|estimate| name == estimate)
}

fn plan(row: &Value) -> Result<(), String> {
    let (question, truth) = (&row["question"], truth(row));
    let answer = ask(question);
    let quantity = if question["target"].get("delta").is_some() { "epsilon" } else { "delta" };
    let mut brackets = Vec::new();
    for bound in answer["bounds"].as_array().expect("bounds") {
        if bound["unavailable"].is_string() || estimate(&bound["accountant"]) {
            continue;
        }
        let (name, (lower, upper)) = (bound["accountant"].as_str().expect("a name"), ends(&bound[quantity]));
        let upper = upper.ok_or(format!("{name}: no upper end: {bound}"))?;
        truth.check(name, lower, Some(upper))?;
        if row["lower"] == "absent" && lower.is_some_and(|lower| lower > 0.0) {
            return Err(format!("{name}: a lower end where none is known: {bound}"));
        }
        brackets.push((name, lower, upper));
    }
    for (name, lower, _) in &brackets {
        if let Some((other, _, upper)) =
            brackets.iter().find(|other| lower.is_some_and(|lower| lower > other.2))
        {
            return Err(format!("{name} from {lower:?} on and {other} up to {upper}"));
        }
    }
    let best = &answer["best"];
    let upper = number(&best[quantity]["upper"]).ok_or(format!("no best bound: {answer}"))?;
    truth.check("best", None, Some(upper))?;
    truth.close("best", upper, &row["within"])?;
    if estimate(&best["accountant"]) {
        return Err(format!("an estimate is the best bound: {best}"));
    }
    let estimated = question["accountants"].as_array().is_some_and(|names| names.iter().any(estimate));
    if !estimated && answer.get("disagreement").is_some_and(|said| !said.is_null()) {
        return Err(format!("a disagreement: {}", answer["disagreement"]));
    }
    Ok(())
}

/// Nothing may be promised.
fn nothing(row: &Value) -> Result<(), String> {
    let answer = ask(&row["question"]);
    let promised = |bound: &&Value| !bound["unavailable"].is_string();
    match answer["bounds"].as_array().expect("bounds").iter().find(promised) {
        Some(bound) => Err(format!("promised: {bound}")),
        None if !answer["best"].is_null() => Err(format!("best: {}", answer["best"])),
        None => Ok(()),
    }
}

fn curve(row: &Value) -> Result<(), String> {
    let truths = truths(row);
    let answer = ask(&row["question"]);
    let series = answer["series"].as_array().ok_or(format!("no curve: {answer}"))?;
    if series.is_empty() {
        return Err(format!("no curve: {answer}"));
    }
    let mut brackets = vec![(f64::NEG_INFINITY, f64::INFINITY); truths.len()];
    for one in series {
        for (at, truth) in truths.iter().enumerate() {
            let end = |name: &str| match one.get(name).and_then(|list| list.get(at)) {
                None => Ok(None),
                Some(value) => {
                    number(value).map(Some).ok_or(format!("{}: {name} is {value}", one["accountant"]))
                }
            };
            let (lower, upper) = (end("lower")?, end("upper")?);
            truth.check(&format!("{} at point {at}", one["accountant"]), lower, upper)?;
            let bracket = &mut brackets[at];
            *bracket = (
                bracket.0.max(lower.unwrap_or(f64::NEG_INFINITY)),
                bracket.1.min(upper.unwrap_or(f64::INFINITY)),
            );
        }
    }
    match brackets.iter().find(|(lower, upper)| lower > upper) {
        Some(bracket) => Err(format!("the curves contradict each other: {bracket:?}")),
        None => Ok(()),
    }
}

/// `exact` is exact, `lower` not above it, every other bound of the same relation not below it.
fn amplify(row: &Value) -> Result<(), String> {
    let answer = ask(&row["question"]);
    let curves = answer["curves"].as_array().expect("curves");
    if !curves.iter().any(|curve| curve["bound"] == "exact") {
        return Err(format!("no exact curve: {answer}"));
    }
    for curve in curves {
        let name = curve["bound"].as_str().expect("a name");
        let found = curve["epsilon"].as_array().cloned().unwrap_or_default();
        if name == "exact" && found.len() != truths(row).len() {
            return Err(format!("exact: {curve}"));
        }
        for (truth, value) in truths(row).into_iter().zip(&found) {
            let value = number(value).ok_or(format!("{name}: {value}"))?;
            match name {
                "without-replacement" => {}
                "lower" => truth.check(name, Some(value), None)?,
                "exact" => {
                    truth.check(name, None, Some(value))?;
                    truth.close(name, value, &json!(1e-9))?;
                }
                _ => truth.check(name, None, Some(value))?,
            }
        }
    }
    Ok(())
}

fn attack(row: &Value, pointer: &str) -> Result<(), String> {
    let answer = ask(&row["question"]);
    let found = answer.pointer(pointer).ok_or(format!("no attack: {answer}"))?;
    let (lower, upper) = ends(found);
    let upper = upper.ok_or(format!("no upper end: {found}"))?;
    truth(row).check("attack", lower, Some(upper))?;
    truth(row).close("attack", upper, &row["within"])
}

/// Inside are the first to the second value and all from the third on.
fn solve(row: &Value) -> Result<(), String> {
    let edges = truths(row);
    for start in [None, Some(0.18), Some(0.25), Some(0.5), Some(1.0)] {
        let mut question = row["question"].clone();
        if let Some(start) = start {
            question["releases"][0]["mechanism"]["sigma"] = json!(start);
        }
        let answer = ask(&question);
        let value = number(&answer["value"]).ok_or(format!("from {start:?}: {answer}"))?;
        let inside = (edges[0].least <= value && value <= edges[1].most) || edges[2].least <= value;
        if !inside {
            return Err(format!("from {start:?}: {value} is outside {edges:?}"));
        }
        // Called the smallest within, it is; from the third edge on no value is outside.
        let sentence = answer["sentence"].as_str().expect("a sentence");
        if sentence.contains("is the smallest within") && value > edges[0].most * (1.0 + 1e-6) {
            return Err(format!("from {start:?}: {value} is not the smallest: {sentence}"));
        }
    }
    Ok(())
}

fn check(row: &Value) -> Result<(), String> {
    match row["of"].as_str().expect("what it is about") {
        "plan" => plan(row)?,
        "nothing" => nothing(row)?,
        "curve" => curve(row)?,
        "amplify" => amplify(row)?,
        "advantage" => attack(row, "/attack/advantage")?,
        "true-positive" => attack(row, "/attack/tests/0/true-positive")?,
        "solve" => solve(row)?,
        other => return Err(format!("nobody checks {other}")),
    }
    match row["says"].as_str() {
        Some(word) if !ask(&row["question"]).to_string().contains(word) => {
            Err(format!("does not say {word:?}"))
        }
        _ => Ok(()),
    }
}

/// The rows that pass the filter and the environment's.
fn chosen_rows(chosen: impl Fn(&Value) -> bool) -> Vec<Value> {
    let one = std::env::var("DPSCOPE_ROW").ok();
    let named = |row: &Value| one.as_ref().is_none_or(|one| row["id"] == one.as_str());
    let rows: Vec<Value> = rows(ROWS).into_iter().filter(|row| chosen(row) && named(row)).collect();
    assert!(!rows.is_empty() || one.is_some());
    rows
}

/// Checks all rows that pass the filter, and lists all that fail.
fn assert_true(chosen: impl Fn(&Value) -> bool) {
    let rows = chosen_rows(chosen);
    let failed = |row: &Value| {
        let found = std::panic::catch_unwind(|| check(row)).unwrap_or_else(|_| Err("panicked".into()));
        found.err().map(|reason| format!("{}: {reason}", row["id"].as_str().unwrap_or("a row")))
    };
    let failures: Vec<String> = rows.iter().filter_map(failed).collect();
    assert!(
        failures.is_empty(),
        "{} of {} rows are not met:\n{}",
        failures.len(),
        rows.len(),
        failures.join("\n")
    );
}

fn is_census(row: &Value) -> bool {
    row["id"].as_str().is_some_and(|id| id.starts_with("census"))
}

#[test]
fn every_truth_is_inside_what_is_said() {
    assert_eq!(rows(ROWS).len(), 52);
    assert_true(|row| !is_census(row));
}

/// The noisy counts of the 2020 Census, one person moved along path 10: both ends within 1e-6.
#[test]
fn the_census_is_known_on_both_sides() {
    assert_true(is_census);
    for row in &chosen_rows(is_census) {
        let answer = ask(&row["question"]);
        let lower = answer["bounds"].as_array().expect("bounds").iter();
        let lower = lower.filter_map(|bound| number(&bound["delta"]["lower"])).fold(0.0, f64::max);
        let truth = truth(row).least;
        assert!(lower >= truth * (1.0 - 1e-6), "{}: {lower} is far below {truth}", row["id"]);
    }
}

#[test]
fn a_question_that_is_none_is_refused() {
    let message = refused(&json!({"ask": "plan", "releases": [], "target": {"delta": 1e-5}}));
    assert!(message.starts_with("releases: "), "{message}");
}
