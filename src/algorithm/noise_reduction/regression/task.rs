//! A regression with the noise that makes it private: what the noise is put on, and how a model follows.

use super::logistic::LogisticRegression;
use super::ridge::RidgeRegression;
use super::theory::{Problem, STATISTICS_SENSITIVITY, Sensitivity, Theorem};
use super::trust_region::BallSolver;
use crate::learn::Shape;
use crate::numeric::matrix::norm;

/// What is learned.
#[derive(Debug, Clone, PartialEq)]
pub enum Regression {
    /// Ridge regression.
    Ridge(RidgeRegression),
    /// Logistic regression.
    Logistic(LogisticRegression),
}

/// Where the noise goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Perturbation {
    /// On `XᵀX` and `Xᵀy` of ridge regression; the model is made from these by a solver.
    Covariance(BallSolver),
    /// On the minimizer, whose sensitivity is bounded in one way or another.
    Output(Sensitivity),
}

/// A regression that is to be private.
#[derive(Debug, Clone, PartialEq)]
pub struct Task {
    regression: Regression,
    perturbation: Perturbation,
}

impl Task {
    /// `None` where noise is to go on the covariance of what is no ridge regression.
    pub fn new(regression: Regression, perturbation: Perturbation) -> Option<Self> {
        let fits =
            matches!(regression, Regression::Ridge(_)) || matches!(perturbation, Perturbation::Output(_));
        fits.then_some(Self { regression, perturbation })
    }

    /// What is known without the data.
    pub fn problem(&self) -> Problem {
        match &self.regression {
            Regression::Ridge(ridge) => ridge.problem(),
            Regression::Logistic(logistic) => logistic.problem(),
        }
    }

    /// θ*, which no noise hides.
    pub fn minimizer(&self) -> &[f64] {
        match &self.regression {
            Regression::Ridge(ridge) => ridge.minimizer(),
            Regression::Logistic(logistic) => logistic.minimizer(),
        }
    }

    /// `L(θ*)`, if the data are known and not only their statistics.
    pub fn minimum(&self) -> Option<f64> {
        match &self.regression {
            Regression::Ridge(ridge) => ridge.minimum(),
            Regression::Logistic(logistic) => Some(logistic.minimum()),
        }
    }

    /// `L(θ) − L(θ*)`.
    pub fn excess(&self, theta: &[f64]) -> f64 {
        match &self.regression {
            Regression::Ridge(ridge) => ridge.excess(theta),
            Regression::Logistic(logistic) => logistic.excess(theta),
        }
    }

    /// How many numbers get noise.
    pub fn coordinates(&self) -> usize {
        match (&self.regression, self.perturbation) {
            (Regression::Ridge(ridge), Perturbation::Covariance(_)) => ridge.statistics(),
            _ => self.minimizer().len(),
        }
    }

    /// How far one person moves them in ℓ1 together: the noise of a level ε has this over ε as its scale. Of the covariance
    /// it is that of `XᵀX` and `Xᵀy` together, which is what half of ε for each of them comes to.
    pub fn sensitivity(&self) -> f64 {
        match self.perturbation {
            Perturbation::Covariance(_) => 2.0 * STATISTICS_SENSITIVITY,
            Perturbation::Output(sensitivity) => self.problem().minimizer_sensitivity(sensitivity),
        }
    }

    /// The theorem that says how much ε an accuracy takes without a test.
    pub fn theorem(&self) -> (Theorem, Sensitivity) {
        match self.perturbation {
            Perturbation::Covariance(_) => (Theorem::Covariance, Sensitivity::Published),
            Perturbation::Output(sensitivity) => (Theorem::Output, sensitivity),
        }
    }

    /// The ε that it asks for at excess risk α.
    pub fn theory(&self, alpha: f64) -> f64 {
        let (theorem, sensitivity) = self.theorem();
        self.problem().epsilon(theorem, sensitivity, alpha).unwrap_or(f64::NAN)
    }

    /// The model with this noise, within the ball of radius M, as a test of its risk needs it: Algorithm 5 shortens what is
    /// **longer** than M; printed is what is not.
    pub fn model(&self, noise: &[f64]) -> Vec<f64> {
        let mut theta = self.noisy(noise);
        if let Perturbation::Output(_) = self.perturbation {
            let (length, radius) = (norm(&theta), self.problem().radius());
            if length > radius {
                theta.iter_mut().for_each(|value| *value *= radius / length);
            }
        }
        theta
    }

    /// The model with this noise as the theorems about risk have it: a noisy minimizer is not shortened.
    pub fn noisy(&self, noise: &[f64]) -> Vec<f64> {
        match (&self.regression, self.perturbation) {
            (Regression::Ridge(ridge), Perturbation::Covariance(solver)) => {
                ridge.perturbed(noise, solver).theta
            }
            _ => self.minimizer().iter().zip(noise).map(|(theta, noise)| theta + noise).collect(),
        }
    }

    /// The loss.
    pub fn shape(&self) -> Shape {
        self.problem().shape
    }
}
