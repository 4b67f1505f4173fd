//! How much a first visit downloads, and whether that keeps the budget.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Context, Result, bail};
use serde::Deserialize;

use crate::command::output;
use crate::config::Config;
use crate::workshop::Workshop;

#[derive(Debug, Deserialize)]
pub struct Measure {
    pub raw: u64,
    pub brotli: u64,
    pub sha256: String,
}

/// Measures files, named relative to the checkout or absolutely.
pub fn measure(shop: &Workshop, files: &[String]) -> Result<BTreeMap<String, Measure>> {
    let text = output(shop.command("node").arg("xtask/node/measure.mjs").args(files))?;
    serde_json::from_str(&text).context("measure.mjs printed something else")
}

/// The files of the first visit, relative to the checkout, in order of name.
pub fn first_load(root: &Path, patterns: &[String]) -> Result<Vec<String>> {
    let mut files = BTreeSet::new();
    for pattern in patterns {
        let (taken_out, pattern) = match pattern.strip_prefix('!') {
            Some(pattern) => (true, pattern),
            None => (false, pattern.as_str()),
        };
        let escaped = glob::Pattern::escape(&root.to_string_lossy());
        let mut matched = 0;
        for path in glob::glob(&format!("{escaped}/{pattern}"))? {
            let path = path?;
            let name = path.strip_prefix(root)?.to_string_lossy().replace('\\', "/");
            matched += 1;
            if taken_out {
                files.remove(&name);
            } else {
                files.insert(name);
            }
        }
        if matched == 0 {
            bail!("wasm-pack.toml: no file matches the first-load pattern {pattern}");
        }
    }
    Ok(files.into_iter().collect())
}

/// One measured amount against what is allowed.
pub struct Budget {
    pub name: String,
    pub used: u64,
    pub allowed: u64,
}

impl Budget {
    pub fn kept(&self) -> bool {
        self.used <= self.allowed
    }
}

impl std::fmt::Display for Budget {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let verdict = if self.kept() { "within" } else { "OVER" };
        let Self { name, used, allowed, .. } = self;
        write!(f, "{name}: {used} bytes brotli, {verdict} the budget of {allowed}")
    }
}

/// The budgets of wasm-pack.toml, measured on the built site.
pub fn budgets(shop: &Workshop) -> Result<Vec<Budget>> {
    let Config { build, modules, budget, .. } = &shop.config;
    let mut budgets = Vec::new();
    for module in modules {
        let wasm = format!("{}/dpscope_bg.wasm", module.folder(build));
        let used = measure(shop, &[wasm])?.values().map(|measure| measure.brotli).sum();
        budgets.push(Budget { name: format!("module {}", module.name), used, allowed: module.brotli_bytes });
    }
    let files = measure(shop, &first_load(&shop.root, &budget.first_load)?)?;
    for (file, measure) in &files {
        println!("  {:>8} {:>8}  {file}", measure.raw, measure.brotli);
    }
    if !files.keys().any(|file| file.ends_with(".wasm")) {
        bail!("wasm-pack.toml: the first load has no module");
    }
    budgets.push(Budget {
        name: "first load".into(),
        used: files.values().map(|measure| measure.brotli).sum(),
        allowed: budget.first_load_brotli_bytes,
    });
    Ok(budgets)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn patterns_add_and_take_out_in_order() {
        let root = std::env::temp_dir().join(format!("xtask-size-[1]-{}", std::process::id()));
        fs::create_dir_all(root.join("www/parts")).unwrap();
        for file in ["www/index.html", "www/app.js", "www/parts/a.js", "www/parts/late.js"] {
            fs::write(root.join(file), "").unwrap();
        }
        let list = |patterns: &[&str]| {
            first_load(&root, &patterns.iter().map(|&text| text.into()).collect::<Vec<_>>())
        };
        assert_eq!(
            list(&["www/index.html", "www/**/*.js", "!www/parts/late.js"]).unwrap(),
            ["www/app.js", "www/index.html", "www/parts/a.js"]
        );
        let error = list(&["www/**/*.css"]).unwrap_err().to_string();
        assert!(error.contains("www/**/*.css"), "{error}");
        fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn a_budget_is_kept_up_to_its_last_byte() {
        assert!(Budget { name: "x".into(), used: 10, allowed: 10 }.kept());
        let over = Budget { name: "x".into(), used: 11, allowed: 10 };
        assert!(!over.kept());
        assert_eq!(over.to_string(), "x: 11 bytes brotli, OVER the budget of 10");
    }
}
