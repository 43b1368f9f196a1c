//! Flags for the settings, and the log.

use crate::config::{Config, Layer};
use crate::error::{Error, Result};
use clap::Args;
use std::io::IsTerminal;
use tracing_subscriber::EnvFilter;

/// Settings; each is also a LOREKEEPER_* variable and a key of lorekeeper.toml.
#[derive(Debug, Args)]
#[command(next_help_heading = "Settings")]
#[expect(
    clippy::doc_markdown,
    reason = "this is help for a terminal, not Markdown"
)]
pub struct Settings {
    /// Settings file [default: lorekeeper.toml, if it is there]
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<String>,
    /// Address to serve on [default: 127.0.0.1:8080]
    #[arg(long, global = true, value_name = "ADDRESS")]
    bind: Option<String>,
    /// A Postgres (15 or newer, with pgvector and pg_trgm) to use instead of the embedded store
    #[arg(long, global = true, value_name = "URL")]
    database_url: Option<String>,
    /// Where the embedded store and fetched files live [default: the platform's data directory]
    #[arg(long, global = true, value_name = "DIR")]
    data_dir: Option<String>,
    /// Sources, in order of preference [default: open5e_v2,dnd5e_api,open5e_v1]
    #[arg(long, global = true, value_name = "LIST")]
    sources: Option<String>,
    /// Address of the Open5e API
    #[arg(long, global = true, value_name = "URL")]
    open5e_url: Option<String>,
    /// Address of the D&D 5e API
    #[arg(long, global = true, value_name = "URL")]
    dnd5e_url: Option<String>,
    /// How long what was fetched is fresh [default: 7d]
    #[arg(long, global = true, value_name = "TIME")]
    cache_ttl: Option<String>,
    /// How long a failed fetch is not repeated [default: 5m]
    #[arg(long, global = true, value_name = "TIME")]
    error_ttl: Option<String>,
    /// Embedding model; "lorekeeper assets --models" lists them [default: all-MiniLM-L6-v2]
    #[arg(long, global = true, value_name = "NAME")]
    model: Option<String>,
    /// Folder with the model's files
    #[arg(long, global = true, value_name = "DIR")]
    model_dir: Option<String>,
    /// What the model wants queries to begin with [default: what it is known to want]
    #[arg(long, global = true, value_name = "TEXT")]
    model_query_prefix: Option<String>,
    /// What the model wants passages to begin with [default: what it is known to want]
    #[arg(long, global = true, value_name = "TEXT")]
    model_passage_prefix: Option<String>,
    /// A model that looks at the best hits of a search again [default: none]
    #[arg(long, global = true, value_name = "NAME")]
    reranker: Option<String>,
    /// Folder with the files of such a model
    #[arg(long, global = true, value_name = "DIR")]
    reranker_dir: Option<String>,
    /// Never touch the network
    #[arg(long, global = true)]
    offline: bool,
    /// Which MCP tools are served: search, lookup (the older vocabulary) or all [default: search]
    #[arg(long, global = true, value_name = "SET")]
    mcp_tools: Option<String>,
    /// Names of hosts under which /mcp may be asked, beside the loopback ones
    #[arg(long, global = true, value_name = "LIST")]
    allowed_hosts: Option<String>,
    /// Web pages that may ask /mcp, beside those on loopback
    #[arg(long, global = true, value_name = "LIST")]
    allowed_origins: Option<String>,
    /// Log filter, such as info or lorekeeper=debug [default: info]
    #[arg(long, global = true, value_name = "FILTER")]
    log: Option<String>,
}

impl Settings {
    /// The settings that were given.
    pub fn layer(&self) -> Layer {
        [
            ("config", &self.config),
            ("bind", &self.bind),
            ("database_url", &self.database_url),
            ("data_dir", &self.data_dir),
            ("sources", &self.sources),
            ("open5e_url", &self.open5e_url),
            ("dnd5e_url", &self.dnd5e_url),
            ("cache_ttl", &self.cache_ttl),
            ("error_ttl", &self.error_ttl),
            ("model", &self.model),
            ("model_dir", &self.model_dir),
            ("model_query_prefix", &self.model_query_prefix),
            ("model_passage_prefix", &self.model_passage_prefix),
            ("reranker", &self.reranker),
            ("reranker_dir", &self.reranker_dir),
            ("mcp_tools", &self.mcp_tools),
            ("allowed_hosts", &self.allowed_hosts),
            ("allowed_origins", &self.allowed_origins),
            ("log", &self.log),
        ]
        .into_iter()
        .filter_map(|(key, value)| Some((key, value.clone()?)))
        .chain(self.offline.then(|| ("offline", "true".to_owned())))
        .collect()
    }
}

/// Sends the log to standard error. Commands that only show something stay quiet unless the settings say
/// otherwise: what goes wrong is told in one sentence.
pub fn start_logging(config: &Config, quiet: bool) -> Result<()> {
    let wanted = if quiet && config.log == "info" {
        "off"
    } else {
        config.log.as_str()
    };
    // The drivers and the runtime report every step at info; ours are the ones people wait for.
    let filter = if wanted.contains('=') || wanted.contains(',') {
        wanted.to_owned()
    } else {
        let others = if wanted == "off" { "off" } else { "warn" };
        format!("{others},lorekeeper={wanted}")
    };
    let filter = EnvFilter::try_new(filter).map_err(|_| {
        Error::input(format!(
            "The setting log is \"{}\", but must be a filter such as info or lorekeeper=debug.",
            config.log
        ))
    })?;
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_target(false)
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(std::io::stderr)
        .init();
    Ok(())
}
