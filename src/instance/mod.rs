//! What one person loses on one data set: per-instance losses and what of them may be published.
//!
//! Knows: a data set, a model and a person. Does not know: drawing. The room is empty so far.
