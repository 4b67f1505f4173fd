//! Whatever is typed: one answer, never a panic, never a number that is not one.

use std::sync::LazyLock;
use std::thread;

use dpscope::question::{ask_json, picture_of};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::{ask, examples, number, reply, reply_to_text};

/// Anything that JSON can say, small.
fn anything() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        (-20i64..20).prop_map(Value::from),
        prop::sample::select(vec!["inf", "", "gaussian", "poisson", "renyi", "log", "1e400", "ε", "\u{0}"])
            .prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            prop::collection::vec(
                (prop::sample::select(vec!["kind", "sigma", "from", "to", "delta", "x"]), inner),
                0..3
            )
            .prop_map(|members| Value::Object(members.into_iter().map(|(k, v)| (k.into(), v)).collect())),
        ]
    })
}

/// Valid questions: one at least of every kind, and more for what many of them share.
static QUESTIONS: LazyLock<Vec<Value>> = LazyLock::new(|| examples().into_iter().chain(plans()).collect());

/// Questions about releases that touch every field.
fn plans() -> [Value; 3] {
    let releases = json!([
        {"label": "a", "count": 3, "mechanism": {"kind": "gaussian", "sigma": 2}},
        {"mechanism": {"kind": "laplace", "scale": 2}, "sampling": {"kind": "poisson", "rate": 1}}]);
    [
        json!({"ask": "plan", "neighbours": "replace", "releases": releases, "target": {"delta": 1e-5}, "accountants": ["exact", "rdp"]}),
        json!({"ask": "curve", "view": "profile", "neighbours": "add", "releases": releases, "picture": true,
            "mark": {"epsilon": 1}, "grid": {"from": 0, "to": 2, "points": 5, "spacing": "linear"}}),
        json!({"ask": "curve", "view": "renyi", "releases": releases, "grid": [1, 2, "inf"], "picture": true}),
    ]
}

/// A mechanism with a parameter anywhere in its range.
fn mechanism(kind: usize, share: f64) -> Value {
    let log = |from: f64, to: f64| from * (to / from).powf(share);
    match kind {
        0 => json!({"kind": "gaussian", "sigma": log(1e-2, 1e6)}),
        1 => json!({"kind": "laplace", "scale": log(1e-2, 1e6)}),
        _ => json!({"kind": "randomized-response", "truth": 0.5 + 0.499_999 * share}),
    }
}

