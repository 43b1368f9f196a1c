//! Relay connections, and what ours say beyond the specification.

use super::facets::Faceted;
use super::ranking::Shown;
use super::{app, texts};
use crate::app::App;
use crate::error::Error;
use crate::family::Family;
use crate::query::page::{Fingerprint, Page};
use crate::query::search::{Hit, LegScore};
use crate::query::status;
use crate::query::status::EndpointState;
use crate::source::Listing;
use async_graphql::connection::{Connection as Relay, Edge};
use async_graphql::{ComplexObject, Context, Enum, ObjectType, OutputType, SimpleObject};
use chrono::{DateTime, Utc};
use std::sync::Arc;
use tokio::sync::OnceCell;

/// A page of results; of content, unless something else is to be said of the whole.
pub type Connection<Node, Whole = Faceted> = Relay<String, Node, Whole, EdgeExtras>;

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
    /// What did not go as asked: a query that was cut, a ranking that could not use meaning, a filter on what some
    /// of the books never say, with how many results it is known for.
    pub warnings: Vec<String>,
    /// What was searched for instead of what was typed: typos corrected, abbreviations spelt out; null when there
    /// were none.
    pub searched_for: Option<String>,
    /// The family that the results are of; all families when there is none.
    #[graphql(skip)]
    pub family: Option<Family>,
    /// How fetching went, read once however many of the fields are asked for.
    #[graphql(skip)]
    pub states: Arc<OnceCell<Vec<EndpointState>>>,
}

impl Meta {
    /// How fetching what the results are made of went.
    async fn states(&self, ctx: &Context<'_>) -> async_graphql::Result<&[EndpointState]> {
        let read = async || {
            let app = app(ctx)?;
            let mut states = status::freshness(&app.db.reading()).await?;
            states.retain(|state| match app.listing(&state.source, &state.endpoint) {
                // What is not fetched any more, or was imported, may be of any family.
                None => true,
                Some(listing) => listing.feeds(self.family),
            });
            Ok(states)
        };
        let states: async_graphql::Result<&Vec<EndpointState>> =
            self.states.get_or_try_init(read).await;
        Ok(states?)
    }
}

/// How current the stored content is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Enum)]
pub enum CacheStatus {
    /// All of it was fetched within the time that counts as fresh.
    Fresh,
    /// Some of it is older than that, or its last fetch failed.
    Stale,
    /// Some of it is being fetched now; what was stored before is shown meanwhile.
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
        let app = app(ctx)?;
        Ok(cache_status(app, self.states(ctx).await?, self.family))
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
    app.syncing.is_taken()
}

/// How current what is stored of a family is (of all families when there is none).
pub fn cache_status(app: &App, states: &[EndpointState], family: Option<Family>) -> CacheStatus {
    if app.config.offline {
        return CacheStatus::Offline;
    }
    let mut listings = app.listings.iter().filter(|l| l.feeds(family)).peekable();
    let state = |listing: &Listing| {
        states
            .iter()
            .find(|s| s.source == listing.source && s.endpoint == listing.endpoint.name)
    };
    if listings
        .clone()
        .any(|l| app.demand.is_under_way(l.source, &l.endpoint.name))
    {
        CacheStatus::Refreshing
    } else if listings.peek().is_some()
        && listings.all(|l| state(l).is_some_and(|s| s.is_fresh(app.config.cache_ttl)))
    {
        CacheStatus::Fresh
    } else {
        CacheStatus::Stale
    }
}

/// Longest mark around what matched, in characters.
const LONGEST_MARK: usize = 64;

/// What an edge says of its node in a search.
#[derive(Clone, Debug, Default, SimpleObject)]
#[graphql(complex)]
pub struct EdgeExtras {
    /// Relevance, 0 to 1, by which search results are ordered; null without a search.
    pub score: Option<f64>,
    /// The same figure, present exactly when meaning took part in the ranking.
    pub similarity_score: Option<f64>,
    /// What found it; empty without a search.
    pub matched_by: Vec<MatchedBy>,
    /// Itself, and what it is shown with.
    #[graphql(skip)]
    pub among: Option<(Hit, Arc<Shown>)>,
}

