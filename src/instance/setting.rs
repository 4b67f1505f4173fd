//! Objective perturbation on one data set, ready to be run.

use super::loss::Situation;
use crate::data::DataSet;
use crate::learn::newton::{NoMinimum, finest_tolerance, minimize};
use crate::learn::{Loss, Objective, Shape};
use crate::numeric::matrix::norm;
use crate::numeric::random::Random;

/// The people, the loss, and how much noise and regularization there is.
#[derive(Debug, Clone)]
pub struct Setting {
    /// The people.
    pub data: DataSet,
    /// The loss.
    pub loss: Loss,
    /// λ.
    pub regularization: f64,
    /// σ.
    pub sigma: f64,
    /// The norm that no one's features exceed, whatever the data.
    pub radius: f64,
}

impl Setting {
    /// The minimum of `J(θ) + bᵀθ`, to rounding.
    pub fn fit(&self, noise: &[f64]) -> Result<Vec<f64>, NoMinimum> {
        let objective =
            Objective { data: &self.data, loss: self.loss, regularization: self.regularization, noise };
        let start = vec![0.0; self.data.dimension()];
        minimize(&objective, &start, self.tolerance(noise)).map(|found| found.theta)
    }

    /// Rounding of the gradient: of its sum over people, and of the noise that it balances. Under the squared
    /// loss predictions, and with them the parts of the sum, grow with the noise too.
    fn tolerance(&self, noise: &[f64]) -> f64 {
        let people = self.data.len() as f64;
        let growth = match self.loss.shape {
            Shape::Logistic => 1.0,
            Shape::Squared => 1.0 + people / self.regularization,
        };
        finest_tolerance(self.data.len()) + 1e-13 * growth * norm(noise)
    }

    /// One output of the mechanism.
    pub fn draw(&self, random: &mut Random) -> Result<Vec<f64>, NoMinimum> {
        self.fit(&random.normals(self.data.dimension(), self.sigma))
    }

    /// A model beside the data.
    pub fn situation<'a>(&'a self, theta: &'a [f64]) -> Option<Situation<'a>> {
        Situation::new(&self.data, self.loss, self.regularization, self.sigma, theta)
    }
}
