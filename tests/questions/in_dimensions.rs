//! Inverse sensitivity in d dimensions through the one door: what is refused and where, what may be published, that a sampler
//! which finds nothing releases nothing, and that conclusions are true of random states.
#![cfg(feature = "inverse-sensitivity")]

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::{ask, refusal, with};

fn generated(generator: &str, people: usize, dimension: usize, seed: u64) -> Value {
    json!({"kind": "generate", "generator": generator, "people": people, "dimension": dimension, "seed": seed})
}

fn number(answer: &Value, pointer: &str) -> f64 {
    answer
        .pointer(pointer)
        .and_then(Value::as_f64)
        .unwrap_or_else(|| panic!("no number at {pointer}: {answer}"))
}

fn conclusions(answer: &Value) -> String {
    let said = answer["conclusions"].as_array().expect("conclusions");
    said.iter().map(|one| one.as_str().expect("words")).collect::<Vec<_>>().join(" ")
}

/// One refusal, at the field that is wrong.
#[test]
fn what_is_wrong_is_refused_at_its_field() {
    let pca = json!({"ask": "private-pca", "data": {"kind": "gap", "gap": 10}, "draws": 0});
    let gradient =
        json!({"ask": "gradient-mechanism", "data": generated("regression-line", 20, 2, 1), "draws": 0});
    let hessian =
        json!({"ask": "hessian-mechanism", "data": generated("two-gaussians", 20, 2, 1), "draws": 0});
    let wide = generated("regression-line", 20, 3, 1);
    for (question, path) in [
        (json!({"ask": "shells", "epsilon": 0}), "epsilon"),
        (json!({"ask": "shells", "epsilon": -1}), "epsilon"),
        (json!({"ask": "shells", "widths": [1, 0]}), "widths"),
        (json!({"ask": "shells", "widths": []}), "widths"),
        (json!({"ask": "shells", "widths": [0, 0, 1], "last-shell": 2}), "last-shell"),
        (json!({"ask": "shells", "records": 5, "shells": [6]}), "shells"),
        (json!({"ask": "shells", "dimension": 21}), "dimension"),
        (json!({"ask": "shells", "norm": "l3"}), "norm"),
        (with(pca.clone(), json!({"epsilon": 0})), "epsilon"),
        (with(pca.clone(), json!({"data": generated("ring", 20, 1, 1)})), "data"),
        (with(pca.clone(), json!({"data": generated("ring", 2001, 2, 1)})), "data"),
        (with(pca.clone(), json!({"data": generated("ring", 20, 21, 1)})), "data"),
        (with(pca.clone(), json!({"data": {"kind": "gap", "gap": -1}})), "data.gap"),
        (
            with(pca.clone(), json!({"data": {"kind": "rows", "rows": [[0.1, 0.2, 1], [0.1, 0.2]]}})),
            "data.rows[1]",
        ),
        (with(pca, json!({"data": {"kind": "rows", "rows": [[2, 0, 1]]}})), "data.rows[0]"),
        (json!({"ask": "private-pca-sweep", "dimension": 1}), "dimension"),
        (with(gradient.clone(), json!({"data": wide, "grid-cells": 5})), "grid-cells"),
        (
            with(gradient.clone(), json!({"data": generated("two-gaussians", 20, 3, 1), "loss": "logistic"})),
            "loss",
        ),
        (with(gradient.clone(), json!({"loss": "huber", "grid-cells": 0})), "grid-cells"),
        (with(gradient.clone(), json!({"grid-cells": 102})), "grid-cells"),
        (
            with(gradient.clone(), json!({"data": {"kind": "toy6"}, "loss": "logistic", "label-bound": 0.5})),
            "label-bound",
        ),
        (with(gradient.clone(), json!({"loss": "logistic"})), "data.generator"),
        (with(gradient.clone(), json!({"gradient-difference": "exact"})), "gradient-difference"),
        (with(gradient.clone(), json!({"model-radius": 0})), "model-radius"),
        (
            json!({"ask": "gradient-sweep", "data": {"kind": "rows", "rows": [[0.5, 0, 1], [0.2, 0, 0.5]]}}),
            "data",
        ),
        (json!({"ask": "gradient-sweep", "data": {"kind": "toy6"}, "loss": "absolute"}), "loss"),
        (json!({"ask": "gradient-audit", "sample": [0, 1], "neighbour": [0.5, 0.6]}), "neighbour"),
        (json!({"ask": "gradient-audit", "sample": [0, 2]}), "sample[1]"),
        (with(hessian.clone(), json!({"model-distance": 1})), "model-distance"),
        (with(hessian, json!({"regularization": 0})), "regularization"),
    ] {
        assert_eq!(refusal(&question)["path"], path, "{question}");
    }
}

