//! What a sample makes of a profile, when the tight bound holds, and guarantees for other neighbours.
#![cfg(feature = "understand")]

use serde_json::{Value, json};

use crate::support::{ask, number, refusal};

fn condition(pair: Value, powers: Value) -> Value {
    ask(json!({"ask": "amplification-condition", "pair": pair, "powers": powers, "picture": true}))
}

/// Rows C01 to C08 as the table of the figure prints them, for means that are typed.
#[test]
fn poisson_pairs_match_the_reference() {
    for (with, without, cubed, fifth) in [
        (0.6, 0.3, "1.2705", "2328.7"),
        (0.3, 0.6, "−0.030511", "−0.021001"),
        (0.5, 1.0, "0.01617", "−0.0018212"),
        (1.0, 0.5, "4.4429", "441250"),
    ] {
        let answer = condition(json!({"kind": "poisson", "without": without, "with": [with]}), json!([3, 5]));
        assert_eq!(answer["figure"]["table"]["rows"][0][1], cubed);
        assert_eq!(answer["figure"]["table"]["rows"][0][2], fifth);
    }
}

/// Shaded where a moment is negative, and said by the numbers: for Q of mean 2 no mean of P near it breaks the condition.
#[test]
fn the_sentence_says_what_was_computed() {
    let failing = condition(json!({"kind": "poisson", "without": 0.6}), json!([3, 5]));
    assert_eq!(failing["moments"][0]["negative"][0]["from"], json!(0.06));
    assert_eq!(failing["moments"][0]["negative"][0]["to"], json!(0.57));
    assert_eq!(failing["figure"]["bands"][0]["label"], "negative");
    let sentence = failing["sentence"].as_str().expect("words");
    assert!(
        sentence.contains("that of power 3 from 0.06 to 0.57") && sentence.contains("from order 3 on"),
        "{sentence}"
    );
    for (with, without) in [(0.3, 1.0), (1.4, 2.0)] {
        let holding =
            condition(json!({"kind": "poisson", "without": without, "with": [with]}), json!([3, 5, 7, 9]));
        assert_eq!(holding["fails"], json!([null]));
        assert_eq!(holding["figure"]["bands"], json!([]));
        let sentence = holding["sentence"].as_str().expect("words");
        assert!(sentence.starts_with("None of these") && !sentence.contains("not proved"), "{sentence}");
    }
    // The moment of P against Q is positive, that of Q against P is not.
    let turned = condition(json!({"kind": "poisson", "without": 0.3, "with": [0.6]}), json!([3]));
    assert_eq!(turned["fails"], json!([3]));
    assert!(number(&turned["moments"][0]["reversed"][0]).expect("a number") < 0.0);
}

/// Two outputs: negative on one side of one half, and `amplify` agrees about the same pair.
#[test]
fn two_points_agree_with_the_tight_bound() {
    for (p, q, fails) in [(0.1, 0.2, true), (0.7, 0.3, false), (0.9, 0.7, true)] {
        let answer = condition(json!({"kind": "two-point", "without": q, "with": [p]}), json!([3, 5]));
        assert_eq!(answer["fails"][0].is_null(), !fails, "{p} {q}");
        let curve =
            ask(json!({"ask": "amplify", "mechanism": {"kind": "two-point", "p": p, "q": q}, "rate": 0.1,
            "orders": [3], "bounds": ["tight"]}));
        assert_eq!(curve["curves"][0]["epsilon"].is_null(), fails, "{p} {q}");
    }
}

#[test]
fn even_powers_and_empty_pairs_are_refused() {
    let pair = json!({"kind": "poisson", "without": 1});
    assert_eq!(
        refusal(json!({"ask": "amplification-condition", "pair": pair, "powers": [4]}))["path"],
        "powers"
    );
    let none = json!({"kind": "poisson", "without": 0});
    assert_eq!(refusal(json!({"ask": "amplification-condition", "pair": none}))["path"], "pair.without");
    let one = json!({"kind": "two-point", "without": 0.5, "with": [1]});
    assert_eq!(refusal(json!({"ask": "amplification-condition", "pair": one}))["path"], "pair.with[0]");
}

