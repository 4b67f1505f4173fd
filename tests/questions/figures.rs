//! The pictures that the pages store, and those whose numbers a publication prints.

use std::path::PathBuf;

use dpscope::question::accounting::poisson_pairs;
use serde_json::json;

use crate::support::ask;

/// The means of Q that the page offers.
const MEANS: [f64; 6] = [0.3, 0.5, 0.6, 1.0, 1.5, 2.0];

/// The stored pictures are the core's own. `DPSCOPE_STORE=1 cargo test --test questions figures` writes them anew.
#[test]
fn stored_poisson_pairs_are_those_of_the_core() {
    for mean in MEANS {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("www/picture/poisson-{mean}.json"));
        let text = serde_json::to_string(&poisson_pairs(mean)).expect("a figure is JSON") + "\n";
        if std::env::var_os("DPSCOPE_STORE").is_some() {
            std::fs::write(&path, &text).expect("the picture can be written");
        }
        assert_eq!(std::fs::read_to_string(&path).ok(), Some(text), "{} is out of date", path.display());
    }
}

/// Rows C01 to C08 of the reference table, as the tables print them.
#[test]
fn poisson_pairs_match_the_reference() {
    for (with, without, cubed, fifth) in [
        ("0.6", 0.3, 1.270_540_500_008_538, 2_328.741_364_172_815),
        ("0.3", 0.6, -0.030_511_313_566_648_03, -0.021_000_537_954_242_99),
        ("0.5", 1.0, 0.016_169_707_368_997_95, -0.001_821_160_631_914_856),
        ("1", 0.5, 4.442_892_286_830_266, 441_251.335_695_881_7),
    ] {
        let figure = poisson_pairs(without);
        let row = figure.table.rows.iter().find(|row| row[0] == with).expect("a row of that mean");
        for (text, expected) in row[1..].iter().zip([cubed, fifth]) {
            let found: f64 = text.replace('−', "-").parse().expect("a number");
            assert!((found / expected - 1.0f64).abs() < 1e-4, "{with} {without}: {found} {expected}");
        }
    }
}

/// Rows A02 to A08: δ at ε = 2 of as many Gaussian as randomized responses.
#[test]
fn a_composition_may_fix_epsilon() {
    let question = json!({"ask": "curve", "view": "composition", "mark": {"epsilon": 2}, "picture": true,
        "grid": [10, 25, 50, 75, 100, 150, 200], "accountants": ["exact", "pld"],
        "releases": [{"mechanism": {"kind": "gaussian", "sigma": 5}},
                     {"mechanism": {"kind": "randomized-response", "truth": 0.52}}]});
    let answer = ask(&question);
    let table = &answer["figure"]["table"];
    assert_eq!(
        table["columns"],
        json!(["k", "δ ≤, exact", "δ ≤, loss distribution", "δ ≥, loss distribution"])
    );
    for (at, expected) in [
        0.000_831_363_978_946_961_6,
        0.032_334_793_697_039_98,
        0.150_201_642_123_168,
        0.278_439_101_003_935_1,
        0.393_180_862_023_330_1,
        0.573_057_795_452_474,
        0.698_797_105_927_191_5,
    ]
    .into_iter()
    .enumerate()
    {
        let value = |column: usize| {
            let text = table["rows"][at][column].as_str().expect("a text");
            text.parse::<f64>().expect("a number")
        };
        assert!(value(1) >= expected && value(1) <= expected * 1.0002, "{at}");
        assert!(value(3) <= expected && expected <= value(2), "{at}");
    }
}

/// Rows K18, K19 and K21: the tests that the Rényi curve α/2 leaves possible.
#[test]
fn a_trade_off_picture_shows_what_a_renyi_curve_implies() {
    let question = json!({"ask": "curve", "view": "trade-off", "picture": true, "grid": [0.05, 0.1, 0.5],
        "accountants": ["exact", "rdp-optimal"], "releases": [{"mechanism": {"kind": "zcdp", "rho": 0.5}}]});
    let answer = ask(&question);
    let figure = &answer["figure"];
    let labels: Vec<_> =
        figure["series"].as_array().expect("series").iter().map(|one| &one["label"]).collect();
    assert_eq!(labels, ["Rényi bound, optimal conversion", "guessing blindly"]);
    for (at, expected) in
        [0.664_422_032_576_872_2, 0.516_271_711_843_280_4, 0.107_015_524_944_696_2].into_iter().enumerate()
    {
        let text = figure["table"]["rows"][at][1].as_str().expect("a text");
        let found: f64 = text.parse().expect("a number");
        assert!(found <= expected && found >= expected - 2e-5, "{found} {expected}");
    }
}
