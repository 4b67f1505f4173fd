//! What different views of mechanisms show: what the Rényi curve forgets, what a conversion gives away, and infinite losses.

use super::State;
use super::errors;
use super::order::ordered;
use super::say::{CLOSE, Conclusion, above, listed, position, times};
use super::shown::{ShownSeries, chosen};
use crate::question::figure::lines::down;

/// Conclusions about views, the most important first.
pub(super) fn conclusions(state: State<'_>) -> Vec<Conclusion> {
    let mut found: Vec<Conclusion> = infinite_mass(state).into_iter().collect();
    match state.symbols.quantity {
        "the divergence" => found.extend(infinite_orders(state)),
        "the type II error" => found.extend(errors::conclusions(state)),
        "φ" => found.extend(errors::waves(state)),
        "ε" => {
            let names = names(state.series);
            found.extend(names.first().and_then(|name| losses(state, name)));
            found.extend(least_mechanism(state));
            found.extend(names.iter().skip(1).filter_map(|name| losses(state, name)));
        }
        _ => {}
    }
    if matches!(state.symbols.quantity, "δ" | "the divergence") {
        found.extend(beside_first(state));
    }
    found
}

/// The mechanisms, each once, as they come.
fn names(series: &[ShownSeries]) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for one in series {
        if !names.contains(&one.name.as_str()) {
            names.push(&one.name);
        }
    }
    names
}

/// Where ε is compared: at the δ that is fixed, or the first that is shown.
fn place(state: State<'_>) -> Option<f64> {
    let shown = |x: f64| state.series.iter().any(|one| one.at(x).is_some());
    state.at.delta.filter(|&x| shown(x)).or_else(|| state.series.first()?.x.first().copied())
}

/// The least ε of a mechanism at δ by one of some accountants.
fn least(state: State<'_>, name: &str, by: &[&str], x: f64) -> Option<(usize, f64)> {
    let one = |(at, one): (usize, &ShownSeries)| {
        (one.name == name && one.claims() && one.is_by(by)).then_some((at, one.at(x)?))
    };
    let found = state.series.iter().enumerate().filter_map(one);
    found.min_by(|(_, one), (_, other)| one.total_cmp(other)).filter(|&(_, y)| y > 0.0)
}

const SHARP: [&str; 3] = ["exact", "fourier", "pld"];

/// What is lost between the exact ε and that by the usual conversion of the Rényi curve, in two parts: `losses` with δ, ε
/// exactly, the most that the curve leaves possible, and ε by the conversion; `conversion-loss` with δ and the last two;
/// `curve-loss` with δ and the first two; `curve-says-nothing` with δ and the first.
fn losses(state: State<'_>, name: &str) -> Option<Conclusion> {
    let x = place(state)?;
    let [exact, optimal, usual] =
        [&SHARP[..], &["rdp-optimal"], &["rdp"]].map(|by| least(state, name, by, x));
    let at = format!("At δ = {}", position(x));
    let said = |(at, y): (usize, f64)| state.symbols.states(&state.series[at], y);
    let found = [exact, optimal, usual].into_iter().flatten();
    let spoken: Vec<usize> = found.clone().map(|(at, _)| at).collect();
    let mut numbers = vec![x];
    numbers.extend(found.map(|(_, y)| y));
    let (word, text) = match (exact, optimal, usual) {
        (Some((_, e)), Some((_, o)), _) if e.is_finite() && o.is_infinite() => (
            "curve-says-nothing",
            format!(
                "{at} {name} has {}, but its Rényi curve allows every ε: it forgets all there is to know here.",
                said(exact?)
            ),
        ),
        (Some((_, e)), Some((_, o)), Some((_, u))) if e <= o && o <= u && u.is_finite() => (
            "losses",
            format!(
                "{at} {name} has {}. {} {}",
                said(exact?),
                forgets(&said(optimal?), o / e),
                gives_away(&said(usual?), u / o)
            ),
        ),
        (Some((_, e)), Some((_, o)), None) if e <= o && o.is_finite() => {
            ("curve-loss", format!("{at} {name} has {}. {}", said(exact?), forgets(&said(optimal?), o / e)))
        }
        (None, Some((_, o)), Some((_, u))) if o <= u && u.is_finite() => (
            "conversion-loss",
            format!(
                "{at} {name}, known by its Rényi curve alone, has {}: the worst that stays below the curve. {}",
                said(optimal?),
                gives_away(&said(usual?), u / o)
            ),
        ),
        _ => return None,
    };
    Some(Conclusion::new(word, text, &spoken, &numbers))
}