#[ComplexObject]
impl EdgeExtras {
    /// Why it is where it is; null without a search.
    async fn explain(&self) -> Option<Explanation> {
        let (hit, shown) = self.among.as_ref()?;
        Some(Explanation::of(hit, &shown.hits))
    }

    /// A piece of the text that matched best, in plain words, with what was looked for between `before` and
    /// `after` (at most 64 characters each); null without a search. The text is not escaped for HTML.
    async fn snippet(
        &self,
        ctx: &Context<'_>,
        #[graphql(desc = "What to put before a match.", default = "**")] before: String,
        #[graphql(desc = "What to put after a match.", default = "**")] after: String,
    ) -> async_graphql::Result<Option<String>> {
        let Some((hit, shown)) = &self.among else {
            return Ok(None);
        };
        for (name, mark) in [("before", &before), ("after", &after)] {
            texts::check_characters(name, Some(mark))?;
            if mark.chars().count() > LONGEST_MARK {
                return Err(Error::input(format!(
                    "{name} is longer than {LONGEST_MARK} characters."
                ))
                .into());
            }
        }
        let snippet = shown.snippet(&app(ctx)?.db.reading(), hit).await?;
        Ok(snippet.map(|snippet| snippet.marked(&before, &after)))
    }
}

/// Why a search result is where it is.
#[derive(Clone, Debug, Default, PartialEq, SimpleObject)]
pub struct Explanation {
    /// Whether its name is the very text that was searched for; such a result comes before all others.
    pub exact_name: bool,
    /// What each way of searching made of it; those that did not find it are left out.
    pub legs: Vec<Leg>,
}

/// What one way of searching made of a result.
#[derive(Clone, Debug, PartialEq, SimpleObject)]
pub struct Leg {
    /// The way of searching.
    pub by: MatchedBy,
    /// The score it gave, 0 to 1.
    pub score: f64,
    /// The place it gave, from 1; results with the same score share a place.
    pub rank: i32,
    /// How much the way weighs beside the others, 0 to 1.
    pub weight: f64,
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
    /// What a hit says of itself.
    pub fn of(hit: Hit, semantic: bool, shown: &Arc<Shown>) -> Self {
        let mut matched_by = Vec::new();
        matched_by.extend(hit.name.map(|_| MatchedBy::Name));
        matched_by.extend(hit.lexical.map(|_| MatchedBy::FullText));
        matched_by.extend(hit.semantic.map(|_| MatchedBy::Semantic));
        Self {
            score: Some(hit.score),
            similarity_score: semantic.then_some(hit.score),
            matched_by,
            among: Some((hit, Arc::clone(shown))),
        }
    }
}

impl Explanation {
    /// Why a hit is where it is among all `hits`.
    pub fn of(hit: &Hit, hits: &[Hit]) -> Self {
        let ways = [MatchedBy::FullText, MatchedBy::Name, MatchedBy::Semantic];
        let legs = ways.into_iter().zip(hit.legs(hits));
        Self {
            exact_name: hit.exact,
            legs: legs
                .filter_map(|(by, made)| {
                    let LegScore {
                        score,
                        rank,
                        weight,
                    } = made?;
                    Some(Leg {
                        by,
                        score,
                        rank: i32::try_from(rank).unwrap_or(i32::MAX),
                        weight,
                    })
                })
                .collect(),
        }
    }
}

/// A connection of one page.
pub fn connection<T, Node: OutputType, Whole: ObjectType>(
    page: Page<T>,
    fingerprint: &Fingerprint,
    whole: Whole,
    node: impl Fn(T) -> (Node, EdgeExtras),
) -> Connection<Node, Whole> {
    let mut connection =
        Connection::with_additional_fields(page.has_previous, page.has_next, whole);
    connection
        .edges
        .extend(page.items.into_iter().map(|(mark, item)| {
            let (node, extras) = node(item);
            Edge::with_additional_fields(fingerprint.cursor(mark), node, extras)
        }));
    connection
}
