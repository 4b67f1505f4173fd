//! The picture of a curve: which axes, which words, which numbers in the table.

use crate::account::Release;
use crate::figure::{Axis, Figure, Mark, Series, Table};
use crate::guarantee::Atom;
use crate::numeric::Scale;
use crate::numeric::decimal::{Rounding, outward, print, settled};
use crate::question::accounting::composition;
use crate::question::accounting::curve::{Composed, CurveAnswer, CurveQuestion, View};
use crate::question::accounting::curve_series::CurveSeries;
use crate::question::accounting::plan::Target;
use crate::question::accounting::profile_window::{FLOOR, ProfileWindow};
use crate::question::field::number::Number;
use crate::sampling::Sampling;

/// Rows of a table: ten equal steps.
const ROWS: usize = 11;
/// The longest list whose every point is a row.
const SHORT: usize = 39;
/// Digits of a value in a table or reading.
const DIGITS: usize = 5;

pub(crate) fn describe(
    question: &CurveQuestion,
    answer: &CurveAnswer,
    composed: &Composed<'_>,
    window: Option<&ProfileWindow>,
) -> Figure {
    let subject = subject(&question.releases);
    let x: Vec<f64> = answer.x.iter().map(|x| x.0).collect();
    let mut figure = match question.view {
        View::Profile => profile(question, &x, answer, composed, window),
        View::Renyi => renyi(&x, answer),
        View::TradeOff => trade_off(&x, answer),
        View::Loss => loss(&x, answer),
        View::Characteristic => parts(&x, answer),
        View::Composition => composition::figure(question, &x, answer),
    };
    figure.title = format!("{}, {subject}", figure.title);
    figure.table.caption = figure.title.clone();
    figure.sentence = format!("{subject}, when {}: {}", question.neighbours.phrase(), figure.sentence);
    figure
}

/// `Gaussian, σ = 1`, or how many releases.
fn subject(releases: &[Release]) -> String {
    match releases {
        [release] => {
            let times =
                if release.count == 1.0 { String::new() } else { format!(" × {}", number(release.count)) };
            let sampled = release.sampling.filter(|sampling| !sampling.takes_all());
            let sampled = sampled.map_or_else(String::new, |sampling| {
                let way = match sampling {
                    Sampling::Poisson { .. } => "Poisson sampling",
                    Sampling::Subset { .. } => "a subset",
                };
                format!(" on {way} at rate {}", number(sampling.rate()))
            });
            format!("{}{sampled}{times}", release.mechanism)
        }
        _ => format!("a plan of {} releases", number(releases.iter().map(|release| release.count).sum())),
    }
}

fn profile(
    question: &CurveQuestion,
    x: &[f64],
    answer: &CurveAnswer,
    composed: &Composed<'_>,
    window: Option<&ProfileWindow>,
) -> Figure {
    let (from, to) = ends(x);
    let axes =
        (across("ε", x), Axis::decades("δ, log scale", window.map_or(FLOOR, |window| window.delta), 1.0));
    let words = Words { head: "ε", place: ["ε = ", ""], quantity: "δ" };
    let figure = bounds(&words, x, axes, uppers(answer, x));
    let best = |at: usize| {
        figure.series.iter().filter_map(|series| series.y.get(at).copied()).fold(f64::INFINITY, f64::min)
    };
    let mark = question.mark.and_then(|target| marked_point(target, composed));
    let sentence: String = match &mark {
        _ if (0..x.len()).all(|at| best(at) == 0.0) => "δ is 0 at every ε shown: nothing is lost.".into(),
        Some(mark) => format!("{}; δ falls as ε grows.", mark.label),
        None => format!("at ε = {}, δ ≤ {}; δ falls as ε grows.", number(from), up(best(0))),
    };
    let ends = |series: &CurveSeries| {
        let reason = series.ends.as_ref()?;
        Some(format!(" The curve by {} ends before: {reason}.", series.accountant.title()))
    };
    let sentence = sentence + &answer.series.iter().filter_map(ends).collect::<String>();
    let marks = mark.into_iter().filter(|mark| (from..=to).contains(&mark.x)).collect();
    Figure { title: "ε–δ curve".into(), sentence, marks, ..figure }
}

