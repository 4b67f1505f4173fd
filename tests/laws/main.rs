//! What holds whatever is asked: an answer to any input, and brackets with the truth inside.

#[path = "../support/mod.rs"]
mod support;
#[path = "../support/time.rs"]
mod time;

mod brackets;
mod conclusions;
mod exact_sums;
mod robust;
