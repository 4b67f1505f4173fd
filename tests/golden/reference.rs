//! Every reference value, through the one door.
//!
//! `tests/golden/reference.jsonl` holds the rows of the reference table for Y. Zhu's dissertation that
//! can be asked (Rényi divergences B and P, profiles D, characteristic functions F, compositions A, G,
//! V and Y, conversions K, the experiments X and E), computed independently in arbitrary precision.

use serde_json::json;

use crate::rows::{assert_enclosed, assert_met};
use crate::support::{ask, number, rows};

/// The printed digits of a reference value; a row known to fewer says so.
const PRINTED: f64 = 1e-11;

const ROWS: &str = include_str!("reference.jsonl");

#[test]
fn every_reference_value_is_met() {
    let rows = rows(ROWS);
    assert_eq!(rows.len(), 206);
    assert_met(&rows);
}

/// Whatever accountant answers a plan with a known value, the value is inside what it states, and the
/// Rényi bound is above.
#[test]
fn every_accountant_encloses_the_value() {
    assert_enclosed(&rows(ROWS), PRINTED);
}

/// Rows G19 and G20: adding a person to a Poisson sample loses at most `−k log(1 − γ)`, here 1.0536.
#[test]
fn a_bounded_loss_ends() {
    let question = |epsilon: f64| {
        json!({"ask": "plan", "neighbours": "add", "target": {"epsilon": epsilon},
            "releases": [{"count": 10, "mechanism": {"kind": "gaussian", "sigma": 1},
                "sampling": {"kind": "poisson", "rate": 0.1}}]})
    };
    for (epsilon, limit) in [(1.0, 1e-20), (2.0, 0.0)] {
        let answer = ask(question(epsilon));
        let upper = number(&answer["best"]["delta"]["upper"]).expect("an upper end");
        assert!(upper <= limit, "{answer}");
    }
}

/// Rows K01 to K04: chords of the profile on a lattice of step 1e-3 (the second) or 1e-4 lie above the
/// truth (G06, G09 and G17), and ours, which is finer, between.
#[test]
fn the_lattice_from_above_is_above() {
    for (rate, sigma, count, epsilon, neighbours, truth, coarse) in [
        (0.01, 2.0, 1000, 0.5, "remove", 0.000_121_178_974_442_386, 0.000_121_214_180_711_870_5),
        (0.01, 2.0, 1000, 0.5, "remove", 0.000_121_178_974_442_386, 0.000_124_734_779_236_135_3),
        (0.01, 2.0, 1000, 0.5, "add", 6.546_790_408_036_816e-5, 6.549_360_670_971_005e-5),
        (0.1, 1.0, 10, 1.0, "remove", 0.006_900_541_457_898_481, 0.006_900_541_457_898_481 * 1.001),
    ] {
        let answer = ask(json!({"ask": "plan", "neighbours": neighbours, "accountants": ["pld"],
            "releases": [{"count": count, "mechanism": {"kind": "gaussian", "sigma": sigma},
                "sampling": {"kind": "poisson", "rate": rate}}], "target": {"epsilon": epsilon}}));
        let upper = number(&answer["best"]["delta"]["upper"]).expect("an upper end");
        assert!(truth <= upper && upper <= coarse, "{answer}");
    }
}

/// Row K25: the central limit theorem replaces a sampled Gaussian composed k times by one Gaussian release
/// of noise `1/(γ √(k (e^{1/σ²} − 1)))`. It lies between the two directions, so it is no bound.
#[test]
fn the_central_limit_is_no_bound() {
    let delta = |neighbours: &str, release: serde_json::Value| {
        let answer = ask(json!({"ask": "plan", "neighbours": neighbours, "releases": [release],
            "target": {"epsilon": 0.5}}));
        let end = |name: &str| number(&answer["best"]["delta"][name]).expect("an end");
        (end("lower"), end("upper"))
    };
    let noise = 1.0 / (0.01 * (1000.0 * 0.25_f64.exp_m1()).sqrt());
    let (_, limit) = delta("add-remove", json!({"mechanism": {"kind": "gaussian", "sigma": noise}}));
    assert!((limit / 9.265_041_932_140_122e-5 - 1.0).abs() < 1e-10, "{limit}");
    let sampled = json!({"count": 1000, "mechanism": {"kind": "gaussian", "sigma": 2},
        "sampling": {"kind": "poisson", "rate": 0.01}});
    assert!(delta("add", sampled.clone()).1 < limit && limit < delta("remove", sampled).0);
}

/// The bracket of an answer holds the reference value to its printed digits.
#[test]
fn bounds_enclose_the_exact_value() {
    let answer = ask(json!({"ask": "plan", "neighbours": "add-remove", "target": {"delta": 1e-4},
        "releases": [{"count": 500, "mechanism": {"kind": "gaussian", "sigma": 50}}]}));
    let upper = number(&answer["best"]["epsilon"]["upper"]).expect("an upper end");
    assert!((1.494_748_615_857_91..=1.494_748_615_857_91 + 1e-9).contains(&upper), "{upper}");
    assert!(number(&answer["best"]["epsilon"]["lower"]).expect("a lower end") <= upper);
}
