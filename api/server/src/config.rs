//! Layered settings: flags, then `LOREKEEPER_*` variables, then the settings file, then defaults.
//!
//! They are read once, at the start. An unknown key is an error that names the nearest known one.

mod file;
mod given;
mod keys;
mod models;
mod oauth;
mod protection;
#[cfg(test)]
mod tests;

pub use file::{default_path, is_ignored};
pub use keys::{Fallback, Flag, KEYS, Key};
use lorekeeper_graphql::Limits;
pub use oauth::{KeyTimes, OAuth};
pub use protection::Protection;

use crate::secret::Secret;
use clap::ValueEnum;
use given::Given;
use lorekeeper_content::edit_distance::nearest;
use lorekeeper_embed::assets::Choice;
use lorekeeper_graphql::error::{Error, Result};
use lorekeeper_mcp::ToolSet;
use lorekeeper_sources::{UPSTREAMS, foundry_srd};
use lorekeeper_store::DatabaseUrl;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

/// The settings in force.
#[derive(Clone, Debug)]
pub struct Config {
    /// Address to serve on.
    pub bind: SocketAddr,
    /// The store.
    pub store: lorekeeper_store::Settings,
    /// Syncs and imports.
    pub ingest: lorekeeper_ingest::Settings,
    /// Embedding model.
    pub model: Choice,
    /// The search index.
    pub search: lorekeeper_search::Settings,
    /// The set of MCP tools that is served.
    pub mcp_tools: ToolSet,
    /// Accepted `Host` names, beside the loopback ones; if empty, a server that is bound beyond loopback accepts any,
    /// except at `/mcp`.
    pub allowed_hosts: Vec<String>,
    /// Allowed origins of web pages, beside those on loopback.
    pub allowed_origins: Vec<String>,
    /// Address of this server on the web. With one there is a sitemap, and search engines may come.
    pub public_url: Option<String>,
    /// Token of the admin, who may change what is stored over GraphQL.
    pub admin_token: Option<Secret>,
    /// The login of an identity provider.
    pub oauth: Option<OAuth>,
    /// Limits of a request.
    pub limits: Limits,
    /// Rate limits, trusted proxies, API tokens and times of the server.
    pub protection: Protection,
    /// Log filter, as `tracing` understands it.
    pub log: String,
    /// Format of log lines.
    pub log_format: LogFormat,
    /// The collector that spans are sent to.
    pub otlp_endpoint: Option<String>,
    /// The settings file that was read.
    pub settings_file: Option<PathBuf>,
}

/// Format of log lines.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum LogFormat {
    /// Lines for people.
    Text,
    /// A JSON object a line.
    Json,
}

/// One layer of settings, by their names in `lorekeeper.toml`.
pub type Layer = BTreeMap<&'static str, String>;

impl Config {
    /// Settings from the flags given, the environment and the settings file.
    pub fn load(flags: Layer) -> Result<Self> {
        let mut layers = vec![flags, environment(std::env::vars_os())?];
        let named = Given(&layers).text("config").map(PathBuf::from);
        let (settings_file, file) = file::read(named)?;
        layers.push(file);
        Ok(Self { settings_file, ..Self::resolve(&layers)? })
    }

    /// Settings from layers; the first that has a key decides.
    pub fn resolve(layers: &[Layer]) -> Result<Self> {
        let given = Given(layers);
        let limits = limits(given)?;
        let max_vector_bytes = given.mebibytes("vector_memory")? as u64;
        Ok(Self {
            bind: given.parse("bind", "an address such as 127.0.0.1:8080")?,
            store: lorekeeper_store::Settings {
                database_url: given.text("database_url").map(|url| DatabaseUrl::from(url.to_owned())),
                data_dir: data_dir(given)?,
                query_timeout: limits.query_timeout,
            },
            ingest: lorekeeper_ingest::Settings {
                upstreams: lorekeeper_sources::Settings {
                    sources: sources(given)?,
                    open5e_url: given.url("open5e_url")?.unwrap_or_default(),
                    dnd5e_url: given.url("dnd5e_url")?.unwrap_or_default(),
                    foundry_url: given.url("foundry_url")?.unwrap_or_default(),
                    foundry_content: foundry_srd::CONTENT.to_owned(),
                },
                cache_ttl: given.duration("cache_ttl")?,
                error_ttl: given.duration("error_ttl")?,
                retry_pause: Duration::from_millis(500),
                offline: given.switch("offline")?,
                starter_pack: given.switch("starter_pack")?,
                max_vector_bytes,
            },
            model: models::embedding(given)?,
            search: lorekeeper_search::Settings { data_dir: data_dir(given)?, max_vector_bytes },
            mcp_tools: given.read("mcp_tools", "search, lookup, graphql, table or all", |name| {
                ToolSet::from_str(name, true).ok()
            })?,
            allowed_hosts: given.texts("allowed_hosts"),
            allowed_origins: given.items(
                "allowed_origins",
                "origins such as https://example.com or http://localhost:*",
                origin,
            )?,
            admin_token: given.text("admin_token").map(|token| Secret::of(token.to_owned())),
            oauth: OAuth::read(given)?,
            limits,
            protection: Protection::read(given)?,
            log: given.text("log").unwrap_or_default().to_owned(),
            log_format: given.read("log_format", "text or json", log_format)?,
            otlp_endpoint: given.url("otlp_endpoint")?,
            public_url: given.url("public_url")?,
            settings_file: None,
        })
    }
}

