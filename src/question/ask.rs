//! What a question is.

use serde::Serialize;

use super::field::block::Blocks;
use super::field::described::Field;
use super::field::read::Object;
use super::field::refusal::Refusal;
use crate::figure::Figure;

/// A question: how it is read and answered.
pub trait Ask: Sized {
    /// What it finds out, in the words of the person who asks.
    const ABOUT: &'static str;

    /// Its fields, beside its word.
    const FIELDS: &'static [Field];

    /// Questions that show it, as JSON; the first is the usual one.
    const EXAMPLES: &'static [&'static str];

    /// What it is answered by.
    type Answer;

    /// Reads the fields, all of which are known by name; the first that is wrong refuses the question.
    fn read(fields: &Object<'_, '_>) -> Result<Self, Refusal>;

    /// Answers it; a question may be refused only when it is computed, such as a training that has no solution.
    fn answer(&self) -> Result<Self::Answer, Refusal>;

    /// Takes long lists of numbers out of an answer that is handed to the page.
    fn blocks(_answer: &mut Self::Answer, _blocks: &mut Blocks) {}

    /// The figures that an answer may have, the one that stands for it first, each with its place as a JSON pointer.
    fn figures(_answer: &mut Self::Answer) -> Vec<(&'static str, Option<&mut Figure>)> {
        Vec::new()
    }
}

/// A question as help and forms show it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct DescribedQuestion {
    /// The value of `ask`.
    pub word: &'static str,
    /// The topic it belongs to.
    pub topic: &'static str,
    /// What it finds out, in the words of the person who asks.
    pub about: &'static str,
    /// Its fields.
    pub fields: &'static [Field],
    /// Questions that show it, as JSON.
    pub examples: &'static [&'static str],
}

impl DescribedQuestion {
    /// Describes a question of the list.
    pub(super) fn of<Q: Ask>(word: &'static str, topic: &'static str) -> Self {
        Self { word, topic, about: Q::ABOUT, fields: Q::FIELDS, examples: Q::EXAMPLES }
    }
}
