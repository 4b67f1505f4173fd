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
    let (mut before, mut all) = (None, 0.0);
    for (other, series) in figure.series.iter().enumerate() {
        if series.draw == Draw::Points && !series.errors.is_empty() {
            if other == at {
                before = Some(all);
            }
            all += 1.0;
        }
    }
    before.map_or(0.0, |before: f64| (before - 0.5 * (all - 1.0)) * BESIDE)
}

/// The line of a step function: each height holds up to the next point.
pub(super) fn steps(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mut line: Vec<(f64, f64)> = Vec::with_capacity(2 * points.len());
    for &(x, y) in points {
        if let Some(&(_, before)) = line.last() {
            line.push((x, before));
        }
        line.push((x, y));
    }
    line
}

/// The bar around a point, from a base line: halfway to its neighbours, and as far on the other side where it has only
/// one; kept inside the plot. `None` where nothing of it can be seen.
pub(super) fn bar(points: &[(f64, f64)], at: usize, base: f64, plot: &Area) -> Option<Area> {
    let (x, y) = points[at];
    let half = |other: usize| points.get(other).map(|other| 0.5 * (other.0 - x).abs());
    let (left, right) = (half(at.wrapping_sub(1)), half(at + 1));
    let alone = 0.5 * LONE_BAR;
    let within = |x: f64| x.clamp(plot.left, plot.left + plot.width);
    let (from, to) =
        (within(x - left.or(right).unwrap_or(alone)), within(x + right.or(left).unwrap_or(alone)));
    let (high, low) = (y.min(base).max(plot.top), y.max(base).min(plot.top + plot.height));
    // A height that is no number makes no bar.
    (from < to && high < low && y.is_finite()).then_some(Area {
        left: from,
        top: high,
        width: to - from,
        height: low - high,
    })
}

/// The pixel from which bars and stems rise: that of 0, or the lowest of the plot.
pub(super) fn base(figure: &Figure, plot: &Area) -> f64 {
    place(figure, plot, figure.x.from, 0.0).1.clamp(plot.top, plot.top + plot.height)
}

/// The lines of the series, which words keep clear of.
pub(super) fn outlines(figure: &Figure, plot: &Area) -> Vec<Vec<(f64, f64)>> {
    let base = base(figure, plot);
    let mut lines = Vec::new();
    for (at, series) in figure.series.iter().enumerate() {
        let mut points = points(figure, plot, at);
        for (x, y) in &mut points {
            *x = x.clamp(plot.left, plot.left + plot.width);
            *y = y.clamp(plot.top, plot.top + plot.height);
        }
        match series.draw {
            Draw::Line => lines.push(points),
            Draw::Step => lines.push(steps(&points)),
            Draw::Points | Draw::Bars | Draw::Stems => {
                for (x, y) in points {
                    lines.push(vec![(x, y), (x, if series.draw == Draw::Points { y } else { base })]);
                }
            }
        }
    }
    lines
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
        let bars = |points: &[(f64, f64)]| -> Vec<Area> {
            (0..points.len()).filter_map(|at| bar(points, at, 100.0, &PLOT)).collect()
        };
        let found = bars(&[(10.0, 50.0), (30.0, f64::NAN), (40.0, -20.0), (80.0, 100.0)]);
        let area = |left, top, width, height| Area { left, top, width, height };
        // The one without a height is left out, the one of height 0 as well.
        assert_eq!(found, [area(0.0, 50.0, 20.0, 50.0), area(35.0, 0.0, 25.0, 100.0)]);
        assert_eq!(bars(&[(50.0, 60.0)]), [area(38.0, 60.0, 24.0, 40.0)]);
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
