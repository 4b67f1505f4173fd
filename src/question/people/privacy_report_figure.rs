//! The pictures of reports beside the truth.

use super::instance_figure::{ROWS, first_of};
use super::privacy_report_answer::Report;
use crate::figure::{Axis, Column, Figure, Readings, Series, Side, Table};
use crate::numeric::decimal::{Rounding, print};
use crate::question::field::publishable::SECRET;
use crate::question::figure::lines::number;

/// People of a picture at most.
const DRAWN: usize = 500;
/// What nobody may be told.
const TRUTH: &str = "true loss, must not be published";

/// The losses of one person over the redraws, the largest first.
pub(crate) fn history_figure(person: usize, mut losses: Vec<f64>, worst: f64) -> Figure {
    losses.sort_by(|a, b| b.total_cmp(a));
    let x: Vec<f64> = (1..=losses.len()).map(|rank| rank as f64).collect();
    let largest = losses.first().copied().unwrap_or(0.0);
    let quantile = |share: f64| {
        let at = ((1.0 - share) * (losses.len() - 1) as f64).round() as usize;
        vec![format!("{} %", number(100.0 * share)), number(losses[at])]
    };
    let readings = Readings {
        at: Vec::new(),
        place: (1..=losses.len()).map(|rank| format!("redraw of rank {rank}")).collect(),
        columns: vec![column(TRUTH, Side::Value, losses.iter().map(|&loss| number(loss)))],
    };
    let caption = format!("Losses of person {} over {} redraws", person + 1, losses.len());
    let rows = [0.0, 0.25, 0.5, 0.75, 0.95, 1.0].into_iter().map(quantile).collect();
    let sentence = format!(
        "In half of the redraws person {} loses {} or less, in the worst {}.",
        person + 1,
        quantile(0.5)[1],
        number(largest)
    );
    let end = (losses.len() as f64).max(2.0);
    let mut series = vec![Series { label: TRUTH.into(), x, y: losses, ..Series::default() }];
    if worst.is_finite() {
        let (x, y) = (vec![1.0, end], vec![worst; 2]);
        series.push(Series { label: "worst case".into(), x, y, ..Series::default() });
    }
    let top = if worst.is_finite() { largest.max(worst) } else { largest };
    Figure {
        title: format!("{caption}, must not be published"),
        shows: "Losses of one person over redraws, must not be published".into(),
        sentence,
        notice: SECRET.into(),
        series,
        readings,
        table: Table {
            caption: format!("{caption}. {SECRET}"),
            columns: vec!["share of redraws".into(), "loss at most, must not be published".into()],
            rows,
            ..Table::default()
        },
        ..Figure::empty(
            Axis::linear("redraws, the largest loss first", 1.0, end),
            Axis::linear("ε", 0.0, Axis::round_up(top.max(1e-9))),
        )
    }
}

/// Everyone from the most exposed on, with what each report tells them.
pub(crate) fn figure(losses: &[f64], reports: &[Report]) -> Figure {
    let mut order: Vec<usize> = (0..losses.len()).collect();
    order.sort_by(|&a, &b| losses[b].total_cmp(&losses[a]));
    // Of many people every so manieth, the most exposed first.
    let stride = order.len().div_ceil(DRAWN).max(1);
    let ranks: Vec<usize> = (0..order.len()).step_by(stride).collect();
    let made: Vec<&Report> = reports.iter().filter(|report| !report.members.bounds.is_empty()).collect();
    let x: Vec<f64> = ranks.iter().map(|&rank| rank as f64 + 1.0).collect();
    let line = |label: &str, values: &[f64]| Series {
        label: label.into(),
        x: x.clone(),
        y: ranks.iter().map(|&rank| values[order[rank]]).collect(),
        ..Series::default()
    };
    let mut series = vec![line(TRUTH, losses)];
    series.extend(made.iter().map(|report| Series {
        by: report.kind.word().into(),
        ..line(&name(report), &report.members.bounds)
    }));
    let highest = series.iter().flat_map(|series| series.y.iter().copied()).fold(1e-9, f64::max);
    let mut columns = vec!["rank".to_owned(), "person".to_owned(), series[0].label.clone()];
    columns.extend(made.iter().map(|report| format!("{} report, at most", report.kind.word())));
    let mut labels = vec![String::new(); 2];
    labels.extend(series.iter().map(|series| series.label.clone()));
    let row = |(rank, &at): (usize, &usize)| {
        let mut row = vec![(rank + 1).to_string(), (at + 1).to_string(), number(losses[at])];
        row.extend(made.iter().map(|report| print(report.members.bounds[at], 5, Rounding::Up)));
        row
    };
    let people = || ranks.iter().map(|&rank| order[rank]);
    let told = made.iter().map(|report| {
        let bounds = &report.members.bounds;
        column(&name(report), Side::Upper, people().map(|at| print(bounds[at], 5, Rounding::Up)))
    });
    let truth = column(TRUTH, Side::Value, people().map(|at| number(losses[at])));
    let readings = Readings {
        at: Vec::new(),
        place: ranks.iter().map(|&rank| format!("person {}, rank {}", order[rank] + 1, rank + 1)).collect(),
        columns: [truth].into_iter().chain(told).collect(),
    };
    let missing = reports.iter().filter_map(|report| {
        report.unavailable.as_ref().map(|reason| format!(" No {} report: {reason}.", report.kind.word()))
    });
    let above = made.iter().map(|report| {
        let below = losses.iter().zip(&report.members.bounds).filter(|(loss, bound)| loss > bound).count();
        format!(
            " The {} report holds for {} of {} people.",
            report.kind.word(),
            losses.len() - below,
            losses.len()
        )
    });
    let title = "Reports beside the truth, must not be published";
    Figure {
        title: title.into(),
        shows: title.into(),
        sentence: format!("{}{}", above.collect::<String>().trim_start(), missing.collect::<String>()),
        notice: SECRET.into(),
        series,
        readings,
        table: Table {
            caption: format!("{title}{}. {SECRET}", first_of(losses.len())),
            columns,
            labels,
            rows: order.iter().take(ROWS).enumerate().map(row).collect(),
            ..Table::default()
        },
        ..Figure::empty(
            Axis::linear("people, the most exposed first", 1.0, (losses.len() as f64).max(2.0)),
            Axis::linear("ε", 0.0, Axis::round_up(highest)),
        )
    }
}

fn name(report: &Report) -> String {
    format!("{} report", report.kind.word())
}

/// What is read of the losses of people.
fn column(label: &str, side: Side, texts: impl Iterator<Item = String>) -> Column {
    Column { label: label.into(), quantity: "ε".into(), side, texts: texts.collect() }
}
