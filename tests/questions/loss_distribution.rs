//! The loss distribution of whole plans, through the one door.
#![cfg(feature = "understand")]

use serde_json::{Value, json};

use crate::support::{ask, number, refused, with};

fn sampled(count: u32) -> Value {
    json!([{"count": count, "mechanism": {"kind": "gaussian", "sigma": 1},
        "sampling": {"kind": "poisson", "rate": 0.05}}])
}

fn list(value: &Value) -> Vec<f64> {
    value.as_array().expect("a list").iter().filter_map(Value::as_f64).collect()
}

/// What `curve` refuses for a composed plan of sampled releases: a law whose mass is 1 and whose tail makes up δ.
#[test]
fn a_composed_plan_has_a_law() {
    let question = json!({"ask": "loss-distribution", "neighbours": "remove", "releases": sampled(100),
        "mark": {"epsilon": 1}, "picture": true});
    let answer = ask(&question);
    let (x, density) = (list(&answer["x"]), list(&answer["density"]));
    let mass: f64 = density.iter().sum::<f64>() * (x[1] - x[0]);
    assert!((mass - 1.0).abs() < 1e-4, "{mass}");
    let plan = ask(json!({"ask": "plan", "neighbours": "remove", "releases": sampled(100),
        "target": {"epsilon": 1}}));
    let end = |answer: &Value, name: &str| number(&answer[name]).expect("an end");
    let (delta, best) = (&answer["tail"]["delta"], &plan["best"]["delta"]);
    assert!((end(delta, "upper") / end(best, "upper") - 1.0).abs() < 1e-8, "{delta} {best}");
    // The bracket of the curve holds the tail at the mark.
    let at = ask(with(question, json!({"grid": [1]})));
    let beyond = &answer["tail"]["p"];
    assert!(1.0 - list(&at["upper"])[0] <= end(beyond, "upper"));
    assert!(1.0 - list(&at["lower"])[0] >= end(beyond, "lower"));
    for name in ["figure", "cumulative", "beyond"] {
        let labels = answer[name]["series"].to_string();
        assert!(labels.contains("whole plan") && labels.contains("one release"), "{name}: {labels}");
    }
    assert_eq!(answer["figure"]["bands"].as_array().map(Vec::len), Some(2));
    assert!(answer["lattice"]["said"].as_str().is_some_and(|said| said.contains("wrapped around")));
}

/// Where the contour answers, the whole drawn curve is certified as closely as a picture shows, and the line lies inside.
#[test]
fn the_drawn_curve_is_narrow() {
    for count in [10, 1000] {
        let answer =
            ask(json!({"ask": "loss-distribution", "neighbours": "remove", "releases": sampled(count),
            "picture": true}));
        let (lower, upper) = (list(&answer["lower"]), list(&answer["upper"]));
        let width = lower.iter().zip(&upper).map(|(lower, upper)| upper - lower).fold(0.0, f64::max);
        assert!(width < 1e-3, "{count}: {width}");
        let drawn = list(&answer["cumulative"]["series"][0]["y"]);
        assert!((0..drawn.len()).all(|at| lower[at] <= drawn[at] && drawn[at] <= upper[at]), "{count}");
    }
}

/// The direction that loses more at the mark is shown, and which it is is said.
#[test]
fn the_worse_direction_is_shown() {
    let ask_for = |neighbours: &str| {
        ask(json!({"ask": "loss-distribution", "neighbours": neighbours, "releases": sampled(10),
            "mark": {"epsilon": 0.5}, "picture": true}))
    };
    let (both, remove) = (ask_for("add-remove"), ask_for("remove"));
    assert_eq!(both["direction"], "remove");
    assert_eq!(both["x"], remove["x"]);
    assert_eq!(ask_for("add")["direction"], "add");
    let sentence = both["figure"]["sentence"].as_str().expect("a sentence");
    assert!(sentence.contains("P with the person, Q without"), "{sentence}");
}

/// An infinite loss is in the figure, in its table and in the numbers.
#[test]
fn the_infinite_loss_is_drawn_and_listed() {
    let answer = ask(json!({"ask": "loss-distribution", "picture": true, "mark": {"delta": 1e-9},
        "releases": [{"count": 5, "mechanism": {"kind": "approximate", "epsilon": 1, "delta": 1e-3}}]}));
    let infinite = number(&answer["infinite"]["upper"]).expect("a mass");
    assert!((infinite - (1.0 - 0.999f64.powi(5))).abs() < 1e-12, "{infinite}");
    let drawn = answer["figure"]["series"].as_array().expect("series");
    assert!(drawn.iter().any(|series| series["infinite"].as_f64().is_some_and(|mass| mass > 0.0049)));
    assert!(answer["figure"]["table"]["rows"].to_string().contains("∞"));
    assert!(answer.get("tail").is_none(), "no ε meets a δ below that mass: {answer}");
}

/// A lattice of one's own may be too short: the answer says how much wraps.
#[test]
fn a_short_lattice_says_what_wraps() {
    let answer = ask(json!({"ask": "loss-distribution", "neighbours": "remove", "releases": sampled(100),
        "lattice": {"step": 0.01, "power": 7}}));
    let wrapped = answer["lattice"]["wrapped"].as_f64().expect("a bound");
    assert!(wrapped > 1e-3, "{wrapped}");
    let fine = ask(json!({"ask": "loss-distribution", "neighbours": "remove", "releases": sampled(100)}));
    assert!(fine["lattice"]["wrapped"].as_f64().expect("a bound") < 1e-12);
}

#[test]
fn releases_without_a_law_are_refused_by_name() {
    let message = refused(&json!({"ask": "loss-distribution",
        "releases": [{"mechanism": {"kind": "zcdp", "rho": 0.5}}]}));
    assert!(message.starts_with("releases: release 1 is known only by its Rényi curve"), "{message}");
}
