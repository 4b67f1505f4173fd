//! Laws of the views of a plan: brackets in order, curves that agree with each other and with `plan`, shapes.

use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::{Value, json};

use crate::random::Stream;
use crate::said::{Said, agree, answered, bounds, checked, number};

/// Edges of budgets asked again so far.
pub static EDGES: AtomicU64 = AtomicU64::new(0);

/// Points of curves compared with `plan` so far.
pub static POINTS: AtomicU64 = AtomicU64::new(0);

/// The views.
const VIEWS: [&str; 6] = ["profile", "renyi", "trade-off", "loss", "characteristic", "composition"];

/// Room for the roundings of a chord through two bounds.
const ROUNDING: f64 = 1e-12;

/// Values of a view that should be densities or parts of characteristic functions are given to rounding.
const PARTS: f64 = 1e-6;

/// One accountant's curve: what it says at each point, `None` where it says nothing.
struct Curve {
    accountant: String,
    points: Vec<Option<Said>>,
}

fn grid(stream: &mut Stream, view: &str) -> Vec<f64> {
    let mut grid: Vec<f64> = (0..2 + stream.below(6))
        .map(|_| match view {
            "profile" if stream.below(4) == 0 => -stream.log(1e-3, 3.0),
            "profile" => stream.log(1e-3, 50.0),
            "renyi" => 1.0 + stream.log(1e-3, 1e3),
            "trade-off" => stream.share(),
            "composition" => stream.log(1.0, 300.0).round(),
            _ => stream.linear(-20.0, 20.0),
        })
        .collect();
    grid.sort_by(f64::total_cmp);
    grid.dedup();
    grid
}

/// The bounds of a series, point by point; a point without an upper end has no lower end either.
fn curve(series: &Value, points: usize) -> Result<Option<Curve>, String> {
    let accountant = series["accountant"].as_str().ok_or("no name")?.to_owned();
    let Some(upper) = series["upper"].as_array() else { return Ok(None) };
    if upper.len() > points {
        return Err(format!("{accountant}: {} values at {points} points", upper.len()));
    }
    let said = |at: usize| {
        let lower = series["lower"].as_array().and_then(|list| list.get(at)).cloned().unwrap_or(Value::Null);
        match upper.get(at) {
            None | Some(Value::Null) if lower.is_null() => Ok(None),
            None | Some(Value::Null) => Err(format!("{accountant}: half a bracket at point {at}")),
            Some(upper) => Said::of(&accountant, &json!({"lower": lower, "upper": upper})).map(Some),
        }
    };
    let points = (0..points).map(said).collect::<Result<Vec<_>, String>>()?;
    if points.iter().all(Option::is_none) {
        return Err(format!("{accountant}: a curve without a point"));
    }
    Ok(Some(Curve { accountant, points }))
}

impl Curve {
    /// Neighbouring points may be in order.
    fn monotone(&self, rises: bool) -> Result<(), String> {
        let known: Vec<&Said> = self.points.iter().flatten().collect();
        for two in known.windows(2) {
            let (small, large) = if rises { (two[0], two[1]) } else { (two[1], two[0]) };
            if !small.may_be_below(large) {
                return Err(format!("not monotone: {two:?}"));
            }
        }
        Ok(())
    }

    /// No point is certainly above the chord of its neighbours.
    fn convex(&self, x: impl Fn(usize) -> f64) -> Result<(), String> {
        for at in 1..self.points.len().saturating_sub(1) {
            let [Some(before), Some(here), Some(after)] = &self.points[at - 1..=at + 1] else { continue };
            let (a, b, c) = (x(at - 1), x(at), x(at + 1));
            let share = (b - a) / (c - a);
            if !share.is_finite() || !before.upper.is_finite() {
                continue;
            }
            let chord = before.upper * (1.0 - share) + after.upper * share;
            if here.lower.is_some_and(|lower| lower > chord * (1.0 + ROUNDING) + ROUNDING) {
                return Err(format!("not convex: {before:?} {here:?} {after:?}"));
            }
        }
        Ok(())
    }
}

