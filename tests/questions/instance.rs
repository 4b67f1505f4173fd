//! What one person loses, through the one door.
#![cfg(feature = "people")]

use dpscope::question::ask_json;
use serde_json::{Value, json};

use crate::support::{ask, refusal, refused, with};

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().expect("a list").iter().map(|value| value.as_f64().expect("a number")).collect()
}

fn toy() -> Value {
    json!({"ask": "ex-post-loss", "mechanism": "objective-perturbation", "data": {"kind": "toy6"}, "regularization": 0.5,
        "sigma": 2, "model": {"kind": "given", "theta": [0.7, -0.25]}, "person": {"member": 1}})
}

fn map() -> Value {
    json!({"ask": "instance-map", "data": {"kind": "halton200"}, "regularization": 1, "sigma": 10.957612053189042,
        "cells": 32})
}

#[test]
fn one_person_in_three_parts_beside_the_worst_case() {
    let answer = ask(toy());
    let part = |at: usize| answer["parts"][at]["value"].as_f64().expect("a number");
    for (found, expected) in
        [(part(0), 0.197805346184), (part(1), 0.0105353827014), (part(2), -0.0373633748755)]
    {
        assert!((found - expected).abs() < 1e-11);
    }
    assert_eq!(answer["publishable"], false);
    assert!(answer["notice"].as_str().expect("words").contains("Must not be published"));
    let loss = answer["loss"].as_f64().expect("a number");
    assert!(
        loss < answer["here"].as_f64().expect("a number")
            && loss < answer["worst-case"].as_f64().expect("a number")
    );
    let outsider = ask(with(toy(), json!({"person": {"outsider": [0.9, 0.1, -1]}})));
    assert!((outsider["loss"].as_f64().expect("a number") - 0.278371667238).abs() < 1e-11);
    let squared = json!({"loss": "squared", "data": {"kind": "rows", "rows": [[0.6, 0.3, 0.5], [0.8, -0.2, 0.9],
        [0.1, 0.9, -0.1], [-0.5, 0.4, -0.3], [-0.7, -0.6, -0.4], [-0.2, -0.8, 0.2]]}});
    let squared = ask(with(toy(), squared));
    assert!((squared["loss"].as_f64().expect("a number") - 0.421455077094).abs() < 1e-11);
    assert_eq!(squared["worst-case"], "inf");
}

#[test]
fn any_convex_loss_the_gaussian_mechanism_and_the_attack() {
    // TOY6's person 1 again, by matrices.
    let general = ask(json!({"ask": "ex-post-loss", "mechanism": "general", "member": true, "sigma": 2,
        "hessian": [[0.9243094816934292, 0.12398957739762277], [0.12398957739762277, 1.0176024981529188]],
        "gradient": [-0.8230179946729373, -1.16950991547712],
        "person-hessian": [[0.1459926522112, -0.0364981630528], [-0.0364981630528, 0.0091245407632]],
        "person-gradient": [-0.2816473583352, 0.0704118395838]}));
    assert!((general["loss"].as_f64().expect("a number") - 0.17097735401).abs() < 1e-9);
    let gaussian =
        ask(json!({"ask": "ex-post-loss", "mechanism": "gaussian", "shift": [0.6, 0.8], "noise": [0.5, -2],
        "sigma": 1, "delta": 1e-5}));
    assert!((gaussian["signed"].as_f64().expect("a number") - (0.5 + 1.3)).abs() < 1e-14);
    assert!((gaussian["guarantee"]["epsilon"].as_f64().expect("a number") - 4.3771780956812).abs() < 1e-11);
    let attack =
        ask(json!({"ask": "ex-post-loss", "mechanism": "count", "count": 0, "output": 0.1, "sigma": 2}));
    assert!((attack["candidates"][1].as_f64().expect("a number") + 0.8).abs() < 1e-12);
    assert!(attack["sentence"].as_str().expect("words").contains("the hidden count is 0"));
    // Every digit of a large count, and none of rounding.
    for (count, output, sigma, sentence) in [
        (123_456, 123_459.3, 4.0, "the count is 123461.6 or 123456: only 123456 is a whole count"),
        (0, 0.1, 1.7, "the count is 0 or −0.8: only 0 is a whole count"),
    ] {
        let attack =
            ask(json!({"ask": "ex-post-loss", "mechanism": "count", "count": count, "output": output,
            "sigma": sigma}));
        assert!(attack["sentence"].as_str().expect("words").contains(sentence), "{attack}");
    }
}