/// Only an output with a guarantee that is worth something; never a cloud, the data, or what the sampler did not find.
#[test]
fn what_depends_on_the_data_is_marked() {
    let questions = [
        json!({"ask": "private-pca", "data": {"kind": "penguins"}, "draws": 3}),
        json!({"ask": "gradient-mechanism", "data": {"kind": "halton200"}, "grid-cells": 9, "draws": 3}),
        json!({"ask": "hessian-mechanism", "data": {"kind": "penguins"}, "draws": 3}),
    ];
    for question in &questions {
        for (epsilon, publishable) in [(1.0, true), (50.0, true), (60.0, false)] {
            let answer = ask(with(question.clone(), json!({"epsilon": epsilon})));
            assert_eq!(answer["released"]["publishable"], publishable, "{question}");
            let notice = answer["released"]["notice"].as_str().expect("words");
            assert_eq!(notice.contains("demonstration"), publishable, "{notice}");
            assert!(answer["notice"].as_str().expect("words").starts_with("Must not be published"));
            let figure = answer["figure"]["notice"].as_str().expect("words");
            assert!(figure.starts_with("Must not be published"), "{figure}");
        }
        let scaled =
            json!({"kind": "rows", "rows": [[0.5, 0.1, 1], [0.2, 1, -1], [-0.4, 0.3, 1]], "scaled": true});
        // Longer than the ball by rounding at most: these very people were divided by their norm.
        let scaled = with(scaled, json!({"rows": [[0.5, 0.1, 1], [0.2, 0.9, -1], [-0.4, 0.3, 1]]}));
        let answer = ask(with(question.clone(), json!({"data": scaled})));
        assert_eq!(answer["released"]["publishable"], false);
    }
    // As printed ε of 30 guarantees 60.
    let printed = with(questions[1].clone(), json!({"epsilon": 30, "gradient-difference": "printed"}));
    let answer = ask(printed);
    assert_eq!(
        (number(&answer, "/guarantee/number"), &answer["released"]["publishable"]),
        (60.0, &json!(false))
    );
    assert!(conclusions(&answer).contains("ε ≤ 60"), "{}", conclusions(&answer));
}

/// Where no proposal is accepted nothing is released, and that is said.
#[test]
fn a_sampler_that_finds_nothing_releases_nothing() {
    let answer = ask(json!({
        "ask": "gradient-mechanism", "data": generated("regression-line", 2000, 6, 1), "model-radius": 0.2,
        "epsilon": 100, "draws": 1,
    }));
    assert!(answer["released"].is_null() && answer["cloud"] == json!([]));
    let failure = answer["failure"].as_str().expect("a reason");
    assert!(failure.contains("1000000 proposals") && conclusions(&answer).contains(failure));
    assert!(conclusions(&answer).contains("outside of the ball"));
}

/// A singular covariance has no single best model, and is drawn from all the same.
#[test]
fn a_singular_covariance_is_drawn_from_by_uniform_proposals() {
    let answer = ask(json!({
        "ask": "gradient-mechanism", "data": {"kind": "rows", "rows": [[0.5, 0, 1], [0.2, 0, 0.5]]}, "draws": 20,
        "grid-cells": 5,
    }));
    assert!(answer["regression"]["exact"].is_null() && answer["released"].is_object());
    assert_eq!(answer["cloud"].as_array().map(Vec::len), Some(20));
    assert!(conclusions(&answer).contains("singular"));
}

/// Equal seeds draw the same, and the released output is none of the cloud.
#[test]
fn outputs_have_streams_of_their_own() {
    for question in [
        json!({"ask": "private-pca", "data": {"kind": "penguins"}, "draws": 4}),
        json!({"ask": "gradient-mechanism", "data": {"kind": "halton200"}, "grid-cells": 9, "draws": 4}),
        json!({"ask": "hessian-mechanism", "data": {"kind": "penguins"}, "draws": 4}),
    ] {
        let [one, again, other] = [1, 1, 2].map(|seed| ask(with(question.clone(), json!({"seed": seed}))));
        assert_eq!(one, again);
        assert_ne!(one["cloud"], other["cloud"]);
        assert!(!one["cloud"].as_array().expect("a cloud").contains(&one["released"]["vector"]));
    }
}

