//! The MCP bundle (`.mcpb`): the tree with a manifest, which desktop assistants install with a double click.

use super::platform::Platform;
use super::release::Release;
use super::{copy_folder, set, write_json};
use crate::Result;
use crate::process::{root, run};
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;

/// Makes the bundle; the bundler validates the manifest.
pub fn make(release: &Release, tree: &Path, work: &Path, out: &Path) -> Result<()> {
    copy_folder(tree, &work.join("server"))?;
    write_json(&work.join("manifest.json"), &manifest(release)?)?;
    let file = out.join(name(release, release.platform));
    bundler(release, &["validate".as_ref(), work.join("manifest.json").as_path()])?;
    bundler(release, &["pack".as_ref(), work, &file])
}

/// The file name of a platform's bundle.
pub fn name(release: &Release, platform: Platform) -> String {
    format!("{}.mcpb", release.stem(platform))
}

fn bundler(release: &Release, arguments: &[&Path]) -> Result<()> {
    let npx = if cfg!(windows) { "npx.cmd" } else { "npx" };
    run(Command::new(npx)
        .arg("--yes")
        .arg(format!("@anthropic-ai/mcpb@{}", release.mcpb))
        .args(arguments)
        .stdout(std::io::stderr()))
}

fn manifest(release: &Release) -> Result<Value> {
    let program = format!("server/bin/{}", release.platform.executable("lorekeeper"));
    let mut manifest = json!({
        "manifest_version": "0.3",
        "name": release.name,
        "display_name": release.title,
        "version": release.version,
        "description": release.description,
        "author": {"name": release.authors},
        "license": release.license,
        "keywords": ["dnd", "dungeons-and-dragons", "srd", "rpg"],
        "server": {
            "type": "binary",
            "entry_point": program,
            "mcp_config": {
                "command": format!("${{__dirname}}/{program}"),
                "args": ["mcp"],
                "env": {
                    "LOREKEEPER_OFFLINE": "${user_config.offline}",
                    "LOREKEEPER_MCP_TOOLS": "${user_config.tools}",
                },
            },
        },
        "user_config": {
            "offline": {
                "type": "boolean",
                "title": "Stay offline",
                "description": "Never use the network: the System Reference Documents in the bundle only.",
                "default": false,
            },
            "tools": {
                "type": "string",
                "title": "Tools",
                "description": "Which tools are served: search, lookup (an older vocabulary), graphql (search, and two for GraphQL queries), table (search, and four for dice and chances) or all.",
                "default": "search",
            },
        },
        "tools": tools()?,
        // The setting can choose others.
        "tools_generated": true,
        "compatibility": {"platforms": [release.platform.os]},
    });
    if let Some(url) = release.url() {
        set(&mut manifest, "repository", json!({"type": "git", "url": url}));
        set(&mut manifest, "support", json!(format!("{url}/issues")));
    }
    Ok(manifest)
}

/// The tools that are served by default, with the first sentence of what they say of themselves.
fn tools() -> Result<Vec<Value>> {
    let folder = root().join("adapter/operations/search");
    let mut tools = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let text = std::fs::read_to_string(&path)?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        tools.push(json!({"name": name, "description": headline(&text)}));
    }
    tools.sort_by_key(|tool| tool.get("name").map(Value::to_string));
    Ok(tools)
}

/// The first sentence of the comment at the head of an operation.
fn headline(operation: &str) -> String {
    let lines = operation.lines().map_while(|line| line.strip_prefix('#'));
    let lines: Vec<&str> = lines.map(str::trim).take_while(|line| !line.is_empty()).collect();
    let text = lines.join(" ");
    let end = text.find(". ").map_or(text.len(), |end| end + 1);
    text.get(..end).unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tool_is_described_by_its_first_sentence() {
        let operation = "# Finds owls,\n# best first. By name.\n#\n# Examples.\nquery owls { x }\n";
        assert_eq!(headline(operation), "Finds owls, best first.");
        for tool in tools().unwrap() {
            assert!(tool["description"].as_str().unwrap().ends_with('.'), "{tool}");
        }
    }
}
