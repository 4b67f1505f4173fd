//! Newton's method with the certificate that private release needs: a gradient norm within a tolerance.

use thiserror::Error;

use super::objective::Objective;
use crate::numeric::matrix::{dot, norm};

/// Steps after which a solver gives up.
const STEPS: usize = 200;
/// Halvings of one step.
const HALVINGS: usize = 60;
/// The share of the promised descent that a step must keep (Armijo).
const KEPT: f64 = 1e-4;
/// Roundings of the gradient norm itself.
const ROUNDING: f64 = 1e-9;

/// A point whose gradient was checked.
#[derive(Debug, Clone, PartialEq)]
pub struct Minimum {
    /// θ.
    pub theta: Vec<f64>,
    /// `‖∇‖₂` there, computed from scratch.
    pub gradient_norm: f64,
    /// Steps taken.
    pub steps: usize,
}

/// No point within the tolerance was found: nothing may be released.
#[derive(Debug, Clone, Copy, PartialEq, Error)]
#[error("no point with a gradient of norm {tolerance:e} was found; the best has {gradient_norm:e}")]
pub struct NoMinimum {
    /// What was asked for.
    pub tolerance: f64,
    /// What was reached.
    pub gradient_norm: f64,
}

/// How exact a minimum of a sum over `people` people is asked to be: rounding of the sum itself.
pub fn finest_tolerance(people: usize) -> f64 {
    1e-11 * (people as f64).max(1.0)
}

/// A point with `‖∇‖₂ ≤ tolerance`, from `start`, and one more step if that is closer.
///
/// A full Newton step counts if it halves the gradient; otherwise it is halved until the objective falls
/// enough. The gradient is asked first because near the minimum the objective no longer tells a better point
/// from a worse one, and because it costs one pass over the data less.
/// A strongly convex objective has one minimum and the way to it always falls; with a clipped loss, whose
/// second derivative jumps, the same steps are semismooth Newton steps.
pub fn minimize(objective: &Objective<'_>, start: &[f64], tolerance: f64) -> Result<Minimum, NoMinimum> {
    let mut theta = start.to_vec();
    let mut gradient = objective.gradient(&theta);
    for steps in 0..STEPS {
        let gradient_norm = norm(&gradient);
        if gradient_norm * (1.0 + ROUNDING) <= tolerance {
            return Ok(polish(objective, Minimum { theta, gradient_norm, steps }));
        }
        let Some(factor) = objective.hessian(&theta).cholesky() else { break };
        let direction = factor.solve(&gradient);
        let stepped = |share: f64| -> Vec<f64> {
            theta.iter().zip(&direction).map(|(theta, step)| theta - share * step).collect()
        };
        let full = stepped(1.0);
        let new = objective.gradient(&full);
        (theta, gradient) = if norm(&new) < 0.5 * gradient_norm {
            (full, new)
        } else {
            let (value, descent) = (objective.value(&theta), dot(&gradient, &direction));
            let falls = |share: f64| objective.value(&stepped(share)) <= value - KEPT * share * descent;
            let shares = (0..HALVINGS).map(|halvings| 0.5f64.powi(halvings as i32));
            let Some(share) = shares.into_iter().find(|&share| falls(share)) else { break };
            let next = stepped(share);
            let gradient = objective.gradient(&next);
            (next, gradient)
        };
    }
    Err(NoMinimum { tolerance, gradient_norm: norm(&gradient) })
}

/// One more full step, kept if it shrinks the gradient: close to the minimum it squares the error.
fn polish(objective: &Objective<'_>, found: Minimum) -> Minimum {
    let step = |found: &Minimum| {
        let direction = objective.hessian(&found.theta).cholesky()?.solve(&objective.gradient(&found.theta));
        let theta: Vec<f64> = found.theta.iter().zip(&direction).map(|(theta, step)| theta - step).collect();
        let gradient_norm = norm(&objective.gradient(&theta));
        (gradient_norm < found.gradient_norm).then_some(Minimum {
            theta,
            gradient_norm,
            steps: found.steps + 1,
        })
    };
    step(&found).unwrap_or(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::DataSet;
    use crate::data::named;
    use crate::learn::{Loss, Shape};

    fn minimum(data: &DataSet, loss: Loss, regularization: f64, noise: &[f64]) -> (Vec<f64>, f64) {
        let objective = Objective { data, loss, regularization, noise };
        let start = vec![0.0; data.dimension()];
        let found = minimize(&objective, &start, finest_tolerance(data.len())).unwrap();
        assert!(found.gradient_norm <= finest_tolerance(data.len()) && found.steps < 40);
        let value = objective.value(&found.theta);
        (found.theta, value)
    }

    fn close(values: &[f64], expected: &[f64]) {
        for (value, expected) in values.iter().zip(expected) {
            assert!((value - expected).abs() < 1e-11 * expected.abs().max(1.0), "{value} {expected}");
        }
    }

    /// 50 directions of the circle bent into space, each of norm 1.
    fn directions50() -> DataSet {
        let mut data = DataSet::new(3);
        for at in 1..=50 {
            let i = f64::from(at);
            let v = [i.cos(), i.sin(), (2.0 * i).cos()];
            let length = norm(&v);
            let label = if i.cos() + 0.5 * (3.0 * i).sin() > 0.0 { 1.0 } else { -1.0 };
            data.push(&v.map(|x| x / length), label);
        }
        data
    }

    /// 25 digits by mpmath.
    #[test]
    fn minima_are_the_golden_ones() {
        let data = directions50();
        let noise = [0.3, -0.2, 0.5];
        let rows = [
            (
                Shape::Logistic,
                10.0,
                [
                    2.536_797_840_681_410_6,
                    -0.745_914_156_413_077_5,
                    -0.167_439_316_293_249_24,
                    18.956_708_124_008_214,
                ],
            ),
            (
                Shape::Logistic,
                0.3,
                [
                    2.527_712_729_379_727_5,
                    -0.645_647_057_788_503_8,
                    -0.229_118_197_693_061_64,
                    18.595_034_490_071_25,
                ],
            ),
            (
                Shape::Squared,
                10.0,
                [
                    1.338_099_930_016_551,
                    -0.378_577_093_199_556_5,
                    -0.052_268_637_966_867_42,
                    6.731_448_915_449_542,
                ],
            ),
            (
                Shape::Squared,
                0.4,
                [
                    1.325_334_375_055_968_8,
                    -0.281_197_538_281_978_4,
                    -0.070_437_751_414_854_2,
                    5.686_171_430_499_43,
                ],
            ),
        ];
        for (shape, clip, expected) in rows {
            let (mut found, value) = minimum(&data, Loss { shape, clip: Some(clip) }, 1.5, &noise);
            found.push(value);
            close(&found, &expected);
        }
        let (theta, value) = minimum(&named::toy6(), Loss::LOGISTIC, 1.0, &[]);
        close(&theta, &[0.969_608_309_228_851, 0.593_012_924_713_194]);
        close(&[value], &[3.168_926_967_332_901_7]);
        let (theta, _) = minimum(&named::halton200(), Loss::LOGISTIC, 1.0, &[]);
        close(&theta, &[5.594_787_633_751, -0.023_333_583_990]);
    }

    #[test]
    fn a_tolerance_below_rounding_is_an_error_that_says_so() {
        let data = directions50();
        let objective = Objective { data: &data, loss: Loss::LOGISTIC, regularization: 1.0, noise: &[] };
        let error = minimize(&objective, &[0.0; 3], 1e-40).unwrap_err();
        assert!(error.gradient_norm < 1e-12 && error.to_string().contains("1e-40"));
    }
}
