//! Removals: what went away since a time, for clients that keep a copy.

use super::admin::is_admin;
use super::backend;
use super::connection::connection;
use super::counted::Counted;
use super::cursor::Cursor;
use crate::error::Result;
use async_graphql::connection::{Connection, EmptyFields};
use async_graphql::{Context, ID, Object, SimpleObject};
use chrono::{DateTime, Utc};
use lorekeeper_content::Family;
use lorekeeper_search::changes;
use lorekeeper_search::page::{Fingerprint, Paging, Window};

/// A page of removals.
pub type RemovalConnection = Connection<Cursor, RemovedEntity, RemovalFields, Counted<EmptyFields, true>>;

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

/// The fields of a connection about all removals.
#[derive(Clone, Debug, SimpleObject)]
pub struct RemovalFields {
    /// The time up to which all removals are in the result: the next question's `since`. Of the first page, where there
    /// are several. Null before the first sync.
    complete_until: Option<DateTime<Utc>>,
}

#[Object(cache_control(max_age = 60))]
impl RemovalQuery {
    /// The entities that went away from this store at a time or later and are not back, those that went first at the
    /// front. They are kept for a year; those of imported books are shown to the admin alone. With `changedSince` of the lists a
    /// client can keep a copy: it asks each since the `completeUntil` of its last answer.
    async fn removed(
        &self,
        ctx: &Context<'_>,
        #[graphql(desc = "The time.")] since: DateTime<Utc>,
        #[graphql(desc = "How many at most, 0 to 100.", default = 100)] first: Option<i32>,
        #[graphql(desc = "Only what comes after this cursor.")] after: Option<String>,
    ) -> Result<RemovalConnection> {
        let db = &backend(ctx)?.search.connection();
        let fingerprint = Fingerprint::new(format!("removed|{since}"), None);
        let paging = Paging { first: first.or(Some(100)), after, ..Paging::default() };
        let window = Window::new(&paging, &fingerprint)?;
        let complete_until = lorekeeper_store::rows_complete_until(db).await?;
        let page = changes::removals(db, since, is_admin(ctx), &window).await?;
        let fields = RemovalFields { complete_until };
        Ok(connection(page, fingerprint, fields, |removal| {
            let entity = RemovedEntity {
                id: ID(removal.id),
                family: Family::parse(&removal.family),
                name: removal.name,
                document_key: removal.document_key,
                removed_at: removal.removed_at,
            };
            (entity, EmptyFields)
        }))
    }
}
