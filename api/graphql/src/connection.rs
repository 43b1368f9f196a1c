//! Relay connections, with totals, freshness and search scores beside the specification's fields.

mod edge;
mod freshness;

pub use edge::{EdgeExtras, MatchedBy};
pub use freshness::{CacheStatus, cache_status};

use super::backend;
use super::counted::Counted;
use super::cursor::Cursor;
use super::facets::FacetedExtras;
use crate::error::Result;
use async_graphql::connection::{Connection as Relay, ConnectionNameType, Edge, EdgeNameType};
use async_graphql::{ComplexObject, Context, ObjectType, OutputType, SimpleObject};
use chrono::{DateTime, Utc};
use lorekeeper_content::Family;
use lorekeeper_search::Search;
use lorekeeper_search::constraints;
use lorekeeper_search::coverage_warnings;
use lorekeeper_search::no_results::{self, Question};
use lorekeeper_search::page::{Fingerprint, Page};
use lorekeeper_search::ranking::Ranking;
use lorekeeper_store::EndpointState;
use std::sync::Arc;
use tokio::sync::OnceCell;

/// A page of results; `Extra` are the fields about the whole result.
pub type Connection<Node, Extra = FacetedExtras> = Relay<Cursor, Node, Extra, Counted<EdgeExtras, true>>;

/// The fields of a connection about its whole result.
#[derive(SimpleObject)]
pub struct Extras {
    /// Number of results on all pages.
    pub total_count: i64,
    /// How many of them match the search: by name, by a word, by all that it says about fields, or by a near meaning.
    /// The others are ranked behind or between them, since nothing leaves them out. Null without a search.
    pub match_count: Option<i64>,
    /// Sources and freshness of the results, with messages and warnings.
    pub meta: Meta,
}

impl Extras {
    /// The fields for `total` results.
    pub fn new(total: usize, meta: Meta) -> Self {
        Self { total_count: i64::try_from(total).unwrap_or(i64::MAX), match_count: None, meta }
    }

    /// The fields for the results of a search.
    pub fn of_ranking(ranking: &Ranking, meta: Meta) -> Self {
        Self { match_count: i64::try_from(ranking.match_count()).ok(), ..Self::new(ranking.hits.len(), meta) }
    }
}

/// A field that the filter compares and that some of the books never fill.
#[derive(Clone, Debug, SimpleObject)]
pub struct CoverageGap {
    /// Name of the field, as the filter has it.
    pub field: String,
    /// Keys of the documents that never fill it, the largest first.
    pub documents: Vec<String>,
    /// The sentence about it in `warnings`.
    pub message: String,
}

impl From<coverage_warnings::Gap> for CoverageGap {
    fn from(gap: coverage_warnings::Gap) -> Self {
        Self { field: gap.field, documents: gap.documents, message: gap.message }
    }
}

/// Sources and freshness of results, with messages and warnings.
#[derive(Clone, Debug, Default, SimpleObject)]
#[graphql(complex)]
pub struct Meta {
    /// A message about the result as a whole: a requested document that does not exist; the reason why nothing was
    /// found, with advice.
    pub message: Option<String>,
    /// Whether a requested document or game system does not exist; `message` says which.
    pub unknown_scope: bool,
    /// The time up to which all changes are in the result: the next question's `changedSince`. Of the first page, where
    /// there are several. Null with a search, whose index follows later, and before the first sync.
    pub complete_until: Option<DateTime<Utc>>,
    /// Deviations from the request: a truncated query, a ranking without meaning, a filter on a field that some books
    /// never fill, with the number of results where the field is known; and that other books have an entry of the name
    /// asked for, where those asked for have none, with its id.
    pub warnings: Vec<String>,
    /// The fields that the filter compares and that some of the books never fill, each with its warning.
    pub coverage_gaps: Vec<CoverageGap>,
    /// The query that was searched for instead of the one given: typos corrected, abbreviations spelt out; null where
    /// nothing was corrected.
    pub corrected_query: Option<String>,
    /// What the words of the search were understood to say about the fields of what is looked for; results that fit are
    /// raised, none is hidden. Empty without a search, for a query that is a name, and with `understand: false`.
    pub understood: Vec<Understood>,
    /// The same as a text for the argument `where`, which leaves out what does not fit; null where nothing was
    /// understood.
    pub understood_where: Option<String>,
    /// The family of the results; all families where `None`.
    #[graphql(skip)]
    pub family: Option<Family>,
    /// The states of fetching, read once for all fields.
    #[graphql(skip)]
    pub states: Arc<OnceCell<Vec<EndpointState>>>,
}

