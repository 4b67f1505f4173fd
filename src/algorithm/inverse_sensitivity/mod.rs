//! Inverse sensitivity: a mechanism that answers t with density `∝ e^{−(ε/2) len(x; t)}`, where the path length `len(x; t)` is
//! how many people must change for the statistic to be t (Asi and Duchi, *Instance-optimality in differential privacy via
//! approximate inverse sensitivity mechanisms*, 2020), with its relatives.
//!
//! Neighbours replace one record of n, which is public; every guarantee is pure unless it says otherwise.

pub mod gradient;
pub mod hessian;
pub mod pca;
pub mod shell;
