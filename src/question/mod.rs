//! What a person asks, and the one door through which it is answered.
//!
//! Knows: the shape of every question, what is allowed in each field, and which room answers. Does
//! not know: how anything is computed. Page, command line, tests and benchmarks all call [`ask`]
//! (or [`ask_json`]) with the same plain data.

mod amplify;
mod attack;
mod bounded;
#[cfg(feature = "learn")]
mod calibration;
mod composition;
mod condition;
mod curve;
mod curve_series;
mod describe;
#[cfg(feature = "learn")]
mod ex_post;
#[cfg(feature = "learn")]
mod ex_post_model;
#[cfg(feature = "learn")]
mod expectation;
mod grid;
#[cfg(feature = "learn")]
mod instance_map;
#[cfg(feature = "learn")]
mod instance_picture;
#[cfg(feature = "learn")]
mod instance_seen;
#[cfg(feature = "learn")]
mod model;
mod number;
#[cfg(feature = "learn")]
mod objective;
#[cfg(feature = "learn")]
mod objective_bounds;
#[cfg(feature = "learn")]
mod objective_picture;
#[cfg(feature = "learn")]
mod objective_turn;
#[cfg(feature = "learn")]
mod people;
mod picture;
mod plan;
#[cfg(feature = "learn")]
mod privacy_report;
#[cfg(feature = "learn")]
mod privacy_report_picture;
mod profile_window;
mod read;
mod refusal;
mod release;
#[cfg(feature = "learn")]
mod reporting;
mod search;
#[cfg(feature = "learn")]
mod secrecy;
mod solve;
#[cfg(feature = "learn")]
mod train;
#[cfg(feature = "learn")]
mod training;
#[cfg(feature = "learn")]
mod training_picture;
#[cfg(feature = "learn")]
mod tune;

use serde::Serialize;
use serde_json::Value;

pub use amplify::{AmplifiedCurve, AmplifyAnswer, AmplifyQuestion, Growth};
pub use attack::{Attack, AttackAnswer, AttackQuestion, Belief, MembershipTest};
#[cfg(feature = "learn")]
pub use calibration::{CalibrateAnswer, CalibrateQuestion, Calibrated, LeastRisk};
pub use condition::poisson_pairs;
pub use curve::{CurveAnswer, CurveQuestion, NoCurve, View};
pub use curve_series::CurveSeries;
pub use describe::{DescribeAnswer, DescribedMechanism, Relation, Word};
#[cfg(feature = "learn")]
pub use ex_post::{ExPostAnswer, ExPostQuestion, Part, PersonGuarantee};
#[cfg(feature = "learn")]
pub use ex_post_model::{AtPerson, OutputModel, Who};
#[cfg(feature = "learn")]
pub use expectation::{Effort, EffortQuestion, Risk, RiskQuestion};
pub use grid::Grid;
#[cfg(feature = "learn")]
pub use instance_map::{
    Chosen, InstanceMapAnswer, InstanceMapQuestion, Show, Shown, ShownModel, ShownPerson, ShownWorstCase,
    WorstHere,
};
#[cfg(feature = "learn")]
pub use model::{MechanismBudget, ModelSource, Training};
pub use number::{Enclosure, Number};
#[cfg(feature = "learn")]
pub use objective::{NearMinimum, ObjectiveAnswer, ObjectiveQuestion, Setting, Steps};
#[cfg(feature = "learn")]
pub use objective_bounds::{ObjectiveBound, Role};
#[cfg(feature = "learn")]
pub use objective_turn::Turn;
#[cfg(feature = "learn")]
pub use people::{DataSource, People};
pub use plan::{Bound, PlanAnswer, PlanQuestion, Target};
#[cfg(feature = "learn")]
pub use privacy_report::{
    Coverage, DrawnModel, History, PrivacyReportAnswer, PrivacyReportQuestion, Released, Report,
    ReportMembers, ReportText, Truth,
};
pub use refusal::Refusal;
#[cfg(feature = "learn")]
pub use reporting::Reporting;
pub use solve::{Budget, Quantity, SolveAnswer, SolveQuestion, Unknown};
#[cfg(feature = "learn")]
pub use train::{TrainAnswer, TrainMethod, TrainQuestion, TrainedPoint};
#[cfg(feature = "learn")]
pub use tune::{RunsLaw, TuneAnswer, TuneQuestion, TunedEpsilon};

use read::Reader;

