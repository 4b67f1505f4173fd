//! A release of which some points of its privacy profile are known.

use std::sync::Arc;

use serde::Serialize;

use super::description::{Coordinate, Description, PointList, Range};
use super::kind::{Attained, Guarantee, Kind, Relations};
use super::outputs::{Outputs, by_loss};
use crate::guarantee::{Accuracy, Atomic, PairAtom};

const DESCRIPTION: Description = Description {
    kind: "profile",
    name: "Your own privacy profile",
    summary: "A black box known to be (ε, δ)-private at several points, in both directions; the best pair that \
              the points allow stands for it.",
    parameters: &[],
};

const POINTS: PointList = PointList {
    fewest: 2,
    most: 1000,
    first: Coordinate { symbol: "ε", label: "Loss ε", range: Range::closed(0.0, 700.0) },
    second: Coordinate { symbol: "δ", label: "Slack δ", range: Range::closed(0.0, 1.0) },
    ends_at_infinity: false,
    start: &[[0.0, 0.4], [1.0, 0.13], [2.0, 0.02], [4.0, 1e-5]],
};

/// Points (ε, δ) of a privacy profile that holds in both directions.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Profile {
    /// Pairs (ε, δ), ε ≥ 0 strictly increasing.
    points: Vec<[f64; 2]>,
    #[serde(skip)]
    atoms: Arc<Atomic>,
}

impl Profile {
    /// The pair that the points allow; `None` unless they are as described.
    pub fn new(points: &[[f64; 2]]) -> Option<Self> {
        let atoms = || Arc::new(symmetric_hull(points));
        POINTS.accepts(points).then(|| Self { points: points.to_vec(), atoms: atoms() })
    }
}

impl Kind for Profile {
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
        Guarantee::Pair(&*self.atoms)
    }

    fn outputs(&self) -> Result<Outputs, &'static str> {
        Ok(by_loss(&*self.atoms))
    }
}

/// A corner of the hull: `reach = a·s` with `a = e^ε` and s the downward slope of H left of it, so
/// that neither overflows.
struct Corner {
    epsilon: f64,
    delta: f64,
    reach: f64,
}

/// The pair with the largest profile that passes below all points (ε, δ), ε ≥ 0 increasing, in both
/// directions.
///
/// A profile is convex and non-increasing in `a = e^ε` with `H(0) = 1` (Zhu, dissertation, Cor. 3.5.1),
/// and a bound δ at a that holds in both directions is one of `1 − 1/a + δ/a` at 1/a. The lower convex
/// hull of all of these is symmetric under that reflection, so its right half is enough: a point is a
/// corner if the hull turns there, where the edge that reaches the first corner from its own mirror
/// image has slope `(1 − δ)/(1 + a)`. Q has at log a the mass by which the slope changes, P has `a`
/// times that; what H keeps after the last corner is the mass at infinity.
pub(super) fn symmetric_hull(points: &[[f64; 2]]) -> Atomic {
    let mut corners: Vec<Corner> = Vec::new();
    let mut lowest = 1.0;
    for &[epsilon, delta] in points {
        if !corners.is_empty() && delta >= lowest {
            continue;
        }
        lowest = delta.min(lowest);
        let reach = loop {
            let Some(last) = corners.last() else {
                break (1.0 - lowest) / (1.0 + (-epsilon).exp());
            };
            let shrink = last.epsilon - epsilon;
            let reach = (last.delta - lowest) / -shrink.exp_m1();
            if reach * shrink.exp() < last.reach {
                break reach;
            }
            corners.pop();
        };
        corners.push(Corner { epsilon, delta: lowest, reach });
    }
    let mut atoms = Vec::with_capacity(2 * corners.len());
    for (at, corner) in corners.iter().enumerate() {
        let onward =
            corners.get(at + 1).map_or(0.0, |next| next.reach * (corner.epsilon - next.epsilon).exp());
        let p = corner.reach - onward;
        let q = p * (-corner.epsilon).exp();
        atoms.push(PairAtom { loss: corner.epsilon, p, q });
        atoms.push(PairAtom { loss: -corner.epsilon, p: q, q: p });
    }
    // The slopes carry a few roundings each, and H is their sum with positive weights.
    let accuracy = Accuracy { loss: 0.0, mass: 16.0 * f64::EPSILON, left_out: 0.0 };
    Atomic::new(atoms, lowest, lowest, accuracy)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guarantee::{Pair, Reverse};
    use crate::mechanism::Gaussian;

    /// Points of a true profile are corners of the hull, which lies above the profile between them.
    #[test]
    fn points_of_a_profile_come_back() {
        let gaussian = Gaussian::with_sigma(1.3);
        let points: Vec<[f64; 2]> = (0..40)
            .map(|at| {
                let epsilon = 0.25 * f64::from(at);
                [epsilon, gaussian.profile(epsilon).upper]
            })
            .collect();
        let pair = Profile::new(&points).unwrap().atoms;
        assert!(matches!(pair.reverse(), Reverse::Same));
        assert_eq!(pair.atoms().len(), 80);
        for [epsilon, delta] in points {
            let found = pair.profile(epsilon);
            assert!((found.middle() / delta - 1.0).abs() < 1e-13, "{epsilon}: {found:?} {delta}");
            let between = epsilon - 0.1;
            assert!(pair.profile(between).upper >= gaussian.profile(between).lower);
        }
        let total: f64 = pair.atoms().iter().map(|atom| atom.p).sum::<f64>() + pair.infinite();
        assert!((total - 1.0).abs() < 1e-14);
    }

    /// Useless points change nothing: one above an earlier one, one above a chord, one above the first
    /// edge.
    #[test]
    fn points_above_the_hull_are_dropped() {
        let lean = Profile::new(&[[1.0, 0.01], [3.0, 1e-6]]).unwrap();
        let full = Profile::new(&[[0.0, 0.9], [1.0, 0.01], [2.0, 0.009], [3.0, 1e-6], [4.0, 0.5]]).unwrap();
        assert_eq!(lean.atoms, full.atoms);
        assert_eq!(full.atoms.profile(5.0).upper, 1e-6);
    }

    #[test]
    fn the_ends_of_the_range_are_calm() {
        let nothing = Profile::new(&[[0.0, 1.0], [1.0, 1.0]]).unwrap().atoms;
        assert_eq!((nothing.profile(2.0).lower, nothing.profile(-1.0).upper), (1.0, 1.0));
        let all = Profile::new(&[[0.0, 0.0], [1.0, 0.0]]).unwrap().atoms;
        assert_eq!(all.profile(0.0).upper, 0.0);
        let far = Profile::new(&[[600.0, 1e-9], [700.0, 0.0]]).unwrap().atoms;
        assert!((far.profile(650.0).middle() / 1e-9 - 1.0).abs() < 1e-12);
    }
}
