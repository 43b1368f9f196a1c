//! Hot standby: a Postgres that replays what its primary writes, and can only be read.
//!
//! Postgres is asked for its role when the store is opened, before all work that writes, and by servers every few
//! seconds: a standby may be promoted, and an address may come to lead to another server.

use crate::error::{Error, Result};
use crate::statement::scalar;
use crate::{Store, StoreKind, sql};
use tokio::sync::watch;

impl Store {
    /// Whether the Postgres was a standby when it was last asked.
    pub fn is_standby(&self) -> bool {
        *self.standby.borrow()
    }

    /// Tells whenever a standby is promoted, or another standby answers in the place of the primary.
    pub fn watch_standby(&self) -> watch::Receiver<bool> {
        self.standby.subscribe()
    }

    /// Waits until the store can be written to.
    pub async fn writable(&self) {
        // The sender lives as long as the store.
        let _ = self.watch_standby().wait_for(|standby| !standby).await;
    }

    /// Asks Postgres whether it is a standby.
    pub async fn check_standby(&self) -> Result<bool> {
        if self.kind == StoreKind::Embedded {
            return Ok(false);
        }
        let asked = scalar(&self.pool, sql("SELECT pg_is_in_recovery()")).await?;
        let standby: bool = asked.unwrap_or_default();
        let has_changed = self.standby.send_if_modified(|before| {
            let has_changed = *before != standby;
            *before = standby;
            has_changed
        });
        match (has_changed, standby) {
            (true, true) => tracing::warn!(
                "The Postgres at DATABASE_URL is a standby: it is read, and nothing is written until it is promoted."
            ),
            (true, false) => {
                tracing::info!("The Postgres at DATABASE_URL can be written to from now on.");
            }
            (false, _) => {}
        }
        Ok(standby)
    }

    /// Refuses work that writes where the Postgres is a standby.
    pub async fn require_writable(&self) -> Result<()> {
        if self.check_standby().await? {
            return Err(Error::ReadOnly);
        }
        Ok(())
    }
}