use crate::figure::Figure;

/// A valid question.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "ask", rename_all = "lowercase")]
pub enum Question {
    /// What can be asked: the mechanisms and their parameters.
    Describe,
    /// The guarantee of a list of releases.
    Plan(PlanQuestion),
    /// One view of that guarantee on a grid.
    Curve(CurveQuestion),
    /// What fits into a budget.
    Solve(SolveQuestion),
    /// What an attacker can learn.
    Attack(AttackQuestion),
    /// The Rényi bounds of a mechanism on a sample.
    Amplify(AmplifyQuestion),
    /// What one output costs one person.
    #[cfg(feature = "learn")]
    #[serde(rename = "ex-post-loss")]
    ExPostLoss(ExPostQuestion),
    /// What everyone loses, and a map of it.
    #[cfg(feature = "learn")]
    #[serde(rename = "instance-map")]
    InstanceMap(InstanceMapQuestion),
    /// What of it may be published.
    #[cfg(feature = "learn")]
    #[serde(rename = "privacy-report")]
    PrivacyReport(PrivacyReportQuestion),
    /// Objective perturbation by every bound.
    #[cfg(feature = "learn")]
    #[serde(rename = "objective-perturbation")]
    Objective(ObjectiveQuestion),
    /// Its noise and regularisation for a guarantee.
    #[cfg(feature = "learn")]
    #[serde(rename = "calibrate-objective-perturbation")]
    Calibrate(CalibrateQuestion),
    /// What the best of several runs costs.
    #[cfg(feature = "learn")]
    Tune(TuneQuestion),
    /// How well a private model does.
    #[cfg(feature = "learn")]
    Train(Box<TrainQuestion>),
}

/// The answer to a question of the same name, or the reason for which it was refused.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "answer", rename_all = "lowercase")]
pub enum Answer {
    /// To `describe`.
    Describe(DescribeAnswer),
    /// To `plan`.
    Plan(PlanAnswer),
    /// To `curve`.
    Curve(Box<CurveAnswer>),
    /// To `solve`.
    Solve(Box<SolveAnswer>),
    /// To `attack`.
    Attack(AttackAnswer),
    /// To `amplify`.
    Amplify(AmplifyAnswer),
    /// To `ex-post-loss`.
    #[cfg(feature = "learn")]
    #[serde(rename = "ex-post-loss")]
    ExPostLoss(ExPostAnswer),
    /// To `instance-map`.
    #[cfg(feature = "learn")]
    #[serde(rename = "instance-map")]
    InstanceMap(Box<InstanceMapAnswer>),
    /// To `privacy-report`.
    #[cfg(feature = "learn")]
    #[serde(rename = "privacy-report")]
    PrivacyReport(Box<PrivacyReportAnswer>),
    /// To `objective-perturbation`.
    #[cfg(feature = "learn")]
    #[serde(rename = "objective-perturbation")]
    Objective(Box<ObjectiveAnswer>),
    /// To `calibrate-objective-perturbation`.
    #[cfg(feature = "learn")]
    #[serde(rename = "calibrate-objective-perturbation")]
    Calibrate(CalibrateAnswer),
    /// To `tune`.
    #[cfg(feature = "learn")]
    Tune(TuneAnswer),
    /// To `train`.
    #[cfg(feature = "learn")]
    Train(TrainAnswer),
    /// To a question that is not valid.
    Refused(Refusal),
}

impl Question {
    /// Reads and validates a question; the first thing that is wrong refuses it.
    pub fn read(value: &Value) -> Result<Self, Refusal> {
        const KINDS: &[&str] = &[
            "describe",
            "plan",
            "curve",
            "solve",
            "attack",
            "amplify",
            #[cfg(feature = "learn")]
            "ex-post-loss",
            #[cfg(feature = "learn")]
            "instance-map",
            #[cfg(feature = "learn")]
            "privacy-report",
            #[cfg(feature = "learn")]
            "objective-perturbation",
            #[cfg(feature = "learn")]
            "calibrate-objective-perturbation",
            #[cfg(feature = "learn")]
            "tune",
            #[cfg(feature = "learn")]
            "train",
        ];
        let root = Reader::root(value);
        match root.tag("ask", KINDS)? {
            0 => root.object(&["ask"]).map(|_| Self::Describe),
            1 => plan::read(&root).map(Self::Plan),
            2 => curve::read(&root).map(Self::Curve),
            3 => solve::read(&root).map(Self::Solve),
            4 => attack::read(&root).map(Self::Attack),
            #[cfg(feature = "learn")]
            6 => ex_post::read(&root).map(Self::ExPostLoss),
            #[cfg(feature = "learn")]
            7 => instance_map::read(&root).map(Self::InstanceMap),
            #[cfg(feature = "learn")]
            8 => privacy_report::read(&root).map(Self::PrivacyReport),
            #[cfg(feature = "learn")]
            9 => objective::read(&root).map(Self::Objective),
            #[cfg(feature = "learn")]
            10 => calibration::read(&root).map(Self::Calibrate),
            #[cfg(feature = "learn")]
            11 => tune::read(&root).map(Self::Tune),
            #[cfg(feature = "learn")]
            12 => train::read(&root).map(|question| Self::Train(Box::new(question))),
            _ => amplify::read(&root).map(Self::Amplify),
        }
    }

