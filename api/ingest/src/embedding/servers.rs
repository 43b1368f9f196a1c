//! The other servers on the same Postgres: which embedding models they are set to and answer with.
//!
//! Only servers write heartbeats, not short-lived commands.

use crate::Ingest;
use crate::error::Result;
use lorekeeper_embed::Models;
use lorekeeper_store::{self as store, Heartbeat, Store, StoreKind};
use std::sync::Arc;
use std::time::Duration;

/// How often a server writes its heartbeat.
pub(super) const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(30);

/// Writes heartbeats for as long as the server runs.
pub(crate) async fn run(ingest: Arc<Ingest>) {
    if ingest.store.kind == StoreKind::Embedded {
        return;
    }
    loop {
        if let Err(error) = write_heartbeat(&ingest.store, &ingest.models).await {
            tracing::warn!("The heartbeat of this server could not be written: {error}");
        }
        tokio::time::sleep(HEARTBEAT_INTERVAL).await;
    }
}

/// Writes the heartbeat of this server.
pub async fn write_heartbeat(store: &Store, models: &Models) -> Result<()> {
    let heartbeat = Heartbeat { model: models.configured.model_id(), answers: models.model_id() };
    Ok(store::write_heartbeat(store, models.state.server(), heartbeat).await?)
}

/// The heartbeats of the other live servers.
pub(super) async fn others(store: &Store, models: &Models) -> Result<Vec<Heartbeat>> {
    Ok(store::other_heartbeats(store, models.state.server()).await?)
}
