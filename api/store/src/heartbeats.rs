//! Heartbeats of the servers on one Postgres: which embedding models they are set to and answer with.
//!
//! Each server writes a fact of its own now and then, with the time of the database's clock, so that the clocks of
//! machines do not matter. A server that has written nothing for two minutes is gone. The embedded store has one process.

use crate::error::Result;
use crate::statement::execute;
use crate::{Store, StoreKind, bound};
use sea_orm::FromQueryResult;

/// After so many seconds without a heartbeat a server is gone.
const GONE_AFTER_SECONDS: i64 = 120;

/// What the keys of heartbeats begin with.
const KEY_PREFIX: &str = "server:";

/// Whether a fact is the heartbeat of a server that is not gone. Other facts are no JSON, and conditions are tested in
/// any order.
const IS_LIVE: &str = "CASE WHEN starts_with(key, $1) \
    THEN abs(extract(epoch FROM clock_timestamp())::bigint - (value::json->>'seen')::bigint) < $2 ELSE false END";

/// What a server says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, FromQueryResult)]
pub struct Heartbeat {
    /// The identity of the configured model, once it is loaded.
    pub model: Option<String>,
    /// The identity of the model that answers queries.
    pub answers: Option<String>,
}

/// Writes the heartbeat of a server.
pub async fn write_heartbeat(store: &Store, server: &str, heartbeat: Heartbeat) -> Result<()> {
    // A server on a standby cannot say what it answers with.
    if store.kind == StoreKind::Embedded || store.is_standby() {
        return Ok(());
    }
    let statement = "INSERT INTO store_fact (key, value) \
        SELECT $1, json_build_object('model', $2::text, 'answers', $3::text, 'seen', extract(epoch FROM clock_timestamp())::bigint)::text \
        ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value";
    let values = [format!("{KEY_PREFIX}{server}").into(), heartbeat.model.into(), heartbeat.answers.into()];
    execute(&store.pool, statement, values).await?;
    Ok(())
}

/// The heartbeats of the live servers but this one. Those of servers that are gone are deleted, except on a standby.
pub async fn other_heartbeats(store: &Store, server: &str) -> Result<Vec<Heartbeat>> {
    if store.kind == StoreKind::Embedded {
        return Ok(Vec::new());
    }
    if !store.is_standby() {
        let gone = format!("DELETE FROM store_fact WHERE NOT ({IS_LIVE}) AND starts_with(key, $1)");
        let values = [KEY_PREFIX.into(), GONE_AFTER_SECONDS.into()];
        execute(&store.pool, &gone, values).await?;
    }
    let live = format!(
        "SELECT value::json->>'model' AS model, value::json->>'answers' AS answers FROM store_fact \
         WHERE {IS_LIVE} AND key <> $1 || $3 ORDER BY key"
    );
    let values = [KEY_PREFIX.into(), GONE_AFTER_SECONDS.into(), server.into()];
    let live = bound(&live, values);
    Ok(Heartbeat::find_by_statement(live).all(&store.pool).await?)
}
