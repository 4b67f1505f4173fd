//! Private regression through the one door: what is refused and where, what may be published, and that data and their
//! statistics are the same.
#![cfg(feature = "noise-reduction")]

use std::cell::RefCell;
use std::rc::Rc;

use dpscope::watch;
use serde_json::{Value, json};

use crate::support::{ask, refusal, with};

fn rows() -> Value {
    json!([
        [0.5, 0.5, 0.6],
        [-0.3, 0.6, 0.1],
        [0.9, -0.1, 0.7],
        [0.2, 0.7, 0.5],
        [-0.6, -0.4, -0.8],
        [0.1, -0.8, -0.3],
        [0.4, 0, 0.2],
        [-0.5, 0.2, -0.4]
    ])
}

fn fit(fields: Value) -> Value {
    let base =
        json!({"ask": "accuracy-first-fit", "data": {"kind": "rows", "rows": rows()}, "regularization": 0.1});
    with(base, fields)
}

fn run(fields: Value) -> Value {
    let base = json!({"ask": "accuracy-first-run", "regularization": 0.05, "alpha": 0.05, "level-count": 50,
        "data": {"kind": "generate", "generator": "regression-line", "people": 20000, "dimension": 3}});
    with(base, fields)
}

fn experiment(fields: Value) -> Value {
    let base = json!({"ask": "accuracy-first-experiment", "regularization": 0.05, "alphas": [0.05, 0.1], "level-count": 40,
        "trials": 4, "data": {"kind": "generate", "generator": "regression-line", "people": 20000, "dimension": 3}});
    with(base, fields)
}

fn value(answer: &Value, pointer: &str) -> f64 {
    answer
        .pointer(pointer)
        .and_then(Value::as_f64)
        .unwrap_or_else(|| panic!("no number at {pointer}: {answer}"))
}

/// Bad input is refused at its field, with what is allowed.
#[test]
fn bad_input_is_refused_at_its_field() {
    let statistics = |fields: Value| {
        let base = json!({"kind": "statistics", "people": 100, "diagonal": [0.5, 0.5], "linear": [0.1, 0.1]});
        json!({"data": with(base, fields)})
    };
    let long = json!([[0.1, 0.1, 0.5], [0.7, 0.6, 0.5]]);
    for (question, path, allowed) in [
        (
            fit(json!({"data": {"kind": "rows", "rows": long}})),
            "data.rows[1]",
            "add up to 1 at most (theirs: 1.3)",
        ),
        (
            fit(json!({"data": {"kind": "text", "text": "0.1,0.1,0.5\n0.7,0.6,0.5"}})),
            "data.text, line 2",
            "add up to 1 at most",
        ),
        (fit(json!({"data": {"kind": "rows", "rows": long}, "divisor": 1.2})), "divisor", "at least 1.3"),
        (fit(json!({"intercept": true, "divisor": 1})), "divisor", "at least 2"),
        (fit(json!({"data": {"kind": "penguins"}, "divisor": 0.5})), "divisor", "at least 1."),
        (fit(json!({"minimizer-bound": "gradient"})), "regularization", "above 0.5: with nλ of 4 or less"),
        (fit(json!({"typed-noise": [1, 2, 3]})), "typed-noise", "6 numbers"),
        (fit(json!({"regularization": 0})), "regularization", "between 1e-9 and 1000"),
        (fit(json!({"loss": "logistic"})), "data.rows[0][2]", "a label of the logistic loss"),
        (
            fit(json!({"loss": "logistic", "data": {"kind": "penguins"}, "perturbation": "covariance"})),
            "perturbation",
            "only ridge regression",
        ),
        (fit(with(statistics(json!({})), json!({"loss": "logistic"}))), "data", "people"),
        (fit(statistics(json!({"diagonal": [0.8, 0.5]}))), "data.diagonal", "a trace of 1 at most"),
        (
            fit(
                json!({"data": {"kind": "statistics", "people": 9, "covariance": [[0.1, 0.5], [0.5, 0.1]], "linear": [0, 0]}}),
            ),
            "data.covariance",
            "no negative eigenvalue",
        ),
        (
            fit(
                json!({"data": {"kind": "statistics", "people": 9, "covariance": [[0.1, 0.5], [0.4, 0.1]], "linear": [0, 0]}}),
            ),
            "data.covariance",
            "a symmetric matrix",
        ),
        (fit(statistics(json!({"linear": [0.9, 0.9]}))), "data.linear", "must not be above 1"),
        (fit(statistics(json!({"linear": [0.1]}))), "data.linear", "2 numbers"),
        (fit(statistics(json!({"true-model": [1, 1]}))), "data.true-model", "either linear or true-model"),
        (fit(with(statistics(json!({})), json!({"intercept": true}))), "intercept", "left out"),
        (run(json!({"alpha": 0.6})), "alpha", "between 1e-6 and 0.5"),
        (run(json!({"alpha": 0})), "alpha", "between 1e-6 and 0.5"),
        (run(json!({"gamma": 0.7})), "gamma", "between 1e-12 and 0.49"),
        (experiment(json!({"alphas": [0.1, 0.05]})), "alphas", "an ascending list"),
        (experiment(json!({"alphas": [0.1, 0.9]})), "alphas[1]", "between 1e-6 and 0.5"),
        (experiment(json!({"ways": ["guess"]})), "ways[0]", "noise-reduction"),
        (
            json!({"ask": "accuracy-first-trust-region", "matrix": [[1, 2], [3, 4]], "linear": [1, 1], "radius": 1}),
            "matrix",
            "a symmetric matrix",
        ),
    ] {
        let found = refusal(&question);
        assert_eq!(found["path"], path, "{found}");
        assert!(found["allowed"].as_str().is_some_and(|said| said.contains(allowed)), "{found}");
    }
    // Just inside of what was refused.
    ask(fit(json!({"data": {"kind": "rows", "rows": long}, "divisor": 1.3000001})));
    ask(fit(json!({"minimizer-bound": "gradient", "regularization": 0.500_001, "perturbation": "output"})));
}

