//! Installing what is missing, with the ordinary package clients, and nothing twice.
//!
//! Each function leaves its tool ready or says what a person has to do. What to install is decided by
//! plain functions of what was found, so that the branches can be tested on a complete machine.

use std::fs;

use anyhow::{Context, Result, bail};

use crate::command::{output, run, say};
use crate::workshop::Workshop;

const TARGET: &str = "wasm32-unknown-unknown";
/// The first whose test runner can end a file that keeps a browser open.
const OLDEST_NODE: (u32, u32) = (20, 14);

/// The compiler's wasm32 standard library.
///
/// `rustup target add` and not the `targets` of rust-toolchain.toml: those do nothing where automatic
/// installation is switched off, and may replace the whole toolchain where it is on.
pub fn wasm_target(shop: &Workshop) -> Result<()> {
    if shop.find("rustup").is_none() {
        let library = output(shop.command("rustc").args(["--print", "target-libdir", "--target", TARGET]))?;
        if fs::exists(library.trim())? {
            return Ok(());
        }
        bail!("the Rust target {TARGET} is missing and there is no rustup to add it");
    }
    let installed = output(shop.command("rustup").args(["target", "list", "--installed"]))?;
    if lacks(&installed, TARGET) {
        say(&format!("adding the Rust target {TARGET}, for the browser (once, a few seconds)"));
        run(shop.command("rustup").args(["target", "add", TARGET]))?;
    }
    Ok(())
}

/// rustfmt and clippy, for the style stage.
pub fn components(shop: &Workshop) -> Result<()> {
    if shop.find("rustup").is_none() {
        return Ok(());
    }
    let installed = output(shop.command("rustup").args(["component", "list", "--installed"]))?;
    for component in ["rustfmt", "clippy"] {
        if lacks(&installed, component) {
            say(&format!("adding {component}, for the style checks (once, a few seconds)"));
            run(shop.command("rustup").args(["component", "add", component]))?;
        }
    }
    Ok(())
}

/// wasm-pack and wasm-bindgen in their pinned versions.
///
/// Compiled no better than they are used: wasm-pack only starts others, and wasm-bindgen takes two seconds over a test
/// of 17 MB however it is compiled. Optimized in full, both take more than twice as long to compile.
pub fn wasm_tools(shop: &Workshop) -> Result<()> {
    let tools = &shop.config.tools;
    for (krate, program, wanted, optimized) in [
        ("wasm-bindgen-cli", "wasm-bindgen", &tools.wasm_bindgen, 1),
        ("wasm-pack", "wasm-pack", &tools.wasm_pack, 0),
    ] {
        let found = output(shop.command(program).arg("--version")).ok();
        if found.as_deref().and_then(version) == Some(wanted) {
            continue;
        }
        say(&format!("installing {krate} {wanted} (once, about a minute)"));
        let mut install = shop.command("cargo");
        install.args(["install", krate, "--version", wanted, "--locked", "--root"]);
        install.arg(&shop.tools).arg("--config").arg(format!("profile.release.opt-level={optimized}"));
        run(&mut install)?;
    }
    Ok(())
}

/// Node, new enough for its test runner.
pub fn node(shop: &Workshop) -> Result<()> {
    let found = output(shop.command("node").arg("--version")).unwrap_or_default();
    if node_version(&found).is_some_and(|version| version >= OLDEST_NODE) {
        return Ok(());
    }
    let state = match found.trim() {
        "" => "missing",
        version => &format!("{version}, too old"),
    };
    let (major, minor) = OLDEST_NODE;
    bail!("Node is {state}: install Node {major}.{minor} or newer, with npm");
}

/// The npm packages of package-lock.json, wasm-opt among them.
pub fn node_packages(shop: &Workshop) -> Result<()> {
    node(shop)?;
    let lock = fs::read(shop.root.join("package-lock.json"))?;
    // A copy of the lock that was installed; its age would say little after a checkout.
    let stamp = shop.root.join("node_modules/.installed-lock.json");
    if fs::read(&stamp).ok().as_ref() == Some(&lock) {
        return Ok(());
    }
    say("installing the npm packages for building and testing (a few seconds)");
    run(shop.command("npm").args(["ci", "--no-audit", "--no-fund", "--loglevel=error"]))?;
    fs::write(stamp, lock).context("npm ci left no node_modules")
}

/// Refuses any wasm-opt but the pinned one: others were seen to write modules that do not load.
pub fn wasm_opt(shop: &Workshop) -> Result<()> {
    node_packages(shop)?;
    let path = shop.find("wasm-opt").context("npm's binaryen brought no wasm-opt")?;
    let found = output(shop.command("wasm-opt").arg("--version"))?;
    let wanted = &shop.config.tools.binaryen;
    if !path.starts_with(shop.root.join("node_modules")) || !is_binaryen(&found, wanted) {
        bail!(
            "{} is {}, not binaryen {wanted} from package.json: delete node_modules and try again",
            path.display(),
            found.trim()
        );
    }
    Ok(())
}

fn lacks(installed: &str, name: &str) -> bool {
    !installed
        .lines()
        .any(|line| line.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('-')))
}

/// `wasm-pack 0.15.1` → `0.15.1`.
fn version(line: &str) -> Option<&str> {
    line.split_whitespace().nth(1)
}

/// `v20.20.2` → (20, 20).
fn node_version(line: &str) -> Option<(u32, u32)> {
    let mut numbers = line.trim().strip_prefix('v')?.split('.').map(str::parse);
    Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
}

/// wasm-opt tells only the first number: `wasm-opt version 132 (version_132)`.
fn is_binaryen(line: &str, wanted: &str) -> bool {
    line.split_whitespace().nth(2) == wanted.split('.').next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn installed_names_are_whole_names() {
        let targets = "wasm32-wasip1\nx86_64-unknown-linux-gnu\n";
        assert!(lacks(targets, TARGET));
        assert!(!lacks("wasm32-unknown-unknown\n", TARGET));
        let components = "cargo-x86_64-unknown-linux-gnu\nclippy-x86_64-unknown-linux-gnu\n";
        assert!(!lacks(components, "clippy"));
        assert!(lacks(components, "rustfmt"));
    }

    #[test]
    fn versions_are_read_from_what_programs_print() {
        assert_eq!(version("wasm-pack 0.15.1\n"), Some("0.15.1"));
        assert_eq!(version("wasm-bindgen 0.2.129 (abcdef)\n"), Some("0.2.129"));
        assert_eq!(version(""), None);
        assert_eq!(node_version("v20.20.2\n"), Some((20, 20)));
        assert_eq!(node_version("nonsense"), None);
        assert!(is_binaryen("wasm-opt version 132 (version_132)\n", "132.0.0"));
        assert!(!is_binaryen("wasm-opt version 108 (version_108)\n", "132.0.0"));
    }
}
