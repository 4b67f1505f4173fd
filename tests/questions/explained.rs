//! Every word of the core that pages show has an entry in `www/js/explain`: accountants, views, mechanisms, theorems,
//! bounds, reports and every described field. The entries are data in JavaScript, one key a line, read here as text.
//! Only where every topic is there: the entries are those of all pages.
#![cfg(all(
    feature = "understand",
    feature = "people",
    feature = "learning",
    feature = "sparse-vector",
    feature = "noise-reduction",
    feature = "inverse-sensitivity"
))]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::support::ask;

/// The files of each group of entries, as `registry.js` lists them.
const GROUPS: [(&str, &[&str]); 15] = [
    ("accuracy", &["accuracy"]),
    ("accountant", &["accountants"]),
    ("attack", &["attack"]),
    ("control", &["controls", "controls-learning"]),
    ("conversion", &["conversions"]),
    ("in-dimensions", &["in-dimensions"]),
    ("inverse-sensitivity", &["inverse-sensitivity"]),
    ("learning", &["learning"]),
    ("mechanism", &["mechanisms", "mechanisms-known"]),
    ("people", &["people"]),
    ("plan", &["plan"]),
    ("sparse-vector", &["sparse-vector"]),
    ("theorem", &["sampling"]),
    ("view", &["views"]),
    ("word", &["words"]),
];

