//! The pictures of the views of a guarantee: which axes, which words.

use super::lines::{
    DIGITS, Line, Words, across, decades_of, down, ends, finite, line, lines, number, stated, up, values,
};
use crate::account::{Accountant, Release};
use crate::figure::{Axis, Column, Draw, Figure, Mark, Series, Side, Statement};
use crate::guarantee::Atom;
use crate::numeric::decimal::{outward, settled};
use crate::question::accounting::composition;
use crate::question::accounting::curve::{Composed, CurveAnswer, CurveQuestion};
use crate::question::accounting::curve_series::CurveSeries;
use crate::question::accounting::plan::Target;
use crate::question::accounting::profile_window::{FLOOR, ProfileWindow};
use crate::question::accounting::view::View;
use crate::sampling::Sampling;

/// The most atoms of a table.
const LISTED: usize = 100;

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
    figure.title = format!("{}, {subject}", figure.shows);
    figure.table.caption = figure.title.clone();
    figure.sentence = format!("{subject}, when {}: {}", question.neighbours.phrase(), figure.sentence);
    figure
}

/// `Gaussian, σ = 1`, or how many releases.
pub(crate) fn subject(releases: &[Release]) -> String {
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
    let axes = (across("ε", x), Axis::decades("δ", window.map_or(FLOOR, |window| window.delta), 1.0));
    let words = Words { head: "ε", place: "ε = ", quantity: "δ" };
    let figure = lines(&words, x, axes, uppers(answer, x));
    let best = |at: usize| {
        figure.series.iter().filter_map(|series| series.y.get(at).copied()).fold(f64::INFINITY, f64::min)
    };
    let mark = question.mark.and_then(|target| marked_point(target, composed));
    let sentence: String = match &mark {
        _ if (0..x.len()).all(|at| best(at) == 0.0) => "δ is 0 at every ε shown: nothing is lost.".into(),
        Some(mark) => format!("{}; δ never grows with ε.", mark.label),
        None => format!("at ε = {}, δ ≤ {}; δ never grows with ε.", number(from), up(best(0))),
    };
    let ends = |series: &CurveSeries| {
        let reason = series.ends.as_ref()?;
        Some(format!(" The curve by {} ends before: {reason}.", series.accountant.title()))
    };
    let sentence = sentence + &answer.series.iter().filter_map(ends).collect::<String>();
    let best = mark.as_ref().and_then(|mark| mark.says.clone()).filter(|best| best.number.is_finite());
    let marks = mark.into_iter().filter(|mark| (from..=to).contains(&mark.x)).collect();
    Figure { shows: "ε–δ curve".into(), sentence, best, marks, ..figure }
}

/// The point that a person fixed one coordinate of.
fn marked_point(target: Target, composed: &Composed<'_>) -> Option<Mark> {
    let (x, y, quantity, number) = match target {
        Target::Delta(delta) => {
            let epsilon = composed.epsilon(delta)?;
            (epsilon, delta.value(), "ε", epsilon)
        }
        Target::Epsilon(epsilon) => {
            let delta = composed.delta(epsilon)?;
            (epsilon, delta, "δ", delta)
        }
    };
    let says = at_most(quantity, number);
    Some(Mark { x, y, label: format!("{says} at {}", target.phrase()), says: Some(says) })
}

/// An upper bound as it is printed.
pub(crate) fn at_most(quantity: &str, number: f64) -> Statement {
    stated(quantity, Side::Upper, number)
}

