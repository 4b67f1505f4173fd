//! `cargo xtask bench`: the same questions on this machine and in Chromium, in one table, and what Lighthouse
//! says of the pages; with `--peers` the standard jobs beside other accountants as well.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::SystemTime;

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use serde_json::Value;

use crate::command::{say, stream};
use crate::workshop::Workshop;
use crate::{checks, peers, site, tools};

/// One frame at 60 pictures a second.
const FRAME_MS: f64 = 16.7;

/// What `benches/browser.mjs` prints as its last line.
#[derive(Debug, Deserialize)]
struct Browser {
    questions: BTreeMap<String, Timing>,
    page: BTreeMap<String, Timing>,
    memory: Memory,
    drag: Drag,
    people: BTreeMap<String, Goal>,
    laboratories: BTreeMap<String, Goal>,
}

/// A time that has a limit of its own.
#[derive(Debug, Deserialize)]
struct Goal {
    median_ms: f64,
    p95_ms: f64,
    allowed_ms: f64,
}

/// What a long drag of a slider did to the page.
#[derive(Debug, Deserialize)]
struct Drag {
    events: f64,
    seconds: f64,
    long_tasks: f64,
    longest_ms: f64,
    heap_growth_bytes: f64,
}

/// The question that made its instance of the core grow largest.
#[derive(Debug, Deserialize)]
struct Memory {
    name: String,
    bytes: f64,
}

#[derive(Debug, Clone, Copy, Deserialize)]
struct Timing {
    median_ms: f64,
    p95_ms: f64,
}

pub fn bench(shop: &Workshop, with_peers: bool) -> Result<()> {
    let start = SystemTime::now();
    say("the questions on this machine (criterion)");
    let measured =
        stream(shop.command("cargo").args("bench --package dpscope --bench questions".split(' ')))?;
    if !measured.success {
        bail!("the questions were not measured");
    }
    let mut native = medians(&shop.target.join("criterion/questions"), start)?;
    native.extend(training_runs(&measured.text())?);
    site::ensure(shop)?;
    tools::node_packages(shop)?;
    say("the same questions, and the pages, in Chromium");
    let browser = last_object(&in_browser(shop, "benches/browser.mjs")?)?;
    println!("\n{}", table(&native, &browser));
    println!("most memory in Chromium: {:.1} MB, {}", browser.memory.bytes / 1e6, browser.memory.name);
    let Drag { events, seconds, long_tasks, longest_ms, heap_growth_bytes } = &browser.drag;
    println!(
        "a drag of {events} events in {seconds:.0} s: {long_tasks} tasks of the page over 50 ms (longest \
         {longest_ms:.0} ms), the heap grew by {:.2} MB\n",
        heap_growth_bytes / 1e6
    );
    say("Lighthouse on every page, as a phone on a slow network sees it");
    in_browser(shop, "benches/lighthouse.mjs")?;
    if with_peers {
        let chromium = browser.questions.iter().map(|(name, timing)| (name.clone(), timing.median_ms));
        peers::compare(shop, &native, &chromium.collect())?;
    }
    Ok(())
}

/// What a Node program that drives the browser prints.
fn in_browser(shop: &Workshop, program: &str) -> Result<String> {
    let mut command = shop.command("node");
    let modules: Vec<_> = shop.config.modules.iter().map(|module| &module.name).collect();
    command.arg(program).env("DPSCOPE_MODULES", serde_json::to_string(&modules)?);
    let _server = checks::serve_to(shop, &mut command)?;
    let finished = stream(&mut command)?;
    if !finished.success {
        bail!("{program} failed");
    }
    Ok(finished.text())
}

/// Criterion's median of each question in milliseconds, of those measured since `start`.
fn medians(directory: &Path, start: SystemTime) -> Result<BTreeMap<String, f64>> {
    let mut medians = BTreeMap::new();
    let entries =
        fs::read_dir(directory).with_context(|| format!("criterion left no {}", directory.display()))?;
    for entry in entries {
        let new = entry?.path().join("new");
        let estimates = new.join("estimates.json");
        // Besides questions there are reports, and results of questions that no longer exist.
        let Ok(modified) = estimates.metadata().and_then(|data| data.modified()) else {
            continue;
        };
        if modified < start {
            continue;
        }
        let name = json(&new.join("benchmark.json"))?["function_id"].clone();
        let median = json(&estimates)?["median"]["point_estimate"].as_f64();
        let (Value::String(name), Some(nanoseconds)) = (name, median) else {
            bail!("{} is not a criterion result", new.display());
        };
        medians.insert(name, nanoseconds / 1e6);
    }
    if medians.is_empty() {
        bail!("criterion measured no question");
    }
    Ok(medians)
}

fn json(path: &Path) -> Result<Value> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(serde_json::from_slice(&bytes)?)
}

/// The times of the curves of ordinary training runs.
#[derive(Debug, Deserialize)]
struct TrainingRuns {
    curves: u32,
    median_ms: f64,
    largest_ms: f64,
}

/// Two rows of the table from what `benches/questions.rs` prints as a line of JSON.
fn training_runs(text: &str) -> Result<[(String, f64); 2]> {
    let line = text.lines().find(|line| line.starts_with("{\"curves\""));
    let TrainingRuns { curves, median_ms, largest_ms } =
        serde_json::from_str(line.context("benches/questions.rs printed no training runs")?)?;
    let row = |which: &str, time: f64| (format!("profile, {curves} training runs, {which}"), time);
    Ok([row("median", median_ms), row("slowest", largest_ms)])
}

