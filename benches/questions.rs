//! Times the questions of `questions.jsonl` through the one door; `browser.mjs` times the same list
//! in Chromium, and `cargo xtask bench` prints both in one table.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use serde_json::Value;

fn questions(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("questions");
    group.sample_size(20).warm_up_time(std::time::Duration::from_millis(500));
    group.measurement_time(std::time::Duration::from_secs(2));
    for line in include_str!("questions.jsonl").lines() {
        let entry: Value = serde_json::from_str(line).expect("each line is JSON");
        let name = entry["name"].as_str().expect("each line has a name");
        group.bench_function(name, |bencher| {
            bencher.iter(|| dpscope::question::ask(black_box(&entry["question"])));
        });
    }
    group.finish();
}

criterion_group!(benches, questions);
criterion_main!(benches);
