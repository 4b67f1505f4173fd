//! Private regression that pays for the accuracy it needs: ridge regression from a noisy covariance or with noise on its
//! minimizer, logistic regression with noise on its minimizer, and what theory asks of them.

pub mod experiment;
pub mod logistic;
pub mod ridge;
pub mod task;
pub mod theory;
pub mod trust_region;

pub use logistic::LogisticRegression;
pub use ridge::RidgeRegression;
pub use task::{Perturbation, Task};
pub use theory::{Problem, Sensitivity, Theorem};
pub use trust_region::{BallPoint, BallProblem, BallSolver};
