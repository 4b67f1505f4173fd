//! What objective perturbation minimizes: `J(θ) + bᵀθ`, `J(θ) = Σ ℓ(θ; zᵢ) + (λ/2)‖θ‖²`.

use super::loss::Loss;
use crate::data::DataSet;
use crate::numeric::matrix::{Symmetric, dot};

/// The objective on one data set. The loss is summed, not averaged.
#[derive(Debug, Clone, Copy)]
pub struct Objective<'a> {
    /// The people.
    pub data: &'a DataSet,
    /// The loss of each.
    pub loss: Loss,
    /// λ > 0, which makes the minimum unique.
    pub regularization: f64,
    /// b, one number per feature; empty for none.
    pub noise: &'a [f64],
}

impl Objective<'_> {
    /// `Λ = Σ sup f″ ‖x‖² + λ`, at least every curvature of the objective.
    pub fn steepest_curvature(&self) -> f64 {
        let squares: f64 = self.data.people().map(|person| person.norm * person.norm).sum();
        self.loss.steepest_curvature() * squares + self.regularization
    }

    /// `J(θ) + bᵀθ`.
    pub fn value(&self, theta: &[f64]) -> f64 {
        let losses = self
            .data
            .people()
            .map(|person| self.loss.at(person.predict(theta), person.label, person.norm).value);
        losses.sum::<f64>() + 0.5 * self.regularization * dot(theta, theta) + dot(self.noise, theta)
    }

    /// `∇J(θ) + b`.
    pub fn gradient(&self, theta: &[f64]) -> Vec<f64> {
        let mut gradient: Vec<f64> = theta.iter().map(|value| self.regularization * value).collect();
        for (entry, noise) in gradient.iter_mut().zip(self.noise) {
            *entry += noise;
        }
        for person in self.data.people() {
            let slope = self.loss.at(person.predict(theta), person.label, person.norm).slope;
            for (entry, x) in gradient.iter_mut().zip(person.features) {
                *entry += slope * x;
            }
        }
        gradient
    }

    /// `∇²J(θ) = Σ f″ x xᵀ + λI`, positive definite.
    pub fn hessian(&self, theta: &[f64]) -> Symmetric {
        let mut hessian = Symmetric::scaled_identity(theta.len(), self.regularization);
        for person in self.data.people() {
            let curvature = self.loss.at(person.predict(theta), person.label, person.norm).curvature;
            if curvature > 0.0 {
                hessian.add_outer(curvature, person.features);
            }
        }
        hessian
    }
}