/// The laws of one view of a plan.
pub fn check(stream: &mut Stream, plan: &Value, accountants: &[&str]) -> Result<(), String> {
    let view = VIEWS[stream.below(VIEWS.len())];
    let grid = grid(stream, view);
    let mut question = json!({"ask": "curve", "view": view, "neighbours": plan["neighbours"],
        "releases": plan["releases"], "grid": grid, "accountants": accountants});
    let delta = stream.log(1e-12, 0.1);
    if view == "composition" {
        question["mark"] = json!({"delta": delta});
        let counts =
            plan["releases"].as_array().into_iter().flatten().filter_map(|one| one["count"].as_f64());
        // A plan may be repeated as long as no release is counted more than 1e9 times.
        if counts.fold(0.0, f64::max) * 300.0 > 1e9 {
            return Ok(());
        }
    }
    let wrapped = |reason: String| format!("{reason}\n  {question}");
    let answer = answered(&question)?;
    let mut curves = Vec::new();
    for series in answer["series"].as_array().into_iter().flatten() {
        parts(series).map_err(wrapped)?;
        curves.extend(curve(series, grid.len()).map_err(wrapped)?);
    }
    for (at, x) in grid.iter().enumerate() {
        let here: Vec<Said> = curves.iter().filter_map(|curve| curve.points[at].clone()).collect();
        agree(&here).map_err(|reason| wrapped(format!("at {x}: {reason}")))?;
    }
    for curve in &curves {
        shape(view, plan, curve, &grid).map_err(wrapped)?;
    }
    single_point(stream, view, plan, &curves, &grid, delta).map_err(wrapped)
}

fn shape(view: &str, plan: &Value, curve: &Curve, grid: &[f64]) -> Result<(), String> {
    curve.monotone(matches!(view, "renyi" | "composition"))?;
    match view {
        "profile" => curve.convex(|at| grid[at].exp()),
        // The smaller of two curves is not convex.
        "trade-off" if plan["neighbours"] != "add-remove" => curve.convex(|at| grid[at]),
        _ => Ok(()),
    }
}

/// Densities are none below 0 and no NaN, characteristic functions at most 1.
fn parts(series: &Value) -> Result<(), String> {
    let list = |name: &str| series[name].as_array().cloned().unwrap_or_default();
    for value in list("density") {
        if !value.as_f64().is_some_and(|density| density >= 0.0) {
            return Err(format!("{}: a density of {value}", series["accountant"]));
        }
    }
    for (real, imaginary) in list("real").iter().zip(&list("imaginary")) {
        let size = real.as_f64().zip(imaginary.as_f64()).map(|(re, im)| re.hypot(im));
        if !size.is_some_and(|size| size <= 1.0 + PARTS) {
            return Err(format!("{}: a characteristic function {real} + {imaginary}i", series["accountant"]));
        }
    }
    Ok(())
}

/// A point of a curve is what `plan` says there; a trade-off curve is above every line of the profile.
fn single_point(
    stream: &mut Stream,
    view: &str,
    plan: &Value,
    curves: &[Curve],
    grid: &[f64],
    delta: f64,
) -> Result<(), String> {
    if curves.is_empty() {
        return Ok(());
    }
    let (curve, at) = (&curves[stream.below(curves.len())], stream.below(grid.len()));
    let Some(here) = &curve.points[at] else { return Ok(()) };
    let mut asked = plan.clone();
    asked["accountants"] = json!([curve.accountant]);
    match view {
        "profile" => asked["target"] = json!({"epsilon": grid[at]}),
        "composition" => {
            asked["target"] = json!({"delta": delta});
            for release in asked["releases"].as_array_mut().into_iter().flatten() {
                release["count"] = json!(release["count"].as_f64().unwrap_or(1.0) * grid[at]);
            }
        }
        "trade-off" => {
            let epsilon = if stream.below(2) == 0 { stream.log(1e-3, 10.0) } else { -stream.log(1e-3, 10.0) };
            asked["target"] = json!({"epsilon": epsilon});
            let least = |said: &Said| 1.0 - said.upper - epsilon.exp() * grid[at];
            return match bounds(&asked)?.iter().find(|said| here.upper < least(said) - ROUNDING) {
                Some(said) => Err(format!("at {}: {here:?} is below the line of {said:?}", grid[at])),
                None => Ok(()),
            };
        }
        _ => return Ok(()),
    }
    POINTS.fetch_add(1, Ordering::Relaxed);
    match bounds(&asked)?.iter().find(|said| !said.meets(here)) {
        Some(said) => Err(format!("at {} the curve says {here:?} and the plan {said:?}", grid[at])),
        None => Ok(()),
    }
}

/// The best upper end of what was said of a plan.
fn best(said: &[Said]) -> f64 {
    said.iter().map(|one| one.upper).fold(f64::INFINITY, f64::min)
}

