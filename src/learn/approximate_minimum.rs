//! Approximate minimum perturbation with clipped gradients (Iyengar et al. 2019; Redberg, Koskela and Wang 2023,
//! Alg. 1).

use super::Loss;
use super::newton::NoMinimum;
use super::objective::Objective;
use super::solver::Solver;
use crate::data::DataSet;
use crate::numeric::random::Random;

/// What is minimized, how far, and with how much noise.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ApproximateMinimumPerturbation {
    /// The loss, its gradients bounded by clipping or by their shape.
    pub loss: Loss,
    /// λ.
    pub regularization: f64,
    /// σ of the random linear term.
    pub sigma: f64,
    /// τ, the largest gradient norm at which to stop.
    pub tolerance: f64,
    /// σ_out, the noise on the output.
    pub output_noise: f64,
    /// How the minimum is approached.
    pub solver: Solver,
}

/// A release.
#[derive(Debug, Clone, PartialEq)]
pub struct Trained {
    /// θ, with the noise on the output.
    pub theta: Vec<f64>,
    /// `‖∇‖₂` before that noise; it must not be published.
    pub gradient_norm: f64,
    /// Steps of the solver.
    pub steps: usize,
}

impl ApproximateMinimumPerturbation {
    /// Draws b, minimizes `Σ ℓ + λ/2 ‖θ‖² + bᵀθ` until the gradient norm is within τ, and adds noise. One draw of b
    /// serves whatever the solver does; a failed search releases nothing.
    pub fn train(&self, data: &DataSet, random: &mut Random) -> Result<Trained, NoMinimum> {
        let noise = random.normals(data.dimension(), self.sigma);
        let objective =
            Objective { data, loss: self.loss, regularization: self.regularization, noise: &noise };
        let found = self.solver.minimize(&objective, self.tolerance, random)?;
        let theta = found.theta.iter().map(|value| value + self.output_noise * random.normal()).collect();
        Ok(Trained { theta, gradient_norm: found.gradient_norm, steps: found.steps })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{Generator, generate};
    use crate::learn::{Measure, Shape};

    /// A linear objective has θ = −b/λ: over many draws the release has the deviation `√(σ²/λ² + σ_out²)`.
    #[test]
    fn the_noise_is_the_one_that_is_accounted() {
        let data = DataSet::new(2);
        let trainer = ApproximateMinimumPerturbation {
            loss: Loss { shape: Shape::Logistic, clip: None },
            regularization: 4.0,
            sigma: 2.0,
            tolerance: 1e-9,
            output_noise: 0.3,
            solver: Solver::Newton,
        };
        let mut random = Random::new(7);
        let draws: Vec<f64> =
            (0..4000).flat_map(|_| trainer.train(&data, &mut random).unwrap().theta).collect();
        let variance = draws.iter().map(|value| value * value).sum::<f64>() / draws.len() as f64;
        // 8000 squares: one deviation of the mean is 1.6 %.
        assert!((variance / (0.25 + 0.09) - 1.0).abs() < 0.06, "{variance}");
    }

    #[test]
    fn a_seed_gives_one_model_and_every_gradient_is_certified() {
        let data = generate(Generator::MarginBlobs, 400, 2, 3).with_intercept();
        for solver in Solver::ALL {
            let trainer = ApproximateMinimumPerturbation {
                loss: Loss { shape: Shape::Logistic, clip: Some(0.5) },
                regularization: 5.0,
                sigma: 3.0,
                tolerance: 0.01,
                output_noise: 0.01,
                solver,
            };
            let [one, same] = [5, 5].map(|seed| trainer.train(&data, &mut Random::new(seed)).unwrap());
            assert_eq!(one, same);
            assert!(one.gradient_norm <= 0.01, "{solver:?}");
            assert!(Measure::Classified.share(&data, &one.theta) > 0.9, "{solver:?}");
        }
    }
}
