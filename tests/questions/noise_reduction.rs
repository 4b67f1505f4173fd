//! Noise reduction, the private test and what a run costs, through the one door.
#![cfg(feature = "noise-reduction")]

use serde_json::{Value, json};

use crate::support::{ask, number, refusal, with};

fn profile() -> Value {
    json!({"ask": "risk-profile", "alpha": 0.02,
        "bounds": {"kind": "ridge", "people": 200_000, "features": 30, "regularization": 0.02},
        "risk": {"kind": "model", "kappa": 2e-6, "cap": 0.05}, "levels": {"kind": "theory", "count": 40}})
}

fn at(value: &Value, pointer: &str) -> f64 {
    value.pointer(pointer).and_then(number).unwrap_or_else(|| panic!("no number at {pointer}: {value}"))
}

/// Each wrong field is named, with what it may be.
#[test]
fn bad_input_is_refused_at_its_field() {
    let path = json!({"ask": "noise-path", "levels": {"kind": "custom", "values": [0.1, 0.3]}});
    let custom = |values: Value| json!({"levels": {"kind": "custom", "values": values}});
    for (question, place) in [
        (with(path.clone(), custom(json!([0.3, 0.1]))), "levels.values"),
        (with(path.clone(), custom(json!([0.1, 0.1]))), "levels.values"),
        (with(path.clone(), custom(json!([0, 0.1]))), "levels.values[0]"),
        (with(path.clone(), custom(json!([]))), "levels.values"),
        (
            with(path.clone(), json!({"levels": {"kind": "geometric", "from": 1, "to": 0.5, "count": 9}})),
            "levels.to",
        ),
        (
            with(path.clone(), json!({"levels": {"kind": "linear", "from": 1, "to": 1, "count": 9}})),
            "levels.to",
        ),
        (with(path.clone(), json!({"levels": {"kind": "theory", "count": 9}})), "levels.kind"),
        (with(path.clone(), json!({"draws": [0.5]})), "draws"),
        (with(path.clone(), json!({"draws": [0.5, 0.5], "coins": [0.1, 0.1]})), "coins"),
        (with(path, json!({"coins": [0.1]})), "coins"),
        (json!({"ask": "noise-step", "earlier": 1, "later": 1, "noise": 0}), "later"),
        (json!({"ask": "shared-coin", "earlier": 1, "later": 0.5}), "later"),
        (
            json!({"ask": "threshold-law", "epsilon": 1, "threshold": 0, "sensitivity": 0.1, "queries": [0, 1],
                "neighbour": [0, 1.2]}),
            "neighbour",
        ),
        (with(profile(), json!({"risk": {"kind": "typed", "risks": [-1, -0.5]}})), "risk.risks"),
        (with(profile(), json!({"risk": {"kind": "typed", "risks": [0.5]}})), "risk.risks[0]"),
        (with(profile(), json!({"bounds": {"kind": "given", "sensitivity": 0.1}})), "levels"),
        (with(profile(), json!({"gamma": 0.6})), "gamma"),
        (with(profile(), json!({"calibration": "lucky"})), "calibration"),
    ] {
        let refused = refusal(&question);
        assert_eq!(refused["path"], place, "{question}: {refused}");
        assert!(!refused["allowed"].as_str().unwrap_or_default().is_empty());
    }
}

/// The exact calibration costs at most the union bound, that at most the printed one; all keep γ; and the law of the loss,
/// the tests and the sum of both say the same.
#[test]
fn cheaper_calibrations_keep_the_promise() {
    let costs: Vec<[f64; 3]> = ["exact", "union", "printed"]
        .map(|word| {
            let answer = ask(with(profile(), json!({"calibration": word})));
            assert!(at(&answer, "/failure") <= 0.1 * (1.0 + 1e-9), "{word}");
            let [mean, generation, testing] = ["mean", "mean-generation", "mean-testing"]
                .map(|part| at(&answer, &format!("/ways/0/{part}")));
            assert!((mean - generation - testing).abs() < 1e-12);
            assert!((testing / at(&answer, "/testing") - 1.0).abs() < 1e-12);
            [testing, mean, at(&answer, "/failure")]
        })
        .into();
    assert!(costs.windows(2).all(|two| two[0][0] < two[1][0] && two[0][1] < two[1][1]), "{costs:?}");
    let given = ask(with(profile(), json!({"testing": 0.2})));
    assert!(at(&given, "/failure") > 0.1);
    let said = given["conclusions"].to_string();
    assert!(said.contains("does not keep the promise"), "{said}");
}

