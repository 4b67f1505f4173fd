//! What each stage of `cargo xtask test` runs, and how its count is read.

use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::browser::Browser;
use crate::command::{say, stream};
use crate::config::Module;
use crate::count::{self, Count};
use crate::server::Server;
use crate::workshop::Workshop;
use crate::{declarations, size, times, tools};

/// How long one file of end-to-end tests may take.
const FILE_TIMEOUT_MS: u32 = 1_200_000;

/// Files of end-to-end tests that run side by side, each with a browser of its own: as many as a small machine has
/// cores. By itself Node would leave one of them out. More would make each wait for the others, and some of the tests
/// say within how many seconds an answer must be there.
const BROWSERS: u32 = 2;

/// The files that take longest begin, so that no browser is left to finish one of them alone.
const LONGEST: [&str; 4] = ["axe", "presets", "tasks", "learn"];

/// Runs a check that passes or fails as a whole.
fn check(what: &str, command: &mut Command) -> Result<Count> {
    say(what);
    Ok(if stream(command)?.success { Count::PASSED } else { Count::FAILED })
}

/// Runs a test runner; if it fails, at least one failure is counted.
fn suite(what: &str, command: &mut Command, read: fn(&str) -> Count) -> Result<Count> {
    say(what);
    let finished = stream(command)?;
    times::note(&finished);
    Ok(judge(finished.success, read(&finished.text())))
}

fn judge(success: bool, count: Count) -> Count {
    if !success && count.failed == 0 {
        println!("error: the command failed beyond the tests it counted");
        return Count { failed: 1, ..count };
    }
    count
}

pub fn style(shop: &Workshop) -> Result<Count> {
    tools::components(shop)?;
    tools::wasm_target(shop)?;
    let mut count = check(
        "formatting, as rustfmt would write it",
        shop.command("cargo").args(["fmt", "--all", "--check"]),
    )?;
    count += check(
        "lints, for this machine",
        shop.command("cargo").args("clippy --workspace --all-targets -- -D warnings".split(' ')),
    )?;
    count += module_lints(shop)?;
    count += check(
        "documentation, without a broken link",
        shop.command("cargo").args(["doc", "--no-deps"]).env("RUSTDOCFLAGS", "-D warnings"),
    )?;
    Ok(count)
}

/// The lints of the crate as each module has it.
fn module_lints(shop: &Workshop) -> Result<Count> {
    let lint = |module: &Module, place: &str, targets: &str| {
        check(
            &format!("lints of the module {}, for {place}", module.name),
            shop.command("cargo")
                .args(["clippy", "--package", "dpscope"])
                .args(targets.split(' '))
                .args(module.cargo_features())
                .args(["--", "-D", "warnings"]),
        )
    };
    let mut count = Count::default();
    for module in shop.partial_modules() {
        count += lint(module, "this machine", "--all-targets")?;
    }
    for module in &shop.config.modules {
        count += lint(module, "the browser", "--lib --test web --target wasm32-unknown-unknown")?;
    }
    Ok(count)
}

pub fn native(shop: &Workshop) -> Result<Count> {
    let mut count = suite(
        "unit, property, integration and documentation tests",
        shop.command("cargo").args(["test", "--workspace", "--no-fail-fast"]),
        count::rust,
    )?;
    for module in shop.partial_modules() {
        count += suite(
            &format!("the questions of the module {}", module.name),
            shop.command("cargo")
                .args(["test", "--package", "dpscope", "--no-fail-fast", "--test", "questions"])
                .args(module.cargo_features()),
            count::rust,
        )?;
    }
    Ok(count)
}

pub fn wasm(shop: &Workshop) -> Result<Count> {
    tools::wasm_target(shop)?;
    tools::wasm_tools(shop)?;
    let browser = Browser::ready(shop)?;
    let mut count = Count::default();
    for module in &shop.config.modules {
        // wasm-pack's own `test` would build the property tests for the browser too.
        count += suite(
            &format!("the module {} in Chromium", module.name),
            shop.command("cargo")
                .args("test --package dpscope --test web --target wasm32-unknown-unknown".split(' '))
                .args(module.cargo_features())
                .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER", "wasm-bindgen-test-runner")
                .env("CHROMEDRIVER", &browser.chromedriver)
                .env("WASM_BINDGEN_TEST_WEBDRIVER_JSON", browser.capabilities(shop)?),
            count::rust,
        )?;
    }
    Ok(count)
}

