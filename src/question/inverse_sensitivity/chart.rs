//! Charts whose curves have corners of their own: drawn corner by corner, read on common points.

use crate::algorithm::inverse_sensitivity::{Instance, Output, Stairs};
use crate::figure::{Axis, Draw, Figure, Series, Side};
use crate::question::figure::lines::{Words, line, lines, number};

/// The most corners of a curve that are drawn: a picture has no more pixels across.
const CORNERS: usize = 1500;
/// Steps between the points at which curves are read.
const STEPS: usize = 120;

/// A curve: how it is drawn, and its value anywhere.
pub(super) struct Curve<'a> {
    /// As it is drawn.
    pub series: Series,
    /// On which side of the truth it lies.
    pub side: Side,
    /// Its value at a place.
    pub at: Box<dyn Fn(f64) -> f64 + 'a>,
}

/// A chart of such curves, read at common points; title and sentence are left to the caller.
pub(super) fn chart(
    words: &Words<'_>,
    points: Vec<f64>,
    axes: (Axis, Axis),
    curves: Vec<Curve<'_>>,
) -> Figure {
    let read = |curve: &Curve<'_>| {
        let heights = points.iter().map(|&place| (curve.at)(place)).collect();
        (line(&curve.series.label, &points, heights), curve.side)
    };
    let mut figure = lines(words, &points, axes, curves.iter().map(read).collect());
    figure.series = curves.into_iter().map(|curve| curve.series).collect();
    figure.readings.at = points;
    figure
}

/// Title, sentence and what must be said beside it.
pub(super) fn finish(mut figure: Figure, shows: &str, of: &str, sentence: String, notice: &str) -> Figure {
    figure.title = if of.is_empty() { shows.into() } else { format!("{shows}, {of}") };
    figure.shows = shows.into();
    figure.sentence = sentence;
    figure.notice = notice.into();
    figure.table.caption.clone_from(&figure.title);
    figure
}

/// Equal steps over the interval of answers, and the statistic among them.
pub(super) fn points(instance: &Instance) -> Vec<f64> {
    let [lower, upper] = instance.interval();
    let mut points: Vec<f64> = (0..=STEPS).map(|at| spread([lower, upper], at, STEPS)).collect();
    points.push(instance.value());
    points.sort_by(f64::total_cmp);
    points.dedup();
    points
}

fn spread([lower, upper]: [f64; 2], at: usize, steps: usize) -> f64 {
    let share = at as f64 / steps as f64;
    (lower * (1.0 - share) + upper * share).clamp(lower, upper)
}

/// The axis of answers.
pub(super) fn answers(instance: &Instance) -> Axis {
    let [lower, upper] = instance.interval();
    Axis::linear("answer t", lower, upper)
}

/// Corners thinned to what can be seen, the last among them.
fn corners(label: &str, places: Vec<f64>, heights: Vec<f64>, draw: Draw) -> Series {
    let (Some(&first), Some(&last)) = (places.first(), places.last()) else { return Series::default() };
    if places.len() <= CORNERS {
        return Series { draw, ..line(label, &places, heights) };
    }
    let least = (last - first) / CORNERS as f64;
    let (mut x, mut y) = (Vec::new(), Vec::new());
    let mut next = f64::NEG_INFINITY;
    for (at, (&place, &height)) in places.iter().zip(&heights).enumerate() {
        if place >= next || at + 1 == places.len() {
            x.push(place);
            y.push(height);
            next = place + least;
        }
    }
    Series { draw, ..line(label, &x, y) }
}

/// A path length as steps.
pub(super) fn steps_of(label: &str, stairs: &Stairs) -> Series {
    let treads = stairs.treads();
    let mut x: Vec<f64> = treads.iter().map(|tread| tread.from).collect();
    let mut y: Vec<f64> = treads.iter().map(|tread| tread.length as f64).collect();
    if let Some(last) = treads.last() {
        x.push(last.to);
        y.push(last.length as f64);
    }
    corners(label, x, y, Draw::Step)
}

/// The density of an output on the interval: steps, stems on a grid, or a smooth curve.
pub(super) fn density_of(label: &str, output: &Output, instance: &Instance) -> Series {
    let Some(law) = output.law() else { return smooth(label, instance, |place| output.density(place)) };
    let pieces = law.pieces();
    let x: Vec<f64> = pieces.iter().map(|piece| piece.from).collect();
    let y: Vec<f64> = pieces.iter().map(|piece| piece.log_density().exp()).collect();
    if pieces.iter().all(|piece| piece.is_atom()) {
        let draw = if x.len() <= 60 { Draw::Stems } else { Draw::Points };
        return corners(label, x, y, draw);
    }
    let (mut x, mut y) = (x, y);
    if let Some(last) = pieces.last() {
        x.push(last.to);
        y.push(last.log_density().exp());
    }
    corners(label, x, y, Draw::Step)
}

/// The distribution function of an output on the interval.
pub(super) fn distribution_of(label: &str, output: &Output, instance: &Instance) -> Series {
    let Some(law) = output.law() else { return smooth(label, instance, |place| output.distribution(place)) };
    let pieces = law.pieces();
    let grid = pieces.iter().all(|piece| piece.is_atom());
    let mut x: Vec<f64> = pieces.iter().map(|piece| piece.from).collect();
    x.extend(pieces.last().map(|last| last.to).filter(|_| !grid));
    let y = x.iter().map(|&place| law.distribution(place)).collect();
    corners(label, x, y, if grid { Draw::Step } else { Draw::Line })
}

fn smooth(label: &str, instance: &Instance, height: impl Fn(f64) -> f64) -> Series {
    let mut x: Vec<f64> = (0..=2 * STEPS).map(|at| spread(instance.interval(), at, 2 * STEPS)).collect();
    x.push(instance.value());
    x.sort_by(f64::total_cmp);
    x.dedup();
    let y = x.iter().map(|&place| height(place)).collect();
    line(label, &x, y)
}

/// The interval in words.
pub(super) fn interval(instance: &Instance) -> String {
    let [lower, upper] = instance.interval();
    format!("[{}, {}]", number(lower), number(upper))
}
