//! The questions that turn a guarantee around: what fits into a budget, and what an attacker can learn.

use dpscope::figure::{Figure, Frame, Theme, to_svg};
use serde_json::{Value, json};

use crate::support::{ask, refusal, refused};

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

fn unknown(field: &str, release: Value, delta: f64, epsilon: f64) -> Value {
    json!({"ask": "solve", "unknown": {"release": 0, "field": field}, "releases": [release],
        "target": {"delta": delta, "epsilon": epsilon}})
}

fn solve(field: &str, release: Value, delta: f64, epsilon: f64) -> Value {
    ask(unknown(field, release, delta, epsilon))
}

/// The best upper bound of ε by the accountants that a search uses.
fn epsilon(release: Value, delta: f64) -> f64 {
    let plan = json!({"ask": "plan", "releases": [release], "target": {"delta": delta},
        "accountants": ["exact", "fourier", "pld"]});
    number(&ask(plan)["best"]["epsilon"]["upper"])
}

/// The value is on the private side of the edge and within 1e-6 of it.
fn check_edge(answer: &Value, edge: f64, larger_is_private: bool) {
    let (value, tight) = (number(&answer["value"]), number(&answer["tight"]));
    let (low, high) = if larger_is_private { (tight, value) } else { (value, tight) };
    assert!(low <= edge * (1.0 + 1e-12) && edge * (1.0 - 1e-12) <= high, "{low} {edge} {high}");
    assert!(high - low <= 1e-6 * edge, "{low} {high}");
}

/// Analytic calibration (Balle and Wang 2018, algorithm 1), solved with 50 digits.
#[test]
fn the_noise_of_a_gaussian() {
    for (epsilon, sigma) in [(0.25, 16.353_405_664_517_45), (1.0, 4.445_748_810_376_029)] {
        let answer = solve("sigma", json!({"mechanism": {"kind": "gaussian"}}), 1e-6 / 3.0, epsilon);
        check_edge(&answer, sigma, true);
        assert!(number(&answer["bound"]["epsilon"]["upper"]) <= epsilon);
        assert_eq!(answer["bound"]["accountant"], "exact");
    }
}

/// Found by a bisection on the certified bound of an independent accountant.
#[test]
fn the_noise_of_sampled_gaussians() {
    let release = json!({"count": 5000, "mechanism": {"kind": "gaussian"},
        "sampling": {"kind": "poisson", "rate": 0.01}});
    let answer = solve("sigma", release, 1e-6, 1.0);
    let above = number(&answer["value"]) / 3.095_622_583_396 - 1.0;
    assert!((0.0..1e-6).contains(&above), "{above}");
}

/// With δ next to nothing a Laplace release of scale b costs 1/b, a response of truth p its log-odds,
/// and a pure guarantee itself.
#[test]
fn bounded_losses_are_met_at_their_end() {
    for epsilon in [0.25f64, 1.0, 7.0] {
        let laplace = solve("scale", json!({"mechanism": {"kind": "laplace"}}), 1e-300, epsilon);
        check_edge(&laplace, 1.0 / epsilon, true);
        let response = json!({"mechanism": {"kind": "randomized-response", "truth": 0.6}});
        let truth = 1.0 / (1.0 + (-epsilon).exp());
        check_edge(&solve("truth", response, 1e-300, epsilon), truth, false);
        let pure = solve("epsilon", json!({"mechanism": {"kind": "pure"}}), 1e-300, epsilon);
        check_edge(&pure, epsilon, false);
    }
}

/// A response of truth p has `δ(ε) = p − e^ε (1 − p)`.
#[test]
fn the_truth_of_a_response_at_a_large_delta() {
    let (epsilon, delta) = (1.0f64, 0.1);
    let answer = solve("truth", json!({"mechanism": {"kind": "randomized-response"}}), delta, epsilon);
    check_edge(&answer, (delta + epsilon.exp()) / (1.0 + epsilon.exp()), false);
}

/// The largest count is within the budget and the next is not.
#[test]
fn the_count_of_releases() {
    let gaussian = |count: f64| json!({"count": count, "mechanism": {"kind": "gaussian", "sigma": 40}});
    let sampled = |count: f64| {
        json!({"count": count, "mechanism": {"kind": "gaussian", "sigma": 3},
            "sampling": {"kind": "poisson", "rate": 0.01}})
    };
    for release in [&gaussian as &dyn Fn(f64) -> Value, &sampled] {
        let answer = solve("count", release(200.0), 1e-6, 1.0);
        let count = number(&answer["value"]);
        assert_eq!(number(&answer["tight"]), count + 1.0);
        assert!(
            epsilon(release(count), 1e-6) <= 1.0 && epsilon(release(count + 1.0), 1e-6) > 1.0,
            "{answer}"
        );
    }
}

