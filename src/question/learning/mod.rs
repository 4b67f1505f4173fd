//! Models trained in private: objective perturbation by every bound, its calibration, tuning, and how well models do.

pub(crate) mod calibration;
mod calibration_figure;
mod comparison;
mod expectation;
pub(crate) mod objective;
mod objective_bounds;
mod objective_conclusions;
mod objective_figure;
pub(crate) mod several;
pub(crate) mod train;
mod training;
mod training_figure;
pub(crate) mod tune;

pub use calibration::{CalibrateAnswer, CalibrateQuestion, Calibrated, LeastRisk, StatedSetting};
pub use expectation::{Effort, EffortQuestion, Risk, RiskQuestion};
pub use objective::{NearMinimum, ObjectiveAnswer, ObjectiveQuestion, Setting, Steps};
pub use objective_bounds::{ObjectiveBound, Role, Turn};
pub use objective_conclusions::Stated;
pub use several::{ModelsPoint, SeveralAnswer, SeveralQuestion, SeveralView};
pub use train::{TrainAnswer, TrainMethod, TrainQuestion, TrainedPoint};
pub use tune::{RunsLaw, TuneAnswer, TuneQuestion, TunedEpsilon};
