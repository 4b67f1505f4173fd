//! The pages of the site: `www/pages.json` lists them, and what all of them share is made from that list: the head with
//! its preloads, the masthead with the navigation, and the footer. A page itself holds its `<main>` alone.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde::Deserialize;

/// What a page may load and where it may send data: its own files, and nowhere.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; \
                      connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'";

const ICON: &str = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' \
                    height='32' rx='7' fill='%230b5fa5'/%3E%3Cpath d='M6 8c12 0 9 16 20 16' fill='none' stroke='%23fff' \
                    stroke-width='3.5' stroke-linecap='round'/%3E%3C/svg%3E";

/// The scripts of every page: colours before the first paint, then the navigation.
const THEME: &str = "js/ui/theme.js";
const NAVIGATION: &str = "js/ui/navigation.js";

/// `www/pages.json`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Site {
    /// Stands beside the name of each page in its title.
    site: String,
    /// Style sheets of every page.
    styles: Vec<String>,
    /// The groups of the navigation, in order.
    groups: Vec<String>,
    pub pages: Vec<Page>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Page {
    pub file: String,
    /// In the navigation.
    name: String,
    group: String,
    /// Of the window; made of the name if absent.
    title: Option<String>,
    description: String,
    /// The module whose JavaScript it loads ahead; none for a page that asks nothing.
    pub module: Option<String>,
    styles: Vec<String>,
    /// Its first script, in `www/js`.
    script: String,
    /// Where the link at its top leads, and what that says.
    skip: [String; 2],
    /// The element whose charts show that the page is there, for tests.
    #[expect(dead_code, reason = "the browser tests read it")]
    element: String,
    /// Whether people of one's own can be put in.
    #[serde(default)]
    data: bool,
}

impl Site {
    pub fn read(root: &Path) -> Result<Self> {
        let text = fs::read_to_string(root.join("www/pages.json")).context("cannot read www/pages.json")?;
        serde_json::from_str(&text).context("www/pages.json is not valid")
    }

    /// The whole text of a page: what the list says around the `<main>` that its file holds.
    pub fn text(&self, root: &Path, page: &Page) -> Result<String> {
        let path = root.join("www").join(&page.file);
        let kept = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let main = kept.find("  <main").zip(kept.rfind("</main>"));
        let Some(main) = main.and_then(|(from, to)| kept.get(from..to)) else {
            bail!("{}: no <main> on lines of its own", page.file);
        };
        let head = self.head(root, page)?;
        Ok(format!("{head}{}{main}</main>\n\n{}", self.masthead(page), footer(page)))
    }

    /// The files that are fetched to show a page, relative to `www`, but for its module.
    pub fn first_load(&self, root: &Path, page: &Page) -> Result<BTreeSet<String>> {
        let mut files = scripts(root, page)?;
        files.insert(page.file.clone());
        files.insert(THEME.into());
        files.insert("js/core/worker.js".into());
        files.extend(self.styles.iter().chain(&page.styles).map(|name| format!("style/{name}.css")));
        let text = fs::read_to_string(root.join("www").join(&page.file))?;
        let pictures = text.split("<img src=\"").skip(1).filter_map(|rest| rest.split('"').next());
        files.extend(pictures.map(str::to_owned));
        Ok(files)
    }

    fn head(&self, root: &Path, page: &Page) -> Result<String> {
        let title = page.title.clone().unwrap_or_else(|| format!("{} — {}", page.name, self.site));
        let mut text = format!(
            "<!doctype html>\n<html lang=\"en-GB\" class=\"dpscope\">\n<head>\n  <meta charset=\"utf-8\">\n  \
             <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n  \
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n  <title>{}</title>\n  \
             <meta name=\"description\" content=\"{}\">\n  <meta name=\"color-scheme\" content=\"light dark\">\n  \
             <meta name=\"referrer\" content=\"no-referrer\">\n  <link rel=\"icon\" href=\"{ICON}\">\n",
            escaped(&title),
            escaped(&page.description)
        );
        for name in self.styles.iter().chain(&page.styles) {
            writeln!(text, "  <link rel=\"stylesheet\" href=\"style/{name}.css\">")?;
        }
        writeln!(text, "  <script src=\"{THEME}\"></script>")?;
        let own = [format!("js/{}.js", page.script), NAVIGATION.into()];
        for script in scripts(root, page)?.iter().filter(|script| !own.contains(script)) {
            writeln!(text, "  <link rel=\"modulepreload\" href=\"{script}\">")?;
        }
        if let Some(module) = &page.module {
            writeln!(text, "  <link rel=\"modulepreload\" href=\"pkg/{module}/dpscope.js\">")?;
        }
        for script in own {
            writeln!(text, "  <script type=\"module\" src=\"{script}\"></script>")?;
        }
        Ok(text + "</head>\n")
    }

