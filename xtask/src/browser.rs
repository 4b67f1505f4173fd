//! Chromium and its driver: named by the environment, found on the PATH, or installed.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde_json::json;

use crate::command::{output, run, say};
use crate::workshop::{Workshop, executable};

pub struct Browser {
    pub chromium: PathBuf,
    pub chromedriver: PathBuf,
    /// What the end-to-end tests open: the same engine without windows, tool bars and profiles, which nobody looks at
    /// there; a page of ours takes it less than half the time. Chromium itself where there is none.
    pub headless: PathBuf,
}

const CHROMIUM: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];
const CHROMEDRIVER: [&str; 1] = ["chromedriver"];
const HEADLESS: [&str; 2] = ["chromium-headless-shell", "chrome-headless-shell"];

impl Browser {
    /// The browser of this machine, installed with the system's package manager if there is none.
    pub fn ready(shop: &Workshop) -> Result<Self> {
        if let Some(browser) = Self::look(shop)? {
            return Ok(browser);
        }
        let administrator = output(shop.command("id").arg("-u")).is_ok_and(|id| id.trim() == "0");
        let steps = installation(|program| shop.find(program).is_some(), administrator);
        if steps.is_empty() {
            bail!("{MISSING}");
        }
        say("installing Chromium and its driver, for the browser tests (once, about 1 minute)");
        for step in steps {
            let [program, arguments @ ..] = step.as_slice() else {
                continue;
            };
            run(shop.command(program).args(arguments))?;
        }
        if let [program, arguments @ ..] =
            addition(|program| shop.find(program).is_some(), administrator).as_slice()
        {
            // Not every distribution has it, and what is there is enough.
            let _ = run(shop.command(program).args(arguments));
        }
        match Self::look(shop)? {
            Some(browser) => Ok(browser),
            None => bail!("the package manager succeeded, yet: {MISSING}"),
        }
    }

    /// webdriver.json with this browser named in it; the driver would choose one by itself.
    pub fn capabilities(&self, shop: &Workshop) -> Result<PathBuf> {
        let mut capabilities: serde_json::Value =
            serde_json::from_slice(&fs::read(shop.root.join("webdriver.json"))?)
                .context("webdriver.json is not valid")?;
        capabilities["goog:chromeOptions"]["binary"] = json!(self.chromium);
        let path = shop.target.join("webdriver.json");
        fs::write(&path, capabilities.to_string())?;
        Ok(path)
    }

    fn look(shop: &Workshop) -> Result<Option<Self>> {
        let pick = |variable: &str, names: &[&str]| {
            let named = env::var_os(variable).map(PathBuf::from);
            choose(variable, named.as_deref(), names, |name| shop.find(name))
        };
        let headless = pick("CHROMIUM", &HEADLESS)?;
        Ok(pick("CHROMIUM", &CHROMIUM)?.zip(pick("CHROMEDRIVER", &CHROMEDRIVER)?).map(
            |(chromium, chromedriver)| {
                let headless = headless.unwrap_or_else(|| chromium.clone());
                Self { chromium, chromedriver, headless }
            },
        ))
    }
}

const MISSING: &str = "Chromium or chromedriver is missing: install both, in the same version, or \
                       set CHROMIUM and CHROMEDRIVER to their paths";

/// A path given by the person wins, and is an error if nothing runs there.
fn choose(
    variable: &str,
    named: Option<&Path>,
    names: &[&str],
    find: impl Fn(&str) -> Option<PathBuf>,
) -> Result<Option<PathBuf>> {
    match named {
        Some(path) if executable(path) => Ok(Some(path.to_path_buf())),
        Some(path) => bail!("{variable} is {}, which is no program", path.display()),
        None => Ok(names.iter().find_map(|name| find(name))),
    }
}

const APT: [&str; 3] = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get"];

