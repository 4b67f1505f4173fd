//! Conclusions from the numbers on show: hand-made states with known facts.
#![cfg(feature = "understand")]

use serde_json::{Value, json};

use crate::support::{ask, refused, with};

pub(crate) const K: [f64; 5] = [1.0, 10.0, 100.0, 1000.0, 10_000.0];

pub(crate) fn series(name: &str, by: &str, x: &[f64], y: impl Into<Value>) -> Value {
    json!({"name": name, "by": by, "side": "upper", "x": x, "y": y.into()})
}

pub(crate) fn conclude(about: &str, quantity: &str, at: Value, series: Vec<Value>) -> Vec<Value> {
    let question =
        json!({"ask": "conclude", "about": about, "quantity": quantity, "at": at, "series": series});
    let answer = ask(question);
    let found = answer["conclusions"].as_array().expect("conclusions").clone();
    assert!(found.len() <= 4);
    found
}

pub(crate) fn composition(series: Vec<Value>) -> Vec<Value> {
    conclude("composition", "epsilon", json!({"delta": 1e-5}), series)
}

/// The texts by word, in their order.
pub(crate) fn said(found: &[Value]) -> Vec<(&str, &str)> {
    let text = |one: &Value, name: &str| one[name].as_str().expect("a text").to_owned().leak() as &str;
    found.iter().map(|one| (text(one, "word"), text(one, "text"))).collect()
}

pub(crate) fn of<'a>(found: &'a [Value], word: &str) -> &'a Value {
    found.iter().find(|one| one["word"] == word).unwrap_or_else(|| panic!("no {word} in {found:?}"))
}

#[test]
fn the_smallest_the_growth_and_a_theorem_that_does_not_help() {
    let found = composition(vec![
        series("Fourier", "fourier", &K, vec![0.5, 1.0, 2.0, 4.0, 12.0]),
        series("advanced", "advanced", &K, vec![1.0, 15.0, 140.0, 1300.0, 26_000.0]),
        series("basic", "basic", &K, vec![0.8, 8.0, 80.0, 800.0, 8000.0]),
    ]);
    assert_eq!(
        said(&found),
        [
            (
                "smallest",
                "At k = 10000 (δ = 1e-5) the smallest is Fourier, ε ≤ 12; basic is about 667 times as high and advanced is \
                 about 2170 times as high."
            ),
            (
                "above-throughout",
                "Advanced lies above basic at every k shown, at most about 3.25 times as high (k = 10000): here it says less \
                 than adding up."
            ),
            (
                "growth",
                "From k = 1000 to 10000 ε grows about 3 times by Fourier, 10 times by basic and 20 times by advanced; in \
                 proportion to √k it would be about 3.2 times, in proportion to k 10."
            ),
        ]
    );
    assert_eq!(found[0]["series"], json!([0, 2, 1]));
    assert_eq!(found[0]["numbers"], json!([10_000.0, 12.0, 8000.0, 26_000.0]));
}

#[test]
fn a_crossing_is_named_by_the_points_around_it() {
    let basic = series("basic", "basic", &K, vec![0.1, 1.0, 10.0, 100.0, 1000.0]);
    let advanced =
        |y: [f64; 5]| composition(vec![basic.clone(), series("advanced", "advanced", &K, y.to_vec())]);
    let once = advanced([0.4, 1.5, 6.0, 25.0, 120.0]);
    let crossing = of(&once, "crossing");
    assert_eq!(crossing["text"], "Advanced lies above basic up to k = 10 and below it from k = 100 on.");
    assert_eq!((&crossing["series"], &crossing["numbers"]), (&json!([1, 0]), &json!([10.0, 100.0])));
    // Twice across, or equal at a point: nothing simple is true.
    for y in [[0.4, 0.9, 20.0, 25.0, 120.0], [0.4, 1.0, 6.0, 25.0, 120.0]] {
        let found = advanced(y);
        assert!(
            found.iter().all(|one| one["word"] != "crossing" && one["word"] != "above-throughout"),
            "{found:?}"
        );
    }
}