    fn masthead(&self, page: &Page) -> String {
        let [target, words] = &page.skip;
        let mut text = format!(
            "<body>\n  <a class=\"skip\" href=\"#{target}\">{words}</a>\n\n  <header class=\"masthead\">\n    \
             <p class=\"brand\"><a href=\"index.html\">{}</a></p>\n    <nav aria-label=\"Pages\">\n      <ul role=\"list\">\n",
            self.site
        );
        for group in &self.groups {
            let pages: Vec<&Page> = self.pages.iter().filter(|other| other.group == *group).collect();
            match pages[..] {
                [] => {}
                [one] => text += &format!("        <li>{}</li>\n", link(one, page)),
                _ => {
                    let here = pages.iter().find(|other| other.file == page.file);
                    let current = if here.is_some() { " class=\"current\"" } else { "" };
                    let name = here.map_or(String::new(), |here| {
                        format!("<span class=\"here\"> · {}</span>", here.name)
                    });
                    text += &format!(
                        "        <li>\n          <details name=\"pages\">\n            \
                         <summary{current}>{group}{name}</summary>\n            <ul role=\"list\">\n"
                    );
                    for other in pages {
                        text += &format!("              <li>{}</li>\n", link(other, page));
                    }
                    text += "            </ul>\n          </details>\n        </li>\n";
                }
            }
        }
        text + "      </ul>\n    </nav>\n    <fieldset class=\"theme\">\n      \
                <legend class=\"unseen\">Colours</legend>\n      \
                <label><input type=\"radio\" name=\"theme\" value=\"auto\" checked><span>Auto</span></label>\n      \
                <label><input type=\"radio\" name=\"theme\" value=\"light\"><span>Light</span></label>\n      \
                <label><input type=\"radio\" name=\"theme\" value=\"dark\"><span>Dark</span></label>\n    \
                </fieldset>\n  </header>\n\n"
    }
}

fn link(to: &Page, from: &Page) -> String {
    let current = if to.file == from.file { " aria-current=\"page\"" } else { "" };
    format!("<a href=\"{}\"{current}>{}</a>", to.file, to.name)
}

fn footer(page: &Page) -> String {
    let (kept, noise) = if page.data {
        (
            "the page sends no data and\n      stores no cookie. Its address holds what you set, never the people you \
             pasted or moved.",
            "its noise is for demonstration only, drawn from a seed that\n      anyone can repeat, and it releases no data.",
        )
    } else {
        (
            "the page sends no data,\n      stores no cookie and keeps what you set in its own address, so that you can \
             bookmark or share it.",
            "it releases no data.",
        )
    };
    format!(
        "  <footer class=\"colophon\">\n    <p><strong>Nothing leaves your browser.</strong> Every number is computed here; \
         {kept}\n      Only a choice of colours is remembered in this browser.</p>\n    \
         <p><strong>Upper bounds are rounded up.</strong> A printed ε or δ is never smaller than the exact value,\n      \
         in the headline, the chart, the read-out and the table alike; only where twelve digits are certain is a short\n      \
         decimal, such as 0.5, printed as it is.</p>\n    <p>dpscope computes and teaches; {noise} Free software, under the\n      \
         MIT or the Apache 2.0 licence, as you choose.</p>\n    <p class=\"printed\"></p>\n  </footer>\n</body>\n</html>\n"
    )
}