/// The correlation of two lists.
fn correlation(one: &[f64], other: &[f64]) -> f64 {
    let mean = |list: &[f64]| list.iter().sum::<f64>() / list.len() as f64;
    let (a, b) = (mean(one), mean(other));
    let (mut both, mut first, mut second) = (0.0, 0.0, 0.0);
    for (x, y) in one.iter().zip(other) {
        both += (x - a) * (y - b);
        first += (x - a) * (x - a);
        second += (y - b) * (y - b);
    }
    both / (first * second).sqrt()
}

/// How far the 200 people of the figure are from the line between the sides: points of Halton's sequence with bases 2
/// and 3, in the disc and not in the gap.
fn halton_distances() -> Vec<f64> {
    let digits = |at: u32, base: u32| {
        let (mut left, mut share, mut sum) = (at, 1.0, 0.0);
        while left > 0 {
            share /= f64::from(base);
            sum += share * f64::from(left % base);
            left /= base;
        }
        2.0 * sum - 1.0
    };
    let places = (1..=339).map(|at| [digits(at, 2), digits(at, 3)]);
    let kept = places.filter(|[x, y]| x * x + y * y <= 1.0 && x.abs() >= 0.2);
    kept.map(|[x, _]| x.abs()).collect()
}

/// The figure of the source on 200 quasi-random people, all six angles, 8 digits: while the model is right those near
/// its line lose most; turned round, those far from it, whom it gets wrong.
#[test]
fn the_rotation_figure_has_its_golden_values() {
    let pi = std::f64::consts::PI;
    let distance = halton_distances();
    assert_eq!(distance.len(), 200);
    for (turn, mean, max, first) in [
        (0.0, 0.007423721, 0.034540413, Some(79)),
        (pi / 12.0, 0.0051531474, 0.019479596, None),
        (pi / 4.0, 0.031763529, 0.20996282, None),
        (pi / 2.0, 0.16679284, 0.52449758, None),
        (0.75 * pi, 0.34993856, 0.76897496, None),
        (pi, 0.44082702, 0.87723147, Some(149)),
    ] {
        let answer = ask(with(map(), json!({"model": {"kind": "fitted", "turn": turn}})));
        let values = numbers(&answer["shown"]["values"]);
        assert!((values.iter().sum::<f64>() / 200.0 / mean - 1.0).abs() < 1e-7);
        let most = answer["shown"]["order"][0].as_u64().expect("a place") as usize;
        assert!((values[most] / max - 1.0).abs() < 3e-8);
        assert!(first.is_none_or(|first| most == first));
        assert_eq!(answer["shown"]["publishable"], false);
        assert_eq!(answer["model"]["publishable"], false);
        assert_eq!(answer["shown"]["exposed"].as_array().expect("a list").len(), 5);
        assert_eq!(answer["figure"]["cells"]["values"].as_array().expect("a list").len(), 32 * 32);
        if turn == 0.0 {
            let theta = numbers(&answer["model"]["theta"]);
            assert!((theta[0] - 5.594787633751).abs() < 1e-9 && (theta[1] + 0.023333583990).abs() < 1e-9);
            let least = values.iter().copied().fold(f64::INFINITY, f64::min);
            assert!((least / 0.0011954733 - 1.0).abs() < 5e-8);
            assert!((correlation(&values, &distance) + 0.634).abs() < 5e-4);
        }
        if turn == pi {
            assert!((correlation(&values, &distance) - 0.999).abs() < 5e-4);
        }
    }
}

