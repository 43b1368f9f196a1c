//! Long jobs from the command line: whoever holds the store does them, this shows how far they are.

use crate::config::Config;
use crate::error::{Error, Result};
use crate::ingest::{Due, Options};
use crate::jobs::{Event, Outcome, Request, Vectors, Work};
use crate::progress::{Bars, Shown};
use crate::share::{Access, Role};
use crate::store::Removals;

/// How often a job that is cut off begins again.
const TRIES: usize = 5;

/// Does a job, and shows what came of it.
pub async fn run(config: Config, work: Work, vectors: Vectors) -> Result<()> {
    let access = Access::start(config, Role::Visitor);
    let outcome = follow(&access, Request { work, vectors }).await;
    access.close().await;
    outcome
}

/// Follows a job, and has it begin again when the holder of the store ends meanwhile. Once everything is stored,
/// only the vectors are left to make.
async fn follow(access: &Access, mut request: Request) -> Result<()> {
    let mut stored = false;
    for _ in 0..TRIES {
        let (seat, mut events) = access.run(&request).await?;
        let mut shown = Shown::on(Bars::for_terminal());
        while let Some(event) = events.recv().await {
            match event {
                Event::Step(step) => shown.show(step),
                Event::Outcome(outcome) if !stored => {
                    stored = true;
                    super::say(&summary(&outcome))?;
                }
                Event::Outcome(_) => {}
                Event::Embedded(passages) => {
                    super::say(&format!("{passages} passages embedded.\n"))?;
                }
                Event::Done => return Ok(()),
                Event::Failed(error) => return Err(error),
            }
        }
        tracing::warn!(
            "The process that held the store ended before the job did; it begins again."
        );
        access.lost(&seat);
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
        Outcome::Removed(key, name, drawn) => {
            format!("{name} ({key}) is gone.\n{}", super::written(drawn))
        }
    }
}
