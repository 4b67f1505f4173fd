//! `cargo xtask test`: every check of the project in stages, each with a count of its own.

use std::env;
use std::fs::{self, File};
use std::path::PathBuf;
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::Instant;

use anyhow::{Result, anyhow};
use serde::{Deserialize, Serialize};

use crate::command::say;
use crate::count::Count;
use crate::times::{self, Timed};
use crate::workshop::Workshop;
use crate::{checks, site, tools};

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
            Self::Site => site::ensure(shop).map(|()| Count::PASSED),
            Self::Wasm => checks::wasm(shop),
            Self::Types => checks::types(shop),
            Self::Size => checks::sizes(shop),
            Self::EndToEnd => checks::end_to_end(shop),
        }
    }
}

/// The outcome of a stage.
#[derive(Debug, Serialize, Deserialize)]
struct Row {
    stage: String,
    passed: u64,
    failed: u64,
    seconds: f64,
}

impl Row {
    fn of(stage: Stage, count: Count, start: Instant) -> Self {
        let Count { passed, failed } = count;
        Self { stage: stage.name().into(), passed, failed, seconds: start.elapsed().as_secs_f64() }
    }
}

/// Names the file to which a run beside another writes its rows.
const REPORT: &str = "DPSCOPE_REPORT";

/// Tells a run beside another that the tests of the modules in the browser follow: it compiles them, since it is done first.
const AHEAD: &str = "DPSCOPE_AHEAD";

/// Tests in the closing list.
const SLOWEST: usize = 10;

/// Runs the stages; one that fails does not stop those that do not build on it.
pub fn test(shop: &Workshop, stages: &[Stage]) -> Result<ExitCode> {
    let start = Instant::now();
    let mut rows = Vec::new();
    if let Some(report) = env::var_os(REPORT) {
        run(shop, stages, &mut rows);
        fs::write(report, serde_json::to_vec(&rows)?)?;
        if env::var_os(AHEAD).is_some() {
            checks::compile_web_tests(shop)?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let (beside, meanwhile) = side_by_side(stages);
    let started = if beside.is_empty() {
        None
    } else {
        Some(Beside::start(shop, &beside, stages.contains(&Stage::Wasm))?)
    };
    run(shop, &meanwhile, &mut rows);
    if let Some(started) = started {
        rows.extend(started.finish()?);
    }
    let rest: Vec<Stage> = stages
        .iter()
        .copied()
        .filter(|stage| !beside.contains(stage) && !meanwhile.contains(stage))
        .collect();
    run(shop, &rest, &mut rows);
    Ok(close(rows, start))
}

/// The stages that are run beside others, and those others; both are empty where there is nothing to gain.
///
/// The site is built on one core: one unit of code, then the optimizer. What it is checked by needs no browser, and
/// nothing beside it is measured. Whatever opens a browser has both cores to itself.
fn side_by_side(stages: &[Stage]) -> (Vec<Stage>, Vec<Stage>) {
    let of = |some: &[Stage]| stages.iter().copied().filter(|stage| some.contains(stage)).collect::<Vec<_>>();
    let beside = of(&[Stage::Site, Stage::Types, Stage::Size]);
    let meanwhile = of(&[Stage::Style, Stage::Native]);
    if beside.contains(&Stage::Site) && !meanwhile.is_empty() {
        (beside, meanwhile)
    } else {
        Default::default()
    }
}

/// Stages at work in a process of their own, whose output is shown when it has ended.
struct Beside {
    stages: Vec<Stage>,
    child: Child,
    report: PathBuf,
    output: PathBuf,
}

impl Beside {
    fn start(shop: &Workshop, stages: &[Stage], ahead: bool) -> Result<Self> {
        // What both would install is installed before they part.
        tools::components(shop)?;
        tools::wasm_target(shop)?;
        let [report, output] = ["beside.json", "beside.txt"].map(|name| shop.target.join(name));
        fs::create_dir_all(&shop.target)?;
        let _ = fs::remove_file(&report);
        let names = stages.iter().map(|stage| stage.name()).collect::<Vec<_>>().join(", ");
        say(&format!("beside what follows: {names}; what they say comes when they are done"));
        let file = File::create(&output)?;
        let mut command = Command::new(env::current_exe()?);
        command
            .arg("test")
            .args(stages.iter().flat_map(|stage| ["--only", stage.name()]))
            .env(REPORT, &report)
            .stdin(Stdio::null())
            .stdout(file.try_clone()?)
            .stderr(file);
        if ahead {
            command.env(AHEAD, "1");
        }
        let child = command.spawn()?;
        Ok(Self { stages: stages.to_vec(), child, report, output })
    }

    /// Waits for the end; stages of which nothing was told have failed.
    fn finish(mut self) -> Result<Vec<Row>> {
        let start = Instant::now();
        self.child.wait()?;
        print!("{}", String::from_utf8_lossy(&fs::read(&self.output)?));
        let told = fs::read(&self.report).ok().and_then(|text| serde_json::from_slice(&text).ok());
        Ok(told.unwrap_or_else(|| {
            println!("error: the stages beside the others ended without a result");
            self.stages.iter().map(|stage| Row::of(*stage, Count::FAILED, start)).collect()
        }))
    }
}

/// Runs stages one after the other.
fn run(shop: &Workshop, stages: &[Stage], rows: &mut Vec<Row>) {
    for &stage in stages {
        println!("\n── {} ──", stage.name());
        let start = Instant::now();
        let built = rows.iter().find(|row| row.stage == Stage::Site.name());
        let result = match built {
            Some(row) if stage.needs_site() && row.failed > 0 => {
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
        rows.push(Row::of(stage, count, start));
    }
}

/// The closing lines: every stage with its time, the tests that took longest, and the sum as the last line.
fn close(mut rows: Vec<Row>, start: Instant) -> ExitCode {
    rows.sort_by_key(|row| Stage::ALL.iter().position(|stage| stage.name() == row.stage));
    let slowest = times::slowest(SLOWEST);
    if !slowest.is_empty() {
        println!("\nslowest tests");
        for Timed { seconds, name } in slowest {
            println!("{seconds:>8.1}  {name}");
        }
    }
    let mut sum = Count::default();
    println!("\n{:<8} {:>7} {:>7} {:>8}", "stage", "passed", "failed", "seconds");
    for Row { stage, passed, failed, seconds } in rows {
        sum += Count { passed, failed };
        println!("{stage:<8} {passed:>7} {failed:>7} {seconds:>8.1}");
    }
    println!("{:<8} {:>7} {:>7} {:>8.1}", "all", sum.passed, sum.failed, start.elapsed().as_secs_f64());
    println!("{sum}");
    if sum.failed == 0 && sum.passed > 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
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

    /// The site is built beside the native tests, and only there; a browser is never opened beside anything.
    #[test]
    fn only_what_one_core_does_runs_beside_the_tests() {
        let (beside, meanwhile) = side_by_side(&Stage::ALL);
        assert_eq!(beside, [Stage::Site, Stage::Types, Stage::Size]);
        assert_eq!(meanwhile, [Stage::Style, Stage::Native]);
        for few in [&[Stage::Native, Stage::Types][..], &[Stage::Site, Stage::EndToEnd], &[Stage::Native]] {
            assert_eq!(side_by_side(few), Default::default());
        }
    }
}
