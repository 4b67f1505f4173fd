//! What is certified from both sides, and what is only estimated.

use super::State;
use super::order::distance;
use super::say::{Conclusion, percent_up, times};
use super::shown::{ShownSeries, together};
use crate::figure::Side;

/// `bracket` of a lower and an upper curve by the same accountant, with its largest width relative to the upper end.
pub(super) fn bracket(state: State<'_>) -> Option<Conclusion> {
    let State { series, symbols, .. } = state;
    let lower = series.iter().position(|one| one.side == Side::Lower && one.is_sharp())?;
    let its_upper = |one: &ShownSeries| {
        one.side == Side::Upper && one.by == series[lower].by && one.relation == series[lower].relation
    };
    let upper = series.iter().position(its_upper)?;
    let points = together(&series[lower], &series[upper]);
    let fits = |&(_, lower, upper): &(f64, f64, f64)| {
        0.0 <= lower && lower <= upper && upper > 0.0 && upper.is_finite()
    };
    if points.is_empty() || !points.iter().all(fits) {
        return None;
    }
    let width = points.iter().map(|&(_, lower, upper)| (upper - lower) / upper).fold(0.0, f64::max);
    let wide = if width == 0.0 {
        "its two ends are equal".into()
    } else {
        format!("its bracket is nowhere wider than {} of it", percent_up(width))
    };
    let (name, across) = (&series[upper].name, symbols.across);
    let text =
        format!("{name} encloses {} from both sides at every {across} shown: {wide}.", symbols.quantity);
    Some(Conclusion::new("bracket", text, &[lower, upper], &[width]))
}

/// What is said of the first curve that only estimates: `estimate-below` with a certified lower end, how many points lie
/// below it, how many there are, and the largest share by which; `estimate-not-below` with how many points there are; or,
/// without a lower end, `estimate-beside` with the largest difference relative to the tightest curve.
pub(super) fn estimates(state: State<'_>) -> Option<Conclusion> {
    let series = state.series;
    let estimate = series.iter().position(ShownSeries::estimates)?;
    let fits = |one: &ShownSeries| one.relation == series[estimate].relation;
    let lower = series.iter().position(|one| one.side == Side::Lower && !one.estimates() && fits(one));
    lower.and_then(|lower| against_lower(state, estimate, lower)).or_else(|| {
        let sharp = series.iter().position(|one| one.claims() && one.is_sharp() && fits(one))?;
        let distance = distance(&series[sharp], &series[estimate])?;
        let text = format!(
            "{} is an estimate, not a bound: it differs from {} by at most {} of {} at any {} shown.",
            series[estimate].name,
            series[sharp].name,
            percent_up(distance),
            state.symbols.quantity,
            state.symbols.across
        );
        Some(Conclusion::new("estimate-beside", text, &[estimate, sharp], &[distance]))
    })
}

fn against_lower(state: State<'_>, estimate: usize, lower: usize) -> Option<Conclusion> {
    let State { series, symbols, .. } = state;
    let points = together(&series[estimate], &series[lower]);
    if !points.iter().all(|&(_, _, lower)| (0.0..f64::INFINITY).contains(&lower)) {
        return None;
    }
    let below: Vec<usize> = (0..points.len()).filter(|&at| points[at].1 < points[at].2).collect();
    let (name, end) = (&series[estimate].name, &series[lower].name);
    let spoken = [estimate, lower];
    let (Some(&first), Some(&last)) = (below.first(), below.last()) else {
        let text = format!(
            "{name} is an estimate, not a bound; it is at no {} shown below the certified lower end of {end}.",
            symbols.across
        );
        return (!points.is_empty())
            .then(|| Conclusion::new("estimate-not-below", text, &spoken, &[points.len() as f64]));
    };
    let one_stretch = last - first + 1 == below.len();
    let place = |at: usize| symbols.place(points[at].0);
    let place = if below.len() == points.len() {
        format!("at every {} shown", symbols.across)
    } else if first == last {
        format!("at {}", place(first))
    } else if one_stretch && first == 0 {
        format!("up to {}", place(last))
    } else if one_stretch && last + 1 == points.len() {
        format!("from {} on", place(first))
    } else {
        format!("at {} of the {} values of {} shown", below.len(), points.len(), symbols.across)
    };
    // The difference is taken before the quotient: 1 − estimate/lower would lose what two close curves differ by.
    let (deepest, share) = below
        .iter()
        .map(|&at| (points[at].0, (points[at].2 - points[at].1) / points[at].2))
        .max_by(|(_, one), (_, other)| one.total_cmp(other))?;
    let text = format!(
        "{name} is an estimate, not a bound: {place} it lies below the certified lower end of {end}, most of all at {} by \
         about {} %.",
        symbols.place(deepest),
        times(100.0 * share)
    );
    let numbers = [below.len() as f64, points.len() as f64, deepest, share];
    Some(Conclusion::new("estimate-below", text, &spoken, &numbers))
}
