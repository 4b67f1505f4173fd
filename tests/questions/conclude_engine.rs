//! What is concluded from states that the engine made itself: those beside which a fixed sentence once was false.
#![cfg(feature = "understand")]

use serde_json::{Value, json};

use crate::conclude::{K, composition, conclude, of, said, series};
use crate::support::{ask, number, with};

/// The ends of one accountant's curve of a composition, as a page shows them.
fn composed(
    neighbours: &str,
    mechanism: Value,
    rate: Option<f64>,
    grid: &[f64],
    delta: f64,
    by: &str,
) -> Value {
    let mut release = json!({"mechanism": mechanism});
    if let Some(rate) = rate {
        release["sampling"] = json!({"kind": "poisson", "rate": rate});
    }
    let answer =
        ask(json!({"ask": "curve", "view": "composition", "neighbours": neighbours, "releases": [release],
        "grid": grid, "mark": {"delta": delta}, "accountants": [by]}));
    json!({"name": by, "by": by, "side": "upper", "x": answer["x"], "y": answer["series"][0]["upper"]})
}

/// "The naive sum grows with k, all others with its square root" once stood beside a chart on which advanced composition is
/// the topmost curve.
#[test]
fn a_training_run_is_told_as_it_is() {
    let shown: Vec<Value> = ["fourier", "rdp", "advanced", "basic"]
        .map(|by| composed("add-remove", json!({"kind": "gaussian", "sigma": 1}), Some(0.01), &K, 1e-5, by))
        .into();
    let found = composition(shown);
    let above = of(&found, "above-throughout");
    assert!(
        above["text"].as_str().expect("a text").starts_with("Advanced lies above basic at every k shown")
    );
    let growth = of(&found, "growth");
    let factors: Vec<f64> =
        growth["numbers"].as_array().expect("numbers")[2..].iter().filter_map(number).collect();
    assert_eq!(growth["series"], json!([1, 0, 3, 2]));
    for (factor, expected) in factors.iter().zip([3.2, 3.4, 13.5, 19.3]) {
        assert!((factor / expected - 1.0).abs() < 0.02, "{growth}");
    }
}

/// Where each relation has several curves, the one headline number of a relation is its least: a sentence once took the
/// first.
#[test]
fn of_each_relation_the_best_bound_counts() {
    let grid = [100.0, 500.0, 2000.0];
    let mut shown = Vec::new();
    for relation in ["remove", "add", "replace"] {
        for by in ["rdp", "fourier"] {
            let curve =
                composed(relation, json!({"kind": "gaussian", "sigma": 2}), Some(0.01), &grid, 1e-5, by);
            shown.push(with(curve, json!({"relation": relation})));
        }
    }
    let found = composition(shown.clone());
    let costliest = of(&found, "costliest-relation");
    assert_eq!(costliest["series"], json!([1, 3, 5]));
    let text = costliest["text"].as_str().expect("a text");
    assert!(text.starts_with(
        "At k = 2000 (δ = 1e-5) and equal σ or scale, removing a person costs most: ε ≤ 0.90002; adding"
    ));
    assert!(text.contains("equal σ is not equal noise"));
    for (at, value) in [1, 3, 5].into_iter().zip(&costliest["numbers"].as_array().expect("numbers")[1..]) {
        assert_eq!(value, &shown[at]["y"][2]);
    }
}

fn amplified(mechanism: &Value, orders: &[f64], bound: &str, terms: f64) -> Value {
    let answer = ask(json!({"ask": "amplify", "mechanism": mechanism, "rate": 0.001, "orders": orders,
        "bounds": [bound], "terms": terms}));
    series(bound, bound, orders, answer["curves"][0]["epsilon"].clone())
}

/// "With τ = 50 the curve cannot be told from the whole sum" once stood beside a pane on which it is 17 000 times as high.
#[test]
fn few_terms_are_told_from_the_whole_sum() {
    let orders = [2.0, 10.0, 100.0, 250.0, 300.0, 1000.0];
    let shown = |mechanism: Value| {
        let few = amplified(&mechanism, &orders, "few-terms", 50.0);
        vec![amplified(&mechanism, &orders, "tight", 50.0), with(few, json!({"name": "τ = 50", "terms": 50}))]
    };
    let gaussian =
        conclude("few-terms", "divergence", json!({}), shown(json!({"kind": "gaussian", "sigma": 5})));
    assert_eq!(
        said(&gaussian)[0].1,
        "τ = 50 agrees with the whole sum (tight) within 1 % up to order 250; at order 300 it is about 17600 times as high."
    );
    // 0.10894 against 6.198e-6, both recomputed with 40 digits.
    assert!((number(&gaussian[0]["numbers"][3]).expect("a ratio") / (0.10894 / 6.198e-6) - 1.0).abs() < 1e-3);
    let laplace =
        conclude("few-terms", "divergence", json!({}), shown(json!({"kind": "laplace", "scale": 2})));
    assert_eq!(
        said(&laplace)[0].1,
        "τ = 50 agrees with the whole sum (tight) within 1 % at every order shown."
    );
}