/// The scripts that a page begins with, relative to `www`: its own and whatever those import.
fn scripts(root: &Path, page: &Page) -> Result<BTreeSet<String>> {
    let mut found = BTreeSet::new();
    let mut open = vec![format!("js/{}.js", page.script), NAVIGATION.to_owned()];
    while let Some(script) = open.pop() {
        if !found.insert(script.clone()) {
            continue;
        }
        let path = root.join("www").join(&script);
        let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let folder = Path::new(&script).parent().unwrap_or(Path::new(""));
        for import in imports(&text) {
            open.push(joined(folder, import)?);
        }
    }
    Ok(found)
}

/// What a script imports when it is loaded, as written: `import … from "./x.js"`, `import "./x.js"` and
/// `export … from "./x.js"` at the start of a line. What is imported later, by a call, is not.
fn imports(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(at) = ["import ", "export "].iter().filter_map(|word| start_of_line(rest, word)).min() {
        let statement = &rest[at..];
        let end = statement.find(';').unwrap_or(statement.len());
        let (statement, behind) = statement.split_at(end);
        let source = match statement.rsplit_once(" from \"") {
            Some((_, source)) => Some(source),
            None => statement.strip_prefix("import \""),
        };
        found.extend(source.and_then(|source| source.strip_suffix('"')));
        rest = behind;
    }
    found
}

fn start_of_line(text: &str, word: &str) -> Option<usize> {
    if text.starts_with(word) { Some(0) } else { text.find(&format!("\n{word}")).map(|at| at + 1) }
}

/// A path relative to a folder, without `.` and `..`.
fn joined(folder: &Path, path: &str) -> Result<String> {
    let mut parts: Vec<String> = Vec::new();
    for part in folder.join(path).components() {
        match part {
            Component::Normal(name) => parts.push(name.to_string_lossy().into_owned()),
            Component::ParentDir => {
                parts.pop().with_context(|| format!("{path} leads out of the site"))?;
            }
            _ => {}
        }
    }
    Ok(parts.join("/"))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

/// The pages whose text is not what the list makes of them, each with what it should be.
pub fn outdated(root: &Path) -> Result<Vec<(PathBuf, String)>> {
    let site = Site::read(root)?;
    let mut found = Vec::new();
    for page in &site.pages {
        let path = root.join("www").join(&page.file);
        let text = site.text(root, page)?;
        if fs::read_to_string(&path)? != text {
            found.push((path, text));
        }
    }
    Ok(found)
}

/// Writes what the list says into every page that says something else.
pub fn write(root: &Path) -> Result<usize> {
    let outdated = outdated(root)?;
    for (path, text) in &outdated {
        fs::write(path, text)?;
    }
    Ok(outdated.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn root() -> &'static Path {
        Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
    }

    #[test]
    fn pages_say_what_the_list_says() {
        let outdated: Vec<_> = outdated(root()).unwrap().into_iter().map(|(path, _)| path).collect();
        assert!(outdated.is_empty(), "`cargo xtask pages` writes them anew: {outdated:?}");
    }

    #[test]
    fn every_page_of_the_folder_is_in_the_list_and_in_a_group() {
        let site = Site::read(root()).unwrap();
        let listed: BTreeSet<_> = site.pages.iter().map(|page| page.file.clone()).collect();
        let there: BTreeSet<_> = glob::glob(&root().join("www/*.html").to_string_lossy())
            .unwrap()
            .map(|path| path.unwrap().file_name().unwrap().to_string_lossy().into_owned())
            .collect();
        assert_eq!(listed, there);
        for page in &site.pages {
            assert!(site.groups.contains(&page.group), "{}: {}", page.file, page.group);
        }
    }

    #[test]
    fn imports_at_the_start_are_found_and_later_ones_are_not() {
        let text = "// import \"./comment.js\";\nimport \"./a.js\";\nimport {\n  b,\n  c,\n} from \"../b.js\";\n\
                    export * from \"./c.js\";\nexport const d = 1;\nconst later = () => import(\"./late.js\");\n";
        assert_eq!(imports(text), ["./a.js", "../b.js", "./c.js"]);
        assert_eq!(joined(Path::new("js/plan"), "../ui/element.js").unwrap(), "js/ui/element.js");
        assert!(joined(Path::new("js"), "../../x.js").is_err());
    }
}