/// The point that a person fixed one coordinate of.
fn marked_point(target: Target, composed: &Composed<'_>) -> Option<Mark> {
    let (x, y, label) = match target {
        Target::Delta(delta) => {
            let epsilon = composed.epsilon(delta)?;
            (epsilon, delta.value(), format!("ε ≤ {} at {}", up(epsilon), target.phrase()))
        }
        Target::Epsilon(epsilon) => {
            let delta = composed.delta(epsilon)?;
            (epsilon, delta, format!("δ ≤ {} at {}", up(delta), target.phrase()))
        }
    };
    Some(Mark { x, y, label, stem: false })
}

fn renyi(x: &[f64], answer: &CurveAnswer) -> Figure {
    let shown = finite(x);
    let lines: Vec<Line> = uppers(answer, x).into_iter().take(1).collect();
    let axes = (
        Axis::decades("order α, log scale", shown.0, shown.1),
        decades_of("Rényi divergence, log scale", &lines),
    );
    let words = Words { head: "α", place: ["order α = ", ""], quantity: "divergence" };
    let figure = bounds(&words, x, axes, lines);
    let first = figure.series.first().map_or(0.0, |series| series.y[0]);
    let sentence = if first.is_finite() {
        let order = number(x[0]);
        format!(
            "the divergence of order {order} is at most {}; it never falls as the order grows.",
            up(first)
        )
    } else {
        "no order has a finite divergence.".into()
    };
    Figure { title: "Rényi curve".into(), sentence, ..figure }
}

fn trade_off(x: &[f64], answer: &CurveAnswer) -> Figure {
    let lower = |series: &CurveSeries| {
        let lower = series.lower.as_deref().map(values).unwrap_or_default();
        let upper = series.upper.as_deref().map(values);
        let shown = |(at, &lower): (usize, &f64)| {
            let upper = upper.as_ref().and_then(|upper| upper.get(at));
            upper.and_then(|&upper| settled(lower, upper, DIGITS)).unwrap_or(lower)
        };
        let shown = lower.iter().enumerate().map(shown).collect();
        (line(series.accountant.title(), x, shown), Rounding::Down)
    };
    let lines: Vec<Line> = answer.series.iter().map(lower).collect();
    let middle = x.partition_point(|&x| x < 0.05).min(x.len() - 1);
    let first = lines.first().and_then(|(series, _)| series.y.get(middle)).copied().unwrap_or(0.0);
    let axes = (across("type I error", x), Axis::linear("type II error", 0.0, 1.0));
    let words = Words { head: "type I error", place: ["type I error ", ""], quantity: "type II error" };
    let mut figure = bounds(&words, x, axes, lines);
    figure.series.push(line("guessing blindly", x, x.iter().map(|x| 1.0 - x).collect()));
    Figure {
        title: "Trade-off curve".into(),
        sentence: format!(
            "an attacker who is wrong about absence {} of the time is wrong about presence at least {} of the time.",
            number(x[middle]),
            down(first)
        ),
        ..figure
    }
}

