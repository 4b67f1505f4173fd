//! Gradient descent, plain and accelerated.

use super::newton::{Minimum, NoMinimum};
use super::objective::Objective;
use super::solver::{moved, within};
use crate::numeric::matrix::norm;

/// Steps after which it gives up.
const STEPS: usize = 200_000;

/// A point with `‖∇‖₂ ≤ tolerance` by steps of `1/Λ` against the gradient, `Λ = nβ + λ` the largest curvature; with
/// momentum `(√Λ − √λ)/(√Λ + √λ)` where accelerated (Nesterov).
pub fn minimize(
    objective: &Objective<'_>,
    start: &[f64],
    tolerance: f64,
    accelerated: bool,
) -> Result<Minimum, NoMinimum> {
    let steepest = objective.steepest_curvature();
    let (root, flat) = (steepest.sqrt(), objective.regularization.sqrt());
    let momentum = if accelerated { (root - flat) / (root + flat) } else { 0.0 };
    let (mut theta, mut ahead) = (start.to_vec(), start.to_vec());
    let mut gradient_norm = f64::INFINITY;
    for steps in 0..STEPS {
        let gradient = objective.gradient(&ahead);
        gradient_norm = norm(&gradient);
        if within(gradient_norm, tolerance) {
            return Ok(Minimum { theta: ahead, gradient_norm, steps });
        }
        let next = moved(&ahead, &gradient, -steepest.recip());
        ahead = next.iter().zip(&theta).map(|(new, old)| new + momentum * (new - old)).collect();
        theta = next;
    }
    Err(NoMinimum { tolerance, gradient_norm })
}

/// Steps of plain descent that bring the gradient from a distance R below γ:
/// `ln(Λ²R²/γ²)/−ln(1 − λ/Λ)`, and the looser `(2nβ/λ) ln(Λ²R²/γ²)` of the publication. Who starts within takes none.
pub fn iterations(
    people: f64,
    smoothness: f64,
    regularization: f64,
    distance: f64,
    tolerance: f64,
) -> (f64, f64) {
    let steepest = people * smoothness + regularization;
    let decades = (2.0 * (steepest * distance / tolerance).ln()).max(0.0);
    let rate = -(-regularization / steepest).ln_1p();
    (decades / rate, 2.0 * people * smoothness / regularization * decades)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Row Q03 of the reference table.
    #[test]
    fn the_iterations_are_those_of_the_theorem() {
        let (exact, bound) = iterations(1000.0, 1.0, 20.0, 2.0, 0.01);
        assert!((exact / 1_234.773_052_077_281_4 - 1.0).abs() < 1e-12);
        assert!((bound / 2_445.175_054_565_271 - 1.0).abs() < 1e-12);
    }
}
