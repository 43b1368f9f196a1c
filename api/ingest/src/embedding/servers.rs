//! Heartbeats of the servers on one Postgres: which embedding models they are set to and answer with.
//!
//! Each server writes a fact of its own every 30 seconds, with the time of the database's clock, so that the clocks of
//! machines do not matter. A server that has written nothing for two minutes is gone. Only servers write heartbeats, not
//! short-lived commands. The embedded store has one process.

use crate::error::Result;
use lorekeeper_embed::Models;
use lorekeeper_store::{Store, StoreKind, bound};
use sea_orm::ConnectionTrait;
use serde::Deserialize;
use std::sync::Arc;
use std::time::Duration;

/// How often a server writes its heartbeat.
pub(super) const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(30);

/// After so many seconds without a heartbeat a server is gone.
const GONE_AFTER_SECONDS: i64 = 120;

/// What the keys of heartbeats begin with.
const KEY_PREFIX: &str = "server:";

/// The heartbeat of another server.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub(super) struct Server {
    /// The identity of the configured model, once it is loaded.
    pub model: Option<String>,
    /// The identity of the model that answers queries.
    pub answers: Option<String>,
    /// When the heartbeat was written, in seconds of the database's clock.
    pub seen: i64,
}

/// Writes heartbeats for as long as the server runs.
pub(crate) async fn run(store: Arc<Store>, models: Arc<Models>) {
    if store.kind == StoreKind::Embedded {
        return;
    }
    loop {
        if let Err(error) = write_heartbeat(&store, &models).await {
            tracing::warn!("The heartbeat of this server could not be written: {error}");
        }
        tokio::time::sleep(HEARTBEAT_INTERVAL).await;
    }
}

/// Writes a heartbeat.
pub async fn write_heartbeat(store: &Store, models: &Models) -> Result<()> {
    if store.kind == StoreKind::Embedded {
        return Ok(());
    }
    let statement = "INSERT INTO store_fact (key, value) \
        SELECT $1, json_build_object('model', $2::text, 'answers', $3::text, 'seen', extract(epoch FROM clock_timestamp())::bigint)::text \
        ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value";
    let values = [
        key(models).into(),
        models.configured.model_id().into(),
        models.model_id().into(),
    ];
    store.pool.execute_raw(bound(statement, values)).await?;
    Ok(())
}

/// The other live servers. Heartbeats of servers that are gone are deleted.
pub(super) async fn other_servers(store: &Store, models: &Models) -> Result<Vec<Server>> {
    if store.kind == StoreKind::Embedded {
        return Ok(Vec::new());
    }
    let statement = "SELECT key, value, extract(epoch FROM clock_timestamp())::bigint AS now FROM store_fact \
        WHERE starts_with(key, $1) AND key <> $2";
    let values = [KEY_PREFIX.into(), key(models).into()];
    let rows = store.pool.query_all_raw(bound(statement, values)).await?;
    let mut live = Vec::new();
    for row in rows {
        let (key, value): (String, String) = (row.try_get("", "key")?, row.try_get("", "value")?);
        let now: i64 = row.try_get("", "now")?;
        let server = serde_json::from_str::<Server>(&value).ok();
        let is_live = |server: &Server| (now - server.seen).abs() < GONE_AFTER_SECONDS;
        if let Some(server) = server.filter(is_live) {
            live.push(server);
            continue;
        }
        // A server that has come back meanwhile has another value.
        let statement = "DELETE FROM store_fact WHERE key = $1 AND value = $2";
        let values = [key.into(), value.into()];
        store.pool.execute_raw(bound(statement, values)).await?;
    }
    Ok(live)
}

/// The key of this server's heartbeat.
fn key(models: &Models) -> String {
    format!("{KEY_PREFIX}{}", models.state.server())
}
