//! Statistics by inverse sensitivity: what is refused, what is said, and that it is true.

#![cfg(feature = "inverse-sensitivity")]

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::{ask, number, refused, with};

fn nine(word: &str, fields: Value) -> Value {
    let question = json!({
        "ask": format!("statistic-{word}"), "data": {"kind": "nine"},
        "universe": {"kind": "bounded", "lower": 0, "upper": 12},
    });
    with(question, fields)
}

fn said(answer: &Value) -> String {
    let list = answer["conclusions"].as_array().expect("conclusions");
    list.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" ")
}

#[test]
fn what_cannot_be_is_refused_at_its_field() {
    let unbounded = json!({"kind": "unbounded", "lower": 1, "upper": 1});
    for (fields, path, words) in [
        (json!({"data": {"kind": "values", "values": []}}), "data.values", "1 to 5000"),
        (json!({"data": {"kind": "values", "values": [1, null]}}), "data.values[1]", "a number"),
        (json!({"data": {"kind": "text", "text": "1, 2; nan"}}), "data.text", "number 3 is nan"),
        (json!({"data": {"kind": "text", "text": " \n"}}), "data.text", "1 to 5000 numbers"),
        (json!({"universe": unbounded}), "universe.upper", "above the lower end, 1"),
        (
            json!({"universe": {"kind": "bounded", "lower": 3, "upper": 2}}),
            "universe.upper",
            "above the lower end, 3",
        ),
        (json!({"statistic": {"kind": "trimmed-mean", "trim": 5}}), "statistic.trim", "at most 4"),
        (json!({"statistic": {"kind": "order", "rank": 10}}), "statistic.rank", "at most 9"),
        (json!({"smoothing": 13}), "smoothing", "at most the length of the interval, 12"),
        (json!({"grid": 13}), "grid", "100000 points"),
        (json!({"grid": 1e-5}), "grid", "100000 points"),
        (json!({"constant": 11}), "constant", "at least the global sensitivity, 12"),
        (json!({"epsilon": 0}), "epsilon", "between"),
    ] {
        let message = refused(&nine("laws", fields));
        assert!(message.starts_with(path) && message.contains(words), "{message}");
    }
    let audit = |fields: Value| refused(&with(nine("audit", json!({"record": 0, "becomes": 1})), fields));
    assert!(audit(json!({"record": 9})).contains("below 9"));
    assert!(audit(json!({"mechanism": "printed"})).contains("unbounded universe"));
}

#[test]
fn records_outside_are_clipped_and_counted() {
    let data = json!({"kind": "text", "text": "−5 1 2\n4,4.5;5 6 9 9.5 40"});
    let answer = ask(nine("staircase", json!({"data": data, "picture": true})));
    assert_eq!((&answer["clipped"], &answer["count"]), (&json!(2), &json!(10)));
    // Of an even number the midpoint of the two in the middle.
    assert_eq!(answer["value"], json!(4.75));
    assert!(said(&answer).contains("2 records lie outside of [0, 12] and are clipped to it."));
    let sentence = answer["figure"]["sentence"].as_str().expect("a sentence");
    assert!(
        sentence.contains("0 at 4.75")
            && sentence.contains("lower end 0")
            && sentence.contains("upper end 12")
    );
}

