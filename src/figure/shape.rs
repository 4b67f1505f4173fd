//! The shapes of a series in pixels: where its points are, and the steps, bars and stems made of them.

use super::description::Figure;
use super::layout::{Area, place};
use super::series::Draw;

/// Pixels between the dots of neighbouring series with error bars, which may stand at the same positions.
const BESIDE: f64 = 6.0;
/// The width of a bar that has no neighbour.
const LONE_BAR: f64 = 24.0;
/// Pixels between the atoms that several series have at infinity.
pub(super) const BETWEEN_ATOMS: f64 = 7.0;

/// The pixels of the points of a series, not kept inside the plot. Dots with error bars stand side by side.
pub(super) fn points(figure: &Figure, plot: &Area, at: usize) -> Vec<(f64, f64)> {
    let aside = aside(figure, at);
    let series = &figure.series[at];
    let pixels = series.x.iter().zip(&series.y).map(|(&x, &y)| place(figure, plot, x, y));
    pixels.map(|(x, y)| (x + aside, y)).collect()
}

/// How far a series stands aside from its positions.
fn aside(figure: &Figure, at: usize) -> f64 {
    let barred = |at: &usize| {
        let series = &figure.series[*at];
        series.draw == Draw::Points && !series.errors.is_empty()
    };
    if !barred(&at) {
        return 0.0;
    }
    let (before, all) = ((0..at).filter(barred).count(), (0..figure.series.len()).filter(barred).count());
    (before as f64 - 0.5 * (all - 1) as f64) * BESIDE
}

/// The line of a step function: each height holds up to the next point.
pub(super) fn steps(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let corners = points.windows(2).flat_map(|pair| [pair[0], (pair[1].0, pair[0].1)]);
    corners.chain(points.last().copied()).collect()
}

/// Bars around points, from a base line, each halfway to its neighbours and as far on the other side where it has only
/// one; kept inside the plot.
pub(super) fn bars(points: &[(f64, f64)], base: f64, plot: &Area) -> Vec<Area> {
    let half = |at: usize, other: Option<usize>| {
        other.and_then(|other| Some(0.5 * (points.get(other)?.0 - points[at].0).abs()))
    };
    let bar = |at: usize| {
        let (x, y) = points[at];
        let (left, right) = (half(at, at.checked_sub(1)), half(at, Some(at + 1)));
        let alone = 0.5 * LONE_BAR;
        let (from, to) = (x - left.or(right).unwrap_or(alone), x + right.or(left).unwrap_or(alone));
        let within = |x: f64| x.clamp(plot.left, plot.left + plot.width);
        let (left, right) = (within(from), within(to));
        let (high, low) = (y.min(base).max(plot.top), y.max(base).min(plot.top + plot.height));
        Area { left, top: high, width: right - left, height: (low - high).max(0.0) }
    };
    let known = |at: &usize| points[*at].0.is_finite() && points[*at].1.is_finite();
    (0..points.len()).filter(known).map(bar).filter(|bar| bar.width > 0.0 && bar.height > 0.0).collect()
}

/// The pixel from which bars and stems rise: that of 0, or the lowest of the plot.
pub(super) fn base(figure: &Figure, plot: &Area) -> f64 {
    place(figure, plot, figure.x.from, 0.0).1.clamp(plot.top, plot.top + plot.height)
}

/// The lines of a series that words should keep clear of.
pub(super) fn outline(figure: &Figure, plot: &Area, at: usize) -> Vec<Vec<(f64, f64)>> {
    let within = |(x, y): (f64, f64)| {
        (x.clamp(plot.left, plot.left + plot.width), y.clamp(plot.top, plot.top + plot.height))
    };
    let points: Vec<_> = points(figure, plot, at).into_iter().map(within).collect();
    let base = base(figure, plot);
    match figure.series[at].draw {
        Draw::Line => vec![points],
        Draw::Step => vec![steps(&points)],
        Draw::Points => points.into_iter().map(|point| vec![point, point]).collect(),
        Draw::Stems => points.into_iter().map(|(x, y)| vec![(x, y), (x, base)]).collect(),
        Draw::Bars => bars(&points, base, plot)
            .into_iter()
            .map(|Area { left, top, width, height }| {
                vec![(left, top + height), (left, top), (left + width, top), (left + width, top + height)]
            })
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::{Axis, Series};

    const PLOT: Area = Area { left: 0.0, top: 0.0, width: 100.0, height: 100.0 };

    #[test]
    fn a_step_holds_up_to_the_next_point() {
        assert_eq!(
            steps(&[(0.0, 9.0), (3.0, 5.0), (8.0, 1.0)]),
            [(0.0, 9.0), (3.0, 9.0), (3.0, 5.0), (8.0, 5.0), (8.0, 1.0)]
        );
        assert!(steps(&[]).is_empty());
    }

    #[test]
    fn bars_meet_halfway_and_stay_inside() {
        let found = bars(&[(10.0, 50.0), (30.0, f64::NAN), (40.0, -20.0), (80.0, 100.0)], 100.0, &PLOT);
        let area = |left, top, width, height| Area { left, top, width, height };
        // The one without a height is left out, the one of height 0 as well.
        assert_eq!(found, [area(0.0, 50.0, 20.0, 50.0), area(35.0, 0.0, 25.0, 100.0)]);
        assert_eq!(bars(&[(50.0, 60.0)], 100.0, &PLOT), [area(38.0, 60.0, 24.0, 40.0)]);
    }

    #[test]
    fn dots_with_error_bars_stand_side_by_side_and_no_others() {
        let mut figure = Figure::empty(Axis::linear("x", 0.0, 1.0), Axis::linear("y", 0.0, 1.0));
        let dots = || Series {
            x: vec![0.5],
            y: vec![0.5],
            draw: Draw::Points,
            errors: vec![[0.4, 0.6]],
            ..Series::default()
        };
        figure.series = vec![dots(), Series { draw: Draw::Line, ..dots() }, dots()];
        let x = |at| points(&figure, &PLOT, at)[0].0;
        assert_eq!([x(0), x(1), x(2)], [47.0, 50.0, 53.0]);
    }
}
