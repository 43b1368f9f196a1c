//! `server.json`, which announces the packages, and a public server, in the registry of MCP servers.

use super::platform::PLATFORMS;
use super::release::Release;
use super::{bundle, set, sha256, write_json};
use crate::Result;
use serde_json::{Value, json};
use std::path::Path;

/// The schema that the file follows.
const SCHEMA: &str = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json";

/// Writes the file. Names in the registry belong to the owner of a repository, so without one there is none.
pub fn write(release: &Release, remote: Option<&str>, out: &Path) -> Result<()> {
    let (Some(name), Some(url)) = (release.server_name(), release.url()) else {
        eprintln!("No server.json: --repository OWNER/NAME says whose it is.");
        return Ok(());
    };
    let mut packages =
        vec![package(release, "pypi", &release.name, Some("uvx")), package(release, "npm", &release.name, Some("npx"))];
    for platform in PLATFORMS {
        let file = bundle::name(release, platform);
        let path = out.join(&file);
        if path.is_file() {
            let address = format!("{url}/releases/download/v{}/{file}", release.version);
            let mut package = package(release, "mcpb", &address, None);
            set(&mut package, "fileSha256", json!(sha256(&path)?));
            packages.push(package);
        }
    }
    let mut server = json!({
        "$schema": SCHEMA,
        "name": name,
        "title": release.title,
        "description": release.description,
        "version": release.version,
        "repository": {"url": url, "source": "github"},
        "packages": packages,
    });
    if let Some(address) = remote {
        if !address.starts_with("https://") {
            return Err(format!("{address} is no address for everybody: https:// is wanted.").into());
        }
        // Its clients find the login, where there is one, by asking.
        let remotes = json!([{"type": "streamable-http", "url": address}]);
        set(&mut server, "remotes", remotes);
    }
    write_json(&out.join("server.json"), &server)
}

fn package(release: &Release, registry: &str, identifier: &str, runtime: Option<&str>) -> Value {
    let mut package = json!({
        "registryType": registry,
        "identifier": identifier,
        "version": release.version,
        "transport": {"type": "stdio"},
    });
    if let Some(runtime) = runtime {
        set(&mut package, "runtimeHint", json!(runtime));
        set(&mut package, "packageArguments", json!([{"type": "positional", "value": "mcp"}]));
    }
    package
}
