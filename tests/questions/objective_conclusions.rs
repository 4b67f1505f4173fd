//! What the questions of objective perturbation say in words, held to their own numbers on random settings.
#![cfg(feature = "learning")]

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::{ask, number, with};

/// The values of a bound, at every point that was asked.
fn values(bounds: &Value, word: &str) -> Option<Vec<f64>> {
    let found = bounds.as_array()?.iter().find(|bound| bound["bound"] == word)?;
    Some(found["values"].as_array()?.iter().filter_map(number).collect())
}

/// The guarantees of what is released: word and values.
fn held(bounds: &Value) -> Vec<(String, Vec<f64>)> {
    let holds = |bound: &&Value| bound["role"] == "upper" && bound["holds"] == true;
    let word = |bound: &Value| bound["bound"].as_str().expect("a word").to_owned();
    let all = bounds.as_array().expect("bounds").iter().filter(holds);
    all.map(|bound| (word(bound), values(bounds, &word(bound)).expect("values"))).collect()
}

fn sentences(list: &Value) -> Vec<String> {
    list.as_array().into_iter().flatten().map(|text| text.as_str().expect("words").to_owned()).collect()
}

fn name(word: &str) -> &str {
    match word {
        "profile" => "the half-normal profile",
        "moments" => "the RDP bound",
        "moments-basic" => "the RDP bound by the basic conversion",
        "kifer" => "the bound of Kifer, Smith and Thakurta 2012",
        "approximate" => "the sum of both losses near the minimum",
        "approximate-moments" => "the RDP bound near the minimum",
        _ => "the bound without a linear model",
    }
}

/// A printed factor, which has three digits.
fn factor(sentence: &str, before: &str) -> f64 {
    let rest = sentence.split(before).nth(1).unwrap_or_else(|| panic!("no “{before}” in {sentence}"));
    rest.split(" times").next().and_then(|text| text.parse().ok()).unwrap_or_else(|| panic!("{rest}"))
}

fn close(printed: f64, exact: f64) -> bool {
    (printed / exact - 1.0).abs() < 6e-3
}

/// Log-uniform between two ends.
fn between(from: f64, to: f64) -> impl Strategy<Value = f64> {
    (from.ln()..to.ln()).prop_map(f64::exp)
}

