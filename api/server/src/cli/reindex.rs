//! `lorekeeper reindex`

use super::job::{self, Detail};
use crate::config::Config;
use clap::Args;
use lorekeeper_graphql::error::Result;
use lorekeeper_ingest::jobs::{Vectors, Work};
use lorekeeper_store::Rebuild;

/// What to rebuild.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Make all vectors anew, too; until that is done, search goes by words
    #[arg(long)]
    vectors: bool,
}

/// Rebuilds what is derived from the stored records, and embeds what has no vector.
pub async fn run(config: Config, arguments: Arguments) -> Result<()> {
    let rebuild = if arguments.vectors { Rebuild::RowsAndVectors } else { Rebuild::Rows };
    job::run(config, Work::Reindex(rebuild), Vectors::Now, Detail::Listings).await
}