fn profiles(mechanism: Value, rate: f64) -> Value {
    ask(json!({"ask": "amplified-profile", "mechanism": mechanism, "rate": rate, "picture": true}))
}

/// The lemma's points lie on the curve of a person who is removed, above that of one who is added; the general Rényi bound
/// has at most three times the δ of the best one.
#[test]
fn lemma_points_lie_on_the_curve_of_removal() {
    for mechanism in [json!({"kind": "gaussian", "sigma": 1}), json!({"kind": "laplace", "scale": 0.5})] {
        for rate in [0.001, 0.1, 0.7] {
            let answer = profiles(mechanism.clone(), rate);
            let points = answer["lemma"].as_array().expect("points");
            assert_eq!(points.len(), 6);
            for point in points {
                let of = |name: &str| point[name].as_f64().expect("a number");
                let (delta, removed) = (of("delta"), &point["removed"]);
                let upper = number(&removed["upper"]).expect("an upper end");
                assert!(number(&removed["lower"]).expect("a lower end") <= delta);
                assert!((delta - upper).abs() <= 1e-9 * upper + 1e-18, "{point}");
                assert!(number(&point["added"]["lower"]).expect("a lower end") <= delta);
                assert!(of("renyi-least") <= of("renyi-general"));
                assert!(of("renyi-general") <= 3.0 * of("renyi-least") * (1.0 + 1e-9), "{point}");
                assert!(of("renyi-least") >= upper * (1.0 - 1e-9), "{point}");
            }
            let drawn = answer["figure"]["series"].as_array().expect("series");
            assert_eq!(drawn.last().expect("points")["draw"], "points");
            assert!(answer["sentence"].as_str().expect("words").contains("lies on the curve"), "{answer}");
        }
    }
}

/// Where the profile of an added person ends, and whether it gets there.
#[test]
fn an_added_person_has_a_largest_loss() {
    let normal = &profiles(json!({"kind": "gaussian", "sigma": 1}), 0.1)["added"];
    assert_eq!((&normal["reaches-limit"], &normal["attained"]), (&json!(true), &json!(false)));
    let bounded = &profiles(json!({"kind": "laplace", "scale": 0.5}), 0.1)["added"];
    assert_eq!((&bounded["reaches-limit"], &bounded["attained"]), (&json!(false), &json!(true)));
    assert!(number(&bounded["largest"]["upper"]) < bounded["limit"].as_f64());
    for rate in [0.0, 1.0] {
        assert!(profiles(json!({"kind": "gaussian", "sigma": 1}), rate)["added"].is_null());
    }
}

/// A curve alone has profiles by the Rényi bound, and nothing that needs a pair.
#[test]
fn a_curve_alone_has_its_renyi_profiles() {
    let answer = profiles(json!({"kind": "zcdp", "rho": 0.1}), 0.1);
    for profile in answer["profiles"].as_array().expect("profiles") {
        assert_eq!(profile["accountant"], "rdp");
    }
    assert_eq!((&answer["attained"], &answer["added"]), (&json!(false), &Value::Null));
    assert!(answer["lemma"][0]["removed"].is_null() && answer["lemma"][0]["renyi-least"].is_null());
}

fn converted(guarantee: Value, neighbours: &str, people: u32) -> Value {
    ask(
        json!({"ask": "convert-guarantee", "guarantee": guarantee, "neighbours": neighbours, "people": people,
        "picture": true}),
    )
}

fn conversion<'a>(answer: &'a Value, relation: &str) -> &'a Value {
    let all = answer["conversions"].as_array().expect("conversions");
    all.iter().find(|one| one["neighbours"] == relation).expect("a relation")
}

