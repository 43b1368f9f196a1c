//! `lorekeeper serve`

use super::stop;
use crate::config::Config;
use crate::error::Result;
use crate::http;
use crate::share::{Access, Role, front};

/// Serves at once; content and vectors come in the background.
pub async fn run(config: Config) -> Result<()> {
    // The address first: a port that is taken should not cost the opening of a store.
    let listener = http::listen(config.bind).await?;
    let bind = listener.local_addr().unwrap_or(config.bind);
    let access = Access::start(config.clone(), Role::Keeper);
    access.seat().await?;
    tracing::info!("Serving on http://{bind} (playground: http://{bind}/graphql)");
    http::serve(listener, front(&access, &config), stop::signal()).await?;
    tracing::info!("Stopping.");
    access.close().await;
    Ok(())
}
