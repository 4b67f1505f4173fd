//! The picture of a curve: which axes, which words, which numbers in the table.

use super::composition;
use super::curve::{Composed, CurveAnswer, CurveQuestion, CurveSeries, View};
use super::number::Number;
use super::plan::Target;
use crate::account::Release;
use crate::figure::{Axis, Figure, Mark, Series, Table};
use crate::guarantee::Probability;
use crate::numeric::decimal::{Rounding, print};
use crate::sampling::Sampling;

/// The lowest δ of a picture unless the marked one is lower.
const FLOOR: f64 = 1e-12;
/// How far below the marked δ the picture reaches.
const BELOW_MARK: f64 = 1e-3;
/// Rows of a table: ten equal steps.
const ROWS: usize = 11;
/// Digits of a value in a table or reading.
const DIGITS: usize = 5;

/// The part of a profile worth seeing.
pub(super) struct ProfileWindow {
    /// The largest ε.
    pub epsilon: f64,
    /// The smallest δ.
    pub delta: f64,
}

impl ProfileWindow {
    /// Down to a δ below the marked one, and as far right as the curve takes to get there; ends are
    /// round, so that the axes stand still while a slider moves a little.
    pub(super) fn of(question: &CurveQuestion, composed: &Composed<'_>) -> Self {
        let (delta, marked) = match question.mark {
            Some(Target::Delta(delta)) => ((delta.value() * BELOW_MARK).clamp(1e-303, FLOOR), 0.0),
            Some(Target::Epsilon(epsilon)) => (FLOOR, epsilon),
            None => (FLOOR, 0.0),
        };
        let epsilon = |delta: f64| composed.epsilon(Probability::clamped(delta));
        let reach = epsilon(delta).filter(|reach| reach.is_finite());
        // A δ that is never reached says nothing about the width: the curve at a tenth does.
        let reach = reach.or_else(|| epsilon(0.1)).filter(|reach| reach.is_finite()).unwrap_or(1.0);
        Self { epsilon: Axis::round_up(reach.max(marked).clamp(1e-9, 1e15) * 1.02), delta }
    }
}

pub(super) fn describe(
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
    let series: Vec<Series> =
        answer.series.iter().map(|series| line(series.accountant.title(), x, upper(series))).collect();
    let best = |at: usize| series.iter().map(|series| series.y[at]).fold(f64::INFINITY, f64::min);
    let read = |at: usize| {
        let bounds: Vec<String> =
            series.iter().map(|series| format!("δ ≤ {} ({})", up(series.y[at]), series.label)).collect();
        (format!("ε = {}", number(x[at])), bounds.join(", "))
    };
    let mark = question.mark.and_then(|target| marked_point(target, composed));
    let sentence = match &mark {
        _ if (0..x.len()).all(|at| best(at) == 0.0) => "δ is 0 at every ε shown: nothing is lost.".into(),
        Some(mark) => format!("{}; δ falls as ε grows.", mark.label),
        None => format!("at ε = {}, δ ≤ {}; δ falls as ε grows.", number(from), up(best(0))),
    };
    let mut columns = vec!["ε".to_owned()];
    columns.extend(answer.series.iter().map(|series| format!("δ ≤, {}", series.accountant.title())));
    let table = table(columns, x, |at| {
        let mut row = vec![number(x[at])];
        row.extend(series.iter().map(|series| up(series.y[at])));
        row
    });
    Figure {
        title: "ε–δ curve".into(),
        sentence,
        x: Axis::linear("ε", from, to),
        y: Axis::decades("δ, log scale", window.map_or(FLOOR, |window| window.delta), 1.0),
        cells: None,
        bands: Vec::new(),
        readings: readings(x, read),
        series,
        marks: mark.into_iter().filter(|mark| (from..=to).contains(&mark.x)).collect(),
        table,
    }
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
    let series: Vec<Series> = tightest(answer)
        .map(|series| line(series.accountant.title(), x, upper(series)))
        .into_iter()
        .collect();
    let values: Vec<f64> = series
        .iter()
        .flat_map(|series| series.y.iter().copied())
        .filter(|y| *y > 0.0 && y.is_finite())
        .collect();
    let (least, most) =
        values.iter().fold((f64::INFINITY, 0.0f64), |(least, most), &y| (least.min(y), most.max(y)));
    let (least, most) = if least.is_finite() { (least, most) } else { (0.1, 1.0) };
    let value = |at: usize| series.first().map_or(0.0, |series| series.y[at]);
    let read =
        |at: usize| (format!("order α = {}", number(x[at])), format!("divergence ≤ {}", up(value(at))));
    Figure {
        title: "Rényi curve".into(),
        sentence: format!(
            "the divergence of order {} is at most {}; it never falls as the order grows.",
            number(x[0]),
            up(value(0))
        ),
        x: Axis::decades("order α, log scale", shown.0, shown.1),
        y: Axis::decades("Rényi divergence, log scale", least, most),
        cells: None,
        bands: Vec::new(),
        readings: readings(x, read),
        table: table(vec!["α".into(), "divergence ≤".into()], x, |at| vec![number(x[at]), up(value(at))]),
        series,
        marks: Vec::new(),
    }
}