/// The pointers to every value inside.
fn pointers(value: &Value, here: &str, found: &mut Vec<String>) {
    found.push(here.into());
    match value {
        Value::Object(members) => {
            members.iter().for_each(|(name, inner)| pointers(inner, &format!("{here}/{name}"), found))
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(at, inner)| pointers(inner, &format!("{here}/{at}"), found))
        }
        _ => {}
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn a_question_with_anything_in_any_place_is_answered(which in any::<prop::sample::Index>(), place in any::<prop::sample::Index>(), value in anything()) {
        let mut question = QUESTIONS[which.index(QUESTIONS.len())].clone();
        let mut places = Vec::new();
        pointers(&question, "", &mut places);
        *question.pointer_mut(&places[place.index(places.len())]).expect("a place of the question") = value;
        let answer = reply(&question);
        prop_assert!(answer["answer"].is_string(), "{question} → {answer}");
        if answer["answer"] == "refused" {
            prop_assert!(!answer["message"].as_str().expect("a message").is_empty());
        }
        let _ = picture_of(&question.to_string());
    }

    /// δ at any allowed ε is a number, positive unless the loss is bounded below ε.
    #[test]
    fn every_allowed_epsilon_has_a_delta(kind in 0usize..3, share in 0.0..1.0f64, log_size in -9.0..15.0f64, positive in any::<bool>()) {
        let epsilon = if positive { 10f64.powf(log_size) } else { -10f64.powf(log_size.min(9.0)) };
        let answer = ask(json!({"ask": "plan", "releases": [{"mechanism": mechanism(kind, share)}],
            "accountants": ["exact", "fourier", "rdp"], "target": {"epsilon": epsilon}}));
        for bound in answer["bounds"].as_array().expect("bounds") {
            let upper = bound["delta"]["upper"].as_f64();
            prop_assert!(upper.is_some_and(|delta| (0.0..=1.0).contains(&delta)), "{answer}");
            prop_assert!(kind != 0 || upper > Some(0.0), "{answer}");
        }
    }

    #[test]
    fn a_sample_of_a_wider_pair_ends_where_it_ends(log_wider in 0.01..2.0f64, mean in -3.0..3.0f64, log_rate in -9.0..-0.01f64) {
        a_sample_ends_where_its_pair_ends(log_wider.exp(), mean, log_rate.exp())?;
    }

    #[test]
    fn any_text_is_answered(text in ".{0,60}") {
        prop_assert_eq!(&reply_to_text(&text)["answer"], "refused");
    }

    /// Any allowed parameter at any allowed target gives a number, and the bounds are in order.
    #[test]
    fn every_allowed_setting_has_an_answer(kind in 0usize..3, share in 0.0..1.0f64, log_count in 0.0..9.0f64, log_delta in -300.0..0.0f64) {
        in_order(kind, share, log_count, log_delta, json!(["exact", "fourier", "rdp"]))?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// The same with the accountants that take longer.
    #[test]
    fn every_allowed_setting_has_a_certificate_or_a_reason(kind in 0usize..3, share in 0.0..1.0f64, log_count in 0.0..9.0f64, log_delta in -300.0..0.0f64) {
        in_order(kind, share, log_count, log_delta, json!(["exact", "fourier", "pld", "rdp", "classic"]))?;
    }
}

/// There is a best bound; every accountant has a bracket in order or a reason; no lower end is above
/// another accountant's upper end.
fn in_order(
    kind: usize,
    share: f64,
    log_count: f64,
    log_delta: f64,
    accountants: Value,
) -> Result<(), TestCaseError> {
    let count = 10f64.powf(log_count).floor();
    let answer =
        ask(json!({"ask": "plan", "releases": [{"count": count, "mechanism": mechanism(kind, share)}],
        "accountants": accountants, "target": {"delta": 10f64.powf(log_delta)}}));
    let best = answer["best"]["epsilon"]["upper"].as_f64();
    prop_assert!(best.is_some_and(|epsilon| epsilon >= 0.0), "{}", answer);
    let (mut highest, mut lowest) = (0.0f64, f64::INFINITY);
    for bound in answer["bounds"].as_array().expect("bounds") {
        if bound["unavailable"].is_string() {
            continue;
        }
        let upper = bound["epsilon"]["upper"].as_f64().unwrap_or(f64::INFINITY);
        highest = highest.max(bound["epsilon"]["lower"].as_f64().unwrap_or(0.0));
        lowest = lowest.min(upper);
    }
    prop_assert!(highest <= lowest, "{}", answer);
    Ok(())
}

/// Nothing that was asked before, nor where it is asked, changes a byte of an answer.
#[test]
fn every_question_has_one_answer() {
    let answers: Vec<String> = QUESTIONS.iter().map(|question| ask_json(&question.to_string())).collect();
    let elsewhere =
        || QUESTIONS.iter().rev().map(|question| ask_json(&question.to_string())).collect::<Vec<_>>();
    let again = thread::spawn(elsewhere).join().expect("every question is answered");
    for ((question, one), other) in QUESTIONS.iter().zip(answers).zip(again.into_iter().rev()) {
        let word = question["ask"].as_str().expect("a word");
        assert!(one.starts_with(&format!(r#"{{"answer":"{word}""#)), "{question} → {one}");
        assert_eq!(one, other, "{question}");
    }
}

/// `(1 − γ)Q + γP ≥ γP`, so a sample loses at least `D_α(P ‖ Q) + α/(α − 1) log γ`: infinitely much where
/// the pair does, which is from `σ₁²/(σ₁² − σ₂²)` on if P is the wider.
fn a_sample_ends_where_its_pair_ends(wider: f64, mean: f64, rate: f64) -> Result<(), TestCaseError> {
    let pole = wider * wider / (wider * wider - 1.0);
    let orders: Vec<f64> = [0.5, 0.99, 1.01, 3.0, 50.0].map(|share| 1.0 + share * (pole - 1.0)).to_vec();
    let curve = |sampling: Option<Value>| {
        let mut release = json!({"mechanism": {"kind": "gaussian-pair", "mean_first": mean, "mean_second": 0,
            "deviation_first": wider, "deviation_second": 1}});
        if let Some(sampling) = sampling {
            release["sampling"] = sampling;
        }
        let answer = ask(json!({"ask": "curve", "view": "renyi", "neighbours": "remove", "grid": orders,
            "releases": [release], "accountants": ["exact"]}));
        // An infinite end is a word.
        let ends = |name: &str| {
            let ends = answer["series"][0][name].as_array().cloned().expect("a curve");
            ends.iter().map(|end| end.as_f64().unwrap_or(f64::INFINITY)).collect::<Vec<_>>()
        };
        (ends("lower"), ends("upper"))
    };
    let (whole, sampled) = (curve(None), curve(Some(json!({"kind": "poisson", "rate": rate}))));
    prop_assert_eq!(sampled.1.len(), orders.len());
    for (at, &order) in orders.iter().enumerate() {
        let (whole, lower, upper) = (whole.0[at], sampled.0[at], sampled.1[at]);
        prop_assert!(lower <= upper, "order {order}: {lower} above {upper}");
        if order > pole {
            prop_assert!(upper.is_infinite(), "order {order} beyond {pole}: {upper}");
            continue;
        }
        let least = whole + order / (order - 1.0) * rate.ln();
        prop_assert!(upper >= least - 1e-9 * least.abs(), "order {order}: {upper} is below {least}");
        prop_assert!(upper <= whole * (1.0 + 1e-9), "order {order}: {upper} of {whole}");
        // Half way to the pole the sample itself is known, not only its pair.
        let known = at > 0 || upper - lower < 1e-9 * upper;
        prop_assert!(known, "order {order} of {pole}: {lower} to {upper} of {whole}");
    }
    Ok(())
}

/// An order next to the last that a sampled release has moments of rounds to one beyond it.
#[test]
fn the_last_order_of_a_sample_is_found() {
    let answer = ask(
        json!({"ask": "plan", "neighbours": "add", "accountants": ["rdp"], "target": {"epsilon": 0.04344641840217339},
            "releases": [{"count": 271, "mechanism": {"kind": "laplace", "scale": 0.12784390651729238},
                "sampling": {"kind": "poisson", "rate": 0.00005822709304258984}}]}),
    );
    // The loss is at most 271 · 5.8e-5, less than ε.
    assert_eq!(answer["best"]["delta"]["upper"], json!(0.0), "{answer}");
}

/// A training run with three tables: where δ is below 1e-20 a line loses digits, which must not cost the curve.
#[test]
fn a_faint_end_does_not_take_a_curve_away() {
    for sigma in [1.59, 1.66, 1.7] {
        let releases = json!([
            {"count": 1000, "mechanism": {"kind": "gaussian", "sigma": sigma}, "sampling": {"kind": "poisson", "rate": 0.01}},
            {"count": 3, "mechanism": {"kind": "laplace", "scale": 5}}]);
        let question = json!({"ask": "curve", "view": "profile", "releases": releases, "mark": {"delta": 1e-5},
            "accountants": ["fourier"]});
        let answer = ask(&question);
        assert_eq!(answer["unavailable"], json!([]), "{sigma}");
        let series = &answer["series"][0];
        let of = |name: &str, at: usize| series[name][at].as_f64().expect("a number");
        for at in 0..series["upper"].as_array().expect("values").len() {
            let (lower, upper) = (of("lower", at), of("upper", at));
            // As fine as a picture of many decades shows: 1e-5, and less where δ decides nothing.
            let allowed = 2.1 * (1e-5 * (1e-9 / upper).max(1.0).powf(2.0 / 3.0)).min(0.1);
            assert!(lower <= upper && upper <= lower * (1.0 + allowed), "{sigma}, {at}: {lower} to {upper}");
        }
    }
}

/// ε by the Rényi accountants where a bound once was below the truth: a sampled pair whose second order is the worse
/// one, losses beyond 709, and mass at infinity. Truths by closed forms and by quadrature.
#[test]
fn rényi_bounds_are_above_the_truth() {
    let pair = |a: [f64; 4], rate: f64| {
        json!({"mechanism": {"kind": "gaussian-pair", "mean_first": a[0], "deviation_first": a[1], "mean_second": a[2],
            "deviation_second": a[3]}, "sampling": {"kind": "poisson", "rate": rate}})
    };
    let narrow = json!({"count": 10, "mechanism": {"kind": "gaussian", "sigma": 0.02}, "sampling": {"kind": "poisson", "rate": 0.5}});
    let many = json!({"count": 1200, "mechanism": {"kind": "gaussian", "sigma": 1}});
    let infinite = json!({"mechanism": {"kind": "approximate", "epsilon": 1, "delta": 0.001}});
    let tiny = json!({"mechanism": {"kind": "pure", "epsilon": 0.0265}, "sampling": {"kind": "poisson", "rate": 0.000_15}});
    for (release, neighbours, delta, truth, most) in [
        (pair([0.0, 1.048, 1.3, 1.968], 0.897), "add-remove", 1e-6, 2.272_930_079_350_65, 2.28),
        (pair([0.48, 12.75, 6.11, 17.66], 0.9), "add-remove", 0.0085, 1.689_172_696_652_1, 1.9),
        (narrow, "add-remove", 1e-5, 12_858.494_583, 12_967.0),
        (many, "add-remove", 1e-5, 746.797_285_523, 764.0),
        (infinite, "add-remove", 1e-5, f64::INFINITY, f64::INFINITY),
        (tiny, "add", 2.3e-7, 3.468_815_965_7e-6, 4e-6),
    ] {
        let answer = ask(json!({"ask": "plan", "neighbours": neighbours, "releases": [release],
            "target": {"delta": delta}, "accountants": ["rdp", "rdp-optimal"]}));
        for bound in answer["bounds"].as_array().expect("bounds") {
            let upper = number(&bound["epsilon"]["upper"]).expect("a number");
            assert!(truth <= upper && upper <= most, "{truth}: {bound}");
        }
    }
}

/// Beside a mass at infinity of 1e-5 the best test at a false positive rate of 0.001 still is nearly that of the noise.
#[test]
fn a_mass_at_infinity_does_not_loosen_a_test() {
    let answer = ask(json!({"ask": "attack", "false-positive": [0.001], "releases": [
        {"count": 100, "mechanism": {"kind": "gaussian", "sigma": 50}},
        {"mechanism": {"kind": "approximate", "epsilon": 0.01, "delta": 1e-5}}]}));
    let upper = answer["attack"]["tests"][0]["true-positive"]["upper"].as_f64().expect("a number");
    assert!((0.001_936..0.001_937).contains(&upper), "{upper}");
}
