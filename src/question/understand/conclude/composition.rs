//! What a chart of ε, or δ, against repetitions shows: by which accountant it is least, how it grows, where curves cross.

use super::State;
use super::certified::{bracket, estimates};
use super::growth::growth;
use super::order::{agreeing, ordered};
use super::relations::costliest_at_last;
use super::say::{CLOSE, Conclusion, above, fixed_beside, listed, percent_up};
use super::shown::{ShownSeries, chosen, first_by};

/// Pairs of curves of which a reader expects that the first beats the second, the most telling first.
const RIVALS: [[&str; 2]; 5] =
    [["advanced", "basic"], ["rdp", "basic"], ["optimal", "basic"], ["rdp", "optimal"], ["rdp", "advanced"]];

/// The same for the moments accountant by theorems about samples.
const SAMPLED_RIVALS: [[&str; 2]; 6] = [
    ["tight", "basic"],
    ["tight", "optimal"],
    ["general", "basic"],
    ["without-replacement", "basic"],
    ["abadi", "basic"],
    ["optimal", "basic"],
];

/// Conclusions about composition, the most important first.
pub(super) fn composition(state: State<'_>) -> Vec<Conclusion> {
    let mut relations = state.series.iter().filter_map(|one| one.relation);
    let several = relations.next().is_some_and(|first| relations.any(|other| other != first));
    let mut found = Vec::new();
    found.extend(several.then(|| costliest_at_last(state)).flatten());
    found.extend(estimates(state));
    let claims = chosen(state.series, ShownSeries::claims);
    let sharp = chosen(state.series, |one| one.claims() && one.is_sharp());
    if several {
        found.extend(growth(state, if sharp.is_empty() { &claims } else { &sharp }));
    } else {
        found.extend(smallest(state));
        found.extend(RIVALS.iter().find_map(|pair| rivals(state, *pair)));
        found.extend(growth(state, &claims));
        found.extend(agreeing(state, &sharp));
        found.extend(bracket(state));
    }
    found.extend(ends_early(state));
    found
}

/// Conclusions about the growth of ε by theorems about samples, the most important first.
pub(super) fn sampled_growth(state: State<'_>) -> Vec<Conclusion> {
    let mut found: Vec<Conclusion> = smallest(state).into_iter().collect();
    found.extend(SAMPLED_RIVALS.iter().find_map(|pair| rivals(state, *pair)));
    found.extend(growth(state, &chosen(state.series, ShownSeries::claims)));
    found.extend(ends_early(state));
    found
}

/// What can be said of two curves by these words.
fn rivals(state: State<'_>, pair: [&'static str; 2]) -> Option<Conclusion> {
    let [one, other] = pair.map(|word| first_by(state.series, &[word]));
    ordered(state, [one?, other?])
}

/// `smallest` of the curves at the last point that two of them share, the least first, with that point and their values.
fn smallest(state: State<'_>) -> Option<Conclusion> {
    let State { series, symbols, .. } = state;
    let claims = chosen(series, ShownSeries::claims);
    let shared = |x: f64| claims.iter().filter(|&&at| series[at].at(x).is_some()).count() > 1;
    let points = claims.iter().flat_map(|&at| series[at].x.iter().copied());
    let last = points.filter(|&x| shared(x)).max_by(f64::total_cmp)?;
    let mut values: Vec<(usize, f64)> =
        claims.iter().filter_map(|&at| Some((at, series[at].at(last)?))).collect();
    values.sort_by(|(_, one), (_, other)| one.total_cmp(other));
    let (least, value) = values[0];
    if value <= 0.0 {
        return None;
    }
    let other = |&(at, other): &(usize, f64)| {
        let (name, ratio) = (&series[at].name, other / value);
        if other == value {
            format!("{name} says the same")
        } else if other.is_infinite() {
            format!("{name} says nothing finite")
        } else if ratio <= 1.0 + CLOSE {
            format!("{name} agrees within {}", percent_up(ratio - 1.0))
        } else {
            format!("{name} is {}", above(ratio))
        }
    };
    let others: Vec<String> = values[1..].iter().map(other).collect();
    let place = format!("At {}{}", symbols.place(last), fixed_beside(state));
    let text = if value.is_infinite() {
        format!("{place} no curve shown is finite.")
    } else {
        let said = symbols.states(&series[least], value);
        format!("{place} the smallest is {}, {said}; {}.", series[least].name, listed(&others))
    };
    let spoken: Vec<usize> = values.iter().map(|&(at, _)| at).collect();
    let mut numbers = vec![last];
    numbers.extend(values.iter().map(|&(_, value)| value));
    Some(Conclusion::new("smallest", text, &spoken, &numbers))
}

/// `ends-early` of curves that end before the longest does, with their last points.
pub(super) fn ends_early(state: State<'_>) -> Option<Conclusion> {
    let State { series, symbols, .. } = state;
    let last = series.iter().map(ShownSeries::end).max_by(f64::total_cmp)?;
    let early = chosen(series, |one| one.end() < last);
    let ends: Vec<f64> = early.iter().map(|&at| series[at].end()).collect();
    let said: Vec<String> = early
        .iter()
        .map(|&at| format!("{} at {}", series[at].name, symbols.place(series[at].end())))
        .collect();
    let who = if early.len() == 1 { "One curve ends" } else { "Some curves end" };
    let text = format!("{who} before {}: {}.", symbols.place(last), listed(&said));
    (!early.is_empty()).then(|| Conclusion::new("ends-early", text, &early, &ends))
}
