//! What a rate of one's own costs, through the one door.
#![cfg(feature = "understand")]

use serde_json::{Value, json};

use crate::support::{ask, number, refused, with};

fn question() -> Value {
    json!({"ask": "personal-rates", "mechanism": {"kind": "gaussian", "sigma": 1}, "count": 50, "delta": 1e-5,
        "rates": [0.001, 0.01, 0.1, 1], "own": 0.03})
}

fn upper(cost: &Value) -> f64 {
    number(&cost["upper"]).expect("an end")
}

/// Each person has what a plan promises in which everyone has that person's rate, and a larger rate never costs less.
#[test]
fn a_person_has_the_plan_of_their_rate() {
    for neighbours in ["add-remove", "add", "remove"] {
        let answer = ask(with(question(), json!({"neighbours": neighbours})));
        let costs = answer["costs"].as_array().expect("costs");
        for cost in costs.iter().chain([&answer["own"]]) {
            let mut release = json!({"mechanism": {"kind": "gaussian", "sigma": 1}, "count": 50});
            if cost["rate"] != json!(1.0) {
                release["sampling"] = json!({"kind": "poisson", "rate": cost["rate"]});
            }
            let plan = ask(json!({"ask": "plan", "neighbours": neighbours, "releases": [release],
                "target": {"delta": 1e-5}, "accountants": ["exact", "fourier"]}));
            let best = number(&plan["best"]["epsilon"]["upper"]).expect("an end");
            assert!((upper(cost) / best - 1.0).abs() < 1e-8, "{neighbours} {cost}: {best}");
        }
        assert!(costs.windows(2).all(|pair| upper(&pair[0]) <= upper(&pair[1])), "{costs:?}");
    }
}

/// The sentence says the numbers of the answer, the picture marks the rate that is asked for.
#[test]
fn what_is_said_is_what_was_computed() {
    let answer = ask(with(question(), json!({"picture": true})));
    let said = answer["said"].as_str().expect("a sentence");
    assert!(said.contains("a person of rate 0.03 has ε ≤ ") && said.contains("rate 1 has ε ≤ "), "{said}");
    assert!(said.ends_with("a guarantee for all of them is that of the largest."), "{said}");
    let marks = answer["figure"]["marks"].as_array().expect("marks");
    assert_eq!((marks.len(), &marks[0]["x"]), (1, &json!(0.03)));
    assert_eq!(answer["figure"]["best"]["number"], marks[0]["y"]);
    let unknown = with(question(), json!({"mechanism": {"kind": "instability", "epsilon": 1, "delta": 0.5}}));
    let answer = ask(with(unknown, json!({"picture": true})));
    assert_eq!(answer["costs"][3]["upper"], "inf", "{answer}");
}

#[test]
fn what_is_no_rate_is_refused_by_name() {
    for (field, value) in [
        ("rates", json!([0.5, 0.1])),
        ("own", json!(0)),
        ("neighbours", json!("replace")),
        ("count", json!(0)),
    ] {
        let message = refused(&with(question(), json!({field: value})));
        assert!(message.starts_with(field), "{message}");
    }
}
