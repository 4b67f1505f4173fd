//! Whatever curves are shown: every conclusion is true of them. Each is checked again here from its numbers and the curves
//! it speaks of, by other means than those that found it.
#![cfg(feature = "understand")]

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::{ask, number};

mod errors;
mod guess;

const POSITIONS: [f64; 8] = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 1000.0];

/// A curve as a page hands it over.
#[derive(Debug, Clone)]
struct Curve {
    name: usize,
    by: &'static str,
    side: &'static str,
    relation: Option<&'static str>,
    points: Vec<(f64, f64)>,
    infinite: f64,
}

impl Curve {
    fn json(&self) -> Value {
        let y: Vec<Value> =
            self.points.iter().map(|&(_, y)| if y.is_infinite() { json!("inf") } else { json!(y) }).collect();
        let x: Vec<f64> = self.points.iter().map(|&(x, _)| x).collect();
        let mut one = json!({"name": format!("curve {}", self.name), "by": self.by, "side": self.side, "terms": 5,
            "infinite": self.infinite, "x": x, "y": y});
        if let Some(relation) = self.relation {
            one["relation"] = json!(relation);
        }
        one
    }

    fn at(&self, x: f64) -> Option<f64> {
        self.points.iter().find(|point| point.0 == x).map(|point| point.1)
    }
}

/// A chart with what its curves may be by.
type Chart = (&'static str, &'static str, &'static [&'static str]);

const CHARTS: [Chart; 16] = {
    const ACCOUNTANTS: &[&str] = &[
        "exact",
        "fourier",
        "pld",
        "pld",
        "rdp",
        "basic",
        "advanced",
        "optimal",
        "central-limit",
        "fourier-as-published",
    ];
    const THEOREMS: &[&str] = &["no-sampling", "lower", "tight", "tight", "general", "abadi"];
    const SAMPLED: &[&str] = &["no-sampling", "exact", "exact", "rdp"];
    const CONVERTED: &[&str] = &["exact", "rdp-optimal", "rdp"];
    [
        ("composition", "epsilon", ACCOUNTANTS),
        ("composition", "delta", ACCOUNTANTS),
        ("growth", "epsilon", &["tight", "general", "basic", "optimal"]),
        ("amplification-bounds", "divergence", THEOREMS),
        ("few-terms", "divergence", &["tight", "few-terms"]),
        ("amplification-profiles", "delta", SAMPLED),
        ("amplification-profiles", "epsilon", SAMPLED),
        ("views", "epsilon", CONVERTED),
        ("views", "divergence", CONVERTED),
        ("views", "delta", CONVERTED),
        ("views", ERRORS, CONVERTED),
        ("views", "characteristic", &["real-part", "imaginary-part"]),
        ("guess", "epsilon", CONVERTED),
        ("guess", "delta", CONVERTED),
        ("guess", ERRORS, CONVERTED),
        ("guess", "noise", CONVERTED),
    ]
};

/// The quantity of a trade-off curve.
const ERRORS: &str = "type-two-error";

/// A curve of another quantity as one of errors: both from 0 to 1, falling where it rises.
fn of_errors(curve: Curve) -> Curve {
    let points = curve.points.iter().map(|&(x, y)| (x / 1000.0, 1.0 / (1.0 + y))).collect();
    let side = if curve.side == "upper" { "lower" } else { curve.side };
    Curve { points, side, ..curve }
}

/// Curves that often lie close together, cross, end early, and are sometimes 0 or infinite.
fn curve(by: &'static [&'static str]) -> impl Strategy<Value = Curve> {
    let height = prop_oneof![
        4 => 0.01..100.0f64,
        4 => prop::sample::select(vec![1.0, 1.0, 1.000_01, 1.005, 2.0, 1.999, 4.0]),
        1 => prop::sample::select(vec![0.0, f64::INFINITY, 1e-12]),
    ];
    let slope = prop::sample::select(vec![0.0, 0.5, 0.5, 0.500_001, 1.0, 1.3]);
    let wobble = prop::sample::select(vec![0.0, 0.0, 0.0, 0.01, 0.5]);
    let relation =
        prop::sample::select(vec![None, None, None, None, Some("add"), Some("remove"), Some("replace")]);
    (
        0usize..2,
        prop::sample::select(by),
        prop::sample::select(vec!["upper", "upper", "upper", "lower", "value"]),
        relation,
        (height, slope, wobble, prop::collection::vec(-1.0..1.0f64, 8), 1usize..=8, 1usize..3),
        prop::sample::select(vec![0.0, 0.0, 0.0, 0.125]),
    )
        .prop_map(|(name, by, side, relation, (height, slope, wobble, noise, end, step), infinite)| {
            let height_at = |at: usize| height * POSITIONS[at].powf(slope) * (1.0 + 0.9 * wobble * noise[at]);
            let points = (0..end).step_by(step).map(|at| (POSITIONS[at], height_at(at))).collect();
            Curve { name, by, side, relation, points, infinite }
        })
}

