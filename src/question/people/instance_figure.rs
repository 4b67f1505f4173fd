//! The pictures and words of a map of losses.

use super::instance_map::{InstanceMapAnswer, InstanceMapQuestion, Show, ShownPerson};
use crate::figure::{Axis, Cells, Column, Draw, Figure, Mark, Readings, Series, Side, Statement, Table};
use crate::instance::Parts;
use crate::numeric::decimal::{Rounding, print};
use crate::question::figure::lines::number;

/// How many of the most exposed people are named.
const NAMED: usize = 5;
/// Rows of the table of people.
pub(crate) const ROWS: usize = 100;
/// The most steps of the curve of cumulative shares.
const STEPS: usize = 200;
/// Bars of a histogram.
const BARS: usize = 30;
/// Rounding of the parts of a loss beside all of it: a minimum is found to about as many digits.
const NOTHING: f64 = 1e-12;

/// A published bound is rounded up, a true loss to the nearest.
fn value(answer: &InstanceMapAnswer, at: usize) -> String {
    print(answer.shown.values[at], 5, rounding(answer.shown.what))
}

/// A part of a loss. One that is below the rounding of the whole, such as the alignment with no noise, is 0; a bound
/// is printed as it is.
fn part(what: Show, part: f64, whole: f64) -> String {
    let nothing = what == Show::Truth && part.abs() <= NOTHING * whole;
    print(if nothing { 0.0 } else { part }, 5, rounding(what))
}

fn rounding(what: Show) -> Rounding {
    if what == Show::Truth { Rounding::Nearest } else { Rounding::Up }
}

fn quantity(what: Show) -> &'static str {
    match what {
        Show::Truth => "true loss, must not be published",
        Show::DataIndependent => "data-independent bound of the loss",
        Show::DataDependent => "data-dependent bound of the loss",
        Show::Adaptive => "adaptive bound of the loss",
    }
}

/// The most exposed people, each in words.
pub(crate) fn exposed(answer: &InstanceMapAnswer) -> Vec<String> {
    let name = |&at: &usize| {
        let [x, y] = answer.place(at).map(number);
        let bound = if answer.shown.what == Show::Truth { "loses" } else { "loses at most" };
        format!(
            "person {} at ({x}, {y}), label {}, {bound} {}",
            at + 1,
            number(answer.labels[at]),
            value(answer, at)
        )
    };
    answer.shown.order.iter().take(NAMED).map(name).collect()
}

/// Someone at a place: the loss or its bound, and its parts. Names and rank are left to the caller.
pub(crate) fn describe_person(
    what: Show,
    place: [f64; 2],
    label: f64,
    Parts { value, leverage, fit, alignment }: Parts,
) -> ShownPerson {
    let [x, y] = place.map(number);
    let whole = leverage.abs() + fit.abs() + alignment.abs();
    let [leverage, fit, alignment] = [leverage, fit, alignment].map(|value| part(what, value, whole));
    let value = print(value, 5, rounding(what));
    let [bound, sum] =
        if what == Show::Truth { ["loses", "the size of"] } else { ["loses at most", "the sum of"] };
    ShownPerson {
        name: format!("at ({x}, {y}), label {}", number(label)),
        rank: String::new(),
        total: String::new(),
        publishable: false,
        notice: String::new(),
        sentence: format!(
            "{bound} {value}, {sum} leverage {leverage} plus fit {fit} plus alignment {alignment}."
        ),
        value,
        leverage,
        fit,
        alignment,
    }
}

/// The answer in a sentence; it names the most exposed, and so must not be published, whatever is shown of them.
pub(crate) fn sentence(answer: &InstanceMapAnswer) -> String {
    let shown = &answer.shown;
    if let Some(reason) = &answer.unavailable {
        return format!("There is no such report: {reason}.");
    }
    let Some(&last) = shown.order.last() else { return "There is nobody in the data.".into() };
    let mean = shown.values.iter().sum::<f64>() / shown.values.len() as f64;
    format!(
        "{} people, {}: from {} to {}, {} on average; most exposed: {}. {}",
        shown.values.len(),
        quantity(shown.what),
        value(answer, last),
        value(answer, shown.order[0]),
        print(mean, 5, rounding(shown.what)),
        shown.exposed.join("; "),
        shown.members
    )
}

