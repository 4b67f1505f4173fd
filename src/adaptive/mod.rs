//! Algorithms that look at the data before they choose their noise: propose-test-release, inverse
//! sensitivity, noise reduction.
//!
//! Knows: how such an algorithm decides. Does not know: drawing. The room is empty so far.
