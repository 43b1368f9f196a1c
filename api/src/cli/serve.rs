//! `lorekeeper serve`

use crate::app::App;
use crate::config::Config;
use crate::embed::background;
use crate::error::Result;
use crate::http;
use crate::ingest::{self, Due, Options};
use crate::progress::Bars;
use crate::store::Removals;
use std::sync::Arc;
use std::time::Duration;

/// How often the freshness of the content is looked at.
const LOOK: Duration = Duration::from_mins(1);

/// Serves at once; content and vectors come in the background.
pub async fn run(config: Config) -> Result<()> {
    // The address first: a port that is taken should not cost the opening of a store.
    let listener = http::listen(config.bind).await?;
    let app = App::open(config).await?;
    tracing::info!(
        "Serving on http://{} (playground: http://{}/graphql)",
        app.config.bind,
        app.config.bind
    );
    let background = [
        tokio::spawn(keep_fresh(Arc::clone(&app))),
        tokio::spawn(background::run(Arc::clone(&app))),
    ];
    http::serve(listener, &app, stop_signal()).await?;
    tracing::info!("Stopping.");
    for task in background {
        task.abort();
    }
    app.db.clone().close().await;
    Ok(())
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

async fn stop_signal() {
    let interrupt = async {
        // Without a handler the default action still stops the process.
        let _ = tokio::signal::ctrl_c().await;
    };
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                () = interrupt => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    interrupt.await;
}