#[test]
fn a_published_guarantee_is_turned_into_others() {
    let answer = converted(json!({"kind": "approximate", "epsilon": 1, "delta": 1e-6}), "add-remove", 1);
    assert_eq!(conversion(&answer, "add-remove")["text"], "ε ≤ 1, δ ≤ 1e-6");
    assert_eq!(conversion(&answer, "replace")["text"], "ε ≤ 2, δ ≤ 3.7183e-6");
    assert_eq!(answer["theorem"]["name"], "group privacy");
    let group = converted(json!({"kind": "approximate", "epsilon": 1, "delta": 1e-6}), "add-remove", 4);
    assert_eq!(conversion(&group, "replace")["text"], "ε ≤ 8, δ ≤ 0.0017343");
    assert_eq!(group["figure"]["table"]["rows"][3], json!(["4", "3.1193e-5", "0.0017343", "4", "8"]));
    assert_eq!(
        conversion(&converted(json!({"kind": "pure", "epsilon": 0.1}), "replace", 3), "replace")["text"],
        "ε ≤ 0.3"
    );
    let vain = converted(json!({"kind": "approximate", "epsilon": 5, "delta": 1e-6}), "add-remove", 20);
    assert!(vain["sentence"].as_str().expect("words").contains("which says nothing"), "{vain}");
}

/// What does not follow is not given.
#[test]
fn nothing_follows_where_nothing_follows() {
    let pure = json!({"kind": "pure", "epsilon": 1});
    for (from, to) in [
        ("replace", "add-remove"),
        ("replace", "add"),
        ("add", "remove"),
        ("add", "add-remove"),
        ("remove", "replace"),
    ] {
        let answer = converted(pure.clone(), from, 2);
        let one = conversion(&answer, to);
        assert!(one["epsilon"].is_null() && one["unavailable"].is_string(), "{from} {to}: {one}");
        assert_eq!(conversion(&answer, from)["epsilon"].as_f64().map(f64::round), Some(2.0));
    }
}

/// A group by the theorem is never below the same group of a known mechanism, whose noise is σ over its size.
#[test]
fn a_group_is_not_below_the_exact_one() {
    for (sigma, people) in [(4.0, 3), (10.0, 5)] {
        let delta = |sigma: f64, epsilon: f64| {
            let answer =
                ask(json!({"ask": "plan", "releases": [{"mechanism": {"kind": "gaussian", "sigma": sigma}}],
                "target": {"epsilon": epsilon}, "accountants": ["exact"]}));
            number(&answer["best"]["delta"]["upper"]).expect("a δ")
        };
        let published = json!({"kind": "approximate", "epsilon": 0.5, "delta": delta(sigma, 0.5)});
        let group = converted(published, "add-remove", people);
        let bound = conversion(&group, "add-remove")["delta"].as_f64().expect("a δ");
        assert!(bound >= delta(sigma / f64::from(people), 0.5 * f64::from(people)), "{group}");
    }
}

#[test]
fn a_delta_is_for_concentrated_guarantees() {
    let answer =
        ask(json!({"ask": "convert-guarantee", "guarantee": {"kind": "zcdp", "rho": 0.1}, "delta": 1e-5}));
    assert_eq!(
        conversion(&answer, "replace")["rho"].as_f64().map(|rho| (rho - 0.4).abs() < 1e-15),
        Some(true)
    );
    let plan = ask(json!({"ask": "plan", "releases": [{"mechanism": {"kind": "zcdp", "rho": 0.1}}],
        "target": {"delta": 1e-5}, "accountants": ["rdp"]}));
    let (found, same) = (&conversion(&answer, "add-remove")["epsilon"], &plan["best"]["epsilon"]["upper"]);
    assert!(
        (number(found).expect("an ε") / number(same).expect("an ε") - 1.0).abs() < 1e-9,
        "{found} {same}"
    );
    let wrong =
        json!({"ask": "convert-guarantee", "guarantee": {"kind": "pure", "epsilon": 1}, "delta": 1e-5});
    assert_eq!(refusal(wrong)["path"], "delta");
}
