//! What trade-off curves show: how little an attacker must err, and of which mechanism less.

use super::State;
use super::say::{CLOSE, Conclusion, listed, position, times};
use super::shown::{ShownSeries, chosen, together};
use crate::figure::Side;
use crate::question::figure::lines::down;

/// The type I error at which curves are compared, or the next one shown.
const LEVEL: f64 = 0.05;

/// Conclusions about trade-off curves, the most important first. Nothing where a number is no error.
pub(super) fn conclusions(state: State<'_>) -> Vec<Conclusion> {
    let error = |value: f64| (0.0..=1.0).contains(&value);
    let known = chosen(state.series, |one| one.side == Side::Lower && one.by.is_some());
    if !known.iter().all(|&at| state.series[at].points().all(|(x, y)| error(x) && error(y))) {
        return Vec::new();
    }
    let mut found: Vec<Conclusion> = at_level(state, &known).into_iter().collect();
    found.extend(least_sum(state, &known));
    if let Some((&first, others)) = known.split_first() {
        found.extend(others.iter().filter_map(|&other| apart(state, [first, other])));
    }
    found
}

/// `errors-at` of all curves that show a type I error of 0.05, or the next that the first one shows, the lowest first; with
/// that error and theirs.
fn at_level(state: State<'_>, known: &[usize]) -> Option<Conclusion> {
    let series = state.series;
    let x = series[*known.first()?].x.iter().copied().find(|&x| x >= LEVEL)?;
    let mut errors: Vec<(usize, f64)> =
        known.iter().filter_map(|&at| Some((at, series[at].at(x)?))).collect();
    errors.sort_by(|(_, one), (_, other)| one.total_cmp(other));
    let one = |&(at, y): &(usize, f64)| format!("{} with {}", down(y), series[at].name);
    let said: Vec<String> = errors.iter().map(one).collect();
    let text = format!(
        "An attacker whose type I error is {} has a type II error of at least {}; blind guessing has {}.",
        position(x),
        listed(&said),
        position(1.0 - x)
    );
    let spoken: Vec<usize> = errors.iter().map(|&(at, _)| at).collect();
    let mut numbers = vec![x];
    numbers.extend(errors.iter().map(|&(_, y)| y));
    Some(Conclusion::new("errors-at", text, &spoken, &numbers))
}

/// `least-sum` of the curve that comes closest to no error at all, with where both errors together are least and how
/// large they are there.
fn least_sum(state: State<'_>, known: &[usize]) -> Option<Conclusion> {
    let sums = known.iter().flat_map(|&at| state.series[at].points().map(move |(x, y)| (at, x, x + y)));
    let (at, x, sum) = sums.min_by(|(.., one), (.., other)| one.total_cmp(other))?;
    let text = format!(
        "Nowhere shown do both errors together fall below {} ({}, type I error {}); guessing blindly they are 1.",
        down(sum),
        state.series[at].name,
        position(x)
    );
    (sum < 1.0 - CLOSE).then(|| Conclusion::new("least-sum", text, &[at], &[x, sum]))
}

/// `errors-above` of the higher and the lower curve, with the first and the last point between which it is higher, where the
/// difference is largest and how large; `errors-cross` of the curve that ends lower and the other, with the last point before
/// and the first one after. At either end, where curves meet, nothing is said of them.
fn apart(state: State<'_>, [one, other]: [usize; 2]) -> Option<Conclusion> {
    let series = state.series;
    let shared = together(&series[one], &series[other]);
    let differs = |&(_, y, z): &(f64, f64, f64)| y != z;
    let (from, to) = (shared.iter().position(differs)?, shared.iter().rposition(differs)?);
    let inner = &shared[from..=to];
    if inner.len() < 2 || !inner.iter().all(differs) {
        return None;
    }
    let is_above: Vec<bool> = inner.iter().map(|&(_, y, z)| y > z).collect();
    let largest = |&(_, y, z): &(f64, f64, f64)| (y - z).abs();
    let &(x, y, z) = inner.iter().max_by(|one, other| largest(one).total_cmp(&largest(other)))?;
    let difference = (y - z).abs();
    if difference < CLOSE {
        return None;
    }
    let name = |at: usize| &series[at].name;
    let mut changes = (1..inner.len()).filter(|&at| is_above[at] != is_above[at - 1]);
    match (changes.next(), changes.next()) {
        (None, _) => {
            let [higher, lower] = if is_above[0] { [one, other] } else { [other, one] };
            let (start, end) = (inner[0].0, inner[inner.len() - 1].0);
            let text = format!(
                "The curve of {} lies above that of {} at every type I error shown from {} to {}, by at most about {} (at {}).",
                name(higher),
                name(lower),
                position(start),
                position(end),
                times(difference),
                position(x)
            );
            let numbers = [start, end, x, difference];
            Some(Conclusion::new("errors-above", text, &[higher, lower], &numbers))
        }
        (Some(at), None) => {
            let [lower, higher] = if is_above[0] { [one, other] } else { [other, one] };
            let (before, after) = (inner[at - 1].0, inner[at].0);
            let text = format!(
                "The curve of {} lies above that of {} up to a type I error of {} and below it from {} on.",
                name(lower),
                name(higher),
                position(before),
                position(after)
            );
            Some(Conclusion::new("errors-cross", text, &[lower, higher], &[before, after]))
        }
        _ => None,
    }
}

/// The size of a characteristic function below which it has faded as far as a picture shows.
const FADED: f64 = 0.01;

/// Conclusions about characteristic functions, each given by its real and its imaginary part under one name: `fades` with the
/// first t from which on it stays at or below a hundredth; or `lasts` with where its size is least and how large it is there;
/// of both parts.
pub(super) fn waves(state: State<'_>) -> Vec<Conclusion> {
    let series = state.series;
    let real = chosen(series, |one| one.is_by(&["real-part"]));
    real.into_iter().filter_map(|at| wave(state, at)).collect()
}

fn wave(state: State<'_>, real: usize) -> Option<Conclusion> {
    let series = state.series;
    let its_own = |one: &ShownSeries| one.is_by(&["imaginary-part"]) && one.name == series[real].name;
    let imaginary = series.iter().position(its_own)?;
    let sizes: Vec<(f64, f64)> = together(&series[real], &series[imaginary])
        .into_iter()
        .map(|(t, re, im)| (t, re.hypot(im)))
        .collect();
    if sizes.len() < 2 || sizes.iter().any(|(_, size)| !size.is_finite()) {
        return None;
    }
    let name = &series[real].name;
    let faded = sizes.iter().rposition(|&(_, size)| size > FADED).map_or(0, |last| last + 1);
    let spoken = [real, imaginary];
    if let Some(&(t, _)) = sizes.get(faded) {
        let text = format!(
            "The characteristic function of {name} stays within {FADED} of 0 at every t shown from {} on.",
            position(t)
        );
        return Some(Conclusion::new("fades", text, &spoken, &[t]));
    }
    let (t, least) = sizes.into_iter().min_by(|(_, one), (_, other)| one.total_cmp(other))?;
    let text = format!(
        "Up to the largest t shown the characteristic function of {name} has not faded: its size is nowhere below about {} (at \
         t = {}).",
        times(least),
        position(t)
    );
    Some(Conclusion::new("lasts", text, &spoken, &[t, least]))
}