/// Variables of `lorekeeper-mcp`.
const ADAPTER_VARIABLES: [&str; 2] = ["LOREKEEPER_ENDPOINT", "LOREKEEPER_TOKEN"];

/// The layer of the environment. `LOREKEEPER_TEST_*` belongs to the tests.
fn environment(vars: impl Iterator<Item = (OsString, OsString)>) -> Result<Layer> {
    let mut layer = Layer::new();
    let named = vars.filter_map(|(name, value)| Some((name.into_string().ok()?, value)));
    for (name, value) in named {
        if let Some(key) = KEYS.iter().find(|key| key.variable == name) {
            let value = value
                .into_string()
                .map_err(|_| Error::input(format!("The environment variable {name} is not text in UTF-8.")))?;
            layer.insert(key.name, value);
        } else if name.starts_with("LOREKEEPER_")
            && !name.starts_with("LOREKEEPER_TEST_")
            && !ADAPTER_VARIABLES.contains(&name.as_str())
        {
            let nearest = nearest(&name, KEYS.iter().map(|key| key.variable));
            return Err(Error::input(format!(
                "The environment variable {name} is not a setting. Did you mean {nearest}?"
            )));
        }
    }
    Ok(layer)
}

fn limits(given: Given) -> Result<Limits> {
    // Postgres counts in milliseconds.
    let times = Duration::from_millis(1)..=Duration::from_hours(24);
    Ok(Limits {
        max_complexity: given.number("max_complexity")?,
        query_timeout: given.read("query_timeout", "a time such as 30s, from 1ms to 24h", |value| {
            let time = humantime::parse_duration(value).ok();
            time.filter(|time| times.contains(time))
        })?,
        max_response_size: given.mebibytes("max_response_size")?,
        max_batch_size: given.number("max_batch_size")?,
        introspection: given.switch("introspection")?,
        federation: given.switch("federation")?,
        response_cache_size: given.mebibytes("response_cache_size")? as u64,
        trusted_documents: given
            .text("trusted_documents")
            .map(|path| lorekeeper_graphql::read_trusted_documents(path.as_ref()))
            .transpose()?,
    })
}

fn data_dir(given: Given) -> Result<PathBuf> {
    let platform = || directories::ProjectDirs::from("", "", "lorekeeper").map(|d| d.data_dir().to_owned());
    given.text("data_dir").map(PathBuf::from).or_else(platform).ok_or_else(|| {
        Error::input(
            "This account has no home directory: say where to keep the data with --data-dir or LOREKEEPER_DATA_DIR.",
        )
    })
}

/// Fails unless a source has this name.
pub(crate) fn require_source(name: &str) -> Result<()> {
    if UPSTREAMS.contains(&name) {
        return Ok(());
    }
    Err(Error::input(format!(
        "\"{name}\" is not a source. Known sources: {}. Did you mean {}?",
        UPSTREAMS.join(", "),
        nearest(name, UPSTREAMS.into_iter())
    )))
}

fn sources(given: Given) -> Result<Vec<String>> {
    let mut sources = given.texts("sources");
    for name in &sources {
        require_source(name)?;
    }
    let mut known = std::collections::HashSet::new();
    sources.retain(|name| known.insert(name.clone()));
    Ok(sources)
}

fn origin(item: &str) -> Option<String> {
    let url: reqwest::Url = item.replace(":*", "").parse().ok()?;
    let bare = url.has_host() && url.path() == "/" && !item.ends_with('/');
    bare.then(|| item.to_owned())
}

fn log_format(name: &str) -> Option<LogFormat> {
    match name.to_lowercase().as_str() {
        "text" => Some(LogFormat::Text),
        "json" => Some(LogFormat::Json),
        _ => None,
    }
}