/// The command that installs the headless browser as well, where it is known to be a package of its own; empty
/// elsewhere.
fn addition(has: impl Fn(&str) -> bool, administrator: bool) -> Vec<&'static str> {
    let install = ["install", "-y", "--no-install-recommends", "chromium-headless-shell"];
    match (has("apt-get"), administrator, has("sudo")) {
        (true, true, _) => [&APT[..], &install].concat(),
        (true, false, true) => [&["sudo"][..], &APT, &install].concat(),
        _ => Vec::new(),
    }
}

/// The commands that install both programs with the first package manager there is; none if there is
/// none, or if it needs an administrator and nobody can become one.
fn installation(has: impl Fn(&str) -> bool, administrator: bool) -> Vec<Vec<&'static str>> {
    let managers: [(&str, Vec<Vec<&str>>); 3] = [
        (
            "apt-get",
            vec![
                [&APT[..], &["update"]].concat(),
                [&APT[..], &["install", "-y", "--no-install-recommends", "chromium", "chromium-driver"]]
                    .concat(),
            ],
        ),
        ("dnf", vec![vec!["dnf", "install", "-y", "chromium", "chromedriver"]]),
        // The Arch package of Chromium contains the driver.
        ("pacman", vec![vec!["pacman", "-S", "--noconfirm", "--needed", "chromium"]]),
    ];
    for (manager, steps) in managers {
        if !has(manager) {
            continue;
        }
        if administrator {
            return steps;
        }
        if has("sudo") {
            return steps.into_iter().map(|step| [&["sudo"][..], &step].concat()).collect();
        }
    }
    if has("brew") {
        return vec![vec!["brew", "install", "--cask", "chromium", "chromedriver"]];
    }
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(programs: &[&str], administrator: bool) -> Vec<String> {
        installation(|program| programs.contains(&program), administrator)
            .iter()
            .map(|step| step.join(" "))
            .collect()
    }

    #[test]
    fn each_package_manager_has_its_commands() {
        assert_eq!(
            plan(&["apt-get"], true),
            [
                "env DEBIAN_FRONTEND=noninteractive apt-get update",
                "env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
                 chromium chromium-driver",
            ]
        );
        assert_eq!(plan(&["dnf"], true), ["dnf install -y chromium chromedriver"]);
        assert_eq!(plan(&["pacman"], true), ["pacman -S --noconfirm --needed chromium"]);
        assert_eq!(plan(&["brew"], false), ["brew install --cask chromium chromedriver"]);
    }

    #[test]
    fn administration_goes_through_sudo_or_not_at_all() {
        assert_eq!(plan(&["dnf", "sudo"], false), ["sudo dnf install -y chromium chromedriver"]);
        assert!(plan(&["apt-get"], false).is_empty());
        assert!(plan(&[], true).is_empty());
    }

    /// As the others of the same manager; where it is not known to exist, nothing is tried.
    #[test]
    fn the_headless_browser_is_an_addition_of_one_manager() {
        let plan = |programs: &[&str], administrator| {
            addition(|program| programs.contains(&program), administrator).join(" ")
        };
        let install = "env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
                       chromium-headless-shell";
        assert_eq!(plan(&["apt-get"], true), install);
        assert_eq!(plan(&["apt-get", "sudo"], false), format!("sudo {install}"));
        assert_eq!(plan(&["apt-get"], false), "");
        assert_eq!(plan(&["dnf", "sudo"], true), "");
    }

    #[test]
    fn a_named_program_wins_and_must_exist() {
        let none = |_: &str| None;
        let found = |name: &str| (name == "google-chrome").then(|| PathBuf::from("/b/chrome"));
        let shell = Path::new("/bin/sh");
        assert_eq!(choose("CHROMIUM", Some(shell), &CHROMIUM, none).unwrap().unwrap(), shell);
        assert_eq!(choose("CHROMIUM", None, &CHROMIUM, found).unwrap(), Some(PathBuf::from("/b/chrome")));
        assert_eq!(choose("CHROMIUM", None, &CHROMIUM, none).unwrap(), None);
        let error = choose("CHROMIUM", Some(Path::new("/no/such")), &CHROMIUM, found).unwrap_err();
        assert_eq!(error.to_string(), "CHROMIUM is /no/such, which is no program");
    }
}
