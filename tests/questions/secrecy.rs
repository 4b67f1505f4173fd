//! What may be published, through the one door: every field that depends on the data of others says so, and what is
//! called publishable has a guarantee that is worth something.
#![cfg(feature = "people")]

use serde_json::{Value, json};

use crate::support::{ask, with};

fn text<'a>(answer: &'a Value, pointer: &str) -> &'a str {
    answer.pointer(pointer).and_then(Value::as_str).unwrap_or_else(|| panic!("no words at {pointer}"))
}

fn map(fields: Value) -> Value {
    let base = json!({"ask": "instance-map", "data": {"kind": "penguins"}, "sigma": 11, "regularization": 60,
        "model": {"kind": "drawn", "seed": 1}, "cells": 8});
    ask(with(base, fields))
}

fn report(fields: Value) -> Value {
    let base = json!({"ask": "privacy-report", "data": {"kind": "penguins"}, "sigma": 11, "regularization": 60,
        "report": {"hessian": 5}, "redraws": 5, "person": 1});
    ask(with(base, fields))
}

/// What is drawn and bounded could be published; without a bound, with an absurd one, with a δ that gives people away,
/// of data scaled by themselves, or turned by hand it must not be.
#[test]
fn only_a_guarantee_makes_anything_publishable() {
    let rows = json!([[0.02, -0.01, 1], [-0.015, 0.025, -1], [0.99, 0.1, 1], [0.01, 0.015, -1]]);
    for (fields, publishable, words) in [
        (json!({}), true, "ε ≤ "),
        (json!({"tight": true}), true, "by the tight determinant, an extension of this tool"),
        (json!({"loss": "squared"}), false, "no ε is guaranteed"),
        (json!({"loss": "squared", "clip": 1}), true, "ε ≤ "),
        (json!({"sigma": 0.001, "regularization": 1e-6}), false, "protects nobody"),
        (json!({"sigma": 0.001, "regularization": 1e-6, "tight": true}), false, "ε ≤ 504910 at δ = 1e-6"),
        (json!({"delta": 0.01, "report": {"delta": 0.01}}), false, "1/342"),
        (json!({"data": {"kind": "rows", "rows": rows}}), true, "ε ≤ "),
        (
            json!({"data": {"kind": "rows", "rows": rows, "scaled": true}}),
            false,
            "divided by the largest norm",
        ),
        (
            json!({"data": {"kind": "text", "text": "0.5,0.1,1\n1,0,-1", "scaled": true}}),
            false,
            "divided by the largest norm",
        ),
    ] {
        let shown = with(fields.clone(), json!({"show": "data-independent"}));
        let mut marks =
            vec![map(shown).pointer("/shown").cloned(), map(fields.clone()).pointer("/model").cloned()];
        let mut asked = fields.clone();
        asked.as_object_mut().expect("fields").remove("delta");
        let answer = report(asked.clone());
        assert!(answer["message"].is_null(), "{answer}");
        marks.extend([answer.pointer("/model").cloned(), answer.pointer("/reports/0").cloned()]);
        for mark in marks.into_iter().flatten() {
            let notice = text(&mark, "/notice");
            assert_eq!(mark["publishable"], publishable, "{fields}: {notice}");
            assert!(notice.contains(words), "{fields}: {notice}");
            if publishable {
                assert!(notice.starts_with("Could be published if drawn with secret noise"), "{notice}");
                assert!(notice.contains("This noise is a demonstration"), "{notice}");
            } else {
                assert!(notice.starts_with("Must not be published"), "{notice}");
            }
        }
        // What is not covered has no ε either.
        if words.contains("largest norm") || words.contains("no ε") {
            assert_eq!(
                (&answer["mechanism"], &answer["reports"][0]["total"]),
                (&json!("inf"), &json!("inf"))
            );
        }
    }
    for model in [json!({"kind": "fitted"}), json!({"kind": "drawn", "seed": 1, "turn": 0.1})] {
        for show in ["truth", "data-independent", "adaptive"] {
            let answer = map(json!({"model": model, "show": show}));
            assert_eq!(
                (&answer["model"]["publishable"], &answer["shown"]["publishable"]),
                (&json!(false), &json!(false))
            );
        }
    }
}

