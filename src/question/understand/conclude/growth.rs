//! How fast curves grow with the number of repetitions.

use super::State;
use super::say::{Conclusion, listed, position, rough};
use super::shown::ShownSeries;

/// The most growth factors in one sentence; of more only the least and the largest are said.
const LISTED: usize = 5;

/// The longest stretch that still counts as the last tenfold.
const LONGEST: f64 = 20.0;

/// The shortest stretch over which growth is worth a sentence.
const SHORTEST: f64 = 3.0;

/// `growth` of curves over the last tenfold of repetitions, or all that is shown, the slowest first; with the two points and
/// the factor of each. Beside the factors of ε stand those of √k and of k.
pub(super) fn growth(state: State<'_>, among: &[usize]) -> Option<Conclusion> {
    let State { series, symbols, .. } = state;
    let (from, to) = stretch(series, among)?;
    let factor = |&at: &usize| {
        let (before, after) = (series[at].at(from)?, series[at].at(to)?);
        (before > 0.0 && after > 0.0 && after.is_finite()).then_some((at, after / before))
    };
    let mut factors: Vec<(usize, f64)> = among.iter().filter_map(factor).collect();
    factors.sort_by(|(_, one), (_, other)| one.total_cmp(other));
    if factors.len() > LISTED {
        factors.drain(1..factors.len() - 1);
    }
    let (_, least) = *factors.first()?;
    if least < 1.0 {
        return None;
    }
    let said = match &groups(&factors)[..] {
        [(factor, names)] if names.len() > 1 => vec![format!("{factor} times by every curve compared")],
        groups => {
            groups.iter().map(|(factor, at)| format!("{factor} times by {}", named(state, at))).collect()
        }
    };
    let more = to / from;
    let beside = if symbols.quantity == "ε" {
        format!(
            "; in proportion to √k it would be about {} times, in proportion to k {}",
            rough(more.sqrt()),
            rough(more)
        )
    } else {
        String::new()
    };
    let (start, end) = (symbols.place(from), position(to));
    let text = format!("From {start} to {end} {} grows about {}{beside}.", symbols.quantity, listed(&said));
    let spoken: Vec<usize> = factors.iter().map(|&(at, _)| at).collect();
    let mut numbers = vec![from, to];
    numbers.extend(factors.iter().map(|&(_, factor)| factor));
    Some(Conclusion::new("growth", text, &spoken, &numbers))
}

/// Factors that read the same, with whose they are.
fn groups(factors: &[(usize, f64)]) -> Vec<(String, Vec<usize>)> {
    let mut groups: Vec<(String, Vec<usize>)> = Vec::new();
    for &(at, factor) in factors {
        match groups.last_mut() {
            Some((same, others)) if *same == rough(factor) => others.push(at),
            _ => groups.push((rough(factor), vec![at])),
        }
    }
    groups
}

fn named(state: State<'_>, at: &[usize]) -> String {
    listed(&at.iter().map(|&at| state.series[at].name.clone()).collect::<Vec<_>>())
}

/// The last tenfold of the curve with the most points; where it is shorter than that, all of it.
fn stretch(series: &[ShownSeries], among: &[usize]) -> Option<(f64, f64)> {
    let longest = &series[among.iter().copied().max_by_key(|&at| series[at].x.len())?];
    let to = longest.end();
    let tenth = longest.x.iter().copied().rfind(|&x| x > 0.0 && x <= to / 10.0);
    let from = tenth.filter(|&from| to / from <= LONGEST).or(longest.x.first().copied())?;
    (from > 0.0 && to / from >= SHORTEST).then_some((from, to))
}
