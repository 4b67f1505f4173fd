//! The sparse vector technique: which queries it finds above its threshold, where it stops, what that costs.
//!
//! All lengths are measured in the sensitivity of a query. Source: Y. Zhu, dissertation, chapter 7, whose printed forms are
//! corrected where they are wrong.

pub mod bound;
pub mod budget;
pub mod course;
mod noise;
pub mod printed;
pub mod stages;
mod stops;
mod technique;

pub use noise::Noise;
pub use stops::Stops;
pub use technique::{Run, Technique};
