//! The npm packages, for `npx`: a starter in JavaScript, and the tree of each platform, of which npm installs the one
//! that fits.

use super::platform::{PLATFORMS, Platform};
use super::release::Release;
use super::tree::DOCUMENTS;
use super::{copy_folder, set, write_json};
use crate::Result;
use crate::process::{root, run};
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;

/// Makes the starter's package and that of this platform.
pub fn make(release: &Release, tree: &Path, work: &Path, out: &Path) -> Result<()> {
    let starter = work.join("starter");
    std::fs::create_dir_all(starter.join("bin"))?;
    let script = std::fs::read_to_string(root().join("xtask/packages/npm/lorekeeper.js"))?;
    let script = script.replace("{name}", &release.name);
    std::fs::write(starter.join("bin/lorekeeper.js"), script)?;
    std::fs::write(starter.join("README.md"), release.page()?)?;
    for name in DOCUMENTS {
        std::fs::copy(root().join(name), starter.join(name))?;
    }
    write_json(&starter.join("package.json"), &starter_manifest(release))?;
    pack(&starter, out)?;

    let own = work.join("platform");
    copy_folder(tree, &own)?;
    std::fs::write(own.join("README.md"), release.page()?)?;
    write_json(&own.join("package.json"), &platform_manifest(release))?;
    pack(&own, out)
}

/// The package of a platform.
fn package(release: &Release, platform: Platform) -> String {
    format!("{}-{}", release.name, platform.short())
}

fn manifest(release: &Release, name: &str) -> Value {
    let mut manifest = json!({
        "name": name,
        "version": release.version,
        "description": release.description,
        "license": release.license,
        "author": release.authors,
    });
    if let Some(url) = release.url() {
        set(&mut manifest, "repository", json!({"type": "git", "url": format!("git+{url}.git")}));
    }
    manifest
}

fn starter_manifest(release: &Release) -> Value {
    let mut manifest = manifest(release, &release.name);
    let platforms = PLATFORMS.map(|platform| (package(release, platform), json!(release.version)));
    set(&mut manifest, "bin", json!({"lorekeeper": "bin/lorekeeper.js"}));
    set(&mut manifest, "engines", json!({"node": ">=18"}));
    set(&mut manifest, "keywords", json!(["dnd", "dungeons-and-dragons", "srd", "graphql", "mcp"]));
    set(&mut manifest, "optionalDependencies", Value::Object(platforms.into_iter().collect()));
    // The registry of MCP servers looks for this to see who owns the package.
    if let Some(server) = release.server_name() {
        set(&mut manifest, "mcpName", json!(server));
    }
    manifest
}

fn platform_manifest(release: &Release) -> Value {
    let platform = release.platform;
    let mut manifest = manifest(release, &package(release, platform));
    set(&mut manifest, "os", json!([platform.os]));
    set(&mut manifest, "cpu", json!([platform.cpu]));
    if platform.os == "linux" {
        set(&mut manifest, "libc", json!(["glibc"]));
    }
    manifest
}

fn pack(folder: &Path, out: &Path) -> Result<()> {
    let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
    run(Command::new(npm)
        .args(["pack", "--silent", "--pack-destination"])
        .arg(out)
        .current_dir(folder)
        .stdout(std::io::stderr()))
}