#[test]
fn a_bracket_an_estimate_and_curves_on_each_other() {
    let with_side = |one: Value, side: &str| with(one, json!({"side": side}));
    let pld = series("PLD", "pld", &K[..3], vec![1.0001, 2.0001, 4.0002]);
    let lower = with_side(series("PLD", "pld", &K[..3], vec![1.0, 2.0, 4.0]), "lower");
    let exact = series("exact", "exact", &K[..3], vec![1.000_05, 2.000_05, 4.0001]);
    let estimate =
        with_side(series("central limit", "central-limit", &K[..3], vec![0.9, 1.99, 4.01]), "value");
    let found = composition(vec![exact.clone(), pld.clone(), lower.clone(), estimate]);
    let first = said(&found)[0];
    assert_eq!(
        first,
        (
            "estimate-below",
            "Central limit is an estimate, not a bound: up to k = 10 it lies below the certified lower end of PLD, most of \
             all at k = 1 by about 10 %."
        )
    );
    // An estimate is not the smallest bound, even where it is the smallest number.
    assert_eq!(of(&found, "smallest")["series"], json!([0, 1]));
    let found = composition(vec![exact, pld, lower]);
    assert_eq!(
        of(&found, "agree")["text"],
        "PLD lies on exact at every k shown: the difference is at most 0.005 % of ε."
    );
    assert_eq!(
        of(&found, "bracket")["text"],
        "PLD encloses ε from both sides at every k shown: its bracket is nowhere wider than 0.01 % of it."
    );
}

#[test]
fn infinite_ends_and_curves_that_end_early() {
    let found = composition(vec![
        series("RDP", "rdp", &K, json!([1, 2, 3, 4, "inf"])),
        series("basic", "basic", &K, vec![2.0, 20.0, 200.0, 2000.0, 20_000.0]),
        series("optimal", "optimal", &K[..3], vec![1.5, 15.0, 60.0]),
    ]);
    assert_eq!(
        said(&found)[0].1,
        "At k = 10000 (δ = 1e-5) the smallest is basic, ε ≤ 20000; RDP says nothing finite."
    );
    assert_eq!(of(&found, "ends-early")["text"], "One curve ends before k = 10000: optimal at k = 100.");
    assert_eq!(
        of(&found, "crossing")["text"],
        "Basic lies above RDP up to k = 1000 and below it from k = 10000 on."
    );
    let nothing = composition(vec![series("RDP", "rdp", &[1.0], json!(["inf"]))]);
    assert_eq!(nothing, Vec::<Value>::new());
}

#[test]
fn few_terms_and_bounds_by_hand() {
    let orders = [2.0, 10.0, 100.0, 1000.0];
    let tight = series("tight", "tight", &orders, vec![1.0, 2.0, 4.0, 8.0]);
    let few = |y: [f64; 4]| with(series("τ = 5", "few-terms", &orders, y.to_vec()), json!({"terms": 5}));
    let found = |y: [f64; 4]| conclude("few-terms", "divergence", json!({}), vec![tight.clone(), few(y)]);
    for (y, text) in [
        (
            [1.0, 2.01, 6.0, 8.5],
            "τ = 5 agrees with the whole sum (tight) within 1 % up to order 10; at order 100 it is about 1.5 times as high.",
        ),
        ([1.0, 2.0, 4.0, 8.08], "τ = 5 agrees with the whole sum (tight) within 1 % at every order shown."),
        (
            [1.1, 2.0, 4.0, 8.0],
            "τ = 5 differs from the whole sum (tight) by more than 1 % from the first order on; at order 2 it is about 1.1 \
             times as high.",
        ),
    ] {
        assert_eq!(said(&found(y)), [("few-terms", text)]);
    }
    let lower = with(series("lower", "lower", &orders, vec![0.999, 2.0, 4.0, 8.0]), json!({"side": "lower"}));
    let base = series("no sampling", "no-sampling", &orders, vec![100.0, 100.0, 8.0, 9.0]);
    let general = series("general", "general", &orders, vec![3.0, 3.0, 5.0, 8.1]);
    let abadi = series("Abadi et al.", "abadi", &orders[..2], vec![2.0, 3.0]);
    let found = conclude(
        "amplification-bounds",
        "divergence",
        json!({}),
        vec![base, lower, tight.clone(), general, abadi],
    );
    assert_eq!(
        said(&found),
        [
            (
                "gain-lost",
                "From order 1000 on sampling gains less than a factor of 2 (tight beside no sampling); at order 2 it gains a \
                 factor of about 100."
            ),
            (
                "tight-meets-lower",
                "Tight meets lower at every order shown: it is nowhere more than 1.0011 times as high, so that each is exact \
                 within 1 %."
            ),
            (
                "general-gap",
                "General costs most against tight at order 2, where it is about 3 times as high."
            ),
            ("ends-early", "One curve ends before order 1000: Abadi et al. at order 10."),
        ]
    );
}

