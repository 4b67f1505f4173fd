//! Inverse sensitivity: a mechanism that answers t with density `∝ e^{−(ε/2) len(x; t)}`, where the path length `len(x; t)` is
//! how many people must change for the statistic to be t (Asi and Duchi, *Instance-optimality in differential privacy via
//! approximate inverse sensitivity mechanisms*, 2020), with its relatives.
//!
//! Neighbours replace one record of n, which is public; every guarantee is pure unless it says otherwise.

pub mod audit;
pub mod bounds;
pub mod gradient;
pub mod hessian;
pub mod instance;
pub mod mechanism;
pub mod noise;
pub mod output;
pub mod pca;
pub mod sensitivity;
pub mod shell;
pub mod stairs;
#[cfg(test)]
mod tests;

pub use instance::{Instance, NoInstance, Statistic, Universe};
pub use mechanism::{Mechanism, Parameters};
pub use output::{Errors, Output};
pub use sensitivity::Sensitivities;
pub use stairs::Stairs;
