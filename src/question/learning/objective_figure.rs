//! Pictures of the bounds of objective perturbation.

use super::objective::Setting;
use super::objective_bounds::{ObjectiveBound, Turn};
use super::objective_conclusions::Stated;
use crate::figure::{Axis, Figure, Mark, Series, Table};
use crate::numeric::decimal::{Rounding, print};
use crate::question::figure::lines::{self, Line, Words, decades_of, line, number};

/// The lowest δ of a picture.
const FLOOR: f64 = 1e-12;
/// Digits of the order of a turn.
pub(crate) const TURN_DIGITS: usize = 4;

fn curves(x: &[f64], found: &[ObjectiveBound]) -> Vec<Line> {
    let line = |bound: &ObjectiveBound| {
        let series = line(&bound.title, x, bound.values.iter().map(|value| value.0).collect());
        (Series { by: bound.bound.into(), ..series }, bound.role.side())
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

/// δ against ε, by every bound, with the least guarantee at the first δ marked.
pub(crate) fn profile_picture(
    of: &Setting,
    x: &[f64],
    found: &[ObjectiveBound],
    best: Option<&Stated>,
    deltas: &[f64],
) -> Figure {
    let words = Words { head: "ε", place: "ε = ", quantity: "δ" };
    let axes = (Axis::linear("ε", x[0], x[x.len() - 1]), Axis::decades("δ", FLOOR, 1.0));
    let mut figure = lines::lines(&words, x, axes, curves(x, found));
    let shows = "Objective perturbation by every bound";
    let mut sentence = "δ falls as ε grows.".to_owned();
    if let (Some(Stated { bound, .. }), Some(&delta)) = (best, deltas.first()) {
        let label = format!("{bound} at δ = {}", number(delta));
        sentence = format!("The least guarantee of what is released is {label}; {sentence}");
        if (x[0]..=x[x.len() - 1]).contains(&bound.number) {
            figure.marks.push(Mark { x: bound.number, y: delta, label, says: Some(bound.clone()) });
        }
    }
    finish(figure, shows, &setting(of), sentence)
}

/// Divergence against order, by every bound, with the turn of DP-SGD marked.
pub(crate) fn divergence_picture(
    of: &Setting,
    x: &[f64],
    found: &[ObjectiveBound],
    turn: Option<Turn>,
) -> Figure {
    let words = Words { head: "order α", place: "order ", quantity: "divergence" };
    let curves = curves(x, found);
    let across = Axis::decades("order α", x[0], x[x.len() - 1]);
    let axes = (across, decades_of("Rényi divergence", &curves));
    let mut figure = lines::lines(&words, x, axes, curves);
    if let Some(Turn { order, divergence }) = turn {
        let label = format!("DP-SGD turns at {}", print(order, TURN_DIGITS, Rounding::Nearest));
        figure.marks.push(Mark { x: order, y: divergence, label, says: None });
    }
    let sentence =
        "The curve without the determinant is a part of a guarantee, the linearized one a heuristic.".into();
    finish(figure, "Rényi divergence of objective perturbation", &setting(of), sentence)
}
