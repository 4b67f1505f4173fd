//! The sparse vector technique: the same guarantee on its page and in a plan, the best marked, what is refused.
#![cfg(feature = "sparse-vector")]

use serde_json::{Value, json};

use crate::support::{ask, number, refusal};

/// Settings of all kinds of noise and forms.
fn settings() -> Vec<Value> {
    vec![
        json!({"threshold-noise": 210, "query-noise": 420, "answers": 20, "length": 2000}),
        json!({"threshold-noise": 210, "query-noise": 420, "threshold": 1000, "length": 0, "non-negative": true}),
        json!({"threshold-noise": 20, "query-noise": 30, "threshold": 50, "answers": 7, "length": 0,
               "non-negative": true, "resample": true}),
        json!({"noise": "laplace", "threshold-noise": 30, "query-noise": 70, "answers": 9}),
        json!({"noise": "laplace", "threshold-noise": 30, "query-noise": 70, "answers": 9, "resample": true}),
        json!({"noise": "gaussian-laplace", "threshold-noise": 30, "query-noise": 70, "answers": 4, "length": 0}),
        json!({"noise": "laplace-gaussian", "threshold-noise": 30, "query-noise": 70, "answers": 4, "length": 50}),
    ]
}

fn of(word: &str, setting: &Value) -> Value {
    let mut question = setting.clone();
    question["ask"] = word.into();
    ask(question)
}

/// The release that the question names, alone and three times in a plan, is worth what the question says by Rényi orders.
#[test]
fn the_page_and_a_plan_give_the_same_guarantee() {
    for setting in settings() {
        let answer = of("sparse-vector", &setting);
        let own =
            answer["epsilon"].as_array().unwrap().iter().find(|bound| bound["bound"] == "renyi").unwrap();
        let plan = |count: u32, accountants: Value| {
            ask(json!({
                "ask": "plan", "target": {"delta": 1e-6}, "accountants": accountants,
                "releases": [{"mechanism": answer["release"], "count": count}],
            }))
        };
        let found = number(&plan(1, json!(["rdp"]))["bounds"][0]["epsilon"]["upper"]).unwrap();
        let expected = number(&own["epsilon"]["upper"]).unwrap();
        assert!((found / expected - 1.0).abs() < 1e-9, "{setting}: {found} {expected}");
        let thrice = number(&plan(3, json!(["rdp"]))["bounds"][0]["epsilon"]["upper"]).unwrap();
        assert!(
            thrice > expected && thrice < 3.0 * expected * (1.0 + 1e-9),
            "{setting}: {thrice} {expected}"
        );
        // With new noise after each answer, c answers are c techniques with one.
        if setting["resample"] == true {
            let mut once = answer["release"].clone();
            let count = once["answers"].clone();
            once["answers"] = json!(1);
            let rounds = ask(json!({
                "ask": "plan", "target": {"delta": 1e-6}, "accountants": ["rdp"],
                "releases": [{"mechanism": once, "count": count}],
            }));
            let rounds = number(&rounds["bounds"][0]["epsilon"]["upper"]).unwrap();
            assert!((rounds / expected - 1.0).abs() < 1e-7, "{setting}: {rounds} {expected}");
        }
    }
}

/// What is marked best holds and is the least that does; what is printed wrongly never holds.
#[test]
fn the_best_is_marked() {
    for setting in settings() {
        let answer = of("sparse-vector", &setting);
        let bounds = answer["epsilon"].as_array().unwrap();
        let value = |bound: &Value| number(&bound["epsilon"]["upper"]).unwrap();
        let held = bounds.iter().filter(|bound| bound["holds"] == true);
        let least = held.clone().map(value).fold(f64::INFINITY, f64::min);
        for bound in bounds {
            let best = bound["holds"] == true && value(bound) <= least;
            assert_eq!(bound["best"] == true, best, "{setting}: {bound}");
            assert!(bound["bound"] != "closed-form-printed" || bound["holds"] == false);
        }
        assert_eq!(number(&answer["best"]["bound"]["number"]), Some(least));
        let first = answer["conclusions"][0].as_str().unwrap();
        assert!(first.contains(answer["best"]["bound"]["text"].as_str().unwrap()), "{first}");
    }
}

/// Optimal composition of the rounds is never above pure differential privacy, and stages of them keep δ.
#[test]
fn rounds_compose_as_randomized_responses() {
    let answer = of("sparse-vector", &settings()[4]);
    let of = |word: &str| {
        let bound = answer["epsilon"].as_array().unwrap().iter().find(|bound| bound["bound"] == word);
        bound.and_then(|bound| number(&bound["epsilon"]["upper"]))
    };
    let (optimal, pure) = (of("optimal").unwrap(), of("pure").unwrap());
    assert!(optimal <= pure);
    let each = 1.0 / 30.0 + 2.0 / 70.0;
    let plan = ask(json!({
        "ask": "plan", "target": {"delta": 1e-6}, "accountants": ["optimal"],
        "releases": [{"mechanism": {"kind": "pure", "epsilon": each}, "count": 9}],
    }));
    let other = number(&plan["bounds"][0]["epsilon"]["upper"]).unwrap();
    assert!(optimal <= other * (1.0 + 1e-9) && optimal > 0.9 * other, "{optimal} {other}");
}

