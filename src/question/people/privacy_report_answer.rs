//! What a privacy report says.

use serde::Serialize;

use crate::figure::Figure;
use crate::instance::{Form, ReportKind};
use crate::question::field::number::Number;

/// The three reports beside the truth.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PrivacyReportAnswer {
    /// The model that was drawn.
    pub model: DrawnModel,
    /// ε of the mechanism alone at the δ of the releases, rounded up.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number | \"inf\""))]
    pub mechanism: Number,
    /// By which cost of the determinant it and all totals are.
    pub form: Form,
    /// Why they are infinite, in words a person can act on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unbounded: Option<String>,
    /// One entry per kind of report.
    pub reports: Vec<Report>,
    /// The losses themselves.
    pub truth: Truth,
    /// The losses of one person over the redraws.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub history: Option<History>,
    /// The reports and the truth over people, the most exposed first. Must not be published, and says so.
    pub figure: Figure,
    /// The answer in a sentence, which compares with the truth, must not be published, and says so.
    pub sentence: String,
}

/// A model that the mechanism drew.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct DrawnModel {
    /// θ.
    pub theta: Vec<f64>,
    /// Whether it may be published, if its noise is secret.
    pub publishable: bool,
    /// Why.
    pub notice: String,
}

/// A report.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct Report {
    /// What it is made from.
    pub kind: ReportKind,
    /// Whether the function may be published that tells everyone their bound, if its noise is secret.
    pub publishable: bool,
    /// Why.
    pub notice: String,
    /// What it releases beside the model.
    pub released: Vec<Released>,
    /// The probability with which one person's bound holds, at least.
    pub stated: f64,
    /// ε of all further releases together at δ, rounded up; absent if there is no report.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub overhead: Option<f64>,
    /// ε of the model and the further releases at `total-delta`, whoever the person is, rounded up; absent if there is
    /// no report.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number | \"inf\""))]
    pub total: Option<Number>,
    /// The δ of `total`.
    pub total_delta: f64,
    /// Its numbers as printed, bounds rounded up; empty if there is no report.
    pub text: ReportText,
    /// What it tells the people of the data.
    pub members: ReportMembers,
    /// Why there is no report, in words a person can act on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unavailable: Option<String>,
    /// The least λ with which there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub needed_regularization: Option<f64>,
}

/// What a report tells the people of the data: never to be published, whatever it is made from.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct ReportMembers {
    /// Whether it may be published: never.
    pub publishable: bool,
    /// Why.
    pub notice: &'static str,
    /// The bound that it tells each member; empty if there is no report.
    pub bounds: Vec<f64>,
    /// The largest sum of a member's bound and of what the further releases cost them; absent if there is no report.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub largest_total: Option<f64>,
    /// The same as printed, rounded up.
    pub largest: String,
    /// How many bounds held over the redraws.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coverage: Option<Coverage>,
    /// `1190 of 1200, 99.17 % (91.9 to 100 % at 95 % confidence)`; empty without redraws.
    pub covered: String,
}

/// The numbers of a report as printed.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ReportText {
    /// `0.7099 at δ = 1e-6`, or `0`.
    pub overhead: String,
    /// ε and δ of everything together.
    pub total: String,
    /// `at least 85 %`.
    pub stated: String,
}

/// One further release.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Released {
    /// What is released.
    pub what: &'static str,
    /// How far one person can move it.
    pub sensitivity: f64,
    /// The standard deviation of its noise.
    pub sigma: f64,
    /// Its ε at δ.
    pub epsilon: f64,
}

/// Bounds that held.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Coverage {
    /// How many.
    pub held: usize,
    /// Of how many: redraws times people.
    pub of: usize,
    /// Their share.
    pub share: f64,
    /// Between this and `upper` lies the chance to hold at 95 % confidence, by Clopper and Pearson. Bounds of one redraw
    /// share its noise: they count as one trial that holds in part.
    pub lower: f64,
    /// The other end.
    pub upper: f64,
}

/// The losses of everyone.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Truth {
    /// Whether they may be published: never.
    pub publishable: bool,
    /// Why.
    pub notice: &'static str,
    /// The losses, in the order of the data.
    pub losses: Vec<f64>,
}

/// The losses of one person.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct History {
    /// Their place in the data.
    pub person: usize,
    /// Whether they may be published: never.
    pub publishable: bool,
    /// Why.
    pub notice: &'static str,
    /// One loss per redraw.
    pub losses: Vec<f64>,
    /// The losses over the redraws, with the worst case.
    pub figure: Figure,
}
