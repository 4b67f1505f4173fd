//! Minima of unimodal functions on an interval.

use super::Scale;

/// The smaller part of an interval cut in the golden ratio, `(3 − √5)/2`.
const GOLDEN: f64 = 0.381_966_011_250_105_1;

/// An end of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// The low end, or the last point above which the function is finite.
    Low,
    /// The high end, or the last point below which the function is finite.
    High,
}

/// Where a function is smallest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Minimum {
    /// The minimizer.
    pub at: f64,
    /// The function there: the smallest value that was seen.
    pub value: f64,
    /// Set where the minimizer sits at an end, so that a wider search could find less.
    pub edge: Option<Edge>,
}

/// One evaluated point, in the coordinate of the search.
#[derive(Clone, Copy)]
struct Point {
    at: f64,
    value: f64,
}

/// The minimum of a unimodal `f` over `[low, high]`.
///
/// Brent's method (1973): parabolas through the three best points, golden sections where those do
/// not help, in `x` or in `ln x`. Near a smooth minimum the function is flat to rounding over a
/// relative width of `√ε`, so the minimizer is good to about `1e-8` and the value to full
/// precision. A value that is `+inf` or `NaN` counts as larger than all others: the function may
/// end before `high`, and the search then looks below. On a logarithmic scale `low` is raised to
/// the smallest normal float.
pub fn minimize(low: f64, high: f64, scale: Scale, mut f: impl FnMut(f64) -> f64) -> Minimum {
    minimise_any(low, high, scale, &mut f)
}

/// One copy of the code for all functions: the search takes far less time than what it calls.
#[inline(never)]
fn minimise_any(low: f64, high: f64, scale: Scale, f: &mut dyn FnMut(f64) -> f64) -> Minimum {
    let (low, high) = match scale {
        Scale::Linear => (low, high),
        Scale::Log => (low.max(f64::MIN_POSITIVE), high.min(f64::MAX)),
    };
    let to_x = |u: f64| match scale {
        Scale::Linear => u.clamp(low, high),
        Scale::Log => u.exp().clamp(low, high),
    };
    let mut evaluate = |x: f64| {
        let value = f(x);
        if value.is_nan() { f64::INFINITY } else { value }
    };
    let (low_value, high_value) = (evaluate(low), evaluate(high));
    let (start, end) = match scale {
        Scale::Linear => (low, high),
        Scale::Log => (low.ln(), high.ln()),
    };
    let mut search = Search {
        low: Point { at: start, value: low_value },
        high: Point { at: end, value: high_value },
        precision: match scale {
            Scale::Linear => 1e-9,
            Scale::Log => 0.0,
        },
        floor: match scale {
            Scale::Linear => 1e-15 * (end - start),
            Scale::Log => 1e-9,
        },
    };
    let best = search.run(|u| evaluate(to_x(u)));
    let (at, value, edge) =
        if high_value < low_value { (high, high_value, Edge::High) } else { (low, low_value, Edge::Low) };
    if value < best.value || best.value == f64::INFINITY {
        let edge = Some(edge);
        return Minimum { at, value, edge };
    }
    let edge = if search.low.value == f64::INFINITY {
        Some(Edge::Low)
    } else if search.high.value == f64::INFINITY {
        Some(Edge::High)
    } else {
        None
    };
    Minimum { at: to_x(best.at), value: best.value, edge }
}

/// The minimum over `[low, high]`, both positive, of a function that is expensive far from its
/// minimum: doubles or halves from 1 until it rises, then [`minimize`]s between the last points.
/// Where the function is infinite the search looks below.
pub fn descend(low: f64, high: f64, mut f: impl FnMut(f64) -> f64) -> Minimum {
    descend_any(low, high, &mut f)
}

#[inline(never)]
fn descend_any(low: f64, high: f64, f: &mut dyn FnMut(f64) -> f64) -> Minimum {
    let mut at = 1.0f64.clamp(low, high);
    let mut value = f(at);
    let upwards = value.is_finite() && f(2.0 * at) < value;
    let factor = if upwards { 2.0 } else { 0.5 };
    let mut edge = None;
    loop {
        let next = at * factor;
        if next < low || next > high {
            edge = Some(if upwards { Edge::High } else { Edge::Low });
            break;
        }
        let there = f(next);
        if value.is_finite() && (there.is_nan() || there >= value) {
            break;
        }
        (at, value) = (next, there);
    }
    let found = minimize((0.5 * at).max(low), (2.0 * at).min(high), Scale::Log, f);
    Minimum { edge: edge.and(found.edge), ..found }
}

/// The interval known to hold the minimizer and how finely to search it.
struct Search {
    low: Point,
    high: Point,
    /// Relative width at which the search ends.
    precision: f64,
    /// Absolute width at which the search ends.
    floor: f64,
}