/// The stages as releases of one (ε′, δ′) each keep the whole δ at the ε that is said of them, by the accountant that composes
/// such releases optimally.
#[test]
fn stages_keep_the_whole_slack() {
    let many = json!({"threshold-noise": 1000, "query-noise": 2000, "answers": 1000, "length": 1_000_000});
    for setting in settings().into_iter().chain([many]) {
        let answer = of("sparse-vector", &setting);
        let stages = &answer["stages"];
        let said =
            answer["epsilon"].as_array().unwrap().iter().find(|bound| bound["bound"] == "stages").unwrap();
        let plan = ask(json!({
            "ask": "plan", "target": {"epsilon": said["epsilon"]["upper"]}, "accountants": ["optimal"],
            "releases": [{
                "mechanism": {"kind": "approximate", "epsilon": stages["stage"], "delta": stages["slack"]},
                "count": stages["count"],
            }],
        }));
        let delta = number(&plan["bounds"][0]["delta"]["upper"]).unwrap();
        assert!(delta <= 1e-6 * (1.0 + 1e-6), "{setting}: {delta} by {stages}");
    }
}

#[test]
fn what_no_theorem_covers_is_refused_at_its_field() {
    let path = |question: Value| refusal(question)["path"].as_str().unwrap().to_owned();
    let base = json!({"ask": "sparse-vector", "threshold-noise": 2, "query-noise": 2, "length": 0, "non-negative": true});
    assert_eq!(path(base.clone()), "query-noise");
    let mut more = base.clone();
    (more["query-noise"], more["answers"]) = (json!(4), json!(2));
    assert_eq!(path(more), "length");
    assert_eq!(
        path(json!({"ask": "sparse-vector", "threshold-noise": 2, "query-noise": 4, "length": 0})),
        "length"
    );
    assert_eq!(
        path(
            json!({"ask": "sparse-vector", "threshold-noise": 2, "query-noise": 4, "length": 0, "non-negative": true, "power": 4})
        ),
        "power"
    );
    assert_eq!(
        path(
            json!({"ask": "sparse-vector-run", "threshold-noise": 2, "query-noise": 4, "non-negative": true, "queries": [1, -1]})
        ),
        "queries[1]"
    );
    assert_eq!(
        path(
            json!({"ask": "sparse-vector-run", "threshold-noise": 2, "query-noise": 4, "answers": 1000, "length": 5000})
        ),
        "answers"
    );
    let plan = ask(json!({
        "ask": "plan", "target": {"delta": 1e-6},
        "releases": [{"mechanism": {"kind": "sparse-vector", "threshold-noise": 2, "query-noise": 4, "length": 0}}],
    }));
    assert!(plan.to_string().contains("needs a limit of the length"), "{plan}");
}

/// The same seed, the same runs; another seed, others; the exact mean within the band of many.
#[test]
fn runs_belong_to_their_seed() {
    let question = |seed: u32, runs: u32| {
        ask(json!({
            "ask": "sparse-vector-run", "threshold-noise": 1, "query-noise": 2, "threshold": 3, "answers": 2,
            "length": 60, "seed": seed, "runs": runs,
        }))
    };
    assert_eq!(question(5, 20), question(5, 20));
    assert_ne!(question(5, 20)["run"], question(6, 20)["run"]);
    let many = question(5, 4000);
    let (mean, half) = (number(&many["mean"]["mean"]).unwrap(), number(&many["mean"]["half_width"]).unwrap());
    assert!((mean - number(&many["expected-asked"]).unwrap()).abs() < 2.0 * half, "{many}");
    assert_eq!(many["publishable"], false);
}

/// Every curve of a stream rises with it; what depends on the data is marked.
#[test]
fn a_stream_costs_more_and_more() {
    let answer = ask(json!({
        "ask": "sparse-vector-stream", "threshold-noise": 210, "query-noise": 420, "threshold": 1000, "length": 0,
        "non-negative": true, "asked": 500, "runs": 20,
    }));
    for curve in answer["curves"].as_array().unwrap() {
        let values: Vec<f64> = curve["epsilon"].as_array().unwrap().iter().filter_map(number).collect();
        assert!(values.windows(2).all(|two| two[0] <= two[1] * (1.0 + 1e-12)), "{curve}");
        assert_eq!(curve["publishable"] == false, curve["title"].as_str().unwrap().contains("screening"));
    }
}
