//! Curves over the same points, with what is read of them and listed.

use crate::figure::{Axis, Column, Figure, Readings, Series, Side, Statement, Table};
use crate::numeric::Scale;
use crate::numeric::decimal::{Rounding, print};
use crate::question::field::number::Number;

/// Rows of a table: ten equal steps.
const ROWS: usize = 11;
/// The longest list whose every point is a row.
const SHORT: usize = 39;
/// Digits of a value in a table or reading.
pub(crate) const DIGITS: usize = 5;

/// A linear axis from the first point to the last.
pub(crate) fn across(label: &str, x: &[f64]) -> Axis {
    let (from, to) = ends(x);
    Axis::linear(label, from, to)
}

pub(crate) fn values(numbers: &[Number]) -> Vec<f64> {
    numbers.iter().map(|number| number.0).collect()
}

pub(crate) fn line(label: &str, x: &[f64], y: Vec<f64>) -> Series {
    Series { label: label.into(), x: x[..y.len().min(x.len())].to_vec(), y, ..Series::default() }
}

/// A curve, and on which side of the truth it lies.
pub(crate) type Line = (Series, Side);

/// How the points of a picture are called, and what is bounded there.
pub(crate) struct Words<'a> {
    /// Head of the first column.
    pub head: &'a str,
    /// What stands before the position of the crosshair.
    pub place: &'a str,
    /// What the curves bound; a curve that bounds nothing is called by its own name.
    pub quantity: &'a str,
}

/// Curves with their readings and their table; title, sentence and marks are left to the caller. A curve
/// may end before the others.
pub(crate) fn lines(words: &Words<'_>, x: &[f64], axes: (Axis, Axis), lines: Vec<Line>) -> Figure {
    let column = |(series, side): &Line| Column {
        label: series.label.clone(),
        quantity: if *side == Side::Value { String::new() } else { words.quantity.into() },
        side: *side,
        texts: series.y.iter().map(|&y| print(y, DIGITS, rounding(*side))).collect(),
    };
    let columns: Vec<Column> = lines.iter().map(column).collect();
    let chosen = rows(x, axes.0.scale == Scale::Log);
    Figure {
        table: table(words.head, x, &columns, chosen),
        readings: Readings {
            at: Vec::new(),
            place: x.iter().map(|&x| format!("{}{}", words.place, number(x))).collect(),
            columns,
        },
        series: lines.into_iter().map(|(series, _)| series).collect(),
        ..Figure::empty(axes.0, axes.1)
    }
}

fn table(head: &str, x: &[f64], columns: &[Column], chosen: Vec<usize>) -> Table {
    let mut table = Table { columns: vec![head.to_owned()], labels: vec![String::new()], ..Table::default() };
    for Column { label, quantity, side, .. } in columns {
        table.labels.push(label.clone());
        table.columns.push(match side {
            Side::Value => label.clone(),
            _ => format!("{quantity} {}, {label}", side.sign()),
        });
    }
    for at in chosen {
        let mut row = vec![number(x[at])];
        for column in columns {
            row.push(column.texts.get(at).map_or("–", |text| text).to_owned());
        }
        table.at.push(x[at]);
        table.rows.push(row);
    }
    table
}

/// How a value is rounded that lies on this side of the truth.
const fn rounding(side: Side) -> Rounding {
    match side {
        Side::Upper => Rounding::Up,
        Side::Lower => Rounding::Down,
        Side::Value => Rounding::Nearest,
    }
}

/// A log axis that holds every positive height.
pub(crate) fn decades_of(label: &str, lines: &[Line]) -> Axis {
    let heights = lines.iter().flat_map(|(series, _)| series.y.iter().copied());
    let (least, most) = heights
        .filter(|y| *y > 0.0 && y.is_finite())
        .fold((f64::INFINITY, 0.0f64), |(least, most), y| (least.min(y), most.max(y)));
    let (least, most) = if least.is_finite() { (least, most) } else { (0.1, 1.0) };
    Axis::decades(label, least, most)
}

