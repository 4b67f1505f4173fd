//! `wasm-pack.toml`: pinned tool versions, wasm-pack's arguments, the modules, the size budgets.

use std::path::Path;

use anyhow::{Context, Result};
use serde::Deserialize;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Config {
    pub tools: Tools,
    pub build: Build,
    #[serde(rename = "module")]
    pub modules: Vec<Module>,
    pub budget: Budget,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Tools {
    pub wasm_pack: String,
    pub wasm_bindgen: String,
    pub binaryen: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Build {
    pub target: String,
    pub out_dir: String,
    pub npm_package: String,
    pub arguments: Vec<String>,
    pub cargo_arguments: Vec<String>,
}

/// A module of the site.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Module {
    /// Also the name of its folder.
    pub name: String,
    /// The topics it answers beside accounting.
    pub features: Vec<String>,
    pub brotli_bytes: u64,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Budget {
    pub first_load_brotli_bytes: u64,
    /// The page of the first visit.
    pub first_load: String,
}

impl Module {
    /// Cargo's arguments that build the crate as this module has it.
    pub fn cargo_features(&self) -> [String; 2] {
        ["--no-default-features".into(), format!("--features={}", self.features.join(","))]
    }

    /// The same for the crate `module`, which has the topics only through the library.
    pub fn dependency_features(&self) -> Vec<String> {
        self.features.iter().map(|topic| format!("--features=dpscope/{topic}")).collect()
    }

    /// Where its files are published, relative to the checkout.
    pub fn folder(&self, build: &Build) -> String {
        format!("{}/{}", build.out_dir, self.name)
    }
}

impl Config {
    pub fn read(root: &Path) -> Result<Self> {
        let path = root.join("wasm-pack.toml");
        let text =
            std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        toml::from_str(&text).with_context(|| format!("{} is not valid", path.display()))
    }

    /// The module that is also the npm package.
    pub fn npm_package(&self) -> Result<&Module> {
        let name = &self.build.npm_package;
        let module = self.modules.iter().find(|module| module.name == *name);
        module.with_context(|| {
            format!("wasm-pack.toml: the npm package is the module {name}, which is not in the list")
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::pages::Site;

    fn root() -> &'static Path {
        Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
    }

    /// The generated JavaScript and the crate must come from one wasm-bindgen, so both name it exactly.
    #[test]
    fn wasm_bindgen_is_the_crate_s_pin() {
        let manifest: toml::Table =
            toml::from_str(&std::fs::read_to_string(root().join("Cargo.toml")).unwrap()).unwrap();
        let pin = manifest["target"]["cfg(target_arch = \"wasm32\")"]["dependencies"]["wasm-bindgen"]
            .as_str()
            .unwrap();
        let config = Config::read(root()).unwrap();
        assert_eq!(pin, format!("={}", config.tools.wasm_bindgen));
    }

    #[test]
    fn binaryen_is_the_npm_pin() {
        let package: serde_json::Value =
            serde_json::from_slice(&std::fs::read(root().join("package.json")).unwrap()).unwrap();
        let config = Config::read(root()).unwrap();
        assert_eq!(package["devDependencies"]["binaryen"], config.tools.binaryen);
    }

    /// A lock without addresses works with any registry a person has configured.
    #[test]
    fn npm_lock_holds_no_download_address() {
        let lock = std::fs::read_to_string(root().join("package-lock.json")).unwrap();
        assert!(lock.contains("\"integrity\""));
        assert!(!lock.contains("\"resolved\""));
    }

    #[test]
    fn modules_are_made_of_the_crate_s_topics() {
        let manifest: toml::Table =
            toml::from_str(&std::fs::read_to_string(root().join("Cargo.toml")).unwrap()).unwrap();
        let topics = manifest["features"].as_table().unwrap();
        let config = Config::read(root()).unwrap();
        let names: BTreeSet<_> = config.modules.iter().map(|module| &module.name).collect();
        assert_eq!(names.len(), config.modules.len(), "a name stands twice");
        for module in &config.modules {
            let unknown: Vec<_> = module.features.iter().filter(|name| !topics.contains_key(*name)).collect();
            assert!(unknown.is_empty(), "{}: {unknown:?}", module.name);
        }
        for topic in topics["default"].as_array().unwrap().iter().map(|topic| topic.as_str().unwrap()) {
            let has = |module: &Module| module.features.iter().any(|feature| feature == topic);
            assert!(config.modules.iter().any(has), "no module has {topic}");
        }
    }

    #[test]
    fn pages_load_modules_of_the_list() {
        let config = Config::read(root()).unwrap();
        for page in Site::read(root()).unwrap().pages {
            let known = |name: &String| config.modules.iter().any(|module| module.name == *name);
            assert!(page.module.as_ref().is_none_or(known), "{}: {:?}", page.file, page.module);
        }
    }

    #[test]
    fn the_npm_package_is_a_module_of_the_list() {
        let mut config = Config::read(root()).unwrap();
        assert_eq!(config.npm_package().unwrap().name, config.build.npm_package);
        config.build.npm_package = "other".into();
        let error = config.npm_package().unwrap_err().to_string();
        assert!(error.contains("the module other, which is not in the list"), "{error}");
    }
}
