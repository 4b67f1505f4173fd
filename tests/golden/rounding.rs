//! Bounds against answers known to 60 digits: rounding included, a lower end is never above the truth
//! and an upper end, as a number and as printed, never below.
//!
//! `tests/golden/plans/generate.py` makes the table: plans of Gaussian releases, of randomized
//! responses, of Laplace releases (by residues), of both kinds together, single sampled releases, and
//! some sampled compositions by a contour integral in 40 digits.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use serde_json::{Value, json};

use crate::support::{ask, number};

/// The number of `ε ≤ 1.4948`.
fn printed(bound: &Value) -> Option<f64> {
    let (_, number) = bound["text"].as_str()?.split_once("≤ ")?;
    if number == "∞" { Some(f64::INFINITY) } else { number.parse().ok() }
}

/// What is wrong with a bound, if anything.
fn fault(bound: &Value, below: f64, above: f64) -> Option<String> {
    let value = bound.get("epsilon").or(bound.get("delta"))?;
    let upper = number(&value["upper"]).unwrap_or(f64::NAN);
    let print = printed(bound).unwrap_or(f64::NAN);
    let lower = number(&value["lower"]).unwrap_or(0.0);
    (!(lower <= below && above <= upper && above <= print))
        .then(|| format!("the truth in [{below:e}, {above:e}] is not inside {bound}"))
}

/// One row in so many goes on the lattice too, which takes a tenth of a second.
const LATTICE: usize = 4;

/// What one thread found.
#[derive(Default)]
struct Findings {
    faults: Vec<String>,
    answers: BTreeMap<String, usize>,
}

impl Findings {
    fn check(&mut self, at: usize, line: &str) {
        let row: Value = serde_json::from_str(line).expect("a row is JSON");
        let [below, above] = ["below", "above"].map(|end| row[end].as_f64().expect("a number"));
        let mut question = row["question"].clone();
        question["accountants"] = json!(["exact", "fourier", "rdp"]);
        if at.is_multiple_of(LATTICE) {
            question["accountants"] = json!(["exact", "fourier", "pld", "rdp"]);
        }
        let answer = ask(&question);
        for bound in answer["bounds"].as_array().expect("bounds") {
            if bound.get("unavailable").is_none() {
                let name = bound["accountant"].as_str().unwrap_or_default().to_owned();
                *self.answers.entry(name).or_default() += 1;
                self.faults.extend(fault(bound, below, above).map(|fault| format!("{fault}\n  {question}")));
            }
        }
    }
}

#[test]
fn every_bound_is_outward_of_the_truth() {
    let rows: Vec<&str> = include_str!("plans/rounding.jsonl").lines().collect();
    assert!(rows.len() >= 1000, "{}", rows.len());
    let found = Mutex::new(Findings::default());
    let next = AtomicUsize::new(0);
    let work = || {
        let mut mine = Findings::default();
        while let (at, Some(line)) = {
            let at = next.fetch_add(1, Ordering::Relaxed);
            (at, rows.get(at))
        } {
            mine.check(at, line);
        }
        let mut found = found.lock().expect("no thread has panicked");
        found.faults.extend(mine.faults);
        for (name, count) in mine.answers {
            *found.answers.entry(name).or_default() += count;
        }
    };
    thread::scope(|scope| (0..2).for_each(|_| drop(scope.spawn(work))));
    let Findings { faults, answers } = found.into_inner().expect("no thread has panicked");
    assert!(faults.is_empty(), "{} of {answers:?}\n{}", faults.len(), faults.join("\n"));
    assert!(answers["exact"] >= 600 && answers["pld"] >= 200 && answers["fourier"] >= 700, "{answers:?}");
}
