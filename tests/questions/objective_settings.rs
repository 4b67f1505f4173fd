//! Settings of objective perturbation through the one door: limits, calibration, and that one setting has one ε.
#![cfg(feature = "learning")]

use serde_json::{Value, json};

use crate::support::{ask, with};

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

fn bounds(fields: Value) -> Value {
    let base = json!({"ask": "objective-perturbation", "lipschitz": 1, "smoothness": 1, "sigma": 5,
        "regularization": 20});
    ask(with(base, fields))
}

fn calibrated(fields: Value) -> Value {
    let base = json!({"ask": "calibrate-objective-perturbation", "lipschitz": 1, "smoothness": 0.25, "epsilon": 1,
        "delta": 1e-5});
    ask(with(base, fields))
}

/// The value of a bound, or of a field of a calibrated setting.
fn of<'a>(list: &'a Value, name: &str, word: &str) -> &'a Value {
    let list = list.as_array().expect("a list");
    list.iter().find(|entry| entry[name] == word).unwrap_or_else(|| panic!("no {word}"))
}

/// A point ever nearer to the minimum costs what the minimum costs, however little its noise hides.
#[test]
fn a_vanishing_tolerance_costs_nothing() {
    let exact = 0.810_871_728_893_3;
    for (tolerance, output_noise) in [(1e-12, 1e6), (1e-12, 10.0), (1e-9, 1.0), (1e-7, 0.15)] {
        let near = json!({"tolerance": tolerance, "output_noise": output_noise});
        let found = bounds(json!({"deltas": [1e-5], "approximate": near}));
        let epsilon = number(&of(&found["epsilon"], "bound", "approximate")["values"][0]);
        assert!(epsilon >= exact && epsilon < exact * (1.0 + 1e-9), "{tolerance} {output_noise}: {epsilon}");
    }
}

/// Wherever the exact minimum has a λ just within the promise, so has a point near it; what is found keeps the promise.
#[test]
fn a_setting_that_exists_is_found() {
    let least_factor = |epsilon: f64, delta: f64| {
        let settings = &calibrated(json!({"epsilon": epsilon, "delta": delta}))["settings"];
        number(&of(settings, "method", "profile")["least-factor"])
    };
    let close = [0.5, 1.0, 3.0].map(|epsilon| (epsilon, 1e-5, 1.01 * least_factor(epsilon, 1e-5)));
    for (epsilon, delta, factor) in close.into_iter().chain([(1.0, 1e-5, 1.05), (0.5, 0.3, 1.5)]) {
        let found = calibrated(json!({"epsilon": epsilon, "delta": delta, "factor": factor}));
        let [exact, near] = ["profile", "approximate"].map(|word| of(&found["settings"], "method", word));
        let [least, lambda] = [exact, near].map(|setting| number(&setting["regularization"]));
        assert!(
            lambda > least && lambda < 1.2 * least,
            "{epsilon} {delta} {factor}: {lambda} beside {least}"
        );
        let met = ask(json!({"ask": "objective-perturbation", "lipschitz": 1, "smoothness": 0.25,
            "sigma": near["sigma"], "regularization": lambda, "deltas": [delta],
            "approximate": {"tolerance": 0.01, "output_noise": 0.15}}));
        let met = number(&of(&met["epsilon"], "bound", "approximate")["values"][0]);
        assert!(met <= epsilon * (1.0 + 1e-12), "{met}");
    }
}

/// The exact minimum has neither a tolerance nor noise on its output: `dσ²/(2λ) + λ‖θ*‖²/2` is all of its risk. A
/// point near it pays for both.
#[test]
fn the_risk_is_that_of_what_is_released() {
    let (people, dimension, norm, lipschitz) = (1000.0, 20.0, 2.0, std::f64::consts::SQRT_2);
    let question = json!({"lipschitz": lipschitz, "smoothness": 0.5,
        "risk": {"people": people, "dimension": dimension, "norm": norm}});
    let found = calibrated(question.clone());
    let risk = |setting: &Value| {
        let (sigma, lambda) = (number(&setting["sigma"]), number(&setting["regularization"]));
        (0.5 * dimension * sigma * sigma / lambda + 0.5 * lambda * norm * norm, lambda)
    };
    for setting in found["settings"].as_array().expect("settings") {
        let (exact, lambda) = risk(setting);
        let word = setting["method"].as_str().expect("a word");
        let near = people * lipschitz * (0.01 / lambda + 0.15 * dimension.sqrt());
        let expected = if word.starts_with("approximate") { exact + near } else { exact };
        assert!((number(&setting["risk"]) / expected - 1.0).abs() < 1e-12, "{setting}");
    }
    assert!((number(&found["settings"][0]["risk"]) - 187.0).abs() < 0.1);
    let least = &found["least-risk"];
    assert!((number(&least["risk"]) / risk(least).0 - 1.0).abs() < 1e-12);
    // The best of all settings of the exact minimum, and it keeps the promise.
    assert!(found["settings"].as_array().unwrap().iter().all(|setting| {
        setting["method"] == "kifer" || number(&setting["risk"]) >= number(&least["risk"])
    }));
    let met = ask(json!({"ask": "objective-perturbation", "lipschitz": lipschitz, "smoothness": 0.5,
        "sigma": least["sigma"], "regularization": least["regularization"], "deltas": [1e-5]}));
    assert!(number(&of(&met["epsilon"], "bound", "profile")["values"][0]) <= 1.0 + 1e-12);
}

