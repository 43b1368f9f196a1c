//! `lorekeeper serve`

use crate::config::Config;
use crate::error::Result;
use crate::http;
use crate::share::{Access, Role, front};

/// Serves at once; content and vectors come in the background.
pub async fn run(config: Config) -> Result<()> {
    // The address first: a port that is taken should not cost the opening of a store.
    let listener = http::listen(config.bind).await?;
    let bind = listener.local_addr().unwrap_or(config.bind);
    let access = Access::start(config, Role::Keeper);
    access.seat().await?;
    tracing::info!("Serving on http://{bind} (playground: http://{bind}/graphql)");
    http::serve(listener, front(&access), stop_signal()).await?;
    tracing::info!("Stopping.");
    access.close().await;
    Ok(())
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