/// What is lost when only the Rényi curve is kept.
fn forgets(said: &str, ratio: f64) -> String {
    if ratio <= 1.0 + CLOSE {
        format!("Its Rényi curve leaves {said} possible: the curve forgets next to nothing.")
    } else {
        format!("Its Rényi curve leaves {said} possible, {}: that is what the curve forgets.", above(ratio))
    }
}

/// What is lost when the curve is converted by the usual inequality.
fn gives_away(said: &str, ratio: f64) -> String {
    if ratio <= 1.0 + CLOSE {
        format!("The usual conversion says {said}: the inequality gives next to nothing away.")
    } else {
        let more = times(100.0 * (ratio - 1.0));
        format!(
            "The usual conversion says {said}, about {more} % more than that: that is what the inequality gives away."
        )
    }
}

/// `least-mechanism` of the mechanisms whose ε is known exactly, the least first, with δ and their ε.
fn least_mechanism(state: State<'_>) -> Option<Conclusion> {
    let x = place(state)?;
    let exact = names(state.series).into_iter().filter_map(|name| least(state, name, &SHARP, x));
    let mut exact: Vec<(usize, f64)> = exact.filter(|(_, y)| y.is_finite()).collect();
    exact.sort_by(|(_, one), (_, other)| one.total_cmp(other));
    let (&(first, value), others) = exact.split_first()?;
    let other = |&(at, y): &(usize, f64)| {
        let far = if y <= value * (1.0 + CLOSE) { "hardly more".into() } else { above(y / value) };
        format!("{} {far}", state.series[at].name)
    };
    let text = format!(
        "At δ = {} {} has the smallest ε of the mechanisms known exactly, {}; {}.",
        position(x),
        state.series[first].name,
        state.symbols.states(&state.series[first], value),
        listed(&others.iter().map(other).collect::<Vec<_>>())
    );
    let spoken: Vec<usize> = exact.iter().map(|&(at, _)| at).collect();
    let mut numbers = vec![x];
    numbers.extend(exact.iter().map(|&(_, y)| y));
    (!others.is_empty()).then(|| Conclusion::new("least-mechanism", text, &spoken, &numbers))
}

/// `infinite-orders` of a Rényi curve, with the first order at and beyond which it is infinite.
fn infinite_orders(state: State<'_>) -> Option<Conclusion> {
    state.series.iter().enumerate().find_map(|(at, one)| {
        let finite = one.points().take_while(|(_, y)| y.is_finite()).count();
        let (first, _) = one.points().nth(finite)?;
        let infinite = one.points().skip(finite).all(|(_, y)| y == f64::INFINITY);
        let place = match finite {
            0 => "at every order shown: the curve says nothing".into(),
            _ => format!("from {} on", state.symbols.place(first)),
        };
        let text = format!("The Rényi divergence of {} is infinite {place}.", one.name);
        infinite.then(|| Conclusion::new("infinite-orders", text, &[at], &[first]))
    })
}

/// `infinite-mass` of a mechanism, with the probability of an infinite loss.
fn infinite_mass(state: State<'_>) -> Option<Conclusion> {
    let (at, one, mass) = state.series.iter().enumerate().find_map(|(at, one)| {
        let mass = one.infinite.filter(|&mass| mass > 0.0)?;
        Some((at, one, mass))
    })?;
    let here = match state.at.delta {
        Some(delta) if delta < mass => format!(", also for δ = {}", position(delta)),
        _ => String::new(),
    };
    let text = format!(
        "With probability about {} the loss of {} is infinite: no finite ε is enough for a δ below {}{here}.",
        times(mass),
        one.name,
        down(mass)
    );
    Some(Conclusion::new("infinite-mass", text, &[at], &[mass]))
}

/// How the first curve lies to the others that show the same of another mechanism.
fn beside_first(state: State<'_>) -> Vec<Conclusion> {
    let claims = chosen(state.series, ShownSeries::claims);
    let Some((&first, others)) = claims.split_first() else { return Vec::new() };
    others.iter().filter_map(|&other| ordered(state, [first, other])).collect()
}
