//! What Rényi bounds on a sample show against the order: how close theorems are, where sampling stops to help, and what
//! few terms of a sum lose.

use super::State;
use super::composition::ends_early;
use super::say::{Conclusion, times};
use super::shown::{ShownSeries, chosen, first_by, together};
use crate::figure::Side;
use crate::numeric::decimal::{Rounding, print};

/// Curves this close, as a ratio, agree in a picture.
const AGREES: f64 = 1.01;

/// The least gain by sampling that is worth speaking of.
const GAIN: f64 = 2.0;

/// Conclusions about bounds of a sampled Rényi curve, the most important first.
pub(super) fn conclusions(state: State<'_>) -> Vec<Conclusion> {
    [lost_gain(state), tight_and_lower(state), general_gap(state), ends_early(state)]
        .into_iter()
        .flatten()
        .collect()
}

/// One conclusion for each number of terms, the fewest first.
pub(super) fn few_terms(state: State<'_>) -> Vec<Conclusion> {
    let series = state.series;
    let mut few = chosen(series, |one| {
        one.is_by(&["few-terms", "few-terms-general"]) && one.terms.is_some() && one.claims()
    });
    few.sort_by(|&one, &other| {
        series[one].terms.unwrap_or(0.0).total_cmp(&series[other].terms.unwrap_or(0.0))
    });
    few.into_iter().filter_map(|at| against_whole(state, at)).collect()
}

/// `few-terms` of a bound by few terms and the whole sum: how many points, from the first on, agree within 1 %, how many
/// there are, where the ratio is largest, and how large.
fn against_whole(state: State<'_>, few: usize) -> Option<Conclusion> {
    let State { series, symbols, .. } = state;
    let sum = if series[few].is_by(&["few-terms"]) { "tight" } else { "general" };
    let whole = first_by(series, &[sum])?;
    let (agreeing, points) =
        (agreement(&series[few], &series[whole])?, ratios(&series[few], &series[whole])?);
    let (x, ratio) = largest(&points)?;
    let (name, sum) = (&series[few].name, &series[whole].name);
    let most = format!("at {} it is about {} times as high", symbols.place(x), times(ratio));
    let text = match agreeing {
        _ if agreeing == points.len() => {
            format!("{name} agrees with the whole sum ({sum}) within 1 % at every order shown.")
        }
        0 => format!(
            "{name} differs from the whole sum ({sum}) by more than 1 % from the first order on; {most}."
        ),
        _ => {
            let last = symbols.place(points[agreeing - 1].0);
            format!("{name} agrees with the whole sum ({sum}) within 1 % up to {last}; {most}.")
        }
    };
    let numbers = [agreeing as f64, points.len() as f64, x, ratio];
    Some(Conclusion::new("few-terms", text, &[few, whole], &numbers))
}

/// `tight-meets-lower` of the two: how many points, from the first on, agree within 1 %, how many there are, where the ratio
/// is largest, and how large.
fn tight_and_lower(state: State<'_>) -> Option<Conclusion> {
    let State { series, symbols, .. } = state;
    let tight = first_by(series, &["tight"])?;
    let lower = series.iter().position(|one| one.is_by(&["lower"]) && one.side == Side::Lower)?;
    let (agreeing, points) =
        (agreement(&series[tight], &series[lower])?, ratios(&series[tight], &series[lower])?);
    let (x, ratio) = largest(&points)?;
    let (name, below) = (&series[tight].name, &series[lower].name);
    let text = if agreeing == points.len() {
        let most = print(ratio, 5, Rounding::Up);
        format!(
            "{name} meets {below} at every order shown: it is nowhere more than {most} times as high, so that each is exact within 1 %."
        )
    } else {
        let most = format!("at {} it is about {} times as high", symbols.place(x), times(ratio));
        match agreeing {
            0 => format!("{name} and {below} leave a gap from the first order on; {most}."),
            _ => {
                let last = symbols.place(points[agreeing - 1].0);
                format!("{name} meets {below} within 1 % up to {last}; {most}.")
            }
        }
    };
    let numbers = [agreeing as f64, points.len() as f64, x, ratio];
    Some(Conclusion::new("tight-meets-lower", text, &[tight, lower], &numbers))
}

