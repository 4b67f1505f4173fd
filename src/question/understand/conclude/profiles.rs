//! What sampling does to the guarantee of one release: profiles δ(ε) on everyone and on samples, or ε at some δ.

use super::State;
use super::order::distance;
use super::relations::costliest_at;
use super::say::{CLOSE, Conclusion, UNIT_OF_NOISE, bounded, listed, percent_up, times};
use super::shown::{ShownSeries, chosen, first_by, together};
use crate::question::figure::lines::up;
use crate::sampling::Neighbours;

/// How closely the points of a profile must determine it between them for the lemma to be compared with it.
const CLOSELY: f64 = 0.02;

/// The fewest points at which they are compared.
const FEWEST: u32 = 5;

/// What the ends of computed intervals may add to a profile.
const ROUNDING: f64 = 1e-6;

/// Conclusions about amplification, the most important first.
pub(super) fn conclusions(state: State<'_>) -> Vec<Conclusion> {
    let mut found = Vec::new();
    let Some(base) = first_by(state.series, &["no-sampling"]) else {
        return place(state, None).and_then(|x| costliest_at(state, x)).into_iter().collect();
    };
    let sampled =
        chosen(state.series, |one| one.claims() && one.relation.is_some() && !one.is_by(&["no-sampling"]));
    let x = place(state, Some(base));
    found.extend(x.and_then(|x| shrinks(state, base, &sampled, x)));
    found.extend(sampled.iter().find_map(|&one| lemma(state, base, one)));
    found.extend(sampled.iter().find_map(|&one| limit_of_adding(state, one)));
    found.extend(same_cost(state, &sampled).or_else(|| x.and_then(|x| costliest_at(state, x))));
    found
}

/// Where curves are compared: at the ε or δ that is fixed if it is shown, or at the first ε at which everyone's δ has
/// fallen to the δ that is fixed.
fn place(state: State<'_>, base: Option<usize>) -> Option<f64> {
    let State { series, symbols, at } = state;
    let shown = |x: f64| series.iter().any(|one| one.at(x).is_some());
    let (fixed, other) = if symbols.across == "δ" { (at.delta, None) } else { (at.epsilon, at.delta) };
    let fallen = |delta: f64| series[base?].points().find(|&(_, y)| y > 0.0 && y <= delta).map(|(x, _)| x);
    fixed.filter(|&x| shown(x)).or_else(|| other.and_then(fallen))
}

/// `shrinks` of everyone's curve and those on samples, with the position, everyone's value and theirs.
fn shrinks(state: State<'_>, base: usize, sampled: &[usize], x: f64) -> Option<Conclusion> {
    let State { series, symbols, .. } = state;
    let whole = series[base].at(x).filter(|&whole| whole > 0.0 && whole.is_finite())?;
    let values: Vec<(usize, f64)> = sampled
        .iter()
        .filter_map(|&at| Some((at, series[at].at(x)?)))
        .filter(|&(_, y)| y >= 0.0 && y < whole)
        .collect();
    let one = |&(at, y): &(usize, f64)| {
        let when = series[at].relation.map_or("", Neighbours::phrase);
        match y {
            0.0 => format!("0 when {when}"),
            _ => format!("{} (about {} times less) when {when}", bounded(&series[at], y), times(whole / y)),
        }
    };
    let said: Vec<String> = values.iter().map(one).collect();
    let text = format!(
        "At {} {}, with everyone taking part, becomes on a sample{} {}.",
        symbols.place(x),
        symbols.states(&series[base], whole),
        state.at.rate.map(|rate| format!(" of {} %", times(100.0 * rate))).unwrap_or_default(),
        listed(&said)
    );
    let mut spoken = vec![base];
    spoken.extend(values.iter().map(|&(at, _)| at));
    let mut numbers = vec![x, whole];
    numbers.extend(values.iter().map(|&(_, y)| y));
    (!values.is_empty()).then(|| Conclusion::new("shrinks", text, &spoken, &numbers))
}