/// Over data sets, models and reports: nobody above the bound of everyone at this output, and no cell.
#[test]
fn no_value_is_above_the_worst_case() {
    for generator in ["two-gaussians", "margin-blobs", "ring", "heavy-tail"] {
        let drawn = |seed: u32| json!({"kind": "drawn", "seed": seed});
        let turned = |turn: f64| json!({"kind": "fitted", "turn": turn});
        for (seed, intercept, model) in
            [(1, false, drawn(1)), (2, true, drawn(2)), (3, false, turned(0.0)), (4, true, turned(2.9))]
        {
            let fields = json!({"data": {"kind": "generate", "generator": generator, "people": 60, "seed": seed},
                "intercept": intercept, "sigma": 3, "regularization": 0.4, "tight": true, "model": model});
            for label in [-1, 1] {
                let answer = ask(with(with(map(), fields.clone()), json!({"label": label})));
                let here = answer["worst-case"]["here"]["value"].as_f64().expect("a number");
                let cells = answer["figure"]["cells"]["values"]
                    .as_array()
                    .expect("a list")
                    .iter()
                    .filter_map(Value::as_f64);
                let values = numbers(&answer["shown"]["values"]);
                assert!(values.iter().copied().chain(cells).all(|value| value <= here));
                // The line that is drawn beside everyone's losses.
                let line = answer["distribution"]["series"][2]["x"][0].as_f64().expect("a line");
                assert!(values.iter().all(|value| *value <= line), "{line} {values:?}");
            }
        }
    }
}

#[test]
fn reports_say_what_they_release_what_they_cost_and_when_they_cannot_be_made() {
    let question = json!({"ask": "privacy-report", "data": {"kind": "toy6"}, "regularization": 30, "sigma": 5, "seed": 3,
        "report": {"gradient": 1, "hessian": 1, "eigenvalue": 1}, "redraws": 200, "person": 2});
    let answer = ask(question.clone());
    let reports = answer["reports"].as_array().expect("reports");
    for (report, count) in reports.iter().zip([0, 2, 3]) {
        assert_eq!(report["publishable"], true, "{report}");
        assert_eq!(report["released"].as_array().expect("a list").len(), count);
        for (bound, loss) in
            numbers(&report["members"]["bounds"]).iter().zip(numbers(&answer["truth"]["losses"]))
        {
            assert!(*bound >= loss);
        }
        let share = report["members"]["coverage"]["share"].as_f64().expect("a share");
        assert!(share >= report["stated"].as_f64().expect("a share") - 0.05);
        // An interval of 200 trials, however many bounds each has: nothing that always held is surer than this.
        let end = |name: &str| report["members"]["coverage"][name].as_f64().expect("an end");
        assert!(end("lower") < share && share <= end("upper"));
        assert!(end("lower") <= 0.025f64.powf(1.0 / 200.0) + 1e-9, "{report}");
        assert!(report["members"]["covered"].as_str().expect("words").ends_with(" % at 95 % confidence)"));
    }
    assert_eq!(reports[0]["overhead"], 0.0);
    assert!(reports[2]["total"].as_f64() > reports[1]["total"].as_f64());
    assert_eq!(answer["truth"]["publishable"], false);
    assert_eq!(answer["history"]["losses"].as_array().expect("a list").len(), 200);
    assert_eq!(answer, ask(question.clone()), "a seed gives one answer");
    let weak = ask(with(question, json!({"regularization": 0.1, "redraws": 0})));
    let needed = &weak["reports"][1]["needed-regularization"];
    assert!(needed.as_f64().expect("a number") > 1.0 && weak["reports"][1]["publishable"] == false);
    // A report that is not made costs nothing and tells nobody anything.
    let none = &weak["reports"][1];
    assert!(
        none["total"].is_null() && none["overhead"].is_null() && none["members"]["largest-total"].is_null()
    );
    assert_eq!(none["text"]["total"], "");
    let hollow = ask(with(map(), json!({"show": "data-dependent"})));
    assert!(hollow["unavailable"].as_str().expect("words").contains("a regularization λ of at least"));
    assert_eq!(hollow["figure"], Value::Null);
}

