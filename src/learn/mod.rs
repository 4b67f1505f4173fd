//! Training on private data: losses, solvers, data sets, training algorithms.
//!
//! Knows: how a model is fitted. Does not know: accounting.

pub mod data;
pub mod loss;
pub mod newton;
pub mod objective;

pub use data::DataSet;
pub use loss::{Local, Loss, Shape};
pub use newton::{Minimum, NoMinimum};
pub use objective::Objective;
