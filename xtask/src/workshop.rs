//! Where everything is: the checkout, its configuration, the build directory, the programs.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, anyhow};
use serde::Deserialize;

use crate::command::output;
use crate::config::{Config, Module};

pub struct Workshop {
    pub root: PathBuf,
    pub config: Config,
    /// Cargo's target directory, wherever the person has put it.
    pub target: PathBuf,
    pub package: Package,
    /// Per-user directory of the tools that are installed with cargo, kept between checkouts.
    pub tools: PathBuf,
    path: OsString,
}

/// What Cargo.toml says about the crate.
#[derive(Debug, Deserialize)]
pub struct Package {
    pub name: String,
    pub version: String,
    pub description: String,
    pub license: String,
    pub keywords: Vec<String>,
    pub features: BTreeMap<String, Vec<String>>,
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<serde_json::Value>,
    target_directory: PathBuf,
}

impl Workshop {
    pub fn open() -> Result<Self> {
        let member = env::var_os("CARGO_MANIFEST_DIR")
            .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
        let root = member.parent().context("xtask stands alone")?.to_path_buf();
        let config = Config::read(&root)?;
        let tools = tools_directory(|name| env::var_os(name))?;
        let path = env::var_os("PATH").unwrap_or_default();
        let path = env::join_paths(
            [tools.join("bin"), root.join("node_modules/.bin")].into_iter().chain(env::split_paths(&path)),
        )?;
        let text = output(
            Command::new("cargo").args(["metadata", "--no-deps", "--format-version", "1"]).current_dir(&root),
        )?;
        let metadata: Metadata = serde_json::from_str(&text)?;
        let package = metadata
            .packages
            .into_iter()
            .find(|package| package["name"] == "dpscope")
            .ok_or_else(|| anyhow!("the workspace has no package dpscope"))?;
        Ok(Self {
            package: serde_json::from_value(package).context("Cargo.toml lacks a field")?,
            target: metadata.target_directory,
            root,
            config,
            tools,
            path,
        })
    }

    /// The modules whose features are not those of the crate by itself, so that its own lints and tests say nothing of
    /// how they ship.
    pub fn partial_modules(&self) -> impl Iterator<Item = &Module> {
        let whole: BTreeSet<_> = self.package.features.get("default").into_iter().flatten().collect();
        self.config.modules.iter().filter(move |module| BTreeSet::from_iter(&module.features) != whole)
    }

    /// A program to be run in the checkout, with the installed tools first on its PATH.
    pub fn command(&self, program: &str) -> Command {
        let mut command = match self.find(program) {
            Some(path) => Command::new(path),
            None => Command::new(program),
        };
        command.current_dir(&self.root).env("PATH", &self.path);
        command
    }

    pub fn find(&self, program: &str) -> Option<PathBuf> {
        find(program, &self.path)
    }
}

/// The first executable of that name on a PATH.
pub fn find(program: &str, path: &OsString) -> Option<PathBuf> {
    env::split_paths(path).map(|directory| directory.join(program)).find(|file| executable(file))
}

#[cfg(unix)]
pub fn executable(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    file.metadata().is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
pub fn executable(file: &Path) -> bool {
    file.is_file()
}

fn tools_directory(variable: impl Fn(&str) -> Option<OsString>) -> Result<PathBuf> {
    let directory = |name: &str| variable(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    directory("DPSCOPE_TOOLS")
        .or_else(|| directory("XDG_CACHE_HOME").map(|cache| cache.join("dpscope/tools")))
        .or_else(|| directory("HOME").map(|home| home.join(".cache/dpscope/tools")))
        .or_else(|| directory("USERPROFILE").map(|home| home.join(".cache/dpscope/tools")))
        .context("no home directory; set DPSCOPE_TOOLS to where the tools may be installed")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tools_live_in_the_user_s_cache_unless_told() {
        let all = [("DPSCOPE_TOOLS", "/t"), ("XDG_CACHE_HOME", "/x"), ("HOME", "/h")];
        let with = |set: &[(&str, &str)]| {
            tools_directory(|name| set.iter().find(|(key, _)| *key == name).map(|(_, value)| value.into()))
        };
        assert_eq!(with(&all).unwrap(), Path::new("/t"));
        assert_eq!(with(&all[1..]).unwrap(), Path::new("/x/dpscope/tools"));
        assert_eq!(with(&all[2..]).unwrap(), Path::new("/h/.cache/dpscope/tools"));
        assert_eq!(
            with(&[("DPSCOPE_TOOLS", ""), ("HOME", "/h")]).unwrap(),
            Path::new("/h/.cache/dpscope/tools")
        );
        assert!(with(&[]).is_err());
    }

    /// The accounting module has no topic of the crate's own set, so that it is looked at by itself.
    #[test]
    fn a_module_with_fewer_topics_than_the_crate_is_partial() {
        let mut shop = Workshop::open().unwrap();
        assert!(shop.partial_modules().any(|module| module.name == "accounting"));
        let whole = shop.package.features["default"].iter().rev().cloned().collect();
        for module in &mut shop.config.modules {
            module.features = Vec::clone(&whole);
        }
        assert_eq!(shop.partial_modules().count(), 0, "whatever the order of its topics");
    }

    #[cfg(unix)]
    #[test]
    fn only_executables_are_found() {
        use std::os::unix::fs::PermissionsExt;
        let directory = env::temp_dir().join(format!("xtask-find-{}", std::process::id()));
        std::fs::create_dir_all(&directory).unwrap();
        let file = directory.join("chromium");
        std::fs::write(&file, "").unwrap();
        let path = OsString::from(&directory);
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o644)).unwrap();
        assert_eq!(find("chromium", &path), None);
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).unwrap();
        assert_eq!(find("chromium", &path), Some(file));
        std::fs::remove_dir_all(directory).unwrap();
    }
}
