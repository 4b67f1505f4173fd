//! Accuracy first: an estimate that loses its noise level by level, a private test of when it is accurate enough, and what
//! that run really cost.

mod levels;
mod noise_path;

pub use levels::LevelsChoice;
pub use noise_path::{NoisePathAnswer, NoisePathQuestion, Sampler};