#[test]
fn views_by_hand() {
    let one = |name: &str, by: &str, y: f64| series(name, by, &[0.1], vec![y]);
    let found = conclude(
        "views",
        "epsilon",
        json!({"delta": 0.1}),
        vec![
            one("A", "exact", 1.0),
            one("A", "rdp-optimal", 1.5),
            one("A", "rdp", 1.8),
            one("B", "exact", 0.5),
        ],
    );
    assert_eq!(
        said(&found),
        [
            (
                "losses",
                "At δ = 0.1 A has ε ≤ 1. Its Rényi curve leaves ε ≤ 1.5 possible, about 1.5 times as high: that is what the \
                 curve forgets. The usual conversion says ε ≤ 1.8, about 20 % more than that: that is what the inequality \
                 gives away."
            ),
            (
                "least-mechanism",
                "At δ = 0.1 B has the smallest ε of the mechanisms known exactly, ε ≤ 0.5; A about 2 times as high."
            ),
        ]
    );
    let curve =
        with(series("A", "exact", &[2.0, 3.0, 4.0], json!([1, "inf", "inf"])), json!({"infinite": 0.25}));
    let found = conclude("views", "divergence", json!({"delta": 0.1}), vec![curve]);
    assert_eq!(
        said(&found),
        [
            (
                "infinite-mass",
                "With probability about 0.25 the loss of A is infinite: no finite ε is enough for a δ below 0.25, also for \
                 δ = 0.1."
            ),
            ("infinite-orders", "The Rényi divergence of A is infinite from order 3 on."),
        ]
    );
}

#[test]
fn errors_and_waves_by_hand() {
    let lower = |name: &str, y: [f64; 4]| {
        with(series(name, "exact", &[0.0, 0.1, 0.5, 1.0], y.to_vec()), json!({"side": "lower"}))
    };
    let found = conclude(
        "views",
        "type-two-error",
        json!({}),
        vec![lower("A", [1.0, 0.6, 0.2, 0.0]), lower("B", [1.0, 0.8, 0.45, 0.0])],
    );
    assert_eq!(
        said(&found),
        [
            (
                "errors-at",
                "An attacker whose type I error is 0.1 has a type II error of at least 0.6 with A and 0.8 with B; blind \
                 guessing has 0.9."
            ),
            (
                "least-sum",
                "Nowhere shown do both errors together fall below 0.7 (A, type I error 0.1); guessing blindly they are 1."
            ),
            (
                "errors-above",
                "The curve of B lies above that of A at every type I error shown from 0.1 to 0.5, by at most about 0.25 (at \
                 0.5)."
            ),
        ]
    );
    let wave =
        |by: &str, y: [f64; 3]| with(series("A", by, &[0.0, 1.0, 2.0], y.to_vec()), json!({"side": "value"}));
    let of = |real: [f64; 3], imaginary: [f64; 3]| {
        let parts = vec![wave("real-part", real), wave("imaginary-part", imaginary)];
        conclude("views", "characteristic", json!({}), parts)[0]["text"].as_str().expect("a text").to_owned()
    };
    assert_eq!(
        of([1.0, 0.006, 0.0], [0.0, 0.008, 0.001]),
        "The characteristic function of A stays within 0.01 of 0 at every t shown from 1 on."
    );
    assert_eq!(
        of([1.0, 0.3, 0.5], [0.0, 0.4, 0.5]),
        "Up to the largest t shown the characteristic function of A has not faded: its size is nowhere below about 0.5 (at \
         t = 1)."
    );
}