/// The map: colour is what a person there would lose, the line is where the model is undecided.
pub(crate) fn map_figure(
    question: &InstanceMapQuestion,
    answer: &InstanceMapAnswer,
    values: Vec<f64>,
) -> Figure {
    // Short: it stands above the bar beside the name of an axis.
    let label = if answer.shown.what == Show::Truth { "ε, secret" } else { "ε at most" };
    let most = values.iter().copied().filter(|value| value.is_finite()).fold(0.0, f64::max);
    let highest = answer.shown.order.first().map_or(most, |&at| answer.shown.values[at]);
    let cells = Cells {
        label: label.into(),
        columns: question.cells,
        rows: question.cells,
        values,
        from: 0.0,
        to: Axis::round_up(most.max(highest).max(1e-9)),
    };
    let [first, second] = question.axes.map(|axis| format!("feature {}", axis + 1));
    let line = answer.model.line.iter().map(|ends| Series {
        label: "the model is undecided".into(),
        x: ends.iter().map(|end| end[0]).collect(),
        y: ends.iter().map(|end| end[1]).collect(),
        ..Series::default()
    });
    let bound = if answer.shown.what == Show::Truth { ": must not be published" } else { " at most" };
    let title = format!("What a person with label {} would lose{bound}", number(question.label));
    let table =
        if question.details { table(answer, title.clone(), [&first, &second]) } else { Table::default() };
    Figure {
        shows: "What a person would lose".into(),
        sentence: answer.sentence.clone(),
        cells: Some(cells),
        series: line.collect(),
        table,
        title,
        ..Figure::empty(Axis::linear(first, -1.0, 1.0), Axis::linear(second, -1.0, 1.0))
    }
}

fn table(answer: &InstanceMapAnswer, title: String, [first, second]: [&str; 2]) -> Table {
    let shown = &answer.shown;
    let head = format!("ε, {}", quantity(shown.what));
    let columns = ["rank", "person", first, second, "label", &head, "leverage", "fit", "alignment"];
    let row = |(rank, &at): (usize, &usize)| {
        let [x, y] = answer.place(at).map(number);
        let whole = shown.leverage[at].abs() + shown.fit[at].abs() + shown.alignment[at].abs();
        let part = |list: &[f64]| part(shown.what, list[at], whole);
        vec![
            (rank + 1).to_string(),
            (at + 1).to_string(),
            x,
            y,
            number(answer.labels[at]),
            value(answer, at),
            part(&shown.leverage),
            part(&shown.fit),
            part(&shown.alignment),
        ]
    };
    Table {
        caption: format!("{title}{}: {}", first_of(shown.order.len()), shown.members),
        columns: columns.map(String::from).to_vec(),
        rows: shown.order.iter().take(ROWS).enumerate().map(row).collect(),
        ..Table::default()
    }
}

/// How many of so many people a table lists, where not all.
pub(crate) fn first_of(people: usize) -> String {
    if people > ROWS { format!(", the first {ROWS} of {people}") } else { String::new() }
}

