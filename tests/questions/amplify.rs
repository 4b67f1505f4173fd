//! The Rényi bounds of sampled mechanisms, through the one door.
#![cfg(feature = "understand")]

use serde_json::{Value, json};

use crate::support::{ask, refusal};

fn amplified(mechanism: Value, orders: Value) -> Value {
    let question =
        json!({"ask": "amplify", "mechanism": mechanism, "rate": 0.001, "orders": orders, "terms": 5});
    ask(&question)
}

fn curve<'a>(answer: &'a Value, bound: &str) -> &'a Value {
    let curves = answer["curves"].as_array().expect("curves");
    curves.iter().find(|curve| curve["bound"] == bound).expect("a curve of that name")
}

/// Rows P01 to P10 and P31, P35 of the reference table.
#[test]
fn bounds_match_the_reference() {
    let gaussian = amplified(json!({"kind": "gaussian", "sigma": 5}), json!([2, 10, 100]));
    let laplace = amplified(json!({"kind": "laplace", "scale": 2}), json!([2, 10, 100]));
    let steep = amplified(json!({"kind": "laplace", "scale": 0.5}), json!([200]));
    for (answer, bound, at, expected) in [
        (&gaussian, "tight", 0, 4.081_077_335_962_86e-8),
        (&gaussian, "tight", 1, 2.041_213_535_377_601e-7),
        (&gaussian, "general", 1, 2.340_370_946_385_617e-7),
        (&gaussian, "general", 2, 5.483_660_606_421_401e-6),
        (&laplace, "tight", 2, 1.117_493_066_833_306e-5),
        (&laplace, "general", 2, 1.646_169_960_579_759e-5),
        (&gaussian, "without-replacement", 1, 8.463_382_518_380_249e-7),
        (&steep, "few-terms", 0, 0.000_551_180_317_941_999_5),
    ] {
        let found = curve(answer, bound)["epsilon"][at].as_f64().expect("a number");
        assert!((found / expected - 1.0).abs() < 1e-9, "{bound} {at}: {found} {expected}");
    }
}

/// Whoever asserts the condition gets the tight sum, under a name that says so; what is known to fail stays refused.
#[test]
fn an_asserted_condition_is_said_beside_the_number() {
    let question = |mechanism: Value, asserted: bool| {
        json!({"ask": "amplify", "mechanism": mechanism, "rate": 0.01, "orders": [2, 9], "picture": true,
            "bounds": ["tight", "general"], "asserted": asserted})
    };
    let curve_of_own = json!({"kind": "zcdp", "rho": 0.125});
    let plain = ask(question(curve_of_own.clone(), false));
    assert!(curve(&plain, "tight")["unavailable"].as_str().is_some_and(|reason| reason.contains("assert")));
    let asserted = ask(question(curve_of_own, true));
    let tight = curve(&asserted, "tight");
    assert!(tight["asserted"].as_str().is_some_and(|said| said.starts_with("asserted, not checked")));
    assert!(curve(&asserted, "general").get("asserted").is_none());
    let known = ask(question(json!({"kind": "gaussian", "sigma": 2}), true));
    assert!(curve(&known, "tight").get("asserted").is_none(), "a theorem needs no assertion");
    for at in [0, 1] {
        let value = |answer: &Value| curve(answer, "tight")["epsilon"][at].as_f64().expect("a number");
        assert!((value(&asserted) / value(&known) - 1.0).abs() < 1e-12);
    }
    let figure = &asserted["figure"];
    assert!(figure["sentence"].as_str().is_some_and(|said| said.contains("asserted, not checked")));
    let names: Vec<_> =
        figure["series"].as_array().expect("series").iter().map(|one| &one["label"]).collect();
    assert_eq!(names, ["no sampling", "tight, as asserted", "general"]);
    let failing = ask(question(json!({"kind": "two-point", "p": 0.1, "q": 0.2}), true));
    assert!(curve(&failing, "tight")["unavailable"].as_str().is_some_and(|reason| reason.contains("fails")));
}

/// lower ≤ exact ≤ tight ≤ general, and each is at most the base.
#[test]
fn bounds_are_in_order() {
    for mechanism in [
        json!({"kind": "gaussian", "sigma": 1}),
        json!({"kind": "laplace", "scale": 0.5}),
        json!({"kind": "randomized-response", "truth": 0.9}),
    ] {
        let answer = amplified(mechanism, json!([2, 3, 10, 50]));
        for at in 0..4 {
            let value = |bound: &str| curve(&answer, bound)["epsilon"][at].as_f64().expect("a number");
            let chain = ["lower", "exact", "tight", "general"].map(value);
            assert!(chain.windows(2).all(|pair| pair[0] <= pair[1] * (1.0 + 1e-9)), "{answer}");
            assert!(value("general") <= answer["base"][at].as_f64().expect("a number") * (1.0 + 1e-12));
        }
    }
}