pub fn types(shop: &Workshop) -> Result<Count> {
    tools::node_packages(shop)?;
    let mut count = Count::default();
    for (what, project) in
        [("types of the pages", "jsconfig.json"), ("types of the browser tests", "jsconfig.tests.json")]
    {
        count += check(what, shop.command("tsc").args(["--project", project]))?;
    }
    say("no `any` in the declarations of the modules");
    for module in &shop.config.modules {
        let directory = module.folder(&shop.config.build);
        let path = shop.root.join(&directory).join("dpscope.d.ts");
        let untyped = declarations::untyped(&std::fs::read_to_string(path)?);
        for line in &untyped {
            println!("{directory}/dpscope.d.ts: {line}");
        }
        count += if untyped.is_empty() { Count::PASSED } else { Count::FAILED };
    }
    Ok(count)
}

pub fn sizes(shop: &Workshop) -> Result<Count> {
    tools::node(shop)?;
    say("what a first visit downloads: bytes as they are, with brotli, file");
    let mut count = Count::default();
    for budget in size::budgets(shop)? {
        println!("{budget}");
        count += if budget.kept() { Count::PASSED } else { Count::FAILED };
    }
    Ok(count)
}

pub fn end_to_end(shop: &Workshop) -> Result<Count> {
    tools::node_packages(shop)?;
    let mut files = Vec::new();
    for entry in std::fs::read_dir(shop.root.join("tests/browser"))? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name.ends_with(".test.mjs") {
            files.push(format!("tests/browser/{name}"));
        }
    }
    if files.is_empty() {
        bail!("tests/browser holds no *.test.mjs");
    }
    let place = |file: &String| {
        LONGEST
            .iter()
            .position(|name| *file == format!("tests/browser/{name}.test.mjs"))
            .unwrap_or(LONGEST.len())
    };
    files.sort_by_cached_key(|file| (place(file), file.clone()));
    let mut command = shop.command("node");
    // A failed test may leave its browser open, which would keep Node waiting; a hung file is ended.
    command
        .args(["--test", "--test-reporter=spec", "--test-force-exit"])
        .arg(format!("--test-timeout={FILE_TIMEOUT_MS}"))
        .arg(format!("--test-concurrency={BROWSERS}"))
        .args(&files);
    let _server = serve_to(shop, &mut command)?;
    let mut count = suite("the pages in Chromium, as a person uses them", &mut command, count::node)?;
    count += pictures(shop)?;
    Ok(count)
}

/// Pictures every page for a person to leaf through.
fn pictures(shop: &Workshop) -> Result<Count> {
    let mut command = shop.command("node");
    command.arg("tests/browser/screenshots.mjs");
    let _server = serve_to(shop, &mut command)?;
    say("pictures of every page, in tests/browser/screenshots");
    let finished = stream(&mut command)?;
    Ok(if finished.success { Count::PASSED } else { Count::FAILED })
}

/// Starts the server for a Node program that drives the browser, and tells it where everything is.
pub fn serve_to(shop: &Workshop, command: &mut Command) -> Result<Server> {
    let browser = Browser::ready(shop)?;
    let server = Server::start(&shop.root.join("www"), 0)?;
    let first_load = size::first_load(shop)?;
    let first_load: Vec<_> = first_load.iter().filter_map(|file| file.strip_prefix("www/")).collect();
    command
        .env("DPSCOPE_URL", server.url())
        .env("DPSCOPE_FIRST_LOAD", serde_json::to_string(&first_load).context("first-load")?)
        .env("CHROMIUM", &browser.chromium);
    Ok(server)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A runner that dies after its last green test, or before its first, has failed.
    #[test]
    fn failure_without_a_count_is_counted() {
        let green = Count { passed: 4, failed: 0 };
        assert_eq!(judge(false, green), Count { passed: 4, failed: 1 });
        assert_eq!(judge(false, Count::default()), Count::FAILED);
        assert_eq!(judge(false, Count { passed: 4, failed: 2 }), Count { passed: 4, failed: 2 });
        assert_eq!(judge(true, green), green);
    }
}
