//! Which neighbouring relation costs most.

use super::State;
use super::say::{CLOSE, Conclusion, UNIT_OF_NOISE, doing, fixed_beside, listed};
use super::shown::ShownSeries;
use crate::sampling::Neighbours;

/// `costliest-relation` at the last point that every relation has.
pub(super) fn costliest_at_last(state: State<'_>) -> Option<Conclusion> {
    let relations = relations(state.series);
    let has = |x: f64| relations.iter().all(|&relation| best(state.series, relation, x).is_some());
    let points = state.series.iter().flat_map(|one| one.x.iter().copied());
    costliest_at(state, points.filter(|&x| has(x)).max_by(f64::total_cmp)?)
}

/// `costliest-relation` at a point: by the least curve of each relation, the costliest first, with the point and their
/// values. Which costs most is said only where the curves are more than bounds.
pub(super) fn costliest_at(state: State<'_>, x: f64) -> Option<Conclusion> {
    let State { series, symbols, .. } = state;
    let found = relations(series).into_iter().filter_map(|relation| {
        let (at, value) = best(series, relation, x)?;
        Some((relation, at, value))
    });
    let mut found: Vec<(Neighbours, usize, f64)> = found.collect();
    found.sort_by(|(.., one), (.., other)| other.total_cmp(one));
    let &[(most, first, value), (_, _, next), ..] = &found[..] else { return None };
    if value.is_infinite() || next <= 0.0 && value <= 0.0 {
        return None;
    }
    let said = |&(relation, at, value): &(Neighbours, usize, f64)| {
        format!("{} {}", doing(relation), symbols.states(&series[at], value))
    };
    let sharp = found.iter().all(|&(_, at, _)| series[at].is_sharp());
    let what = match sharp {
        true if value <= next * (1.0 + CLOSE) => "costs most, with hardly a difference to the next",
        true => "costs most",
        false => "has the largest bound",
    };
    let others: Vec<String> = found[1..].iter().map(said).collect();
    let unit = if found.iter().any(|&(relation, ..)| relation == Neighbours::Replace) {
        format!(" {UNIT_OF_NOISE}")
    } else {
        String::new()
    };
    let text = format!(
        "At {}{} and equal σ or scale, {} {what}: {}; {}.{unit}",
        symbols.place(x),
        fixed_beside(state),
        doing(most),
        symbols.states(&series[first], value),
        listed(&others)
    );
    let spoken: Vec<usize> = found.iter().map(|&(_, at, _)| at).collect();
    let mut numbers = vec![x];
    numbers.extend(found.iter().map(|&(.., value)| value));
    Some(Conclusion::new("costliest-relation", text, &spoken, &numbers))
}

/// The relations shown, each once.
fn relations(series: &[ShownSeries]) -> Vec<Neighbours> {
    let shown = |relation: &Neighbours| series.iter().any(|one| one.relation == Some(*relation));
    Neighbours::ALL.into_iter().filter(shown).collect()
}

/// The least claim of a relation at a point.
fn best(series: &[ShownSeries], relation: Neighbours, x: f64) -> Option<(usize, f64)> {
    let of = |(at, one): (usize, &ShownSeries)| {
        let fits = one.relation == Some(relation) && one.claims() && !one.is_by(&["no-sampling"]);
        fits.then_some((at, one.at(x)?))
    };
    series.iter().enumerate().filter_map(of).min_by(|(_, one), (_, other)| one.total_cmp(other))
}