/// The tight bound is offered only where its condition holds, which is checked.
#[test]
fn the_tight_bound_says_when_it_does_not_hold() {
    let failing = amplified(json!({"kind": "two-point", "p": 0.1, "q": 0.2}), json!([2, 3, 10]));
    assert!(curve(&failing, "tight")["unavailable"].as_str().expect("a reason").contains("power 3"));
    let checked = amplified(json!({"kind": "two-point", "p": 0.7, "q": 0.3}), json!([2, 3, 10]));
    assert!(curve(&checked, "tight")["epsilon"].is_array());
    let unknown = amplified(json!({"kind": "zcdp", "rho": 0.1}), json!([2, 10]));
    assert!(curve(&unknown, "exact")["unavailable"].is_string());
    assert!(curve(&unknown, "general")["epsilon"].is_array());
}

/// Rows M01 to M08 and M25, M26: the classic conversion over whole orders, `⌊1.05^j⌋` from 199 on.
#[test]
fn growth_matches_the_reference() {
    let mut orders: Vec<u32> = (2..=199).collect();
    orders.extend((109..170).map(|power| 1.05f64.powi(power) as u32));
    orders.dedup();
    for (sigma, rows) in [
        (
            5.0,
            [
                (1e3, 0.062_520_309_547_230_58, 0.094_672_697_437_842_98),
                (1e6, 1.247_348_949_570_392, 1.485_972_430_742_103),
            ],
        ),
        (
            1.0,
            [
                (1e3, 1.547_260_485_310_253, 1.549_623_542_369_009),
                (1e6, 8.895_670_541_014_658, 9.037_333_245_847_876),
            ],
        ),
    ] {
        let question = json!({"ask": "amplify", "mechanism": {"kind": "gaussian", "sigma": sigma}, "rate": 0.001,
            "orders": orders, "bounds": ["tight", "general"], "picture": true,
            "growth": {"delta": 1e-8, "counts": [1000, 1_000_000]}});
        let answer = ask(&question);
        for (at, (count, tight, general)) in rows.into_iter().enumerate() {
            for (bound, expected) in [("tight", tight), ("general", general)] {
                let found = curve(&answer, bound)["epsilon"][at].as_f64().expect("a number");
                assert!((found / expected - 1.0).abs() < 1e-9, "{bound} {count}: {found} {expected}");
            }
        }
        let columns = &answer["figure"]["table"]["columns"];
        assert_eq!(
            *columns,
            json!(["k", "ε ≤, RDP, no sampling", "ε ≤, RDP, tight theorem", "ε ≤, RDP, general theorem"])
        );
    }
}

/// All that a chart of growth shows comes in one answer: the exact ε is below every bound, each theorem says which order
/// won, and the optimal theorem of composition reaches a million releases.
#[test]
fn growth_has_every_curve_in_one_answer() {
    let orders: Vec<u32> = (2..=512).collect();
    let counts = json!([1, 1000, 1_000_000]);
    for mechanism in [json!({"kind": "gaussian", "sigma": 5}), json!({"kind": "laplace", "scale": 2})] {
        let question = json!({"ask": "amplify", "mechanism": mechanism, "rate": 0.001, "orders": orders,
            "picture": true, "growth": {"delta": 1e-8, "counts": counts,
                "accountants": ["fourier", "optimal", "advanced", "basic"]}});
        let answer = ask(&question);
        let composed = answer["composed"].as_array().expect("accountants");
        let names: Vec<_> = composed.iter().map(|one| one["accountant"].clone()).collect();
        assert_eq!(names, ["fourier", "optimal", "advanced", "basic"]);
        for at in 0..3 {
            let exact = composed[0]["upper"][at].as_f64().expect("an exact ε");
            assert!(composed[0]["lower"][at].as_f64().expect("a lower end") <= exact);
            for other in &composed[1..] {
                let value = other["upper"][at].as_f64().expect("every count");
                assert!(value >= exact * (1.0 - 1e-6), "{other} {exact}");
            }
            for bound in ["exact", "tight", "general", "few-terms", "few-terms-general"] {
                let curve = curve(&answer, bound);
                assert!(curve["epsilon"][at].as_f64().expect("an ε") >= exact * (1.0 - 1e-6), "{curve}");
                let order = curve["order"][at].as_f64().expect("an order");
                assert!((2.0..=512.0).contains(&order), "{curve}");
                assert_eq!(curve["edge"][at], json!(order == 2.0 || order == 512.0), "{curve}");
            }
        }
        let labels = answer["figure"]["series"].as_array().expect("series").len();
        assert!(labels >= 11, "{}", answer["figure"]["table"]["columns"]);
    }
}