fn trade_off(x: &[f64], answer: &CurveAnswer) -> Figure {
    let lower = |series: &CurveSeries| series.lower.as_deref().map(values).unwrap_or_default();
    let curve = tightest(answer).map(lower).unwrap_or_default();
    let chance =
        Series { label: "guessing blindly".into(), x: x.to_vec(), y: x.iter().map(|x| 1.0 - x).collect() };
    let value = |at: usize| curve.get(at).copied().unwrap_or(0.0);
    let read = |at: usize| {
        (format!("type I error {}", number(x[at])), format!("type II error ≥ {}", down(value(at))))
    };
    let middle = x.partition_point(|&x| x < 0.05).min(x.len() - 1);
    Figure {
        title: "Trade-off curve".into(),
        sentence: format!(
            "an attacker who is wrong about absence {} of the time is wrong about presence at least {} of the time.",
            number(x[middle]),
            down(value(middle))
        ),
        x: Axis::linear("type I error", ends(x).0, ends(x).1),
        y: Axis::linear("type II error", 0.0, 1.0),
        cells: None,
        bands: Vec::new(),
        readings: readings(x, read),
        table: table(vec!["type I error".into(), "type II error ≥".into()], x, |at| {
            vec![number(x[at]), down(value(at))]
        }),
        series: vec![line("exact", x, curve.clone()), chance],
        marks: Vec::new(),
    }
}

fn loss(x: &[f64], answer: &CurveAnswer) -> Figure {
    let density = tightest(answer).and_then(|series| series.density.clone()).unwrap_or_default();
    let atoms = answer.atoms.as_deref().unwrap_or_default();
    let peak = density.iter().copied().chain(atoms.iter().map(|atom| atom.mass)).fold(0.0, f64::max);
    let value = |at: usize| density.get(at).copied().unwrap_or(0.0);
    let read = |at: usize| (format!("loss {}", number(x[at])), format!("density {}", number(value(at))));
    let few = atoms.len() <= 4;
    let marks = atoms
        .iter()
        .map(|atom| Mark {
            x: atom.at,
            y: atom.mass,
            label: if few { format!("probability {}", number(atom.mass)) } else { String::new() },
            stem: true,
        })
        .collect();
    let words = match atoms {
        [] => "the loss has a density and no atoms".to_owned(),
        [one] => format!("the loss is {} with probability {}", number(one.at), number(one.mass)),
        [.., last] => format!(
            "the loss has {} atoms, the largest loss {} with probability {}",
            atoms.len(),
            number(last.at),
            number(last.mass)
        ),
    };
    Figure {
        title: "Privacy loss".into(),
        sentence: format!("{words}; the mass at infinity is {}.", number(answer.infinite.unwrap_or(0.0))),
        x: Axis::linear("privacy loss", ends(x).0, ends(x).1),
        y: Axis::linear("density; probability of atoms", 0.0, Axis::round_up(peak.max(1e-12) * 1.05)),
        cells: None,
        bands: Vec::new(),
        readings: readings(x, read),
        table: loss_table(x, &density, atoms),
        series: vec![line("density", x, density.clone())],
        marks,
    }
}

