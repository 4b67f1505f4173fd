//! Building the release site: every module of wasm-pack.toml in its folder of `www/pkg`, and one of them as the npm
//! package in `pkg`, from the same compile.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Context, Result, bail};

use crate::command::{output, run, say};
use crate::config::{Config, Module};
use crate::size::measure;
use crate::workshop::Workshop;
use crate::{declarations, package, tools};

/// What a page needs of a module; all else that wasm-pack writes is left out.
const FILES: [&str; 3] = ["dpscope.js", "dpscope_bg.wasm", "dpscope.d.ts"];

/// Compiles, optimizes and tries out every module, then publishes them.
pub fn build(shop: &Workshop) -> Result<()> {
    tools::wasm_target(shop)?;
    tools::wasm_tools(shop)?;
    tools::wasm_opt(shop)?;
    let Config { build, modules, .. } = &shop.config;
    let npm = &shop.config.npm_package()?.name;
    let mut packages = Vec::new();
    for module in modules {
        say(&format!("compiling the module {} to WebAssembly and optimizing it (release)", module.name));
        let package = compile(shop, &shop.target, module)?;
        say("loading the optimized module and asking it one question");
        run(shop.command("node").arg("xtask/node/load.mjs").arg(&package))
            .context("the optimized module does not load or does not answer; nothing was published")?;
        packages.push((module, package));
    }
    keep_only(
        &shop.root.join(&build.out_dir),
        &modules.iter().map(|module| PathBuf::from(&module.name)).collect::<Vec<_>>(),
    )?;
    for (module, package) in &packages {
        let folder = module.folder(build);
        publish(package, &shop.root.join(&folder), &FILES.map(PathBuf::from))?;
        if module.name == *npm {
            publish(package, &shop.root.join("pkg"), &names(package)?)?;
        }
        let wasm = format!("{folder}/dpscope_bg.wasm");
        for size in measure(shop, std::slice::from_ref(&wasm))?.values() {
            say(&format!("{wasm}: {} bytes, {} with brotli", size.raw, size.brotli));
        }
    }
    Ok(())
}

/// Builds the site only if a source is newer than it.
pub fn ensure(shop: &Workshop) -> Result<()> {
    let Config { build: to, modules, .. } = &shop.config;
    let built = |module: &Module| modified(&shop.root.join(module.folder(to)).join("dpscope_bg.wasm"));
    let oldest = modules.iter().map(built).min().flatten();
    let sources = [
        "src",
        "module",
        "Cargo.toml",
        "Cargo.lock",
        "rust-toolchain.toml",
        "wasm-pack.toml",
        "package-lock.json",
    ];
    let newest = sources.iter().filter_map(|name| newest(&shop.root.join(name))).max();
    if oldest.is_some_and(|built| newest < Some(built)) {
        say("the site is up to date with its sources");
        return Ok(());
    }
    build(shop)
}

/// Builds, then builds again from nothing elsewhere: every published file must come out the same.
pub fn verify(shop: &Workshop) -> Result<()> {
    build(shop)?;
    let elsewhere = shop.target.join("verify");
    remove(&elsewhere)?;
    say("building a second time from nothing, to compare");
    let mut differ = Vec::new();
    for module in &shop.config.modules {
        let second = compile(shop, &elsewhere, module)?;
        let folder = module.folder(&shop.config.build);
        let site = shop.root.join(&folder);
        for name in FILES {
            let files = [&site, &second].map(|place| place.join(name).to_string_lossy().into_owned());
            let sums = measure(shop, &files)?;
            let [first, second] = files.map(|file| sums[&file].sha256.clone());
            println!("  {first}  {folder}/{name}");
            if first != second {
                println!("  {second}  the second build of it");
                differ.push(format!("{folder}/{name}"));
            }
        }
    }
    remove(&elsewhere)?;
    if !differ.is_empty() {
        bail!("not reproducible: {} differ between two builds", differ.join(", "));
    }
    say("reproducible: both builds are the same to the byte");
    Ok(())
}

/// Runs wasm-pack and assembles the npm package; returns its directory.
fn compile(shop: &Workshop, target: &Path, module: &Module) -> Result<PathBuf> {
    let build = &shop.config.build;
    let raw = target.join("site").join(&module.name).join("wasm-pack");
    let package = target.join("site").join(&module.name).join("package");
    remove(&raw)?;
    remove(&package)?;
    run(shop
        .command("wasm-pack")
        .arg("build")
        .arg(shop.root.join("module"))
        .args(["--target", &build.target, "--out-name", "dpscope", "--out-dir"])
        .arg(&raw)
        .args(&build.arguments)
        .arg("--")
        .args(&build.cargo_arguments)
        .args(module.dependency_features())
        .env("CARGO_TARGET_DIR", target)
        .env("CARGO_ENCODED_RUSTFLAGS", rustflags(shop, target)?))?;
    fs::create_dir_all(&package)?;
    for name in FILES {
        fs::copy(raw.join(name), package.join(name)).with_context(|| format!("wasm-pack wrote no {name}"))?;
    }
    let types = package.join("dpscope.d.ts");
    fs::write(&types, declarations::close(&fs::read_to_string(&types)?))?;
    for name in ["README.md", "LICENSE-MIT", "LICENSE-APACHE"] {
        if shop.root.join(name).exists() {
            fs::copy(shop.root.join(name), package.join(name))?;
        }
    }
    fs::write(package.join("package.json"), package::manifest(&shop.package, &FILES)?)?;
    Ok(package)
}

