//! `cargo xtask fuzz`: the laws of `tests/plans` on random plans for as long as a person likes.

use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Result;

use crate::command::{run, say};
use crate::workshop::Workshop;

/// Plans of a long run.
pub const PLANS: u64 = 10_000_000;

/// A seed that no earlier run had.
pub fn fresh_seed() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |time| time.as_secs())
}

/// Runs the laws in release mode; a failure prints the plan, which a question repeats.
pub fn fuzz(shop: &Workshop, plans: u64, seed: u64) -> Result<()> {
    say(&format!("{plans} random plans from seed {seed}"));
    run(shop
        .command("cargo")
        .args("test --release --package dpscope --test plans -- --nocapture --test-threads 1".split(' '))
        .env("DPSCOPE_PLANS", plans.to_string())
        .env("DPSCOPE_BRACKETS", plans.to_string())
        .env("DPSCOPE_SEED", seed.to_string()))
}