/// Clipping is counted and said.
#[test]
fn what_is_moved_to_fit_is_counted() {
    let rows =
        json!({"kind": "rows", "rows": [[0.9, 0, 0.9], [0.1, 0.2, 0.1], [0, 0.4, -0.3], [0.3, 0.3, 0.2]]});
    let gradient = json!({"ask": "gradient-mechanism", "data": rows, "feature-bound": 0.5, "label-bound": 0.25,
        "draws": 0, "grid-cells": 0});
    let answer = ask(gradient);
    assert_eq!(answer["clipped"], 2);
    assert!(conclusions(&answer).contains("2 of 4 records were moved"));
    let answer = ask(json!({"ask": "private-pca", "data": rows, "feature-bound": 0.5, "draws": 0}));
    assert_eq!(answer["raw"]["clipped"], 1);
    assert!(conclusions(&answer).contains("1 of 4 records"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// The mechanism that is said to err least does, the gap is judged by its numbers.
    #[test]
    fn conclusions_about_axes_are_true(gap in 0.0..3000.0f64, dimension in 2usize..8, epsilon in 0.05..10.0f64, width in 0usize..3, seed in 0..1000u64) {
        let answer = ask(json!({"ask": "private-pca", "data": {"kind": "gap", "gap": gap, "dimension": dimension},
            "epsilon": epsilon, "shell-width": (["constant", "angle", "tight"][width]), "seed": seed, "draws": 0}));
        let said = conclusions(&answer);
        let mechanisms = answer["mechanisms"].as_array().expect("mechanisms");
        let errors: Vec<f64> = mechanisms.iter().map(|one| number(one, "/sine-square/number")).collect();
        let least = errors.iter().copied().fold(f64::INFINITY, f64::min);
        for (one, error) in mechanisms.iter().zip(&errors) {
            let title = one["title"].as_str().expect("a title");
            if said.contains(&format!("the {title} errs least")) {
                prop_assert_eq!(*error, least, "{}", said);
            }
            prop_assert!(*error >= 0.0 && *error <= 1.0);
        }
        let blind = number(&answer, "/blind/number");
        prop_assert_eq!(said.contains("2 or less"), gap <= 2.0);
        prop_assert_eq!(said.contains("too small"), gap > 2.0 && errors[0] > 0.5 * blind);
        prop_assert_eq!(said.contains("large enough"), gap > 2.0 && errors[0] <= 0.5 * blind);
        // No noise without a direction of its own is worse than no look at all.
        prop_assert!(errors[0] <= blind + 1e-9 && errors[2] <= blind + 1e-9);
    }

    /// Means of noise fall with ε and grow with the dimension; what is left out falls with n; tails are below theorem 2.
    #[test]
    fn shells_keep_their_laws(epsilon in 0.05..3.0f64, dimension in 1usize..10, last in 1usize..40, widths in prop::collection::vec(0.1..2.0f64, 1..5)) {
        let base = json!({"ask": "shells", "widths": widths, "dimension": dimension, "epsilon": epsilon, "draws": 0,
            "records": 60, "shells": [1, 5, 20, 60]});
        let answer = ask(base.clone());
        let mean = number(&answer, "/mean/number");
        let mean_with = |fields: Value| number(&ask(with(base.clone(), fields)), "/mean/number");
        let private = mean_with(json!({"epsilon": 1.5 * epsilon}));
        let larger = mean_with(json!({"dimension": dimension + 1}));
        let full = mean_with(json!({"full-epsilon": true}));
        prop_assert!(private < mean && larger > mean && full < mean);
        let cut = ask(with(base.clone(), json!({"last-shell": last})));
        let further = ask(with(base, json!({"last-shell": last + 1})));
        prop_assert!(number(&cut, "/missing/number") > number(&further, "/missing/number"));
        prop_assert!(cut["guarantee"].is_null() && answer["guarantee"].is_object());
        for bound in answer["bounds"].as_array().expect("bounds") {
            if let Some(most) = bound.pointer("/bound/number").and_then(Value::as_f64) {
                prop_assert!(number(bound, "/exact/number") <= most, "{}", bound);
                prop_assert_eq!(bound["vacuous"].as_bool(), Some(most >= 1.0));
            }
        }
    }

    /// What is said of models: where the best lies, how far noise goes, what the printed constant would keep.
    #[test]
    fn conclusions_about_models_are_true(people in 5usize..400, dimension in 1usize..4, epsilon in 0.1..20.0f64, radius in 0.2..5.0f64, seed in 0..1000u64, printed in any::<bool>()) {
        let answer = ask(json!({"ask": "gradient-mechanism", "data": generated("regression-line", people, dimension, seed),
            "epsilon": epsilon, "model-radius": radius, "draws": 5, "seed": seed, "grid-cells": 0,
            "gradient-difference": (if printed { "printed" } else { "twice" })}));
        let said = conclusions(&answer);
        let guarantee = number(&answer, "/guarantee/number");
        prop_assert!(guarantee >= epsilon * (1.0 - 1e-12) && guarantee <= 2.0 * epsilon * (1.0 + 1e-12));
        prop_assert_eq!(said.contains("As printed"), printed);
        prop_assert!(printed || guarantee == epsilon);
        let length = answer["regression"]["centre"].as_array().map(|centre| {
            centre.iter().filter_map(Value::as_f64).map(|x| x * x).sum::<f64>().sqrt()
        });
        if let Some(length) = length {
            let spread = number(&answer, "/regression/exact/mean-square/number").sqrt();
            prop_assert_eq!(said.contains("outside of the ball"), length > radius);
            prop_assert_eq!(said.contains("Noise fills the ball"), length <= radius && spread > radius);
        }
        for theta in answer["cloud"].as_array().expect("a cloud") {
            let square: f64 = theta.as_array().expect("a model").iter().filter_map(Value::as_f64).map(|x| x * x).sum();
            prop_assert!(square.sqrt() <= radius * (1.0 + 1e-9));
        }
    }

    /// An audit never finds more than ε with the corrected constant, and says so.
    #[test]
    fn audits_stay_within_epsilon(mut sample in prop::collection::vec(0.0..1.0f64, 1..20), other in 0.0..1.0f64, epsilon in 0.05..5.0f64) {
        let one = sample.clone();
        sample[0] = other;
        let answer = ask(json!({"ask": "gradient-audit", "sample": one, "neighbour": sample, "epsilon": epsilon}));
        let (corrected, printed) = (number(&answer, "/corrected/number"), number(&answer, "/printed/number"));
        prop_assert!(corrected <= epsilon * (1.0 + 1e-9) && printed <= 2.0 * epsilon * (1.0 + 1e-9));
        let said = conclusions(&answer);
        prop_assert_eq!(said.contains("beyond ε = "), printed > epsilon * (1.0 + 1e-12));
    }

    /// The corrected sensitivity is never below the printed one here, and ε is said to grow by their ratio.
    #[test]
    fn conclusions_about_the_hessian_are_true(people in 5usize..300, dimension in 1usize..4, lambda in 0.01..2.0f64, seed in 0..1000u64) {
        let answer = ask(json!({"ask": "hessian-mechanism", "data": generated("two-gaussians", people, dimension, seed),
            "regularization": lambda, "sensitivity-bound": "printed", "draws": 3}));
        let (right, printed) = (number(&answer, "/sensitivity/number"), number(&answer, "/printed-sensitivity/number"));
        prop_assert!(right > printed);
        prop_assert!((number(&answer, "/guarantee/number") / (right / printed) - 1.0).abs() < 1e-12);
        let spread = number(&answer, "/mean-square/number").sqrt();
        prop_assert_eq!(conclusions(&answer).contains("more than its radius"), spread > 2.0);
    }
}

/// Sweeps: the smallest error is that of the mechanism named, and powers are those of the last two points.
#[test]
fn conclusions_about_sweeps_are_true() {
    for over in ["people", "dimension"] {
        for epsilon in [0.2, 1.0, 5.0] {
            let answer = ask(json!({"ask": "private-pca-sweep", "over": over, "epsilon": epsilon}));
            let said = conclusions(&answer);
            for point in answer["points"].as_array().expect("points") {
                let mechanisms = point["mechanisms"].as_array().expect("mechanisms");
                let best = mechanisms
                    .iter()
                    .min_by(|a, b| {
                        number(a, "/sine-square/number").total_cmp(&number(b, "/sine-square/number"))
                    })
                    .expect("a mechanism");
                assert!(said.contains(best["title"].as_str().expect("a title")), "{said}");
            }
            if over == "dimension" && epsilon == 1.0 {
                let [own, cauchy] = ["/powers/0", "/powers/1"].map(|pointer| number(&answer, pointer));
                assert!((own - 1.0).abs() < 0.2 && (cauchy - 1.5).abs() < 0.1, "{own} {cauchy}");
            }
        }
    }
    let sweep = ask(json!({"ask": "gradient-sweep", "data": generated("regression-line", 500, 1, 3)}));
    let [exact, within] = ["exact", "truncated"].map(|name| sweep[name].as_array().expect("losses").clone());
    for (exact, within) in exact.iter().zip(&within) {
        // The ball only helps if the best model lies in it.
        let (within, exact) = (within.as_f64().expect("a loss"), exact.as_f64().expect("a loss"));
        assert!(within <= exact * (1.0 + 1e-12), "{within} {exact}");
    }
}
