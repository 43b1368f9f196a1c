//! Removals: what went away since a time, for clients that keep a copy.

use super::backend;
use super::filters::check_count;
use crate::error::Result;
use async_graphql::{Context, ID, Object, SimpleObject};
use chrono::{DateTime, Utc};
use lorekeeper_content::Family;
use lorekeeper_search::changes;

/// The fields about removals.
#[derive(Default)]
pub struct RemovalQuery;

/// An entity that went away.
#[derive(Clone, Debug, SimpleObject)]
pub struct RemovedEntity {
    /// Its global id.
    id: ID,
    /// Its family.
    family: Option<Family>,
    /// Its name.
    name: String,
    /// Key of its document.
    document_key: String,
    /// When it went away.
    removed_at: DateTime<Utc>,
}

#[Object(cache_control(max_age = 60))]
impl RemovalQuery {
    /// The entities that went away from this store at a time or later and are not back, those that went first at the
    /// front. With `changedSince` of the lists, a client can keep a copy: it asks for both since the time of its last
    /// question. Where there are as many as were asked for, the next question is since the last one's time.
    async fn removed(
        &self,
        ctx: &Context<'_>,
        #[graphql(desc = "The time.")] since: DateTime<Utc>,
        #[graphql(desc = "How many at most, 1 to 100.", default = 100)] first: Option<i32>,
    ) -> Result<Vec<RemovedEntity>> {
        let count = check_count(first.or(Some(100)))?;
        let db = &backend(ctx)?.store.reading();
        let removals = changes::removals(db, since, count).await?;
        let removal = |removal: changes::Removal| RemovedEntity {
            id: ID(removal.id),
            family: Family::parse(&removal.family),
            name: removal.name,
            document_key: removal.document_key,
            removed_at: removal.removed_at,
        };
        Ok(removals.into_iter().map(removal).collect())
    }
}
