//! ε against α: what theory asks for, beside what tests cost.

use super::accuracy_first_theory::{TheoryAnswer, TheoryQuestion};
use super::regression::ALPHAS;
use crate::algorithm::noise_reduction::regression::Theorem;
use crate::figure::{Axis, Figure, Side};
use crate::question::figure::lines::{Line, Words, decades_of, line, lines, number};

/// Points of a curve.
const POINTS: usize = 61;
/// How far the picture reaches beyond the α asked for, either way.
const REACH: f64 = 10.0;

/// Theories and tests over α around the one asked for.
pub(crate) fn theory_picture(question: &TheoryQuestion, answer: &TheoryAnswer) -> Figure {
    let (from, to) = ((question.alpha / REACH).max(ALPHAS.from), (question.alpha * REACH).min(ALPHAS.to));
    let step = |at: usize| from * ((to / from).ln() * at as f64 / (POINTS - 1) as f64).exp();
    let x: Vec<f64> = (0..POINTS).map(step).collect();
    let mut curves: Vec<Line> = Vec::new();
    for theorem in Theorem::ALL {
        let heights: Option<Vec<f64>> = x.iter().map(|&alpha| question.theory(theorem, alpha)).collect();
        let side = if theorem.holds() { Side::Upper } else { Side::Value };
        curves.extend(heights.map(|heights| (line(theorem.meaning(), &x, heights), side)));
    }
    for test in &answer.tests {
        let heights = x.iter().map(|&alpha| question.testing(test.calibration, alpha)).collect();
        curves
            .push((line(&format!("the test alone, {}", test.calibration.title()), &x, heights), Side::Upper));
    }
    let across = Axis { from, to, ..Axis::decades("α, excess risk", from, to) };
    let axes = (across, decades_of("ε", &curves));
    let words = Words { head: "α", place: "α = ", quantity: "ε" };
    let mut figure = lines(&words, &x, axes, curves);
    let shows = "ε against accuracy";
    figure.shows = shows.into();
    figure.title = format!(
        "{shows}: n = {}, p = {}, λ = {}",
        number(question.people),
        number(question.dimension),
        number(question.regularization)
    );
    figure.sentence = answer.conclusions.join(" ");
    figure.table.caption.clone_from(&figure.title);
    figure
}
