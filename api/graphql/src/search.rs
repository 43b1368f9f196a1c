//! The field `search`: search over all families.

use super::connection::{Connection, EdgeExtras, Extras, Meta, connection};
use super::entity::Entity;
use super::facets::FacetedExtras;
use super::filters::{Collapse, SearchMode, paging, search_request, understanding};
use super::rendered::Rendered;
use super::where_argument::{given, joined};
use super::{backend, mark_no_store, text_limits};
use crate::error::{Error, Result};
use async_graphql::{Context, Object};
use lorekeeper_content::{ContentType, Family};
use lorekeeper_ingest::on_demand;
use lorekeeper_search::candidates::Candidates;
use lorekeeper_search::everything::{Conditions, EverythingQuery, TABLE};
use lorekeeper_search::facet_scope::Narrowing;
use lorekeeper_search::no_results::Question;
use lorekeeper_search::page::{Fingerprint, Page, Window};
use lorekeeper_search::ranking::{SearchRequest, rank, search_text, unranked};
use lorekeeper_search::scope::Scope;
use lorekeeper_search::spelling::Spelling;
use lorekeeper_search::{load, other_books};

#[derive(Default)]
pub struct SearchQuery;

#[Object(cache_control(max_age = 60))]
impl SearchQuery {
    /// Searches all families at once.
    #[expect(clippy::too_many_arguments, reason = "the arguments are those of the GraphQL field")]
    async fn search(
        &self,
        ctx: &Context<'_>,
        #[graphql(desc = "What to search for, in natural language. Up to 512 characters.")] query: Option<String>,
        #[graphql(
            name = "where",
            desc = "Conditions as text: `level:3 class:wizard`, `cr>=10 type:dragon`, `family:spell \"exact words\"`. Keys are the fields of the families' filters; a family that lacks one is left out. Words without a key are searched for, so that `query` may be left out. Up to 1,000 characters."
        )]
        where_text: Option<String>,
        #[graphql(desc = "Only entities of these types. Left out: all; an empty list: none.")] types: Option<
            Vec<ContentType>,
        >,
        #[graphql(desc = "Only these families. Left out: all; an empty list: none.")] families: Option<Vec<Family>>,
        #[graphql(desc = "One edition: `5e-2014`, `5e-2024`, `a5e`, ...")] game_system: Option<String>,
        #[graphql(desc = "Documents by key, name or alias. Left out: all; an empty list: none.")] documents: Option<
            Vec<String>,
        >,
        #[graphql(desc = "How the search ranks; HYBRID when left out.")] mode: Option<SearchMode>,
        #[graphql(
            desc = "Raise what fits the values that the search names (`rare rings`, `level 3 spells`); true when left out."
        )]
        understand: Option<bool>,
        #[graphql(desc = "Forgive typos; true when left out.")] fuzzy: Option<bool>,
        #[graphql(desc = "Leave out what ranks below this relevance, 0 to 1.")] min_similarity: Option<f64>,
        #[graphql(
            desc = "Which results stand for others. Left out: one for all variants of an item (`+1`, `+2`, `+3`; by weapon, by metal)."
        )]
        collapse: Option<Collapse>,
        #[graphql(
            desc = "How many from the front, 0 (none, to count only) to 100; 20 when neither first nor last is given."
        )]
        first: Option<i32>,
        #[graphql(desc = "Only what comes after this cursor.")] after: Option<String>,
        #[graphql(desc = "How many from the back, 1 to 100.")] last: Option<i32>,
        #[graphql(desc = "Only what comes before this cursor.")] before: Option<String>,
    ) -> Result<Connection<Rendered<Entity>>> {
        let all = families.clone().unwrap_or(Family::ALL.to_vec());
        let (conditions, words) = match given(where_text.as_deref())? {
            Some(text) => Conditions::of(&all, text).map(|(conditions, words)| (Some(conditions), words))?,
            None => (None, None),
        };
        let search = joined(query, words);
        let narrowing = EverythingQuery { conditions, types, families, game_system, documents };
        let request = &SearchRequest {
            spelling: if fuzzy == Some(false) { Spelling::Exact } else { Spelling::Forgiven },
            understanding: understanding(understand),
            collapse: collapse.unwrap_or_default().into(),
            ..search_request(search, mode, min_similarity)
        };
        let backend = backend(ctx)?;
        let db = &backend.search.connection();
        text_limits::check_characters("query", &request.search)?;
        text_limits::check_names("documents", &narrowing.documents)?;
        text_limits::check_names("gameSystem", &narrowing.game_system)?;
        let mut warnings = Vec::new();
        let text = search_text(request, &mut warnings)?;
        if text.is_none() && narrowing.conditions.is_none() {
            return Err(Error::input("query is empty, but must say what to search for."));
        }
        let families = narrowing.families.as_deref().unwrap_or(&Family::ALL);
        on_demand::ensure_fetched(&backend.ingest, families).await;
        let (documents, system) = (&narrowing.documents, &narrowing.game_system);
        let scope = Scope::resolve(db, documents.as_deref(), system.as_deref()).await?;
        let condition = narrowing.condition(&scope, None);
        let candidates = Candidates::of(TABLE, condition.clone());
        let ranking = match &text {
            Some(text) => rank(&backend.search, &candidates, text, request).await?,
            None => unranked(&backend.search, &candidates, request).await?,
        };
        let decided = format!("search|{narrowing:?}|{request:?}");
        let fingerprint = Fingerprint::new(decided, Some(ranking.revision.clone()));
        let window = Window::new(&paging(first, after, last, before), &fingerprint)?;
        warnings.extend(ranking.warnings.iter().cloned());
        if let Some(text) = &text {
            warnings.extend(other_books::offer(&backend.search, &scope, families, text).await?);
        }
        mark_no_store(ctx, &ranking);
        let mut meta = Meta {
            message: scope.message.clone(),
            unknown_scope: scope.message.is_some(),
            warnings,
            corrected_query: ranking.query.analysis.corrected.clone(),
            ..Meta::default()
        };
        meta.understand(&ranking);
        if ranking.hits.is_empty() {
            let question = Question {
                table: TABLE,
                nouns: ("entry", "entries"),
                scope: &scope,
                filtered: condition,
                named: None,
                searched: text.as_ref().map(|_| (request, ranking.semantic)),
                words: &Vec::new,
                given: narrowing.given(),
                advice: None,
            };
            meta.explain(&backend.search, &question).await?;
        }
        let extras = FacetedExtras {
            extras: match text {
                Some(_) => Extras::of_ranking(&ranking, meta),
                None => Extras::new(ranking.hits.len(), meta),
            },
            facets: narrowing.facets(scope, text.as_ref().map(|_| ranking.search_hits(request))),
        };
        let page = Page::of(&ranking.hits, &window);
        let ids: Vec<i64> = page.items.iter().map(|(_, hit)| hit.id).collect();
        let mut rows = load::any_by_ids(&backend.search.rows(), &ids).await?;
        let result_page = ranking.result_page(ids);
        let page = page.filled(|hit| Some((rows.remove(&hit.id)?, hit)));
        Ok(connection(page, fingerprint, extras, |(row, hit)| {
            let extras = match text {
                Some(_) => EdgeExtras::of(hit, ranking.semantic, &result_page),
                None => EdgeExtras::listed(hit.variants),
            };
            (Rendered(Entity::from(row)), extras)
        }))
    }
}