/// Whatever sits in an answer and depends on people of the data stands in an object that is marked as secret, or says
/// so in its own words.
#[test]
fn every_field_that_shows_people_is_marked() {
    let secret = |answer: &Value, pointer: &str| {
        let place = answer.pointer(pointer).unwrap_or_else(|| panic!("nothing at {pointer}"));
        assert_eq!(place["publishable"], false, "{pointer}");
        assert!(!text(place, "/notice").is_empty(), "{pointer}");
    };
    let says_so = |answer: &Value, pointers: &[&str]| {
        for pointer in pointers {
            let said = text(answer, pointer).to_lowercase();
            assert!(said.contains("must not be published"), "{pointer}: {said}");
            assert!(!said.contains("could be published"), "{pointer}: {said}");
        }
    };
    let answer = report(json!({}));
    for at in 0..3 {
        let members = format!("/reports/{at}/members");
        secret(&answer, &members);
        for field in ["bounds", "largest-total", "largest", "coverage", "covered"] {
            assert!(!answer.pointer(&format!("{members}/{field}")).expect(field).is_null());
            assert!(answer["reports"][at].get(field).is_none(), "{field} is beside its mark");
        }
    }
    secret(&answer, "/truth");
    secret(&answer, "/history");
    says_so(
        &answer,
        &[
            "/sentence",
            "/figure/title",
            "/figure/notice",
            "/figure/table/caption",
            "/history/figure/title",
            "/history/figure/notice",
            "/history/figure/table/caption",
        ],
    );
    for show in ["truth", "data-independent", "data-dependent", "adaptive"] {
        let fields = json!({"show": show, "report": {"hessian": 5}, "person": {"member": 7}});
        let answer = map(fields.clone());
        secret(&answer, "/worst-case/here");
        secret(&answer, "/person");
        says_so(
            &answer,
            &[
                "/sentence",
                "/shown/members",
                "/person/notice",
                "/figure/sentence",
                "/figure/table/caption",
                "/distribution/title",
                "/distribution/notice",
                "/distribution/table/caption",
            ],
        );
        let bounded = show != "truth";
        assert_eq!(answer["shown"]["publishable"], bounded);
        // The colours are a function of anyone's record: secret as the truth, but not as a bound.
        if bounded {
            assert_eq!(text(&answer, "/figure/title"), "What a person with label 1 would lose at most");
            assert!(text(&answer, "/person/sentence").contains("loses at most"));
        } else {
            says_so(&answer, &["/figure/title"]);
        }
        let elsewhere = map(with(fields, json!({"person": {"place": [0.1, 0.2]}})));
        assert_eq!(elsewhere["person"]["publishable"], bounded);
    }
    for method in ["objective-perturbation", "dp-sgd-honest", "dp-sgd-dishonest", "without-noise"] {
        let answer =
            ask(json!({"ask": "train", "method": method, "data": {"kind": "penguins"}, "epsilons": [1],
            "delta": 1e-5, "trials": 2, "epochs": 2, "candidates": 2, "picture": true,
            "repeats": {"kind": "poisson", "mean": 3}}));
        secret(&answer, "/points/0");
        says_so(&answer, &["/points/0/notice", "/figure/title", "/figure/notice", "/figure/table/caption"]);
    }
    let lost =
        ask(json!({"ask": "ex-post-loss", "mechanism": "objective-perturbation", "data": {"kind": "toy6"},
        "regularization": 0.5, "sigma": 2, "model": {"kind": "drawn", "seed": 1}, "person": {"member": 1}}));
    assert_eq!(lost["publishable"], false);
    says_so(&lost, &["/notice", "/sentence"]);
}

/// The further releases of a report have noise of their own, also where every seed is the same. With the noise of the
/// model the released gradient would be the secret one times `1 − σ₂/σ`, and so would be the alignment of everyone.
#[test]
fn a_released_gradient_is_no_multiple_of_the_secret_one() {
    let fields = json!({"report": {"gradient": 0.7, "hessian": 5, "seed": 1}, "cells": 0});
    let secret = map(fields.clone());
    let told = map(with(fields, json!({"show": "data-dependent"})));
    let list = |answer: &Value| -> Vec<f64> {
        let list = answer["shown"]["alignment"].as_array().expect("a list");
        list.iter().map(|value| value.as_f64().expect("a number")).collect()
    };
    // A bound of the alignment is `(|f′ĝᵀx| + σ₂|f′|‖x‖q)/σ²`, q of ρ = 0.05, unless the noise alone is less. The
    // second part is known from the answer; the first over the true alignment would be the constant.
    let release = &report(json!({"report": {"gradient": 0.7, "hessian": 5}}))["reports"][1]["released"][0];
    let sigma = release["sigma"].as_f64().expect("a number");
    let (across, upward, labels) = (&told["across"], &told["upward"], &told["labels"]);
    let theta: Vec<f64> = told["model"]["theta"]
        .as_array()
        .expect("θ")
        .iter()
        .map(|value| value.as_f64().expect("a number"))
        .collect();
    let ratios: Vec<f64> = list(&secret)
        .into_iter()
        .zip(list(&told))
        .enumerate()
        .map(|(at, (truth, bound))| {
            let [x, y, label] = [across, upward, labels].map(|list| list[at].as_f64().expect("a number"));
            let slope = 1.0 / (1.0 + (label * (theta[0] * x + theta[1] * y)).exp());
            let noise = 1.959_963_984_540_054 * sigma * slope * x.hypot(y);
            (bound * 121.0 - noise).abs() / (truth * 121.0).abs()
        })
        .collect();
    let (least, most) = ratios
        .iter()
        .fold((f64::INFINITY, 0.0f64), |(least, most), &ratio| (least.min(ratio), most.max(ratio)));
    assert!(most > 1.5 * least, "every ratio lies between {least} and {most}");
}
