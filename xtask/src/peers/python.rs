//! The peers' own Python environment, and one job of one peer in a process of its own.

use std::fmt;
use std::fs;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use serde::Deserialize;
use serde_json::Value;

use super::job::{Job, numbers};
use crate::bench::milliseconds;
use crate::command::{output, run, say};
use crate::workshop::Workshop;

/// What one job of one peer may take, its imports included.
const PATIENCE: Duration = Duration::from_secs(120);

/// One thread each, as dpscope has.
const THREADS: [&str; 3] = ["OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"];

/// What became of a job.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    Done { ms: f64, error: f64 },
    TooSlow,
    Absent(String),
}

impl fmt::Display for Outcome {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Done { ms, error } => write!(formatter, "{}, error {error:+.1e}", milliseconds(*ms)),
            Self::TooSlow => write!(formatter, "> {} s", PATIENCE.as_secs()),
            Self::Absent(reason) => write!(formatter, "not offered: {reason}"),
        }
    }
}

/// What `benches/peers/run.py` prints as its last line.
#[derive(Deserialize)]
#[serde(untagged)]
enum Printed {
    Timed { ms: f64, value: Value },
    Absent { absent: String },
}

pub struct Peers {
    python: PathBuf,
    program: PathBuf,
}

impl Peers {
    /// Installs the packages of benches/peers/requirements.txt, unless these very ones are there.
    pub fn ready(shop: &Workshop) -> Result<Self> {
        let requirements = shop.root.join("benches/peers/requirements.txt");
        let wanted = fs::read(&requirements)?;
        let home = shop.tools.join("peers");
        let python = home.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
        // A copy of the list that was installed, as for the npm packages.
        let stamp = home.join("installed.txt");
        if fs::read(&stamp).ok().as_ref() != Some(&wanted) {
            say("installing the peers into a Python environment of their own (once, about a minute)");
            let system = shop.find("python3").or_else(|| shop.find("python"));
            let system = system.context("Python is missing: install Python 3.10, 3.11 or 3.12, with venv")?;
            run(Command::new(system).args(["-m", "venv", "--clear"]).arg(&home))?;
            let install = "-m pip install --quiet --disable-pip-version-check --no-deps --requirement";
            run(Command::new(&python).args(install.split(' ')).arg(requirements))
                .context("the peers need Python 3.10, 3.11 or 3.12")?;
            fs::write(stamp, wanted)?;
        }
        Ok(Self { python, program: shop.root.join("benches/peers/run.py") })
    }

    pub fn names(&self) -> Result<Vec<String>> {
        let text = output(&mut self.command())?;
        Ok(text.lines().map(str::to_owned).collect())
    }

    pub fn run(&self, peer: &str, job: &Job) -> Result<Outcome> {
        let text = patiently(self.command().arg(peer), &job.question.to_string(), PATIENCE)?;
        Ok(text.map_or(Outcome::TooSlow, |text| outcome(&text, job)))
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.python);
        command.arg(&self.program).envs(THREADS.map(|name| (name, "1"))).env("PYTHONDONTWRITEBYTECODE", "1");
        command
    }
}

fn outcome(text: &str, job: &Job) -> Outcome {
    let printed = text.lines().next_back().and_then(|line| serde_json::from_str(line).ok());
    match printed {
        Some(Printed::Timed { ms, value }) => match numbers(&value) {
            Some(values) if values.len() == job.exact.len() => {
                Outcome::Done { ms, error: job.error(&values) }
            }
            _ => Outcome::Absent(format!("answered {value}")),
        },
        Some(Printed::Absent { absent }) => Outcome::Absent(absent),
        None => Outcome::Absent("it ended without an answer".to_owned()),
    }
}

/// Standard output of a program that reads `input`, or nothing if it was ended after `patience`.
fn patiently(command: &mut Command, input: &str, patience: Duration) -> Result<Option<String>> {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .context("cannot start Python")?;
    if let Some(mut pipe) = child.stdin.take() {
        // A program that ended early shows it by its output.
        let _ = pipe.write_all(input.as_bytes());
    }
    let pipe = child.stdout.take();
    let reader = thread::spawn(move || {
        let mut bytes = Vec::new();
        pipe.map(|mut pipe| pipe.read_to_end(&mut bytes));
        bytes
    });
    let end = Instant::now() + patience;
    while child.try_wait()?.is_none() {
        if Instant::now() > end {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(Duration::from_millis(20));
    }
    let bytes = reader.join().unwrap_or_default();
    Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::peers::job::tests::jobs;

    #[test]
    fn the_last_line_is_the_outcome() {
        let [plan, curve] = jobs();
        let done = outcome("noise\n{\"ms\": 5.0, \"value\": 2.5}\n", &plan);
        assert_eq!(done, Outcome::Done { ms: 5.0, error: 0.5 });
        let done = outcome("{\"ms\": 5.0, \"value\": [0.25, 0.001]}", &curve);
        assert_eq!(done, Outcome::Done { ms: 5.0, error: -0.5 });
        assert_eq!(outcome("{\"absent\": \"no noise\"}", &plan), Outcome::Absent("no noise".to_owned()));
        assert_eq!(outcome("Killed", &plan), Outcome::Absent("it ended without an answer".to_owned()));
        assert_eq!(
            outcome("{\"ms\": 5.0, \"value\": null}", &plan),
            Outcome::Absent("answered null".to_owned())
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_slow_program_is_ended() {
        let shell = |script: &str, patience| {
            patiently(Command::new("sh").args(["-c", script]), "in", patience).unwrap()
        };
        assert_eq!(shell("cat", PATIENCE), Some("in".to_owned()));
        let start = Instant::now();
        assert_eq!(shell("exec sleep 60", Duration::from_millis(50)), None);
        assert!(start.elapsed() < Duration::from_secs(30));
    }
}
