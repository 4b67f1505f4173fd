//! Logistic regression, `L(θ) = (1/n)Σ log(1 + e^{−yxᵀθ}) + (λ/2)‖θ‖²`, with noise on its minimizer.

use super::theory::Problem;
use crate::data::DataSet;
use crate::learn::newton::{finest_tolerance, minimize};
use crate::learn::{Loss, NoMinimum, Objective, Shape};

/// A logistic regression and its minimizer.
#[derive(Debug, Clone, PartialEq)]
pub struct LogisticRegression {
    data: DataSet,
    regularization: f64,
    minimizer: Vec<f64>,
    minimum: f64,
}

impl LogisticRegression {
    /// From data with labels −1 and 1.
    ///
    /// # Errors
    /// If the minimum is not found to rounding.
    pub fn of_data(data: DataSet, regularization: f64) -> Result<Self, NoMinimum> {
        let people = data.len() as f64;
        let objective = objective(&data, regularization);
        let found = minimize(&objective, &vec![0.0; data.dimension()], finest_tolerance(data.len()))?;
        let minimum = objective.value(&found.theta) / people;
        Ok(Self { minimizer: found.theta, minimum, regularization, data })
    }

    /// What is known of it without its data.
    pub fn problem(&self) -> Problem {
        Problem {
            shape: Shape::Logistic,
            people: self.data.len() as f64,
            dimension: self.minimizer.len() as f64,
            regularization: self.regularization,
        }
    }

    /// θ*, which no noise hides.
    pub fn minimizer(&self) -> &[f64] {
        &self.minimizer
    }

    /// `L(θ*)`.
    pub fn minimum(&self) -> f64 {
        self.minimum
    }

    /// `L(θ) − L(θ*)`.
    pub fn excess(&self, theta: &[f64]) -> f64 {
        let value = objective(&self.data, self.regularization).value(theta) / self.data.len() as f64;
        (value - self.minimum).max(0.0)
    }
}

/// n times the loss, which is how [`Objective`] counts.
fn objective(data: &DataSet, regularization: f64) -> Objective<'_> {
    let regularization = regularization * data.len() as f64;
    Objective { data, loss: Loss::LOGISTIC, regularization, noise: &[] }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::algorithm::noise_reduction::path::{laplace, open_uniform};
    use crate::algorithm::noise_reduction::regression::{Sensitivity, Theorem};
    use crate::algorithm::trial::mean;
    use crate::numeric::matrix::norm;
    use crate::numeric::random::Random;

    fn drawn(people: usize, dimension: usize, random: &mut Random) -> Vec<(Vec<f64>, f64)> {
        (0..people)
            .map(|_| {
                let x = random.normals(dimension, 1.0);
                let sum: f64 = x.iter().map(|x| x.abs()).sum();
                let label = if random.uniform() < 0.5 { 1.0 } else { -1.0 };
                (x.iter().map(|x| x / sum).collect(), label)
            })
            .collect()
    }

    fn fitted(dimension: usize, rows: &[(Vec<f64>, f64)], regularization: f64) -> LogisticRegression {
        let data = DataSet::from_rows(dimension, rows.iter().map(|(x, y)| (&x[..], *y)));
        LogisticRegression::of_data(data, regularization).unwrap()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(150))]

        /// By replacing people at random: nobody moves the minimizer or the excess risk further than is said.
        #[test]
        fn nobody_moves_more_than_the_sensitivities(seed in 0..1_000_000u64, people in 1usize..12, dimension in 1usize..5, log_lambda in -5.0..1.0f64) {
            let mut random = Random::new(seed);
            let mut rows = drawn(people, dimension, &mut random);
            let one = fitted(dimension, &rows, log_lambda.exp());
            let place = random.below(people);
            rows[place] = drawn(1, dimension, &mut random).remove(0);
            let two = fitted(dimension, &rows, log_lambda.exp());
            let problem = one.problem();
            let moved: f64 = one.minimizer.iter().zip(&two.minimizer).map(|(a, b)| (a - b).abs()).sum();
            prop_assert!(moved <= problem.minimizer_sensitivity(Sensitivity::Published) + 1e-9, "{moved}");
            prop_assert!(norm(&one.minimizer) <= problem.radius() * (1.0 + 1e-12));
            for _ in 0..8 {
                let x = random.normals(dimension, 1.0);
                let share = problem.radius() / norm(&x);
                let theta: Vec<f64> = x.iter().map(|x| share * x).collect();
                let moved = (one.excess(&theta) - two.excess(&theta)).abs();
                prop_assert!(moved <= problem.query_sensitivity() + 1e-9, "{moved}");
            }
        }
    }

    /// By drawing: the mean excess of output noise is within Thm 3.3.
    #[test]
    fn the_risk_is_within_the_theorem() {
        let mut random = Random::new(8);
        let rows = drawn(60, 3, &mut random);
        let model = fitted(3, &rows, 0.05);
        for epsilon in [0.5, 2.0, 10.0] {
            let scale = model.problem().minimizer_sensitivity(Sensitivity::Published) / epsilon;
            let excess: Vec<f64> = (0..4000)
                .map(|_| {
                    let noisy =
                        model.minimizer().iter().map(|x| x + laplace(open_uniform(&mut random), scale));
                    model.excess(&noisy.collect::<Vec<f64>>())
                })
                .collect();
            let found = mean(&excess, 0.999);
            let bound = model.problem().risk(Theorem::Output, Sensitivity::Published, epsilon).unwrap();
            assert!(found.mean + found.half_width.unwrap() < bound, "{found:?} {bound}");
        }
    }
}
