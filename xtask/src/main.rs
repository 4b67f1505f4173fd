//! `cargo xtask`: the one tool of the project. It serves, builds, tests and measures dpscope, and
//! installs what that needs.

mod bench;
mod browser;
mod checks;
mod command;
mod config;
mod count;
mod declarations;
mod fuzz;
mod package;
mod pages;
mod peers;
mod server;
mod site;
mod size;
mod stages;
mod times;
mod tools;
mod workshop;

use std::process::ExitCode;

use anyhow::{Result, bail};

use crate::server::Server;
use crate::stages::Stage;
use crate::workshop::Workshop;

const HELP: &str = "\
cargo xtask: everything that is done to dpscope, in one tool

    cargo xtask serve [--port N]     build the site and serve it on this machine
    cargo xtask pages                write head, navigation and footer of every page from www/pages.json
    cargo xtask build [--verify]     build the release site (www/pkg) and the npm package (pkg)
    cargo xtask test [--only STAGE]  check everything; the last line is the count
    cargo xtask fuzz [--plans N] [--seed N]  hunt through random plans (ten million, a new seed)
    cargo xtask bench [--peers]      time the questions here and in Chromium, in one table

Start with `serve` and open the address it prints. Run `test` before you hand in a change; while
you work, `test --only native` answers sooner. Stages, in order:

    style   formatting, lints for both targets, documentation
    native  unit, property, integration and documentation tests
    site    the release build, loaded and asked one question; not built again while no source is newer
    wasm    the core in Chromium (tests/web.rs)
    types   JavaScript against the module's declarations
    size    what a first visit downloads, against the budget
    e2e     the pages in Chromium (tests/browser)

The site is built beside the first two, and what opens a browser comes last. `test` closes with the ten tests that took
longest, the time of every stage and the count.

`build --verify` builds twice and compares every byte. `bench --peers` also sets the standard jobs
(benches/jobs.jsonl) beside Python's accountants, with everyone's error; it takes about ten minutes.

What is missing is installed when it is first needed: the Rust target, wasm-pack and wasm-bindgen
(into $DPSCOPE_TOOLS, or the user's cache), the npm packages, Chromium, the peers. Versions, wasm-pack's
arguments and the size budget stand in wasm-pack.toml. $CHROMIUM and $CHROMEDRIVER choose another
browser.
";

#[derive(Debug, PartialEq)]
enum Task {
    Help,
    Serve { port: u16 },
    Pages,
    Build { verify: bool },
    Test { stages: Vec<Stage> },
    Bench { peers: bool },
    Fuzz { plans: u64, seed: u64 },
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match parse(&arguments).and_then(run) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(task: Task) -> Result<ExitCode> {
    if task == Task::Help {
        print!("{HELP}");
        return Ok(ExitCode::SUCCESS);
    }
    let shop = Workshop::open()?;
    match task {
        Task::Help => {}
        Task::Serve { port } => {
            site::ensure(&shop)?;
            let server = Server::start(&shop.root.join("www"), port)?;
            command::say("serving www/ until you press Ctrl-C; reload the page to see its changes");
            println!("{}", server.url());
            server.wait();
        }
        Task::Pages => {
            let written = pages::write(&shop.root)?;
            command::say(&format!("{written} pages written anew"));
        }
        Task::Build { verify: false } => site::build(&shop)?,
        Task::Build { verify: true } => site::verify(&shop)?,
        Task::Test { stages } => return stages::test(&shop, &stages),
        Task::Fuzz { plans, seed } => fuzz::fuzz(&shop, plans, seed)?,
        Task::Bench { peers } => bench::bench(&shop, peers)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn parse(arguments: &[String]) -> Result<Task> {
    let mut rest = arguments.iter().map(String::as_str);
    let mut task = match rest.next() {
        None | Some("help" | "--help" | "-h") => return Ok(Task::Help),
        Some("serve") => Task::Serve { port: 0 },
        Some("pages") => Task::Pages,
        Some("build") => Task::Build { verify: false },
        Some("test") => Task::Test { stages: Vec::new() },
        Some("fuzz") => Task::Fuzz { plans: fuzz::PLANS, seed: fuzz::fresh_seed() },
        Some("bench") => Task::Bench { peers: false },
        Some(other) => bail!("unknown command {other}; `cargo xtask --help` lists them"),
    };
    while let Some(option) = rest.next() {
        match (&mut task, option) {
            (_, "--help" | "-h") => return Ok(Task::Help),
            (Task::Serve { port }, "--port") => {
                *port = match rest.next().map(str::parse) {
                    Some(Ok(number)) => number,
                    _ => bail!("--port takes a number from 0 to 65535; 0 means any free one"),
                };
            }
            (Task::Fuzz { plans, .. }, "--plans") => *plans = whole(rest.next(), "--plans")?,
            (Task::Fuzz { seed, .. }, "--seed") => *seed = whole(rest.next(), "--seed")?,
            (Task::Build { verify }, "--verify") => *verify = true,
            (Task::Bench { peers }, "--peers") => *peers = true,
            (Task::Test { stages }, "--only") => {
                let names = Stage::ALL.map(Stage::name).join(", ");
                match rest.next().and_then(Stage::named) {
                    Some(stage) => stages.push(stage),
                    None => bail!("--only takes one of {names}"),
                }
            }
            _ => bail!("unknown option {option}; `cargo xtask --help` lists them"),
        }
    }
    if let Task::Test { stages } = &mut task {
        let all = stages.is_empty();
        *stages = Stage::ALL.into_iter().filter(|stage| all || stages.contains(stage)).collect();
    }
    Ok(task)
}

fn whole(text: Option<&str>, option: &str) -> Result<u64> {
    match text.map(str::parse) {
        Some(Ok(number)) => Ok(number),
        _ => bail!("{option} takes a whole number"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Task, String> {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        parse(&words).map_err(|error| error.to_string())
    }

    #[test]
    fn commands_and_their_options() {
        assert_eq!(parsed(""), Ok(Task::Help));
        assert_eq!(parsed("test --help"), Ok(Task::Help));
        assert_eq!(parsed("serve"), Ok(Task::Serve { port: 0 }));
        assert_eq!(parsed("serve --port 8080"), Ok(Task::Serve { port: 8080 }));
        assert_eq!(parsed("build --verify"), Ok(Task::Build { verify: true }));
        assert_eq!(parsed("bench"), Ok(Task::Bench { peers: false }));
        assert_eq!(parsed("bench --peers"), Ok(Task::Bench { peers: true }));
        assert_eq!(parsed("test"), Ok(Task::Test { stages: Stage::ALL.to_vec() }));
        assert_eq!(
            parsed("test --only e2e --only native"),
            Ok(Task::Test { stages: vec![Stage::Native, Stage::EndToEnd] })
        );
    }

    #[test]
    fn what_is_not_understood_is_refused() {
        assert!(parsed("test --peers").unwrap_err().starts_with("unknown option --peers"));
        assert!(parsed("build --port 1").unwrap_err().starts_with("unknown option --port"));
        assert!(parsed("deploy").unwrap_err().starts_with("unknown command deploy"));
        assert!(parsed("serve --port").is_err());
        assert!(parsed("serve --port 70000").is_err());
        assert!(parsed("test --only all").unwrap_err().contains("style, native, site"));
    }
}
