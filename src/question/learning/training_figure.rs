//! The picture of accuracy against ε.

use super::objective_conclusions::Stated;
use super::train::{TrainMethod, TrainedPoint};
use crate::figure::{Axis, Draw, Figure, Series, Side, Statement, Table};
use crate::learn::Measure;
use crate::numeric::decimal::{Rounding, print};
use crate::question::field::publishable::HELD_OUT;
use crate::question::figure::lines::{Words, line, lines, number};

/// How far below the least accurate model the picture reaches.
const BELOW: f64 = 0.05;

/// What being right about a person is called.
pub(crate) struct MeasureWords {
    head: &'static str,
    name: &'static str,
    done: &'static str,
}

impl MeasureWords {
    /// The words of a measure.
    pub(crate) const fn of(measure: Measure) -> Self {
        match measure {
            Measure::Classified => Self { head: "Accuracy", name: "accuracy", done: "classified right" },
            Measure::Predicted => Self {
                head: "Share predicted within 0.1",
                name: "share predicted within 0.1",
                done: "predicted to within 0.1",
            },
        }
    }
}

/// The points that were trained for, each promise once, in ascending order.
fn trained(points: &[TrainedPoint]) -> Vec<&TrainedPoint> {
    let mut trained: Vec<&TrainedPoint> = points.iter().filter(|point| point.unavailable.is_none()).collect();
    trained.sort_by(|a, b| a.epsilon.total_cmp(&b.epsilon));
    trained.dedup_by_key(|point| point.epsilon);
    trained
}

/// The share at the middle promise.
pub(crate) fn stated(words: &MeasureWords, points: &[TrainedPoint], people: usize) -> Option<Stated> {
    let trained = trained(points);
    let point = trained.get(trained.len() / 2)?;
    let text = format!("{} ± {}", percent(point.accuracy), percent(point.half_width));
    let bound = Statement { quantity: words.name.into(), side: Side::Value, number: point.accuracy, text };
    let condition = format!(
        "at ε = {}, of {people} people held out, with 95 % confidence over {} {}",
        number(point.epsilon),
        point.trials.len(),
        if point.trials.len() == 1 { "trial" } else { "trials" }
    );
    Some(Stated { bound, condition })
}

/// What is true of the points: the shares at both ends, what the choice of a candidate did to them, and promises that
/// cannot be trained for.
pub(crate) fn conclusions(method: TrainMethod, words: &MeasureWords, points: &[TrainedPoint]) -> Vec<String> {
    let title = method.title();
    let trained = trained(points);
    let mut said = Vec::new();
    if let [first, .., last] = trained[..] {
        said.push(format!(
            "{title}: {}{}",
            shares(first, last, words.done),
            chosen([first, last], words.done)
        ));
    }
    let missing = points.iter().filter_map(|point| Some((point.epsilon, point.unavailable.as_ref()?)));
    said.extend(missing.map(|(epsilon, reason)| format!("{title} at ε = {}: {reason}.", number(epsilon))));
    said
}

fn shares(first: &TrainedPoint, last: &TrainedPoint, done: &str) -> String {
    format!(
        "at ε = {}, {} of the people held out are {done}; at ε = {}, {}.",
        number(first.epsilon),
        percent(first.accuracy),
        number(last.epsilon),
        percent(last.accuracy)
    )
}

/// Accuracy against ε with error bars of 95 % confidence; `None` where no promise was trained for.
pub(crate) fn accuracy_picture(
    method: TrainMethod,
    measure: Measure,
    points: &[TrainedPoint],
) -> Option<Figure> {
    let MeasureWords { head, name, done } = MeasureWords::of(measure);
    let trained = trained(points);
    let (first, last) = (trained.first()?, trained.last()?);
    let x: Vec<f64> = trained.iter().map(|point| point.epsilon).collect();
    let (mean, errors): (Vec<f64>, Vec<[f64; 2]>) = trained
        .iter()
        .map(|point| {
            let end = |by: f64| (point.accuracy + by * point.half_width).clamp(0.0, 1.0);
            (end(0.0), [end(-1.0), end(1.0)])
        })
        .unzip();
    let least = errors.iter().map(|ends| ends[0]).fold(1.0, f64::min);
    let floor = ((least - BELOW).max(0.0) * 20.0).floor() / 20.0;
    let axes = (
        Axis::decades("ε", first.epsilon, last.epsilon.max(1.0001 * first.epsilon)),
        Axis::linear(format!("{name}, people held out"), floor, 1.0),
    );
    let words = Words { head: "ε", place: "ε = ", quantity: "" };
    let dots = Series { draw: Draw::Points, errors, ..line(method.title(), &x, mean) };
    let mut figure = lines(&words, &x, axes, vec![(dots, Side::Value)]);
    let shows = format!("{head} against ε, must not be published");
    let title = format!("{shows}: {}", method.title());
    let sentence = format!("{}{}", shares(first, last, done), chosen([*first, *last], done));
    // What a mean is worth depends on its error, wherever it is read.
    let error = |point: &TrainedPoint| print(point.half_width, 2, Rounding::Up);
    for (text, point) in figure.readings.columns.iter_mut().flat_map(|column| &mut column.texts).zip(&trained)
    {
        *text += &format!(" ± {}", error(point));
    }
    let mut table = Table { caption: format!("{title}. {HELD_OUT}"), ..figure.table };
    table.columns = ["ε", name, "half width at 95 % confidence"].map(Into::into).to_vec();
    table.labels.push(method.title().into());
    for (row, point) in table.rows.iter_mut().zip(&trained) {
        row.push(error(point));
    }
    Some(Figure { title, shows, sentence, notice: HELD_OUT.into(), table, ..figure })
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