fn loss(x: &[f64], answer: &CurveAnswer) -> Figure {
    let density = tightest(answer).and_then(|series| series.density.clone()).unwrap_or_default();
    let atoms = answer.atoms.as_deref().unwrap_or_default();
    let peak = density.iter().copied().chain(atoms.iter().map(|atom| atom.mass)).fold(0.0, f64::max);
    let few = atoms.len() <= 4;
    let mark = |atom: &Atom| Mark {
        x: atom.at,
        y: atom.mass,
        label: if few { format!("probability {}", number(atom.mass)) } else { String::new() },
        stem: true,
    };
    let says = match atoms {
        [] => "the loss has a density and no atoms".to_owned(),
        [one] => format!("the loss is {} with probability {}", number(one.at), number(one.mass)),
        [.., last] => format!(
            "the loss has {} atoms, the largest loss {} with probability {}",
            atoms.len(),
            number(last.at),
            number(last.mass)
        ),
    };
    let axes = (
        across("privacy loss", x),
        Axis::linear("density; probability of atoms", 0.0, Axis::round_up(peak.max(1e-12) * 1.05)),
    );
    let words = Words { head: "loss", place: ["loss ", ""], quantity: "" };
    let mut figure = bounds(&words, x, axes, vec![(line("density", x, density), Rounding::Nearest)]);
    // Densities first, then the atoms by name.
    let heaviest = atoms.iter().map(|atom| atom.mass).fold(0.0, f64::max);
    let seen = atoms.iter().filter(|atom| atom.mass >= 1e-3 * heaviest).take(100);
    let row = |atom: &Atom| vec![number(atom.at), format!("atom of probability {}", number(atom.mass))];
    figure.table.rows.extend(seen.map(row));
    Figure {
        title: "Privacy loss".into(),
        sentence: format!("{says}; the mass at infinity is {}.", number(answer.infinite.unwrap_or(0.0))),
        marks: atoms.iter().map(mark).collect(),
        ..figure
    }
}

fn parts(x: &[f64], answer: &CurveAnswer) -> Figure {
    let (real, imaginary) = tightest(answer)
        .and_then(|series| Some((series.real.clone()?, series.imaginary.clone()?)))
        .unwrap_or_default();
    let lines = [("real part", real), ("imaginary part", imaginary)];
    let lines = lines.map(|(label, y)| (line(label, x, y), Rounding::Nearest)).to_vec();
    let axes = (across("t", x), Axis::linear("φ(t)", -1.0, 1.0));
    Figure {
        title: "Characteristic function".into(),
        sentence: "the real part is 1 at t = 0 and never larger in size elsewhere.".into(),
        ..bounds(&Words { head: "t", place: ["t = ", ""], quantity: "" }, x, axes, lines)
    }
}

/// A linear axis from the first point to the last.
fn across(label: &str, x: &[f64]) -> Axis {
    let (from, to) = ends(x);
    Axis::linear(label, from, to)
}

/// The first accountant that answered; they are listed tightest first.
fn tightest(answer: &CurveAnswer) -> Option<&CurveSeries> {
    answer.series.first()
}

pub(crate) fn values(numbers: &[Number]) -> Vec<f64> {
    numbers.iter().map(|number| number.0).collect()
}

fn upper(series: &CurveSeries) -> Vec<f64> {
    let upper = series.upper.as_deref().map(values).unwrap_or_default();
    match series.lower.as_deref().map(values) {
        Some(lower) => {
            lower.into_iter().zip(upper).map(|(lower, upper)| printed(Some(lower), upper)).collect()
        }
        None => upper,
    }
}

/// An upper bound as it is shown: the short decimal that its enclosure was computed for, if there is one.
pub(crate) fn printed(lower: Option<f64>, upper: f64) -> f64 {
    lower.map_or(upper, |lower| outward(lower, upper, DIGITS))
}

pub(crate) fn line(label: &str, x: &[f64], y: Vec<f64>) -> Series {
    Series { label: label.into(), x: x[..y.len().min(x.len())].to_vec(), y }
}

/// A curve, and the side from which it bounds what it shows.
pub(crate) type Line = (Series, Rounding);

/// The upper bounds of every accountant that answered, tightest first.
pub(crate) fn uppers(answer: &CurveAnswer, x: &[f64]) -> Vec<Line> {
    let upper = |series: &CurveSeries| (line(series.accountant.title(), x, upper(series)), Rounding::Up);
    answer.series.iter().map(upper).collect()
}

