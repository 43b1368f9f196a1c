//! Relay connections, with totals, freshness and search scores beside the specification's fields.

mod freshness;

pub use freshness::{CacheStatus, cache_status};

use super::counted::Counted;
use super::cursor::Cursor;
use super::facets::FacetedExtras;
use super::{backend, text_limits};
use crate::error::{Error, Result};
use async_graphql::connection::{Connection as Relay, ConnectionNameType, Edge, EdgeNameType};
use async_graphql::{ComplexObject, Context, Enum, ObjectType, OutputType, SimpleObject};
use chrono::{DateTime, Utc};
use lorekeeper_content::Family;
use lorekeeper_search::Search;
use lorekeeper_search::constraints;
use lorekeeper_search::coverage_warnings;
use lorekeeper_search::hybrid::Hit;
use lorekeeper_search::no_results::{self, Question};
use lorekeeper_search::page::{Fingerprint, Page};
use lorekeeper_search::ranking::{Ranking, ResultPage};
use lorekeeper_search::status;
use lorekeeper_store::EndpointState;
use std::sync::Arc;
use tokio::sync::OnceCell;

/// A page of results; `Extra` are the fields about the whole result.
pub type Connection<Node, Extra = FacetedExtras> =
    Relay<Cursor, Node, Extra, Counted<EdgeExtras, true>>;

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
        Self {
            total_count: i64::try_from(total).unwrap_or(i64::MAX),
            match_count: None,
            meta,
        }
    }

    /// The fields for the results of a search.
    pub fn of_ranking(ranking: &Ranking, meta: Meta) -> Self {
        Self {
            match_count: i64::try_from(ranking.match_count()).ok(),
            ..Self::new(ranking.hits.len(), meta)
        }
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
        Self {
            field: gap.field,
            documents: gap.documents,
            message: gap.message,
        }
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
            let mut states = status::freshness(&backend.store.reading).await?;
            // Imports, and listings that are no longer fetched, may be of any family.
            states.retain(|state| {
                let listing = backend.ingest.listing(&state.source, &state.endpoint);
                listing.is_none_or(|listing| listing.feeds(self.family))
            });
            Ok(states)
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
        let mut names: Vec<String> = states
            .iter()
            .filter(|s| s.last_success.is_some())
            .map(|s| s.source.clone())
            .collect();
        names.dedup();
        Ok(names)
    }
}

/// Most characters of the marks around a match.
const MAX_MARK_CHARS: usize = 64;

/// The fields of an edge about the search that found its node.
#[derive(Clone, Debug, Default, SimpleObject)]
#[graphql(complex)]
pub struct EdgeExtras {
    /// Relevance, 0 to 1, by which search results are ordered; null without a search.
    pub score: Option<f64>,
    /// The same value as `score`, present exactly where meaning took part in the ranking.
    pub similarity_score: Option<f64>,
    /// The signals that found the result; empty without a search.
    pub matched_by: Vec<MatchedBy>,
    /// Whether the result is one of those that `matchCount` counts; null without a search.
    pub is_match: Option<bool>,
    /// The hit, and the page that it is on.
    #[graphql(skip)]
    pub hit: Option<(Hit, Arc<ResultPage>)>,
}

#[ComplexObject]
impl EdgeExtras {
    /// Explanation of the score; null without a search.
    async fn explain(&self) -> Option<Explanation> {
        let (hit, result_page) = self.hit.as_ref()?;
        let signals = [
            MatchedBy::FullText,
            MatchedBy::Name,
            MatchedBy::Semantic,
            MatchedBy::Constraints,
        ];
        let components = signals
            .into_iter()
            .zip(hit.score_components(&result_page.hits));
        let components = components.filter_map(|(by, component)| {
            component.map(|component| ScoreComponent {
                by,
                score: component.score,
                rank: i32::try_from(component.rank).unwrap_or(i32::MAX),
                weight: component.weight,
            })
        });
        Some(Explanation {
            exact_name: hit.exact,
            score_components: components.collect(),
        })
    }