/// `general-gap` of the general and the tight bound, with where their ratio is largest and how large.
fn general_gap(state: State<'_>) -> Option<Conclusion> {
    let State { series, symbols, .. } = state;
    let (general, tight) = (first_by(series, &["general"])?, first_by(series, &["tight"])?);
    let (x, ratio) = largest(&ratios(&series[general], &series[tight])?)?;
    let text = format!(
        "{} costs most against {} at {}, where it is about {} times as high.",
        series[general].name,
        series[tight].name,
        symbols.place(x),
        times(ratio)
    );
    (ratio > AGREES).then(|| Conclusion::new("general-gap", text, &[general, tight], &[x, ratio]))
}

/// `gain-lost` of the curve on everyone and the best one on a sample, with the first order from which on sampling gains less
/// than a factor of 2, and the largest gain; or `gain-kept`, with the least gain.
fn lost_gain(state: State<'_>) -> Option<Conclusion> {
    let State { series, symbols, .. } = state;
    let base = first_by(series, &["no-sampling"])?;
    let sampled = first_by(series, &["tight", "exact", "general"])?;
    let gains = ratios(&series[base], &series[sampled])?;
    let name = &series[sampled].name;
    let spoken = [base, sampled];
    let kept = gains.iter().rposition(|&(_, gain)| gain >= GAIN).map_or(0, |at| at + 1);
    let (highest, most) = largest(&gains)?;
    if kept == 0 {
        let text = format!("At no order shown does sampling gain a factor of 2 ({name} beside no sampling).");
        return Some(Conclusion::new("gain-lost", text, &spoken, &[gains[0].0, most]));
    }
    if kept < gains.len() {
        let from = gains[kept].0;
        let text = format!(
            "From {} on sampling gains less than a factor of 2 ({name} beside no sampling); at {} it gains a factor of about {}.",
            symbols.place(from),
            symbols.place(highest),
            times(most)
        );
        return Some(Conclusion::new("gain-lost", text, &spoken, &[from, most]));
    }
    let least = gains.iter().map(|&(_, gain)| gain).fold(f64::INFINITY, f64::min);
    let text = format!(
        "Sampling gains a factor of at least {} at every order shown ({name} beside no sampling).",
        print(least, 3, Rounding::Down)
    );
    (least >= GAIN).then(|| Conclusion::new("gain-kept", text, &spoken, &[least]))
}

/// The ratio of two curves at every point that both show; nothing where one of them is not positive and finite.
fn ratios(one: &ShownSeries, other: &ShownSeries) -> Option<Vec<(f64, f64)>> {
    let points = together(one, other);
    let known =
        |&(_, one, other): &(f64, f64, f64)| one > 0.0 && other > 0.0 && one.is_finite() && other.is_finite();
    let ratios = points.iter().map(|&(x, one, other)| (x, one / other)).collect();
    (!points.is_empty() && points.iter().all(known)).then_some(ratios)
}

/// How many points, from the first on, agree within 1 %.
fn agreement(one: &ShownSeries, other: &ShownSeries) -> Option<usize> {
    let agrees = |ratio: f64| (1.0 / AGREES..=AGREES).contains(&ratio);
    ratios(one, other).map(|ratios| ratios.iter().take_while(|&&(_, ratio)| agrees(ratio)).count())
}

/// Where a ratio is largest, the first such place, and how large.
fn largest(ratios: &[(f64, f64)]) -> Option<(f64, f64)> {
    ratios.iter().copied().reduce(|most, next| if next.1 > most.1 { next } else { most })
}
