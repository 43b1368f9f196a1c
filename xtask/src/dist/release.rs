//! Facts about the release that is packed: from `[workspace.metadata.dist]`, the crates, and this machine.

use super::platform::{PLATFORMS, Platform};
use crate::Result;
use crate::process::{cargo, output, root};
use serde_json::Value;
use std::path::PathBuf;
use std::process::Command;

/// The release.
pub struct Release {
    /// The name of the packages.
    pub name: String,
    /// The name for people.
    pub title: String,
    /// One sentence.
    pub description: String,
    /// Who is named as author.
    pub authors: String,
    /// The version of the program.
    pub version: String,
    /// The licence expression.
    pub license: String,
    /// The repository on GitHub, as `owner/name`.
    pub repository: Option<String>,
    /// The platform of this machine.
    pub platform: Platform,
    /// Cargo's target directory.
    pub target_directory: PathBuf,
    /// Version of maturin.
    pub maturin: String,
    /// Version of the MCP bundler.
    pub mcpb: String,
    /// What `cargo metadata` says of the workspace and all dependencies on this platform.
    pub metadata: Value,
}

impl Release {
    /// Reads the facts.
    pub fn read(repository: Option<&str>) -> Result<Self> {
        let told = output(Command::new("rustc").arg("-vV"))?;
        let host = told.lines().find_map(|line| line.strip_prefix("host: "));
        let host = host.unwrap_or_default();
        let known = PLATFORMS.map(|platform| platform.triple).join(", ");
        let platform =
            Platform::of(host).ok_or_else(|| format!("There are no packages for {host}, only for {known}."))?;
        let metadata = output(cargo().args(["metadata", "--format-version=1", "--locked", "--filter-platform", host]))?;
        let metadata: Value = serde_json::from_str(&metadata)?;
        let text = |path: &str| -> Result<String> {
            let found = metadata.pointer(path).and_then(Value::as_str);
            Ok(found.ok_or_else(|| format!("cargo metadata has no {path}."))?.to_owned())
        };
        let package = program(&metadata)?;
        let field = |name: &str| {
            let found = package.get(name).and_then(Value::as_str);
            found.unwrap_or_default().to_owned()
        };
        if let Some(repository) = repository
            && repository.split('/').count() != 2
        {
            return Err(format!("{repository} is no repository: OWNER/NAME is wanted.").into());
        }
        Ok(Self {
            name: text("/metadata/dist/name")?,
            title: text("/metadata/dist/title")?,
            description: text("/metadata/dist/description")?,
            authors: text("/metadata/dist/authors")?,
            maturin: text("/metadata/dist/maturin")?,
            mcpb: text("/metadata/dist/mcpb")?,
            target_directory: text("/target_directory")?.into(),
            version: field("version"),
            license: field("license"),
            repository: repository.map(str::to_owned),
            platform,
            metadata,
        })
    }

    /// The stem of a platform's file names: `lorekeeper-0.1.0-x86_64-unknown-linux-gnu`.
    pub fn stem(&self, platform: Platform) -> String {
        format!("lorekeeper-{}-{}", self.version, platform.triple)
    }

    /// The address of the repository.
    pub fn url(&self) -> Option<String> {
        let repository = self.repository.as_ref()?;
        Some(format!("https://github.com/{repository}"))
    }

    /// The name in the registry of MCP servers, which belongs to the repository's owner.
    pub fn server_name(&self) -> Option<String> {
        let (owner, _) = self.repository.as_ref()?.split_once('/')?;
        Some(format!("io.github.{owner}/{}", self.name))
    }

    /// The page that package indexes show.
    pub fn page(&self) -> Result<String> {
        let page = std::fs::read_to_string(root().join("xtask/packages/README.md"))?;
        let page = page.replace("{name}", &self.name);
        let source = self.url().map(|url| format!("\nSource, documentation and issues: <{url}>\n"));
        // The registry of MCP servers looks for this line to see who owns the package.
        let owner = self.server_name().map(|server| format!("\n<!-- mcp-name: {server} -->\n"));
        Ok(page + &source.unwrap_or_default() + &owner.unwrap_or_default())
    }
}

/// The package of the program in what `cargo metadata` says.
pub fn program(metadata: &Value) -> Result<&Value> {
    let packages = metadata.get("packages").and_then(Value::as_array);
    let mut packages = packages.into_iter().flatten();
    let is_ours = |package: &&Value| {
        package.get("source").is_none_or(Value::is_null)
            && package.get("name").and_then(Value::as_str) == Some("lorekeeper")
    };
    Ok(packages.find(is_ours).ok_or("cargo metadata has no package lorekeeper.")?)
}
