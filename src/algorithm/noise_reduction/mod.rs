//! Accuracy first: noise that can be taken off again, a private test of when to stop, and what that really cost (Ligett,
//! Neel, Roth, Waggoner and Wu, *Accuracy First: Selecting a Differential Privacy Level for Accuracy-Constrained ERM*,
//! 2017).
//!
//! Neighbours replace one record of n, which is public; every guarantee is pure. Levels increase, `ε_1 < … < ε_T`: the
//! first is the most private and the noisiest.

pub mod calibration;
pub mod doubling;
pub mod levels;
pub mod path;
pub mod profile;
pub mod regression;
pub mod run;
pub mod threshold;

pub use levels::{Levels, NoLevels};
