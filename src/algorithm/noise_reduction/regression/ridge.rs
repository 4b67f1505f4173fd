//! Ridge regression, `L(θ) = (1/2n)‖y − Xθ‖² + (λ/2)‖θ‖²`, which knows its data only through `S = XᵀX/n` and `c = Xᵀy/n`.

use super::theory::Problem;
use super::trust_region::{BallPoint, BallProblem, BallSolver};
use crate::data::DataSet;
use crate::learn::Shape;
use crate::numeric::matrix::{Symmetric, dot};

/// A ridge regression and its minimizer.
#[derive(Debug, Clone, PartialEq)]
pub struct RidgeRegression {
    covariance: Symmetric,
    linear: Vec<f64>,
    people: f64,
    regularization: f64,
    hessian: Symmetric,
    minimizer: Vec<f64>,
    /// `½ mean y²`, the loss at 0; not known from S and c.
    at_zero: Option<f64>,
}

impl RidgeRegression {
    /// From statistics alone: `S = XᵀX/n`, positive semidefinite, `c = Xᵀy/n`, n and λ > 0. `None` where `S + λI` is not
    /// positive definite.
    pub fn of_statistics(
        covariance: Symmetric,
        linear: Vec<f64>,
        people: f64,
        regularization: f64,
    ) -> Option<Self> {
        let mut hessian = covariance.clone();
        hessian.add_identity(regularization);
        let minimizer = hessian.cholesky()?.solve(&linear);
        Some(Self { covariance, linear, people, regularization, hessian, minimizer, at_zero: None })
    }

    /// From data. `None` of nobody.
    pub fn of_data(data: &DataSet, regularization: f64) -> Option<Self> {
        let (people, size) = (data.len() as f64, data.dimension());
        let mut covariance = Symmetric::scaled_identity(size, 0.0);
        let mut linear = vec![0.0; size];
        let mut squares = 0.0;
        for person in data.people() {
            covariance.add_outer(people.recip(), person.features);
            for (sum, x) in linear.iter_mut().zip(person.features) {
                *sum += x * person.label / people;
            }
            squares += person.label * person.label;
        }
        let found = Self::of_statistics(covariance, linear, people, regularization)?;
        Some(Self { at_zero: Some(0.5 * squares / people), ..found })
    }

    /// What is known of it without its data.
    pub fn problem(&self) -> Problem {
        Problem {
            shape: Shape::Squared,
            people: self.people,
            dimension: self.minimizer.len() as f64,
            regularization: self.regularization,
        }
    }

    /// θ*, which no noise hides.
    pub fn minimizer(&self) -> &[f64] {
        &self.minimizer
    }

    /// `L(0) = ½ mean y²`; not known from statistics alone.
    pub fn at_zero(&self) -> Option<f64> {
        self.at_zero
    }

    /// `L(θ*) = L(0) − ½cᵀθ*`; not known from statistics alone.
    pub fn minimum(&self) -> Option<f64> {
        self.at_zero.map(|zero| zero - 0.5 * dot(&self.linear, &self.minimizer))
    }

    /// `L(θ) − L(θ*) = ½(θ − θ*)ᵀH(θ − θ*)`, `H = S + λI`: no difference of two losses, so that nothing cancels.
    pub fn excess(&self, theta: &[f64]) -> f64 {
        let away: Vec<f64> = theta.iter().zip(&self.minimizer).map(|(one, other)| one - other).collect();
        0.5 * self.form(&away)
    }

    fn form(&self, x: &[f64]) -> f64 {
        x.iter().enumerate().map(|(at, value)| value * dot(self.hessian.row(at), x)).sum()
    }

    /// The coordinates that covariance perturbation puts noise on: `p² + p`.
    pub fn statistics(&self) -> usize {
        self.minimizer.len() * (self.minimizer.len() + 1)
    }

    /// The model of `XᵀX + B` and `Xᵀy + b` (Thm 3.1): the noise holds the rows of B, then b. B need not be symmetric; only
    /// its symmetric part enters a quadratic.
    pub fn perturbed(&self, noise: &[f64], solver: BallSolver) -> BallPoint {
        let (matrix, linear) = self.noisy(noise);
        BallProblem { matrix: &matrix, linear: &linear, radius: self.problem().radius() }.solve(solver)
    }

    /// `A = S + (B + Bᵀ)/(2n) + λI` and `g = c + b/n`.
    pub fn noisy(&self, noise: &[f64]) -> (Symmetric, Vec<f64>) {
        let size = self.minimizer.len();
        let (b, rest) = noise.split_at((size * size).min(noise.len()));
        let matrix = Symmetric::from_lower(size, |i, j| {
            self.hessian.entry(i, j) + (b[i * size + j] + b[j * size + i]) / (2.0 * self.people)
        });
        let linear = self.linear.iter().zip(rest).map(|(c, b)| c + b / self.people).collect();
        (matrix, linear)
    }

