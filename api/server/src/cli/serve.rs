//! `lorekeeper serve`

use super::stop;
use crate::config::{Config, is_ignored};
use crate::http::{self, Stopping};
use crate::leadership::{Mode, Session, routes};
use crate::telemetry::metrics;
use lorekeeper_graphql::error::Result;

/// Serves at once; content and vectors come in the background.
pub async fn run(config: Config) -> Result<()> {
    if is_ignored(config.settings_file.as_deref()) {
        tracing::warn!(
            "The lorekeeper.toml of this folder is not read; --config lorekeeper.toml would take its settings."
        );
    }
    // The address first: a port in use is found before the store is opened.
    let listener = http::listen(config.bind).await?;
    let bind = listener.local_addr().unwrap_or(config.bind);
    let upkeep = tokio::spawn(metrics::run_upkeep());
    let session = Session::start(config.clone(), Mode::Service);
    let stopping = Stopping::default();
    let routes = routes(&session, &config, &stopping)?;
    let stop = async {
        stop::signal().await;
        stop::at_once_on_second_signal();
        stop::within(config.protection.shutdown_timeout);
        tracing::info!("Stopping: requests that run are still answered. Ctrl-C again stops at once.");
    };
    let serving = http::serve(listener, routes, &stopping, stop, &config.protection);
    tokio::pin!(serving);
    tokio::select! {
        served = &mut serving => served?,
        // Until then requests wait. A store that cannot be opened ends the program.
        role = session.role() => {
            role?;
            tracing::info!("Serving on http://{bind} (GraphiQL: http://{bind}/graphql)");
            serving.await?;
        }
    }
    session.close().await;
    upkeep.abort();
    tracing::info!("Stopped.");
    Ok(())
}
