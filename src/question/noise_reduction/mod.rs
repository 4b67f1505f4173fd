//! Accuracy first: an estimate that loses its noise level by level, a private test of when it is accurate enough, and what
//! that run really cost.

mod accuracy_first_experiment;
mod accuracy_first_fit;
mod accuracy_first_run;
mod accuracy_first_theory;
mod accuracy_first_trust_region;
mod levels;
mod noise_path;
mod noise_step;
mod profile_conclusions;
mod profile_figure;
mod profile_run;
mod profile_sweep;
mod regression;
mod regression_accuracy;
mod regression_figures;
mod regression_statistics;
mod regression_theory_figure;
mod risk_profile;
mod run_figure;
mod setting;
mod shared_coin;
mod threshold_calibration;
mod threshold_law;

pub use accuracy_first_experiment::{ExperimentAnswer, ExperimentPoint, ExperimentQuestion};
pub use accuracy_first_fit::{ExpectedRisk, FitAnswer, FitQuestion, NoisyModel, RawMinimizer};
pub use accuracy_first_run::{ReleasedModel, RunAnswer, RunQuestion};
pub use accuracy_first_theory::{
    DoublingPrices, RoundedUp, TestPrice, TheoryAnswer, TheoryEpsilon, TheoryQuestion,
};
pub use accuracy_first_trust_region::{TrustRegionAnswer, TrustRegionQuestion};
pub use levels::LevelsChoice;
pub use noise_path::{NoisePathAnswer, NoisePathQuestion, Sampler};
pub use noise_step::{NoiseStepAnswer, NoiseStepQuestion};
pub use profile_run::{ProfileRunAnswer, ProfileRunQuestion, RunTrials};
pub use profile_sweep::{ProfileSweepAnswer, ProfileSweepQuestion, SweptWay};
pub use regression::{RegressionData, RegressionSetting};
pub use regression_statistics::StatisticsSource;
pub use risk_profile::{RiskProfileAnswer, RiskProfileQuestion, TestCalibration, Way};
pub use setting::{AccuracySetting, BoundsChoice, CalibrationWord, FallbackWord, RiskChoice};
pub use shared_coin::{SharedCoinAnswer, SharedCoinQuestion};
pub use threshold_calibration::{ThresholdCalibrationAnswer, ThresholdCalibrationQuestion};
pub use threshold_law::{ThresholdLawAnswer, ThresholdLawQuestion};
