//! Private training through the one door.

#![cfg(feature = "learning")]

use dpscope::watch::watched;
use serde_json::{Value, json};

use crate::support::{ask, refusal, refused, with};

fn question(method: &str) -> Value {
    json!({"ask": "train", "method": method, "epsilons": [0.5, 4], "delta": 1e-5, "trials": 4, "seed": 3,
        "data": {"kind": "generate", "generator": "margin-blobs", "people": 1000, "dimension": 4, "seed": 5},
        "intercept": true, "batch": 100, "epochs": 5, "learning_rates": [1e-3, 1], "candidates": 3,
        "repeats": {"kind": "poisson", "mean": 4}})
}

fn points(answer: &Value) -> &Vec<Value> {
    answer["points"].as_array().unwrap_or_else(|| panic!("{answer}"))
}

/// The same seed gives the same answer; the promise is certified; accuracy is marked as secret.
#[test]
fn training_is_deterministic_and_certified() {
    for method in ["objective-perturbation", "dp-sgd-honest", "dp-sgd-dishonest", "without-noise"] {
        let answer = ask(question(method));
        assert_eq!(answer, ask(question(method)));
        for point in points(&answer) {
            assert!(point.get("unavailable").is_none(), "{point}");
            assert_eq!(point["publishable"], false);
            assert_eq!(point["trials"].as_array().map(Vec::len), Some(4));
            assert!((0.0..=1.0).contains(&point["accuracy"].as_f64().expect("an accuracy")));
            // Student's band of four trials: 3.18 standard errors and not 1.96.
            let trials: Vec<f64> =
                point["trials"].as_array().unwrap().iter().map(|share| share.as_f64().unwrap()).collect();
            let mean = trials.iter().sum::<f64>() / 4.0;
            let squares: f64 = trials.iter().map(|share| (share - mean).powi(2)).sum();
            let band = 3.182_446_305_284_263 * (squares / 12.0).sqrt();
            assert!((point["half-width"].as_f64().unwrap() - band).abs() < 1e-9, "{point}");
            if method != "without-noise" {
                let (epsilon, certified) =
                    (point["epsilon"].as_f64().unwrap(), point["certified"].as_f64().unwrap());
                assert!(certified <= epsilon && certified > 0.99 * epsilon, "{method}: {point}");
            }
        }
        let accurate = points(&answer)[1]["accuracy"].as_f64().expect("an accuracy");
        assert!(accurate > 0.8, "{method}: {answer}");
        assert_eq!(answer["trained-on"], 800);
    }
}

/// On the regression line a sign says nothing: there the share within 0.1 of the label counts, and without noise most
/// of those who are no outliers are. On the ring no line helps, with noise or without.
#[test]
fn what_a_model_is_judged_by_follows_the_labels() {
    let question = |generator: &str, method: &str, rest: Value| {
        let question = json!({"ask": "train", "method": method, "epsilons": [0.1, 100], "delta": 1e-5, "trials": 4,
            "data": {"kind": "generate", "generator": generator, "people": 2000, "seed": 2}, "intercept": true,
            "approximate": {"tolerance": 1e-3, "output_noise": 0.01}, "batch": 100, "epochs": 10, "learning_rates": [1e-2, 1], "picture": true});
        with(question, rest)
    };
    let squared = json!({"loss": "squared", "clip": 0.3});
    let share = |answer: &Value, at: usize| points(answer)[at]["accuracy"].as_f64().expect("a share");
    // Nineteen of twenty lie about the line with a deviation of 0.05: 0.95 (2Φ(2) − 1) = 0.907.
    let plain = ask(question("regression-line", "without-noise", squared.clone()));
    assert_eq!(plain["measure"], "predicted");
    assert!((share(&plain, 0) - 0.907).abs() < 0.06, "{plain}");
    for method in ["objective-perturbation", "dp-sgd-honest"] {
        let noisy = ask(question("regression-line", method, squared.clone()));
        assert!(
            share(&noisy, 0) < share(&noisy, 1) && share(&noisy, 1) <= share(&plain, 0) + 0.05,
            "{noisy}"
        );
        let sentence = noisy["figure"]["sentence"].as_str().expect("words");
        assert!(sentence.contains("of the people held out are predicted to within 0.1"), "{sentence}");
        assert_eq!(noisy["figure"]["table"]["columns"][1], "share predicted within 0.1");
    }
    let ring = ask(question("ring", "without-noise", json!({})));
    assert_eq!(ring["measure"], "classified");
    assert!(share(&ring, 0) < 0.7, "{ring}");
    let unbounded = refused(&question("regression-line", "without-noise", json!({"loss": "squared"})));
    assert!(unbounded.contains("clip"), "{unbounded}");
}

