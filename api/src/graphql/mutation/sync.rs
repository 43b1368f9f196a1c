//! Sync now.

use crate::config::{SOURCES, nearest};
use crate::error::Error;
use crate::family::Family;
use crate::graphql::admin::admit;
use crate::graphql::app;
use crate::graphql::jobs::Job;
use crate::ingest::{Due, Options};
use crate::jobs::{self, Origin, Vectors};
use crate::store::Removals;
use async_graphql::{Context, Object, SimpleObject};

/// How many jobs of the admin may run or wait for their turn.
const MOST: usize = 8;

#[derive(Default)]
pub struct Sync;

#[Object]
impl Sync {
    /// Starts to fetch from the sources what is not fresh, as `lorekeeper sync` does, and answers at once. `job` and
    /// the subscription `syncProgress` say how far it is and what it did. One sync or import runs at a time: while
    /// another does, this one waits for its turn.
    async fn start_sync(
        &self,
        ctx: &Context<'_>,
        #[graphql(
            desc = "Only these sources: `open5e_v2`, `dnd5e_api`, `open5e_v1`. Left out or empty: all that the server is configured with."
        )]
        sources: Option<Vec<String>>,
        #[graphql(desc = "Only what these families are made of. Left out or empty: everything.")]
        families: Option<Vec<Family>>,
        #[graphql(desc = "Fetch what is still fresh too; false when left out.")] force: Option<
            bool,
        >,
        #[graphql(
            desc = "Let records go even when more than a quarter of a listing is gone upstream; false when left out."
        )]
        allow_removals: Option<bool>,
        #[graphql(
            desc = "Make the vectors of what is new before the job is done; true when left out. Otherwise they are made in the background."
        )]
        embed: Option<bool>,
    ) -> async_graphql::Result<SyncStart> {
        admit(ctx)?;
        let app = app(ctx)?;
        let sources = sources.unwrap_or_default();
        for source in &sources {
            check(source, &app.config.sources)?;
        }
        let options = Options {
            sources,
            families: families.unwrap_or_default(),
            due: if app.config.offline {
                Due::Nothing
            } else if force.unwrap_or_default() {
                Due::All
            } else {
                Due::NotFresh
            },
            removals: if allow_removals.unwrap_or_default() {
                Removals::All
            } else {
                Removals::Guarded
            },
        };
        let vectors = if embed.unwrap_or(true) {
            Vectors::Now
        } else {
            Vectors::Later
        };
        if app.jobs.running(Origin::Admin) >= MOST {
            let message = format!(
                "{MOST} jobs of the admin run or wait already. Wait until one is done; jobs lists them."
            );
            return Err(Error::too_complex(message).into());
        }
        let (id, joined) = match jobs::start_or_join(app, options, vectors, Origin::Admin) {
            Ok(started) => (started.id, false),
            Err(running) => (running.id.clone(), true),
        };
        let job = app.jobs.get(&id).ok_or_else(|| {
            Error::internal("The job is over already. Look at jobs.", "forgotten")
        })?;
        Ok(SyncStart {
            job: Job(job),
            joined,
        })
    }
}

/// Refuses a source that is not there.
fn check(source: &str, configured: &[String]) -> crate::error::Result<()> {
    if configured.iter().any(|name| name == source) {
        return Ok(());
    }
    Err(Error::input(if SOURCES.contains(&source) {
        format!(
            "The source {source} is not among those that this server is configured with: {}.",
            configured.join(", ")
        )
    } else {
        format!(
            "\"{source}\" is not a source. Known sources: {}. Did you mean {}?",
            SOURCES.join(", "),
            nearest(source, SOURCES.into_iter())
        )
    }))
}

/// A sync that was started.
#[derive(SimpleObject)]
pub struct SyncStart {
    /// The job that does it.
    pub job: Job,
    /// Whether it ran already, asked for in the same words: then nothing new was started.
    pub joined: bool,
}