/// Compiler flags that keep this machine's paths out of the module.
fn rustflags(shop: &Workshop, target: &Path) -> Result<String> {
    // Unpacks the dependencies, so that the directories they lie in are known.
    output(shop.command("cargo").args(["fetch", "--locked"]))?;
    let home = |variable: &str, name: &str| {
        env::var_os(variable)
            .map(PathBuf::from)
            .or_else(|| env::var_os("HOME").map(|home| Path::new(&home).join(name)))
    };
    let sysroot = output(shop.command("rustc").args(["--print", "sysroot"]))?;
    let version = output(shop.command("rustc").arg("-vV"))?;
    let commit = version.lines().find_map(|line| line.strip_prefix("commit-hash: "));
    let mut map = Vec::new();
    map.extend(home("RUSTUP_HOME", ".rustup").map(|path| (path, "/rustup".to_owned())));
    if let Some(cargo) = home("CARGO_HOME", ".cargo") {
        // The name of a registry's directory depends on the mirror it came from.
        let registries = fs::read_dir(cargo.join("registry/src")).into_iter().flatten().flatten();
        let registries = registries.map(|entry| (entry.path(), "/crates".to_owned()));
        map.push((cargo.clone(), "/cargo".to_owned()));
        map.extend(registries);
    }
    map.push((shop.root.clone(), "/dpscope".to_owned()));
    map.push((target.to_path_buf(), "/target".to_owned()));
    if let Some(commit) = commit {
        // With the library's source installed, its paths are real ones instead of these.
        let source = Path::new(sysroot.trim()).join("lib/rustlib/src/rust");
        map.push((source, format!("/rustc/{commit}")));
    }
    Ok(remap(&map))
}

/// In the order given: of several prefixes that match, rustc takes the last.
fn remap(map: &[(PathBuf, String)]) -> String {
    let flags = map.iter().map(|(from, to)| format!("--remap-path-prefix={}={to}", from.display()));
    flags.collect::<Vec<_>>().join("\x1f")
}

/// Makes `to` hold exactly the named files; each is replaced in one step, so that a page being served
/// never sees half of one.
fn publish(from: &Path, to: &Path, names: &[PathBuf]) -> Result<()> {
    keep_only(to, names)?;
    for name in names {
        let partial = to.join(format!(".{}.partial", name.display()));
        fs::copy(from.join(name), &partial)?;
        fs::rename(&partial, to.join(name))?;
    }
    Ok(())
}

/// Makes sure of a directory, and that it holds nothing but what is named.
fn keep_only(directory: &Path, names: &[PathBuf]) -> Result<()> {
    fs::create_dir_all(directory)?;
    for old in self::names(directory)?.iter().filter(|old| !names.contains(old)) {
        remove(&directory.join(old))?;
    }
    Ok(())
}

fn names(directory: &Path) -> Result<Vec<PathBuf>> {
    fs::read_dir(directory)?.map(|entry| Ok(entry?.file_name().into())).collect()
}

fn remove(path: &Path) -> Result<()> {
    let removed = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
    match removed {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot remove {}", path.display()))
        }
        _ => Ok(()),
    }
}

fn modified(path: &Path) -> Option<SystemTime> {
    path.metadata().and_then(|data| data.modified()).ok()
}

fn newest(path: &Path) -> Option<SystemTime> {
    let inside = fs::read_dir(path).into_iter().flatten().flatten();
    inside.filter_map(|entry| newest(&entry.path())).chain(modified(path)).max()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_survive_paths_with_spaces() {
        let map = [("/a b".into(), "/x".into()), ("/c".into(), "/y".into())];
        assert_eq!(remap(&map), "--remap-path-prefix=/a b=/x\x1f--remap-path-prefix=/c=/y");
    }

    #[test]
    fn publishing_leaves_exactly_the_named_files() {
        let base = env::temp_dir().join(format!("xtask-publish-{}", std::process::id()));
        let (from, to) = (base.join("from"), base.join("to"));
        fs::create_dir_all(&from).unwrap();
        fs::create_dir_all(to.join("old")).unwrap();
        fs::write(to.join(".gitignore"), "*").unwrap();
        fs::write(to.join("a"), "before").unwrap();
        fs::write(from.join("a"), "after").unwrap();
        fs::write(from.join("b"), "kept back").unwrap();
        publish(&from, &to, &["a".into()]).unwrap();
        assert_eq!(names(&to).unwrap(), [PathBuf::from("a")]);
        assert_eq!(fs::read_to_string(to.join("a")).unwrap(), "after");
        fs::remove_dir_all(base).unwrap();
    }
}
