//! Reading how many tests a runner executed from what it printed.
//!
//! An exit status alone is not enough: a suite configured for another environment is skipped with
//! status 0, so every stage has to show a count.

use std::ops::AddAssign;

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Count {
    pub passed: u64,
    pub failed: u64,
}

impl Count {
    pub const PASSED: Self = Self { passed: 1, failed: 0 };
    pub const FAILED: Self = Self { passed: 0, failed: 1 };
}

impl AddAssign for Count {
    fn add_assign(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
    }
}

impl std::fmt::Display for Count {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} passed, {} failed", self.passed, self.failed)
    }
}

/// Sums the `test result:` lines of `cargo test` or of the wasm-bindgen test runner.
pub fn rust(text: &str) -> Count {
    let mut sum = Count::default();
    for line in text.lines().map(str::trim).filter(|line| line.starts_with("test result:")) {
        sum += Count { passed: before(line, " passed"), failed: before(line, " failed") };
    }
    sum
}

/// Reads the closing summary of `node --test`; a cancelled test has failed.
pub fn node(text: &str) -> Count {
    let mut sum = Count::default();
    for line in text.lines() {
        let Some(entry) = line.strip_prefix("ℹ ").or_else(|| line.strip_prefix("# ")) else {
            continue;
        };
        let Some((name, Ok(number))) =
            entry.split_once(' ').map(|(name, number)| (name, number.trim().parse::<u64>()))
        else {
            continue;
        };
        match name {
            "pass" => sum.passed += number,
            "fail" | "cancelled" => sum.failed += number,
            _ => {}
        }
    }
    sum
}

/// The number that stands directly before `word`.
fn before(line: &str, word: &str) -> u64 {
    line.split(word)
        .next()
        .and_then(|head| head.rsplit(' ').next())
        .and_then(|number| number.parse().ok())
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `cargo test` over two targets and the doc tests, one of them failing.
    const CARGO: &str = "
running 3 tests
test a ... ok
test b ... ok
test c ... FAILED

test result: FAILED. 2 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s

running 1 test
test d ... ok

test result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 4 filtered out; finished in 0.00s

   Doc-tests dpscope

test result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s
";

    #[test]
    fn cargo_results_add_up() {
        assert_eq!(rust(CARGO), Count { passed: 3, failed: 1 });
    }

    /// The wasm-bindgen test runner, in a browser.
    #[test]
    fn browser_runner_is_read_like_cargo() {
        let text = "test tests::a ... ok\n\ntest result: ok. 2 passed; 0 failed; 0 ignored; 0 filtered out; finished in 0.00s\n";
        assert_eq!(rust(text), Count { passed: 2, failed: 0 });
    }

    /// What the runner prints when the suite is for the other environment: exit status 0.
    #[test]
    fn skipped_suite_counts_nothing() {
        let text = "this test suite is only configured to run in a browser, but we're only testing node.js tests so skipping\n";
        assert_eq!(rust(text), Count::default());
    }

    #[test]
    fn node_summary_in_both_reporters() {
        let spec = "✔ page answers (12.3ms)\nℹ tests 6\nℹ suites 0\nℹ pass 3\nℹ fail 2\nℹ cancelled 1\nℹ skipped 0\nℹ todo 0\nℹ duration_ms 812.5\n";
        assert_eq!(node(spec), Count { passed: 3, failed: 3 });
        let tap = "ok 1 - page answers\n1..1\n# tests 1\n# suites 0\n# pass 1\n# fail 0\n# cancelled 0\n# duration_ms 71\n";
        assert_eq!(node(tap), Count { passed: 1, failed: 0 });
    }
}
