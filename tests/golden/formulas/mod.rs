//! The formulas that pages print, evaluated as they stand in `www/js/explain`, beside what this program answers: a card or a
//! theorem that says something else than what is computed is wrong.
#![cfg(feature = "understand")]

mod notation;
#[cfg(all(feature = "people", feature = "learning", feature = "sparse-vector", feature = "noise-reduction"))]
mod topics;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::support::{ask, number};
use notation::{Known, value};

/// How closely a printed formula agrees with what is computed.
const CLOSE: f64 = 1e-9;

/// The formulas of every entry of a file, by entry; each with its name, if it has one.
fn cards(file: &str) -> BTreeMap<String, Vec<(String, String)>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("www/js/explain").join(file);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let (mut found, mut entry, mut inside) = (BTreeMap::new(), String::new(), false);
    for line in text.lines() {
        if let Some(key) = line.strip_prefix("  ").and_then(|line| line.strip_suffix(": {"))
            && !key.starts_with(' ')
        {
            entry = key.trim_matches('"').to_owned();
        }
        inside |= line.trim_start().starts_with("formulas: [");
        if inside {
            let quoted: Vec<String> =
                line.split('"').skip(1).step_by(2).map(|text| text.replace("\\\\", "\\")).collect();
            let named = line.trim_start().trim_start_matches("formulas: [").starts_with("[\"");
            let list: &mut Vec<(String, String)> = found.entry(entry.clone()).or_default();
            match &quoted[..] {
                pairs if named => {
                    list.extend(pairs.chunks_exact(2).map(|pair| (pair[0].clone(), pair[1].clone())));
                }
                several => list.extend(several.iter().map(|formula| (String::new(), formula.clone()))),
            }
            inside =
                !(line.trim() == "]," || line.trim_end().ends_with("],") && line.contains("formulas: ["));
        }
    }
    found
}

