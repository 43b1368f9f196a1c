//! Relay connections, and what ours say beyond the specification.

use super::app;
use crate::app::App;
use crate::query::page::{Fingerprint, Page};
use crate::query::search::Hit;
use crate::query::status;
use crate::query::status::EndpointState;
use async_graphql::connection::{Connection as Relay, Edge};
use async_graphql::{ComplexObject, Context, Enum, OutputType, SimpleObject};
use chrono::{DateTime, Utc};
use std::sync::Arc;
use tokio::sync::OnceCell;

/// A page of results.
pub type Connection<Node> = Relay<String, Node, Extras, EdgeExtras>;

/// What a connection says of its result as a whole.
#[derive(SimpleObject)]
pub struct Extras {
    /// How many results there are on all pages.
    pub total_count: i64,
    /// Where the results come from, and what there is to say about them.
    pub meta: Meta,
}

impl Extras {
    /// What there is to say of `total` results.
    pub fn new(total: usize, meta: Meta) -> Self {
        Self {
            total_count: i64::try_from(total).unwrap_or(i64::MAX),
            meta,
        }
    }
}

/// Where results come from, and what there is to say about them.
#[derive(Clone, Debug, Default, SimpleObject)]
#[graphql(complex)]
pub struct Meta {
    /// A remark: which document the query names that is not there; when nothing was found, why, and what would
    /// help.
    pub message: Option<String>,
    /// What did not go as asked: a query that was cut, a ranking that could not use meaning.
    pub warnings: Vec<String>,
    /// How fetching went, read once however many of the fields are asked for.
    #[graphql(skip)]
    pub states: Arc<OnceCell<Vec<EndpointState>>>,
}

impl Meta {
    async fn states(&self, ctx: &Context<'_>) -> async_graphql::Result<&[EndpointState]> {
        let read = async || {
            status::freshness(&app(ctx)?.db.pool)
                .await
                .map_err(Into::into)
        };
        let states: async_graphql::Result<&Vec<EndpointState>> =
            self.states.get_or_try_init(read).await;
        Ok(states?)
    }
}

/// How current the stored content is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Enum)]
pub enum CacheStatus {
    /// Fetched within the time that counts as fresh.
    Fresh,
    /// Older than that, or the last fetch failed.
    Stale,
    /// Being fetched now.
    Refreshing,
    /// The server is set to stay off the network.
    Offline,
}

#[ComplexObject]
impl Meta {
    /// When content was last fetched from a source; null when it never was.
    async fn fetched_at(&self, ctx: &Context<'_>) -> async_graphql::Result<Option<DateTime<Utc>>> {
        let states = self.states(ctx).await?;
        Ok(states.iter().filter_map(|s| s.last_success).max())
    }

    /// How current the content is.
    async fn cache_status(&self, ctx: &Context<'_>) -> async_graphql::Result<CacheStatus> {
        Ok(cache_status(app(ctx)?, self.states(ctx).await?))
    }

    /// Names of the sources that have been fetched.
    async fn sources(&self, ctx: &Context<'_>) -> async_graphql::Result<Vec<String>> {
        let states = self.states(ctx).await?;
        let mut names: Vec<String> = states
            .iter()
            .filter(|s| s.last_success.is_some())
            .map(|s| s.source.clone())
            .collect();
        names.dedup();
        Ok(names)
    }
}

/// Whether content is being fetched or loaded now.
pub fn syncing(app: &App) -> bool {
    app.sync_lock.try_lock().is_err()
}

/// How current the content is.
pub fn cache_status(app: &App, states: &[EndpointState]) -> CacheStatus {
    if app.config.offline {
        return CacheStatus::Offline;
    }
    if syncing(app) {
        return CacheStatus::Refreshing;
    }
    let fresh = |at: Option<DateTime<Utc>>| {
        at.is_some_and(|at| (Utc::now() - at).to_std().unwrap_or_default() < app.config.cache_ttl)
    };
    let all_fresh = !states.is_empty()
        && states
            .iter()
            .all(|s| s.error.is_none() && fresh(s.last_success));
    if all_fresh {
        CacheStatus::Fresh
    } else {
        CacheStatus::Stale
    }
}

/// What an edge says of its node in a search.
#[derive(Clone, Debug, Default, SimpleObject)]
pub struct EdgeExtras {
    /// Relevance, 0 to 1, by which search results are ordered; null without a search.
    pub score: Option<f64>,
    /// The same figure, present exactly when meaning took part in the ranking.
    pub similarity_score: Option<f64>,
    /// What found it; empty without a search.
    pub matched_by: Vec<MatchedBy>,
}

/// The ways in which a search finds something.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Enum)]
pub enum MatchedBy {
    /// Its name resembles the query.
    Name,
    /// Its name, facts or text have words of the query.
    FullText,
    /// Its meaning is close to the query's.
    Semantic,
}

impl EdgeExtras {
    /// What a hit says; `semantic` when meaning took part in the ranking.
    pub fn of(hit: &Hit, semantic: bool) -> Self {
        let mut matched_by = Vec::new();
        matched_by.extend(hit.name.map(|_| MatchedBy::Name));
        matched_by.extend(hit.lexical.map(|_| MatchedBy::FullText));
        matched_by.extend(hit.semantic.map(|_| MatchedBy::Semantic));
        Self {
            score: Some(hit.score),
            similarity_score: semantic.then_some(hit.score),
            matched_by,
        }
    }
}

/// A connection of one page.
pub fn connection<T, Node: OutputType>(
    page: Page<T>,
    fingerprint: &Fingerprint,
    extras: Extras,
    node: impl Fn(T) -> (Node, EdgeExtras),
) -> Connection<Node> {
    let mut connection =
        Connection::with_additional_fields(page.has_previous, page.has_next, extras);
    connection
        .edges
        .extend(page.items.into_iter().enumerate().map(|(offset, item)| {
            let (node, extras) = node(item);
            Edge::with_additional_fields(fingerprint.cursor(page.start + offset), node, extras)
        }));
    connection
}
