//! Every way to the minimum of an objective, with one certificate.

use serde::Serialize;

use super::newton::{Minimum, NoMinimum};
use super::objective::Objective;
use super::{gradient, lbfgs, newton, sag};
use crate::numeric::random::Random;

/// Rounding of a gradient norm.
const ROUNDING: f64 = 1e-9;

/// How an objective is minimized. What is released never depends on which: each ends with the norm of the whole
/// gradient, computed from scratch, within the tolerance, or with an error and no release.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Solver {
    /// Newton's method: few steps, each of the cube of the dimension.
    Newton,
    /// L-BFGS.
    LBfgs,
    /// Gradient descent.
    Gradient,
    /// Gradient descent with momentum.
    Accelerated,
    /// Stochastic average gradient.
    Sag,
}

impl Solver {
    /// Every solver.
    pub const ALL: [Self; 5] = [Self::Newton, Self::LBfgs, Self::Gradient, Self::Accelerated, Self::Sag];

    /// Its word in a question.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Newton => "newton",
            Self::LBfgs => "l-bfgs",
            Self::Gradient => "gradient",
            Self::Accelerated => "accelerated",
            Self::Sag => "sag",
        }
    }

    /// A point with `‖∇‖₂ ≤ tolerance`, from 0.
    pub fn minimize(
        self,
        objective: &Objective<'_>,
        tolerance: f64,
        random: &mut Random,
    ) -> Result<Minimum, NoMinimum> {
        let start = vec![0.0; objective.data.dimension()];
        match self {
            Self::Newton => newton::minimize(objective, &start, tolerance),
            Self::LBfgs => lbfgs::minimize(objective, &start, tolerance),
            Self::Gradient => gradient::minimize(objective, &start, tolerance, false),
            Self::Accelerated => gradient::minimize(objective, &start, tolerance, true),
            Self::Sag => sag::minimize(objective, &start, tolerance, random),
        }
    }
}

/// Whether a gradient norm is within the tolerance, its own rounding included.
pub(super) fn within(gradient_norm: f64, tolerance: f64) -> bool {
    gradient_norm * (1.0 + ROUNDING) <= tolerance
}

/// `a + share·b`.
pub(super) fn moved(a: &[f64], b: &[f64], share: f64) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| a + share * b).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::data::{Generator, generate};
    use crate::learn::{Loss, Shape};
    use crate::numeric::matrix::norm;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        /// All solvers find the same minimum: a point with a small gradient is within τ/λ of it.
        #[test]
        fn every_solver_finds_the_minimum(seed in 0..1000u64, regularization in 0.5..5.0f64, squared in prop::bool::ANY, clip in 0.05..2.0f64) {
            let data = generate(Generator::HeavyTail, 60, 3, seed);
            let shape = if squared { Shape::Squared } else { Shape::Logistic };
            let mut random = Random::new(seed);
            let noise = random.normals(3, 2.0);
            let objective = Objective { data: &data, loss: Loss { shape, clip: Some(clip) }, regularization, noise: &noise };
            let exact = Solver::Newton.minimize(&objective, 1e-9, &mut random).unwrap();
            for solver in Solver::ALL {
                let tolerance = 1e-6;
                let found = solver.minimize(&objective, tolerance, &mut random).unwrap();
                prop_assert!(norm(&objective.gradient(&found.theta)) <= tolerance, "{solver:?}");
                let apart = norm(&moved(&found.theta, &exact.theta, -1.0));
                prop_assert!(apart <= (tolerance + 1e-9) / regularization, "{solver:?} {apart}");
            }
        }
    }

    /// Nothing is released where the tolerance is not met.
    #[test]
    fn a_tolerance_below_rounding_is_an_error() {
        let data = generate(Generator::TwoGaussians, 40, 2, 1);
        let objective = Objective { data: &data, loss: Loss::LOGISTIC, regularization: 1.0, noise: &[] };
        for solver in [Solver::Newton, Solver::LBfgs] {
            assert!(solver.minimize(&objective, 1e-40, &mut Random::new(1)).is_err(), "{solver:?}");
        }
    }
}
