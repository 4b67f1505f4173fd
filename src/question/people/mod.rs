//! What one person loses to what was published, and what may be told of it.

pub(crate) mod ex_post;
mod ex_post_model;
mod instance_figure;
pub(crate) mod instance_map;
mod instance_people;
mod model;
pub(crate) mod privacy_report;
mod privacy_report_answer;
mod privacy_report_figure;
mod reporting;

pub use ex_post::{ExPostAnswer, ExPostQuestion, Part, PersonGuarantee};
pub use ex_post_model::{AtPerson, OutputModel, Who};
pub use instance_map::{
    Chosen, InstanceMapAnswer, InstanceMapQuestion, Show, Shown, ShownModel, ShownPerson, ShownWorstCase,
    WorstHere,
};
pub use model::{MechanismBudget, ModelSource, Training};
pub use privacy_report::PrivacyReportQuestion;
pub use privacy_report_answer::{
    Coverage, DrawnModel, History, PrivacyReportAnswer, Released, Report, ReportMembers, ReportText, Truth,
};
pub use reporting::Reporting;