fn renyi(x: &[f64], answer: &CurveAnswer) -> Figure {
    let shown = finite(x);
    let curves: Vec<Line> = uppers(answer, x).into_iter().take(1).collect();
    let axes = (Axis::decades("order α", shown.0, shown.1), decades_of("Rényi divergence", &curves));
    let words = Words { head: "α", place: "order α = ", quantity: "divergence" };
    let figure = lines(&words, x, axes, curves);
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
    Figure { shows: "Rényi curve".into(), sentence, ..figure }
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
        (curve_of(series.accountant, x, shown), Side::Lower)
    };
    let curves: Vec<Line> = answer.series.iter().map(lower).collect();
    let middle = x.partition_point(|&x| x < 0.05).min(x.len() - 1);
    let first = curves.first().and_then(|(series, _)| series.y.get(middle)).copied().unwrap_or(0.0);
    let axes = (across("type I error", x), Axis::linear("type II error", 0.0, 1.0));
    let words = Words { head: "type I error", place: "type I error ", quantity: "type II error" };
    let mut figure = lines(&words, x, axes, curves);
    figure.series.push(line("guessing blindly", x, x.iter().map(|x| 1.0 - x).collect()));
    Figure {
        shows: "Trade-off curve".into(),
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
    let infinite = answer.infinite.unwrap_or(0.0);
    let masses = atoms.iter().map(|atom| atom.mass).chain([infinite]);
    let peak = density.iter().copied().chain(masses).fold(0.0, f64::max);
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
    let words = Words { head: "loss", place: "loss ", quantity: "" };
    let continuous = density.iter().any(|&y| y > 0.0);
    let mut figure = lines(&words, x, axes, vec![(line("density", x, density), Side::Value)]);
    if !continuous {
        // A law of atoms alone is read at its atoms.
        figure.series.clear();
        figure.readings.place.clear();
        figure.readings.columns.clear();
        figure.table.rows.clear();
        figure.table.at.clear();
    }
    let heaviest = atoms.iter().map(|atom| atom.mass).fold(0.0, f64::max);
    let mut drawn = Series { label: "atoms".into(), draw: Draw::Stems, infinite, ..Series::default() };
    let (mut place, mut texts) = (Vec::new(), Vec::new());
    let densities = figure.table.rows.len();
    for &Atom { at, mass } in atoms {
        let (loss, probability) = (number(at), number(mass));
        drawn.x.push(at);
        drawn.y.push(mass);
        // More than a few names would cover one another.
        if atoms.len() <= 4 {
            let label = format!("probability {probability}");
            figure.marks.push(Mark { x: at, y: mass, label, says: None });
        }
        place.push(format!("loss {loss}"));
        // The table has densities first, then the atoms by name.
        if mass >= 1e-3 * heaviest && figure.table.rows.len() - densities < LISTED {
            figure.table.at.push(at);
            figure.table.rows.push(vec![loss, format!("atom of probability {probability}")]);
        }
        texts.push(probability);
    }
    if !continuous {
        let column =
            Column { label: drawn.label.clone(), quantity: "probability".into(), side: Side::Value, texts };
        figure.readings.place = place;
        figure.readings.columns.push(column);
    }
    if !atoms.is_empty() || infinite > 0.0 {
        figure.series.push(drawn);
    }
    Figure {
        shows: "Privacy loss".into(),
        sentence: format!("{says}; the mass at infinity is {}.", number(infinite)),
        ..figure
    }
}

fn parts(x: &[f64], answer: &CurveAnswer) -> Figure {
    let (real, imaginary) = tightest(answer)
        .and_then(|series| Some((series.real.clone()?, series.imaginary.clone()?)))
        .unwrap_or_default();
    let start = x.iter().position(|&t| t == 0.0).and_then(|at| real.get(at)).copied();
    let curves = [("real part", "real-part", real), ("imaginary part", "imaginary-part", imaginary)];
    let part =
        |(label, by, y): (&str, &str, Vec<f64>)| (Series { by: by.into(), ..line(label, x, y) }, Side::Value);
    let curves = curves.map(part).to_vec();
    let axes = (across("t", x), Axis::linear("φ(t)", -1.0, 1.0));
    // At t = 0 it is the probability of a finite loss.
    let most = "nowhere is it larger in size than the probability that the loss is finite";
    let sentence =
        start.map_or(format!("{most}."), |start| format!("at t = 0 it is {}; {most}.", number(start)));
    Figure {
        shows: "Characteristic function".into(),
        sentence,
        ..lines(&Words { head: "t", place: "t = ", quantity: "" }, x, axes, curves)
    }
}

/// The first accountant that answered; they are listed tightest first.
fn tightest(answer: &CurveAnswer) -> Option<&CurveSeries> {
    answer.series.first()
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

/// The upper bounds of every accountant that answered, tightest first.
pub(crate) fn uppers(answer: &CurveAnswer, x: &[f64]) -> Vec<Line> {
    let upper = |series: &CurveSeries| (curve_of(series.accountant, x, upper(series)), Side::Upper);
    answer.series.iter().map(upper).collect()
}

/// The curve of an accountant, in the colours that are its own: it looks the same in every picture, whatever else is
/// missing there.
pub(crate) fn curve_of(accountant: Accountant, x: &[f64], y: Vec<f64>) -> Series {
    let turns: &[usize] = match accountant {
        Accountant::Exact => &[0],
        Accountant::Fourier => &[0, 6],
        Accountant::Pld => &[2],
        Accountant::Rdp => &[1],
        Accountant::Optimal => &[3],
        Accountant::Advanced => &[4],
        Accountant::Basic => &[5],
        Accountant::FourierAsPublished => &[12],
        Accountant::RdpOptimal => &[7],
        Accountant::RdpBasic => &[13],
        Accountant::Classic => &[9],
    };
    Series { by: accountant.name().into(), turns: turns.to_vec(), ..line(accountant.title(), x, y) }
}
