//! What each stage of `cargo xtask test` runs, and how its count is read.

use std::cmp::Reverse;
use std::fs;
use std::path::Path;
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

/// The files that take longest begin, so that no browser is left to finish one of them alone: those that go through long
/// lists, then by size.
const LONGEST: [&str; 7] = ["axe", "presets", "tasks", "learn", "lab", "narrow", "one-screen"];

/// The core as its browser tests have it: what they ask takes two seconds more, what is compiled for them anew for each
/// module a third of the time. How fast the optimized module is they do not judge.
const UNOPTIMIZED: &str = "profile.dev.package.dpscope.opt-level=0";

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

/// The tests of a module in the browser. wasm-pack's own `test` would build the property tests for the browser too.
fn web_tests(shop: &Workshop, module: &Module) -> Command {
    let mut command = shop.command("cargo");
    command
        .args("test --package dpscope --test web --target wasm32-unknown-unknown".split(' '))
        .args(["--config", UNOPTIMIZED])
        .args(module.cargo_features());
    command
}

/// Compiles what `wasm` will run; what cannot be compiled fails there.
pub fn compile_web_tests(shop: &Workshop) -> Result<()> {
    say("compiling the tests of the modules in the browser");
    for module in &shop.config.modules {
        stream(web_tests(shop, module).arg("--no-run"))?;
    }
    Ok(())
}

pub fn wasm(shop: &Workshop) -> Result<Count> {
    tools::wasm_target(shop)?;
    tools::wasm_tools(shop)?;
    let browser = Browser::ready(shop)?;
    let mut count = Count::default();
    for module in &shop.config.modules {
        count += suite(
            &format!("the module {} in Chromium", module.name),
            web_tests(shop, module)
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
        let untyped = declarations::untyped(&fs::read_to_string(path)?);
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
    let files = browser_tests(&shop.root)?;
    if files.is_empty() {
        bail!("tests/browser holds no *.test.mjs");
    }
    let mut command = shop.command("node");
    // A failed test may leave its browser open, which would keep Node waiting; a hung file is ended.
    command
        .args(["--test", "--test-reporter=spec", "--test-force-exit"])
        .arg(format!("--test-timeout={FILE_TIMEOUT_MS}"))
        .arg(format!("--test-concurrency={BROWSERS}"))
        .args(&files);
    let _server = serve_to(shop, &mut command)?;
    command.env("CHROMIUM", Browser::ready(shop)?.headless);
    let mut count = suite("the pages in Chromium, as a person uses them", &mut command, count::node)?;
    count += pictures(shop)?;
    Ok(count)
}

/// The files of end-to-end tests, in tests/browser and in whatever folders it has, those that take longest first.
fn browser_tests(root: &Path) -> Result<Vec<String>> {
    let mut files = Vec::new();
    let mut folders = vec!["tests/browser".to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(root.join(&folder))? {
            let entry = entry?;
            let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
            if entry.file_type()?.is_dir() {
                folders.push(path);
            } else if path.ends_with(".test.mjs") {
                files.push((entry.metadata()?.len(), path));
            }
        }
    }
    let place = |file: &String| {
        let long = |name: &&str| file.ends_with(&format!("/{name}.test.mjs"));
        LONGEST.iter().position(long).unwrap_or(LONGEST.len())
    };
    files.sort_by_cached_key(|(size, file)| (place(file), Reverse(*size), file.clone()));
    Ok(files.into_iter().map(|(_, file)| file).collect())
}

/// Pictures every page for a person to leaf through.
fn pictures(shop: &Workshop) -> Result<Count> {
    let mut command = shop.command("node");
    command.arg("tests/browser/screenshots.mjs");
    let _server = serve_to(shop, &mut command)?;
    command.env("CHROMIUM", Browser::ready(shop)?.headless);
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
    use std::env;

    /// A file in a folder is found as well as one beside it, what is no test is not, and the longest begin.
    #[test]
    fn tests_of_the_browser_are_found_in_every_folder() {
        let root = env::temp_dir().join(format!("xtask-browser-tests-{}", std::process::id()));
        let folder = root.join("tests/browser");
        fs::create_dir_all(folder.join("plan/cards")).unwrap();
        for name in ["b.test.mjs", "plan/a.test.mjs", "plan/cards/axe.test.mjs", "plan/a.mjs", "notes.md"] {
            fs::write(folder.join(name), name).unwrap();
        }
        let found = browser_tests(&root).unwrap();
        fs::remove_dir_all(&root).unwrap();
        assert_eq!(
            found,
            ["plan/cards/axe.test.mjs", "plan/a.test.mjs", "b.test.mjs"]
                .map(|name| format!("tests/browser/{name}"))
        );
        // What is called longest exists.
        let real = browser_tests(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))).unwrap();
        for (file, name) in real.iter().zip(LONGEST) {
            assert!(file.ends_with(&format!("/{name}.test.mjs")), "{file} instead of {name}");
        }
    }

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
