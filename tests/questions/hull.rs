//! A guarantee known by some points, before and after it is improved, through the one door.
#![cfg(feature = "understand")]

use serde_json::{Value, json};

use crate::support::{ask, number, refused};

fn list(value: &Value) -> Vec<f64> {
    value.as_array().expect("a list").iter().filter_map(number).collect()
}

/// A point that follows better from the others is listed with both values and said; the curve after is the profile of the
/// mechanism, as `curve` draws it.
#[test]
fn a_profile_is_improved() {
    let mechanism = json!({"kind": "profile", "points": [[0, 0.4], [1, 0.39], [2, 0.1], [3, 0.01]]});
    let answer = ask(json!({"ask": "hull", "mechanism": mechanism, "picture": true, "mark": {"epsilon": 1}}));
    let point = &answer["points"][1];
    assert_eq!(point["given"], 0.39);
    assert!((point["improved"].as_f64().expect("a number") - 0.319_317_573_589).abs() < 1e-9, "{point}");
    assert!(
        answer["said"]
            .as_str()
            .is_some_and(|said| said.contains("at ε = 1 δ is at most 0.31932 instead of 0.39"))
    );
    let (x, after) = (list(&answer["x"]), list(&answer["curves"][1]["delta"]));
    let curve =
        ask(json!({"ask": "curve", "view": "profile", "releases": [{"mechanism": mechanism}], "grid": x,
        "accountants": ["exact"]}));
    assert_eq!(after, list(&curve["series"][0]["upper"]));
    let before = list(&answer["curves"][0]["delta"]);
    assert!(after.iter().zip(&before).all(|(after, before)| *after <= before + 1e-12));
    let labels = answer["figure"]["series"].to_string();
    assert!(["as given", "improved", "given points"].iter().all(|label| labels.contains(label)), "{labels}");
    assert_eq!(answer["figure"]["marks"].as_array().map(Vec::len), Some(2));
}

/// The three conversions of one Rényi curve are in order, each as its accountant says.
#[test]
fn a_renyi_curve_is_converted_three_times() {
    for mechanism in [
        json!({"kind": "zcdp", "rho": 0.5}),
        json!({"kind": "renyi-curve", "points": [[1.5, 0.4], [4, 1], [16, 3]]}),
    ] {
        let answer =
            ask(json!({"ask": "hull", "mechanism": mechanism, "mark": {"delta": 0.01}, "picture": true}));
        let curves = answer["curves"].as_array().expect("curves");
        let names: Vec<&str> = curves.iter().filter_map(|curve| curve["name"].as_str()).collect();
        assert_eq!(names, ["rdp-basic", "rdp", "rdp-optimal"]);
        for pair in curves.windows(2) {
            let (looser, tighter) = (list(&pair[0]["delta"]), list(&pair[1]["delta"]));
            assert!(looser.iter().zip(&tighter).all(|(a, b)| *a >= b - 1e-9), "{pair:?}");
        }
        for curve in curves {
            let plan = ask(
                json!({"ask": "plan", "releases": [{"mechanism": mechanism}], "accountants": [curve["name"]],
                "target": {"delta": 0.01}}),
            );
            assert_eq!(curve["marked"], plan["best"]["epsilon"]["upper"], "{plan}");
        }
    }
}

#[test]
fn what_is_known_everywhere_is_refused() {
    let message = refused(&json!({"ask": "hull", "mechanism": {"kind": "gaussian", "sigma": 1}}));
    assert!(
        message.starts_with("mechanism: ") && message.contains("profile, renyi-curve, zcdp or tcdp"),
        "{message}"
    );
}
