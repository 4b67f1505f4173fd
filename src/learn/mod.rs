//! Training on private data: losses, solvers, data sets, training algorithms.
//!
//! Knows: how a model is fitted. Does not know: accounting. The room is empty so far.
