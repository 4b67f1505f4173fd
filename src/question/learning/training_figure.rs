//! The picture of accuracy against ε.

use super::train::{TrainMethod, TrainedPoint};
use crate::figure::{Axis, Band, Figure, Table};
use crate::learn::Measure;
use crate::numeric::decimal::{Rounding, print};
use crate::question::field::publishable::HELD_OUT;
use crate::question::figure::lines::{Words, bounds, line, number};

/// What the band is.
const BAND: &str = "95 % confidence";

/// How far below the least accurate model the picture reaches.
const BELOW: f64 = 0.05;

/// Accuracy against ε with a band of 95 % confidence; `None` where no promise was trained for.
pub(crate) fn accuracy_picture(
    method: TrainMethod,
    measure: Measure,
    points: &[TrainedPoint],
) -> Option<Figure> {
    let [head, name, done] = match measure {
        Measure::Classified => ["Accuracy", "accuracy", "classified right"],
        Measure::Predicted => {
            ["Share predicted within 0.1", "share predicted within 0.1", "predicted to within 0.1"]
        }
    };
    let mut trained: Vec<&TrainedPoint> = points.iter().filter(|point| point.unavailable.is_none()).collect();
    trained.sort_by(|a, b| a.epsilon.total_cmp(&b.epsilon));
    trained.dedup_by_key(|point| point.epsilon);
    let (first, last) = (trained.first()?, trained.last()?);
    let x: Vec<f64> = trained.iter().map(|point| point.epsilon).collect();
    let at = |share: f64| -> Vec<f64> {
        trained.iter().map(|point| (point.accuracy + share * point.half_width).clamp(0.0, 1.0)).collect()
    };
    let (lower, upper) = (at(-1.0), at(1.0));
    let least = lower.iter().copied().fold(1.0, f64::min);
    let floor = ((least - BELOW).max(0.0) * 20.0).floor() / 20.0;
    let axes = (
        Axis::decades("ε", first.epsilon, last.epsilon.max(1.0001 * first.epsilon)),
        Axis::linear(format!("{name}, people held out"), floor, 1.0),
    );
    let words = Words { head: "ε", place: ["ε = ", ""], quantity: "" };
    let figure = bounds(&words, &x, axes, vec![(line(method.title(), &x, at(0.0)), Rounding::Nearest)]);
    let title = format!("{head} against ε, must not be published: {}", method.title());
    let sentence = format!(
        "At ε = {}, {} of the people held out are {done}; at ε = {}, {}.{} {HELD_OUT}",
        number(first.epsilon),
        percent(first.accuracy),
        number(last.epsilon),
        percent(last.accuracy),
        chosen([first, last], done)
    );
    let band = Band { label: format!("{}, {BAND}", method.title()), x, lower, upper };
    // What a mean is worth depends on its error, wherever it is read.
    let error = |point: &TrainedPoint| print(point.half_width, 2, Rounding::Up);
    let readings = figure.readings.iter().zip(&trained);
    let readings = readings.map(|(reading, point)| format!("{reading} ± {}", error(point))).collect();
    let mut table = Table { caption: format!("{title}. {HELD_OUT}"), ..figure.table };
    table.columns = ["ε", name, "half width at 95 % confidence"].map(Into::into).to_vec();
    for (row, point) in table.rows.iter_mut().zip(&trained) {
        row.push(error(point));
    }
    Some(Figure { title, sentence, bands: vec![band], readings, table, ..figure })
}

/// What the choice by the people held out did to the share of them, where there was one.
fn chosen([first, last]: [&TrainedPoint; 2], done: &str) -> String {
    match [first.candidates, last.candidates] {
        [Some(one), Some(other)] => format!(
            " The same people chose the best candidate; the candidates on average have {} and {} of them {done}.",
            percent(one),
            percent(other)
        ),
        _ => String::new(),
    }
}

fn percent(share: f64) -> String {
    format!("{:.1}\u{a0}%", 100.0 * share)
}