/// What a search says about a field.
#[derive(Clone, Debug, PartialEq, Eq, SimpleObject)]
pub struct Understood {
    /// The field, as the family's filter names it (`challengeRating`), or `family`.
    pub field: String,
    /// The value in words: `fire`, `5 or more`, `not true`; `any` where a value of any kind is meant.
    pub value: String,
}

impl From<&constraints::Understood> for Understood {
    fn from(understood: &constraints::Understood) -> Self {
        let constraints::Understood { field, value } = understood.clone();
        Self { field, value }
    }
}

impl Meta {
    /// Sets what the words of a search were understood to say.
    pub fn understand(&mut self, ranking: &Ranking) {
        self.understood = ranking.understood.iter().map(Into::into).collect();
        let text = &ranking.understood_where;
        self.understood_where = (!text.is_empty()).then(|| text.clone());
    }

    /// Sets the message that explains an empty result, unless there is a message already.
    pub async fn explain(&mut self, search: &Search, question: &Question<'_>) -> Result<()> {
        if self.message.is_none() {
            self.message = Some(no_results::explain(search, question).await?);
        }
        Ok(())
    }

    /// The states of fetching the listings that the results come from.
    async fn states(&self, ctx: &Context<'_>) -> Result<&[EndpointState]> {
        let read = async || {
            let backend = backend(ctx)?;
            let states = backend.search.store.endpoint_states.get(&backend.search.connection()).await?;
            // Imports, and listings that are no longer fetched, may be of any family.
            let feeds = |state: &&EndpointState| {
                let listing = backend.ingest.listing(&state.source, &state.endpoint);
                listing.is_none_or(|listing| listing.feeds(self.family))
            };
            Ok(states.iter().filter(feeds).cloned().collect())
        };
        self.states.get_or_try_init(read).await.map(Vec::as_slice)
    }
}

#[ComplexObject]
impl Meta {
    /// Time of the last fetch from a source; null where there was none.
    async fn fetched_at(&self, ctx: &Context<'_>) -> Result<Option<DateTime<Utc>>> {
        let states = self.states(ctx).await?;
        Ok(states.iter().filter_map(|s| s.last_success).max())
    }

    /// Freshness of the content.
    async fn cache_status(&self, ctx: &Context<'_>) -> Result<CacheStatus> {
        let states = self.states(ctx).await?;
        Ok(cache_status(&backend(ctx)?.ingest, states, self.family))
    }

    /// Names of the fetched sources.
    async fn sources(&self, ctx: &Context<'_>) -> Result<Vec<String>> {
        let states = self.states(ctx).await?;
        let mut names: Vec<String> =
            states.iter().filter(|s| s.last_success.is_some()).map(|s| s.source.clone()).collect();
        names.dedup();
        Ok(names)
    }
}

/// A connection of one page.
pub fn connection<T, Node, Extra, EdgeFields, Name, EdgeName>(
    page: Page<T>,
    fingerprint: Fingerprint,
    extra: Extra,
    node: impl Fn(T) -> (Node, EdgeFields),
) -> Relay<Cursor, Node, Extra, Counted<EdgeFields, true>, Name, EdgeName>
where
    Node: OutputType,
    Extra: ObjectType,
    EdgeFields: ObjectType,
    Name: ConnectionNameType,
    EdgeName: EdgeNameType,
{
    let fingerprint = Arc::new(fingerprint);
    let mut connection = Relay::with_additional_fields(page.has_previous, page.has_next, extra);
    connection.edges.extend(page.items.into_iter().map(|(mark, item)| {
        let (node, fields) = node(item);
        let fingerprint = Arc::clone(&fingerprint);
        let cursor = Cursor { mark, fingerprint };
        Edge::with_additional_fields(cursor, node, Counted(fields))
    }));
    connection
}
