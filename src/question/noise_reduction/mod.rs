//! Accuracy first: an estimate that loses its noise level by level, a private test of when it is accurate enough, and what
//! that run really cost.

mod levels;
mod noise_path;
mod noise_step;
mod profile_conclusions;
mod profile_figure;
mod risk_profile;
mod setting;
mod shared_coin;
mod threshold_calibration;
mod threshold_law;

pub use levels::LevelsChoice;
pub use noise_path::{NoisePathAnswer, NoisePathQuestion, Sampler};
pub use noise_step::{NoiseStepAnswer, NoiseStepQuestion};
pub use risk_profile::{RiskProfileAnswer, RiskProfileQuestion, TestCalibration, Way};
pub use setting::{AccuracySetting, BoundsChoice, CalibrationWord, FallbackWord, RiskChoice};
pub use shared_coin::{SharedCoinAnswer, SharedCoinQuestion};
pub use threshold_calibration::{ThresholdCalibrationAnswer, ThresholdCalibrationQuestion};
pub use threshold_law::{ThresholdLawAnswer, ThresholdLawQuestion};
