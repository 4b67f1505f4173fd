//! L-BFGS: Newton's direction from the last few changes of the gradient (Liu and Nocedal 1989).

use std::collections::VecDeque;

use super::newton::{Minimum, NoMinimum};
use super::objective::Objective;
use super::solver::{moved, within};
use crate::numeric::matrix::{dot, norm};

/// Changes that are remembered.
const MEMORY: usize = 10;
/// Steps after which it gives up.
const STEPS: usize = 2_000;
/// Halvings and doublings of one step.
const TRIES: usize = 60;
/// The share of the promised descent that a step must keep.
const KEPT: f64 = 1e-4;
/// The share of the slope that may be left at the end of a step (Wolfe).
const LEFT: f64 = 0.9;

/// One step and the change of the gradient over it.
struct Change {
    step: Vec<f64>,
    gradient: Vec<f64>,
    /// `1/sᵀy`, positive on a convex objective.
    weight: f64,
}

/// A point with `‖∇‖₂ ≤ tolerance`, from `start`.
///
/// Along each direction a step is doubled or halved until the objective falls enough and its slope has flattened
/// (weak Wolfe conditions): on a convex objective every remembered change then has `sᵀy > 0`, and the directions
/// point down.
pub fn minimize(objective: &Objective<'_>, start: &[f64], tolerance: f64) -> Result<Minimum, NoMinimum> {
    let mut theta = start.to_vec();
    let mut gradient = objective.gradient(&theta);
    let mut memory: VecDeque<Change> = VecDeque::new();
    for steps in 0..STEPS {
        let gradient_norm = norm(&gradient);
        if within(gradient_norm, tolerance) {
            return Ok(Minimum { theta, gradient_norm, steps });
        }
        let direction = direction(&memory, &gradient);
        let Some((next, new)) = search(objective, &theta, &gradient, &direction, memory.is_empty()) else {
            break;
        };
        let step: Vec<f64> = next.iter().zip(&theta).map(|(new, old)| new - old).collect();
        let change: Vec<f64> = new.iter().zip(&gradient).map(|(new, old)| new - old).collect();
        let product = dot(&step, &change);
        if product > 0.0 {
            memory.push_back(Change { weight: product.recip(), step, gradient: change });
            if memory.len() > MEMORY {
                memory.pop_front();
            }
        }
        (theta, gradient) = (next, new);
    }
    Err(NoMinimum { tolerance, gradient_norm: norm(&gradient) })
}

/// `−H∇` by the two loops over the remembered changes.
fn direction(memory: &VecDeque<Change>, gradient: &[f64]) -> Vec<f64> {
    let mut direction: Vec<f64> = gradient.iter().map(|value| -value).collect();
    let mut shares = Vec::with_capacity(memory.len());
    for change in memory.iter().rev() {
        let share = change.weight * dot(&change.step, &direction);
        direction = moved(&direction, &change.gradient, -share);
        shares.push(share);
    }
    if let Some(last) = memory.back() {
        let scale = (last.weight * dot(&last.gradient, &last.gradient)).recip();
        direction.iter_mut().for_each(|value| *value *= scale);
    }
    for (change, share) in memory.iter().zip(shares.into_iter().rev()) {
        let back = change.weight * dot(&change.gradient, &direction);
        direction = moved(&direction, &change.step, share - back);
    }
    direction
}

/// A point along the direction that meets both conditions, with its gradient.
fn search(
    objective: &Objective<'_>,
    theta: &[f64],
    gradient: &[f64],
    direction: &[f64],
    first: bool,
) -> Option<(Vec<f64>, Vec<f64>)> {
    let (value, slope) = (objective.value(theta), dot(gradient, direction));
    let (mut low, mut high) = (0.0, f64::INFINITY);
    let mut share = if first { norm(direction).max(1.0).recip() } else { 1.0 };
    let mut best = None;
    for _ in 0..TRIES {
        let next = moved(theta, direction, share);
        let new = objective.gradient(&next);
        // Close to the minimum the objective is flat to rounding; a smaller gradient then tells.
        let falls =
            objective.value(&next) <= value + KEPT * share * slope || norm(&new) < 0.5 * norm(gradient);
        let flat = dot(&new, direction) >= LEFT * slope;
        if !falls {
            high = share;
        } else if flat {
            return Some((next, new));
        } else {
            low = share;
            best = Some((next, new));
        }
        share = if high.is_finite() { 0.5 * (low + high) } else { 2.0 * share };
    }
    best
}
