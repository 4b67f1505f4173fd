//! `cargo xtask fuzz`: the laws of `tests/plans` on random plans for as long as a person likes, and every property test
//! once with other random cases.

use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Result;

use crate::command::{run, say};
use crate::workshop::Workshop;

/// Plans of a long run.
pub const PLANS: u64 = 10_000_000;

/// No question takes longer, in milliseconds.
const PATIENCE: u64 = 2_000;

/// No question takes more memory, in megabytes.
const MEMORY: u64 = 256;

/// One plan that contour and lattice both answer for so many of the others.
const BRACKETS: u64 = 200;

/// How many times less often than in the ordinary test what takes long is asked: of a hundred times as many plans
/// still four times as many.
const RARITY: u64 = 25;

/// The tests of random plans.
const LAWS: [&str; 2] = ["no_plan_breaks_a_law", "the_contour_lies_inside_the_lattice"];

/// A seed that no earlier run had.
pub fn fresh_seed() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |time| time.as_secs())
}

/// Runs the property tests, then the laws of plans in release mode, with time and memory held to what is promised, and says every half minute how
/// far it is; a failure prints the plan, which a question repeats.
pub fn fuzz(shop: &Workshop, plans: u64, seed: u64) -> Result<()> {
    say(&format!("the property tests from seed {seed}"));
    run(shop
        .command("cargo")
        .args("test --package dpscope --lib --test laws --test questions --no-fail-fast".split(' '))
        .env("PROPTEST_RNG_SEED", seed.to_string()))?;
    say(&format!("{plans} random plans from seed {seed}"));
    run(shop
        .command("cargo")
        .args("test --release --package dpscope --test plans -- --nocapture --test-threads 1".split(' '))
        .args(LAWS)
        .env("DPSCOPE_PLANS", plans.to_string())
        .env("DPSCOPE_BRACKETS", (plans / BRACKETS).to_string())
        .env("DPSCOPE_RARITY", RARITY.to_string())
        .env("DPSCOPE_PATIENCE", PATIENCE.to_string())
        .env("DPSCOPE_MEMORY", MEMORY.to_string())
        .env("DPSCOPE_SEED", seed.to_string()))
}
