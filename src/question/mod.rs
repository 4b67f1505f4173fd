//! What a person asks, and the one entry point through which it is answered.
//!
//! Knows: the shape of every question, what is allowed in each field, and which room answers. Does
//! not know: how anything is computed. Page, command line, tests and benchmarks all call [`ask`]
//! (or [`ask_json`]) with the same plain data.
//!
//! A question is a type with the trait [`Ask`] in the folder of its topic and one line of the list in `list.rs`;
//! everything that goes by the word of a question is made from that list.

pub mod accounting;
mod ask;
#[cfg(feature = "data")]
pub mod data;
// A module without the other topics leaves some kinds of fields unused.
#[cfg_attr(not(all(feature = "data", feature = "understand")), allow(dead_code))]
pub(crate) mod field;
pub(crate) mod figure;
pub mod help;
#[cfg(feature = "inverse-sensitivity")]
pub mod inverse_sensitivity;
#[cfg(feature = "learning")]
pub mod learning;
mod list;
#[cfg(feature = "noise-reduction")]
pub mod noise_reduction;
#[cfg(feature = "people")]
pub mod people;
mod registry;
#[cfg(feature = "sparse-vector")]
pub mod sparse_vector;
#[cfg(feature = "understand")]
pub mod understand;

use serde_json::Value;

pub use ask::{Ask, DescribedQuestion};
pub use field::block::Blocks;
#[cfg(feature = "data")]
pub use field::data::{DataSource, People};
pub use field::described::{Field, Kind, Variant, Word};
pub use field::number::{Enclosure, Number};
pub use field::read::{Object, Reader};
pub use field::refusal::Refusal;
pub use list::{Answer, Question};

use crate::figure::Figure;
use field::json::parse;

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
