//! Layered settings: flags, then `LOREKEEPER_*` variables, then the settings file, then defaults.
//!
//! They are read once, at the start. An unknown key is an error that names the nearest known one.

mod file;
mod keys;
mod limits;
mod models;
mod protection;
mod replicas;
mod telemetry;

pub use file::{default_path, is_ignored};
pub use keys::{Flag, KEYS, Key};
use lorekeeper_graphql::Limits;
pub use protection::{Protection, RateLimit};
pub use telemetry::{LogFormat, Telemetry};

use crate::secret::Secret;
use lorekeeper_content::edit_distance::nearest;
use lorekeeper_embed::assets::Choice;
use lorekeeper_graphql::error::{Error, Result};
use lorekeeper_mcp::ToolSet;
use lorekeeper_sources::UPSTREAMS;
use lorekeeper_store::DatabaseUrl;
use std::collections::BTreeMap;
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
    /// The set of MCP tools that is served.
    pub mcp_tools: ToolSet,
    /// Accepted `Host` names, beside the loopback ones; if empty, a server that is bound beyond loopback accepts any,
    /// except at `/mcp`.
    pub allowed_hosts: Vec<String>,
    /// Allowed origins of web pages, beside those on loopback.
    pub allowed_origins: Vec<String>,
    /// Token of the admin, who may change what is stored over GraphQL.
    pub admin_token: Option<Secret>,
    /// Limits of a request.
    pub limits: Limits,
    /// Rate limits, trusted proxies, API tokens and times of the server.
    pub protection: Protection,
    /// Log filter, as `tracing` understands it.
    pub log: String,
    /// Log format and trace collector.
    pub telemetry: Telemetry,
    /// The settings file that was read.
    pub settings_file: Option<PathBuf>,
}

/// One layer of settings, by their names in `lorekeeper.toml`.
pub type Layer = BTreeMap<&'static str, String>;

impl Config {
    /// Settings from the flags given, the environment and the settings file.
    pub fn load(flags: Layer) -> Result<Self> {
        let environment = environment(std::env::vars())?;
        let named = flags
            .get("config")
            .or_else(|| environment.get("config"))
            .filter(|path| !path.is_empty())
            .map(PathBuf::from);
        let (settings_file, file) = file::read(named)?;
        Ok(Self {
            settings_file,
            ..Self::resolve(&[flags, environment, file])?
        })
    }

    /// Settings from layers; the first that has a key decides.
    pub fn resolve(layers: &[Layer]) -> Result<Self> {
        let get = |key: &str| {
            layers
                .iter()
                .find_map(|l| l.get(key))
                .map(|v| v.trim().to_owned())
                .filter(|v| !v.is_empty())
        };
        let sources = match get("sources") {
            None => UPSTREAMS.map(str::to_owned).to_vec(),
            Some(list) => source_list(&list)?,
        };
        let limits = limits::limits(&get)?;
        Ok(Self {
            bind: parse(
                "bind",
                get("bind").as_deref().unwrap_or("127.0.0.1:8080"),
                "an address such as 127.0.0.1:8080",
            )?,
            store: lorekeeper_store::Settings {
                database_url: get("database_url").map(DatabaseUrl::from),
                replicas: replicas::read(&get)?,
                data_dir: match get("data_dir") {
                    Some(path) => PathBuf::from(path),
                    None => default_data_dir()?,
                },
                query_timeout: limits.time,
            },
            ingest: lorekeeper_ingest::Settings {
                upstreams: lorekeeper_sources::Settings {
                    sources,
                    open5e_url: url("open5e_url", get("open5e_url"), "https://api.open5e.com")?,
                    dnd5e_url: url("dnd5e_url", get("dnd5e_url"), "https://www.dnd5eapi.co")?,
                },
                cache_ttl: duration("cache_ttl", get("cache_ttl").as_deref().unwrap_or("7d"))?,
                error_ttl: duration("error_ttl", get("error_ttl").as_deref().unwrap_or("5m"))?,
                retry_pause: Duration::from_millis(500),
                offline: flag("offline", get("offline"), "false")?,
                starter_pack: flag("starter_pack", get("starter_pack"), "true")?,
            },
            model: models::embedding(layers, &get)?,
            mcp_tools: tool_set(get("mcp_tools"))?,
            allowed_hosts: list(get("allowed_hosts")),
            allowed_origins: origins(get("allowed_origins"))?,
            admin_token: get("admin_token").map(Secret::of),
            limits,
            protection: Protection::read(&get)?,
            log: get("log").unwrap_or_else(|| "info".to_owned()),
            telemetry: Telemetry::read(&get)?,
            settings_file: None,
        })
    }
}

/// Variables of `lorekeeper-mcp`.
const ADAPTER_VARIABLES: [&str; 2] = ["LOREKEEPER_ENDPOINT", "LOREKEEPER_TOKEN"];