fn charts() -> impl Strategy<Value = (Chart, Vec<Curve>)> {
    prop::sample::select(&CHARTS[..])
        .prop_flat_map(|chart| (Just(chart), prop::collection::vec(curve(chart.2), 1..7)))
        .prop_map(|(chart, curves)| match chart.1 {
            ERRORS => (chart, curves.into_iter().map(of_errors).collect()),
            _ => (chart, curves),
        })
}

fn question((about, quantity, _): Chart, curves: &[Curve]) -> Value {
    let series: Vec<Value> = curves.iter().map(Curve::json).collect();
    json!({"ask": "conclude", "about": about, "quantity": quantity, "series": series,
        "at": {"delta": 1, "epsilon": 10, "rate": 0.1}})
}

const ESTIMATES: [&str; 2] = ["central-limit", "fourier-as-published"];

/// Whether two numbers are the same but for rounding.
fn same(one: f64, other: f64) -> bool {
    one == other || (one / other - 1.0).abs() < 1e-9
}

/// The values of two curves where both have one.
fn shared(one: &Curve, other: &Curve) -> Vec<(f64, f64, f64)> {
    one.points.iter().filter_map(|&(x, y)| Some((x, y, other.at(x)?))).collect()
}

/// Whether a conclusion is true.
fn holds(conclusion: &Value, curves: &[Curve], quantity: &str) -> Result<(), String> {
    let list = |name: &str| conclusion[name].as_array().cloned().unwrap_or_default();
    let spoken: Vec<&Curve> =
        list("series").iter().map(|at| &curves[at.as_u64().expect("a position") as usize]).collect();
    let numbers: Vec<f64> = list("numbers").iter().map(|value| number(value).expect("a number")).collect();
    let word = conclusion["word"].as_str().expect("a word");
    let values = |x: f64| spoken.iter().map(|curve| curve.at(x)).collect::<Option<Vec<f64>>>();
    let ascending = |values: &[f64]| values.windows(2).all(|pair| pair[0] <= pair[1]);
    let claims = |curve: &&&Curve| curve.side != "lower" && !ESTIMATES.contains(&curve.by);
    let all_claim = spoken.iter().filter(claims).count() == spoken.len();
    let within = |points: &[(f64, f64, f64)]| {
        points.iter().take_while(|&&(_, one, other)| one / other <= 1.01 && other / one <= 1.01).count()
    };
    let true_ = match word {
        "smallest" => {
            let least = curves.iter().filter(|curve| claims(&curve)).filter_map(|curve| curve.at(numbers[0]));
            let found = values(numbers[0]).ok_or("not shown")?;
            all_claim
                && ascending(&found)
                && found == numbers[1..]
                && same(found[0], least.fold(f64::INFINITY, f64::min))
        }
        "above-throughout" => {
            let points = shared(spoken[0], spoken[1]);
            let ratio = points.iter().map(|&(_, above, below)| above / below).fold(0.0, f64::max);
            all_claim
                && points.len() > 1
                && points.iter().all(|&(_, above, below)| above > below)
                && same(ratio, numbers[1])
        }
        "crossing" => {
            let points = shared(spoken[0], spoken[1]);
            let apart = points.iter().all(|&(x, lower, higher)| {
                if x <= numbers[0] { lower > higher } else { x >= numbers[1] && lower < higher }
            });
            all_claim
                && apart
                && points.iter().any(|point| point.0 == numbers[0])
                && points.iter().any(|point| point.0 == numbers[1])
        }
        "agree" => spoken[1..].iter().all(|other| {
            let points = shared(spoken[0], other);
            points.len() > 1
                && points.iter().all(|&(_, one, other)| (one - other).abs() <= (numbers[0] + 1e-15) * one)
                && numbers[0] <= 1e-4
        }),
        "growth" => {
            let (from, to) = (values(numbers[0]).ok_or("not shown")?, values(numbers[1]).ok_or("not shown")?);
            let factors: Vec<f64> = from.iter().zip(&to).map(|(from, to)| to / from).collect();
            all_claim
                && numbers[0] < numbers[1]
                && ascending(&factors)
                && factors.iter().zip(&numbers[2..]).all(|(one, other)| same(*one, *other))
        }
        "bracket" => {
            let points = shared(spoken[0], spoken[1]);
            spoken[0].side == "lower"
                && spoken[1].side == "upper"
                && spoken[0].by == spoken[1].by
                && points
                    .iter()
                    .all(|&(_, lower, upper)| lower <= upper && upper - lower <= (numbers[0] + 1e-15) * upper)
        }
        "estimate-below" => {
            let points = shared(spoken[0], spoken[1]);
            let below = points.iter().filter(|&&(_, estimate, lower)| estimate < lower).count();
            ESTIMATES.contains(&spoken[0].by)
                && spoken[1].side == "lower"
                && (below as f64, points.len() as f64) == (numbers[0], numbers[1])
                && points
                    .iter()
                    .all(|&(_, estimate, lower)| lower - estimate <= numbers[3] * lower * (1.0 + 1e-12))
        }
        "estimate-not-below" => {
            shared(spoken[0], spoken[1]).iter().all(|&(_, estimate, lower)| estimate >= lower)
        }
        "estimate-beside" => shared(spoken[1], spoken[0]).iter().all(|&(_, sharp, estimate)| {
            (estimate - sharp).abs() <= (numbers[0] * (1.0 + 1e-12) + 1e-12) * sharp
        }),
        "ends-early" => {
            let last =
                curves.iter().flat_map(|curve| curve.points.last()).map(|point| point.0).fold(0.0, f64::max);
            let early =
                curves.iter().filter(|curve| curve.points.last().is_some_and(|point| point.0 < last)).count();
            early == spoken.len()
                && spoken
                    .iter()
                    .zip(&numbers)
                    .all(|(curve, end)| curve.points.last().map(|point| point.0) == Some(*end))
        }
        "costliest-relation" => {
            let found = values(numbers[0]).ok_or("not shown")?;
            let best = |relation| {
                let of = curves.iter().filter(|curve| {
                    claims(&curve) && curve.by != "no-sampling" && curve.relation == relation
                });
                of.filter_map(|curve| curve.at(numbers[0])).fold(f64::INFINITY, f64::min)
            };
            let others = [Some("add"), Some("remove"), Some("replace")].map(best);
            let most = others.into_iter().filter(|value| value.is_finite()).fold(0.0, f64::max);
            found == numbers[1..] && found.windows(2).all(|pair| pair[0] >= pair[1]) && same(found[0], most)
        }
        "few-terms" | "tight-meets-lower" => {
            let points = shared(spoken[0], spoken[1]);
            let (first, second) =
                if word == "few-terms" { ("few-terms", "tight") } else { ("tight", "lower") };
            let most = points.iter().map(|&(_, one, other)| one / other).fold(0.0, f64::max);
            let at = points.iter().any(|&(x, one, other)| x == numbers[2] && same(one / other, most));
            (spoken[0].by, spoken[1].by) == (first, second)
                && (within(&points) as f64, points.len() as f64) == (numbers[0], numbers[1])
                && same(most, numbers[3])
                && at
        }
        "general-gap" => {
            let points = shared(spoken[0], spoken[1]);
            points.iter().all(|&(x, one, other)| {
                one / other <= numbers[1] * (1.0 + 1e-12)
                    && (x != numbers[0] || same(one / other, numbers[1]))
            })
        }
        "gain-lost" => shared(spoken[0], spoken[1]).iter().all(|&(x, base, sampled)| {
            (x < numbers[0] || base < 2.0 * sampled) && base <= sampled * numbers[1] * (1.0 + 1e-12)
        }),
        "gain-kept" => {
            numbers[0] >= 2.0
                && shared(spoken[0], spoken[1])
                    .iter()
                    .all(|&(_, base, sampled)| base >= sampled * numbers[0] * (1.0 - 1e-12))
        }
        "shrinks" => {
            let found = values(numbers[0]).ok_or("not shown")?;
            found == numbers[1..] && found[1..].iter().all(|&y| y < found[0]) && spoken[0].by == "no-sampling"
        }
        "same-cost" => shared(spoken[0], spoken[1])
            .iter()
            .all(|&(_, one, other)| (one - other).abs() <= 1.000_001e-4 * one),
        "limit-of-adding" => {
            let limit = -(1.0f64 - 0.1).ln();
            spoken[0].relation == Some("add")
                && same(limit, numbers[0])
                && spoken[0].points.iter().all(|&(x, y)| match quantity {
                    "epsilon" => y <= limit * (1.0 + 1e-9),
                    _ => x < limit || y == 0.0,
                })
        }
        "losses" | "curve-loss" | "conversion-loss" | "curve-says-nothing" => {
            let found = values(numbers[0]).ok_or("not shown")?;
            let one_name = spoken.iter().all(|curve| curve.name == spoken[0].name);
            let part = |curve: &&Curve| match curve.by {
                "rdp-optimal" => 1,
                "rdp" => 2,
                _ => 0,
            };
            let parts: Vec<i32> = spoken.iter().map(part).collect();
            let expected: &[i32] = match word {
                "losses" => &[0, 1, 2],
                "curve-loss" => &[0, 1],
                "conversion-loss" => &[1, 2],
                _ => &parts,
            };
            all_claim
                && one_name
                && parts == expected
                && found == numbers[1..]
                && (word == "curve-says-nothing" || ascending(&found))
        }
        "least-mechanism" => {
            let found = values(numbers[0]).ok_or("not shown")?;
            let sharp = |curve: &&&Curve| ["exact", "fourier", "pld"].contains(&curve.by);
            all_claim
                && spoken.iter().filter(sharp).count() == spoken.len()
                && ascending(&found)
                && found == numbers[1..]
        }
        "infinite-orders" => spoken[0].points.iter().all(|&(x, y)| (x >= numbers[0]) == y.is_infinite()),
        "guess" => guess::holds(conclusion["text"].as_str().unwrap_or(""), &spoken, &numbers, quantity),
        "infinite-mass" => spoken[0].infinite == numbers[0] && numbers[0] > 0.0,
        // The lemma needs profiles: `tests/questions/conclude.rs` has them.
        "lemma" => quantity == "delta",
        other => {
            errors::holds(other, &spoken, &numbers, curves).ok_or(format!("{other} is not checked here"))?
        }
    };
    if true_ { Ok(()) } else { Err(format!("{conclusion}")) }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn every_conclusion_is_true((chart, curves) in charts()) {
        let question = question(chart, &curves);
        let answer = ask(&question);
        let found = answer["conclusions"].as_array().expect("conclusions");
        prop_assert!(found.len() <= 4);
        for conclusion in found {
            let text = conclusion["text"].as_str().expect("a text");
            prop_assert!(text.ends_with('.') && !text.contains("not a number"), "{text}");
            if let Err(wrong) = holds(conclusion, &curves, chart.1) {
                prop_assert!(false, "{wrong}\n{question}");
            }
        }
    }
}

/// The random curves lead to conclusions of every kind but those that need a profile.
#[test]
fn random_curves_say_something() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let mut words = std::collections::BTreeMap::<String, usize>::new();
    for _ in 0..20_000 {
        let (chart, curves) = charts().new_tree(&mut runner).expect("a value").current();
        let answer = ask(question(chart, &curves));
        for one in answer["conclusions"].as_array().expect("conclusions") {
            *words.entry(one["word"].as_str().expect("a word").into()).or_default() += 1;
        }
    }
    let known = "above-throughout agree bracket conversion-loss costliest-relation crossing curve-loss curve-says-nothing \
         ends-early errors-above errors-at errors-cross estimate-below estimate-beside estimate-not-below fades few-terms \
         gain-kept gain-lost general-gap growth guess infinite-mass infinite-orders lasts least-mechanism least-sum limit-of-adding \
         losses same-cost shrinks smallest tight-meets-lower";
    for word in known.split_whitespace() {
        assert!(words.contains_key(word), "no {word}: {words:?}");
    }
}
