//! Long jobs from the command line: the leader runs them, this shows their progress.

use crate::config::Config;
use crate::leadership::{Role, Session};
use crate::terminal::ProgressBars;
use futures::StreamExt;
use lorekeeper_graphql::error::{Error, Result};
use lorekeeper_ingest::jobs::{Event, Outcome, Request, Vectors, Work};
use lorekeeper_ingest::{Due, Options};
use lorekeeper_store::Removals;
use std::sync::Arc;

/// How often an interrupted job is started.
const MAX_ATTEMPTS: usize = 5;

/// What an import says while its process embeds.
const INTERRUPTIBLE: &str = "The content is stored. Search by meaning is being prepared; Ctrl-C ends this command, and \
    the next start of the server goes on.\n";

/// What an import says where another process embeds.
const LEFT_TO_LEADER: &str = "The content is stored. The server prepares search by meaning in the background.\n";

/// What a report tells of.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Listings and files.
    Listings,
    /// Single records, too.
    Records,
}

/// Runs a job, and shows its outcome.
pub async fn run(config: Config, work: Work, vectors: Vectors, detail: Detail) -> Result<()> {
    let request = Request { work, vectors };
    if config.ingest.offline && matches!(request.work, Work::Sync(_)) {
        super::print("No source is asked: --offline keeps this program off the network.\n")?;
    }
    super::with_session(config, |session| follow(session, request, detail)).await
}

/// Follows a job, and starts it again when the leader ends meanwhile. Once everything is stored, only vectors are left
/// to make.
async fn follow(session: Arc<Session>, mut request: Request, detail: Detail) -> Result<()> {
    let mut stored = false;
    for _ in 0..MAX_ATTEMPTS {
        let (role, mut events) = session.run(&request).await?;
        let mut bars = ProgressBars::default();
        while let Some(event) = events.next().await {
            match event {
                Event::Outcome(outcome) if !stored => {
                    stored = true;
                    super::print(&summary(&outcome, detail))?;
                    let is_import = matches!(outcome, Outcome::Imported(_));
                    if is_import && request.vectors == Vectors::Now {
                        match &*role {
                            Role::Leader(_) => super::print(INTERRUPTIBLE)?,
                            // It embeds all passages, also those of others.
                            Role::Follower(_) => return super::print(LEFT_TO_LEADER),
                        }
                    }
                }
                Event::Outcome(_) => {}
                Event::Embedded(passages) => {
                    let noun = if passages == 1 { "passage" } else { "passages" };
                    super::print(&format!("{passages} {noun} embedded.\n"))?;
                }
                Event::Done => return Ok(()),
                Event::Failed(error) => return Err(error.into()),
                Event::Interrupted => break,
                progress => bars.show(progress),
            }
        }
        tracing::warn!("The process that held the store ended before the job did; it begins again.");
        session.leader_lost(&role);
        if stored {
            request.work = Work::Sync(Options::all(Due::Nothing, Removals::None));
        }
    }
    Err(Error::not_found(
        "The job was cut off again and again, because the process that held the store ended. Run it once more.",
    ))
}

fn summary(outcome: &Outcome, detail: Detail) -> String {
    match outcome {
        Outcome::Synced(report) => super::sync::summary(report, detail),
        Outcome::Imported(report) => super::import::summary(report),
        Outcome::Edited(report) => super::documents::summary(report),
        Outcome::Reindexed(changes) => super::row_changes(changes),
        Outcome::Removed(key, name, changes) => {
            format!("{name} ({key}) is gone.\n{}", super::row_changes(changes))
        }
    }
}