/// Histogram and cumulative shares, with the worst case as a line: that of a model that was drawn, or of any other.
pub(crate) fn distribution(answer: &InstanceMapAnswer, drawn: bool) -> Figure {
    let shown = &answer.shown;
    let largest = shown.order.first().map_or(0.0, |&at| shown.values[at]);
    let (worst, worst_label) = worst_line(answer, drawn);
    let reach = if worst.is_finite() { largest.max(worst) } else { largest };
    let end = Axis::round_up(reach.max(1e-9) * 1.02);
    let bars = histogram(&shown.values, Axis::round_up(largest.max(1e-9)));
    let steps = cumulative(answer, end);
    let readings = spread_readings(&bars, &steps);
    let mut series = vec![bars, steps];
    let mut marks = Vec::new();
    if worst.is_finite() {
        let (x, y) = (vec![worst, worst], vec![0.0, 1.0]);
        series.push(Series { label: worst_label, x, y, ..Series::default() });
        let text = print(worst, 4, Rounding::Up);
        let says = Statement { quantity: "worst case".into(), side: Side::Upper, number: worst, text };
        marks.push(Mark { x: worst, y: 1.0, label: says.to_string(), says: Some(says) });
    }
    let share = |quantile: f64| {
        let rank = (quantile * (shown.order.len() as f64 - 1.0)).round() as usize;
        let at = shown.order[shown.order.len() - 1 - rank.min(shown.order.len() - 1)];
        vec![percent(quantile), value(answer, at)]
    };
    let what = quantity(shown.what);
    Figure {
        title: format!(
            "Spread over people, must not be published: {}",
            what.trim_end_matches(", must not be published")
        ),
        shows: "Spread over people, must not be published".into(),
        sentence: format!("Half of the people are at {} or below.", share(0.5)[1]),
        notice: shown.members.into(),
        series,
        marks,
        readings,
        table: Table {
            caption: format!("Spread over people: {what}. {}", shown.members),
            columns: vec!["share of people".into(), format!("ε at most, {what}")],
            rows: [0.0, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 1.0].into_iter().map(share).collect(),
            ..Table::default()
        },
        ..Figure::empty(
            Axis::linear(format!("ε, {what}"), 0.0, end),
            Axis::linear("share of people", 0.0, 1.0),
        )
    }
}

/// The share of people in each of [`BARS`] equal parts from 0 to `widest`.
fn histogram(values: &[f64], widest: f64) -> Series {
    let width = widest / BARS as f64;
    let mut shares = vec![0.0; BARS];
    for value in values {
        shares[((value / width) as usize).min(BARS - 1)] += 1.0 / values.len() as f64;
    }
    let middle = |bar: usize| (bar as f64 + 0.5) * width;
    Series {
        label: "share of people in each bar".into(),
        x: (0..BARS).map(middle).collect(),
        y: shares,
        draw: Draw::Bars,
        ..Series::default()
    }
}

/// The share of people at a loss or below it, from 0 to `end`.
fn cumulative(answer: &InstanceMapAnswer, end: f64) -> Series {
    let shown = &answer.shown;
    let people = shown.order.len();
    // Of many people every so manieth; the steps between are too small to be seen.
    let stride = people.div_ceil(STEPS);
    let (mut x, mut y) = (vec![0.0], vec![0.0]);
    for rank in (1..=people).filter(|rank| rank % stride == 0 || *rank == people) {
        x.push(shown.values[shown.order[people - rank]]);
        y.push(rank as f64 / people as f64);
    }
    x.push(end);
    y.push(1.0);
    Series { label: "share of people at most here".into(), x, y, draw: Draw::Step, ..Series::default() }
}

/// What is read at each step: the share up to there, and that of the bar around it.
fn spread_readings(bars: &Series, steps: &Series) -> Readings {
    let width = 2.0 * bars.x[0];
    let bar = |x: f64| bars.y.get((x / width) as usize).map_or_else(String::new, |&share| percent(share));
    let column = |label: &str, texts: Vec<String>| Column {
        label: label.into(),
        quantity: String::new(),
        side: Side::Value,
        texts,
    };
    Readings {
        at: steps.x.clone(),
        place: steps.x.iter().map(|&x| format!("ε = {}", number(x))).collect(),
        columns: vec![
            column(&steps.label, steps.y.iter().map(|&share| percent(share)).collect()),
            column(&bars.label, steps.x.iter().map(|&x| bar(x)).collect()),
        ],
    }
}

/// The loss that nobody's exceeds, and what it is called: of an output of the mechanism the bound that its noise
/// keeps but for a small probability; of any other model, which no noise bounds, what could be lost at it.
fn worst_line(answer: &InstanceMapAnswer, drawn: bool) -> (f64, String) {
    let worst = &answer.worst_case;
    if drawn {
        (worst.epsilon.0, format!("worst case, but for probability {}", number(worst.delta)))
    } else {
        (worst.here.value.0, "worst case at this model".into())
    }
}

fn percent(share: f64) -> String {
    format!("{} %", print(100.0 * share, 4, Rounding::Nearest))
}