/// An attack is no stronger than the profile allows, and no weaker than guessing.
pub fn attack(stream: &mut Stream, plan: &Value, accountants: &[&str]) -> Result<(), String> {
    let rates = [stream.log(1e-6, 0.1), 0.1 + 0.9 * stream.share()];
    let question = json!({"ask": "attack", "neighbours": plan["neighbours"], "releases": plan["releases"],
        "accountants": accountants, "false-positive": rates, "prior": [0.5]});
    let wrapped = |reason: String| format!("{reason}\n  {question}");
    let answer = answered(&question)?;
    let attack = &answer["attack"];
    if attack.is_null() {
        return if answer["unavailable"].is_string() { Ok(()) } else { Err(wrapped("no reason".into())) };
    }
    let name = attack["accountant"].as_str().ok_or("no name")?;
    let advantage = Said::of(name, &attack["advantage"]).map_err(wrapped)?;
    let mut asked = plan.clone();
    asked["accountants"] = json!(["exact", "rdp"]);
    asked["target"] = json!({"epsilon": 0});
    if let Some(said) = bounds(&asked)?.iter().find(|said| !advantage.may_be_below(said)) {
        return Err(wrapped(format!("advantage {advantage:?}, plan {said:?}")));
    }
    // Whoever names people in the data compares the data with the person to those without, also where one is added.
    if asked["neighbours"] == "add" {
        asked["neighbours"] = json!("remove");
    }
    let epsilon = stream.log(1e-3, 10.0);
    asked["target"] = json!({"epsilon": epsilon});
    let delta = best(&bounds(&asked)?);
    let mut last = 0.0;
    for (rate, test) in rates.iter().zip(attack["tests"].as_array().into_iter().flatten()) {
        let found = Said::of(name, &test["true-positive"]).map_err(wrapped)?;
        let most = (delta + epsilon.exp() * rate).min(1.0) + ROUNDING;
        if found.upper < rate * (1.0 - ROUNDING)
            || found.upper < last
            || found.lower.is_some_and(|lower| lower > most)
        {
            return Err(wrapped(format!("at {rate}: {found:?}, at most {most}")));
        }
        if found.lower.is_some_and(|lower| lower - rate > advantage.upper + ROUNDING) {
            return Err(wrapped(format!("at {rate}: {found:?}, advantage {advantage:?}")));
        }
        last = found.upper;
    }
    let accuracy = Said::of(name, &attack["beliefs"][0]["accuracy"]).map_err(wrapped)?;
    let half = |end: f64| 0.5 + 0.5 * end;
    let fair = Said {
        lower: advantage.lower.map(|lower| half(lower) - ROUNDING),
        upper: half(advantage.upper) + ROUNDING,
        ..advantage
    };
    if accuracy.meets(&fair) { Ok(()) } else { Err(wrapped(format!("{accuracy:?} is not {fair:?}"))) }
}

/// The value found is within the budget, and `tight`, next to it, is not.
pub fn solve(
    stream: &mut Stream,
    plan: &Value,
    fields: &[String],
    accountants: &[&str],
) -> Result<(), String> {
    let field = &fields[stream.below(fields.len())];
    let budget = json!({"delta": stream.log(1e-10, 0.1), "epsilon": stream.log(1e-2, 20.0)});
    let question = json!({"ask": "solve", "unknown": {"release": 0, "field": field}, "neighbours": plan["neighbours"],
        "releases": plan["releases"], "target": budget, "accountants": accountants});
    let wrapped = |reason: String| format!("{reason}\n  {question}");
    let answer = match answered(&question) {
        Ok(answer) => answer,
        // What cannot be varied is refused in words; the door's own tests know which.
        Err(reason) if reason.starts_with("refused") => return Ok(()),
        Err(reason) => return Err(reason),
    };
    for (name, inside) in [("value", true), ("tight", false)] {
        let Some(value) = number(&answer[name]) else { continue };
        EDGES.fetch_add(1, Ordering::Relaxed);
        let mut asked = plan.clone();
        asked["accountants"] = json!(accountants);
        asked["target"] = json!({"delta": budget["delta"]});
        let release = &mut asked["releases"][0];
        match field.as_str() {
            "count" => release["count"] = json!(value),
            "rate" => release["sampling"]["rate"] = json!(value),
            parameter => release["mechanism"][parameter] = json!(value),
        }
        let answer = answered(&asked)?;
        let said = checked(&asked, &answer).map_err(wrapped)?;
        let (found, most) = (best(&said), budget["epsilon"].as_f64().unwrap_or(0.0));
        // An accountant that nobody waited for may have had the last word in the search.
        let awaited = !answer["bounds"].to_string().contains("not computed");
        if (found <= most) != inside && awaited {
            return Err(wrapped(format!("{name} {value} has ε {found}, the budget is {most}")));
        }
    }
    Ok(())
}
