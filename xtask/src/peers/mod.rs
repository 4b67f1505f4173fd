//! `cargo xtask bench --peers`: the standard jobs of benches/jobs.jsonl by dpscope and by the Python
//! packages that people use today, in one run, with everyone's distance from the exact value.

mod job;
mod python;
mod table;

use std::collections::BTreeMap;
use std::fs;
use std::process::Stdio;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::command::say;
use crate::workshop::Workshop;
use job::{Answered, Job, read_answer, read_jobs};
use python::Peers;
use table::{Row, markdown};

/// Where the table is left for those who missed it on the screen, below the target directory.
const FILE: &str = "bench-peers.md";

/// Medians in milliseconds by the name of the question.
pub type Medians = BTreeMap<String, f64>;

/// Answers every job by everyone and prints the table; dpscope's own times have been taken before.
pub fn compare(shop: &Workshop, native: &Medians, chromium: &Medians) -> Result<()> {
    let jobs = read_jobs(&fs::read_to_string(shop.root.join("benches/jobs.jsonl"))?)?;
    let answers = ask(shop, &jobs)?;
    let peers = Peers::ready(shop)?;
    let names = peers.names()?;
    say("the standard jobs by the peers (minutes; each job at most 120 seconds)");
    let mut rows = Vec::new();
    for (job, answers) in jobs.iter().zip(answers) {
        let mut outcomes = Vec::new();
        for peer in &names {
            let outcome = peers.run(peer, job)?;
            println!("{peer}: {}: {outcome}", job.name);
            outcomes.push(outcome);
        }
        rows.push(Row::new(job, answers, native, chromium, outcomes));
    }
    let text = markdown(&names, &rows);
    let path = shop.target.join(FILE);
    fs::write(&path, &text).with_context(|| format!("cannot write {}", path.display()))?;
    println!("\n{text}");
    say(&format!("the same table is in {}", path.display()));
    Ok(())
}

/// dpscope's own answers, by the command line: for each job one per question asked of it.
fn ask(shop: &Workshop, jobs: &[Job]) -> Result<Vec<Vec<Answered>>> {
    say("the standard jobs by dpscope, for the values");
    let questions: Vec<_> = jobs.iter().flat_map(|job| job.questions()).collect();
    let lines: String = questions.iter().map(|(_, question)| format!("{question}\n")).collect();
    let file = shop.target.join("bench-jobs.jsonl");
    fs::write(&file, lines)?;
    // Exit status 2 says that a question was refused, which the table will say too.
    let output = shop
        .command("cargo")
        .args("run --release --quiet --package dpscope --bin dpscope -- ask".split(' '))
        .arg(&file)
        .stderr(Stdio::inherit())
        .output()
        .context("cannot start cargo")?;
    let text = String::from_utf8_lossy(&output.stdout);
    let mut answers = text.lines().map(serde_json::from_str).collect::<Result<Vec<Value>, _>>()?.into_iter();
    if answers.len() != questions.len() {
        bail!("dpscope answered {} of {} questions", answers.len(), questions.len());
    }
    let answered =
        |job: &Job| answers.by_ref().take(job.questions().len()).map(|one| read_answer(&one, job)).collect();
    Ok(jobs.iter().map(answered).collect())
}
