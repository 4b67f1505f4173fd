//! The view of ε, or of δ, against how often a whole plan is repeated.

use super::curve::{CurveAnswer, CurveQuestion, NoCurve};
use super::curve_series::CurveSeries;
use super::grid::{Grid, points, spaced};
use super::plan::Target;
use crate::account::{Accountant, Bound, Fixed, Plan, Release, Unavailable};
use crate::figure::{Axis, Figure, Side};
use crate::mechanism::Range;
use crate::numeric::Scale;
use crate::question::field::common::COUNTS;
use crate::question::field::read::Object;
use crate::question::field::refusal::Refusal;
use crate::question::figure::lines::{Line, Words, decades_of, line, lines, number};
use crate::question::figure::views::{at_most, uppers};
use crate::sampling::Neighbours;
use crate::watch;

/// How often a plan may be repeated.
pub(crate) const REPEATS: Range = Range::whole(1.0, 1e6);

/// Points of a grid that the engine chooses, and how far it reaches.
const USUAL_POINTS: usize = 31;
const USUAL_REACH: f64 = 1e4;

/// The most work, in releases times points: each point composes the plan anew.
const WORK: usize = 400;

/// A composition needs a δ or an ε, few points, and counts that stay within their range.
pub(crate) fn check(fields: &Object<'_, '_>, question: &CurveQuestion) -> Result<(), Refusal> {
    if question.mark.is_none() {
        return Err(fields
            .field("mark")
            .refuse("an object with delta or epsilon, at which this view shows the other"));
    }
    let points = question.grid.as_ref().map_or(USUAL_POINTS, Grid::len);
    if question.releases.len() * points > WORK {
        let fewer = format!(
            "few enough for a composition: releases times points is at most {WORK}, here {points} points"
        );
        let too_many = if question.releases.len() * USUAL_POINTS > WORK { "releases" } else { "grid" };
        return Err(fields.field(too_many).refuse(fewer));
    }
    let largest = question.grid.as_ref().map_or(1.0, last);
    if largest * most(&question.releases) > COUNTS.to {
        let fewer = format!("a grid on which no release is published more than {} times", number(COUNTS.to));
        return Err(fields.field("grid").refuse(fewer));
    }
    Ok(())
}

fn last(grid: &Grid) -> f64 {
    points(grid).last().copied().unwrap_or(1.0)
}

/// The largest count of a release.
fn most(releases: &[Release]) -> f64 {
    releases.iter().map(|release| release.count).fold(1.0, f64::max)
}

/// Evenly in decades, as far as counts go.
pub(crate) fn usual_grid(releases: &[Release]) -> Vec<f64> {
    let reach = (COUNTS.to / most(releases)).floor().clamp(1.0, USUAL_REACH);
    if reach > 1.0 { whole(spaced(1.0, reach, USUAL_POINTS, Scale::Log)) } else { vec![1.0] }
}

/// Whole numbers, each once.
pub(crate) fn whole(points: Vec<f64>) -> Vec<f64> {
    let mut points: Vec<f64> = points.into_iter().map(f64::round).collect();
    points.dedup();
    points
}

/// One series per accountant asked; unless told the tightest bound at every point, and the Rényi bound.
pub(crate) fn fill(answer: &mut CurveAnswer, question: &CurveQuestion, x: &[f64]) {
    const TIGHTEST: [Accountant; 3] = [Accountant::Exact, Accountant::Fourier, Accountant::Pld];
    let asked: Vec<&[Accountant]> = match &question.accountants[..] {
        [] => vec![&TIGHTEST, &[Accountant::Rdp]],
        accountants => accountants.chunks(1).map(inverted).collect(),
    };
    for accountants in asked {
        watch::step();
        let (series, missing) = series(accountants, question, x);
        let series = series.map(|series| match accountants {
            [Accountant::Fourier, ..] => CurveSeries { accountant: Accountant::Fourier, ..series },
            _ => series,
        });
        answer.series.extend(series);
        answer.unavailable.extend(missing);
    }
}

/// Who answers for one accountant: where the contour gives up, the certified lattice.
fn inverted(asked: &[Accountant]) -> &[Accountant] {
    if asked == [Accountant::Fourier] { &[Accountant::Fourier, Accountant::Pld] } else { asked }
}