fn source(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("www/js/explain").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The keys at the first level of an object, with what follows each on its line.
fn keys(text: &str) -> impl Iterator<Item = (String, &str)> {
    text.lines().filter_map(|line| {
        let rest = line.strip_prefix("  ").filter(|rest| !rest.starts_with([' ', '/']))?;
        let (key, value) = rest.split_once(": ")?;
        Some((key.trim_matches('"').to_owned(), value))
    })
}

/// The id of every entry.
fn entries() -> BTreeSet<String> {
    let of_file = |group: &str, file: &str| -> Vec<String> {
        let text = source(&format!("{file}.js"));
        let words = keys(&text).filter(|(_, value)| *value == "{").map(|(word, _)| format!("{group}/{word}"));
        words.collect()
    };
    GROUPS.iter().flat_map(|(group, files)| files.iter().flat_map(|file| of_file(group, file))).collect()
}

/// The id of each described field, and the fields that no page shows.
fn fields() -> (BTreeMap<String, String>, BTreeSet<String>) {
    let text = source("fields.js");
    let (shown, unseen) = text.split_once("export const UNSEEN").expect("both lists");
    let shown = keys(shown).map(|(name, id)| (name, id.trim_matches(['"', ',']).to_owned())).collect();
    let word = |line: &str| line.trim().strip_prefix('"')?.strip_suffix("\",").map(str::to_owned);
    (shown, unseen.lines().filter_map(word).collect())
}

/// The names of fields, those within fields and variants too.
fn names(fields: &Value, found: &mut BTreeSet<String>) {
    for field in fields.as_array().into_iter().flatten() {
        found.extend(field["name"].as_str().map(str::to_owned));
        names(&field["fields"], found);
        for variant in field["variants"].as_array().into_iter().flatten() {
            names(&variant["fields"], found);
        }
    }
}

fn words(list: &Value, key: &str) -> Vec<String> {
    let list = list.as_array().expect("a list");
    list.iter().map(|one| one[key].as_str().expect("a word").to_owned()).collect()
}

#[track_caller]
fn assert_explained(entries: &BTreeSet<String>, group: &str, words: &[String]) {
    assert!(!words.is_empty());
    let missing: Vec<_> = words.iter().filter(|word| !entries.contains(&format!("{group}/{word}"))).collect();
    assert!(missing.is_empty(), "{group} has no {missing:?}");
}

#[test]
fn every_accountant_view_mechanism_and_theorem_is_explained() {
    let (entries, described) = (entries(), ask(json!({"ask": "describe"})));
    assert!(entries.len() >= 180, "{}", entries.len());
    assert_explained(&entries, "accountant", &words(&described["accountants"], "word"));
    assert_explained(&entries, "view", &words(&described["views"], "word"));
    assert_explained(&entries, "mechanism", &words(&described["mechanisms"], "kind"));
    let questions = described["questions"].as_array().expect("questions");
    let amplify = questions.iter().find(|question| question["word"] == "amplify").expect("amplify");
    let bounds = amplify["fields"].as_array().expect("fields").iter().find(|field| field["name"] == "bounds");
    assert_explained(&entries, "theorem", &words(&bounds.expect("bounds")["words"], "word"));
}

#[test]
fn every_bound_of_learning_and_every_part_and_report_of_a_person_is_explained() {
    let entries = entries();
    let bounds = ask(json!({
        "ask": "objective-perturbation", "lipschitz": 1, "smoothness": 1, "sigma": 5, "regularization": 20,
        "approximate": {"tolerance": 0.01, "output-noise": 0.15}, "dimension": 3,
        "steps": {"count": 10, "rate": 0.1}, "deltas": [1e-5], "epsilons": [1], "orders": [2],
    }));
    for kind in ["epsilon", "delta", "divergence"] {
        assert_explained(&entries, "learning", &words(&bounds[kind], "bound"));
    }
    let calibrated = ask(json!({
        "ask": "calibrate-objective-perturbation", "epsilon": 1, "delta": 1e-5, "lipschitz": 1, "smoothness": 0.25,
    }));
    assert_explained(&entries, "learning", &words(&calibrated["settings"], "method"));
    let lost = ask(json!({
        "ask": "ex-post-loss", "mechanism": "objective-perturbation", "data": {"kind": "toy6"}, "sigma": 2,
        "regularization": 0.5, "person": {"member": 1},
    }));
    assert_explained(&entries, "people", &words(&lost["parts"], "name"));
    let report = ask(json!({
        "ask": "privacy-report", "data": {"kind": "toy6"}, "sigma": 2, "regularization": 0.5,
    }));
    assert_explained(&entries, "people", &words(&report["reports"], "kind"));
}

#[test]
fn every_bound_of_the_sparse_vector_technique_is_explained() {
    let entries = entries();
    for question in [
        json!({"ask": "sparse-vector", "threshold-noise": 210, "query-noise": 420, "answers": 20, "length": 2000}),
        json!({"ask": "sparse-vector", "threshold-noise": 20, "query-noise": 40, "length": 0, "non-negative": true}),
        json!({"ask": "sparse-vector", "noise": "laplace", "threshold-noise": 500, "query-noise": 1000, "resample": true}),
    ] {
        assert_explained(&entries, "sparse-vector", &words(&ask(question)["epsilon"], "bound"));
    }
}

#[test]
fn every_described_field_is_explained_or_shown_by_no_page() {
    let (entries, (shown, unseen)) = (entries(), fields());
    let described = ask(json!({"ask": "describe"}));
    let mut found = BTreeSet::new();
    for question in described["questions"].as_array().expect("questions") {
        names(&question["fields"], &mut found);
    }
    for mechanism in described["mechanisms"].as_array().expect("mechanisms") {
        names(&mechanism["parameters"], &mut found);
    }
    let neither: Vec<_> =
        found.iter().filter(|name| !shown.contains_key(*name) && !unseen.contains(*name)).collect();
    assert!(neither.is_empty(), "neither explained nor unseen: {neither:?}");
    let both: Vec<_> =
        unseen.iter().filter(|name| shown.contains_key(*name) || !found.contains(*name)).collect();
    assert!(both.is_empty(), "unseen, but explained or not described: {both:?}");
    for (name, id) in &shown {
        let bare = name.split_once('.').map_or(name.as_str(), |(_, bare)| bare);
        assert!(entries.contains(id), "{name}: there is no {id}");
        assert!(found.contains(bare) || bare == "points", "{name} is no described field");
    }
}

#[test]
fn what_an_entry_or_a_correction_leads_to_is_there() {
    let entries = entries();
    for (_, files) in GROUPS {
        for file in files {
            let text = source(&format!("{file}.js"));
            for line in text.lines().filter_map(|line| line.trim().strip_prefix("see: [")) {
                for id in line.trim_end_matches("],").split(", ").map(|id| id.trim_matches('"')) {
                    assert!(entries.contains(id), "{file}: {id}");
                }
            }
        }
    }
    for work in [
        "accuracy-first",
        "inverse-sensitivity",
        "inverse-sensitivity-dimensions",
        "zhu",
        "objective-perturbation",
        "redberg",
    ] {
        let list: Value = serde_json::from_str(&source(&format!("corrections/{work}.json"))).expect("a list");
        for correction in list.as_array().expect("a list") {
            for id in correction["used"].as_array().expect("ids") {
                let id = id.as_str().expect("an id");
                assert!(entries.contains(id), "{}: {id}", correction["id"]);
            }
        }
    }
}
