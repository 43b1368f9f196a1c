//! Queries as they were read, remembered until content changes: whoever narrows a search down, or looks at it in another
//! way, asks the same text again.

use super::reading::Reading;
use super::spelling::Spelling;
use crate::{Error, Result};
use moka::future::Cache;
use sea_orm::DatabaseConnection;
use std::sync::Arc;
use std::time::Duration;

/// How many are remembered: each takes some kilobytes at most.
const REMEMBERED: u64 = 1_000;

/// How long one is remembered that nobody asks for.
const IDLE: Duration = Duration::from_mins(10);

/// What is known about queries.
pub struct Readings(Cache<String, Arc<Reading>>);

impl Default for Readings {
    fn default() -> Self {
        let cache = Cache::builder().max_capacity(REMEMBERED);
        Self(cache.time_to_idle(IDLE).build())
    }
}

impl Readings {
    /// A query as it is read of some content.
    pub async fn of(
        &self,
        db: &DatabaseConnection,
        content: &str,
        text: &str,
        spelling: Spelling,
    ) -> Result<Arc<Reading>> {
        let key = format!("{content}|{spelling:?}|{text}");
        let read = async {
            let reading = Reading::of(db, text, spelling).await?;
            Ok::<_, Error>(Arc::new(reading))
        };
        self.0
            .try_get_with(key, read)
            .await
            .map_err(|cause: Arc<Error>| Error::clone(&cause))
    }
}
