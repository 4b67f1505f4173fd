//! Training on private data: losses, solvers, training algorithms.
//!
//! Knows: how a model is fitted and, in [`experiment`], which noise a promise takes. Does not know: how a promise is
//! accounted for.

pub mod approximate_minimum;

pub mod experiment;
pub mod gradient;
pub mod lbfgs;
pub mod loss;
mod measure;
pub mod newton;
pub mod noisy_gradient;
pub mod objective;
pub mod risk;
pub mod sag;
pub mod solver;

pub use approximate_minimum::{ApproximateMinimumPerturbation, Trained};
pub use loss::{Local, Loss, Shape};
pub use measure::Measure;
pub use newton::{Minimum, NoMinimum};
pub use noisy_gradient::NoisyGradientDescent;
pub use objective::Objective;
pub use solver::Solver;