/// The noise of objective perturbation is what the calibration says, and the certificate holds for every solver.
#[test]
fn every_solver_stops_within_the_tolerance() {
    let calibrated = ask(json!({"ask": "calibrate-objective-perturbation", "epsilon": 0.5, "delta": 1e-5,
        "lipschitz": std::f64::consts::SQRT_2, "smoothness": 0.5}));
    for solver in ["newton", "l-bfgs", "gradient", "accelerated", "sag"] {
        let mut question = question("objective-perturbation");
        question["solver"] = json!(solver);
        let answer = ask(&question);
        let point = &points(&answer)[0];
        assert!(point["gradient-norm"].as_f64().expect("a norm") <= 0.01, "{solver}: {point}");
        let setting = &calibrated["settings"][2];
        assert_eq!(setting["method"], "approximate");
        let near = |a: &Value, b: &Value| (a.as_f64().unwrap() / b.as_f64().unwrap() - 1.0).abs() < 1e-9;
        assert!(near(&point["noise"], &setting["sigma"]), "{point} {setting}");
        assert!(near(&point["regularization"], &setting["regularization"]), "{point} {setting}");
    }
}

/// The added losses keep the promise with less regularization than the Rényi bound, and the tight determinant, an
/// extension, with less still.
#[test]
fn the_tightest_bound_asks_for_the_least() {
    let calibrated = ask(json!({"ask": "calibrate-objective-perturbation", "epsilon": 0.5, "delta": 1e-5,
        "lipschitz": std::f64::consts::SQRT_2, "smoothness": 0.5}));
    let mut tight = question("objective-perturbation");
    tight["tight"] = json!(true);
    let [published, tight] = [question("objective-perturbation"), tight]
        .map(|question| points(&ask(&question))[0]["regularization"].as_f64().expect("a regularization"));
    let by_moments = calibrated["settings"][3]["regularization"].as_f64().expect("a regularization");
    assert!(tight < published && published < by_moments, "{tight} {published} {by_moments}");
}

/// Honest tuning needs more noise than dishonest tuning for the same number.
#[test]
fn honesty_costs_noise() {
    let [honest, dishonest] = ["dp-sgd-honest", "dp-sgd-dishonest"].map(|method| ask(question(method)));
    for (honest, dishonest) in points(&honest).iter().zip(points(&dishonest)) {
        assert!(honest["noise"].as_f64() > dishonest["noise"].as_f64());
    }
    let [honest, dishonest] =
        [honest, dishonest].map(|answer| answer["warning"].as_str().expect("words").to_owned());
    assert!(dishonest.contains("counts one run") && !honest.contains("counts one run"));
    assert!([honest, dishonest].iter().all(|warning| warning.contains("chosen by the people held out")));
}