/// How the points of a picture are called, and what is bounded there.
pub(crate) struct Words<'a> {
    /// Head of the first column.
    pub head: &'a str,
    /// What stands before and after the position of the crosshair.
    pub place: [&'a str; 2],
    /// What the curves bound; a curve that bounds nothing is called by its own name.
    pub quantity: &'a str,
}

/// Curves with their readings and their table; title, sentence and marks are left to the caller. A curve
/// may end before the others.
pub(crate) fn bounds(words: &Words<'_>, x: &[f64], axes: (Axis, Axis), lines: Vec<Line>) -> Figure {
    let Words { head, place: [before, after], quantity } = words;
    let bound = |side: Rounding| match side {
        Rounding::Up => format!("{quantity} ≤"),
        _ => format!("{quantity} ≥"),
    };
    let value = |(series, side): &Line, at: usize| series.y.get(at).map(|&y| print(y, DIGITS, *side));
    let read = |at: usize| {
        let mut text = format!("{before}{}{after}", number(x[at]));
        let mut joint = ": ";
        for line @ (Series { label, .. }, side) in &lines {
            let Some(value) = value(line, at) else { continue };
            text += joint;
            text += &match side {
                Rounding::Nearest => format!("{label} {value}"),
                _ if lines.len() == 1 => format!("{} {value}", bound(*side)),
                _ => format!("{} {value} ({label})", bound(*side)),
            };
            joint = ", ";
        }
        text
    };
    let mut columns = vec![(*head).to_owned()];
    columns.extend(lines.iter().map(|(series, side)| match side {
        Rounding::Nearest => series.label.clone(),
        _ => format!("{}, {}", bound(*side), series.label),
    }));
    let row = |at: usize| {
        let mut row = vec![number(x[at])];
        row.extend(lines.iter().map(|line| value(line, at).unwrap_or_else(|| "–".into())));
        row
    };
    let chosen = rows(x, axes.0.scale == Scale::Log);
    Figure {
        title: String::new(),
        sentence: String::new(),
        cells: None,
        bands: Vec::new(),
        marks: Vec::new(),
        readings: (0..x.len()).map(read).collect(),
        table: Table { caption: String::new(), columns, rows: chosen.into_iter().map(row).collect() },
        series: lines.iter().map(|(series, _)| series.clone()).collect(),
        x: axes.0,
        y: axes.1,
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
fn ends(x: &[f64]) -> (f64, f64) {
    match (x.first(), x.last()) {
        (Some(&from), Some(&to)) if from < to => (from, to),
        (Some(&only), _) => (only - 0.5, only + 0.5),
        _ => (0.0, 1.0),
    }
}

/// [`ends`] of the finite points, for an axis of orders that may hold infinity.
fn finite(x: &[f64]) -> (f64, f64) {
    let finite: Vec<f64> = x.iter().copied().filter(|x| x.is_finite()).collect();
    ends(&finite)
}

pub(crate) fn number(value: f64) -> String {
    print(value, DIGITS, Rounding::Nearest)
}

pub(crate) fn up(value: f64) -> String {
    print(value, DIGITS, Rounding::Up)
}

fn down(value: f64) -> String {
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
        let lines = vec![
            (line("upper", &x, vec![0.123_451, 0.2]), Rounding::Up),
            (line("lower", &x, vec![0.123_459]), Rounding::Down),
        ];
        let words = Words { head: "x", place: ["x = ", "!"], quantity: "y" };
        let figure = bounds(&words, &x, (Axis::linear("x", 1.0, 2.0), Axis::linear("y", 0.0, 1.0)), lines);
        assert_eq!(figure.readings[0], "x = 1!: y ≤ 0.12346 (upper), y ≥ 0.12345 (lower)");
        assert_eq!(figure.readings[1], "x = 2!: y ≤ 0.2 (upper)");
        assert_eq!(figure.table.columns, ["x", "y ≤, upper", "y ≥, lower"]);
        assert_eq!(figure.table.rows, [["1", "0.12346", "0.12345"], ["2", "0.2", "–"]]);
    }
}