    /// κ with `E[excess] ≈ κ/ε²` of covariance perturbation, to first order in the noise, that is where `nε` times the
    /// smallest eigenvalue of H is large.
    ///
    /// The minimizer moves by `H⁻¹(b − ½(B + Bᵀ)θ*)/n` and the excess is half the quadratic form of that. The noise has
    /// variance `2(4/ε)²` in every entry, so that `(16/n²ε²)` is taken of
    /// `tr H⁻¹ (1 + ½‖θ*‖²) + ½θ*ᵀH⁻¹θ*`.
    pub fn first_order(&self) -> f64 {
        let Some(factor) = self.hessian.cholesky() else { return f64::NAN };
        let size = self.minimizer.len();
        let trace: f64 = (0..size)
            .map(|at| {
                let unit: Vec<f64> = (0..size).map(|i| f64::from(u8::from(i == at))).collect();
                factor.inverse_form(&unit)
            })
            .sum();
        let square = dot(&self.minimizer, &self.minimizer);
        let along = factor.inverse_form(&self.minimizer);
        16.0 / (self.people * self.people) * (trace * (1.0 + 0.5 * square) + 0.5 * along)
    }

    /// `E[L(θ* + b) − L(θ*)] = r² tr H = r²(‖X‖_F²/n + λp)` of Laplace noise of scale r on every coordinate, exactly.
    pub fn output_risk(&self, scale: f64) -> f64 {
        let trace: f64 = (0..self.minimizer.len()).map(|at| self.hessian.entry(at, at)).sum();
        scale * scale * trace
    }

    /// What Thm A.9 prints for it: `(1/n + λ)pr²`, with one person's worth of `‖X‖_F²` in place of n.
    pub fn printed_output_risk(&self, scale: f64) -> f64 {
        (self.people.recip() + self.regularization) * self.minimizer.len() as f64 * scale * scale
    }