/// What the choice by the people held out does is said: at ε = 0.1 noisy steps on the penguins are next to blind, and
/// still the best of the candidates by 68 labels is right about most of these 68.
#[test]
fn the_choice_by_the_people_held_out_is_told() {
    let answer = ask(
        json!({"ask": "train", "method": "dp-sgd-honest", "data": {"kind": "penguins"}, "intercept": true,
        "epsilons": [0.1], "delta": 1e-5, "trials": 12, "epochs": 10, "picture": true}),
    );
    let point = &points(&answer)[0];
    let [accuracy, before] = ["accuracy", "candidates"].map(|name| point[name].as_f64().expect("a share"));
    assert!((0.35..0.65).contains(&before) && accuracy > before + 0.15, "{before} {accuracy}");
    let told = format!("the candidates on average have {:.1}\u{a0}%", 100.0 * before);
    assert!(answer["figure"]["sentence"].as_str().expect("words").contains(&told), "{answer}");
    let alone = ask(question("objective-perturbation"));
    assert!(points(&alone)[0]["candidates"].is_null());
}

/// A promise has its own noise: it does not matter beside which others it is asked for.
#[test]
fn a_promise_does_not_depend_on_its_place() {
    for method in ["objective-perturbation", "dp-sgd-honest"] {
        let mut alone = question(method);
        alone["epsilons"] = json!([4]);
        assert_eq!(points(&ask(&alone))[0], points(&ask(question(method)))[1], "{method}");
    }
}

/// Data that were divided by their own largest norm have no guarantee.
#[test]
fn nothing_is_certified_of_data_scaled_by_themselves() {
    let rows: Vec<Vec<f64>> =
        (0..40).map(|at| vec![f64::from(at) / 40.0, if at < 20 { -1.0 } else { 1.0 }]).collect();
    for scaled in [false, true] {
        let answer =
            ask(json!({"ask": "train", "method": "objective-perturbation", "epsilons": [1], "delta": 1e-5,
            "data": {"kind": "rows", "rows": rows, "scaled": scaled}, "trials": 1}));
        assert_eq!(points(&answer)[0]["certified"].is_null(), scaled, "{answer}");
        assert_eq!(
            answer["warning"].as_str().is_some_and(|words| words.contains("the largest norm")),
            scaled
        );
    }
}

/// The picture holds every promise that was trained for, between its errors.
#[test]
fn accuracy_has_a_picture() {
    let mut question = question("objective-perturbation");
    question["picture"] = json!(true);
    let figure = &ask(&question)["figure"];
    assert_eq!(figure["series"][0]["x"], json!([0.5, 4.0]), "{figure}");
    let height = |part: &Value, at: usize| part[at].as_f64().expect("a height");
    for at in 0..2 {
        let (low, high) =
            (height(&figure["series"][0]["errors"][at], 0), height(&figure["series"][0]["errors"][at], 1));
        assert!((low..=high).contains(&height(&figure["series"][0]["y"], at)));
        assert!(
            figure["readings"]["columns"][0]["texts"][at]
                .as_str()
                .is_some_and(|reading| reading.contains(" ± ")),
            "{figure}"
        );
        assert_eq!(figure["table"]["rows"][at].as_array().map(Vec::len), Some(3));
    }
}

/// Whoever stops waiting gets what was done so far.
#[test]
fn training_can_be_stopped() {
    let mut looks = 0;
    let watcher = move |_| {
        looks += 1;
        looks < 3
    };
    let answer = watched(watcher, || ask(question("objective-perturbation")));
    assert_eq!(answer["stopped"], "stopped before it was done");
    assert!(points(&answer).is_empty());
}

#[test]
fn a_refusal_names_the_field() {
    for (name, value, path) in [
        ("method", json!("magic"), "method"),
        ("epsilons", json!([0]), "epsilons[0]"),
        ("held_out", json!(1), "held-out"),
        ("learning_rates", json!([1, 0.1]), "learning-rates"),
        ("solver", json!("luck"), "solver"),
        ("loss", json!("squared"), "clip"),
    ] {
        let mut question = question("objective-perturbation");
        question[name] = value;
        assert_eq!(refusal(&question)["path"], path, "{question}");
    }
}
