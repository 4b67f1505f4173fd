//! How long single tests took, from what their runners printed and when.

use std::collections::VecDeque;
use std::env;
use std::sync::Mutex;
use std::thread;

use crate::command::Finished;

/// A test and how long it took.
#[derive(Debug, Clone, PartialEq)]
pub struct Timed {
    pub seconds: f64,
    pub name: String,
}

/// Every test of this run so far.
static NOTED: Mutex<Vec<Timed>> = Mutex::new(Vec::new());

/// Keeps the times of the tests that a runner told of.
pub fn note(finished: &Finished) {
    let threads = env::var("RUST_TEST_THREADS").ok().and_then(|count| count.parse().ok());
    let threads = threads.or_else(|| thread::available_parallelism().ok().map(usize::from));
    let mut timed = rust(finished, threads.unwrap_or(1));
    timed.extend(node(&finished.stdout));
    NOTED.lock().unwrap_or_else(|broken| broken.into_inner()).extend(timed);
}

/// The tests that took longest, the longest first.
pub fn slowest(count: usize) -> Vec<Timed> {
    let mut all = NOTED.lock().unwrap_or_else(|broken| broken.into_inner()).clone();
    all.sort_by(|one, other| other.seconds.total_cmp(&one.seconds));
    all.truncate(count);
    all
}

/// The tests of `cargo test`, whose stable runner tells of no time: it starts them in the order of their names, as many
/// at once as there are threads, and another whenever one has ended, so that a test has taken the time from the line
/// that made room for it to its own.
fn rust(finished: &Finished, threads: usize) -> Vec<Timed> {
    let mut programs = finished.stderr.lines().filter_map(program);
    let mut timed = Vec::new();
    let mut running: Option<Running> = None;
    for (line, at) in finished.lines() {
        if line.starts_with("running ") && line.trim_end_matches('s').ends_with(" test") {
            let program = programs.next().unwrap_or_default().to_owned();
            running = Some(Running { program, started: at, ended: Vec::new() });
        } else if line.starts_with("test result:") {
            timed.extend(running.take().into_iter().flat_map(|running| running.times(threads)));
        } else if let (Some(running), Some(name)) = (&mut running, ended(line)) {
            running.ended.push((name.to_owned(), at));
        }
    }
    timed
}

/// The source of a program that cargo says it runs.
fn program(line: &str) -> Option<&str> {
    let line = line.trim();
    let source = line.strip_prefix("Running ").or_else(|| line.strip_prefix("Doc-tests "))?;
    Some(source.split(" (").next().unwrap_or(source).trim_start_matches("unittests "))
}

/// The name of a test that has ended.
fn ended(line: &str) -> Option<&str> {
    let (name, how) = line.strip_prefix("test ")?.rsplit_once(" ... ")?;
    let name = name.trim_end_matches(" - should panic");
    ["ok", "FAILED", "ignored"].iter().any(|word| how.starts_with(word)).then_some(name)
}

/// A program of tests: when it began, and when each of its tests ended.
struct Running {
    program: String,
    started: f64,
    ended: Vec<(String, f64)>,
}

impl Running {
    fn times(self, threads: usize) -> Vec<Timed> {
        // When there was room for one more: at the start for as many as there are threads, then whenever one ended.
        let room = std::iter::repeat_n(self.started, threads);
        let mut room: VecDeque<f64> = room.chain(self.ended.iter().map(|(_, at)| *at)).collect();
        let mut tests = self.ended;
        tests.sort_by(|(one, _), (other, _)| one.cmp(other));
        tests
            .into_iter()
            .map(|(name, at)| {
                let started = room.pop_front().unwrap_or(at);
                Timed { seconds: (at - started).max(0.0), name: format!("{} {name}", self.program) }
            })
            .collect()
    }
}

/// The tests of `node --test`, each with those inside it.
fn node(text: &str) -> Vec<Timed> {
    let timed = |line: &str| {
        let (name, time) = line.strip_prefix(['✔', '✖', '▶'])?.trim().rsplit_once(" (")?;
        let seconds = time.strip_suffix("ms)")?.parse::<f64>().ok()? / 1000.0;
        Some(Timed { seconds, name: name.to_owned() })
    };
    // What failed is repeated after the closing lines.
    text.lines().take_while(|line| !line.starts_with("ℹ tests ")).filter_map(timed).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finished(stdout: &[(&str, f64)], stderr: &str) -> Finished {
        let mut finished = Finished { stderr: stderr.into(), ..Finished::default() };
        for (line, at) in stdout {
            finished.stdout.push_str(line);
            finished.stdout.push('\n');
            finished.arrivals.push((finished.stdout.len(), *at));
        }
        finished
    }

    fn close(timed: &[Timed], expected: &[(&str, f64)]) {
        let names: Vec<_> = timed.iter().map(|timed| timed.name.as_str()).collect();
        assert_eq!(names, expected.iter().map(|(name, _)| *name).collect::<Vec<_>>());
        for (timed, (_, seconds)) in timed.iter().zip(expected) {
            assert!((timed.seconds - seconds).abs() < 1e-9, "{timed:?}");
        }
    }

    /// Two threads: a and b begin at 1, c when b has ended, d when a has.
    #[test]
    fn a_test_starts_when_another_makes_room() {
        let stdout = [
            ("running 4 tests", 1.0),
            ("test b ... ok", 3.0),
            ("test a ... FAILED", 4.0),
            ("test d - should panic ... ok", 4.5),
            ("test c ... ok", 9.0),
            ("test result: FAILED. 3 passed; 1 failed; 0 ignored", 9.0),
            ("running 1 test", 12.0),
            ("test e ... ok", 12.5),
            ("test result: ok. 1 passed; 0 failed", 12.5),
        ];
        let stderr = "   Compiling x\n     Running unittests src/lib.rs (target/debug/deps/x-1)\n     Running tests/laws/main.rs (target/y)\n";
        close(
            &rust(&finished(&stdout, stderr), 2),
            &[
                ("src/lib.rs a", 3.0),
                ("src/lib.rs b", 2.0),
                ("src/lib.rs c", 6.0),
                ("src/lib.rs d", 0.5),
                ("tests/laws/main.rs e", 0.5),
            ],
        );
    }

    #[test]
    fn node_tells_the_time_of_each_test() {
        let text = "✔ page answers (12.5ms)\n▶ in parts\n  ✔ one (1000ms)\n▶ in parts (2000.25ms)\n✖ fails (3ms)\n\
                    ℹ tests 3\nℹ duration_ms 812.5\n✖ failing tests:\n✖ fails (3ms)\n";
        close(&node(text), &[("page answers", 0.0125), ("in parts", 2.000_25), ("fails", 0.003)]);
    }
}
