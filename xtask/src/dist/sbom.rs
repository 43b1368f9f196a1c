//! Bill of materials (CycloneDX): the crates and npm packages that are built into the program, with their licences.

use super::release::{Release, program};
use super::{set, write_json};
use crate::Result;
use crate::process::root;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Writes the bill, and says where.
pub fn write(release: &Release, out: &Path) -> Result<PathBuf> {
    let path = out.join(format!("{}.cdx.json", release.stem(release.platform)));
    let lock = std::fs::read_to_string(root().join("api/server/pages/package-lock.json"))?;
    let bill = bill(&release.metadata, &serde_json::from_str(&lock)?)?;
    write_json(&path, &bill)?;
    Ok(path)
}

/// The bill of the program.
fn bill(metadata: &Value, pages: &Value) -> Result<Value> {
    let own = program(metadata)?;
    let own_id = text(own, "id");
    let packages = by_id(metadata, "/packages");
    let nodes = by_id(metadata, "/resolve/nodes");
    let reference = |id: &str| packages.get(id).map(|package| purl("cargo", package));
    let mut components = BTreeMap::new();
    let mut dependencies = Vec::new();
    let (mut waiting, mut seen) = (vec![own_id], BTreeSet::new());
    while let Some(id) = waiting.pop() {
        if !seen.insert(id) {
            continue;
        }
        let used = nodes.get(id).map_or_else(Vec::new, |node| built_in(node));
        dependencies.push(json!({
            "ref": reference(id),
            "dependsOn": used.iter().filter_map(|id| reference(id)).collect::<BTreeSet<_>>(),
        }));
        if let Some(package) = packages.get(id).filter(|_| id != own_id) {
            components.insert(purl("cargo", package), component("cargo", package));
        }
        waiting.extend(used);
    }
    for (path, package) in pages.get("packages").and_then(Value::as_object).into_iter().flatten() {
        let flag = |name: &str| package.get(name) == Some(&Value::Bool(true));
        let Some((_, name)) = path.rsplit_once("node_modules/") else {
            continue;
        };
        if !flag("dev") && !flag("optional") {
            let mut package = package.clone();
            set(&mut package, "name", json!(name));
            components.insert(purl("npm", &package), component("npm", &package));
        }
    }
    Ok(json!({
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": {
            "type": "application",
            "bom-ref": purl("cargo", own),
            "name": text(own, "name"),
            "version": text(own, "version"),
            "licenses": [{"expression": text(own, "license")}],
        }},
        "components": components.into_values().collect::<Vec<_>>(),
        "dependencies": dependencies,
    }))
}

/// The packages that a node needs to run; those of builds and tests are not in the program.
fn built_in(node: &Value) -> Vec<&str> {
    let dependencies = node.get("deps").and_then(Value::as_array);
    dependencies
        .into_iter()
        .flatten()
        .filter(|dependency| {
            let kinds = dependency.get("dep_kinds").and_then(Value::as_array);
            let mut kinds = kinds.into_iter().flatten();
            kinds.any(|kind| kind.get("kind").is_none_or(Value::is_null))
        })
        .map(|dependency| text(dependency, "pkg"))
        .collect()
}

fn component(ecosystem: &str, package: &Value) -> Value {
    let purl = purl(ecosystem, package);
    // Some crates write alternatives with a slash, as was once usual.
    let license = text(package, "license").replace('/', " OR ");
    let licenses = if license.is_empty() { json!([]) } else { json!([{"expression": license}]) };
    json!({
        "type": "library",
        "bom-ref": purl,
        "name": text(package, "name"),
        "version": text(package, "version"),
        "purl": purl,
        "licenses": licenses,
    })
}

/// The package URL of a package.
fn purl(ecosystem: &str, package: &Value) -> String {
    let name = text(package, "name").replace('@', "%40");
    format!("pkg:{ecosystem}/{name}@{}", text(package, "version"))
}

fn by_id<'a>(metadata: &'a Value, path: &str) -> BTreeMap<&'a str, &'a Value> {
    let list = metadata.pointer(path).and_then(Value::as_array);
    let items = list.into_iter().flatten();
    items.map(|item| (text(item, "id"), item)).collect()
}

fn text<'a>(value: &'a Value, field: &str) -> &'a str {
    value.get(field).and_then(Value::as_str).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_built_in_is_on_the_bill() {
        let package = |id: &str, name: &str, source: Value| json!({"id": id, "name": name, "version": "1.0.0", "license": "MIT/Apache-2.0", "source": source});
        let metadata = json!({
            "packages": [
                package("p", "lorekeeper", Value::Null),
                package("a", "owl", json!("registry")),
                package("b", "owl-tests", json!("registry")),
            ],
            "resolve": {"nodes": [
                {"id": "p", "deps": [
                    {"pkg": "a", "dep_kinds": [{"kind": null}]},
                    {"pkg": "b", "dep_kinds": [{"kind": "dev"}, {"kind": "build"}]},
                ]},
                {"id": "a", "deps": []},
                {"id": "b", "deps": []},
            ]},
        });
        let pages = json!({"packages": {
            "": {"name": "pages"},
            "node_modules/@owl/wing": {"version": "2.0.0", "license": "ISC"},
            "node_modules/hammer": {"version": "2.0.0", "license": "ISC", "dev": true},
        }});
        let bill = bill(&metadata, &pages).unwrap();
        let components = bill["components"].as_array().unwrap();
        let purls: Vec<&Value> = components.iter().map(|c| &c["purl"]).collect();
        assert_eq!(purls, ["pkg:cargo/owl@1.0.0", "pkg:npm/%40owl/wing@2.0.0"]);
        assert_eq!(components[0]["licenses"][0]["expression"], "MIT OR Apache-2.0");
        assert_eq!(bill["dependencies"][0]["dependsOn"], json!(["pkg:cargo/owl@1.0.0"]));
    }
}
