//! Times the questions of `questions.jsonl` and the standard jobs of `jobs.jsonl` through the one door;
//! `browser.mjs` times the same lists in Chromium, and `cargo xtask bench` prints both in one table.

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Criterion, SamplingMode, criterion_group, criterion_main};
use serde_json::{Value, json};

fn questions(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("questions");
    group.sample_size(20).warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(2));
    for (name, question) in entries(include_str!("questions.jsonl")) {
        group.bench_function(name, |bencher| bencher.iter(|| dpscope::question::ask(black_box(&question))));
    }
    // A job may take a second: the fewest samples, each as short as it can be.
    group.sample_size(10).sampling_mode(SamplingMode::Flat);
    for (name, question) in entries(include_str!("jobs.jsonl")) {
        if let Some(reason) = unanswered(&question) {
            println!("{name}: not timed, because {reason}");
            continue;
        }
        group.bench_function(name, |bencher| bencher.iter(|| dpscope::question::ask(black_box(&question))));
    }
    group.finish();
}

/// Ordinary training runs: sampling rates, noises, epochs.
const RATES: [f64; 9] = [1e-4, 2e-4, 5e-4, 1e-3, 2e-3, 4e-3, 0.01, 0.02, 0.05];
const NOISES: [f64; 5] = [0.5, 0.7, 1.0, 1.4, 2.0];
const EPOCHS: [f64; 10] = [1.0, 2.0, 3.0, 5.0, 10.0, 20.0, 30.0, 50.0, 70.0, 100.0];

/// How often each of their curves is drawn; the shortest time counts.
const DRAWN: usize = 3;

/// Times the exact curve of every ordinary training run once it is warm, and prints the median and the largest time as a
/// line of JSON.
fn training_runs(_: &mut Criterion) {
    let mut times = Vec::new();
    for (rate, sigma, epochs) in RATES.iter().flat_map(|rate| {
        NOISES.iter().flat_map(move |sigma| EPOCHS.iter().map(move |epochs| (rate, sigma, epochs)))
    }) {
        let question = json!({"ask": "curve", "view": "profile", "accountants": ["fourier"], "mark": {"delta": 1e-5},
            "releases": [{"count": (epochs / rate).round(), "mechanism": {"kind": "gaussian", "sigma": sigma},
                "sampling": {"kind": "poisson", "rate": rate}}]});
        let once = |_| {
            let start = Instant::now();
            black_box(dpscope::question::ask(black_box(&question)));
            start.elapsed().as_secs_f64() * 1e3
        };
        times.push((0..DRAWN).map(once).fold(f64::INFINITY, f64::min));
    }
    times.sort_by(f64::total_cmp);
    let (median, largest) = (times[times.len() / 2], times[times.len() - 1]);
    println!("{}", json!({"curves": times.len(), "median_ms": median, "largest_ms": largest}));
}

/// Name and question of each line; a line that names accountants is one question for each of them.
fn entries(lines: &str) -> Vec<(String, Value)> {
    let mut entries = Vec::new();
    for line in lines.lines() {
        let mut entry: Value = serde_json::from_str(line).expect("each line is JSON");
        let name = entry["name"].as_str().expect("each line has a name").to_owned();
        let mut question = entry["question"].take();
        let Some(accountants) = entry["accountants"].as_array() else {
            entries.push((name, question));
            continue;
        };
        for accountant in accountants {
            question["accountants"] = json!([accountant]);
            let accountant = accountant.as_str().expect("an accountant is a word");
            entries.push((format!("{name}, {accountant}"), question.clone()));
        }
    }
    entries
}

/// Why there is nothing to time.
fn unanswered(question: &Value) -> Option<String> {
    let answer = serde_json::to_value(dpscope::question::ask(question)).expect("an answer is plain data");
    let reason =
        [&answer["message"], &answer["bounds"][0]["unavailable"], &answer["unavailable"][0]["reason"]]
            .into_iter()
            .find_map(Value::as_str);
    reason.map(str::to_owned)
}

criterion_group!(benches, questions, training_runs);
criterion_main!(benches);