/// The bound by the first accountant that answers at each point, under the name of the one at the last point;
/// infinite where none does, with the first reason.
fn series(
    accountants: &[Accountant],
    question: &CurveQuestion,
    x: &[f64],
) -> (Option<CurveSeries>, Option<NoCurve>) {
    let Some(target) = question.mark else { return (None, None) };
    let mut found: Vec<Result<(Accountant, Bound), NoCurve>> = Vec::new();
    for &accountant in accountants {
        let open: Vec<usize> = (0..x.len()).filter(|&at| found.get(at).is_none_or(Result::is_err)).collect();
        let times: Vec<f64> = open.iter().map(|&at| x[at]).collect();
        let bounds = repeated(accountant, (&question.releases, question.neighbours), target.fixed(), &times);
        found.resize_with(x.len(), || Err(NoCurve { accountant, reason: String::new() }));
        for ((at, times), bound) in open.into_iter().zip(times).zip(bounds) {
            let often = if times == 1.0 { "once".into() } else { format!("{} times", number(times)) };
            let missing = |why| NoCurve { accountant, reason: format!("published {often}: {why}") };
            found[at] = bound.map(|bound| (accountant, bound)).map_err(missing);
        }
    }
    let name = found.iter().rev().find_map(|found| Some(found.as_ref().ok()?.0));
    let unknown = Bound { lower: Some(0.0), ..Bound::above(f64::INFINITY) };
    let bounds: Vec<Bound> =
        found.iter().map(|found| found.as_ref().map_or(unknown, |(_, bound)| *bound)).collect();
    let missing = found.into_iter().find_map(Result::err);
    (name.map(|accountant| CurveSeries::of(accountant).with_bounds(&bounds)), missing)
}

/// Releases so many times over by one accountant: together where it can share work.
pub(crate) fn repeated(
    accountant: Accountant,
    (releases, neighbours): (&[Release], Neighbours),
    fixed: Fixed,
    times: &[f64],
) -> Vec<Result<Bound, Unavailable>> {
    let plan = |times: f64| {
        let repeat = |release: &Release| Release { count: release.count * times, ..release.clone() };
        let releases: Vec<Release> = releases.iter().map(repeat).collect();
        Plan::new(&releases, neighbours)
    };
    let once = plan(1.0);
    if let Some(bounds) = accountant.compose(&once).ok().and_then(|ledger| ledger.repeated(fixed, times)) {
        return bounds;
    }
    let one = |(at, &repeats): (usize, &f64)| {
        watch::piece(at, times.len())?;
        accountant.compose(&plan(repeats)).and_then(|ledger| ledger.bound(fixed))
    };
    times.iter().enumerate().map(one).collect()
}

pub(crate) fn figure(question: &CurveQuestion, x: &[f64], answer: &CurveAnswer) -> Figure {
    let quantity = if let Some(Target::Epsilon(_)) = question.mark { "δ" } else { "ε" };
    let target = question.mark.map_or_else(String::new, Target::phrase);
    let mut curves = uppers(answer, x);
    let drawn: Vec<_> = curves.iter().map(|(series, _)| series.clone()).collect();
    curves.extend(certified(answer, x));
    let end = x.len() - 1;
    let axes =
        (Axis::decades("k, times published", x[0], x[end].max(2.0 * x[0])), decades_of(quantity, &curves));
    let figure = lines(&Words { head: "k", place: "k = ", quantity }, x, axes, curves);
    let best = |at: usize| drawn.iter().map(|series| series.y[at]).fold(f64::INFINITY, f64::min);
    let [first, last] = [0, end].map(|at| at_most(quantity, best(at)));
    Figure {
        shows: format!("{quantity} of a repeated plan at {target}"),
        sentence: format!(
            "at {target}, {first} for k = {} and {last} for k = {}.",
            number(x[0]),
            number(x[end])
        ),
        best: Some(last).filter(|last| last.number.is_finite()),
        series: drawn,
        ..figure
    }
}

/// The lower ends that the loss accountant certifies: read and listed, but too close to be drawn.
fn certified(answer: &CurveAnswer, x: &[f64]) -> Option<Line> {
    let series = answer.series.iter().find(|series| series.accountant == Accountant::Pld)?;
    let lower = series.lower.as_ref()?.iter().map(|value| value.0).collect();
    Some((line(series.accountant.title(), x, lower), Side::Lower))
}