/// `lemma` of everyone's profile and one on a sample, with at how many points they were compared and how closely they agree.
///
/// The lemma takes (ε, δ) of everyone to (log(1 + q(exp ε − 1)), qδ) (Balle, Barthe and Gaboardi 2018, Thm 8). That ε is
/// no point of the other curve; but a profile is convex in exp ε, so that chords bound it between its points. They are
/// compared where chords determine it to [`CLOSELY`]; nothing is said where the lemma leaves what they allow.
fn lemma(state: State<'_>, base: usize, sampled: usize) -> Option<Conclusion> {
    let State { series, symbols, at } = state;
    let rate = at.rate.filter(|&rate| rate > 0.0 && rate < 1.0)?;
    if symbols.quantity != "δ" || series[sampled].relation == Some(Neighbours::Add) {
        return None;
    }
    let (mut compared, mut apart) = (0, 0.0f64);
    for (epsilon, delta) in series[base].points().filter(|&(_, delta)| delta > 0.0) {
        let expected = rate * delta;
        let Some((lower, upper)) = between(&series[sampled], (rate * epsilon.exp_m1()).ln_1p()) else {
            continue;
        };
        if !(lower * (1.0 - ROUNDING)..=upper * (1.0 + ROUNDING)).contains(&expected) {
            return None;
        }
        let here = (upper / expected - 1.0).max(1.0 - lower / expected);
        if here <= CLOSELY {
            (compared, apart) = (compared + 1, apart.max(here));
        }
    }
    let when = series[sampled].relation.map_or("a sample is drawn", Neighbours::phrase);
    let text = format!(
        "When {when} the curve follows the lemma of amplification, ε to log(1 + q(exp ε − 1)) and δ to qδ, as closely as the \
         points shown can tell: within {} at {compared} of them.",
        percent_up(apart)
    );
    (compared >= FEWEST)
        .then(|| Conclusion::new("lemma", text, &[base, sampled], &[f64::from(compared), apart]))
}

/// Bounds of a profile at ε by convexity in exp ε: below the chord of the points beside it, above the chords further out.
fn between(profile: &ShownSeries, epsilon: f64) -> Option<(f64, f64)> {
    let points: Vec<(f64, f64)> = profile.points().map(|(x, y)| (x.exp(), y)).collect();
    let next = profile.x.iter().position(|&x| x >= epsilon).filter(|&next| next > 0)?;
    let t = epsilon.exp();
    let chord = |from: usize, to: usize| {
        let ((a, ya), (b, yb)) = (points[from], points[to]);
        ya + (yb - ya) * (t - a) / (b - a)
    };
    let upper = chord(next - 1, next);
    let left = if next >= 2 { chord(next - 2, next - 1) } else { 0.0 };
    let right = if next + 1 < points.len() { chord(next + 1, next) } else { 0.0 };
    Some((left.max(right).max(points[next].1), upper))
}

/// `limit-of-adding` of a curve, with −log(1 − q) and the first position at or beyond it. The person
/// is left out of a sample with probability 1 − q, so what is likely without them is at least 1 − q times as likely with
/// them; it is said where the curve shows it.
fn limit_of_adding(state: State<'_>, sampled: usize) -> Option<Conclusion> {
    let State { series, symbols, at } = state;
    let one = &series[sampled];
    let rate = at.rate.filter(|&rate| rate > 0.0 && rate < 1.0)?;
    let limit = -(-rate).ln_1p();
    if one.relation != Some(Neighbours::Add) {
        return None;
    }
    if symbols.quantity == "ε" {
        let kept = one.points().all(|(_, epsilon)| epsilon <= limit * (1.0 + 1e-12));
        let text = format!(
            "When one person is added ε stays within −log(1 − q) ≤ {} at every δ shown: that is the most this loss can be.",
            up(limit)
        );
        return kept.then(|| Conclusion::new("limit-of-adding", text, &[sampled], &[limit]));
    }
    let beyond: Vec<(f64, f64)> = one.points().filter(|&(epsilon, _)| epsilon >= limit).collect();
    let &(first, _) = beyond.first()?;
    let text = format!(
        "When one person is added the loss is at most −log(1 − q) ≤ {}, so δ is 0 from {} on.",
        up(limit),
        symbols.place(first)
    );
    let gone = beyond.iter().all(|&(_, delta)| delta == 0.0);
    gone.then(|| Conclusion::new("limit-of-adding", text, &[sampled], &[limit, first]))
}

/// `same-cost` of replacing a person and another relation whose curves coincide, with the largest difference relative to the
/// first; they are of different noise.
fn same_cost(state: State<'_>, sampled: &[usize]) -> Option<Conclusion> {
    let series = state.series;
    let of = |relation| sampled.iter().copied().find(|&at| series[at].relation == Some(relation));
    let (one, replaced) = (of(Neighbours::Remove)?, of(Neighbours::Replace)?);
    let apart = match together(&series[one], &series[replaced])[..] {
        // One position is enough where ε is compared at a δ.
        [(_, one, replaced)] if one > 0.0 && one.is_finite() => (replaced - one).abs() / one,
        _ => distance(&series[one], &series[replaced])?,
    };
    let text = format!(
        "{} and {} cost the same at equal σ or scale, within {}. {UNIT_OF_NOISE}",
        series[one].name,
        series[replaced].name,
        percent_up(apart.max(f64::EPSILON))
    );
    (apart <= CLOSE).then(|| Conclusion::new("same-cost", text, &[one, replaced], &[apart]))
}