impl Search {
    /// Brent's loop; leaves the last interval behind.
    fn run(&mut self, mut f: impl FnMut(f64) -> f64) -> Point {
        let mut best = self.first_finite(&mut f);
        let (mut second, mut third) = (best, best);
        let (mut step, mut step_before) = (0.0_f64, 0.0_f64);
        for _ in 0..200 {
            let tolerance = self.precision * best.at.abs() + self.floor;
            let centre = 0.5 * (self.low.at + self.high.at);
            if (best.at - centre).abs() + 0.5 * (self.high.at - self.low.at) <= 2.0 * tolerance {
                break;
            }
            let parabola = vertex(best, second, third).filter(|by| {
                let to = best.at + by;
                by.abs() < 0.5 * step_before.abs() && to > self.low.at && to < self.high.at
            });
            step_before = step;
            step = parabola.unwrap_or_else(|| {
                step_before = if best.at < centre { self.high.at } else { self.low.at } - best.at;
                GOLDEN * step_before
            });
            let at = best.at + step.abs().max(tolerance).copysign(step);
            let point = Point { at, value: f(at) };
            if point.value <= best.value {
                if point.at < best.at {
                    self.high = best
                } else {
                    self.low = best
                }
                (best, second, third) = (point, best, second);
            } else {
                if point.at < best.at {
                    self.low = point
                } else {
                    self.high = point
                }
                if point.value <= second.value || second.at == best.at {
                    (second, third) = (point, second);
                } else if point.value <= third.value || third.at == best.at || third.at == second.at {
                    third = point;
                }
            }
        }
        best
    }

    /// A golden section, repeated towards a finite end until its value is finite too.
    fn first_finite(&mut self, f: &mut impl FnMut(f64) -> f64) -> Point {
        let upwards = self.low.value == f64::INFINITY && self.high.value < f64::INFINITY;
        loop {
            let width = self.high.at - self.low.at;
            let at = self.low.at + if upwards { 1.0 - GOLDEN } else { GOLDEN } * width;
            let point = Point { at, value: f(at) };
            if point.value < f64::INFINITY || width <= self.floor + self.precision * at.abs() {
                return point;
            }
            if upwards { self.low = point } else { self.high = point }
        }
    }
}

/// The step from `best` to the vertex of the parabola through three points, if there is one.
fn vertex(best: Point, second: Point, third: Point) -> Option<f64> {
    let (a, b) = (second.at - best.at, third.at - best.at);
    let (rise_a, rise_b) = (second.value - best.value, third.value - best.value);
    let by = 0.5 * (a * a * rise_b - b * b * rise_a) / (a * rise_b - b * rise_a);
    by.is_finite().then_some(by)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn ends_are_reported() {
        let falling = minimize(1.0, 10.0, Scale::Log, |x| 1.0 / x);
        assert_eq!((falling.at, falling.edge), (10.0, Some(Edge::High)));
        let rising = minimize(-1.0, 10.0, Scale::Linear, |x| x);
        assert_eq!((rising.at, rising.edge), (-1.0, Some(Edge::Low)));
        let nowhere = minimize(1.0, 2.0, Scale::Linear, |_| f64::NAN);
        assert_eq!(nowhere.value, f64::INFINITY);
        let point = minimize(3.0, 3.0, Scale::Log, |x| x);
        assert_eq!((point.at, point.value), (3.0, 3.0));
    }

    /// Finite only below 1e-3 of a search up to 1e6, falling until there.
    #[test]
    fn walls_are_edges() {
        for scale in [Scale::Linear, Scale::Log] {
            let found = minimize(1e-9, 1e6, scale, |x| if x < 1e-3 { -x } else { f64::NAN });
            assert!((found.at / 1e-3 - 1.0).abs() < 1e-5, "{found:?}");
            assert_eq!(found.edge, Some(Edge::High));
        }
        let found = minimize(-1.0, 1.0, Scale::Linear, |x| if x > 0.5 { x } else { f64::NAN });
        assert!((found.at - 0.5).abs() < 1e-7 && found.edge == Some(Edge::Low));
    }

    #[test]
    fn flat_parts_are_minima() {
        let found = minimize(-10.0, 10.0, Scale::Linear, |x| (x.abs() - 2.0).max(0.0));
        assert_eq!((found.value, found.edge), (0.0, None));
        let constant = minimize(1.0, 2.0, Scale::Log, |_| 7.0);
        assert_eq!((constant.value, constant.edge), (7.0, None));
    }

    #[test]
    fn smooth_minima_take_few_evaluations() {
        let mut count = 0;
        let found = minimize(1e-6, 1e6, Scale::Log, |x| {
            count += 1;
            x + 4.0 / x
        });
        assert!((found.value - 4.0).abs() <= 2e-15 && count <= 20, "{count}");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(256))]

        /// A parabola's minimizer is blurred by the square root of the rounding of its floor.
        #[test]
        fn vertex_is_found(at in -90.0..90.0_f64, curvature in 1e-3..1e3_f64, floor in -10.0..10.0_f64) {
            let f = |x: f64| curvature * (x - at) * (x - at) + floor;
            let found = minimize(-100.0, 100.0, Scale::Linear, f);
            prop_assert!((found.value - floor).abs() <= 1e-14 * (1.0 + floor.abs()));
            prop_assert!((found.at - at).abs() <= 1e-6 * (1.0 + (floor / curvature).abs().sqrt()));
            prop_assert_eq!(found.edge, None);
        }

        /// `ln x + c/x` is smallest at `c`; restricted from above it is smallest at the wall.
        #[test]
        fn restricted_domains_are_searched(exponent in -8.0..8.0, wall in -8.0..8.0) {
            let (c, wall) = (10f64.powf(exponent), 10f64.powf(wall));
            prop_assume!((c / wall).ln().abs() > 0.01);
            let f = |x: f64| if x < wall { x.ln() + c / x } else { f64::INFINITY };
            let found = minimize(1e-9, 1e9, Scale::Log, f);
            prop_assert!((found.at / c.min(wall) - 1.0).abs() <= 1e-6);
            prop_assert_eq!(found.edge, (wall < c).then_some(Edge::High));
        }
    }
}