#[test]
fn everything_that_was_computed_without_noise_says_so() {
    for (word, fields) in [
        ("staircase", json!({})),
        ("laws", json!({})),
        ("errors", json!({})),
        ("sensitivity", json!({})),
        ("audit", json!({"record": 4, "becomes": 12})),
        ("tail", json!({})),
        ("trim", json!({})),
    ] {
        let answer = ask(with(nine(word, fields), json!({"picture": true})));
        assert_eq!(answer["publishable"], json!(false), "{word}");
        let notice = answer["notice"].as_str().expect("a notice");
        assert!(notice.starts_with("Must not be published"), "{word}");
        assert_eq!(answer["figure"]["notice"], answer["notice"], "{word}");
    }
    let few = ask(nine("samples", json!({"draws": 3})));
    assert_eq!(few["publishable"], json!(true));
    assert!(
        few["notice"]
            .as_str()
            .is_some_and(|notice| notice.contains("ε ≤ 3") && notice.contains("demonstration"))
    );
    assert!(said(&few).contains("On a grid"));
    // Sixty answers of ε = 1 protect nobody.
    assert_eq!(ask(nine("samples", json!({"draws": 60})))["publishable"], json!(false));
    let grid = ask(nine("samples", json!({"draws": 3, "grid": 0.5})));
    assert!(said(&grid).contains("on a public grid"));
    for answer in grid["answers"].as_array().expect("answers") {
        assert_eq!(2.0 * answer.as_f64().expect("an answer") % 1.0, 0.0);
    }
}

#[test]
fn the_printed_algorithm_is_shown_with_its_hole_and_its_centre() {
    let data = json!({"kind": "values", "values": [3, 3, 3, 3, 6, 6, 6]});
    let universe = json!({"kind": "unbounded", "lower": 0, "upper": 3});
    let at = |mechanism: &str| {
        let fields = json!({"data": data, "universe": universe, "smoothing": 0.1, "record": 3, "becomes": 6,
            "mechanism": mechanism, "picture": true});
        ask(nine("audit", fields))
    };
    assert!((number(&at("printed-center")["largest"]).expect("a loss") - 1.328_322_868_329_58).abs() < 1e-12);
    assert!(said(&at("printed-center")).contains("does not keep its promise"));
    assert!(said(&at("exact")).contains("No answer changes its odds"));
    let eleven = json!({"data": {"kind": "eleven"}, "statistic": {"kind": "trimmed-mean", "trim": 2},
        "universe": {"kind": "unbounded", "lower": -4, "upper": 5}, "smoothing": 0.05, "record": 5, "becomes": 2,
        "mechanism": "printed", "picture": true});
    let answer = ask(nine("audit", eleven));
    assert_eq!((&answer["largest"], &answer["within"]), (&json!("inf"), &json!(false)));
    assert!(said(&answer).contains("keeps no ε at all"));
}

#[test]
fn a_mean_without_trimming_answers_at_random() {
    let fields = json!({"data": {"kind": "eleven"}, "statistic": {"kind": "mean"}, "smoothing": 0.01,
        "universe": {"kind": "unbounded", "lower": -4, "upper": 5}, "mechanisms": ["exact"]});
    assert!(said(&ask(nine("laws", fields.clone()))).contains("only trimming prevents that"));
    let with_trim = with(nine("laws", fields), json!({"statistic": {"kind": "median"}}));
    assert!(!said(&ask(with_trim)).contains("only trimming"));
}

#[test]
fn a_theorem_that_says_nothing_is_told_to() {
    assert!(said(&ask(nine("tail", json!({})))).contains("says nothing without smoothing"));
    assert!(said(&ask(nine("tail", json!({"smoothing": 0.25})))).contains("1 or more at every distance"));
    let much = nine("tail", json!({"smoothing": 0.25, "epsilon": 10}));
    let answer = ask(&much);
    assert!(said(&answer).contains("says something from K = 1 on"), "{answer}");
    let approximate = nine("tail", json!({"length": "approximate", "epsilon": 2}));
    assert!(said(&ask(approximate)).contains("for ε above 1"));
}

