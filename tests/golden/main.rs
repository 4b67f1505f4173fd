//! Values that were computed without this program, through the one door.

#[path = "../support/mod.rs"]
mod support;

mod rows;

mod census;
mod corrections;
mod formulas;
mod objective_perturbation;
mod peers;
mod reference;
mod rounding;
mod sampling;
mod topics;
mod truths;