/// What the Rényi curve forgets and what the usual conversion gives away once were one.
#[test]
fn two_losses_are_told_apart() {
    let mut shown = Vec::new();
    for (name, mechanism) in [
        ("Gaussian", json!({"kind": "gaussian", "sigma": 1})),
        ("zCDP", json!({"kind": "zcdp", "rho": 0.5, "xi": 0})),
    ] {
        let answer =
            ask(json!({"ask": "plan", "releases": [{"mechanism": mechanism}], "target": {"delta": 0.3},
            "accountants": ["exact", "rdp-optimal", "rdp"]}));
        for bound in
            answer["bounds"].as_array().expect("bounds").iter().filter(|bound| bound["epsilon"].is_object())
        {
            let by = bound["accountant"].as_str().expect("a word");
            shown.push(series(name, by, &[0.3], json!([bound["epsilon"]["upper"]])));
        }
    }
    let found = conclude("views", "epsilon", json!({"delta": 0.3}), shown);
    let near = |one: &Value, expected: &[f64]| {
        let numbers: Vec<f64> =
            one["numbers"].as_array().expect("numbers").iter().filter_map(number).collect();
        assert_eq!(numbers.len(), expected.len(), "{one}");
        for (found, expected) in numbers.iter().zip(expected) {
            assert!((found / expected - 1.0).abs() < 1e-4, "{one}");
        }
    };
    near(of(&found, "losses"), &[0.3, 0.276_617, 0.646_66, 0.817_641]);
    near(of(&found, "conversion-loss"), &[0.3, 0.646_66, 0.817_641]);
}

/// One Gaussian release on everyone and on a tenth of the people.
#[test]
fn a_sample_follows_the_lemma_when_a_person_is_removed() {
    let grid: Vec<f64> = (0..=200).map(|at| 0.02 * f64::from(at)).collect();
    let profile = |neighbours: &str, sampling: Option<&str>| {
        let mut release = json!({"mechanism": {"kind": "gaussian", "sigma": 1}});
        if let Some(kind) = sampling {
            release["sampling"] = json!({"kind": kind, "rate": 0.1});
        }
        let answer =
            ask(json!({"ask": "curve", "view": "profile", "neighbours": neighbours, "releases": [release],
            "grid": grid, "accountants": ["exact"]}));
        let by = if sampling.is_some() { "exact" } else { "no-sampling" };
        series(neighbours, by, &grid, answer["series"][0]["upper"].clone())
    };
    let sampled = |relation: &str, kind| with(profile(relation, Some(kind)), json!({"relation": relation}));
    let shown = vec![
        profile("add-remove", None),
        sampled("remove", "poisson"),
        sampled("add", "poisson"),
        sampled("replace", "subset"),
    ];
    let conclude = |shown: Vec<Value>| {
        conclude("amplification-profiles", "delta", json!({"delta": 1e-3, "rate": 0.1}), shown)
    };
    let found = conclude(shown.clone());
    let words: Vec<&str> = said(&found).into_iter().map(|(word, _)| word).collect();
    assert_eq!(words, ["shrinks", "lemma", "limit-of-adding", "same-cost"]);
    assert_eq!(of(&found, "lemma")["series"], json!([0, 1]));
    assert_eq!(
        of(&found, "limit-of-adding")["text"],
        "When one person is added the loss is at most −log(1 − q) ≤ 0.10537, so δ is 0 from ε = 0.12 on."
    );
    // A curve that is 3 % off does not follow the lemma, and a limit that is passed is not said.
    let scaled = |one: &Value, by: f64| {
        let y: Vec<f64> =
            one["y"].as_array().expect("values").iter().filter_map(number).map(|y| by * y).collect();
        with(one.clone(), json!({"y": y}))
    };
    let mut off = vec![shown[0].clone(), scaled(&shown[1], 1.03), shown[2].clone()];
    off[2]["y"][50] = json!(1e-9);
    let found = conclude(off);
    assert!(found.iter().all(|one| one["word"] != "lemma" && one["word"] != "limit-of-adding"), "{found:?}");
}