/// A converted ε that is cut at 0 hides how much the determinant may cost: the Rényi bound of the exact minimum never
/// asks for more than that of a point near it.
#[test]
fn the_renyi_bound_asks_for_no_more_than_it_must() {
    let found = calibrated(json!({"epsilon": 1e-6, "delta": 1e-3, "factor": 100}));
    let lambda = |word: &str| number(&of(&found["settings"], "method", word)["regularization"]);
    assert!(
        lambda("profile") <= lambda("moments") && lambda("moments") <= lambda("approximate-moments"),
        "{found}"
    );
    assert!((lambda("moments") / 254.87 - 1.0).abs() < 1e-4, "{}", lambda("moments"));
}

/// Which guarantee is the tightest is read from the numbers; without the determinant there is none, as a linear loss
/// costs less.
#[test]
fn the_tightest_guarantee_is_named_by_its_numbers() {
    let asked = |sigma: f64, lambda: f64| {
        bounds(
            json!({"sigma": sigma, "regularization": lambda, "deltas": [1e-5], "orders": [2], "picture": true,
            "epsilons": [0.3, 0.6, 0.9, 1.2, 1.4, 1.8, 2.5]}),
        )
    };
    let sentence = |answer: &Value| {
        let said = answer["conclusions"].as_array().and_then(|said| said.last()).expect("a conclusion");
        said.as_str().expect("words").to_owned()
    };
    assert_eq!(
        sentence(&asked(5.0, 20.0)),
        "Over the ε drawn, δ is the smallest by the half-normal profile."
    );
    let steep = asked(10.0, 1.5);
    let found = |word: &str| number(&of(&steep["epsilon"], "bound", word)["values"][0]);
    assert!(found("kifer") < found("profile"), "{steep}");
    assert!(
        sentence(&steep).contains(
            "by the half-normal profile, but from ε = 1.4 to 1.8 the bound of Kifer, Smith and Thakurta 2012."
        ),
        "{}",
        sentence(&steep)
    );
    let part = of(&steep["divergence"], "bound", "half-normal");
    assert_eq!(part["role"], "part");
    let linear = number(&of(&steep["divergence"], "bound", "gaussian")["values"][0]);
    assert!(linear < number(&part["values"][0]) && (linear / 0.01 - 1.0).abs() < 1e-12);
}

/// People and learning give one ε for one setting: by the published determinant unless the tight one is asked for.
#[test]
fn one_setting_has_one_epsilon() {
    for (sigma, lambda) in [(10.9576, 1.0), (5.0, 0.5), (30.0, 0.26), (3.0, 40.0)] {
        for tight in [false, true] {
            let learning = ask(json!({"ask": "objective-perturbation", "lipschitz": 1, "smoothness": 0.25,
                "sigma": sigma, "regularization": lambda, "deltas": [1e-6], "tight": tight}));
            let guarantees = learning["epsilon"].as_array().expect("bounds").iter();
            let guarantees = guarantees.filter(|bound| bound["role"] == "upper" && bound["holds"] == true);
            let least = guarantees.map(|bound| number(&bound["values"][0])).fold(f64::INFINITY, f64::min);
            let people = ask(json!({"ask": "privacy-report", "data": {"kind": "toy6"}, "sigma": sigma,
                "regularization": lambda, "tight": tight}));
            for found in [&people["mechanism"], &people["reports"][0]["total"]] {
                assert!(
                    (number(found) / least - 1.0).abs() < 1e-11,
                    "{sigma} {lambda} {tight}: {found} {least}"
                );
            }
            assert_eq!(people["form"], if tight { "tight" } else { "as-published" });
            if (sigma, lambda, tight) == (10.9576, 1.0, false) {
                assert!((number(&people["mechanism"]) - 0.66193).abs() < 1e-5);
            }
        }
    }
    // Where λ is not above β the published determinant has no value: the answer says so and offers the tight one.
    let question =
        json!({"ask": "privacy-report", "data": {"kind": "toy6"}, "sigma": 5, "regularization": 0.1});
    let weak = ask(&question);
    assert!(weak["unbounded"].as_str().expect("words").contains("take the tight determinant, an extension"));
    assert_eq!(number(&weak["mechanism"]), 5.000_000_000_000_05);
    let tight = ask(with(question, json!({"tight": true})));
    assert!(tight["unbounded"].is_null() && number(&tight["mechanism"]) < 2.2);
}