/// A lower bound of a divergence bounds no ε: the chart of growth must not print one.
#[test]
fn growth_has_no_lower_bound() {
    let question = json!({"ask": "amplify", "mechanism": {"kind": "gaussian", "sigma": 5}, "rate": 0.001,
        "orders": [2, 32, 332], "bounds": ["lower", "tight"], "picture": true,
        "growth": {"delta": 1e-8, "counts": [1000]}});
    let answer = ask(&question);
    let lower = curve(&answer, "lower");
    assert!(
        lower["epsilon"].is_null()
            && lower["unavailable"].as_str().expect("a reason").contains("bounds no ε")
    );
    let columns = answer["figure"]["table"]["columns"].to_string();
    assert!(!columns.contains('≥'), "{columns}");
}

/// Orders up to 10 000, by every theorem that has them; a list whose sums would take too long is refused.
#[test]
fn large_orders_are_answered() {
    let answer = ask(json!({"ask": "amplify", "mechanism": {"kind": "gaussian", "sigma": 5}, "rate": 0.001,
        "orders": [4096, 4097, 10_000], "terms": 50}));
    for bound in
        ["exact", "lower", "tight", "general", "few-terms", "few-terms-general", "without-replacement"]
    {
        let values = curve(&answer, bound)["epsilon"].as_array().expect("values").clone();
        assert_eq!(values.len(), 3, "{bound}");
        assert!(values.windows(2).all(|pair| pair[0].as_f64() < pair[1].as_f64()), "{bound}: {values:?}");
    }
    let orders: Vec<u32> = (9001..=10_000).collect();
    let refused =
        refusal(json!({"ask": "amplify", "mechanism": {"kind": "gaussian", "sigma": 5}, "rate": 0.001,
        "orders": orders}));
    assert_eq!(refused["path"], "orders");
    let above =
        refusal(json!({"ask": "amplify", "mechanism": {"kind": "gaussian", "sigma": 5}, "rate": 0.001,
        "orders": [10_001]}));
    assert_eq!(above["path"], "orders[0]");
}

/// The course of a curve is told by its numbers: a transition for normal noise, a cap for a bounded loss.
#[test]
fn the_course_is_that_of_the_curve() {
    let orders: Vec<u32> = (2..=400).collect();
    let course = |mechanism: Value| {
        ask(json!({"ask": "amplify", "mechanism": mechanism, "rate": 0.001, "orders": orders, "bounds": ["tight"]}))
            ["course"]
            .clone()
    };
    let normal = course(json!({"kind": "gaussian", "sigma": 5}));
    let (seen, stated) = (normal["seen-order"].as_f64(), normal["stated-order"].as_f64());
    let (seen, stated) = (seen.expect("left"), stated.expect("a law"));
    assert!(seen > 330.0 && seen < stated && stated < 1.2 * seen, "{normal}");
    let sentence = normal["sentence"].as_str().expect("words");
    assert!(sentence.contains("no bound") && sentence.contains("392"), "{sentence}");
    let bounded = course(json!({"kind": "randomized-response", "truth": 0.9}));
    assert!(
        bounded["stated-order"].is_null() && bounded["cap"].as_f64().expect("a cap") > 0.0079,
        "{bounded}"
    );
    let nobody = ask(json!({"ask": "amplify", "mechanism": {"kind": "gaussian", "sigma": 5}, "rate": 0,
        "orders": [2]}));
    assert!(nobody["course"].is_null());
}

/// A picture has every order as a row, and a theorem that ends before the others has a shorter curve.
#[test]
fn a_picture_shows_how_far_each_theorem_holds() {
    let question = json!({"ask": "amplify", "mechanism": {"kind": "gaussian", "sigma": 5}, "rate": 0.001,
        "orders": [2, 10, 100, 1000], "bounds": ["lower", "abadi"], "picture": true});
    let answer = ask(&question);
    let figure = &answer["figure"];
    assert_eq!(figure["table"]["rows"][3][0], "1000");
    assert_eq!(figure["table"]["rows"][0][1], "0.04", "the exact value, not the next number above it");
    assert_eq!(figure["table"]["rows"][3][3], "–");
    assert_eq!(figure["table"]["columns"][2], "divergence ≥, lower");
    assert_eq!(figure["series"][2]["x"], json!([2.0, 10.0, 100.0]));
    assert_eq!(figure["readings"]["place"].as_array().map(Vec::len), Some(4));
    assert!(curve(&answer, "abadi")["unavailable"].is_string());
}

