//! Pictures of runs: the path of an estimate, what the private test saw, what many runs cost.

use super::profile_figure::{finish, snug};
use super::profile_run::{ProfileRunAnswer, RunTrials};
use crate::algorithm::noise_reduction::profile::{Cost, Profile};
use crate::figure::{Axis, Draw, Figure, Mark, Series, Side};
use crate::question::figure::lines::{Words, line, lines, number, stated};

/// How far the first coordinate of the estimate is from the truth, with the jumps and the stop marked. Noise spans decades,
/// and so does the picture.
pub(super) fn path_picture(answer: &ProfileRunAnswer, done: bool) -> Figure {
    let x = &answer.levels[..answer.noise.len()];
    let all = &answer.levels;
    let distance: Vec<f64> = answer.noise.iter().map(|noise| noise.abs()).collect();
    let scale: Vec<f64> = x.iter().map(|level| 1.0 / level).collect();
    let least = distance.iter().copied().fold(0.1 / all[all.len() - 1], f64::min).max(1e-12);
    let most = distance.iter().copied().fold(2.0 / all[0], f64::max);
    let axes = (
        snug("ε of the estimate", all[0], all[all.len() - 1]),
        Axis::decades("distance from the truth", least, most),
    );
    let words = Words { head: "ε", place: "ε = ", quantity: "" };
    let path = Series { draw: Draw::Step, ..line("estimate", x, distance.clone()) };
    let scale = line("scale of the noise, 1/ε", x, scale);
    let mut figure = lines(&words, x, axes, vec![(path, Side::Value), (scale, Side::Value)]);
    figure.marks = answer
        .jumps
        .iter()
        .map(|&t| Mark { x: x[t - 1], y: distance[t - 1], label: String::new(), says: None })
        .collect();
    if let Some(stop) = answer.stop.filter(|_| done) {
        let level = answer.levels[stop - 1];
        figure.marks.push(Mark {
            x: level,
            y: distance[stop - 1],
            label: format!("stops at ε = {}", number(level)),
            says: Some(stated("ε", Side::Value, level)),
        });
    }
    figure.notice.clone_from(&answer.notice);
    let sentence =
        "How far the first coordinate is from the truth at each level; where it changed is marked.".into();
    finish(figure, "The first coordinate loses its noise", "sensitivity 1", sentence)
}

/// Excess risk by level, as it is and as the private test saw it, with the noisy threshold.
pub(super) fn test_picture(answer: &ProfileRunAnswer, profile: &Profile, done: bool) -> Figure {
    let shown = answer.risks.len();
    let x = &answer.levels[..shown];
    let all = &answer.levels;
    let heights = answer.risks.iter().chain(&answer.tested).copied();
    let top = heights.clone().fold(profile.accuracy, f64::max);
    let low = heights.fold(0.0, f64::min);
    let axes = (
        snug("ε of the estimate", all[0], all[all.len() - 1]),
        Axis::linear(
            "excess risk",
            if low < 0.0 { -Axis::round_up(-1.02 * low) } else { 0.0 },
            Axis::round_up(1.02 * top),
        ),
    );
    let words = Words { head: "ε", place: "ε = ", quantity: "" };
    let seen = Series { draw: Draw::Points, ..line("as the test sees it", x, answer.tested.clone()) };
    let risk = Series { draw: Draw::Step, ..line("excess risk", x, answer.risks.clone()) };
    let mut figure = lines(
        &words,
        x,
        axes,
        vec![
            (risk, Side::Value),
            (seen, Side::Value),
            (line("noisy threshold", x, vec![answer.threshold; shown]), Side::Value),
            (line("α", x, vec![profile.accuracy; shown]), Side::Value),
        ],
    );
    if let Some(stop) = answer.stop.filter(|_| done) {
        let says = stated("ε", Side::Value, answer.levels[stop - 1]);
        figure.marks.push(Mark {
            x: says.number,
            y: answer.tested[stop - 1],
            label: format!("passes: {says}"),
            says: Some(says),
        });
    }
    figure.notice.clone_from(&answer.notice);
    let sentence = match answer.stop.filter(|_| done) {
        Some(stop) => format!(
            "The first estimate whose noisy excess risk is at most the noisy threshold {} is that of level {stop}.",
            number(answer.threshold)
        ),
        None => format!("None so far is at most the noisy threshold {}.", number(answer.threshold)),
    };
    finish(figure, "What the private test saw", "", sentence)
}

/// The share of runs by what they cost, and the closed form of the risk at its mean.
pub(super) fn trials_picture(trials: &RunTrials, cost: &Cost) -> Figure {
    let losses = cost.losses();
    let count = trials.count as f64;
    // From the first level that either reaches to the last.
    let seen = |at: &usize| trials.stops[*at] > 0 || cost.stops[*at] > 1e-6;
    let from = (0..losses.len()).find(seen).unwrap_or(0);
    let to = (0..losses.len()).rev().find(seen).unwrap_or(losses.len() - 1);
    let x = &losses[from..=to];
    let share: Vec<f64> = trials.stops[from..=to].iter().map(|&stops| stops as f64 / count).collect();
    let exact = cost.stops[from..=to].to_vec();
    let top = share.iter().chain(&exact).copied().fold(1e-6, f64::max);
    let axes = (
        snug("ε after the fact", x[0], x[x.len() - 1]),
        Axis::linear("share of runs", 0.0, Axis::round_up(top)),
    );
    let words = Words { head: "ε ≤", place: "ε ≤ ", quantity: "" };
    let runs = Series { draw: Draw::Bars, infinite: trials.none as f64 / count, ..line("runs", x, share) };
    let closed = Series { draw: Draw::Points, infinite: cost.none, ..line("closed form", x, exact) };
    let figure = lines(&words, x, axes, vec![(runs, Side::Value), (closed, Side::Value)]);
    let sentence = format!(
        "{} runs by what they cost, beside the law for a risk that is always at its mean; {} runs did not stop.",
        trials.count, trials.none
    );
    finish(figure, "Realised ε of many runs", "", sentence)
}