/// Densities first, then the atoms by name.
fn loss_table(x: &[f64], density: &[f64], atoms: &[crate::guarantee::Atom]) -> Table {
    let columns = vec!["loss".into(), "density or probability".into()];
    let mut table =
        table(columns, x, |at| vec![number(x[at]), number(density.get(at).copied().unwrap_or(0.0))]);
    let heaviest = atoms.iter().map(|atom| atom.mass).fold(0.0, f64::max);
    let seen = atoms.iter().filter(|atom| atom.mass >= 1e-3 * heaviest).take(100);
    table
        .rows
        .extend(seen.map(|atom| vec![number(atom.at), format!("atom of probability {}", number(atom.mass))]));
    table
}

fn parts(x: &[f64], answer: &CurveAnswer) -> Figure {
    let (real, imaginary) = tightest(answer)
        .and_then(|series| Some((series.real.clone()?, series.imaginary.clone()?)))
        .unwrap_or_default();
    let at_point = |list: &[f64], at: usize| number(list.get(at).copied().unwrap_or(0.0));
    let read = |at: usize| {
        (
            format!("t = {}", number(x[at])),
            format!("{} + {} i", at_point(&real, at), at_point(&imaginary, at)),
        )
    };
    Figure {
        title: "Characteristic function".into(),
        sentence: "the real part is 1 at t = 0 and never larger in size elsewhere.".into(),
        x: Axis::linear("t", ends(x).0, ends(x).1),
        y: Axis::linear("φ(t)", -1.0, 1.0),
        cells: None,
        bands: Vec::new(),
        readings: readings(x, read),
        table: table(vec!["t".into(), "real part".into(), "imaginary part".into()], x, |at| {
            vec![number(x[at]), at_point(&real, at), at_point(&imaginary, at)]
        }),
        series: vec![line("real part", x, real.clone()), line("imaginary part", x, imaginary.clone())],
        marks: Vec::new(),
    }
}

/// The first accountant that answered; they are listed tightest first.
fn tightest(answer: &CurveAnswer) -> Option<&CurveSeries> {
    answer.series.first()
}

fn values(numbers: &[Number]) -> Vec<f64> {
    numbers.iter().map(|number| number.0).collect()
}

pub(super) fn upper(series: &CurveSeries) -> Vec<f64> {
    series.upper.as_deref().map(values).unwrap_or_default()
}

pub(super) fn line(label: &str, x: &[f64], y: Vec<f64>) -> Series {
    Series { label: label.into(), x: x.to_vec(), y }
}

pub(super) fn readings(x: &[f64], read: impl Fn(usize) -> (String, String)) -> Vec<String> {
    let text = |at: usize| {
        let (place, value) = read(at);
        format!("{place}: {value}")
    };
    (0..x.len()).map(text).collect()
}

/// Rows at the points nearest to equal steps, both ends among them.
pub(super) fn table(columns: Vec<String>, x: &[f64], row: impl Fn(usize) -> Vec<String>) -> Table {
    let (from, to) = finite(x);
    let mut chosen: Vec<usize> = (0..ROWS)
        .map(|step| from + (to - from) * step as f64 / (ROWS - 1) as f64)
        .filter_map(|goal| (0..x.len()).min_by(|&a, &b| (x[a] - goal).abs().total_cmp(&(x[b] - goal).abs())))
        .collect();
    chosen.dedup();
    Table { caption: String::new(), columns, rows: chosen.into_iter().map(row).collect() }
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

pub(super) fn number(value: f64) -> String {
    print(value, DIGITS, Rounding::Nearest)
}

pub(super) fn up(value: f64) -> String {
    print(value, DIGITS, Rounding::Up)
}

fn down(value: f64) -> String {
    print(value, DIGITS, Rounding::Down)
}
