//! What a person asks, and the one entry point through which it is answered.
//!
//! Knows: the shape of every question, what is allowed in each field, and which room answers. Does
//! not know: how anything is computed. Page, command line, tests and benchmarks all call [`ask`]
//! (or [`ask_json`]) with the same plain data.
//!
//! A question is a type with the trait [`Ask`] in the folder of its topic and one line of the list below; everything
//! that goes by the word of a question is made from that list.

pub mod accounting;
pub(crate) mod field;
pub(crate) mod figure;
#[cfg(feature = "learning")]
pub mod learning;
#[cfg(feature = "people")]
pub mod people;

use serde::Serialize;
use serde_json::Value;

pub use field::block::Blocks;
#[cfg(feature = "data")]
pub use field::data::{DataSource, People};
pub use field::number::{Enclosure, Number};
pub use field::read::Reader;
pub use field::refusal::Refusal;

use crate::figure::Figure;

/// A question: how it is read and answered.
pub trait Ask: Sized {
    /// What it is answered by.
    type Answer;

    /// Reads and validates it; the first thing that is wrong refuses it.
    fn read(place: &Reader<'_>) -> Result<Self, Refusal>;

    /// Answers it; a question may be refused only when it is computed, such as a training that has no solution.
    fn answer(&self) -> Result<Self::Answer, Refusal>;

    /// Takes long lists of numbers out of an answer that is handed to the page.
    fn blocks(_answer: &mut Self::Answer, _blocks: &mut Blocks) {}

    /// The figures that an answer may have, the one that stands for it first, each with its place as a JSON pointer.
    fn figures(_answer: &mut Self::Answer) -> Vec<(&'static str, Option<&mut Figure>)> {
        Vec::new()
    }
}

/// Makes [`Question`], [`Answer`] and all that goes by the word of a question from the list of questions, by topic.
macro_rules! questions {
    ($(#[$gate:meta] $topic:ident { $($(#[$about:meta])* $name:ident = $word:literal: $question:ident,)* })*) => {
        /// A valid question.
        #[derive(Debug, Clone, PartialEq, Serialize)]
        #[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
        #[serde(tag = "ask")]
        pub enum Question {
            $($(#[$gate] $(#[$about])* #[serde(rename = $word)] $name(Box<$topic::$question>),)*)*
        }

        /// The answer to a question of the same name, or the reason for which it was refused.
        #[derive(Debug, Clone, PartialEq, Serialize)]
        #[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
        #[serde(tag = "answer")]
        pub enum Answer {
            $($(#[$gate] #[doc = concat!("To `", $word, "`.")] #[serde(rename = $word)]
            $name(Box<<$topic::$question as Ask>::Answer>),)*)*
            /// To a question that is not valid.
            #[serde(rename = "refused")]
            Refused(Refusal),
        }

        impl Question {
            /// The word of every question.
            pub const WORDS: &'static [&'static str] = &[$($(#[$gate] $word,)*)*];

            /// Reads and validates a question; the first thing that is wrong refuses it.
            pub fn read(value: &Value) -> Result<Self, Refusal> {
                let place = Reader::root(value);
                match place.tag("ask", Self::WORDS)? {
                    $($(#[$gate] $word => Ok(Self::$name(Box::new(Ask::read(&place)?))),)*)*
                    _ => Err(place.refuse("a question")),
                }
            }

            /// Answers a valid question.
            pub fn answer(&self) -> Answer {
                match self {
                    $($(#[$gate] Self::$name(question) => question
                        .answer()
                        .map_or_else(Answer::Refused, |answer| Answer::$name(Box::new(answer))),)*)*
                }
            }
        }

        impl Answer {
            /// Takes long lists of numbers out, for the page.
            pub fn blocks(&mut self) -> Blocks {
                let mut blocks = Blocks::default();
                match self {
                    $($(#[$gate] Self::$name(answer) => $topic::$question::blocks(answer, &mut blocks),)*)*
                    Self::Refused(_) => {}
                }
                blocks
            }

            /// The figures that it may have, the one that stands for it first, each with its place as a JSON pointer.
            pub fn figures(&mut self) -> Vec<(&'static str, Option<&mut Figure>)> {
                match self {
                    $($(#[$gate] Self::$name(answer) => $topic::$question::figures(answer),)*)*
                    Self::Refused(_) => Vec::new(),
                }
            }
        }
    };
}

questions! {
    #[cfg(all())]
    accounting {
        /// What can be asked: the mechanisms and their parameters.
        Describe = "describe": DescribeQuestion,
        /// The guarantee of a list of releases.
        Plan = "plan": PlanQuestion,
        /// One view of that guarantee on a grid.
        Curve = "curve": CurveQuestion,
        /// What fits into a budget.
        Solve = "solve": SolveQuestion,
        /// What an attacker can learn.
        Attack = "attack": AttackQuestion,
        /// The Rényi bounds of a mechanism on a sample.
        Amplify = "amplify": AmplifyQuestion,
    }
    #[cfg(feature = "people")]
    people {
        /// What one output costs one person.
        ExPostLoss = "ex-post-loss": ExPostQuestion,
        /// What everyone loses, and a map of it.
        InstanceMap = "instance-map": InstanceMapQuestion,
        /// What of it may be published.
        PrivacyReport = "privacy-report": PrivacyReportQuestion,
    }
    #[cfg(feature = "learning")]
    learning {
        /// Objective perturbation by every bound.
        Objective = "objective-perturbation": ObjectiveQuestion,
        /// Its noise and regularization for a guarantee.
        Calibrate = "calibrate-objective-perturbation": CalibrateQuestion,
        /// What the best of several runs costs.
        Tune = "tune": TuneQuestion,
        /// How well a private model does.
        Train = "train": TrainQuestion,
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

fn parse(text: &[u8]) -> Result<Value, Refusal> {
    // Some editors put a byte order mark before the first line.
    let text = text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(text);
    serde_json::from_slice(text)
        .map_err(|error| Refusal::wrong("", "the text".into(), format!("JSON: {error}")))
}