fn last_object(text: &str) -> Result<Browser> {
    let line = text.lines().rev().find(|line| line.starts_with('{'));
    serde_json::from_str(line.context("benches/browser.mjs printed no result")?)
        .context("benches/browser.mjs printed another form of result")
}

fn table(native: &BTreeMap<String, f64>, browser: &Browser) -> String {
    let mut rows = vec![["question", "native", "Chromium", "p95", "ratio"].map(str::to_owned)];
    let mut names: Vec<_> = native.keys().chain(browser.questions.keys()).collect();
    names.sort();
    names.dedup();
    for name in names {
        let here = native.get(name).copied();
        let there = browser.questions.get(name);
        let ratio = here.zip(there).map(|(here, there)| format!("{:.1}×", there.median_ms / here));
        rows.push([
            name.clone(),
            here.map_or_else(absent, milliseconds),
            there.map_or_else(absent, |timing| milliseconds(timing.median_ms)),
            there.map_or_else(absent, |timing| milliseconds(timing.p95_ms)),
            ratio.unwrap_or_else(absent),
        ]);
    }
    for (name, timing) in &browser.page {
        let verdict = if timing.p95_ms <= FRAME_MS { "within a frame" } else { "over a frame" };
        rows.push([
            format!("page: {name}"),
            absent(),
            milliseconds(timing.median_ms),
            milliseconds(timing.p95_ms),
            verdict.to_owned(),
        ]);
    }
    let people = browser.people.iter().map(|(name, goal)| (format!("people: {name}"), goal));
    let laboratories = browser.laboratories.iter().map(|(name, goal)| (format!("laboratory: {name}"), goal));
    for (name, goal) in people.chain(laboratories) {
        let side = if goal.p95_ms <= goal.allowed_ms { "within" } else { "over" };
        rows.push([
            name,
            absent(),
            milliseconds(goal.median_ms),
            milliseconds(goal.p95_ms),
            format!("{side} {}", milliseconds(goal.allowed_ms)),
        ]);
    }
    align(&rows)
}

fn absent() -> String {
    "–".to_owned()
}

pub fn milliseconds(value: f64) -> String {
    match value {
        value if value < 0.1 => format!("{:.1} µs", value * 1e3),
        value if value < 10.0 => format!("{value:.2} ms"),
        value => format!("{value:.0} ms"),
    }
}

/// First column to the left, numbers to the right.
fn align<const N: usize>(rows: &[[String; N]]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            let width = width(column).unwrap_or(0);
            line += &if column == 0 { format!("{cell:<width$}") } else { format!("  {cell:>width$}") };
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_joins_both_sides_by_name() {
        let browser = last_object(
            "warming up\n{\"questions\": {\"plan\": {\"median_ms\": 3.0, \"p95_ms\": 20.0}}, \
             \"page\": {\"drag\": {\"median_ms\": 4.0, \"p95_ms\": 17.0}}, \
             \"memory\": {\"name\": \"plan\", \"bytes\": 2e6}, \
             \"drag\": {\"events\": 9, \"seconds\": 1, \"long_tasks\": 0, \"longest_ms\": 0, \
             \"heap_growth_bytes\": 1}, \"people\": {\"map\": {\"median_ms\": 30.0, \"p95_ms\": 40.0, \
             \"allowed_ms\": 50.0}}, \"laboratories\": {\"run\": {\"median_ms\": 2.0, \"p95_ms\": 60.0, \
             \"allowed_ms\": 50.0}}}\n\n",
        )
        .unwrap();
        let native = BTreeMap::from([("curve".to_owned(), 0.05), ("plan".to_owned(), 1.5)]);
        let expected = "\
question          native  Chromium    p95         ratio
curve            50.0 µs         –      –             –
plan             1.50 ms   3.00 ms  20 ms          2.0×
page: drag             –   4.00 ms  17 ms  over a frame
people: map            –     30 ms  40 ms  within 50 ms
laboratory: run        –   2.00 ms  60 ms    over 50 ms
";
        assert_eq!(table(&native, &browser), expected);
    }

    #[test]
    fn training_runs_are_two_rows() {
        let printed = "measuring\n{\"curves\":450,\"largest_ms\":30.5,\"median_ms\":2.5}\n";
        let [median, slowest] = training_runs(printed).unwrap();
        assert_eq!(median, ("profile, 450 training runs, median".to_owned(), 2.5));
        assert_eq!(slowest, ("profile, 450 training runs, slowest".to_owned(), 30.5));
        assert!(training_runs("nothing").is_err());
    }

    #[test]
    fn only_fresh_results_are_read() {
        let base = std::env::temp_dir().join(format!("xtask-bench-{}", std::process::id()));
        let new = base.join("plan/new");
        fs::create_dir_all(&new).unwrap();
        fs::create_dir_all(base.join("report")).unwrap();
        fs::write(new.join("estimates.json"), r#"{"median":{"point_estimate":2.5e6}}"#).unwrap();
        fs::write(new.join("benchmark.json"), r#"{"function_id":"plan"}"#).unwrap();
        let found = medians(&base, SystemTime::UNIX_EPOCH).unwrap();
        assert_eq!(found, BTreeMap::from([("plan".to_owned(), 2.5)]));
        let later = SystemTime::now() + std::time::Duration::from_secs(60);
        assert!(medians(&base, later).is_err());
        fs::remove_dir_all(base).unwrap();
    }
}
