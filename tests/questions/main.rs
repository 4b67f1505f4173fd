//! Every question through the one door, the pages that state answers before their scripts run, and the command line.

#[path = "../support/mod.rs"]
mod support;

mod amplify;
mod central_limit;
mod command_line;
mod conclude;
mod conclude_engine;
mod described;
mod door;
mod door_solve;
mod explained;
mod figures;
mod hull;
mod in_dimensions;
mod instance;
mod loss_distribution;
mod noise_reduction;
mod objective_conclusions;
mod objective_settings;
mod outputs;
mod page;
mod personal_rates;
mod places;
mod regression;
mod replacement;
mod sampling;
mod secrecy;
mod sparse_vector;
mod statistics;
mod tangent;
mod train;
mod tune;