/// What a question of a random state is.
fn states() -> impl Strategy<Value = Value> {
    let record = (-60i32..=60).prop_map(|at| f64::from(at) / 10.0);
    let statistic = prop_oneof![
        Just(json!({"kind": "mean"})),
        Just(json!({"kind": "median"})),
        Just(json!({"kind": "quantile", "share": 0.8})),
    ];
    let records = prop::collection::vec(record, 1..25);
    (records, statistic, any::<bool>(), -2.0..2.5f64, 0.0..0.5f64).prop_map(
        |(records, statistic, bounded, log_epsilon, rho)| {
            json!({
                "data": {"kind": "values", "values": records}, "statistic": statistic,
                "universe": {"kind": if bounded { "bounded" } else { "unbounded" }, "lower": -4, "upper": 5},
                "epsilon": log_epsilon.exp(), "smoothing": (rho - 0.2).max(0.0),
            })
        },
    )
}

fn about(word: &str, state: &Value, fields: Value) -> Value {
    with(with(json!({"ask": format!("statistic-{word}")}), state.clone()), fields)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Who is called the closest is, and theorems lie on their side of the truth.
    #[test]
    fn conclusions_are_true(state in states(), who in any::<prop::sample::Index>(), becomes in -60i32..60) {
        let mechanisms = json!({"mechanisms": ["exact", "tight", "local", "laplace", "clamped-laplace", "smooth-student"],
            "epsilons": [0.5, 2]});
        let answer = ask(about("errors", &state, mechanisms));
        let rows = answer["errors"].as_array().expect("errors");
        let least = rows.iter().min_by(|a, b| {
            let mean = |row: &Value| number(&row["mean"]).expect("a mean");
            mean(a).total_cmp(&mean(b))
        });
        let title = least.expect("a row")["title"].as_str().expect("a title").to_owned();
        prop_assert!(said(&answer).contains(&format!("Closest in the mean: {title}, off by")), "{}", said(&answer));
        for row in rows {
            let [mean, rms, median, q95] = ["mean", "root-mean-square", "median", "q95"].map(|name| number(&row[name]).expect("an error"));
            prop_assert!(mean <= rms * (1.0 + 1e-12) && median <= q95 && rms > 0.0);
        }
        let tail = ask(about("tail", &state, json!({})));
        let (tails, bounds) = (tail["tails"].as_array().expect("tails"), tail["bounds"].as_array().expect("bounds"));
        for (exact, bound) in tails.iter().zip(bounds) {
            let (exact, bound) = (number(exact).expect("a tail"), number(bound).expect("a bound"));
            prop_assert!(exact <= bound * (1.0 + 1e-9), "{exact} {bound}");
        }
        let says = bounds.iter().any(|bound| number(bound).expect("a bound") < 1.0);
        prop_assert_eq!(said(&tail).contains("says something"), says);
        let count = state["data"]["values"].as_array().expect("records").len();
        let change = json!({"record": who.index(count), "becomes": f64::from(becomes) / 10.0, "picture": true});
        for mechanism in ["exact", "tight", "smooth"] {
            let audit = ask(about("audit", &state, with(change.clone(), json!({"mechanism": mechanism}))));
            prop_assert_eq!(&audit["within"], &json!(true), "{}", audit);
            prop_assert!(said(&audit).contains("No answer changes its odds"));
        }
        let bounds = ask(about("lower-bounds", &state, json!({})));
        prop_assert!(bounds["order-of-magnitude"].as_f64() >= Some(0.0));
    }
}

/// A drag of one of 200 records, and 5000 at once: no budget of time is tested here, only that the answers are there.
#[test]
fn many_records_are_answered() {
    let data = json!({"kind": "generate", "shape": "normal", "count": 5000, "seed": 4});
    for statistic in
        [json!({"kind": "median"}), json!({"kind": "mean"}), json!({"kind": "trimmed-mean", "trim": 1000})]
    {
        let fields = json!({"data": data, "statistic": statistic, "picture": true,
            "universe": {"kind": "bounded", "lower": -10, "upper": 10}});
        for word in ["staircase", "laws", "sensitivity", "tail"] {
            let answer = ask(nine(word, fields.clone()));
            let points = answer["figure"]["series"][0]["x"].as_array().expect("points").len();
            assert!(points > 1 && points <= 5002, "{word}: {points}");
        }
    }
}
