//! The formulas about training, thresholds, single people and accuracy first, as far as they are closed expressions.

use serde_json::{Value, json};

use super::notation::{Known, normal, value};
use super::{agree, cards, defined, parts, sides};
use crate::support::{ask, number};

/// The right-hand side of what a card says under a name, or of the so manieth formula with this left-hand side.
fn printed(card: &[(String, String)], which: &str, place: usize) -> String {
    let named = card.iter().find(|(name, _)| name == which).map(|(_, formula)| parts(formula)[0]);
    let whole = card.first().filter(|_| which.is_empty()).map(|(_, formula)| parts(formula)[0]);
    let sided = || {
        let pieces = card.iter().flat_map(|(_, formula)| parts(formula));
        let rights = pieces.filter_map(sides).filter(|(left, _)| *left == which).map(|(_, right)| right);
        rights.collect::<Vec<_>>().get(place).copied()
    };
    let right = match named.or(whole) {
        Some(part) => sides(part).map_or(part, |(_, right)| right),
        None => sided().unwrap_or_else(|| panic!("no {which} among {card:?}")),
    };
    // What it is at most, or about, is another statement.
    right.split(['≤', '≥', '≈']).next().unwrap_or_default().to_owned()
}

/// Names with their numbers.
fn letters<'a>(of: &[(&str, f64)]) -> Known<'a> {
    of.iter().fold(Known::default(), |known, (name, value)| known.with(name, *value))
}

/// What is compared: entry and formula, and which of several; what its letters stand for; and what is computed.
struct Row<'a> {
    entry: &'a str,
    which: &'a str,
    place: usize,
    known: Known<'a>,
    expected: f64,
}

fn row<'a>(entry: &'a str, which: &'a str, known: Known<'a>, expected: &Value) -> Row<'a> {
    let expected = number(expected).unwrap_or_else(|| panic!("{entry}, {which}: no number but {expected}"));
    Row { entry, which, place: 0, known, expected }
}

