//! The laws of an output with a person and without, through the one door.
#![cfg(feature = "understand")]

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::{ask, number, refused};

fn list(value: &Value) -> Vec<f64> {
    value.as_array().expect("a list").iter().filter_map(Value::as_f64).collect()
}

/// The band is the set where the first law exceeds e^ε times the second, and its edges lie where they are equal.
#[test]
fn the_band_is_where_the_law_exceeds() {
    let answer = ask(json!({"ask": "outputs", "mechanism": {"kind": "gaussian", "sigma": 1}, "epsilon": 0.7,
        "picture": true}));
    let band = &answer["figure"]["bands"][0];
    let (x, upper) = (list(&band["x"]), list(&band["upper"]));
    // L = x − ½ exceeds 0.7 beyond 1.2.
    let edge = x[upper.iter().position(|&height| height > 0.0).expect("a set")];
    assert!((edge - 1.2).abs() < 1e-3, "{edge}");
    let wide =
        ask(json!({"ask": "outputs", "epsilon": 0.2, "picture": true, "mechanism": {"kind": "gaussian-pair",
        "mean-first": 0, "deviation-first": 2, "mean-second": 0, "deviation-second": 1}}));
    let heights = list(&wide["figure"]["bands"][0]["upper"]);
    let (first, last) = (heights[0], heights[heights.len() - 1]);
    assert!(first > 0.0 && last > 0.0 && heights.contains(&0.0), "two tails and a gap");
}

/// A mixture lies between the laws it is made of, and δ is that of the plan.
#[test]
fn a_sample_lies_between() {
    let answer = ask(json!({"ask": "outputs", "mechanism": {"kind": "laplace", "scale": 1}, "rate": 0.25,
        "epsilon": 0.1, "order": "add"}));
    let (p, q, sampled) = (list(&answer["p"]), list(&answer["q"]), list(&answer["sampled"]));
    for at in 0..p.len() {
        assert!((sampled[at] - (0.75 * q[at] + 0.25 * p[at])).abs() < 1e-15);
    }
    let plan = ask(
        json!({"ask": "plan", "neighbours": "add", "target": {"epsilon": 0.1}, "accountants": ["exact"],
        "releases": [{"mechanism": {"kind": "laplace", "scale": 1}, "sampling": {"kind": "poisson", "rate": 0.25}}]}),
    );
    assert_eq!(answer["tail"]["delta"]["upper"], plan["best"]["delta"]["upper"]);
}

#[test]
fn what_is_known_by_a_bound_is_refused_with_the_reason() {
    for (mechanism, reason) in [
        (json!({"kind": "exponential", "epsilon": 1}), "candidates"),
        (json!({"kind": "zcdp", "rho": 1}), "only a bound of its Rényi curve is known"),
    ] {
        let message = refused(&json!({"ask": "outputs", "mechanism": mechanism}));
        assert!(message.starts_with("mechanism: ") && message.contains(reason), "{message}");
    }
    let message = refused(&json!({"ask": "outputs", "order": "add",
        "mechanism": {"kind": "instability", "epsilon": 1, "delta": 1e-3}}));
    assert!(message.starts_with("order: "), "{message}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// The outputs that exceed make up δ, whatever is answered with how many answers.
    #[test]
    fn atoms_make_up_delta(own in 0.01..4.0f64, categories in 2u32..30, rate in 0.05..1.0f64, epsilon in -1.0..3.0f64, add in any::<bool>()) {
        let order = if add { "add" } else { "remove" };
        let answer = ask(json!({"ask": "outputs", "rate": rate, "epsilon": epsilon, "order": order,
            "mechanism": {"kind": "k-ary-randomized-response", "epsilon": own, "categories": categories}}));
        let mut delta = 0.0;
        for atom in answer["atoms"].as_array().expect("atoms") {
            let get = |name: &str| atom[name].as_f64();
            let (p, q) = (get("p").expect("a mass"), get("q").expect("a mass"));
            let with = get("sampled").unwrap_or(p);
            let (first, second) = if add { (q, with) } else { (with, q) };
            if atom["exceeds"] == true {
                delta += first - epsilon.exp() * second;
            }
        }
        let truth = number(&answer["tail"]["delta"]["upper"]).expect("a bound");
        prop_assert!((delta - truth).abs() < 1e-12, "{} {}", delta, answer);
    }
}
