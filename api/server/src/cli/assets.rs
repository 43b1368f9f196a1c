//! `lorekeeper assets`

use crate::config::Config;
use clap::Args;
use lorekeeper_embed::assets::{AssetError, Assets, DEFAULT_MODEL, models};
use lorekeeper_graphql::error::{Error, Result};

/// What to do about the assets.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Only show what is there and what is missing; exit code 1 when something is missing
    #[arg(long)]
    check: bool,
    /// Only list the embedding models that can be named with --model
    #[arg(long, conflicts_with = "check")]
    models: bool,
}

/// Fetches missing assets, and shows where all are.
pub async fn run(config: Config, arguments: Arguments) -> Result<()> {
    if arguments.models {
        return list();
    }
    let assets = Assets::new(config.store.data_dir, config.model, config.ingest.offline);
    if !arguments.check {
        let problem = |cause: AssetError| Error::upstream(cause.to_string());
        assets.model().await.map_err(problem)?;
        for part in assets.starter_pack().await {
            part.map_err(problem)?;
        }
    }
    let reports = assets.check();
    let mut table = super::table(["what", "name", "version", "where"]);
    for report in &reports {
        let place = report.location.as_ref().map_or_else(|| "missing".to_owned(), |p| p.display().to_string());
        super::add_row(&mut table, &[&report.purpose, &report.name, &report.version, &place]);
    }
    super::print(&format!("{table}\n"))?;
    if reports.iter().any(|r| r.location.is_none()) {
        return Err(Error::not_found("Something is missing. Run \"lorekeeper assets\" on a machine with a network."));
    }
    Ok(())
}

fn list() -> Result<()> {
    let mut table = super::table(["model", "dimensions", "from", "what it is"]);
    for model in models() {
        let from = if model.name == DEFAULT_MODEL {
            "the default, of a pinned version".to_owned()
        } else {
            model.files.repository
        };
        super::add_row(&mut table, &[&model.name, &model.dimension, &from, &model.description]);
    }
    super::print(&format!("{table}\n"))
}
