//! Stochastic average gradient: one person a step (Schmidt, Le Roux and Bach 2017).

use super::newton::{Minimum, NoMinimum};
use super::objective::Objective;
use super::solver::within;
use crate::numeric::matrix::norm;
use crate::numeric::random::Random;

/// Passes over the data after which it gives up.
const PASSES: usize = 2_000;

/// A point with `‖∇‖₂ ≤ tolerance`: each step renews the slope of one person drawn at random, and every n steps the
/// whole gradient is computed from scratch, so that the certificate does not rest on the method.
///
/// One number a person is kept, the slope `f′`, since a gradient is `f′x`; regularizer and noise are exact. The step
/// is `1/(16(β + λ/n))` of the mean objective.
pub fn minimize(
    objective: &Objective<'_>,
    start: &[f64],
    tolerance: f64,
    random: &mut Random,
) -> Result<Minimum, NoMinimum> {
    let people = objective.data.len();
    let count = (people as f64).max(1.0);
    let curvature = objective.loss.smoothness(objective.data.radius());
    let step = (16.0 * (curvature + objective.regularization / count)).recip();
    let shrink = objective.regularization / count;
    let mut theta = start.to_vec();
    let mut slopes = vec![0.0; people];
    let mut sum: Vec<f64> =
        (0..theta.len()).map(|at| objective.noise.get(at).copied().unwrap_or(0.0)).collect();
    let mut gradient_norm = norm(&objective.gradient(&theta));
    for pass in 0..PASSES {
        if within(gradient_norm, tolerance) {
            return Ok(Minimum { theta, gradient_norm, steps: pass * people });
        }
        for _ in 0..people {
            let at = random.below(people);
            let person = objective.data.person(at);
            let slope = objective.loss.at(person.predict(&theta), person.label, person.norm).slope;
            let change = slope - slopes[at];
            slopes[at] = slope;
            for ((entry, sum), x) in theta.iter_mut().zip(&mut sum).zip(person.features) {
                *sum += change * x;
                *entry -= step * (*sum / count + shrink * *entry);
            }
        }
        gradient_norm = norm(&objective.gradient(&theta));
    }
    Err(NoMinimum { tolerance, gradient_norm })
}

/// Steps after which the gradient is below γ but with probability `failure`, from an excess `gap` and a distance
/// R: `ln(2Λ²C₀/(λγ²p))/−ln(1 − min{λ/16Λ, 1/8n})`, `C₀ = (3n/2) gap + 4ΛR²`; none if it is below at the start. (The
/// publication lacks the 2.)
pub fn iterations(
    people: f64,
    smoothness: f64,
    regularization: f64,
    gap: f64,
    distance: f64,
    tolerance: f64,
    failure: f64,
) -> f64 {
    let steepest = people * smoothness + regularization;
    let rate = (regularization / (16.0 * steepest)).min(0.125 / people);
    let start = 1.5 * people * gap + 4.0 * steepest * distance * distance;
    let reach = 2.0 * steepest * steepest * start / (regularization * tolerance * tolerance * failure);
    (reach.ln() / -(-rate).ln_1p()).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Row Q04 of the reference table.
    #[test]
    fn the_iterations_are_those_of_the_corrected_theorem() {
        let found = iterations(1000.0, 1.0, 20.0, 100.0, 2.0, 0.01, 0.01);
        assert!((found / 299_098.986_355_869_5 - 1.0).abs() < 1e-12);
    }
}
