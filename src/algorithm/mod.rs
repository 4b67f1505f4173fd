//! Algorithms that look at the data before they choose their noise: sparse vector, noise reduction, inverse
//! sensitivity, propose-test-release, private labels.
//!
//! Knows: how such an algorithm decides, the law of its output, what it guarantees. Does not know: drawing.
//! What they share is here: [`law`] for outputs whose law is known, and [`trial`] for what has to be drawn.

#[cfg(feature = "inverse-sensitivity")]
pub mod inverse_sensitivity;
pub mod law;
pub mod noise_reduction;
#[cfg(feature = "sparse-vector")]
pub mod sparse_vector;
pub mod trial;
