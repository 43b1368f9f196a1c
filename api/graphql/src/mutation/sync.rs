//! The mutation `startSync`.

use crate::admin::require_writer;
use crate::backend;
use crate::error::{Error, Result};
use crate::jobs::Job;
use async_graphql::{Context, Object, SimpleObject};
use lorekeeper_content::Family;
use lorekeeper_content::edit_distance::nearest;
use lorekeeper_ingest::jobs::{self, Origin, Vectors};
use lorekeeper_ingest::{Due, Options};
use lorekeeper_sources::UPSTREAMS;
use lorekeeper_store::Removals;

/// Most jobs of the admin that run or wait.
const MAX_JOBS: usize = 8;

#[derive(Default)]
pub struct SyncMutation;

#[Object]
impl SyncMutation {
    /// Starts a sync of all content that is not fresh, as `lorekeeper sync` does, and responds at once. The query `job`
    /// and the subscription `syncProgress` report progress and result. One sync or import runs at a time; others wait.
    async fn start_sync(
        &self,
        ctx: &Context<'_>,
        #[graphql(
            desc = "Only these sources: `open5e_v2`, `dnd5e_api`, `open5e_v1`. Left out or empty: all that the server is configured with."
        )]
        sources: Option<Vec<String>>,
        #[graphql(desc = "Only the listings of these families. Left out or empty: all.")] families: Option<Vec<Family>>,
        #[graphql(desc = "Fetch fresh content too; false when left out.")] force: Option<bool>,
        #[graphql(
            desc = "Remove records even if more than a quarter of a listing is gone upstream; false when left out."
        )]
        allow_removals: Option<bool>,
        #[graphql(
            desc = "Make the vectors of new content before the job is done; true when left out. Otherwise they are made in the background."
        )]
        embed: Option<bool>,
    ) -> Result<SyncStart> {
        require_writer(ctx).await?;
        let ingest = &backend(ctx)?.ingest;
        let sources = sources.unwrap_or_default();
        for source in &sources {
            check(source, &ingest.settings.upstreams.sources)?;
        }
        let options = Options {
            sources,
            families: families.unwrap_or_default(),
            due: if ingest.settings.offline {
                Due::Nothing
            } else if force.unwrap_or_default() {
                Due::All
            } else {
                Due::NotFresh
            },
            removals: if allow_removals.unwrap_or_default() { Removals::All } else { Removals::Guarded },
        };
        let vectors = if embed.unwrap_or(true) { Vectors::Now } else { Vectors::Later };
        if ingest.jobs.running(Origin::Admin) >= MAX_JOBS {
            return Err(Error::too_complex(format!(
                "{MAX_JOBS} jobs of the admin run or wait already. Wait until one is done; jobs lists them."
            )));
        }
        let (id, joined) = match jobs::start_or_join(ingest, options, vectors, Origin::Admin) {
            Ok(id) => (id, false),
            Err(running) => (running.id.clone(), true),
        };
        let job = ingest
            .jobs
            .get(&id)
            .ok_or_else(|| Error::internal("The job is over already. Look at jobs.", "forgotten"))?;
        let job = Job(job);
        Ok(SyncStart { job, joined })
    }
}

/// Refuses a source that is unknown or not configured.
fn check(source: &str, configured: &[String]) -> Result<()> {
    if configured.iter().any(|name| name == source) {
        return Ok(());
    }
    Err(Error::input(if UPSTREAMS.contains(&source) {
        format!(
            "The source {source} is not among those that this server is configured with: {}.",
            configured.join(", ")
        )
    } else {
        format!(
            "\"{source}\" is not a source. Known sources: {}. Did you mean {}?",
            UPSTREAMS.join(", "),
            nearest(source, UPSTREAMS.into_iter())
        )
    }))
}

/// A sync that was started.
#[derive(SimpleObject)]
pub struct SyncStart {
    /// The job of the sync.
    pub job: Job,
    /// Whether the job ran already, with the same arguments: then nothing new was started.
    pub joined: bool,
}
