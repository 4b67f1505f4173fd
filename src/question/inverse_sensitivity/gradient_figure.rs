//! The density of a model on a grid: a curve of one coefficient, a map of two.

use super::dimensions::named;
use super::gradient_mechanism::{GradientAnswer, GradientQuestion};
use super::pca_figures::{ring, scattered};
use crate::algorithm::inverse_sensitivity::gradient::grid::GridLaw;
use crate::figure::{Axis, Cells, Draw, Figure, Mark, Series, Side, Table};
use crate::question::figure::lines::{Line, Words, line, lines, number};

/// Rows of the table of a map.
const ROWS: usize = 20;

/// The picture.
pub(crate) fn picture(question: &GradientQuestion, law: &GridLaw, answer: &GradientAnswer) -> Figure {
    let mut figure =
        if law.dimension == 1 { curve(question, law, answer) } else { map(question, law, answer) };
    let of =
        format!("n = {}, ε = {}, {} loss", answer.people, number(question.epsilon), question.setting.loss);
    let shows = "Density of a private model, must not be published";
    named(&mut figure, shows, &of, &answer.conclusions, answer.secret);
    figure
}

/// The width of a cell.
fn width(question: &GradientQuestion, law: &GridLaw) -> f64 {
    2.0 * question.setting.model_radius / law.side.len() as f64
}

fn curve(question: &GradientQuestion, law: &GridLaw, answer: &GradientAnswer) -> Figure {
    let cell = width(question, law);
    let density: Vec<f64> = law.masses.iter().map(|mass| mass / cell).collect();
    let most = density.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    let curves: Vec<Line> = vec![(line("density of θ", &law.side, density), Side::Value)];
    let edge = question.setting.model_radius;
    let axes = (Axis::linear("θ", -edge, edge), Axis::linear("density", 0.0, Axis::round_up(most)));
    let mut figure = lines(&Words { head: "θ", place: "θ = ", quantity: "" }, &law.side, axes, curves);
    if !answer.cloud.is_empty() {
        let mut x: Vec<f64> = answer.cloud.iter().map(|theta| theta[0]).collect();
        x.sort_by(f64::total_cmp);
        let y = vec![0.0; x.len()];
        figure.series.push(Series {
            label: "models drawn".into(),
            x,
            y,
            draw: Draw::Points,
            ..Series::default()
        });
    }
    figure
}

fn map(question: &GradientQuestion, law: &GridLaw, answer: &GradientAnswer) -> Figure {
    let area = width(question, law).powi(2);
    let values: Vec<f64> = law
        .masses
        .iter()
        .enumerate()
        .map(|(at, mass)| if law.is_inside(at) { mass / area } else { f64::NAN })
        .collect();
    let most = values.iter().copied().filter(|value| value.is_finite()).fold(f64::MIN_POSITIVE, f64::max);
    let radius = question.setting.model_radius;
    let axis = |label: &str| Axis::linear(label, -radius, radius);
    let mut figure = Figure::empty(axis("θ₁"), axis("θ₂"));
    figure.cells = Some(Cells {
        label: "density".into(),
        columns: law.side.len(),
        rows: law.side.len(),
        values,
        from: 0.0,
        to: Axis::round_up(most),
    });
    figure.series = ring("edge of the ball", radius).to_vec();
    if !answer.cloud.is_empty() {
        figure.series.push(scattered("models drawn", &answer.cloud));
    }
    let best = law.theta(law.best());
    figure.marks.push(Mark { x: best[0], y: best[1], label: "best on the grid".into(), says: None });
    // The likeliest points, one by one.
    let mut left: Vec<usize> = (0..law.masses.len()).filter(|&at| law.is_inside(at)).collect();
    let mut order = Vec::new();
    while let Some(next) =
        (0..left.len()).max_by(|&a, &b| law.masses[left[a]].total_cmp(&law.masses[left[b]]))
    {
        order.push(left.swap_remove(next));
        if order.len() == ROWS {
            break;
        }
    }
    let row = |&at: &usize| {
        let theta = law.theta(at);
        vec![number(theta[0]), number(theta[1]), number(law.masses[at] / area)]
    };
    figure.table = Table {
        columns: ["θ₁", "θ₂", "density"].map(String::from).to_vec(),
        rows: order.iter().map(row).collect(),
        ..Table::default()
    };
    figure
}