/// The points of a table: all of a short list, otherwise those nearest to equal steps of the axis, both
/// ends among them.
fn rows(x: &[f64], log: bool) -> Vec<usize> {
    let all = 0..x.len();
    if x.len() <= SHORT {
        return all.collect();
    }
    let place: fn(f64) -> f64 = if log { f64::ln } else { |x| x };
    let (from, to) = finite(x);
    let (from, to) = (place(from), place(to));
    let step = |step: usize| from + (to - from) * step as f64 / (ROWS - 1) as f64;
    let nearest = |goal: f64| {
        let distance = |at: usize| (place(x[at]) - goal).abs();
        all.clone().min_by(|&a, &b| distance(a).total_cmp(&distance(b)))
    };
    let mut chosen: Vec<usize> = (0..ROWS).map(step).filter_map(nearest).collect();
    chosen.dedup();
    chosen
}

/// First and last point, kept apart so that an axis has room.
pub(crate) fn ends(x: &[f64]) -> (f64, f64) {
    match (x.first(), x.last()) {
        (Some(&from), Some(&to)) if from < to => (from, to),
        (Some(&only), _) => (only - 0.5, only + 0.5),
        _ => (0.0, 1.0),
    }
}

/// [`ends`] of the finite points, for an axis of orders that may hold infinity.
pub(crate) fn finite(x: &[f64]) -> (f64, f64) {
    let finite: Vec<f64> = x.iter().copied().filter(|x| x.is_finite()).collect();
    ends(&finite)
}

/// A number that lies on a side of the truth, as it is printed.
pub(crate) fn stated(quantity: &str, side: Side, number: f64) -> Statement {
    Statement { quantity: quantity.into(), side, number, text: print(number, DIGITS, rounding(side)) }
}

pub(crate) fn number(value: f64) -> String {
    print(value, DIGITS, Rounding::Nearest)
}

pub(crate) fn up(value: f64) -> String {
    print(value, DIGITS, Rounding::Up)
}

pub(crate) fn down(value: f64) -> String {
    print(value, DIGITS, Rounding::Down)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(x: &[f64], log: bool) -> Vec<f64> {
        rows(x, log).into_iter().map(|at| x[at]).collect()
    }

    #[test]
    fn short_lists_are_tables_and_long_ones_are_thinned_along_their_axis() {
        let short: Vec<f64> = (0..SHORT).map(|at| at as f64).collect();
        assert_eq!(listed(&short, false), short);
        let even: Vec<f64> = (0..=200).map(f64::from).collect();
        assert_eq!(listed(&even, false), (0..=10).map(|at| 20.0 * f64::from(at)).collect::<Vec<_>>());
        let orders: Vec<f64> = (0..=200).map(|at| 10f64.powf(f64::from(at) / 20.0)).collect();
        let decades: Vec<f64> = listed(&orders, true).iter().map(|order| order.log10().round()).collect();
        assert_eq!(decades, (0..=10).map(f64::from).collect::<Vec<_>>());
    }

    /// A curve may end before the others, and each is rounded to the side that it bounds from.
    #[test]
    fn readings_and_rows_say_the_same() {
        let x = [1.0, 2.0];
        let curves = vec![
            (line("upper", &x, vec![0.123_451, 0.2]), Side::Upper),
            (line("lower", &x, vec![0.123_459]), Side::Lower),
        ];
        let words = Words { head: "x", place: "x = ", quantity: "y" };
        let figure = lines(&words, &x, (Axis::linear("x", 1.0, 2.0), Axis::linear("y", 0.0, 1.0)), curves);
        assert_eq!(figure.readings.text(0), "x = 1: y ≤ 0.12346 (upper), y ≥ 0.12345 (lower)");
        assert_eq!(figure.readings.text(1), "x = 2: y ≤ 0.2 (upper)");
        assert_eq!(
            (&figure.table.labels[..], &figure.table.at[..]),
            (&["", "upper", "lower"].map(String::from)[..], &x[..])
        );
        assert_eq!(figure.table.columns, ["x", "y ≤, upper", "y ≥, lower"]);
        assert_eq!(figure.table.rows, [["1", "0.12346", "0.12345"], ["2", "0.2", "–"]]);
    }
}
