//! The direction of dependencies: which crate of ours may use which, and what none of its dependencies may be.

use serde_json::Value;
use std::collections::BTreeSet;
use std::process::Command;

/// A crate of ours.
pub struct Layer {
    /// The package.
    name: &'static str,
    /// The folder, where it is on the map of `ARCHITECTURE.md`.
    pub folder: &'static str,
    /// The packages of ours that it may depend on.
    uses: &'static [&'static str],
    /// Packages of others that it may not depend on.
    never: &'static [&'static str],
}

const CONTENT: &str = "lorekeeper-content";
const SOURCES: &str = "lorekeeper-sources";
const EMBED: &str = "lorekeeper-embed";
const MIGRATIONS: &str = "lorekeeper-migrations";
const STORE: &str = "lorekeeper-store";
const INGEST: &str = "lorekeeper-ingest";
const SEARCH: &str = "lorekeeper-search";
const GRAPHQL: &str = "lorekeeper-graphql";
const ADAPTER: &str = "lorekeeper-mcp";
const SERVER: &str = "lorekeeper";

/// All crates but those of the tests and of the chores, each after those that it may use.
pub const LAYERS: [Layer; 10] = [
    Layer { name: CONTENT, folder: "api/content", uses: &[], never: &["axum", "hyper", "reqwest", "sqlx", "tokio"] },
    Layer {
        name: SOURCES,
        folder: "api/sources",
        uses: &[CONTENT],
        never: &["async-graphql", "axum", "fastembed", "ort", "pglite-oxide"],
    },
    Layer { name: EMBED, folder: "api/embed", uses: &[], never: &["async-graphql", "axum", "sea-orm", "sqlx"] },
    Layer { name: MIGRATIONS, folder: "migrations", uses: &[], never: &["async-graphql", "axum"] },
    Layer {
        name: STORE,
        folder: "api/store",
        uses: &[CONTENT, MIGRATIONS],
        never: &["async-graphql", "axum", "fastembed", "ort", "reqwest"],
    },
    Layer {
        name: INGEST,
        folder: "api/ingest",
        uses: &[CONTENT, SOURCES, EMBED, STORE],
        never: &["async-graphql", "axum", "hyper"],
    },
    Layer { name: SEARCH, folder: "api/search", uses: &[CONTENT, EMBED, STORE], never: &["axum", "hyper", "reqwest"] },
    Layer { name: ADAPTER, folder: "adapter", uses: &[], never: &["async-graphql", "sea-orm", "sqlx"] },
    Layer {
        name: GRAPHQL,
        folder: "api/graphql",
        uses: &[CONTENT, SOURCES, EMBED, STORE, INGEST, SEARCH, ADAPTER],
        never: &["pgvector", "sea-orm", "sea-query", "sqlx"],
    },
    Layer {
        name: SERVER,
        folder: "api/server",
        uses: &[CONTENT, SOURCES, EMBED, MIGRATIONS, STORE, INGEST, SEARCH, GRAPHQL, ADAPTER],
        never: &[],
    },
];

/// The packages of the workspace, as `cargo metadata` has them.
fn packages() -> Vec<Value> {
    let told = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .current_dir(super::root())
        .output()
        .unwrap();
    assert!(told.status.success(), "{}", String::from_utf8_lossy(&told.stderr));
    let metadata: Value = serde_json::from_slice(&told.stdout).unwrap();
    let packages = metadata.get("packages").and_then(Value::as_array);
    packages.unwrap().clone()
}

/// What a package names under `[dependencies]` and `[build-dependencies]` and, if wanted, under `[dev-dependencies]`.
fn dependencies(package: &Value, dev: bool) -> BTreeSet<&str> {
    let all = package["dependencies"].as_array().unwrap().iter();
    all.filter(|d| dev || d["kind"] != "dev").map(|d| d["name"].as_str().unwrap()).collect()
}

#[test]
fn a_crate_depends_only_on_those_below_it() {
    let packages = packages();
    let ours: BTreeSet<&str> = packages.iter().map(|p| p["name"].as_str().unwrap()).collect();
    for package in &packages {
        let name = package["name"].as_str().unwrap();
        if name == "lorekeeper-tests" {
            continue;
        }
        if name == "xtask" {
            // The chores start programs; they are made of none of our crates.
            let used = dependencies(package, true);
            assert!(used.is_disjoint(&ours), "xtask depends on crates of ours");
            continue;
        }
        let layer = LAYERS
            .iter()
            .find(|layer| layer.name == name)
            .unwrap_or_else(|| panic!("{name} has no place among the layers"));
        let used = dependencies(package, true);
        let wrong: Vec<_> = used.intersection(&ours).filter(|used| !layer.uses.contains(used)).collect();
        assert!(wrong.is_empty(), "{name} may not depend on {wrong:?}");
    }
}

/// A layer may use only layers before it, so there is no cycle among them.
#[test]
fn the_layers_are_in_order() {
    for (index, layer) in LAYERS.iter().enumerate() {
        for used in layer.uses {
            let before = LAYERS.iter().take(index).any(|l| l.name == *used);
            assert!(before, "{} comes before {used}", layer.name);
        }
    }
}

#[test]
fn a_crate_knows_nothing_of_what_is_not_its_subject() {
    for package in &packages() {
        let layer = LAYERS.iter().find(|layer| package["name"] == layer.name);
        let never = layer.map_or(&[][..], |layer| layer.never);
        let used = dependencies(package, false);
        let wrong: Vec<_> = never.iter().filter(|never| used.contains(*never)).collect();
        assert!(wrong.is_empty(), "{} may not depend on {wrong:?}", package["name"]);
    }
}
