//! The Hessian mechanism: density `∝ e^{−(ε/(2 GS)) ‖H(θ − θ̂)‖}` on a ball, H the Hessian at the minimizer θ̂.
//!
//! GS bounds how far one person moves `‖H(θ − θ̂)‖` for any θ of the ball. Lemma 2.1 of Asi and Duchi 2020 leaves out that a
//! record changes the Hessian itself, and squares a Hessian constant that belongs outside. For λ-strongly convex losses whose
//! record has a Hessian between 0 and βI, an H-Lipschitz Hessian and gradients within a ball of diameter G:
//!
//! `GS ≤ D (H G/(λn) + β/n) + G/n + H G²/(2λ²n²)`, D ≥ ‖θ − θ̂‖:
//! the minimizer moves by G/(λn); the first bracket is the change of the Hessian, along and by the record; the rest is the
//! gradient of the other data at θ̂, with Taylor's remainder.

use super::gradient::Linear;
use crate::data::DataSet;
use crate::learn::newton::{finest_tolerance, minimize};
use crate::learn::{Loss, Objective};

/// Gradients of the logistic loss of features of length 1 differ by at most this.
const DIAMETER: f64 = 2.0;
/// The curvature of a record is at most this.
const CURVATURE: f64 = 0.25;
/// `1/(6√3)`, the largest third derivative of the logistic loss.
pub const THIRD: f64 = 0.096_225_044_864_937_63;

/// The corrected bound.
pub fn sensitivity(people: f64, regularization: f64, distance: f64) -> f64 {
    let (n, lambda) = (people, regularization);
    let hessian = THIRD * DIAMETER / (lambda * n) + CURVATURE / n;
    let remainder = THIRD * DIAMETER * DIAMETER / (2.0 * lambda * lambda * n * n);
    (distance * hessian + DIAMETER / n + remainder) * (1.0 + 16.0 * f64::EPSILON)
}

/// The bound as printed, with L = 1 and its last term, of unknown constant, left out: `2DLH/(λn) + L/n`.
pub fn printed_sensitivity(people: f64, regularization: f64, distance: f64) -> f64 {
    2.0 * distance * THIRD / (regularization * people) + 1.0 / people
}

/// How long the minimizer can be, whatever the data: `λ‖θ̂‖ < 1` by the gradient there, and `(λ/2)‖θ̂‖² ≤ log 2` by the loss
/// at 0.
pub fn longest_minimizer(regularization: f64) -> f64 {
    (1.0 / regularization).min((2.0 * std::f64::consts::LN_2 / regularization).sqrt())
}

/// The minimizer of the regularized logistic loss and its Hessian, as the sampler needs them; none if it is not found.
pub fn logistic(data: &DataSet, regularization: f64) -> Option<(Linear, Vec<f64>)> {
    let people = data.len() as f64;
    let objective =
        Objective { data, loss: Loss::LOGISTIC, regularization: regularization * people, noise: &[] };
    let found = minimize(&objective, &vec![0.0; data.dimension()], finest_tolerance(data.len())).ok()?;
    let sum = objective.hessian(&found.theta);
    let zero = crate::numeric::matrix::Symmetric::scaled_identity(data.dimension(), 0.0);
    Some((Linear::about(zero.plus(1.0 / people, &sum), &found.theta), found.theta))
}

/// The loss itself, for the excess of a model.
pub fn excess(data: &DataSet, regularization: f64, minimizer: &[f64], theta: &[f64]) -> f64 {
    let people = data.len() as f64;
    let objective =
        Objective { data, loss: Loss::LOGISTIC, regularization: regularization * people, noise: &[] };
    ((objective.value(theta) - objective.value(minimizer)) / people).max(0.0)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::numeric::matrix::norm;
    use crate::numeric::random::Random;

    fn drawn(dimension: usize, random: &mut Random) -> (Vec<f64>, f64) {
        let x = random.normals(dimension, 1.0);
        let scale = random.uniform().sqrt() / norm(&x);
        (x.into_iter().map(|x| x * scale).collect(), if random.uniform() < 0.5 { 1.0 } else { -1.0 })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        /// Random neighbours at random places of the ball: nobody moves the exponent by more than the bound.
        #[test]
        fn nobody_moves_more_than_the_sensitivity(seed in 0..1_000_000u64, people in 1usize..30, dimension in 1usize..4, log_lambda in -4.0..1.0f64) {
            let mut random = Random::new(seed);
            let lambda = log_lambda.exp();
            let mut rows: Vec<(Vec<f64>, f64)> = (0..people).map(|_| drawn(dimension, &mut random)).collect();
            let of = |rows: &[(Vec<f64>, f64)]| {
                let data = DataSet::from_rows(dimension, rows.iter().map(|(x, y)| (&x[..], *y)));
                logistic(&data, lambda).unwrap()
            };
            let one = of(&rows);
            let place = random.below(people);
            rows[place] = drawn(dimension, &mut random);
            let other = of(&rows);
            prop_assert!(norm(&one.1) <= longest_minimizer(lambda) * (1.0 + 1e-9));
            let radius = 2.0;
            let most = sensitivity(people as f64, lambda, radius + longest_minimizer(lambda));
            for _ in 0..20 {
                let theta = drawn(dimension, &mut random).0;
                let theta: Vec<f64> = theta.into_iter().map(|x| radius * x).collect();
                let moved = (one.0.gradient_norm(&theta) - other.0.gradient_norm(&theta)).abs();
                prop_assert!(moved <= most, "{moved} {most}");
            }
        }
    }

    /// Of ten thousand people, by 40-digit arithmetic.
    #[test]
    fn the_bound_of_many_people_is_known() {
        assert!((sensitivity(1e4, 0.1, 4.0) / 0.001_069_992_809_009_23 - 1.0).abs() < 1e-12);
    }

    /// The largest third derivative, by search.
    #[test]
    fn the_third_derivative_is_known() {
        let third = |u: f64| {
            let s = 1.0 / (1.0 + (-u).exp());
            s * (1.0 - s) * (1.0 - 2.0 * s)
        };
        let most = (0..200_000).map(|at| third(-10.0 + 1e-4 * f64::from(at)).abs()).fold(0.0, f64::max);
        assert!((most - THIRD).abs() < 1e-9 && (THIRD - 1.0 / (6.0 * 3f64.sqrt())).abs() < 1e-16);
    }
}
