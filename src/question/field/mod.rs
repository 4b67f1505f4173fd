//! What the questions of every topic read and say: described fields and their refusals, releases, data, numbers, and
//! the mark of what must not be published.

pub(crate) mod block;
pub(crate) mod common;
#[cfg(feature = "data")]
pub(crate) mod data;
pub(crate) mod described;
mod form;
pub(crate) mod json;
pub(crate) mod number;
#[cfg(any(feature = "data", feature = "sparse-vector"))]
pub(crate) mod publishable;
pub(crate) mod read;
pub(crate) mod refusal;
pub(crate) mod release;
