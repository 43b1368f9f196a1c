//! Long jobs from the command line: the leader runs them, this shows their progress.

use crate::config::Config;
use crate::leadership::{Mode, Session};
use crate::terminal::progress_bars;
use lorekeeper_graphql::error::{Error, Result};
use lorekeeper_ingest::jobs::{Event, Outcome, Request, Vectors, Work};
use lorekeeper_ingest::{Due, Options};
use lorekeeper_store::Removals;

/// How often an interrupted job is started.
const MAX_ATTEMPTS: usize = 5;

/// Runs a job, and shows its outcome.
pub async fn run(config: Config, work: Work, vectors: Vectors) -> Result<()> {
    let session = Session::start(config, Mode::Command);
    let outcome = follow(&session, Request { work, vectors }).await;
    session.close().await;
    outcome
}

/// Follows a job, and starts it again when the leader ends meanwhile. Once everything is stored, only vectors are left
/// to make.
async fn follow(session: &Session, mut request: Request) -> Result<()> {
    let mut stored = false;
    for _ in 0..MAX_ATTEMPTS {
        let (role, mut events) = session.run(&request).await?;
        let bars = progress_bars();
        while let Some(event) = events.recv().await {
            match event {
                Event::Step(step) => bars.send(&step),
                Event::Outcome(outcome) if !stored => {
                    stored = true;
                    super::print(&summary(&outcome))?;
                }
                Event::Outcome(_) => {}
                Event::Embedded(passages) => {
                    super::print(&format!("{passages} passages embedded.\n"))?;
                }
                Event::Done => return Ok(()),
                Event::Failed(error) => return Err(error.into()),
            }
        }
        tracing::warn!(
            "The process that held the store ended before the job did; it begins again."
        );
        session.leader_lost(&role);
        if stored {
            request.work = Work::Sync(Options {
                sources: Vec::new(),
                families: Vec::new(),
                due: Due::Nothing,
                removals: Removals::None,
            });
        }
    }
    Err(Error::not_found(
        "The job was cut off again and again, because the process that held the store ended. Run it once more.",
    ))
}

fn summary(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Synced(report) => super::sync::summary(report),
        Outcome::Imported(report) => super::import::summary(report),
        Outcome::Reindexed(changes) => super::row_changes(changes),
        Outcome::Removed(key, name, changes) => {
            format!("{name} ({key}) is gone.\n{}", super::row_changes(changes))
        }
    }
}
