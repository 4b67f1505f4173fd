//! Lines cut at the edges of the plot.

use super::layout::Area;

/// The parts of a polyline inside the plot, cut at its edges (Liang and Barsky).
pub(super) fn visible(points: &[(f64, f64)], plot: &Area) -> Vec<Vec<(f64, f64)>> {
    let mut pieces: Vec<Vec<(f64, f64)>> = Vec::new();
    let mut previous: Option<(f64, f64)> = None;
    for &point in points {
        if !(point.0.is_finite() && point.1.is_finite()) {
            previous = None;
            continue;
        }
        if let Some((from, to)) = previous.and_then(|start| cut(start, point, plot)) {
            match pieces.last_mut() {
                Some(piece) if piece.last() == Some(&from) => piece.push(to),
                _ => pieces.push(vec![from, to]),
            }
        }
        previous = Some(point);
    }
    pieces
}

/// The part of one segment inside the plot.
fn cut(from: (f64, f64), to: (f64, f64), plot: &Area) -> Option<((f64, f64), (f64, f64))> {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let edges = [
        (-dx, from.0 - plot.left),
        (dx, plot.left + plot.width - from.0),
        (-dy, from.1 - plot.top),
        (dy, plot.top + plot.height - from.1),
    ];
    let (mut enter, mut leave) = (0.0f64, 1.0f64);
    for (speed, distance) in edges {
        if speed == 0.0 {
            if distance < 0.0 {
                return None;
            }
        } else if speed < 0.0 {
            enter = enter.max(distance / speed);
        } else {
            leave = leave.min(distance / speed);
        }
    }
    let along = |share: f64| match share {
        0.0 => from,
        1.0 => to,
        _ => (from.0 + share * dx, from.1 + share * dy),
    };
    (enter <= leave).then(|| (along(enter), along(leave)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLOT: Area = Area { left: 0.0, top: 0.0, width: 10.0, height: 10.0 };

    #[test]
    fn a_line_that_leaves_and_returns_is_two_pieces() {
        let points = [(1.0, 5.0), (3.0, 15.0), (5.0, 15.0), (7.0, 5.0)];
        let pieces = visible(&points, &PLOT);
        assert_eq!(pieces, [vec![(1.0, 5.0), (2.0, 10.0)], vec![(6.0, 10.0), (7.0, 5.0)]]);
    }

    #[test]
    fn what_is_inside_stays_whole_and_what_is_not_a_place_breaks_it() {
        let inside = [(1.0, 1.0), (2.0, 2.0), (3.0, 1.0)];
        assert_eq!(visible(&inside, &PLOT), [inside.to_vec()]);
        let broken = [(1.0, 1.0), (2.0, 2.0), (f64::NAN, 2.0), (4.0, 1.0), (5.0, 2.0)];
        assert_eq!(visible(&broken, &PLOT).len(), 2);
        assert!(visible(&[(-5.0, -1.0), (5.0, -1.0)], &PLOT).is_empty());
    }
}
