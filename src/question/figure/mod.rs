//! Figures that the questions of every topic draw.

pub(crate) mod lines;
pub(crate) mod views;
