//! The manifest of the npm package.

use anyhow::Result;
use serde::Serialize;

use crate::workshop::Package;

/// A struct and not a map, because order matters: of several `exports` conditions the first wins.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Manifest<'a> {
    name: &'a str,
    version: &'a str,
    description: &'a str,
    keywords: &'a [String],
    license: &'a str,
    #[serde(rename = "type")]
    kind: &'a str,
    exports: Exports<'a>,
    types: &'a str,
    files: &'a [&'a str],
    side_effects: bool,
}

#[derive(Serialize)]
struct Exports<'a> {
    #[serde(rename = ".")]
    module: Module<'a>,
    #[serde(rename = "./dpscope_bg.wasm")]
    wasm: &'a str,
}

#[derive(Serialize)]
struct Module<'a> {
    types: &'a str,
    default: &'a str,
}

/// package.json of the crate's npm package, which ships `files`.
pub fn manifest(package: &Package, files: &[&str]) -> Result<String> {
    let manifest = Manifest {
        name: &package.name,
        version: &package.version,
        description: &package.description,
        keywords: &package.keywords,
        license: &package.license,
        kind: "module",
        exports: Exports {
            module: Module { types: "./dpscope.d.ts", default: "./dpscope.js" },
            wasm: "./dpscope_bg.wasm",
        },
        types: "./dpscope.d.ts",
        files,
        side_effects: false,
    };
    Ok(serde_json::to_string_pretty(&manifest)? + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_found_before_code() {
        let package = Package {
            name: "dpscope".into(),
            version: "1.2.3".into(),
            description: "what it is".into(),
            license: "MIT".into(),
            keywords: vec!["privacy".into()],
            features: Default::default(),
        };
        let text = manifest(&package, &["dpscope.js"]).unwrap();
        let exports = &text[text.find("\"exports\"").unwrap()..];
        assert!(exports.find("dpscope.d.ts").unwrap() < exports.find("dpscope.js").unwrap());
        let read: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(read["type"], "module");
        assert_eq!(read["license"], "MIT");
        assert_eq!(read["sideEffects"], false);
        assert_eq!(read["exports"]["."]["types"], read["types"]);
    }
}