    /// The largest part of S along any direction, and its trace: of data with `‖x‖₁ ≤ 1` neither is above 1.
    pub fn spread(&self) -> (f64, f64) {
        let values = self.covariance.eigenvalues();
        (values.last().copied().unwrap_or(0.0), values.iter().sum())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::algorithm::noise_reduction::path::{laplace, open_uniform};
    use crate::algorithm::noise_reduction::regression::{Sensitivity, theory::STATISTICS_SENSITIVITY};
    use crate::algorithm::trial::mean;
    use crate::learn::newton::minimize;
    use crate::learn::{Loss, Objective};
    use crate::numeric::matrix::norm;
    use crate::numeric::random::Random;

    /// Row D1.
    fn eight() -> DataSet {
        const ROWS: [([f64; 2], f64); 8] = [
            ([0.5, 0.5], 0.6),
            ([-0.3, 0.6], 0.1),
            ([0.9, -0.1], 0.7),
            ([0.2, 0.7], 0.5),
            ([-0.6, -0.4], -0.8),
            ([0.1, -0.8], -0.3),
            ([0.4, 0.0], 0.2),
            ([-0.5, 0.2], -0.4),
        ];
        DataSet::from_rows(2, ROWS.iter().map(|(features, label)| (&features[..], *label)))
    }

    fn drawn(people: usize, dimension: usize, random: &mut Random) -> DataSet {
        let mut data = DataSet::new(dimension);
        for _ in 0..people {
            let x = random.normals(dimension, 1.0);
            // On the ℓ1 sphere, or at a corner of it, where one person matters most.
            let sum: f64 = x.iter().map(|x| x.abs()).sum();
            let corner = random.below(2 * dimension);
            let x: Vec<f64> = (0..dimension)
                .map(|at| match corner {
                    corner if corner < dimension => f64::from(u8::from(at == corner)),
                    _ => x[at] / sum,
                })
                .collect();
            let label = 2.0 * random.uniform() - 1.0;
            data.push(&x, if random.uniform() < 0.5 { label.signum() } else { label });
        }
        data
    }

    /// The closed form is the minimum that Newton's method finds of the same loss, and the quadratic form is the
    /// difference of the losses there.
    #[test]
    fn the_minimizer_is_that_of_the_solver() {
        let data = eight();
        let ridge = RidgeRegression::of_data(&data, 0.1).unwrap();
        let objective = Objective { data: &data, loss: Loss::SQUARED, regularization: 0.8, noise: &[] };
        let found = minimize(&objective, &[0.0; 2], 1e-12).unwrap();
        for (one, other) in ridge.minimizer().iter().zip(&found.theta) {
            assert!((one - other).abs() < 1e-13);
        }
        let least = objective.value(&found.theta) / 8.0;
        assert!((ridge.minimum().unwrap() - least).abs() < 1e-14);
        for theta in [[1.0, -2.0], [0.0, 0.0], [3.0, 3.0]] {
            let excess = objective.value(&theta) / 8.0 - least;
            assert!((ridge.excess(&theta) - excess).abs() < 1e-13, "{theta:?}");
        }
        assert_eq!(ridge.at_zero(), Some(0.1275));
    }

    /// Row D3: the noise makes the matrix indefinite; both solvers.
    #[test]
    fn an_indefinite_covariance() {
        let ridge = RidgeRegression::of_data(&eight(), 0.1).unwrap();
        let noise = [-9.0, 3.0, -1.0, 2.0, 1.0, 2.0];
        let found = ridge.perturbed(&noise, BallSolver::TrustRegion);
        assert!((found.smallest + 0.794_422_582_982).abs() < 1e-11);
        assert!((found.multiplier - 0.889_079_768_22).abs() < 1e-10);
        assert!((ridge.excess(&found.theta) - 1.141_742_506_59).abs() < 1e-10);
        let found = ridge.perturbed(&noise, BallSolver::InverseRescale);
        assert!((ridge.excess(&found.theta) - 0.155_663_097_468).abs() < 1e-11);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        /// By replacing people at random: nobody moves the statistics, the minimizer or the excess risk of a model within M
        /// further than is said, and no minimizer is longer.
        #[test]
        fn nobody_moves_more_than_the_sensitivities(seed in 0..1_000_000u64, people in 1usize..12, dimension in 1usize..5, log_lambda in -5.0..1.0f64) {
            let mut random = Random::new(seed);
            let data = drawn(people, dimension, &mut random);
            let mut other = drawn(people, dimension, &mut random);
            let place = random.below(people);
            let rows = (0..people).map(|at| if at == place { other.person(at) } else { data.person(at) });
            other = DataSet::from_rows(dimension, rows.map(|person| (person.features, person.label)).collect::<Vec<_>>());
            let [one, two] = [&data, &other].map(|data| RidgeRegression::of_data(data, log_lambda.exp()).unwrap());
            let problem = one.problem();
            let n = people as f64;
            let moved: f64 = one.covariance.plus(-1.0, &two.covariance).row(0).iter().map(|x| n * x.abs()).sum::<f64>()
                + (1..dimension).map(|at| one.covariance.plus(-1.0, &two.covariance).row(at).iter().map(|x| n * x.abs()).sum::<f64>()).sum::<f64>();
            prop_assert!(moved <= STATISTICS_SENSITIVITY * (1.0 + 1e-12), "{moved}");
            let moved: f64 = one.linear.iter().zip(&two.linear).map(|(a, b)| n * (a - b).abs()).sum();
            prop_assert!(moved <= STATISTICS_SENSITIVITY * (1.0 + 1e-12), "{moved}");
            let moved: f64 = one.minimizer.iter().zip(&two.minimizer).map(|(a, b)| (a - b).abs()).sum();
            for sensitivity in Sensitivity::ALL {
                prop_assert!(moved <= problem.minimizer_sensitivity(sensitivity) * (1.0 + 1e-12), "{moved}");
            }
            prop_assert!(norm(&one.minimizer) <= problem.radius() * (1.0 + 1e-12));
            for _ in 0..8 {
                let x = random.normals(dimension, 1.0);
                let share = problem.radius() / norm(&x);
                let theta: Vec<f64> = x.iter().map(|x| share * x).collect();
                let moved = (one.excess(&theta) - two.excess(&theta)).abs();
                prop_assert!(moved <= problem.query_sensitivity() * (1.0 + 1e-12), "{moved}");
            }
        }
    }

    /// By drawing: the exact risk of output noise, within the band of 20 000 draws, and the prediction of covariance
    /// perturbation where the noise is small. The printed bound is far below the truth where everyone has x = 1.
    #[test]
    fn risks_are_those_of_draws() {
        let data = eight();
        let ridge = RidgeRegression::of_data(&data, 0.1).unwrap();
        let mut random = Random::new(2);
        let draws = |random: &mut Random, count: usize, scale: f64| -> Vec<f64> {
            (0..count).map(|_| laplace(open_uniform(random), scale)).collect()
        };
        let scale = ridge.problem().minimizer_sensitivity(Sensitivity::Published);
        let excess: Vec<f64> = (0..20_000)
            .map(|_| {
                let noise = draws(&mut random, 2, scale);
                let theta: Vec<f64> = ridge.minimizer().iter().zip(noise).map(|(a, b)| a + b).collect();
                ridge.excess(&theta)
            })
            .collect();
        let found = mean(&excess, 0.999);
        let exact = ridge.output_risk(scale);
        assert!((found.mean - exact).abs() < found.half_width.unwrap(), "{found:?} {exact}");
        // Noise so small that the second order does not matter.
        let epsilon = 1e4;
        let excess: Vec<f64> = (0..20_000)
            .map(|_| {
                let noise = draws(&mut random, ridge.statistics(), 4.0 / epsilon);
                ridge.excess(&ridge.perturbed(&noise, BallSolver::TrustRegion).theta)
            })
            .collect();
        let found = mean(&excess, 0.999);
        let predicted = ridge.first_order() / (epsilon * epsilon);
        assert!(
            (found.mean - predicted).abs() < found.half_width.unwrap() + 1e-2 * predicted,
            "{found:?} {predicted}"
        );
        let alike = DataSet::from_rows(1, (0..1000).map(|_| (&[1.0][..], 0.5)));
        let ridge = RidgeRegression::of_data(&alike, 0.01).unwrap();
        let ratio = ridge.output_risk(1.0) / ridge.printed_output_risk(1.0);
        assert!((ratio - 91.818_181_818_181_8).abs() < 1e-9, "{ratio}");
    }
}
