//! The picture of where the technique stops, and what is true of it.

use super::run::{SparseRunQuestion, StreamRun, TrialMean};
use crate::algorithm::sparse_vector::{Stops, Technique};
use crate::algorithm::trial::{CONFIDENCE, chance};
use crate::figure::{Axis, Draw, Figure, Mark, Series, Side};
use crate::numeric::decimal::{Rounding, print};
use crate::question::figure::lines::{Words, line, lines, number};

/// The most bars: few enough that every one is a row of the table.
const BARS: usize = 36;

/// Digits of a probability.
const DIGITS: usize = 4;

fn chance_text(value: f64) -> String {
    print(value, DIGITS, Rounding::Nearest)
}

/// Bars of the probability to stop, some places to a bar where there are many, with the share of runs beside them.
pub(crate) fn picture(
    question: &SparseRunQuestion,
    stops: &Stops,
    run: &StreamRun,
    runs: &[usize],
    notice: &str,
) -> Figure {
    let length = stops.at.len();
    let wide = length.div_ceil(BARS);
    let bars: Vec<&[f64]> = stops.at.chunks(wide).collect();
    let x: Vec<f64> = (0..bars.len()).map(|at| (at * wide) as f64 + 0.5 * (wide as f64 + 1.0)).collect();
    let exact: Vec<f64> = bars.iter().map(|bar| bar.iter().sum()).collect();
    let all = question.runs as usize;
    let counts: Vec<f64> = (0..bars.len())
        .map(|at| runs.iter().filter(|place| (**place - 1) / wide == at).count() as f64)
        .collect();
    let shares: Vec<f64> = counts.iter().map(|count| count / all as f64).collect();
    let errors: Vec<[f64; 2]> = counts
        .iter()
        .map(|count| {
            let band = chance(*count, all, CONFIDENCE);
            [band.lower, band.upper]
        })
        .collect();
    let most = exact.iter().copied().chain(errors.iter().map(|ends| ends[1])).fold(1e-9, f64::max);
    let words = Words { head: "stops at query", place: "query ", quantity: "" };
    let axes = (
        Axis::linear("the query of the last answer", 0.5, (bars.len() * wide) as f64 + 0.5),
        Axis::linear("probability", 0.0, Axis::round_up(most)),
    );
    let bars = Series { draw: Draw::Bars, ..line("exact", &x, exact) };
    let seen = format!("{all} runs, with 95 % confidence");
    let dots = Series { draw: Draw::Points, errors, ..line(&seen, &x, shares) };
    let mut figure = lines(&words, &x, axes, vec![(bars, Side::Value), (dots, Side::Value)]);
    for (at, (place, row)) in figure.readings.place.iter_mut().zip(&mut figure.table.rows).enumerate() {
        let (from, to) = (at * wide + 1, ((at + 1) * wide).min(length));
        let range = if from == to { format!("{from}") } else { format!("{from} to {to}") };
        *place = format!("query {range}");
        row[0] = range;
    }
    figure.table.at.clear();
    let c = question.setting.answers;
    let what = if c == 1.0 { "the first answer".into() } else { format!("answer {}", number(c)) };
    let finished = run.answered.len() as f64 >= c;
    let marks = finished.then(|| Mark {
        x: run.asked as f64,
        y: 0.0,
        label: format!("run of seed {}: query {}", number(question.seed), run.asked),
        says: None,
    });
    let title = format!("Where it stops, at {what}, of {length} queries");
    let sentence = format!(
        "The probability that the query of {what} is the one on the axis, exactly and over {all} runs; with {} it is none of them.",
        chance_text(stops.unfinished)
    );
    let mut figure = Figure {
        shows: "Where it stops".into(),
        notice: if question.queries.is_empty() { String::new() } else { notice.into() },
        marks: marks.into_iter().collect(),
        sentence,
        title,
        ..figure
    };
    figure.table.caption =
        if figure.notice.is_empty() { figure.title.clone() } else { format!("{}. {notice}", figure.title) };
    figure
}

/// The threshold that the bound of the source asks for at this rate of false positives, `√(2(σ₁²+σ₂²) log(1/ϱ))`.
fn by_bound(technique: &Technique) -> String {
    if technique.threshold_noise.laplace || technique.query_noise.laplace {
        return String::new();
    }
    let deviation = technique.threshold_noise.scale.hypot(technique.query_noise.scale);
    let threshold = deviation * (-2.0 * technique.false_positive().ln()).sqrt();
    format!("For that rate the tail bound of the source asks for T = {}. ", chance_text(threshold))
}

/// What is true of the law and of the runs.
pub(crate) fn conclusions(
    question: &SparseRunQuestion,
    stops: &Stops,
    run: &StreamRun,
    mean: TrialMean,
    unlimited: f64,
) -> Vec<String> {
    let length = stops.at.len();
    let c = number(question.setting.answers);
    let mut said = Vec::new();
    let likeliest = stops.at.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1));
    if let Some((place, chance)) = likeliest.filter(|(_, chance)| **chance > 0.0) {
        let mut left = 0.5;
        let half = stops.at.iter().position(|chance| {
            left -= chance;
            left <= 0.0
        });
        let median = half.map_or_else(
            || format!("with more than half the probability it does not stop within {length} queries"),
            |half| format!("in half of all runs it has stopped by query {}", half + 1),
        );
        said.push(format!(
            "The likeliest place to stop is query {}, with probability {}; {median}.",
            place + 1,
            chance_text(*chance)
        ));
    }
    said.push(format!(
        "Fewer than {c} answers are given to all {length} queries with probability {}; {} answers are expected.",
        chance_text(stops.unfinished),
        chance_text(stops.answers)
    ));
    if question.queries.is_empty() {
        let technique = question.setting.setting().technique();
        said.push(format!(
            "Every answer to queries of value 0 is a false positive: one such query is found above the threshold with \
             probability {}. {}{}",
            chance_text(technique.false_positive()),
            by_bound(&technique),
            if unlimited.is_finite() {
                format!("Without a limit {} queries are expected.", chance_text(unlimited))
            } else {
                "Without a limit the expected number of queries is infinite: the noise of the threshold has the heavier tail."
                    .into()
            }
        ));
    }
    let inside = (mean.mean - stops.mean).abs() <= mean.half_width;
    let exact = chance_text(stops.mean);
    said.push(if mean.half_width == 0.0 {
        format!("All {} runs asked {} queries; the exact mean is {exact}.", mean.runs, number(mean.mean))
    } else {
        format!(
            "{} runs asked {} ± {} queries on average, with 95 % confidence; the exact mean {exact} is {}.",
            mean.runs,
            chance_text(mean.mean),
            print(mean.half_width, 2, Rounding::Up),
            if inside { "inside" } else { "outside, as in one of twenty seeds" }
        )
    });
    let answered: Vec<String> = run.answered.iter().take(8).map(usize::to_string).collect();
    let more = if run.answered.len() > 8 { " …" } else { "" };
    said.push(if answered.is_empty() {
        format!(
            "The run of seed {} found none of {} queries above the threshold.",
            number(question.seed),
            run.asked
        )
    } else {
        format!(
            "The run of seed {} found {} above the threshold, at query {}{more}, and asked {}.",
            number(question.seed),
            run.answered.len(),
            answered.join(", "),
            run.asked
        )
    });
    said
}
