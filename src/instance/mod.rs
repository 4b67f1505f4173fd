//! What one person loses on one data set: per-instance losses and what of them may be published.
//!
//! Knows: a data set, a model and a person. Does not know: drawing.

pub mod gaussian;
pub mod general;
pub mod goe;
pub mod loss;
pub mod overview;
pub mod plane;
pub mod report;
#[cfg(test)]
mod report_test;
pub mod setting;
pub mod total;
pub mod trial;
pub mod worst_case;

pub use loss::{ExPost, Side, Situation};
pub use overview::{Overview, Parts};
pub use report::{Budget, Form, Noise, NoiseSource, Publication, ReportKind, Terms};
pub use setting::Setting;
pub use worst_case::WorstCase;