/// The same question gives the same bytes; where something is drawn another seed gives another answer.
#[test]
fn a_seed_gives_one_answer() {
    let told = |question: &Value| ask_json(&question.to_string());
    let drawn = |seed: u64| json!({"model": {"kind": "drawn", "seed": seed}});
    let people =
        |seed: u64| json!({"data": {"kind": "generate", "generator": "ring", "people": 40, "seed": seed}});
    let noise = |seed: u64| json!({"show": "adaptive", "report": {"seed": seed}});
    let report = json!({"ask": "privacy-report", "data": {"kind": "toy6"}, "regularization": 30, "sigma": 5,
        "report": {"gradient": 1, "hessian": 1, "eigenvalue": 1}, "redraws": 20});
    for (base, seeded) in [
        (toy(), &drawn as &dyn Fn(u64) -> Value),
        (toy(), &people),
        (map(), &drawn),
        (map(), &people),
        (map(), &noise),
        (report, &|seed: u64| json!({"seed": seed})),
    ] {
        let [one, other] = [1, 2].map(|seed| with(base.clone(), seeded(seed)));
        assert!(ask(one.clone())["message"].is_null(), "{}", told(&one));
        assert_eq!(told(&one), told(&one));
        assert_ne!(told(&one), told(&other), "{one}");
    }
    // Nothing is drawn.
    let calibrate = json!({"ask": "calibrate-objective-perturbation", "lipschitz": 1, "smoothness": 0.25,
        "epsilon": 1, "delta": 1e-6, "approximate": {"tolerance": 0.01, "output_noise": 0.15}, "regularization": 5});
    for question in [calibrate, toy(), map()] {
        assert!(ask(question.clone())["message"].is_null());
        assert_eq!(told(&question), told(&question));
    }
}

/// The classic calibration of the source: ε₁ = 0.5 at δ = 1e-6 for the logistic loss.
#[test]
fn a_budget_sets_the_noise_and_the_least_regularization() {
    let question = json!({"ask": "instance-map", "data": {"kind": "toy6"}, "cells": 0,
        "budget": {"epsilon": 0.5, "delta": 1e-6}});
    assert_eq!(ask(question.clone())["mechanism"], "σ = 21.732, λ = 1");
    assert_eq!(ask(with(question.clone(), json!({"regularization": 3})))["mechanism"], "σ = 21.732, λ = 3");
    assert_eq!(ask(with(question.clone(), json!({"regularization": 0.2})))["mechanism"], "σ = 21.732, λ = 1");
    let both = refused(&with(question.clone(), json!({"sigma": 3})));
    assert_eq!(both, "sigma: 3 is not left out where a budget says how much noise there is");
    let unbounded = refused(&with(question, json!({"loss": "squared"})));
    assert!(unbounded.contains("clip it"), "{unbounded}");
}

#[test]
fn a_chosen_person_is_told_of_in_full() {
    let member = ask(with(map(), json!({"person": {"member": 79}, "cells": 0})));
    assert_eq!(member["person"]["rank"], "rank 1 of 200");
    assert_eq!(member["person"]["value"], "0.03454");
    assert_eq!(member["person"]["total"], "");
    // Without noise the gradient is 0, and so is what aligns with it.
    assert_eq!(member["person"]["alignment"], "0");
    let table = ask(map())["figure"]["table"]["rows"].clone();
    assert!(table.as_array().expect("rows").iter().all(|row| row[8] == "0"), "{table}");
    let fields =
        json!({"show": "adaptive", "model": {"kind": "drawn", "seed": 4}, "person": {"place": [0.3, -0.2]}});
    let other = ask(with(map(), fields));
    let text = |name: &str| other["person"][name].as_str().expect("a text").parse::<f64>().expect("a number");
    assert!(other["person"]["rank"] == "" && text("total") > text("value"));
    assert_eq!(other["shown"]["publishable"], true);
}

