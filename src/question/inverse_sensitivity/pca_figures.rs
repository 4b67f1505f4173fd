//! Pictures of private axes of the plane: the circle with its cloud, and the angles.

use super::dimensions::named;
use super::private_pca::PrivatePcaAnswer;
use crate::algorithm::inverse_sensitivity::pca::exponential_within;
use crate::figure::{Axis, Draw, Figure, Mark, Series, Side, Table};
use crate::numeric::matrix::dot;
use crate::question::figure::lines::{Line, Words, line, lines, number};

/// Bars of the histogram.
const BARS: usize = 30;
/// Points of half a circle.
const HALF: usize = 91;

/// Points with increasing first coordinate, placed one by one: there are few, and a sort of its own is large.
pub(crate) fn scattered(label: &str, points: &[Vec<f64>]) -> Series {
    let (mut x, mut y): (Vec<f64>, Vec<f64>) = (Vec::new(), Vec::new());
    for point in points {
        let at = x.partition_point(|&before| before <= point[0]);
        x.insert(at, point[0]);
        y.insert(at, point[1]);
    }
    Series { label: label.into(), x, y, draw: Draw::Points, ..Series::default() }
}

/// Both halves of a circle about 0.
pub(crate) fn ring(label: &str, radius: f64) -> [Series; 2] {
    [(1.0, "upper"), (-1.0, "lower")].map(|(side, half)| {
        let angle = |at: usize| std::f64::consts::PI * (1.0 - at as f64 / (HALF - 1) as f64);
        let x: Vec<f64> = (0..HALF).map(|at| radius * angle(at).cos()).collect();
        let y = (0..HALF).map(|at| side * radius * angle(at).sin()).collect();
        Series { label: format!("{label}, {half} half"), x, y, ..Series::default() }
    })
}

/// The unit circle, the points, the axis, and the outputs of Algorithm 2.
pub(crate) fn circle(answer: &PrivatePcaAnswer, points: &[Vec<f64>], leading: &[f64]) -> Figure {
    let mut series = ring("unit circle", 1.0).to_vec();
    if !points.is_empty() {
        series.push(scattered("points", points));
    }
    if !answer.cloud.is_empty() {
        series.push(scattered("outputs of Algorithm 2", &answer.cloud));
    }
    let marks = [1.0, -1.0].map(|sign| Mark {
        x: sign * leading[0],
        y: sign * leading[1],
        label: if sign > 0.0 { "v̂".into() } else { "−v̂".into() },
        says: None,
    });
    let title = "Private axes about the true one, must not be published".to_owned();
    let rows = answer.cloud.iter().take(20).map(|v| vec![number(v[0]), number(v[1])]).collect();
    Figure {
        shows: title.clone(),
        sentence: answer.conclusions.join(" "),
        notice: answer.notice.into(),
        series,
        marks: marks.to_vec(),
        table: Table {
            caption: format!("{title}: the first outputs"),
            columns: vec!["first coordinate".into(), "second coordinate".into()],
            rows,
            ..Table::default()
        },
        title,
        ..Figure::empty(
            Axis::linear("first coordinate", -1.1, 1.1),
            Axis::linear("second coordinate", -1.1, 1.1),
        )
    }
}

/// The share of outputs by their angle from the axis, beside the law of the exponential mechanism.
pub(crate) fn histogram(
    answer: &PrivatePcaAnswer,
    leading: &[f64],
    gap: f64,
    epsilon: f64,
) -> Option<Figure> {
    if answer.cloud.is_empty() {
        return None;
    }
    let width = 90.0 / BARS as f64;
    let x: Vec<f64> = (0..BARS).map(|at| width * (at as f64 + 0.5)).collect();
    let mut shares = vec![0.0; BARS];
    for v in &answer.cloud {
        let across = (v[0] * leading[1] - v[1] * leading[0]).abs();
        let angle = across.atan2(dot(v, leading).abs()).to_degrees();
        shares[((angle / width) as usize).min(BARS - 1)] += 1.0 / answer.cloud.len() as f64;
    }
    let within = |degrees: f64| exponential_within(gap, epsilon, degrees.to_radians());
    let exponential: Vec<f64> =
        x.iter().map(|&middle| within(middle + 0.5 * width) - within(middle - 0.5 * width)).collect();
    let most = shares.iter().chain(&exponential).copied().fold(0.01, f64::max);
    let curves: Vec<Line> = vec![
        (Series { draw: Draw::Bars, ..line("Algorithm 2, share of outputs", &x, shares) }, Side::Value),
        (line("exponential mechanism, probability", &x, exponential), Side::Value),
    ];
    let axes = (
        Axis::linear("angle from ±v̂ in degrees", 0.0, 90.0),
        Axis::linear("share", 0.0, Axis::round_up(most)),
    );
    let mut figure = lines(&Words { head: "degrees", place: "", quantity: "" }, &x, axes, curves);
    let of = format!("{} outputs", answer.cloud.len());
    let shows = "How far private axes turn, must not be published";
    named(&mut figure, shows, &of, &answer.conclusions, answer.notice);
    Some(figure)
}
