//! The one door: valid questions, refusals, and pictures of every view.

use dpscope::figure::{Figure, Frame, Theme, to_svg};
use dpscope::question::Question;
use serde_json::{Value, json};

use crate::support::{ask, refusal, refused, reply_to_text};

fn plan(mechanism: Value) -> Value {
    json!({"ask": "plan", "releases": [{"mechanism": mechanism}], "target": {"delta": 1e-5}})
}

/// The words of all questions of the topics that the crate is built with, as a refusal lists them.
fn words() -> String {
    let (last, others) = Question::WORDS.split_last().expect("a question");
    format!("{} or {last}", others.join(", "))
}

#[test]
fn a_refusal_names_the_field_the_value_and_what_is_allowed() {
    let gaussian = || json!({"kind": "gaussian", "sigma": 1});
    let with = |field: &str, value: Value| {
        let mut question = plan(gaussian());
        question[field] = value;
        question
    };
    let described = ask(json!({"ask": "describe"}));
    let kinds = described["mechanisms"].as_array().expect("mechanisms").iter();
    let kinds: Vec<&str> = kinds.map(|mechanism| mechanism["kind"].as_str().expect("a word")).collect();
    let (last, others) = kinds.split_last().expect("a mechanism");
    let unknown_kind =
        format!(r#"releases[0].mechanism.kind: "gauss" is not one of {} or {last}"#, others.join(", "));
    for (question, message) in [
        (
            plan(json!({"kind": "gaussian", "sigma": -1})),
            "releases[0].mechanism.sigma: -1 is not between 0.01 and 1e6",
        ),
        (
            plan(json!({"kind": "gaussian", "sigma": "one"})),
            r#"releases[0].mechanism.sigma: "one" is not a number between 0.01 and 1e6"#,
        ),
        (
            plan(json!({"kind": "gaussian"})),
            "releases[0].mechanism.sigma is missing: it must be a number between 0.01 and 1e6",
        ),
        (
            plan(json!({"kind": "gaussian", "sigma": 1, "scale": 2})),
            "releases[0].mechanism.scale is not a field here: allowed are kind or sigma",
        ),
        (plan(json!({"kind": "gauss", "sigma": 1})), &unknown_kind),
        (
            plan(json!({"kind": "randomized-response", "truth": 1})),
            "releases[0].mechanism.truth: 1 is not at least 0.5 and below 1",
        ),
        (with("target", json!({"delta": 2})), "target.delta: 2 is not between 1e-300 and 1"),
        (with("target", json!({})), "target: {} is not an object with either delta or epsilon"),
        (
            with("neighbours", json!("friends")),
            r#"neighbours: "friends" is not one of add-remove, replace, add or remove"#,
        ),
        (with("releases", json!([])), "releases: [] is not a list of 1 to 1000 elements"),
        (
            with("releases", json!([{"count": 1.5, "mechanism": gaussian()}])),
            "releases[0].count: 1.5 is not a whole number between 1 and 1e9",
        ),
        (
            with(
                "releases",
                json!([{"mechanism": gaussian(), "sampling": {"kind": "poisson", "rate": 1.5}}]),
            ),
            "releases[0].sampling.rate: 1.5 is not between 0 and 1",
        ),
        (
            with("accountants", json!(["exact", "tarot"])),
            r#"accountants[1]: "tarot" is not one of exact, fourier, pld, rdp-optimal, rdp, rdp-basic, classic, optimal, advanced, basic or fourier-as-published"#,
        ),
        (json!({"ask": "advice"}), format!(r#"ask: "advice" is not one of {}"#, words()).as_str()),
        (json!([]), format!("the question: [] is not an object with ask: {}", words()).as_str()),
        (
            json!({"ask": "curve", "view": "profile", "releases": [{"mechanism": gaussian()}], "grid": [1, 0]}),
            "grid: [1,0] is not an ascending list",
        ),
        (
            json!({"ask": "curve", "view": "renyi", "releases": [{"mechanism": gaussian()}], "grid": [0.5]}),
            r#"grid[0]: 0.5 is not between 1 and 1e12 or "inf""#,
        ),
    ] {
        assert_eq!(refused(&question), message, "{question}");
    }
    let broken = reply_to_text("{\"ask\": ");
    assert_eq!(broken["answer"], "refused");
    assert!(broken["message"].as_str().expect("a message").starts_with("the question: the text is not JSON"));
}

#[test]
fn an_accountant_that_cannot_answer_says_why() {
    let mixed = ask(json!({"ask": "plan", "target": {"delta": 1e-5}, "releases": [
        {"mechanism": {"kind": "laplace", "scale": 2}, "count": 3}, {"mechanism": {"kind": "gaussian", "sigma": 2}}]}));
    assert!(mixed["bounds"][0]["unavailable"].as_str().expect("a reason").contains("no closed form"));
    assert_eq!(mixed["best"]["accountant"], "fourier");
    let curve = ask(json!({"ask": "plan", "target": {"delta": 1e-5}, "releases": [
        {"mechanism": {"kind": "zcdp", "rho": 0.1}}]}));
    assert_eq!(curve["best"]["accountant"], "rdp");
    let reason = curve["bounds"][1]["unavailable"].as_str().expect("a reason");
    assert!(reason.contains("release 1 is known only by its Rényi curve"), "{reason}");
    let whole = ask(json!({"ask": "plan", "target": {"delta": 1e-5}, "releases": [
        {"mechanism": {"kind": "gaussian", "sigma": 2}, "sampling": {"kind": "subset", "rate": 1}}]}));
    assert_eq!(whole["best"]["accountant"], "exact");
}

#[test]
fn the_moments_bound_is_never_below_the_exact_value() {
    for mechanism in [
        json!({"kind": "gaussian", "sigma": 0.01}),
        json!({"kind": "gaussian", "sigma": 1e6}),
        json!({"kind": "laplace", "scale": 0.01}),
        json!({"kind": "laplace", "scale": 1e6}),
        json!({"kind": "randomized-response", "truth": 0.5}),
        json!({"kind": "randomized-response", "truth": 0.999_999}),
    ] {
        for delta in [1e-300, 1e-30, 1e-5, 0.3] {
            let answer = ask(
                json!({"ask": "plan", "releases": [{"mechanism": mechanism}], "target": {"delta": delta}}),
            );
            let upper = |at: usize| {
                answer["bounds"][at]["epsilon"]["upper"].as_f64().unwrap_or_else(|| panic!("{answer}"))
            };
            assert!(
                upper(1) >= answer["bounds"][0]["epsilon"]["lower"].as_f64().expect("a lower end"),
                "{answer}"
            );
            assert!(upper(0).is_finite() && upper(0) >= 0.0, "{answer}");
        }
    }
}

/// A decimal must become the nearest binary number: one unit in the last place of p moves δ by a
/// tenth here.
#[test]
fn numbers_are_read_to_the_last_digit() {
    let answer = reply_to_text(
        r#"{"ask": "plan", "target": {"epsilon": 27.11873004774723}, "accountants": ["exact"],
            "releases": [{"mechanism": {"kind": "randomized-response", "truth": 0.9999999999983309}}]}"#,
    );
    let delta = answer["best"]["delta"]["upper"].as_f64().expect("an upper end");
    assert!((delta / 9.401_903_448_340_698e-7 - 1.0).abs() < 1e-6, "{delta}");
}

/// Every rounding counts: of the sum over releases, of an underflow, of the order ∞.
#[test]
fn many_releases_stay_bounded_from_above() {
    let laplace = json!({"mechanism": {"kind": "laplace", "scale": 1100}});
    let answer = ask(json!({"ask": "plan", "target": {"delta": 1e-300}, "releases": vec![laplace; 900]}));
    assert!(answer["best"]["epsilon"]["upper"].as_f64().expect("an upper end") >= 900.0 / 1100.0, "{answer}");
    let far = ask(
        json!({"ask": "plan", "target": {"epsilon": 100}, "releases": [{"mechanism": {"kind": "gaussian", "sigma": 1}}]}),
    );
    assert!(far["best"]["delta"]["upper"].as_f64().expect("an upper end") > 0.0, "{far}");
}

/// A loss that never exceeds 2 costs 2, not 2 and a rounding.
#[test]
fn the_end_of_a_bounded_loss_is_met_exactly() {
    let answer = ask(json!({"ask": "plan", "target": {"delta": 1e-300}, "accountants": ["exact"],
        "releases": [{"mechanism": {"kind": "laplace", "scale": 0.5}}]}));
    assert_eq!(answer["best"]["text"], "ε ≤ 2");
}

#[test]
fn null_is_not_a_default() {
    let message = refused(&json!({"ask": "plan", "target": {"delta": 1e-5},
        "releases": [{"count": null, "mechanism": {"kind": "gaussian", "sigma": 1}}]}));
    assert_eq!(message, "releases[0].count: null is not a whole number between 1 and 1e9");
}

/// A picture shows the accountants that were asked, and marks a point of theirs.
#[test]
fn a_picture_keeps_to_the_accountants_asked() {
    let answer = ask(json!({"ask": "curve", "view": "profile", "accountants": ["rdp"], "picture": true,
        "mark": {"delta": 1e-5}, "releases": [{"mechanism": {"kind": "gaussian", "sigma": 1}}]}));
    assert_eq!(answer["figure"]["series"].as_array().expect("series").len(), 1);
    assert_eq!(answer["figure"]["marks"][0]["label"], "ε ≤ 4.7284 at δ = 1e-5");
    let off = ask(json!({"ask": "curve", "view": "profile", "grid": [0, 1, 2], "picture": true,
        "mark": {"delta": 1e-5}, "releases": [{"mechanism": {"kind": "gaussian", "sigma": 1}}]}));
    assert_eq!(off["figure"]["marks"], json!([]));
}

#[test]
fn a_curve_that_would_take_minutes_is_refused() {
    let releases: Vec<Value> =
        (0..200).map(|at| json!({"mechanism": {"kind": "laplace", "scale": 1 + at}})).collect();
    let answer = refusal(json!({"ask": "curve", "view": "profile", "releases": releases}));
    assert_eq!(answer["path"], "releases");
}

#[test]
fn infinity_crosses_as_a_word() {
    let answer = ask(json!({"ask": "curve", "view": "renyi", "grid": [2, "inf"], "accountants": ["exact"],
        "releases": [{"mechanism": {"kind": "gaussian", "sigma": 1}}]}));
    assert_eq!(answer["series"][0]["upper"][1], "inf");
    assert_eq!(answer["x"][1], "inf");
}

#[test]
fn every_view_of_every_mechanism_has_a_picture() {
    for mechanism in [
        json!({"kind": "gaussian", "sigma": 0.01}),
        json!({"kind": "gaussian", "sigma": 1}),
        json!({"kind": "gaussian", "sigma": 1e6}),
        json!({"kind": "laplace", "scale": 0.01}),
        json!({"kind": "laplace", "scale": 1e6}),
        json!({"kind": "randomized-response", "truth": 0.5}),
        json!({"kind": "randomized-response", "truth": 0.75}),
        json!({"kind": "randomized-response", "truth": 0.999_999_999}),
    ] {
        for view in ["profile", "renyi", "trade-off", "loss", "characteristic"] {
            for count in [1, 100] {
                let answer =
                    ask(json!({"ask": "curve", "view": view, "picture": true, "mark": {"delta": 1e-300},
                    "releases": [{"count": count, "mechanism": mechanism}]}));
                assert_eq!(answer["answer"], "curve", "{answer}");
                let Some(figure) = answer.get("figure") else {
                    assert!(!answer["unavailable"][0]["reason"].as_str().expect("a reason").is_empty());
                    continue;
                };
                let figure: Figure = serde_json::from_value(figure.clone()).expect("a figure");
                assert_eq!(figure.readings.place.len(), figure.series[0].x.len());
                assert!(
                    figure
                        .readings
                        .columns
                        .iter()
                        .all(|column| column.texts.len() <= figure.readings.place.len())
                );
                assert!(figure.table.rows.iter().all(|row| row.len() == figure.table.columns.len()));
                let frame =
                    Frame { width: 320.0, height: 240.0, ratio: 1.0, theme: Theme::Dark, titled: true };
                to_svg(&figure, &frame).unwrap_or_else(|error| panic!("{mechanism} {view}: {error}"));
            }
        }
    }
}

#[test]
fn describe_lists_what_the_door_accepts() {
    let answer = ask(json!({"ask": "describe"}));
    for mechanism in answer["mechanisms"].as_array().expect("mechanisms") {
        let mut release = json!({"kind": mechanism["kind"]});
        for parameter in mechanism["parameters"].as_array().expect("parameters") {
            release[parameter["name"].as_str().expect("a name")] = parameter["slider"]["start"].clone();
        }
        if let Some(list) = mechanism["points"].as_object() {
            release["points"] = list["start"].clone();
        }
        assert!(ask(plan(release))["best"]["text"].is_string());
    }
    for relation in answer["neighbours"].as_array().expect("neighbours") {
        let mut question = plan(json!({"kind": "gaussian", "sigma": 1}));
        question["neighbours"] = relation["word"].clone();
        assert_eq!(ask(question)["neighbours"], relation["word"]);
    }
}

/// A wider bracket is coarser work, a narrower one finer; both contain the exact value.
#[test]
fn the_bracket_is_as_narrow_as_asked() {
    for width in [0.1, 1e-2, 1e-5] {
        let answer = ask(json!({"ask": "plan", "target": {"delta": 1e-5}, "width": width,
            "accountants": ["fourier", "pld"], "releases": [{"count": 1000,
            "mechanism": {"kind": "gaussian", "sigma": 1}, "sampling": {"kind": "poisson", "rate": 0.01}}]}));
        let end = |at: usize, name: &str| answer["bounds"][at]["epsilon"][name].as_f64().expect("an end");
        assert!(end(1, "upper") - end(1, "lower") <= width * end(1, "upper"), "{answer}");
        assert!(end(1, "lower") <= end(0, "upper") && end(0, "lower") <= end(1, "upper"), "{answer}");
    }
}

/// Rényi divergences add, so the shares do: twice the precision, twice the share.
#[test]
fn releases_share_the_divergence() {
    let gaussian =
        |sigma: f64, count: u32| json!({"count": count, "mechanism": {"kind": "gaussian", "sigma": sigma}});
    let shares = |releases: Value| {
        ask(json!({"ask": "plan", "target": {"delta": 1e-5}, "accountants": ["rdp"], "releases": releases}))
            ["best"]["shares"].as_array().map(|shares| shares.iter().filter_map(Value::as_f64).collect::<Vec<_>>())
    };
    let found = shares(json!([gaussian(1.0, 1), gaussian(1.0, 2), gaussian(2.0, 4)])).expect("shares");
    for (found, expected) in found.iter().zip([0.25, 0.5, 0.25]) {
        assert!((found - expected).abs() < 1e-14, "{found} {expected}");
    }
    assert_eq!(
        shares(
            json!([{"mechanism": {"kind": "gaussian", "sigma": 1}, "sampling": {"kind": "poisson", "rate": 0}}])
        ),
        None
    );
}

/// A parameter that is off or on: described in words, read as a word of JSON or as the number of an address, and nothing
/// that a search could turn.
#[test]
fn a_switch_is_true_or_false_or_a_number() {
    let described = ask(json!({"ask": "describe"}));
    let mechanisms = described["mechanisms"].as_array().expect("mechanisms");
    let objective =
        mechanisms.iter().find(|one| one["kind"] == "objective-perturbation").expect("a mechanism");
    assert_eq!(
        objective["switches"],
        json!([{"name": "tight", "off": "as published", "on": "own tighter determinant"}])
    );
    let plan = |tight: Value| {
        json!({"ask": "plan", "target": {"delta": 1e-5}, "releases": [{"mechanism": {"kind": "objective-perturbation",
            "lipschitz": 1, "smoothness": 0.25, "sigma": 5, "regularization": 20, "tight": tight}}]})
    };
    assert_eq!(ask(plan(json!(true))), ask(plan(json!(1))));
    assert_eq!(ask(plan(json!(false))), ask(plan(json!(0))));
    assert_ne!(ask(plan(json!(true))), ask(plan(json!(false))));
    for wrong in [json!(2), json!(0.5), json!("1"), json!(null)] {
        assert!(refused(&plan(wrong)).ends_with("is not true or false, or 1 or 0"));
    }
    let mut solve = plan(json!(true));
    solve["ask"] = json!("solve");
    solve["target"] = json!({"epsilon": 1, "delta": 1e-5});
    solve["unknown"] = json!({"release": 0, "field": "tight"});
    assert!(refused(&solve).starts_with("unknown.field: \"tight\" is not one of lipschitz"));
}