#[test]
fn a_table_as_text_is_the_same_people() {
    let rows =
        with(map(), json!({"data": {"kind": "rows", "rows": [[0.1, 0.2, 1], [-0.3, 0.4, -1]]}, "cells": 0}));
    let text =
        with(map(), json!({"data": {"kind": "text", "text": "0.1,0.2,1\n\n-0.3, 0.4,-1\n"}, "cells": 0}));
    assert_eq!(ask(rows)["shown"], ask(text)["shown"]);
    for (bad, line) in
        [("0.1,0.2,1\n0.3,oops,1", 2), ("0.9,0.9,1", 1), ("0.1,0.2,0.5", 1), ("0.1,0.2,1\n0.1,1", 2)]
    {
        let answer = refusal(with(map(), json!({"data": {"kind": "text", "text": bad}})));
        assert_eq!(answer["path"], "data.text");
        assert!(answer["message"].as_str().expect("words").contains(&format!("line {line} is")), "{answer}");
    }
}

/// Whatever is allowed is answered, with numbers.
#[test]
fn extremes_are_answered() {
    for sigma in [1e-3, 1.0, 1e6] {
        for regularization in [1e-6, 1.0, 1e9] {
            for loss in ["logistic", "squared"] {
                for kind in ["toy6", "halton200"] {
                    let answer = ask(
                        json!({"ask": "instance-map", "data": {"kind": kind}, "loss": loss, "cells": 8,
                        "sigma": sigma, "regularization": regularization, "model": {"kind": "drawn", "seed": 1}}),
                    );
                    assert!(numbers(&answer["shown"]["values"]).iter().all(|value| value.is_finite()));
                }
            }
        }
    }
}

#[test]
fn what_is_wrong_is_named() {
    let rows = |rows: Value| with(map(), json!({"data": {"kind": "rows", "rows": rows}}));
    for (question, message) in [
        (
            rows(json!([[0.1, 0.2, 1], [0.9, 0.9, 1]])),
            "data.rows[1]: [0.9,0.9,1] is not features of norm 1 at most (theirs is 1.27279)",
        ),
        (rows(json!([[0.1, 0.2, 0.5]])), "data.rows[0][2]: 0.5 is not a label of the logistic loss, −1 or 1"),
        (rows(json!([[0.1, 0.2, 1], [0.1, 1]])), "data.rows[1]: [0.1,1] is not a list of 3 to 3 elements"),
        (
            rows(json!([[0.1, 1]])),
            "data: {\"kind\":\"rows\",\"rows\":[[0.1,1]]} is not people with two features or more, as a map needs",
        ),
        (with(map(), json!({"sigma": 0})), "sigma: 0 is not between 0.001 and 1e6"),
        (
            with(map(), json!({"moved": [[200, 0, 0]]})),
            "moved[0][0]: 200 is not a whole number between 0 and 199",
        ),
        (with(map(), json!({"report": {"rho": 2}})), "report.rho: 2 is not between 1e-12 and 0.5"),
        (
            with(map(), json!({"data": {"kind": "generate", "generator": "regression-line"}})),
            "data.generator: \"regression-line\" is not one with labels −1 and 1, or the loss squared",
        ),
        (
            with(toy(), json!({"person": {"member": 6}})),
            "person.member: 6 is not a whole number between 0 and 5",
        ),
        (with(map(), json!({"axes": [1, 1]})), "axes: [1,1] is not two different features"),
        (
            with(map(), json!({"person": {"place": [1, 1]}})),
            "person.place: [1,1] is not a place of norm 1 at most",
        ),
    ] {
        assert_eq!(refused(&question), message);
    }
}