    /// The passage that matched best, as plain text, with each match between `before` and `after` (at most 64
    /// characters each); null without a search. The text is not escaped for HTML.
    async fn snippet(
        &self,
        ctx: &Context<'_>,
        #[graphql(desc = "Text before a match.", default = "**")] before: String,
        #[graphql(desc = "Text after a match.", default = "**")] after: String,
    ) -> Result<Option<String>> {
        let Some((hit, result_page)) = &self.hit else {
            return Ok(None);
        };
        for (name, mark) in [("before", &before), ("after", &after)] {
            text_limits::check_characters(name, mark)?;
            if mark.chars().count() > MAX_MARK_CHARS {
                return Err(Error::input(format!(
                    "{name} is longer than {MAX_MARK_CHARS} characters."
                )));
            }
        }
        let passage = result_page.passage(&backend(ctx)?.search, hit).await?;
        Ok(passage.map(|passage| passage.snippet.marked(&before, &after)))
    }

    /// The passage that matched best, whole: of a rule the paragraph that decides, with the heading of its section. Null
    /// without a search.
    async fn passage(&self, ctx: &Context<'_>) -> Result<Option<MatchedPassage>> {
        let Some((hit, result_page)) = &self.hit else {
            return Ok(None);
        };
        let passage = result_page.passage(&backend(ctx)?.search, hit).await?;
        Ok(passage.map(|passage| MatchedPassage {
            label: passage.label.clone(),
            text: passage.text.clone(),
        }))
    }
}

/// A passage of a search result: a piece of its text that is searched on its own.
#[derive(Clone, Debug, SimpleObject)]
pub struct MatchedPassage {
    /// The heading that it stands under, in a rule with headings; else what it is: `text`, `description`, `trait`,
    /// `action`, ..., or `whole`: the facts and the beginning of the text.
    pub label: String,
    /// The passage, as Markdown.
    pub text: String,
}

/// The explanation of a search result's score.
#[derive(Clone, Debug, Default, PartialEq, SimpleObject)]
pub struct Explanation {
    /// Whether the name equals the query; such a result scores 1 and comes first.
    pub exact_name: bool,
    /// The scores by ranking signal; signals that did not find the result are omitted.
    pub score_components: Vec<ScoreComponent>,
}

/// One ranking signal's part in a result's score.
#[derive(Clone, Debug, PartialEq, SimpleObject)]
pub struct ScoreComponent {
    /// The ranking signal.
    pub by: MatchedBy,
    /// The signal's score, 0 to 1.
    pub score: f64,
    /// The result's rank by this signal, from 1; equal scores share a rank.
    pub rank: i32,
    /// The signal's weight in the result's score, 0 to 1.
    pub weight: f64,
}

/// The ranking signals of a search.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Enum)]
pub enum MatchedBy {
    /// The name resembles the query.
    Name,
    /// Name, facts or text have words of the query.
    FullText,
    /// The meaning is close to the query's.
    Semantic,
    /// Fields have values that the query names (`meta { understood }`).
    Constraints,
}

impl EdgeExtras {
    /// The fields for a hit.
    pub fn of(hit: Hit, semantic: bool, result_page: &Arc<ResultPage>) -> Self {
        let mut matched_by = Vec::new();
        matched_by.extend(hit.name.map(|_| MatchedBy::Name));
        matched_by.extend(hit.lexical.map(|_| MatchedBy::FullText));
        matched_by.extend(hit.semantic.map(|_| MatchedBy::Semantic));
        let fits = hit.fit.filter(|fit| fit.share > 0.0);
        matched_by.extend(fits.map(|_| MatchedBy::Constraints));
        Self {
            score: Some(hit.score),
            similarity_score: semantic.then_some(hit.score),
            matched_by,
            is_match: Some(hit.is_match()),
            hit: Some((hit, Arc::clone(result_page))),
        }
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
    connection
        .edges
        .extend(page.items.into_iter().map(|(mark, item)| {
            let (node, fields) = node(item);
            let fingerprint = Arc::clone(&fingerprint);
            let cursor = Cursor { mark, fingerprint };
            Edge::with_additional_fields(cursor, node, Counted(fields))
        }));
    connection
}