/// The minimizer never may be published and never stands in what a run releases; a model with drawn noise may, unless its
/// noise was typed or its data scaled by themselves.
#[test]
fn what_no_noise_hides_is_marked() {
    for (fields, publishable, words) in [
        (json!({}), true, "guarantee ε ≤ 1 at δ = 0"),
        (json!({"epsilon": 60}), false, "protects nobody"),
        (json!({"typed-noise": [0, 0, 0, 0, 0, 0]}), false, "not drawn by the mechanism"),
        (json!({"data": {"kind": "rows", "rows": rows(), "scaled": true}}), false, "the largest norm"),
        (json!({"perturbation": "output"}), true, "guarantee ε ≤ 1"),
    ] {
        let answer = ask(fit(fields.clone()));
        assert_eq!(answer["minimizer"]["publishable"], false);
        assert!(answer["minimizer"]["notice"].as_str().is_some_and(|said| said.contains("never released")));
        assert_eq!(answer["model"]["publishable"], publishable, "{fields}");
        let notice = answer["model"]["notice"].as_str().expect("a notice");
        assert!(notice.contains(words), "{notice}");
        assert!(answer["model"]["excess-notice"].as_str().is_some_and(|said| said.starts_with("Must not")));
        for risk in answer["risks"].as_array().expect("risks") {
            let of_data = ["exact", "first-order"].contains(&risk["word"].as_str().expect("a word"));
            assert_eq!(risk["secret"], of_data, "{risk}");
        }
    }
    let data = json!({"kind": "generate", "generator": "regression-line", "people": 20000, "dimension": 3});
    let best = ask(fit(json!({"data": data, "regularization": 0.05})))["minimizer"]["theta"].clone();
    for way in ["noise-reduction", "doubling", "independent-noise", "theory"] {
        let answer = ask(run(json!({"way": way, "picture": true})));
        assert_eq!(
            (&answer["publishable"], &answer["released"]["publishable"]),
            (&json!(false), &json!(true)),
            "{way}"
        );
        assert!(answer["notice"].as_str().is_some_and(|said| said.starts_with("Must not be published")));
        assert!(
            answer["figure"]["notice"].as_str().is_some_and(|said| said.starts_with("Must not be published"))
        );
        for number in best.as_array().expect("numbers") {
            assert!(!answer.to_string().contains(&number.to_string()), "{way} shows the minimizer");
        }
        let cost = value(&answer, "/testing") + value(&answer, "/generation");
        assert_eq!(value(&answer, "/epsilon"), cost);
    }
    let answer = ask(experiment(json!({"picture": true})));
    assert_eq!(answer["publishable"], false);
    for figure in ["figure", "loss-figure", "parts-figure", "length-figure", "runs-figure"] {
        assert!(
            answer[figure]["notice"].as_str().is_some_and(|said| said.starts_with("Must not be published")),
            "{figure}"
        );
    }
    for number in best.as_array().expect("numbers") {
        assert!(!answer.to_string().contains(&number.to_string()));
    }
}

