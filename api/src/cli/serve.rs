//! `lorekeeper serve`

use super::stop;
use crate::config::{Config, is_left_unread};
use crate::error::Result;
use crate::http::{self, Stopping};
use crate::share::{Access, Role, front};
use crate::telemetry::metrics;

/// Serves at once; content and vectors come in the background.
pub async fn run(config: Config) -> Result<()> {
    if is_left_unread(config.settings_file.as_deref()) {
        tracing::warn!(
            "The lorekeeper.toml of this folder is not read; --config lorekeeper.toml would take its settings."
        );
    }
    // The address first: a port that is taken should not cost the opening of a store.
    let listener = http::listen(config.bind).await?;
    let bind = listener.local_addr().unwrap_or(config.bind);
    let counting = tokio::spawn(metrics::keep());
    let access = Access::start(config.clone(), Role::Keeper);
    let stopping = Stopping::default();
    let routes = front(&access, &config, &stopping);
    let stop = async {
        stop::signal().await;
        stop::at_once_when_told_again();
        stop::within(config.protection.shutdown_timeout);
        tracing::info!("Stopping: what runs is finished. Once more ends it at once.");
    };
    let serving = http::serve(listener, routes, &stopping, stop, &config.protection);
    tokio::pin!(serving);
    tokio::select! {
        served = &mut serving => served?,
        // Until then whoever asks waits. A store that cannot be had ends the program.
        seat = access.seat() => {
            seat?;
            tracing::info!("Serving on http://{bind} (playground: http://{bind}/graphql)");
            serving.await?;
        }
    }
    access.close().await;
    counting.abort();
    tracing::info!("Stopped.");
    Ok(())
}