/// What cannot be asked names its field.
#[test]
fn wrong_fields_are_named() {
    for (field, value, path) in [
        ("bounds", json!(["tightest"]), "bounds[0]"),
        ("orders", json!([3, 2]), "orders"),
        ("growth", json!({"delta": 0, "counts": [1]}), "growth.delta"),
        ("growth", json!({"delta": 0.1, "counts": [2, 1]}), "growth.counts"),
        ("growth", json!({"delta": 0.1, "counts": [1], "accountants": ["abacus"]}), "growth.accountants[0]"),
    ] {
        let mut question = json!({"ask": "amplify", "mechanism": {"kind": "gaussian", "sigma": 5}, "rate": 0.1, "orders": [2]});
        question[field] = value;
        assert_eq!(refusal(&question)["path"], path, "{question}");
    }
}

/// `lower` is what removal loses, and never above `exact`, also where the two orders of a pair differ; and `exact` is
/// given where it is known, with amplification at every order.
#[test]
fn lower_is_below_exact_and_exact_is_exact() {
    for (mechanism, rate, orders, truths) in [
        // Sums over two atoms, to 30 digits.
        (
            json!({"kind": "two-point", "p": 0.93, "q": 0.38}),
            0.5,
            json!([2, 3]),
            [0.288_677_262_449_33, 0.378_116_139_480_94],
        ),
        // Binomial sums, to 30 digits.
        (
            json!({"kind": "gaussian", "sigma": 0.1}),
            0.01,
            json!([64, 128]),
            [3_195.321_731_874_551, 6_395.358_568_631_444],
        ),
        (
            json!({"kind": "discrete-gaussian", "sigma": 0.334_495_600_469_904_73, "sensitivity": 2}),
            0.01,
            json!([6, 7]),
            [101.724_567_560_592_3, f64::NAN],
        ),
    ] {
        let answer = ask(json!({"ask": "amplify", "mechanism": mechanism, "rate": rate, "orders": orders}));
        for (at, truth) in truths.into_iter().enumerate().filter(|(_, truth)| !truth.is_nan()) {
            let value = |bound: &str| curve(&answer, bound)["epsilon"][at].as_f64().expect("a number");
            assert!((value("exact") / truth - 1.0).abs() < 1e-9, "{answer}");
            assert!(value("lower") <= value("exact"), "{answer}");
            assert!(value("exact") <= value("general") * (1.0 + 1e-12), "{answer}");
        }
    }
}

/// A pair whose orders differ: `lower` is that of removal, and no larger than the truth of the worse order, 0.0016964.
#[test]
fn lower_is_no_false_inequality() {
    let answer =
        ask(json!({"ask": "amplify", "mechanism": {"kind": "two-point", "p": 0.2, "q": 0.4}, "rate": 0.1,
        "orders": [2]}));
    let value = |bound: &str| curve(&answer, bound)["epsilon"][0].as_f64().expect("a number");
    assert!((value("exact") / 0.001_696_353_248_2 - 1.0).abs() < 1e-9, "{answer}");
    assert!(value("lower") <= value("exact") && value("lower") > 0.9 * value("exact"), "{answer}");
}

/// A curve that is a bound has no mechanism that attains it; nor has a pair that each ε has its own two data sets for.
#[test]
fn a_bound_has_no_lower_bound() {
    let exponential = ask(json!({"ask": "amplify", "mechanism": {"kind": "exponential", "epsilon": 1},
        "rate": 0.1, "orders": [2]}));
    assert!(curve(&exponential, "lower")["unavailable"].as_str().expect("a reason").contains("attained"));
    for mechanism in [json!({"kind": "zcdp", "rho": 0.1}), json!({"kind": "tcdp", "rho": 0.1, "omega": 20})] {
        let answer = amplified(mechanism, json!([2, 3]));
        assert!(curve(&answer, "lower")["unavailable"].is_string(), "{answer}");
        assert!(curve(&answer, "lower")["epsilon"].is_null(), "{answer}");
    }
}