/// Ridge regression knows its people only by their statistics: the same model, excess risk and run from either.
#[test]
fn statistics_are_enough() {
    let people = rows();
    let people: Vec<Vec<f64>> = serde_json::from_value(people).expect("rows");
    let mean = |f: &dyn Fn(&[f64]) -> f64| people.iter().map(|row| f(row)).sum::<f64>() / people.len() as f64;
    let entry = |i: usize, j: usize| mean(&|row| row[i] * row[j]);
    let covariance = json!([[entry(0, 0), entry(0, 1)], [entry(1, 0), entry(1, 1)]]);
    let linear = json!([entry(0, 2), entry(1, 2)]);
    let data = json!({"kind": "statistics", "people": 8, "covariance": covariance, "linear": linear});
    for fields in
        [json!({"seed": 3}), json!({"perturbation": "output"}), json!({"ball-solver": "inverse-rescale"})]
    {
        let one = ask(fit(fields.clone()));
        let other = ask(fit(with(fields.clone(), json!({"data": data}))));
        for pointer in
            ["/minimizer/theta/0", "/minimizer/theta/1", "/model/theta/0", "/model/theta/1", "/model/excess"]
        {
            let [one, other] = [&one, &other].map(|answer| value(answer, pointer));
            assert!((one - other).abs() <= 1e-12 * (1.0 + one.abs()), "{fields} {pointer}: {one} {other}");
        }
        assert!(other["minimizer"].get("loss").is_none() && one["minimizer"]["loss"].is_number());
    }
    // c by the model it is made of.
    let truth = ask(fit(
        json!({"data": {"kind": "statistics", "people": 50, "diagonal": [0.25, 0.5], "true-model": [0.4, -0.2]}}),
    ));
    let made = ask(fit(
        json!({"data": {"kind": "statistics", "people": 50, "diagonal": [0.25, 0.5], "linear": [0.1, -0.1]}}),
    ));
    assert_eq!(truth["minimizer"]["theta"], made["minimizer"]["theta"]);
    let table = json!({"kind": "text", "text": "0.5,0.4,0.6\n-0.3,0.6,0.1"});
    ask(json!({"ask": "store-data", "handle": "ridge", "data": table}));
    let by_handle = ask(fit(json!({"data": {"kind": "stored", "handle": "ridge"}})));
    assert_eq!(by_handle, ask(fit(json!({"data": table}))));
}

/// An experiment says how far it is, and when nobody waits any more it answers with what there is.
#[test]
fn an_experiment_says_how_far_it_is_and_stops() {
    let shares = Rc::new(RefCell::new(Vec::new()));
    let ear = Rc::clone(&shares);
    let watcher = move |share: f64| {
        ear.borrow_mut().push(share);
        share < 0.5
    };
    let answer = watch::watched(watcher, || ask(experiment(json!({"trials": 6}))));
    let heard = shares.borrow();
    assert!(heard.windows(2).all(|pair| pair[0] <= pair[1]) && heard.last().is_some_and(|&last| last >= 0.5));
    assert_eq!(answer["stopped"], "stopped before it was done");
    assert_eq!(answer["points"].as_array().map(Vec::len), Some(3));
    let whole = ask(experiment(json!({"trials": 6})));
    assert!(whole.get("stopped").is_none() && whole["points"].as_array().map(Vec::len) == Some(6));
    assert_eq!(whole["points"][0], answer["points"][0], "what is asked beside changes nothing");
}

/// What is said follows the numbers: who is cheapest, what theory asks for, whether tests are dearer.
#[test]
fn conclusions_follow_the_numbers() {
    let theory = |fields: Value| {
        let base = json!({"ask": "accuracy-first-theory", "people": 100_000, "dimension": 77, "regularization": 0.005});
        ask(with(base, fields))
    };
    for (dimension, word) in [(31, "no less than"), (32, "less than")] {
        let answer = theory(json!({"dimension": dimension}));
        let said = answer["conclusions"].to_string();
        assert!(said.contains(&format!(", {word} covariance")) && said.contains("from p = 32 on"), "{said}");
    }
    let said = theory(json!({}))["conclusions"].to_string();
    assert!(said.contains("1.8948 times as much"), "{said}");
    let answer = ask(experiment(json!({})));
    let cost = |at: usize| value(&answer, &format!("/points/{at}/epsilon"));
    let mut order: Vec<usize> = (0..3).collect();
    order.sort_by(|&a, &b| cost(a).total_cmp(&cost(b)));
    let said = answer["conclusions"][0].as_str().expect("a sentence");
    let names = ["noise reduction with", "doubling", "the ε that theory"];
    let places: Vec<usize> = order.iter().map(|&at| said.find(names[at]).expect("a way")).collect();
    assert!(places.windows(2).all(|pair| pair[0] < pair[1]), "{said}");
    let indefinite = ask(fit(json!({"typed-noise": [-9, 3, -1, 2, 1, 2]})))["conclusions"].to_string();
    assert!(indefinite.contains("indefinite"), "{indefinite}");
    let definite = ask(fit(json!({"typed-noise": [0, 0, 0, 0, 0, 0]})))["conclusions"].to_string();
    assert!(!definite.contains("indefinite"), "{definite}");
}
