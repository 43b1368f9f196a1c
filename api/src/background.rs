//! What whoever holds the store does beside answering: content is kept fresh, what has no vector gets one.

use crate::app::App;
use crate::embed::background;
use crate::ingest::{self, Due, Options};
use crate::progress::Bars;
use crate::store::Removals;
use std::sync::Arc;
use std::time::Duration;
use tokio::task::JoinHandle;

/// How often the freshness of the content is looked at.
const LOOK: Duration = Duration::from_mins(1);

/// The work in the background; it ends when this is dropped.
#[derive(Debug)]
pub struct Background(Vec<JoinHandle<()>>);

impl Background {
    /// Starts it.
    #[must_use]
    pub fn start(app: &Arc<App>) -> Self {
        Self(vec![
            tokio::spawn(keep_fresh(Arc::clone(app))),
            tokio::spawn(background::run(Arc::clone(app))),
        ])
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        for task in &self.0 {
            task.abort();
        }
    }
}

/// Syncs what is due, now and whenever it has become stale.
async fn keep_fresh(app: Arc<App>) {
    let options = Options {
        sources: Vec::new(),
        due: Due::Stale,
        removals: Removals::Guarded,
    };
    loop {
        match ingest::sync(&app, &options, &Bars::for_terminal()).await {
            Ok(report) if report.drawn.any() => {
                for (table, written) in &report.drawn.tables {
                    if written.any() {
                        tracing::info!(
                            "{table}: {} added, {} changed, {} removed.",
                            written.added,
                            written.changed,
                            written.removed
                        );
                    }
                }
            }
            Ok(_) => {}
            Err(error) => tracing::error!("The content could not be refreshed: {error}"),
        }
        tokio::time::sleep(LOOK).await;
    }
}
