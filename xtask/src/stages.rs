//! `cargo xtask test`: every check of the project in stages, each with a count of its own.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};

use crate::count::Count;
use crate::workshop::Workshop;
use crate::{checks, site};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    Style,
    Native,
    Site,
    Wasm,
    Types,
    Size,
    EndToEnd,
}

impl Stage {
    pub const ALL: [Self; 7] =
        [Self::Style, Self::Native, Self::Site, Self::Wasm, Self::Types, Self::Size, Self::EndToEnd];

    pub fn name(self) -> &'static str {
        match self {
            Self::Style => "style",
            Self::Native => "native",
            Self::Site => "site",
            Self::Wasm => "wasm",
            Self::Types => "types",
            Self::Size => "size",
            Self::EndToEnd => "e2e",
        }
    }

    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|stage| stage.name() == name)
    }

    fn needs_site(self) -> bool {
        matches!(self, Self::Types | Self::Size | Self::EndToEnd)
    }

    fn run(self, shop: &Workshop) -> Result<Count> {
        match self {
            Self::Style => checks::style(shop),
            Self::Native => checks::native(shop),
            Self::Site => site::build(shop).map(|()| Count::PASSED),
            Self::Wasm => checks::wasm(shop),
            Self::Types => checks::types(shop),
            Self::Size => checks::sizes(shop),
            Self::EndToEnd => checks::end_to_end(shop),
        }
    }
}

/// Runs the stages in order; one that fails does not stop those that do not build on it.
pub fn test(shop: &Workshop, stages: &[Stage]) -> Result<ExitCode> {
    let mut rows: Vec<(Stage, Count, Duration)> = Vec::new();
    for &stage in stages {
        println!("\n── {} ──", stage.name());
        let start = Instant::now();
        let built = rows.iter().find(|(stage, ..)| *stage == Stage::Site);
        let result = match built {
            Some((_, count, _)) if stage.needs_site() && count.failed > 0 => {
                Err(anyhow!("not run, because the site could not be built"))
            }
            None if stage.needs_site() => site::ensure(shop).and_then(|()| stage.run(shop)),
            _ => stage.run(shop),
        };
        let count = match result {
            Ok(Count { passed: 0, failed: 0 }) => {
                println!("error: no test was executed");
                Count::FAILED
            }
            Ok(count) => count,
            Err(error) => {
                println!("error: {error:#}");
                Count::FAILED
            }
        };
        println!("{}: {count}", stage.name());
        rows.push((stage, count, start.elapsed()));
    }
    let mut sum = Count::default();
    println!("\n{:<8} {:>7} {:>7} {:>8}", "stage", "passed", "failed", "seconds");
    for (stage, count, time) in &rows {
        sum += *count;
        let Count { passed, failed } = count;
        println!("{:<8} {passed:>7} {failed:>7} {:>8.1}", stage.name(), time.as_secs_f64());
    }
    println!("{sum}");
    Ok(if sum.failed == 0 && sum.passed > 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_are_found_by_the_name_they_print() {
        for stage in Stage::ALL {
            assert_eq!(Stage::named(stage.name()), Some(stage));
        }
        assert_eq!(Stage::named("everything"), None);
    }
}