#[test]
fn how_far_a_guess_is_off() {
    let said = |quantity: &str, side: &str, [guess, truth]: [Value; 2]| {
        let one = |name: &str, side: &str, y: Value| json!({"name": name, "side": side, "x": [1], "y": [y]});
        let found = conclude(
            "guess",
            quantity,
            json!({}),
            vec![one("your guess", "value", guess), one("answer", side, truth)],
        );
        found.first().map(|one| one["text"].as_str().expect("a text").to_owned()).unwrap_or_default()
    };
    for (quantity, side, numbers, text) in [
        ("epsilon", "upper", [10.0, 4.377_178_1], "A guess of 10 is about 2.28 times too large: ε ≤ 4.3772."),
        ("epsilon", "upper", [1.0, 1.684_543_9], "A guess of 1 is about 41 % too small: ε ≤ 1.6846."),
        ("epsilon", "upper", [4.4, 4.377_178_1], "A guess of 4.4 is right to within 2 %: ε ≤ 4.3772."),
        ("delta", "upper", [0.0, 0.1], "A guess of 0 is too small, by any factor: δ ≤ 0.1."),
        ("noise", "value", [5.0, 37.306_316_46], "A guess of 5 is about 7.46 times too small: σ = 37.307."),
        (
            "type-two-error",
            "lower",
            [0.5, 0.740_488_9],
            "A guess of 0.5 is about 0.24 too small: the type II error ≥ 0.74048.",
        ),
        (
            "type-two-error",
            "lower",
            [0.741, 0.740_488_9],
            "A guess of 0.741 is right to within 0.005: the type II error ≥ 0.74048.",
        ),
    ] {
        assert_eq!(said(quantity, side, numbers.map(Value::from)), text);
    }
    assert_eq!(
        said("epsilon", "upper", [json!(3), json!("inf")]),
        "A guess of 3 is too small, by any factor: ε ≤ ∞."
    );
    assert_eq!(said("epsilon", "upper", [json!(-1), json!(2)]), "", "nothing is that small");
    let alone = json!({"ask": "conclude", "about": "guess", "series": [{"name": "g", "side": "value", "x": [1], "y": [3]}]});
    assert_eq!(ask(&alone)["conclusions"], json!([]), "a guess alone is only read");
    let wrong = with(alone, json!({"series": [{"name": "g", "side": "value", "x": [1], "y": ["many"]}]}));
    assert!(refused(&wrong).starts_with("series[0].y[0]: \"many\" is not"), "{}", refused(&wrong));
}

#[test]
fn what_is_no_curve_is_refused_by_name() {
    let question = |series: Value| json!({"ask": "conclude", "about": "composition", "series": [series]});
    let curve = series("a", "rdp", &[1.0, 2.0], vec![1.0]);
    assert!(refused(&question(curve.clone())).starts_with("series[0].y: [1] is not a list of 2 numbers"));
    let falling = with(curve.clone(), json!({"x": [2, 1], "y": [1, 1]}));
    assert!(refused(&question(falling)).starts_with("series[0].x: [2,1] is not an ascending list"));
    for (field, value) in
        [("y", json!([1, -1e301])), ("by", json!("guess")), ("name", json!("  ")), ("side", json!("left"))]
    {
        let mut wrong = with(curve.clone(), json!({"y": [1, 2]}));
        wrong[field] = value;
        let message = refused(&question(wrong));
        assert!(message.starts_with(&format!("series[0].{field}")), "{message}");
    }
    let divergence = json!({"ask": "conclude", "about": "growth", "quantity": "divergence", "series": []});
    assert!(refused(&divergence).starts_with("quantity"));
}
