//! A release of which some points of its Rényi curve are known.

use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};

use super::description::{Coordinate, Description, PointList, Range};
use super::kind::{Attained, Curve, Guarantee, Kind, Relations};
use super::outputs::{CURVE_ONLY, Outputs};
use crate::guarantee::{Interval, Order};

const DESCRIPTION: Description = Description {
    kind: "renyi-curve",
    name: "Your own Rényi curve",
    summary: "A black box whose Rényi divergence is known at several orders, in both directions; what the points \
              imply in between stands for it.",
    parameters: &[],
};

const POINTS: PointList = PointList {
    fewest: 1,
    most: 1000,
    first: Coordinate { symbol: "α", label: "Order α", range: Range::closed(1.000_001, 1e9) },
    second: Coordinate { symbol: "ε(α)", label: "Divergence ε(α)", range: Range::closed(0.0, 1e9) },
    ends_at_infinity: true,
    start: &[[2.0, 0.1], [8.0, 0.5], [32.0, 3.0]],
};

/// Points (α, ε) of a Rényi curve that holds in both directions.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct RenyiCurve {
    /// Pairs (α, ε), α > 1 strictly increasing, the last possibly at `"inf"`.
    #[serde(serialize_with = "with_infinity")]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "[number | \"inf\", number][]"))]
    points: Vec<[f64; 2]>,
    /// Corners (α − 1, (α−1)ε) of the hull, from (0, 0).
    #[serde(skip)]
    corners: Vec<[f64; 2]>,
    /// The divergence at order ∞: the slope of the hull beyond its last corner.
    #[serde(skip)]
    pure: f64,
}

impl RenyiCurve {
    /// The best curve that the points imply; `None` unless they are as described.
    ///
    /// `(α−1) D_α` is convex in α (it is K(α−1)) and 0 at 1, so it lies below the lower convex hull of
    /// its points; a bound at order ∞ limits the slope everywhere, which is also why `D_α` grows.
    pub fn new(points: &[[f64; 2]]) -> Option<Self> {
        if !POINTS.accepts(points) {
            return None;
        }
        let pure = match points.last() {
            Some(&[f64::INFINITY, bound]) => bound,
            _ => f64::INFINITY,
        };
        let mut corners = vec![[0.0, 0.0]];
        for &[order, divergence] in points.iter().filter(|point| point[0].is_finite()) {
            let point = [order - 1.0, (order - 1.0) * divergence];
            while let [.., before, last] = corners[..]
                && slope(before, last) >= slope(last, point)
            {
                corners.pop();
            }
            corners.push(point);
        }
        while let [.., before, last] = corners[..]
            && slope(before, last) >= pure
        {
            corners.pop();
        }
        Some(Self { points: points.to_vec(), corners, pure })
    }
}

impl Kind for RenyiCurve {
    type Values = [f64; 0];

    const DESCRIPTION: Description = DESCRIPTION;
    const POINTS: Option<PointList> = Some(POINTS);
    const ATTAINED: Attained = Attained::Together;
    const RELATIONS: Relations = Relations::Any;

    fn build([]: Self::Values, points: &[[f64; 2]]) -> Option<Self> {
        Self::new(points)
    }

    fn values(&self) -> Self::Values {
        []
    }

    fn points(&self) -> &[[f64; 2]] {
        &self.points
    }

    fn guarantee(&self) -> Guarantee<'_> {
        Guarantee::Curve(self)
    }

    fn outputs(&self) -> Result<Outputs, &'static str> {
        Err(CURVE_ONLY)
    }
}

impl Curve for RenyiCurve {
    /// The hull over α − 1; infinite beyond the last point unless order ∞ is known.
    fn renyi(&self, order: Order) -> Interval {
        let excess = order.value() - 1.0;
        let next = self.corners.partition_point(|corner| corner[0] < excess).max(1);
        let from = self.corners[next - 1];
        let steepness = self.corners.get(next).map_or(self.pure, |&to| slope(from, to));
        if steepness.is_infinite() || excess.is_infinite() {
            return Interval::exact(steepness);
        }
        let divergence =
            if next == 1 { steepness } else { (from[1] + (excess - from[0]) * steepness) / excess };
        Interval::around(divergence, 16.0 * f64::EPSILON).within(0.0, f64::INFINITY)
    }
}

fn slope(from: [f64; 2], to: [f64; 2]) -> f64 {
    (to[1] - from[1]) / (to[0] - from[0])
}

/// Infinity crosses as the word `"inf"`.
fn with_infinity<S: Serializer>(points: &[[f64; 2]], serializer: S) -> Result<S::Ok, S::Error> {
    let mut list = serializer.serialize_seq(Some(points.len()))?;
    for &[order, divergence] in points {
        if order.is_infinite() {
            list.serialize_element(&("inf", divergence))?;
        } else {
            list.serialize_element(&(order, divergence))?;
        }
    }
    list.end()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guarantee::Pair;
    use crate::mechanism::Laplace;

    fn order(value: f64) -> Order {
        Order::new(value).unwrap()
    }

    /// Points of a true curve come back, and in between the hull lies above it.
    #[test]
    fn points_of_a_curve_come_back() {
        let laplace = Laplace::new(0.7).unwrap();
        let mut points: Vec<[f64; 2]> = (1..30)
            .map(|at| 1.0 + 0.5 * f64::from(at))
            .map(|at| [at, laplace.renyi(order(at)).upper])
            .collect();
        points.push([f64::INFINITY, laplace.renyi(Order::INFINITE).upper]);
        let curve = RenyiCurve::new(&points).unwrap();
        for [at, divergence] in points {
            let found = curve.renyi(order(at));
            assert!((found.middle() / divergence - 1.0).abs() < 1e-13, "{at}: {found:?} {divergence}");
        }
        for at in [1.0, 1.2, 1.7, 5.3, 14.9, 40.0, 1e6] {
            assert!(curve.renyi(order(at)).upper >= laplace.renyi(order(at)).lower, "{at}");
        }
    }

    #[test]
    fn nothing_is_known_beyond_the_last_point() {
        let curve = RenyiCurve::new(&[[2.0, 0.3], [4.0, 0.5]]).unwrap();
        assert!((curve.renyi(Order::ONE).middle() - 0.3).abs() < 1e-15);
        assert!((curve.renyi(order(3.0)).middle() - 0.45).abs() < 1e-15);
        assert!((curve.renyi(order(4.0)).middle() - 0.5).abs() < 1e-15);
        assert_eq!(curve.renyi(order(4.1)).upper, f64::INFINITY);
        assert_eq!(curve.renyi(Order::INFINITE).upper, f64::INFINITY);
    }

    /// A divergence never falls with its order, so a later, smaller value holds before it too.
    #[test]
    fn points_above_the_hull_are_dropped() {
        let curve = RenyiCurve::new(&[[2.0, 0.9], [3.0, 0.4], [f64::INFINITY, 0.2]]).unwrap();
        for at in [1.0, 2.0, 3.0, 50.0, f64::INFINITY] {
            assert!((curve.renyi(order(at)).upper - 0.2).abs() < 1e-14, "{at}");
        }
        assert_eq!(serde_json::to_string(&curve).unwrap(), r#"{"points":[[2.0,0.9],[3.0,0.4],["inf",0.2]]}"#);
    }
}
