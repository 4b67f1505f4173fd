//! The one error a person sees: which field, what was there, what is allowed.

use serde::Serialize;
use thiserror::Error;

/// A question that cannot be taken.
#[derive(Debug, Clone, PartialEq, Error, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[error("{message}")]
pub struct Refusal {
    /// The path of the field, such as `releases[0].mechanism.sigma`; empty for the whole question.
    pub path: String,
    /// What stood there, as JSON and cut short if it is long; absent if nothing did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// What is allowed.
    pub allowed: String,
    /// All of it in one sentence.
    pub message: String,
}

impl Refusal {
    /// Something stood in the field that is not allowed there.
    pub(crate) fn wrong(path: &str, value: String, allowed: impl Into<String>) -> Self {
        let allowed = allowed.into();
        let place = if path.is_empty() { "the question" } else { path };
        let message = format!("{place}: {value} is not {allowed}");
        Self { path: path.into(), value: Some(value), allowed, message }
    }

    /// A field that must be there is not.
    pub(crate) fn missing(path: &str, allowed: impl Into<String>) -> Self {
        let allowed = allowed.into();
        let message = format!("{path} is missing: it must be {allowed}");
        Self { path: path.into(), value: None, allowed, message }
    }

    /// The program failed on a valid question: an error of its own, to be reported with the question.
    pub fn failed() -> Self {
        let message = "this program failed on the question, which is an error of its own".to_owned();
        Self { path: String::new(), value: None, allowed: "a question it can answer".into(), message }
    }
}
