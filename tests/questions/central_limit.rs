//! The central limit beside what is certified, through the one door.
#![cfg(feature = "understand")]

use serde_json::json;

use crate::support::{ask, number, refused};

/// 1000 steps of DP-SGD at rate 0.01 with σ = 1: the approximation says ε = 1.6177, and ε is certainly at least 1.8282.
/// It is a value on either side of the truth, and never the number of a headline.
#[test]
fn it_is_no_bound_and_says_so() {
    let answer = ask(
        json!({"ask": "central-limit", "mark": {"delta": 1e-5}, "grid": [10, 100, 1000], "picture": true,
        "releases": [{"mechanism": {"kind": "gaussian", "sigma": 1}, "sampling": {"kind": "poisson", "rate": 0.01}}]}),
    );
    let (limit, lower) = (number(&answer["limit"][2]), number(&answer["lower"][2]));
    let (limit, lower) = (limit.expect("a value"), lower.expect("a lower end"));
    assert!((limit - 1.6177).abs() < 1e-4 && (lower - 1.8282).abs() < 1e-3, "{answer}");
    assert!(answer["below"].to_string().contains("1000.0"), "{answer}");
    assert!(
        answer["said"].as_str().is_some_and(|said| said.starts_with("It is no bound: at k = ")),
        "{answer}"
    );
    let figure = &answer["figure"];
    assert!(figure.get("best").is_none());
    let columns = figure["readings"]["columns"].as_array().expect("columns");
    let column =
        columns.iter().find(|column| column["label"] == "central limit, not a bound").expect("its column");
    assert_eq!(column["side"], "value");
}

/// Normal noise on all records is its own limit: nothing lies below.
#[test]
fn normal_noise_is_its_own_limit() {
    let answer = ask(json!({"ask": "central-limit", "grid": {"from": 0, "to": 3, "points": 7},
        "releases": [{"count": 5, "mechanism": {"kind": "gaussian", "sigma": 2}}]}));
    for at in 0..7 {
        let (limit, upper) = (number(&answer["limit"][at]), number(&answer["upper"][at]));
        let (limit, upper) = (limit.expect("a value"), upper.expect("an upper end"));
        assert!((limit / upper - 1.0).abs() < 1e-7, "{answer}");
    }
}

#[test]
fn releases_without_moments_are_refused() {
    let ask_for =
        |mechanism| refused(&json!({"ask": "central-limit", "releases": [{"mechanism": mechanism}]}));
    let infinite = ask_for(json!({"kind": "approximate", "epsilon": 1, "delta": 1e-6}));
    assert!(infinite.starts_with("releases: release 1 loses infinitely much"), "{infinite}");
    let curve = ask_for(json!({"kind": "zcdp", "rho": 1}));
    assert!(curve.starts_with("releases: release 1 is known only by its Rényi curve"), "{curve}");
}
