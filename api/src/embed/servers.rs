//! Heartbeats of the servers on one Postgres: which embedding models they are set to and answer with.
//!
//! Each server writes a fact of its own every 30 seconds, with the time of the database's clock, so that clocks of
//! machines do not matter. One that has written nothing for two minutes is gone. Only servers write them, not commands
//! that come and go. The embedded store has one process.

use crate::app::App;
use crate::db::{StoreKind, bound};
use crate::error::Result;
use sea_orm::ConnectionTrait;
use serde::Deserialize;
use std::sync::Arc;
use std::time::Duration;

/// How often a server says that it lives.
pub const HEARTBEAT: Duration = Duration::from_secs(30);

/// After so many seconds without a heartbeat a server is gone.
const GONE_AFTER_SECONDS: i64 = 120;

/// What the keys of heartbeats begin with.
const PREFIX: &str = "server:";

/// What another live server does.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Server {
    /// The identity of the model that its settings name, once that is loaded.
    pub model: Option<String>,
    /// The identity of the model that it answers with.
    pub answers: Option<String>,
    /// When it last said that it lives, in seconds of the database's clock.
    pub seen: i64,
}

/// Writes heartbeats for as long as the server runs.
pub async fn keep(app: Arc<App>) {
    if app.db.kind == StoreKind::Embedded {
        return;
    }
    loop {
        if let Err(error) = beat(&app).await {
            tracing::warn!("Other servers cannot be told that this one lives: {error}");
        }
        tokio::time::sleep(HEARTBEAT).await;
    }
}

/// Writes a heartbeat.
pub async fn beat(app: &App) -> Result<()> {
    if app.db.kind == StoreKind::Embedded {
        return Ok(());
    }
    let statement = "INSERT INTO store_fact (key, value) \
        SELECT $1, json_build_object('model', $2::text, 'answers', $3::text, 'seen', extract(epoch FROM clock_timestamp())::bigint)::text \
        ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value";
    let values = [
        key(app).into(),
        app.embedder.model_id().into(),
        app.model_id().into(),
    ];
    app.db.pool.execute_raw(bound(statement, values)).await?;
    Ok(())
}

/// The other servers that live. Heartbeats of those that are gone are deleted.
pub async fn others(app: &App) -> Result<Vec<Server>> {
    if app.db.kind == StoreKind::Embedded {
        return Ok(Vec::new());
    }
    let statement = "SELECT key, value, extract(epoch FROM clock_timestamp())::bigint AS now FROM store_fact \
        WHERE starts_with(key, $1) AND key <> $2";
    let values = [PREFIX.into(), key(app).into()];
    let rows = app.db.pool.query_all_raw(bound(statement, values)).await?;
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
        // Unless it has come back meanwhile.
        let statement = "DELETE FROM store_fact WHERE key = $1 AND value = $2";
        let values = [key.into(), value.into()];
        app.db.pool.execute_raw(bound(statement, values)).await?;
    }
    Ok(live)
}

fn key(app: &App) -> String {
    format!("{PREFIX}{}", app.model_state.server())
}
