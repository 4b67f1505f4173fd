//! Ordinary training runs: the exact curve is always there, and passes through the plan's own answer.

use serde_json::{Value, json};

use crate::said::{answered, number};
use crate::{every, setting};

const RATES: [f64; 9] = [1e-4, 2e-4, 5e-4, 1e-3, 2e-3, 4e-3, 0.01, 0.02, 0.05];
const NOISES: [f64; 5] = [0.5, 0.7, 1.0, 1.4, 2.0];
const EPOCHS: [f64; 10] = [1.0, 2.0, 3.0, 5.0, 10.0, 20.0, 30.0, 50.0, 70.0, 100.0];

/// The δ of all of them.
const DELTA: f64 = 1e-5;

/// The digits that are shown.
const SHOWN: f64 = 1e-5;

/// One curve in so many is asked for with the Rényi bound beside it, as the chart does, which takes ten times as long.
const USUAL: u64 = 7;

fn releases(plan: u64) -> Value {
    let at = plan as usize;
    let (rate, sigma) = (RATES[at % RATES.len()], NOISES[at / RATES.len() % NOISES.len()]);
    let steps = (EPOCHS[at / RATES.len() / NOISES.len()] / rate).round();
    json!([{"count": steps, "mechanism": {"kind": "gaussian", "sigma": sigma},
        "sampling": {"kind": "poisson", "rate": rate}}])
}

/// The exact curve of an answer, at every point of its grid.
fn exact_curve(answer: &Value) -> Result<Vec<(f64, f64, f64)>, String> {
    let names = ["exact", "fourier"];
    let series = answer["series"].as_array().into_iter().flatten();
    let exact = series
        .into_iter()
        .find(|series| names.iter().any(|name| series["accountant"] == *name))
        .ok_or_else(|| format!("no exact curve: {}", answer["unavailable"]))?;
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let (x, lower, upper) = (list(&answer["x"]), list(&exact["lower"]), list(&exact["upper"]));
    let known = |at: usize| Some((number(x.get(at)?)?, number(lower.get(at)?)?, number(upper.get(at)?)?));
    let points: Vec<_> = (0..x.len()).filter_map(known).collect();
    match points.iter().find(|(_, lower, upper)| lower > upper) {
        Some(point) => Err(format!("lower above upper: {point:?}")),
        None => Ok(points),
    }
}

fn check(plan: u64) -> Result<(), String> {
    let releases = releases(plan);
    let asked =
        json!({"ask": "plan", "releases": releases, "target": {"delta": DELTA}, "accountants": ["fourier"]});
    let mut answer = answered(&asked)?;
    if answer["best"].is_null() {
        let asked =
            json!({"ask": "plan", "releases": releases, "target": {"delta": DELTA}, "accountants": ["pld"]});
        answer = answered(&asked)?;
    }
    let epsilon = number(&answer["best"]["epsilon"]["upper"]).ok_or(format!("no plan: {answer}"))?;
    let lower = number(&answer["best"]["epsilon"]["lower"]).unwrap_or(0.0);
    // The curve as the chart asks for it covers the target.
    let mut curve =
        json!({"ask": "curve", "view": "profile", "releases": releases, "mark": {"delta": DELTA}});
    if !plan.is_multiple_of(USUAL) {
        curve["accountants"] = json!(["fourier"]);
    }
    let points = exact_curve(&answered(&curve)?)?;
    if !(points.len() > 20 && points[0].2 >= DELTA && points[points.len() - 1].1 <= DELTA) {
        return Err(format!("the curve does not reach δ: {} points, {:?} …", points.len(), points.first()));
    }
    let after = points.iter().position(|point| point.0 >= epsilon).ok_or("the curve ends before ε")?;
    let (left, right) = (points[after.saturating_sub(1)], points[after]);
    if !(right.1 <= DELTA * (1.0 + SHOWN) && left.2 >= DELTA * (1.0 - SHOWN)) {
        return Err(format!("ε = {epsilon}, but the curve has {left:?} and {right:?}"));
    }
    // And passes through it.
    let grid = json!([0.5 * epsilon, lower.min(epsilon * (1.0 - 1e-12)), epsilon, 2.0 * epsilon]);
    let through = json!({"ask": "curve", "view": "profile", "releases": releases, "mark": {"delta": DELTA}, "grid": grid,
        "accountants": ["fourier"]});
    let points = exact_curve(&answered(&through)?)?;
    let at = points.iter().find(|point| point.0 == epsilon).ok_or("no value at ε")?;
    if at.1 <= DELTA * (1.0 + SHOWN) && (at.2 / DELTA - 1.0).abs() <= 10.0 * SHOWN {
        return Ok(());
    }
    Err(format!("ε = {epsilon} at δ = {DELTA}, but the curve has {at:?}"))
}

#[test]
fn a_training_run_has_its_exact_curve() {
    let plans = (RATES.len() * NOISES.len() * EPOCHS.len()) as u64;
    assert_eq!(plans, 450);
    let plans = setting("DPSCOPE_TRAINING", plans);
    every(
        "training runs",
        0,
        Some(plans),
        |plan| plan < plans,
        |plan| check(plan).map_err(|reason| (reason, releases(plan))),
    );
}