/// The parts of a formula that commas separate outside of every bracket.
fn parts(formula: &str) -> Vec<&str> {
    let (mut depth, mut start, mut found) = (0, 0, Vec::new());
    for (at, sign) in formula.char_indices() {
        match sign {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => {
                found.push(&formula[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(&formula[start..]);
    found
}

/// What stands left and right of the first sign of equality, or of a bound.
fn sides(part: &str) -> Option<(&str, &str)> {
    let at = part.find(['=', '≤', '≥', '≈'])?;
    let sign = part[at..].chars().next()?;
    Some((part[..at].trim().trim_start_matches("\\;").trim(), &part[at + sign.len_utf8()..]))
}

/// Everything known, and all that these formulas define on their way: `ℓ = log p/(1−p)`.
fn defined<'a>(known: Known<'a>, formulas: &[(String, String)]) -> Known<'a> {
    let pieces: Vec<(&str, &str)> =
        formulas.iter().flat_map(|(_, formula)| parts(formula)).filter_map(sides).collect();
    let mut known = known;
    for (name, right) in &pieces {
        if let Some((letter, index)) = name.split_once('_')
            && index.chars().all(char::is_alphabetic)
            && letter.chars().count() == 1
        {
            known.families.insert(letter.into(), (index.into(), (*right).into()));
        }
    }
    // A definition may use one that comes after it.
    for _ in 0..3 {
        for (name, right) in &pieces {
            let letters = name.chars().filter(|sign| sign.is_alphabetic()).count();
            let bare = letters == 1 && !name.contains(['(', '^', '_']);
            let right = right.split(": ").next().unwrap_or(right).trim_end_matches(':');
            // What is defined by itself is not evaluated.
            if bare
                && !known.numbers.contains_key(*name)
                && let Ok(number) = value(right, &known)
            {
                known.numbers.insert((*name).into(), number);
            }
        }
    }
    known
}

/// The right-hand side of a formula of this name.
fn named<'a>(card: &'a [(String, String)], name: &str) -> Option<(&'a str, &'a str)> {
    let (_, formula) = card.iter().find(|(own, _)| own == name)?;
    sides(parts(formula)[0])
}

fn exactly(mechanism: &Value, view: &str, grid: &[f64]) -> Vec<f64> {
    let answer = ask(json!({"ask": "curve", "view": view, "neighbours": "remove", "grid": grid,
        "releases": [{"mechanism": mechanism}], "accountants": ["exact", "rdp"]}));
    let end = if view == "trade-off" { "lower" } else { "upper" };
    let ends = answer["series"][0][end].as_array().unwrap_or_else(|| panic!("{mechanism} {view}: {answer}"));
    ends.iter().filter_map(number).collect()
}

#[track_caller]
fn agree(what: &str, found: f64, expected: f64) {
    assert!((found - expected).abs() <= CLOSE * expected.abs() + 1e-13, "{what}: {found} is not {expected}");
}

/// A mechanism with what the letters of its card stand for, and the ε at which its profile is compared.
type Card = (Value, Vec<(&'static str, f64)>, [f64; 3]);

#[test]
fn the_cards_of_mechanisms_say_what_is_computed() {
    let (mut compared, mut cards_of) = (0, cards("mechanisms.js"));
    cards_of.extend(cards("mechanisms-known.js"));
    let pair = json!({"kind": "gaussian-pair", "mean-first": 0.3, "deviation-first": 1.0, "mean-second": 1.1,
        "deviation-second": 1.6});
    let mechanisms: Vec<Card> = vec![
        (json!({"kind": "gaussian", "sigma": 1.3}), vec![("σ", 1.3)], [-0.5, 0.4, 2.0]),
        (json!({"kind": "laplace", "scale": 0.8}), vec![("b", 0.8)], [-0.5, 0.4, 1.1]),
        (json!({"kind": "randomized-response", "truth": 0.8}), vec![("p", 0.8)], [-0.5, 0.4, 2.0]),
        (
            json!({"kind": "k-ary-randomized-response", "categories": 5, "epsilon": 1.5}),
            vec![("k", 5.0), ("ε_0", 1.5)],
            [0.0, 0.4, 1.2],
        ),
        (json!({"kind": "exponential", "epsilon": 1.2}), vec![("ε_0", 1.2)], [-0.5, 0.4, 1.1]),
        (
            json!({"kind": "discrete-laplace", "scale": 1.7, "sensitivity": 3}),
            vec![("b", 1.7), ("Δ", 3.0)],
            [0.0, 0.4, 1.1],
        ),
        (pair, vec![("μ_1", 0.3), ("s_1", 1.0), ("μ_2", 1.1), ("s_2", 1.6)], [0.0, 0.4, 1.1]),
        (json!({"kind": "two-point", "p": 0.7, "q": 0.4}), vec![("p", 0.7), ("q", 0.4)], [-0.2, 0.1, 0.5]),
        (json!({"kind": "pure", "epsilon": 0.9}), vec![("ε_0", 0.9)], [-0.5, 0.4, 0.8]),
        (
            json!({"kind": "approximate", "epsilon": 0.9, "delta": 0.01}),
            vec![("ε_0", 0.9), ("δ_0", 0.01)],
            [0.0, 0.4, 2.0],
        ),
        (
            json!({"kind": "objective-perturbation", "lipschitz": 1, "smoothness": 0.5, "sigma": 4, "regularization": 3}),
            vec![("L", 1.0), ("β", 0.5), ("σ", 4.0), ("λ", 3.0)],
            [0.0, 0.4, 2.0],
        ),
        (json!({"kind": "zcdp", "rho": 0.3, "xi": 0.1}), vec![("ρ", 0.3), ("ξ", 0.1)], [0.0, 0.4, 2.0]),
    ];
    for (mechanism, letters, epsilons) in mechanisms {
        let kind = mechanism["kind"].as_str().expect("a kind");
        let card = &cards_of[kind];
        let letters = letters.iter().fold(Known::default(), |known, (name, value)| known.with(name, *value));
        let orders = [1.3, 2.0, 5.0];
        for (name, letter, view, points) in [
            ("Profile", "ε", "profile", epsilons),
            ("Rényi", "α", "renyi", orders),
            ("Log-moment", "z", "renyi", orders),
            ("Trade-off", "x", "trade-off", [0.05, 0.3, 0.8]),
        ] {
            let Some((left, right)) = named(card, name) else { continue };
            let at = |point: f64| if letter == "z" { point - 1.0 } else { point };
            let values: Result<Vec<f64>, String> = points
                .iter()
                .map(|&point| value(right, &defined(letters.clone().with(letter, at(point)), card)))
                .collect();
            // A card may speak of probabilities, or of infinity.
            let Ok(values) = values else { continue };
            if values.iter().any(|value| !value.is_finite()) || name == "Log-moment" && kind == "approximate"
            {
                continue;
            }
            for ((&point, found), expected) in
                points.iter().zip(values).zip(exactly(&mechanism, view, &points))
            {
                let found = match letter {
                    "z" if left.starts_with("e^") => found.ln() / at(point),
                    "z" => found / at(point),
                    _ => found,
                };
                agree(&format!("{kind}, {name} at {point}"), found, expected);
                compared += 1;
            }
        }
    }
    assert!(compared >= 85, "{compared}");
}

/// The theorems about samples, for a mechanism with a bounded loss and for one without.
#[test]
fn the_theorems_about_samples_say_what_is_computed() {
    let theorems = cards("sampling.js");
    let weight = "\\binom{α}{ℓ} (1−q)^{α−ℓ} q^ℓ";
    let source = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("www/js/explain/sampling.js"));
    let written = format!("const WEIGHT = \"w_ℓ = {}\"", weight.replace('\\', "\\\\"));
    assert!(source.expect("a file").contains(&written), "the weights are others now");
    let (sigma, scale, rate) = (1.4f64, 0.9f64, 0.04);
    let gaussian = move |order: f64| order / (2.0 * sigma * sigma);
    let laplace = move |order: f64| {
        if order.is_infinite() {
            return 1.0 / scale;
        }
        let (up, down) = (((order - 1.0) / scale).exp(), (-order / scale).exp());
        ((order * up + (order - 1.0) * down) / (2.0 * order - 1.0)).ln() / (order - 1.0)
    };
    let mut compared = 0;
    let bases: [(Value, &dyn Fn(f64) -> f64); 2] = [
        (json!({"kind": "gaussian", "sigma": sigma}), &gaussian),
        (json!({"kind": "laplace", "scale": scale}), &laplace),
    ];
    for (mechanism, curve) in bases {
        let orders = [2.0, 3.0, 7.0, 12.0];
        let answer = ask(
            json!({"ask": "amplify", "mechanism": mechanism, "rate": rate, "orders": orders, "terms": 3}),
        );
        for bound in
            ["lower", "tight", "general", "few-terms", "few-terms-general", "without-replacement", "abadi"]
        {
            let told = answer["curves"].as_array().expect("curves").iter().find(|one| one["bound"] == bound);
            // The bound of Abadi and others is about normal noise, and holds for small orders only.
            if bound == "abadi" && mechanism["kind"] != "gaussian" {
                continue;
            }
            let told = told.and_then(|one| one["epsilon"].as_array()).cloned();
            let told = told.unwrap_or_else(|| panic!("no {bound} of {mechanism}"));
            let least = if bound == "abadi" { 1 } else { orders.len() };
            assert!(told.len() >= least, "{bound} of {mechanism}: {told:?}");
            for (at, order) in orders.iter().copied().enumerate().take(told.len()) {
                let mut known = Known::default().with("α", order).with("q", rate);
                known = known.with("τ", 3.0).with("σ", sigma);
                known.curves.insert("ε".into(), curve);
                known.families.insert("w".into(), ("ℓ".into(), weight.into()));
                // By few terms all of a short sum are taken.
                if 2.0 * 3.0 >= order && bound.starts_with("few") {
                    continue;
                }
                let card = &theorems[bound];
                let (_, right) = sides(parts(&card[0].1)[0]).expect("a bound");
                let whole =
                    value(right, &defined(known, card)).unwrap_or_else(|reason| panic!("{bound}: {reason}"));
                // No bound is above what the mechanism loses on all records, or what pure privacy keeps.
                let cap = curve(order).min((1.0 + rate * (curve(f64::INFINITY).exp() - 1.0)).ln());
                let found = number(&told[at]).expect("a number");
                agree(&format!("{bound} of {mechanism} at {order}"), (whole / (order - 1.0)).min(cap), found);
                compared += 1;
            }
        }
    }
    assert!(compared >= 40, "{compared}");
}
