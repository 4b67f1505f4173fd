//! Pictures whose numbers a publication prints.

use serde_json::json;

use crate::support::ask;

/// Rows A02 to A08: δ at ε = 2 of as many Gaussian as randomized responses.
#[test]
fn a_composition_may_fix_epsilon() {
    let question = json!({"ask": "curve", "view": "composition", "mark": {"epsilon": 2}, "picture": true,
        "grid": [10, 25, 50, 75, 100, 150, 200], "accountants": ["exact", "pld"],
        "releases": [{"mechanism": {"kind": "gaussian", "sigma": 5}},
                     {"mechanism": {"kind": "randomized-response", "truth": 0.52}}]});
    let answer = ask(&question);
    let table = &answer["figure"]["table"];
    assert_eq!(table["columns"], json!(["k", "δ ≤, exact", "δ ≤, PLD, certified", "δ ≥, PLD, certified"]));
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
    assert_eq!(labels, ["RDP, optimal conversion", "guessing blindly"]);
    for (at, expected) in
        [0.664_422_032_576_872_2, 0.516_271_711_843_280_4, 0.107_015_524_944_696_2].into_iter().enumerate()
    {
        let text = figure["table"]["rows"][at][1].as_str().expect("a text");
        let found: f64 = text.parse().expect("a number");
        assert!(found <= expected && found >= expected - 2e-5, "{found} {expected}");
    }
}
