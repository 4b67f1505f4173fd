//! Every question through the one door, the pages that state answers before their scripts run, and the command line.

#[path = "../support/mod.rs"]
mod support;

mod amplify;
mod command_line;
mod described;
mod door;
mod door_solve;
mod figures;
mod instance;
mod objective_settings;
mod page;
mod places;
mod replacement;
mod secrecy;
mod train;
mod tune;