/// The layer of the environment. `LOREKEEPER_TEST_*` belongs to the tests.
pub fn environment(vars: impl Iterator<Item = (String, String)>) -> Result<Layer> {
    let mut layer = Layer::new();
    for (name, value) in vars {
        if let Some(key) = KEYS.iter().find(|key| key.variable == name) {
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

fn default_data_dir() -> Result<PathBuf> {
    directories::ProjectDirs::from("", "", "lorekeeper").map(|d| d.data_dir().to_owned()).ok_or_else(|| {
        Error::input("This account has no home directory: say where to keep the data with --data-dir or LOREKEEPER_DATA_DIR.")
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

fn source_list(list: &str) -> Result<Vec<String>> {
    let mut sources = Vec::new();
    for name in list.split(',').map(str::trim).filter(|n| !n.is_empty()) {
        require_source(name)?;
        if !sources.iter().any(|s| s == name) {
            sources.push(name.to_owned());
        }
    }
    Ok(sources)
}

fn tool_set(name: Option<String>) -> Result<ToolSet> {
    let Some(name) = name else {
        return Ok(ToolSet::default());
    };
    ToolSet::parse(&name).ok_or_else(|| {
        Error::input(format!(
            "The setting mcp_tools is \"{name}\", but must be one of: {}.",
            ToolSet::NAMES.join(", ")
        ))
    })
}

fn list(items: Option<String>) -> Vec<String> {
    let items = items.unwrap_or_default();
    let items = items.split(',').map(str::trim).filter(|i| !i.is_empty());
    items.map(str::to_owned).collect()
}

fn origins(items: Option<String>) -> Result<Vec<String>> {
    let items = list(items);
    for item in &items {
        let origin: Option<reqwest::Url> = item.replace(":*", "").parse().ok();
        if origin.is_none_or(|url| !url.has_host() || url.path() != "/" || item.ends_with('/')) {
            return Err(Error::input(format!(
                "The setting allowed_origins has \"{item}\", but must have origins such as https://example.com or http://localhost:*."
            )));
        }
    }
    Ok(items)
}

fn parse<T: std::str::FromStr>(key: &str, value: &str, expected: &str) -> Result<T> {
    value.parse().map_err(|_| {
        Error::input(format!(
            "The setting {key} is \"{value}\", but must be {expected}."
        ))
    })
}

fn duration(key: &str, value: &str) -> Result<Duration> {
    humantime::parse_duration(value).map_err(|_| {
        Error::input(format!(
            "The setting {key} is \"{value}\", but must be a time such as 7d, 12h or 30s."
        ))
    })
}

fn flag(key: &str, value: Option<String>, default: &str) -> Result<bool> {
    match value.as_deref().unwrap_or(default).to_lowercase().as_str() {
        "true" | "1" | "yes" | "on" => Ok(true),
        "false" | "0" | "no" | "off" => Ok(false),
        other => Err(Error::input(format!(
            "The setting {key} is \"{other}\", but must be true or false."
        ))),
    }
}

fn url(key: &str, value: Option<String>, default: &str) -> Result<String> {
    let value = value.unwrap_or_else(|| default.to_owned());
    let parsed: reqwest::Url = parse(key, &value, "an address such as https://api.example.org")?;
    if !matches!(parsed.scheme(), "http" | "https") {
        return Err(Error::input(format!(
            "The setting {key} is \"{value}\", but must start with http:// or https://."
        )));
    }
    Ok(value.trim_end_matches('/').to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) fn layer(pairs: &[(&'static str, &str)]) -> Layer {
        let mut layer = Layer::from([("data_dir", "data".to_owned())]);
        layer.extend(pairs.iter().map(|(k, v)| (*k, (*v).to_owned())));
        layer
    }

    #[test]
    fn the_first_layer_decides() {
        let config = Config::resolve(&[
            layer(&[("cache_ttl", "1h")]),
            layer(&[("cache_ttl", "2h"), ("offline", "yes")]),
        ])
        .unwrap();
        assert_eq!(config.ingest.cache_ttl, Duration::from_hours(1));
        assert!(config.ingest.offline);
        assert_eq!(config.ingest.upstreams.open5e_url, "https://api.open5e.com");
    }

    #[test]
    fn an_unknown_key_names_the_nearest() {
        let error =
            environment([("LOREKEEPER_BINDD".to_owned(), String::new())].into_iter()).unwrap_err();
        assert!(error.message.contains("LOREKEEPER_BIND?"), "{error}");
        let error = file::parse("x.toml", "cache_tll = '1d'").unwrap_err();
        assert!(error.message.contains("\"cache_ttl\""), "{error}");
        assert!(environment([("LOREKEEPER_TEST_X".to_owned(), String::new())].into_iter()).is_ok());
    }

    #[test]
    fn bad_values_say_what_is_expected() {
        for (key, value, word) in [
            ("bind", "nowhere", "127.0.0.1:8080"),
            ("cache_ttl", "soon", "7d"),
            ("offline", "perhaps", "true or false"),
            ("open5e_url", "ftp://x", "http://"),
            ("sources", "open5e_v3", "open5e_v2"),
            ("model", "gpt-2", "model_dir"),
            (
                "model",
                "bge-smal-en-v1.5",
                "Did you mean bge-small-en-v1.5?",
            ),
            ("mcp_tools", "everything", "search, lookup, all"),
            ("allowed_origins", "example.com", "https://example.com"),
            (
                "allowed_origins",
                "https://example.com/page",
                "https://example.com",
            ),
        ] {
            let error = Config::resolve(&[layer(&[(key, value)])]).unwrap_err();
            assert!(error.message.contains(word), "{error}");
        }
    }

    #[test]
    fn a_password_is_not_shown() {
        let url = "postgres://me:secret@one/lore";
        let config = Config::resolve(&[layer(&[
            ("database_url", url),
            ("database_replica_urls", "postgres://me:secret@two/lore"),
        ])])
        .unwrap();
        assert_eq!(config.store.database_url.as_deref(), Some(url));
        assert!(!format!("{config:?}").contains("secret"), "{config:?}");
    }
}
