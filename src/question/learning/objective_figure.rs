//! Pictures of the bounds of objective perturbation.

use super::objective::{ObjectiveQuestion, Setting};
use super::objective_bounds::Turn;
use super::objective_bounds::{ObjectiveBound, Role};
use crate::figure::{Axis, Figure, Mark, Side, Table};
use crate::numeric::decimal::{Rounding, print};
use crate::question::figure::lines::{self, Line, Words, decades_of, line, number};

/// The lowest δ of a picture.
const FLOOR: f64 = 1e-12;
/// Digits of the order of a turn.
const TURN_DIGITS: usize = 4;

fn curves(x: &[f64], found: &[ObjectiveBound]) -> Vec<Line> {
    let line = |bound: &ObjectiveBound| {
        let side = match bound.role {
            Role::Upper => Side::Upper,
            Role::Lower => Side::Lower,
            Role::Part | Role::Heuristic => Side::Value,
        };
        (line(bound.title, x, bound.values.iter().map(|value| value.0).collect()), side)
    };
    found.iter().map(line).collect()
}

fn setting(setting: &Setting) -> String {
    let Setting { lipschitz, smoothness, sigma, regularization, .. } = setting;
    let [l, b, s, r] = [lipschitz, smoothness, sigma, regularization].map(|value| number(*value));
    format!("L = {l}, β = {b}, σ = {s}, λ = {r}")
}

fn finish(figure: Figure, shows: &str, setting: &str, sentence: String) -> Figure {
    let title = format!("{shows}, {setting}");
    let table = Table { caption: title.clone(), ..figure.table };
    Figure { title, shows: shows.into(), sentence, table, ..figure }
}

/// δ against ε, by every bound.
pub(crate) fn profile_picture(question: &ObjectiveQuestion, found: &[ObjectiveBound]) -> Figure {
    let x = &question.epsilons;
    let words = Words { head: "ε", place: "ε = ", quantity: "δ" };
    let axes = (Axis::linear("ε", x[0], x[x.len() - 1]), Axis::decades("δ", FLOOR, 1.0));
    let figure = lines::lines(&words, x, axes, curves(x, found));
    let shows = "Objective perturbation by every bound";
    finish(
        figure,
        shows,
        &setting(&question.setting),
        format!("{}; no guarantee can be below normal noise.", tightest(x, found)),
    )
}

/// Which guarantee of what is released is the smallest at the points that are drawn, from its numbers.
fn tightest(x: &[f64], found: &[ObjectiveBound]) -> String {
    let held: Vec<&ObjectiveBound> =
        found.iter().filter(|bound| bound.role == Role::Upper && bound.holds).collect();
    let least = |at: usize| {
        let smaller = |one: usize, other: usize| held[other].values[at].0 < held[one].values[at].0;
        (1..held.len()).fold(0, |best, other| if smaller(best, other) { other } else { best })
    };
    let name = |bound: usize| match held[bound].bound {
        "profile" => "the half-normal profile",
        "kifer" => "the bound of Kifer, Smith and Thakurta 2012",
        "approximate" => "the sum of both losses near the minimum",
        "general" => "the bound without a linear model",
        _ => "the Rényi bound",
    };
    match held.len() {
        0 => return "No bound here is a guarantee of what is released".into(),
        1 => return format!("Only {} is a guarantee of what is released", name(0)),
        _ => {}
    }
    // Stretches of points with one winner each.
    let mut stretches: Vec<(usize, usize, usize)> = Vec::new();
    for at in 0..x.len() {
        match stretches.last_mut() {
            Some((winner, _, to)) if *winner == least(at) => *to = at,
            _ => stretches.push((least(at), at, at)),
        }
    }
    let usual = stretches.iter().max_by_key(|(_, from, to)| to - from).map_or(0, |stretch| stretch.0);
    let others = stretches.iter().filter(|stretch| stretch.0 != usual).map(|&(winner, from, to)| {
        let [from, to] = [from, to].map(|at| number(x[at]));
        let place = if from == to { format!("at ε = {from}") } else { format!("from ε = {from} to {to}") };
        format!("{place} {}", name(winner))
    });
    let others: Vec<String> = others.collect();
    let but = if others.is_empty() { String::new() } else { format!(", but {}", others.join(", and ")) };
    format!("The tightest of these guarantees is {}{but}", name(usual))
}

/// Divergence against order, by every bound, and where that of noisy gradient steps turns.
pub(crate) fn divergence_picture(
    question: &ObjectiveQuestion,
    found: &[ObjectiveBound],
    turn: Option<Turn>,
) -> Figure {
    let x = &question.orders;
    let words = Words { head: "order α", place: "order ", quantity: "divergence" };
    let curves = curves(x, found);
    let across = Axis::decades("order α", x[0], x[x.len() - 1]);
    let axes = (across, decades_of("Rényi divergence", &curves));
    let mut figure = lines::lines(&words, x, axes, curves);
    let mut sentence =
        "The guarantee lies above normal noise by the cost of the determinant and of the absolute value; \
                    the linearized curve is a heuristic and no guarantee."
            .to_owned();
    if let Some(Turn { order, divergence }) = turn {
        let at = print(order, TURN_DIGITS, Rounding::Nearest);
        sentence += &format!(
            " The curve of noisy gradient steps (DP-SGD) turns at order {at}: below it the sample hides a person, \
             above it the cost leaps towards that of steps on everyone."
        );
        figure.marks.push(Mark { x: order, y: divergence, label: format!("turns at {at}"), says: None });
    }
    finish(figure, "Rényi divergence of objective perturbation", &setting(&question.setting), sentence)
}