    /// Answers a valid question.
    pub fn answer(&self) -> Answer {
        match self {
            Self::Describe => Answer::Describe(describe::answer()),
            Self::Plan(question) => Answer::Plan(plan::answer(question)),
            Self::Curve(question) => Answer::Curve(Box::new(curve::answer(question))),
            Self::Solve(question) => Answer::Solve(Box::new(solve::answer(question))),
            Self::Attack(question) => Answer::Attack(attack::answer(question)),
            Self::Amplify(question) => Answer::Amplify(amplify::answer(question)),
            #[cfg(feature = "learn")]
            Self::ExPostLoss(question) => {
                ex_post::answer(question).map_or_else(Answer::Refused, Answer::ExPostLoss)
            }
            #[cfg(feature = "learn")]
            Self::InstanceMap(question) => instance_map::answer(question)
                .map_or_else(Answer::Refused, |answer| Answer::InstanceMap(Box::new(answer))),
            #[cfg(feature = "learn")]
            Self::PrivacyReport(question) => privacy_report::answer(question)
                .map_or_else(Answer::Refused, |answer| Answer::PrivacyReport(Box::new(answer))),
            #[cfg(feature = "learn")]
            Self::Objective(question) => Answer::Objective(Box::new(objective::answer(question))),
            #[cfg(feature = "learn")]
            Self::Calibrate(question) => Answer::Calibrate(calibration::answer(question)),
            #[cfg(feature = "learn")]
            Self::Tune(question) => Answer::Tune(tune::answer(question)),
            #[cfg(feature = "learn")]
            Self::Train(question) => Answer::Train(train::answer(question)),
        }
    }
}

/// Answers a question; an invalid one with a refusal.
pub fn ask(question: &Value) -> Answer {
    Question::read(question).map_or_else(Answer::Refused, |question| question.answer())
}

/// [`ask`] on JSON text, such as a line of a file; bytes that are no text are refused.
pub fn ask_text(text: impl AsRef<[u8]>) -> Answer {
    parse(text.as_ref()).map_or_else(Answer::Refused, |question| ask(&question))
}

/// [`ask_text`] with the answer as one line of JSON.
///
/// ```
/// let answer = dpscope::question::ask_json(r#"{"ask": "plan", "releases": [], "target": {"delta": 2}}"#);
/// assert!(answer.contains("releases: [] is not a list of 1 to 1000 elements"));
/// ```
pub fn ask_json(text: &str) -> String {
    // Every answer is plain data with text keys, which always serialises.
    serde_json::to_string(&ask_text(text)).unwrap_or_default()
}

/// The picture of a `curve` question given as JSON text.
pub fn picture_of(text: &str) -> Result<Figure, Refusal> {
    let value = parse(text.as_bytes())?;
    let Question::Curve(question) = Question::read(&value)? else {
        return Err(Reader::root(&value).refuse("a curve question"));
    };
    let answer = curve::answer(&CurveQuestion { picture: true, ..question });
    let reasons =
        || answer.unavailable.iter().map(|entry| entry.reason.clone()).collect::<Vec<_>>().join("; ");
    answer.figure.ok_or_else(|| Reader::root(&value).refuse(format!("one that can be drawn: {}", reasons())))
}

fn parse(text: &[u8]) -> Result<Value, Refusal> {
    // Some editors put a byte order mark before the first line.
    let text = text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(text);
    serde_json::from_slice(text)
        .map_err(|error| Refusal::wrong("", "the text".into(), format!("JSON: {error}")))
}
