//! What a person asks, and the one entry point through which it is answered.
//!
//! Knows: the shape of every question, what is allowed in each field, and which room answers. Does
//! not know: how anything is computed. Page, command line, tests and benchmarks all call [`ask`]
//! (or [`ask_json`]) with the same plain data.
//!
//! A question is a type with the trait [`Ask`] in the folder of its topic and one line of the list below; everything
//! that goes by the word of a question is made from that list.

pub mod accounting;
mod ask;
#[cfg(feature = "data")]
pub mod data;
// A module without the other topics leaves some kinds of fields unused.
#[cfg_attr(not(all(feature = "data", feature = "understand")), allow(dead_code))]
pub(crate) mod field;
pub(crate) mod figure;
pub mod help;
#[cfg(feature = "learning")]
pub mod learning;
#[cfg(feature = "people")]
pub mod people;
mod registry;
#[cfg(feature = "understand")]
pub mod understand;

use serde::Serialize;
use serde_json::Value;

pub use ask::{Ask, DescribedQuestion};
pub use field::block::Blocks;
#[cfg(feature = "data")]
pub use field::data::{DataSource, People};
pub use field::described::{Field, Kind, Variant, Word};
pub use field::number::{Enclosure, Number};
pub use field::read::{Object, Reader};
pub use field::refusal::Refusal;

use crate::figure::Figure;
use field::json::parse;
use registry::questions;

questions! {
    #[cfg(all())]
    accounting {
        /// What can be asked: the mechanisms and their parameters.
        Describe = "describe": DescribeQuestion => DescribeAnswer,
        /// The guarantee of a list of releases.
        Plan = "plan": PlanQuestion => PlanAnswer,
        /// One view of that guarantee on a grid.
        Curve = "curve": CurveQuestion => CurveAnswer,
        /// What fits into a budget.
        Solve = "solve": SolveQuestion => SolveAnswer,
        /// What an attacker can learn.
        Attack = "attack": AttackQuestion => AttackAnswer,
    }
    #[cfg(feature = "understand")]
    understand {
        /// The Rényi bounds of a mechanism on a sample.
        Amplify = "amplify": AmplifyQuestion => AmplifyAnswer,
        /// How the privacy loss of a plan is distributed.
        LossDistribution = "loss-distribution": LossDistributionQuestion => LossDistributionAnswer,
        /// ε as a tangent of the trade-off curve.
        Tangent = "tangent": TangentQuestion => TangentAnswer,
        /// The profile of a mechanism on a sample.
        AmplifiedProfile = "amplified-profile": AmplifiedProfileQuestion => AmplifiedProfileAnswer,
        /// What a rate of one's own costs.
        PersonalRates = "personal-rates": PersonalRatesQuestion => PersonalRatesAnswer,
        /// The odd moments that the tight bound needs.
        AmplificationCondition = "amplification-condition": ConditionQuestion => ConditionAnswer,
        /// A published guarantee for other neighbours.
        Convert = "convert-guarantee": ConvertQuestion => ConvertAnswer,
        /// What is true of the numbers on show.
        Conclude = "conclude": ConcludeQuestion => ConcludeAnswer,
        /// What comes out with a person and what without.
        Outputs = "outputs": OutputsQuestion => OutputsAnswer,
        /// One normal release in place of many: an approximation.
        CentralLimit = "central-limit": CentralLimitQuestion => CentralLimitAnswer,
        /// A guarantee known by some points, before and after it is improved.
        Hull = "hull": HullQuestion => HullAnswer,
    }
    #[cfg(feature = "data")]
    data {
        /// A table of one's own, put once.
        StoreData = "store-data": StoreQuestion => StoreAnswer,
    }
    #[cfg(feature = "people")]
    people {
        /// What one output costs one person.
        ExPostLoss = "ex-post-loss": ExPostQuestion => ExPostAnswer,
        /// What everyone loses, and a map of it.
        InstanceMap = "instance-map": InstanceMapQuestion => InstanceMapAnswer,
        /// What of it may be published.
        PrivacyReport = "privacy-report": PrivacyReportQuestion => PrivacyReportAnswer,
    }
    #[cfg(feature = "learning")]
    learning {
        /// Objective perturbation by every bound.
        Objective = "objective-perturbation": ObjectiveQuestion => ObjectiveAnswer,
        /// Several models of it.
        Several = "several-models": SeveralQuestion => SeveralAnswer,
        /// Its noise and regularization for a guarantee.
        Calibrate = "calibrate-objective-perturbation": CalibrateQuestion => CalibrateAnswer,
        /// What the best of several runs costs.
        Tune = "tune": TuneQuestion => TuneAnswer,
        /// How well a private model does.
        Train = "train": TrainQuestion => TrainAnswer,
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
    // Every answer is plain data with text keys, which always serializes.
    serde_json::to_string(&ask_text(text)).unwrap_or_default()
}

/// The picture of a question that has one, given as JSON text; some questions draw only when they are told to.
pub fn picture_of(text: &str) -> Result<Figure, Refusal> {
    let plain = parse(text.as_bytes())?;
    let mut told = plain.clone();
    if let Value::Object(members) = &mut told {
        members.insert("picture".into(), true.into());
    }
    let question = Question::read(&told).or_else(|refusal| match &refusal.path[..] {
        "picture" => Question::read(&plain),
        _ => Err(refusal),
    })?;
    match question.answer() {
        Answer::Refused(refusal) => Err(refusal),
        mut answer => match answer.figures().into_iter().find_map(|(_, figure)| figure) {
            Some(figure) => Ok(figure.clone()),
            None => Err(Reader::root(&plain).refuse("a question with a figure")),
        },
    }
}