/// What cannot be promised is infinite, and with the other fallback it is the price of the last level.
#[test]
fn the_fallback_decides_what_can_be_promised() {
    let first = ask(profile());
    assert_eq!(first["ways"][0]["worst"], "inf");
    assert_eq!(first["ways"][0]["infinite"], first["ways"][0]["none"]);
    let last = ask(with(profile(), json!({"fallback": "last"})));
    let levels = last["ways"][0]["levels"].as_array().expect("levels");
    let most = at(&last, "/testing") + levels.last().and_then(number).expect("a level");
    assert!((at(&last, "/ways/0/worst") - most).abs() < 1e-12);
    assert_eq!(last["ways"][0]["infinite"], 0.0);
}

/// A run ends where its test stops, says what it cost, marks what must not be published, and never shows the minimizer.
#[test]
fn a_run_says_what_it_cost() {
    let mut question = profile();
    question["ask"] = "profile-run".into();
    for seed in 1..6 {
        let answer = ask(with(question.clone(), json!({"seed": seed, "picture": true})));
        let stop = answer["stop"].as_u64().expect("a stop") as usize;
        assert_eq!(answer["noise"].as_array().map(Vec::len), Some(stop));
        let total = at(&answer, "/testing") + at(&answer, &format!("/levels/{}", stop - 1));
        assert!((at(&answer, "/total/number") - total).abs() < 1e-12);
        assert_eq!(answer["publishable"], false);
        assert!(
            answer["figure"]["notice"]
                .as_str()
                .is_some_and(|notice| notice.contains("Must not be published"))
        );
        let marks = answer["figure"]["marks"].as_array().expect("marks");
        assert_eq!(marks.len(), answer["jumps"].as_array().map_or(0, Vec::len) + 1);
    }
    let part = ask(with(question.clone(), json!({"shown": 5})));
    assert_eq!(part["noise"].as_array().map(Vec::len), Some(5));
    assert_eq!(part["conclusions"].as_array().map(Vec::len), Some(1));
    // A test that never passes: nothing is released, and the loss is infinite.
    let hopeless = json!({"risk": {"kind": "model", "kappa": 1e6, "cap": 1e6}});
    let none = ask(with(question.clone(), hopeless.clone()));
    assert_eq!((none["stop"].clone(), none["generation"].clone()), (Value::Null, "inf".into()));
    assert!(none.get("total").is_none());
    assert!(none["conclusions"][0].as_str().is_some_and(|said| said.contains("not released here")));
    let last = ask(with(with(question, hopeless), json!({"fallback": "last"})));
    assert!(last["total"]["number"].is_number());
}

/// Many runs lie where the closed form says, and keep the promise.
#[test]
fn many_runs_meet_the_closed_form() {
    let mut question = profile();
    question["ask"] = "profile-run".into();
    let answer = ask(with(question, json!({"trials": 400, "calibration": "exact"})));
    let closed = ask(with(profile(), json!({"calibration": "exact"})));
    let (mean, exact) = (at(&answer, "/trials/mean"), at(&closed, "/ways/0/mean"));
    // The closed form takes the risk at its mean: near, and not the same.
    assert!((mean / exact - 1.0).abs() < 0.02, "{mean} {exact}");
    assert!(at(&answer, "/trials/worse/upper") <= 0.1);
}

/// Over α the cost falls, and theory with it; levels that follow from theory are others at each α.
#[test]
fn more_accuracy_costs_more() {
    let mut question = profile();
    question["ask"] = "profile-sweep".into();
    let answer = ask(with(question, json!({"alphas": [0.01, 0.02, 0.04], "picture": true})));
    for list in [&answer["ways"][0]["total"], &answer["ways"][1]["total"], &answer["theory"]] {
        let list: Vec<f64> = list.as_array().expect("a list").iter().filter_map(number).collect();
        assert!(list.len() == 3 && list.windows(2).all(|two| two[0] > two[1]), "{list:?}");
    }
    assert!((at(&answer, "/ways/0/total/1") - at(&ask(profile()), "/ways/0/mean")).abs() < 1e-12);
}
