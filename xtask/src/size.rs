//! How much a first visit downloads, and whether that keeps the budget.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::command::output;
use crate::config::Config;
use crate::pages::Site;
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

/// The files of the first visit, relative to the checkout: what the page with that name begins with, and its module.
pub fn first_load(shop: &Workshop) -> Result<BTreeSet<String>> {
    let site = Site::read(&shop.root)?;
    let name = &shop.config.budget.first_load;
    let page = site.pages.iter().find(|page| page.file == *name);
    let page = page.with_context(|| format!("wasm-pack.toml: www/pages.json has no page {name}"))?;
    let module = shop.config.modules.iter().find(|module| page.module.as_ref() == Some(&module.name));
    let module = module.with_context(|| format!("{name} loads no module of wasm-pack.toml"))?;
    let files = site.first_load(&shop.root, page)?.into_iter().map(|file| format!("www/{file}"));
    let folder = module.folder(&shop.config.build);
    Ok(files.chain(["dpscope.js", "dpscope_bg.wasm"].map(|file| format!("{folder}/{file}"))).collect())
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
    let files = measure(shop, &first_load(shop)?.into_iter().collect::<Vec<_>>())?;
    for (file, measure) in &files {
        println!("  {:>8} {:>8}  {file}", measure.raw, measure.brotli);
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
    use super::*;

    #[test]
    fn a_budget_is_kept_up_to_its_last_byte() {
        assert!(Budget { name: "x".into(), used: 10, allowed: 10 }.kept());
        let over = Budget { name: "x".into(), used: 11, allowed: 10 };
        assert!(!over.kept());
        assert_eq!(over.to_string(), "x: 11 bytes brotli, OVER the budget of 10");
    }
}