#[track_caller]
fn compare(file: &str, rows: &[Row<'_>]) {
    let cards = cards(file);
    for Row { entry, which, place, known, expected } in rows {
        let card = cards.get(*entry).unwrap_or_else(|| panic!("{file} has no {entry}"));
        let text = printed(card, which, *place)
            .replace("\\norm{θ^*}", "R")
            .replace("D_α^{minimum}", "D")
            .replace("sgn(x)", "1")
            .replace("∇J(θ)", "b");
        let found = value(&text, &defined(known.clone(), card))
            .unwrap_or_else(|reason| panic!("{entry}, {which}: {reason}"));
        agree(&format!("{file}, {entry}, {which}"), found, *expected);
    }
}

/// The values of a bound in a list of them.
fn of(list: &Value, bound: &str) -> Value {
    let found = list.as_array().and_then(|list| list.iter().find(|one| one["bound"] == bound));
    found.unwrap_or_else(|| panic!("no {bound} in {list}"))["values"].clone()
}

/// `δ(ε)` of N(s, 1) against N(0, 1).
fn gauss(epsilon: f64, s: f64) -> f64 {
    normal(0.5 * s - epsilon / s) - epsilon.exp() * normal(-0.5 * s - epsilon / s)
}

#[test]
fn the_formulas_of_training_say_what_is_computed() {
    let setting = json!({"ask": "objective-perturbation", "lipschitz": 1, "smoothness": 0.5, "sigma": 4,
        "regularization": 3, "approximate": {"tolerance": 0.01, "output-noise": 0.15},
        "steps": {"count": 10, "rate": 0.1}, "deltas": [1e-5], "epsilons": [0.1, 0.6, 3.0], "orders": [2, 5],
        "risk": {"people": 100, "dimension": 3, "norm": 1.7},
        "effort": {"people": 100, "distance": 2, "gap": 5, "failure": 0.01}});
    let mut tight = setting.clone();
    tight["tight"] = json!(true);
    let (answer, tight) = (ask(setting), ask(tight));
    let c = number(&answer["determinant"]).expect("a cost");
    let base = letters(&[
        ("L", 1.0),
        ("β", 0.5),
        ("σ", 4.0),
        ("λ", 3.0),
        ("s", 0.25),
        ("n", 100.0),
        ("d", 3.0),
        ("R", 1.7),
        ("τ", 0.01),
        ("σ_out", 0.15),
        ("T", 10.0),
        ("q", 0.1),
        ("z", 4.0),
    ]);
    let with_cost = || base.clone().with("c", c);
    let mut rows = vec![
        row("determinant", "c", base.clone(), &answer["determinant"]),
        Row { place: 1, ..row("determinant", "c", base.clone(), &tight["determinant"]) },
        row("excess-risk", "E [ risk ]", base.clone(), &answer["risk"]["excess"]),
        row("excess-risk", "λ^*", base.clone(), &answer["risk"]["best-regularization"]),
    ];
    // The curvature and the start are told by their symbols.
    let (most, start) = (100.0 * 0.5 + 3.0, 150.0 * 5.0 + 4.0 * (100.0 * 0.5 + 3.0) * 4.0);
    let solver = base.clone().with("Λ", most).with("R", 2.0).with("C_0", start).with("p", 0.01);
    let effort = &answer["effort"];
    rows.push(row("effort", "Gradient descent", solver.clone(), &effort["gradient-descent"]));
    rows.push(row("effort", "Stochastic average", solver, &effort["stochastic-average"]));
    for (at, order) in [2.0, 5.0].into_iter().enumerate() {
        let known = || with_cost().with("α", order);
        let divergence = |bound: &str| of(&answer["divergence"], bound)[at].clone();
        let exact = number(&divergence("profile")).expect("a divergence");
        let half = number(&divergence("half-normal")).expect("a divergence");
        rows.push(row("moments", "D_α", known(), &divergence("profile")));
        rows.push(row("half-normal", "D_α − c", known(), &json!(half)));
        rows.push(row("gaussian", "D_α", known(), &divergence("gaussian")));
        rows.push(row(
            "approximate-moments",
            "D_α",
            known().with("D", exact),
            &divergence("approximate-moments"),
        ));
        rows.push(row("noisy-steps", "D_α", known(), &divergence("noisy-steps")));
        rows.push(row("noisy-steps-unsampled", "D_α", known(), &divergence("noisy-steps-unsampled")));
    }
    let at = |epsilon: f64| {
        let mut known = with_cost().with("ε", epsilon);
        known.pairs.insert("δ_Gauss".into(), &gauss);
        known
    };
    let delta = |bound: &str, place: usize| of(&answer["delta"], bound)[place].clone();
    rows.push(Row { place: 2, ..row("profile", "δ(ε)", at(0.1), &delta("profile", 0)) });
    rows.push(Row { place: 1, ..row("profile", "δ(ε)", at(0.6), &delta("profile", 1)) });
    rows.push(row("gaussian", "δ(ε)", at(0.6), &delta("gaussian", 1)));
    rows.push(row("kifer", "δ(ε)", at(3.0), &delta("kifer", 2)));
    compare("learning.js", &rows);
}

/// The best exponent of Hölder's inequality is searched for; the formula at it is what is drawn.
#[test]
fn the_linearized_curve_is_its_formula_at_the_best_exponents() {
    let answer = ask(json!({"ask": "objective-perturbation", "lipschitz": 1, "smoothness": 0.5, "sigma": 4,
        "regularization": 3, "orders": [2]}));
    let card = &cards("learning.js")["linearized"];
    let text = printed(card, "D_α", 0);
    let at = |q: f64| {
        let c = -(1.0f64 - 0.5 / 3.0).ln();
        let known = letters(&[
            ("c", c),
            ("s", 0.25),
            ("α", 2.0),
            ("β", 0.5),
            ("λ", 3.0),
            ("q", q),
            ("p", q / (q - 1.0)),
        ]);
        value(&text, &known).expect("readable")
    };
    let best = (1..20_000).map(|step| at(1.0 + f64::from(step) * 1e-4)).fold(f64::INFINITY, f64::min);
    let found = number(&of(&answer["divergence"], "linearized")[0]).expect("a divergence");
    assert!((best - found).abs() < 1e-6, "{best} is not {found}");
}

#[test]
fn the_formulas_of_thresholds_say_what_is_computed() {
    let (first, second, answers, length) = (21.0f64, 42.0f64, 3.0, 50.0);
    let common = |noise: &str, answers: f64| {
        json!({"ask": "sparse-vector", "noise": noise, "threshold-noise": first, "query-noise": second,
            "answers": answers, "length": length, "delta": 1e-6, "orders": [2, 6]})
    };
    let (normal, laplace) = (ask(common("gaussian", answers)), ask(common("laplace", answers)));
    let epsilon = |answer: &Value, bound: &str| {
        let list = answer["epsilon"].as_array().expect("bounds");
        list.iter().find(|one| one["bound"] == bound).map(|one| one["epsilon"]["upper"].clone())
    };
    let letters = letters(&[
        ("c", answers),
        ("k", length),
        ("δ", 1e-6),
        ("σ_1", first),
        ("σ_2", second),
        ("λ_1", first),
        ("λ_2", second),
        ("m", answers * 19_600.0),
        ("ε_1", 1.0 / first),
        ("ε_2", 2.0 / second),
    ]);
    let quadratic =
        |deviation: f64, moved: f64| move |order: f64| order * moved * moved / (2.0 * deviation * deviation);
    let of_laplace = |scale: f64, moved: f64| {
        move |order: f64| {
            let b = scale / moved;
            if order.is_infinite() {
                return 1.0 / b;
            }
            let (up, down) = (((order - 1.0) / b).exp(), (-order / b).exp());
            ((order * up + (order - 1.0) * down) / (2.0 * order - 1.0)).ln() / (order - 1.0)
        }
    };
    let curves = [quadratic(first, 1.0), quadratic(second, 2.0)];
    let heavy = [of_laplace(first, 1.0), of_laplace(second, 2.0)];
    let mut rows = vec![
        row("closed-form", "ε", letters.clone(), &epsilon(&normal, "closed-form").expect("a bound")),
        row(
            "closed-form-printed",
            "",
            letters.clone(),
            &epsilon(&normal, "closed-form-printed").expect("a bound"),
        ),
        row("pure", "ε", letters.clone(), &epsilon(&laplace, "pure").expect("a bound")),
    ];
    let total = 1.0 / first + answers * 2.0 / second;
    for (at, order) in [2.0, 6.0].into_iter().enumerate() {
        let value = |answer: &Value, bound: &str| of(&answer["divergence"], bound)[at].clone();
        let mut known = letters.clone().with("α", order);
        known.curves.insert("ε_ρ".into(), &curves[0]);
        known.curves.insert("ε_ν".into(), &curves[1]);
        rows.push(row("length", "D_α", known, &value(&normal, "length")));
        let mut known = letters.clone().with("α", order);
        known.curves.insert("ε_ρ".into(), &heavy[0]);
        known.curves.insert("ε_ν".into(), &heavy[1]);
        rows.push(row("length", "D_α", known.clone(), &value(&laplace, "length")));
        rows.push(row("loss", "D_α", known, &value(&laplace, "loss")));
        rows.push(row(
            "pure-curve",
            "D_α",
            letters.clone().with("α", order).with("ε", total),
            &value(&laplace, "pure-curve"),
        ));
    }
    compare("sparse-vector.js", &rows);
}

#[test]
fn the_formulas_of_single_people_say_what_is_computed() {
    let lost = |member: bool| {
        // Somebody of one feature that is not 0, so that lengths are numbers.
        let person = if member { json!({"member": 0}) } else { json!({"outsider": [0.6, 0.0, -1.0]}) };
        ask(
            json!({"ask": "ex-post-loss", "mechanism": "objective-perturbation", "sigma": 2, "regularization": 0.5,
            "delta": 1e-6, "person": person, "model": {"kind": "perturbed", "noise": [0.7, 0.0]},
            "data": {"kind": "rows", "rows": [[0.8, 0.0, 1], [-0.5, 0.0, -1], [0.3, 0.0, 1]]}}),
        )
    };
    let mut rows = Vec::new();
    let answers = [(lost(true), 0.8, "Member", -1.0), (lost(false), 0.6, "Outsider", 1.0)];
    for (answer, x, who, side) in &answers {
        let at = |name: &str| number(&answer["at"][name]).expect("a number");
        let part = |name: &str| {
            let parts = answer["parts"].as_array().expect("parts");
            parts.iter().find(|part| part["name"] == name).expect("a part")["value"].clone()
        };
        let known = letters(&[
            ("f′", at("slope")),
            ("f″", at("curvature")),
            ("μ", at("influence")),
            ("x", *x),
            ("σ", 2.0),
            ("b", -0.7),
            ("c", -(1.0f64 - 0.25 / 0.5).ln()),
            ("L", 1.0),
            ("δ", 1e-6),
        ]);
        rows.push(row("leverage", who, known.clone(), &part("leverage")));
        let fit = number(&part("fit")).expect("a number").abs();
        rows.push(row("fit", "", known.clone(), &json!(fit)));
        rows.push(row("worst-case", "", known.clone(), &answer["worst-case"]));
        rows.push(row("here", "", known.clone(), &answer["here"]));
        let slope = at("slope") * x * -0.7 / 4.0;
        agree(&format!("alignment of {who}"), side * slope, number(&part("alignment")).expect("a number"));
    }
    let gaussian =
        ask(json!({"ask": "ex-post-loss", "mechanism": "gaussian", "shift": [0.3], "noise": [0.7],
        "sigma": 1.3, "delta": 1e-6}));
    let known = || letters(&[("Δ", 0.3), ("σ", 1.3), ("δ", 1e-6)]);
    rows.push(row("gaussian-loss", "Before", known(), &gaussian["guarantee"]["tail"]));
    let count =
        ask(json!({"ask": "ex-post-loss", "mechanism": "count", "count": 37, "output": 39.4, "sigma": 4}));
    let loss = number(&count["loss"]).expect("a loss");
    // Both signs are candidates.
    let either = |sign: f64| 39.4 - 0.5 + sign * 16.0 * loss;
    for (place, sign) in [1.0, -1.0].into_iter().enumerate() {
        agree("a candidate", either(sign), number(&count["candidates"][place]).expect("a candidate"));
    }
    compare("people.js", &rows);
}

#[test]
fn the_formulas_of_accuracy_first_say_what_is_computed() {
    let mut rows = Vec::new();
    let calibrated = ask(json!({"ask": "threshold-calibration", "tests": 1000, "gamma": 0.1, "alpha": 0.05,
        "sensitivity": 0.0023}));
    for (at, which) in ["printed", "union bound"].into_iter().enumerate() {
        let made = &calibrated["calibrations"][at];
        let known = letters(&[("T", 1000.0), ("γ", 0.1)]);
        rows.push(row("calibration", which, known, &made["distance"]));
        let a = number(&made["distance"]).expect("a distance");
        let known = letters(&[("Δ", 0.0023), ("a", a), ("α", 0.05), ("s", 0.025)]);
        rows.push(row("calibration", "ε_A", known, &made["epsilon"]));
    }
    let step =
        ask(json!({"ask": "noise-step", "earlier": 0.5, "later": 1.25, "noise": 1.2, "places": [-0.7, 2.1]}));
    let known = || letters(&[("c", 0.5), ("a", 1.25), ("x", 1.2)]);
    rows.push(row("forward", "stays", known(), &step["stay"]));
    rows.push(row("forward", "mean", known(), &step["mean"]));
    for (at, y) in [-0.7, 2.1].into_iter().enumerate() {
        rows.push(row("forward", "density of what moves", known().with("y", y), &step["density"][at]));
    }
    let coin = ask(json!({"ask": "shared-coin", "earlier": 0.1, "later": 1, "dimensions": [1, 2, 5]}));
    for (at, m) in [1.0, 2.0, 5.0].into_iter().enumerate() {
        let known = letters(&[("b_1", 10.0), ("b_2", 1.0), ("q", 0.01), ("m", m)]);
        rows.push(row("shared-coin", "", known, &coin["shared"][at]));
    }
    let theory = |loss: &str, features: f64| {
        ask(json!({"ask": "accuracy-first-theory", "loss": loss, "people": 100_000, "dimension": features,
            "regularization": 0.005, "alpha": 0.05}))
    };
    let known = |features: f64| letters(&[("p", features), ("λ", 0.005), ("n", 1e5), ("α", 0.05)]);
    let (ridge, logistic) = (theory("squared", 77.0), theory("logistic", 38.0));
    let first = |answer: &Value| answer["theories"][0]["epsilon"]["value"]["upper"].clone();
    rows.push(row("theory", "ridge regression", known(77.0), &first(&ridge)));
    rows.push(row("theory", "logistic regression", known(38.0), &first(&logistic)));
    rows.push(row("ridge", "Δ", known(77.0), &ridge["query-sensitivity"]["value"]["upper"]));
    rows.push(row("logistic", "Δ", known(38.0), &logistic["query-sensitivity"]["value"]["upper"]));
    compare("accuracy.js", &rows);
}

#[test]
fn the_words_of_gaussian_privacy_and_of_sampling_say_what_is_computed() {
    let test = ask(json!({"ask": "curve", "view": "trade-off", "neighbours": "remove", "grid": [0.05, 0.4],
        "releases": [{"mechanism": {"kind": "gaussian", "sigma": 0.8}}], "accountants": ["exact"]}));
    let at = |place: usize, x: f64| {
        row("gdp", "f(x)", letters(&[("x", x), ("μ", 1.25)]), &test["series"][0]["lower"][place])
    };
    compare("words.js", &[at(0, 0.05), at(1, 0.4)]);
    let sampled =
        ask(json!({"ask": "amplified-profile", "mechanism": {"kind": "gaussian", "sigma": 1.1}, "rate": 0.2,
        "delta": 1e-5}));
    let points = sampled["lemma"].as_array().expect("points");
    let base = sampled["profiles"].as_array().expect("profiles").iter().find(|one| one["sample"] == "base");
    assert!(points.len() > 3 && base.is_some());
    for point in points {
        let (epsilon, delta) = (number(&point["epsilon"]).expect("ε"), number(&point["delta"]).expect("δ"));
        // A point of the lemma is a point of the profile on everyone, moved.
        let everyone = (1.0 + epsilon.exp_m1() / 0.2).ln();
        let known = || letters(&[("q", 0.2), ("ε", everyone), ("δ", gauss(everyone, 1.0 / 1.1))]);
        compare("sampling.js", &[row("lemma", "ε′", known(), &json!(epsilon))]);
        let card = &cards("sampling.js")["lemma"];
        let found = value(&printed(card, "δ′", 0), &known()).expect("readable");
        assert!((found - delta).abs() <= 1e-8 * delta + 1e-15, "{found} is not {delta}");
    }
}