#[test]
fn the_rate_of_a_sample() {
    let release = |rate: Option<f64>| {
        let mut release = json!({"count": 5000, "mechanism": {"kind": "gaussian", "sigma": 3},
            "sampling": {"kind": "poisson"}});
        if let Some(rate) = rate {
            release["sampling"]["rate"] = rate.into();
        }
        release
    };
    let answer = solve("rate", release(None), 1e-6, 1.0);
    let (rate, tight) = (number(&answer["value"]), number(&answer["tight"]));
    assert!(rate < tight && tight / rate - 1.0 < 1e-6, "{answer}");
    assert!(epsilon(release(Some(rate)), 1e-6) <= 1.0 && epsilon(release(Some(tight)), 1e-6) > 1.0);
}

/// A whole parameter, a curve that only the moments accountant takes, and a budget without ε.
/// Neither end of a mean is more private, so no edge can be sought along it.
#[test]
fn a_parameter_without_a_private_end_is_refused() {
    let message = refused(&unknown("p", json!({"mechanism": {"kind": "two-point", "q": 0.3}}), 1e-6, 1.0));
    assert_eq!(message, r#"unknown.field: "p" is not one of count or rate"#);
}

#[test]
fn other_unknowns() {
    let discrete = json!({"mechanism": {"kind": "discrete-gaussian", "sigma": 50}});
    let answer = solve("sensitivity", discrete, 1e-6, 1.0);
    assert_eq!(number(&answer["value"]) + 1.0, number(&answer["tight"]));
    let answer = solve("rho", json!({"mechanism": {"kind": "zcdp"}}), 1e-6, 1.0);
    assert_eq!(answer["bound"]["accountant"], "rdp");
    // δ(0) = 2Φ(1/2σ) − 1 = 0.01.
    let answer = solve("sigma", json!({"mechanism": {"kind": "gaussian"}}), 0.01, 0.0);
    check_edge(&answer, 39.893_183_6, true);
}

#[test]
fn epsilon_and_delta_are_those_of_the_plan() {
    let releases = json!([{"count": 7, "mechanism": {"kind": "gaussian", "sigma": 5}}]);
    for (word, target) in [("epsilon", json!({"delta": 1e-6})), ("delta", json!({"epsilon": 1.5}))] {
        let solved = ask(json!({"ask": "solve", "unknown": word, "releases": releases, "target": target}));
        let plan = ask(json!({"ask": "plan", "releases": releases, "target": target}));
        assert_eq!(solved["value"], plan["best"][word]["upper"]);
        assert_eq!(solved["bound"], plan["best"]);
    }
}

#[test]
fn a_budget_without_an_edge_names_the_end_of_the_range() {
    let loud = json!({"mechanism": {"kind": "gaussian", "sigma": 0.1}});
    let none = solve("count", loud, 1e-6, 1.0);
    assert_eq!(none["value"], Value::Null);
    assert!(none["unavailable"].as_str().expect("a reason").contains("count = 1 "), "{none}");
    let quiet = json!({"mechanism": {"kind": "gaussian", "sigma": 50}, "sampling": {"kind": "poisson"}});
    let all = solve("rate", quiet, 1e-6, 1.0);
    assert!(all["unavailable"].as_str().expect("a reason").contains("rate = 1 "), "{all}");
    let other = ask(json!({"ask": "solve", "unknown": {"release": 0, "field": "sigma"},
        "releases": [{"mechanism": {"kind": "gaussian"}}, {"mechanism": {"kind": "gaussian", "sigma": 0.1}}],
        "target": {"delta": 1e-6, "epsilon": 1}}));
    assert!(other["unavailable"].as_str().expect("a reason").contains("σ = 1e6 "), "{other}");
}

#[test]
fn a_refusal_names_the_field() {
    let gaussian = json!({"mechanism": {"kind": "gaussian"}});
    let both = json!({"delta": 1e-6, "epsilon": 1});
    let question = |unknown: Value, target: &Value| json!({"ask": "solve", "unknown": unknown, "releases": [gaussian], "target": target});
    let field = |release: f64, field: &str| json!({"release": release, "field": field});
    let attack = |name: &str, value: Value| {
        let mut question =
            json!({"ask": "attack", "releases": [{"mechanism": {"kind": "laplace", "scale": 1}}]});
        question[name] = value;
        question
    };
    for (question, path) in [
        (
            json!({"ask": "solve", "unknown": field(0.0, "scale"), "target": both,
                "releases": [{"mechanism": {"kind": "gaussian", "sigma": 1}}]}),
            "unknown.field",
        ),
        (question(field(1.0, "sigma"), &both), "unknown.release"),
        (
            json!({"ask": "solve", "unknown": field(0.0, "rate"), "target": both,
                "releases": [{"mechanism": {"kind": "gaussian", "sigma": 1}}]}),
            "releases[0].sampling",
        ),
        (question(field(0.0, "count"), &both), "releases[0].mechanism.sigma"),
        (question(field(0.0, "sigma"), &json!({"delta": 1e-6})), "target.epsilon"),
        (question(json!("sigma"), &both), "unknown"),
        (question(json!("delta"), &json!({"delta": 1e-6})), "releases[0].mechanism.sigma"),
        (question(Value::Null, &both), "unknown"),
        (attack("prior", json!([0.5, 1.0])), "prior[1]"),
        (attack("false-positive", json!([0])), "false-positive[0]"),
        (attack("delta", json!(2)), "delta"),
        (
            json!({"ask": "curve", "view": "composition", "releases": [{"mechanism": {"kind": "laplace", "scale": 1}}]}),
            "mark",
        ),
        (
            json!({"ask": "curve", "view": "composition", "mark": {"delta": 1e-5}, "grid": [1, 1e6],
                "releases": [{"count": 1e4, "mechanism": {"kind": "laplace", "scale": 1}}]}),
            "grid",
        ),
    ] {
        assert_eq!(refusal(&question)["path"], path, "{question}");
    }
    let unbounded = refusal(json!({"ask": "solve", "unknown": "delta", "target": {"delta": 1e-6},
        "releases": [{"mechanism": {"kind": "gaussian", "sigma": 1}}]}));
    assert_eq!(unbounded["path"], "target");
}

/// The accountants that bound an attack on a Gaussian, and the closed forms: advantage `2Φ(1/2σ) − 1`,
/// power `Φ(Φ⁻¹(x) + 1/σ)`, a loss `N(½, 1)` whose share beyond 4.7649 is 1e-5.
#[test]
fn an_attack_on_a_gaussian() {
    for accountant in ["exact", "fourier"] {
        let answer = ask(json!({"ask": "attack", "accountants": [accountant], "prior": [0.5, 0.01],
            "releases": [{"mechanism": {"kind": "gaussian", "sigma": 1}}]}));
        let attack = &answer["attack"];
        let near = |value: &Value, truth: f64, tolerance: f64| {
            let value = number(value);
            assert!((truth - 1e-12..truth + tolerance).contains(&value), "{accountant}: {value} {truth}");
        };
        near(&attack["advantage"]["upper"], 0.382_924_922_548_026_2, 1e-12);
        for (at, power) in
            [0.092_362_248_073_694, 0.259_511_022_841_444_1, 0.389_143_691_645_360_9].into_iter().enumerate()
        {
            near(&attack["tests"][at]["true-positive"]["upper"], power, 1e-5);
        }
        near(&attack["loss"], 4.764_890_793_922_825, 5e-3);
        near(&attack["beliefs"][0]["accuracy"]["upper"], 0.691_462_461_274_013_1, 1e-12);
        near(&attack["beliefs"][0]["posterior"], 1.0 / (1.0 + (-4.764_890_793_922_825f64).exp()), 1e-4);
        assert!(number(&attack["beliefs"][1]["accuracy"]["upper"]) >= 0.99);
    }
}

/// Truth ¾: odds of 3, advantage ½, and never more than 3 members to one other among those named.
#[test]
fn an_attack_on_a_response() {
    let answer = ask(json!({"ask": "attack", "prior": [0.5, 0.01], "false-positive": [0.1, 0.25, 0.5],
        "releases": [{"mechanism": {"kind": "randomized-response", "truth": 0.75}}]}));
    let attack = &answer["attack"];
    let close = |value: &Value, truth: f64| assert!((number(value) - truth).abs() < 1e-8, "{value} {truth}");
    close(&attack["advantage"]["upper"], 0.5);
    close(&attack["loss"], 3.0f64.ln());
    for (at, power) in [0.3, 0.75, 1.0 - 0.5 / 3.0].into_iter().enumerate() {
        close(&attack["tests"][at]["true-positive"]["upper"], power);
    }
    close(&attack["tests"][0]["precision"][0], 0.75);
    close(&attack["beliefs"][0]["posterior"], 0.75);
    close(&attack["beliefs"][0]["accuracy"]["upper"], 0.75);
    close(&attack["beliefs"][1]["posterior"], 0.03 / (0.03 + 0.99));
    close(&attack["beliefs"][1]["accuracy"]["upper"], 0.99);
    assert!(attack["tests"][0]["sentence"].as_str().expect("a sentence").contains("Of 100 people guessed"));
}

/// A loss of at most 0.6: beyond it no accountant is asked. A sample of nobody tells nothing.
#[test]
fn an_attack_on_bounded_losses() {
    let answer = ask(json!({"ask": "attack", "prior": [0.01, 0.99], "false-positive": [0.01],
        "releases": [{"count": 3, "mechanism": {"kind": "laplace", "scale": 5}}]}));
    let attack = &answer["attack"];
    assert!(number(&attack["loss"]) <= 0.6 + 1e-12, "{answer}");
    assert!(number(&attack["tests"][0]["true-positive"]["upper"]) <= 0.01 * 0.6f64.exp() + 1e-9, "{answer}");
    let nobody = ask(json!({"ask": "attack", "releases": [
        {"mechanism": {"kind": "gaussian", "sigma": 1}, "sampling": {"kind": "poisson", "rate": 0}}]}));
    assert_eq!(nobody["attack"]["advantage"], json!({"lower": 0.0, "upper": 0.0}));
    assert_eq!(nobody["attack"]["loss"], 0.0);
}

/// k Gaussian releases of noise σ are one of noise σ/√k.
#[test]
fn a_composition_agrees_with_plans_and_has_a_picture() {
    let question = |picture: bool| {
        json!({"ask": "curve", "view": "composition", "mark": {"delta": 1e-6}, "grid": [1, 4, 100],
            "picture": picture, "releases": [{"mechanism": {"kind": "gaussian", "sigma": 20}}]})
    };
    let answer = ask(question(false));
    assert_eq!(answer["series"][0]["accountant"], "exact");
    for (at, sigma) in [20.0, 10.0, 2.0].into_iter().enumerate() {
        let one = epsilon(json!({"mechanism": {"kind": "gaussian", "sigma": sigma}}), 1e-6);
        assert!((number(&answer["series"][0]["upper"][at]) / one - 1.0).abs() < 1e-10);
    }
    let figure: Figure = serde_json::from_value(ask(question(true))["figure"].clone()).expect("a figure");
    assert_eq!((figure.readings.place.len(), figure.table.rows.len()), (3, 3));
    let frame = Frame { width: 320.0, height: 240.0, ratio: 1.0, theme: Theme::Dark, titled: true };
    to_svg(&figure, &frame).expect("a drawing");
}

/// Where no closed form is known the tightest of the others answers at each point.
#[test]
fn a_composition_changes_accountants_on_the_way() {
    let answer = ask(json!({"ask": "curve", "view": "composition", "mark": {"delta": 1e-6}, "grid": [1, 3],
        "releases": [{"mechanism": {"kind": "laplace", "scale": 30}}]}));
    let upper = &answer["series"][0]["upper"];
    assert!(number(&upper[0]) < 1.0 / 30.0 && number(&upper[1]) <= 3.0 / 30.0, "{answer}");
    assert_eq!(answer["unavailable"], json!([]));
}

/// A value that nobody waited for is not outside the budget: a search that was stopped claims no edge.
#[test]
fn a_stopped_search_has_no_edge() {
    let question = json!({"ask": "solve", "unknown": {"release": 0, "field": "sigma"}, "accountants": ["rdp"],
        "releases": [{"count": 50, "mechanism": {"kind": "gaussian"}, "sampling": {"kind": "poisson", "rate": 0.01}}],
        "target": {"epsilon": 1, "delta": 1e-6}});
    let whole = ask(question.clone());
    assert!(whole["value"].is_number() && whole["tight"].is_number(), "{whole}");
    let mut left = 100;
    let waits = move |_| {
        left -= 1;
        left > 0
    };
    let stopped = dpscope::watch::watched(waits, || ask(question));
    assert!(stopped["value"].is_null() && stopped["tight"].is_null(), "{stopped}");
    assert_eq!(stopped["unavailable"], "stopped before it was done");
}