prop_compose! {
    fn setting()(
        lipschitz in between(0.1, 10.0),
        smoothness in between(0.01, 1.0),
        noise in between(1.0, 60.0),
        above in between(1.02, 500.0),
        tight in any::<bool>(),
        near in proptest::option::weighted(0.3, (between(1e-5, 0.3), between(0.01, 5.0))),
        delta in between(1e-9, 1e-2),
    ) -> (Value, f64) {
        let mut question = json!({"lipschitz": lipschitz, "smoothness": smoothness, "sigma": noise * lipschitz,
            "regularization": above * smoothness, "tight": tight});
        if let Some((tolerance, output)) = near {
            question["approximate"] = json!({"tolerance": tolerance, "output-noise": output});
        }
        (question, delta)
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// The least guarantee, the factors of the others, and who is the smallest along the curve.
    #[test]
    fn the_bounds_are_ranked_by_their_numbers((setting, delta) in setting(), dimension in proptest::option::weighted(0.2, 1u32..200)) {
        let mut question = with(setting, json!({"ask": "objective-perturbation", "deltas": [delta], "points": 25, "picture": true}));
        if let Some(dimension) = dimension {
            question["dimension"] = json!(dimension);
        }
        let answer = ask(&question);
        let said = sentences(&answer["conclusions"]);
        let mut ranked = held(&answer["epsilon"]);
        ranked.retain(|(_, values)| values[0].is_finite());
        ranked.sort_by(|one, other| one.1[0].total_cmp(&other.1[0]));
        let (least, value) = (&ranked[0].0, ranked[0].1[0]);
        prop_assert_eq!(answer["best"]["bound"]["number"].as_f64(), Some(value));
        let text = answer["best"]["bound"]["text"].as_str().expect("a text");
        prop_assert!(said[0].contains(&format!("is {}, ε ≤ {text}", name(least))), "{}", said[0]);
        prop_assert!(text.parse::<f64>().expect("a number") >= value * (1.0 - 1e-15));
        for (word, values) in &ranked[1..] {
            let printed = factor(&said[0], &format!("{} is ", name(word)));
            prop_assert!(close(printed, values[0] / value), "{word}: {printed} in {}", said[0]);
        }
        // Kifer, Smith and Thakurta's bound is explained exactly where it wins over the profile of what is released.
        let first = |word: &str| values(&answer["epsilon"], word).map_or(f64::INFINITY, |values| values[0]);
        let exact = dimension.is_none() && question.get("approximate").is_none();
        let explained = said.iter().any(|text| text.contains("2012 is below the half-normal profile here"));
        prop_assert_eq!(explained, exact && first("kifer") < first("profile"));
        // Along the curve: every point belongs to the curve that is said to be the smallest there.
        let drawn: Vec<f64> = answer["figure"]["series"][0]["x"].as_array().expect("points").iter().filter_map(number).collect();
        let curves = held(&answer["delta"]);
        if let Some(text) = said.iter().find(|text| text.starts_with("Over the ε drawn")) {
            let (usual, others) = text.split_once(", but ").unwrap_or((text, ""));
            for (at, epsilon) in drawn.iter().enumerate() {
                let claimed = others
                    .trim_end_matches('.')
                    .split(", and ")
                    .filter(|part| !part.is_empty())
                    .find(|part| {
                        let mut words = part.split(' ');
                        let at = words.next() == Some("at");
                        let ends: Vec<f64> = words.filter_map(|word| word.parse().ok()).take(if at { 1 } else { 2 }).collect();
                        let (from, to) = (ends[0], *ends.last().expect("an end"));
                        *epsilon >= from - 1e-4 * from.abs() - 1e-12 && *epsilon <= to + 1e-4 * to.abs() + 1e-12
                    })
                    .unwrap_or(usual);
                let least = curves.iter().map(|(_, values)| values[at]).fold(f64::INFINITY, f64::min);
                let winner = curves.iter().any(|(word, values)| values[at] == least && claimed.trim_end_matches('.').ends_with(name(word)));
                prop_assert!(winner, "ε = {epsilon}: {text}");
            }
        }
        // The picture reaches to where every guarantee is below 1e-10.
        for (word, values) in curves {
            prop_assert!(values.last().is_some_and(|delta| *delta <= 1.000_001e-10), "{word}: {values:?}");
        }
    }

    /// One release of a plan costs what the model costs: by the closed form of the exact minimum, and near it by the sum
    /// of both losses.
    #[test]
    fn a_plan_of_the_releases_costs_what_the_model_costs((setting, delta) in setting()) {
        let answer = ask(with(setting, json!({"ask": "objective-perturbation", "deltas": [delta]})));
        let releases: Vec<Value> =
            answer["releases"].as_array().into_iter().flatten().map(|mechanism| json!({"mechanism": mechanism})).collect();
        let word = if answer.get("output-signal").is_some() { "approximate" } else { "profile" };
        let model = values(&answer["epsilon"], word).expect("values")[0];
        if !releases.is_empty() {
            let plan = ask(json!({"ask": "plan", "releases": releases, "target": {"delta": delta}, "accountants": ["exact", "fourier", "pld"]}));
            let upper = number(&plan["best"]["epsilon"]["upper"]).expect("a number");
            prop_assert!(upper >= model * (1.0 - 1e-6) - 1e-9 && upper <= model * (1.0 + 2e-3) + 1e-6, "{upper} {model}");
        }
    }

    /// Divergences beside each other, and where DP-SGD turns.
    #[test]
    fn the_divergences_are_compared_by_their_numbers((setting, _) in setting(), count in between(10.0, 1e4), rate in between(1e-4, 0.5)) {
        let orders: Vec<f64> = (0..30).map(|at| 1.01f64 * (1000.0f64 / 1.01).powf(f64::from(at) / 29.0)).collect();
        let question = with(setting, json!({"ask": "objective-perturbation", "orders": orders,
            "steps": {"count": count.round(), "rate": rate}}));
        let answer = ask(&question);
        let said = sentences(&answer["divergence-conclusions"]);
        let word = if question.get("approximate").is_some() { "approximate-moments" } else { "profile" };
        let [model, steps, normal] = [word, "noisy-steps", "gaussian"].map(|word| values(&answer["divergence"], word).expect("values"));
        let printed = factor(&said[0], "The guarantee is ");
        prop_assert!(close(printed, model[0] / normal[0]), "{}", said[0]);
        let smaller = model.iter().zip(&steps).filter(|(model, steps)| model <= steps).count();
        let compared = said.iter().find(|text| text.starts_with("Of the two")).expect("a comparison");
        prop_assert_eq!(compared.contains("that of objective perturbation"), smaller > 0, "{}", compared);
        prop_assert_eq!(compared.contains("that of DP-SGD"), smaller < orders.len(), "{}", compared);
        let last = said.last().expect("a sentence");
        match answer["turn"]["order"].as_f64() {
            Some(order) => {
                let told = last.split("turns at order ").nth(1).and_then(|rest| rest.split(':').next());
                prop_assert!(told.and_then(|text| text.parse::<f64>().ok()).is_some_and(|told| (told / order - 1.0).abs() < 1e-3), "{last}");
            }
            None => prop_assert!(last.contains("does not turn"), "{last}"),
        }
    }

}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// Several models: the plan of as many releases has the same ε, and the factor is theirs.
    #[test]
    fn several_models_cost_what_their_plan_costs((setting, delta) in setting()) {
        let answer = match crate::support::reply(&with(setting.clone(), json!({"ask": "several-models", "delta": delta, "models": [1, 3]}))) {
            refused if refused["answer"] == "refused" => return Ok(()),
            answer => answer,
        };
        let mechanisms = ask(with(setting, json!({"ask": "objective-perturbation", "deltas": [delta]})));
        let point = |at: usize| answer["points"][at]["epsilon"]["number"].as_f64().expect("a number");
        for (at, count) in [(0, 1), (1, 3)] {
            let releases: Vec<Value> =
                mechanisms["releases"].as_array().expect("releases").iter().map(|mechanism| json!({"mechanism": mechanism, "count": count})).collect();
            let plan = ask(json!({"ask": "plan", "releases": releases, "target": {"delta": delta},
                "accountants": ["fourier", "pld", "rdp", "classic", "basic"]}));
            let upper = number(&plan["best"]["epsilon"]["upper"]).expect("a number");
            prop_assert!((point(at) / upper - 1.0).abs() < 1e-3 || (point(at) - upper).abs() < 1e-6, "{count}: {} {upper}", point(at));
        }
        let said = sentences(&answer["conclusions"]);
        let printed = factor(&said[0], "3 models cost ");
        prop_assert!(close(printed, point(1) / point(0)), "{}", said[0]);
        prop_assert_eq!(said[0].contains(", less than 3 times"), point(1) < 3.0 * point(0));
        let last = |at: usize| answer["figure"]["series"][at]["y"].as_array().and_then(|y| number(y.last()?)).unwrap_or(f64::INFINITY);
        let ends: Vec<f64> = (0..4).map(last).filter(|end| end.is_finite()).collect();
        let (least, most) = (ends.iter().copied().fold(f64::INFINITY, f64::min), ends.iter().copied().fold(0.0, f64::max));
        if let Some(text) = said.iter().find(|text| text.starts_with("For k = 1000")) {
            prop_assert!(close(factor(text, ", is "), most / least), "{text}");
        }
    }

    /// A setting that keeps a promise lies on the curve of its picture, and what it is compared with is in the answer.
    #[test]
    fn a_calibrated_setting_is_on_its_curve((setting, delta) in setting(), epsilon in between(0.1, 8.0), factor_of in between(1.1, 2.5)) {
        let question = json!({"ask": "calibrate-objective-perturbation", "lipschitz": setting["lipschitz"], "smoothness": setting["smoothness"],
            "tight": setting["tight"], "epsilon": epsilon, "delta": delta, "factor": factor_of, "picture": true});
        let answer = ask(&question);
        let of = |word: &str| answer["settings"].as_array().expect("settings").iter().find(|setting| setting["method"] == word).expect("a setting").clone();
        let (profile, renyi) = (of("profile"), of("moments"));
        prop_assert!(profile["holds"] == true && of("approximate")["holds"] == false);
        let said = sentences(&answer["conclusions"]);
        let Some(lambda) = profile["regularization"].as_f64() else {
            prop_assert!(answer["best"].is_null() && said[0].contains("no λ is enough by the half-normal profile"), "{said:?}");
            return Ok(());
        };
        prop_assert_eq!(answer["best"]["bounds"][1]["number"].as_f64(), Some(lambda));
        let sigma = profile["sigma"].as_f64().expect("a number");
        let curve = |name: &str| -> Vec<f64> {
            answer["figure"]["series"][0][name].as_array().expect("points").iter().map(|value| number(value).unwrap_or(f64::INFINITY)).collect()
        };
        let (x, y) = (curve("x"), curve("y"));
        prop_assert!(y.windows(2).all(|pair| pair[1] <= pair[0] * (1.0 + 1e-12)), "{y:?}");
        let after = x.iter().position(|&x| x >= sigma).expect("within the picture");
        prop_assert!(y[after] <= lambda * (1.0 + 1e-9) && (after == 0 || y[after - 1] >= lambda * (1.0 - 1e-9)), "{lambda} {y:?}");
        if let Some(asked) = renyi["regularization"].as_f64() {
            let text = said.iter().find(|text| text.starts_with("The RDP bound asks")).expect("a comparison");
            let printed = text.rsplit(", ").next().and_then(|rest| rest.split(" times").next()).and_then(|text| text.parse::<f64>().ok());
            prop_assert!(printed.is_some_and(|printed| close(printed, asked / lambda)), "{text}");
        }
    }
}
