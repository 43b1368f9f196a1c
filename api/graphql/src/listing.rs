//! Family listing: checks the arguments of a plural field, lists or searches, and pages.

use super::connection::{Connection, EdgeExtras, Extras, Meta, connection};
use super::entity::Served;
use super::facets::FacetedExtras;
use super::filters::OrderBy;
use super::rendered::Rendered;
use super::{backend, mark_no_store, projection, text_limits};
use crate::error::{Error, Result};
use async_graphql::{Context, InputType};
use lorekeeper_content::filter::{Filter, MAX_RELATIONS, OrderField};
use lorekeeper_ingest::on_demand;
use lorekeeper_search::candidates::Candidates;
use lorekeeper_search::collapse::{self, Collapse};
use lorekeeper_search::family_query::FamilyQuery;
use lorekeeper_search::hybrid::Hit;
use lorekeeper_search::no_results::{Question, nouns};
use lorekeeper_search::page::{Fingerprint, Page, Paging, Window};
use lorekeeper_search::ranking::{SearchRequest, rank, search_text};
use lorekeeper_search::scope::Scope;
use lorekeeper_search::{columns, coverage_warnings, list, load, name, other_books, unknown_words};
use std::collections::HashMap;
use std::fmt::Debug;
use std::sync::Arc;

/// A page of rows with the fields of their edges, and what there is to say about the whole result.
pub struct Listed<R> {
    /// The rows, each with the fields of its edge.
    pub page: Page<(Arc<R>, EdgeExtras)>,
    /// What the cursors are bound to.
    pub fingerprint: Fingerprint,
    /// The fields about the whole result.
    pub extras: FacetedExtras,
}

/// Lists or searches the entities of a family: the body of a plural field.
pub async fn list_family<R, F, O>(
    ctx: &Context<'_>,
    query: FamilyQuery<F>,
    order_by: Option<Vec<OrderBy<O>>>,
    search: SearchRequest,
    paging: Paging,
) -> Result<Connection<Rendered<R::Object>>>
where
    R: Served,
    F: Filter + InputType + Debug + 'static,
    O: InputType + OrderField + Debug + 'static,
{
    // The filter is large.
    let listed = Box::pin(list_rows::<R, F, O>(ctx, query, order_by, search, paging, &[]));
    let Listed { page, fingerprint, extras } = listed.await?;
    Ok(connection(page, fingerprint, extras, |(row, edge)| (Rendered(row.into()), edge)))
}

/// Lists or searches the rows of a family. `needed` are columns that are read whatever the selection has.
pub async fn list_rows<R, F, O>(
    ctx: &Context<'_>,
    query: FamilyQuery<F>,
    order_by: Option<Vec<OrderBy<O>>>,
    search: SearchRequest,
    paging: Paging,
    needed: &[&str],
) -> Result<Listed<R>>
where
    R: Served,
    F: Filter + InputType + Debug + 'static,
    O: InputType + OrderField + Debug + 'static,
{
    let backend = backend(ctx)?;
    let reader = &backend.search.rows();
    let db = &reader.connection;
    check(&query, &search)?;
    on_demand::ensure_fetched(&backend.ingest, &[R::FAMILY]).await;
    let (query, search, paging) = (Arc::new(query), &search, &paging);
    let decided = format!("{}|{query:?}|{order_by:?}|{search:?}", R::FAMILY.name());

    let (documents, system) = (&query.documents, &query.game_system);
    let scope = Scope::resolve(db, documents.as_deref(), system.as_deref()).await?;
    let condition = query.condition::<R>(&scope);
    let name = query.name();
    let mut meta = Meta {
        message: scope.message.clone(),
        unknown_scope: scope.message.is_some(),
        family: Some(R::FAMILY),
        ..Meta::default()
    };
    let words = || unknown_words::words(query.filter.as_ref());
    let mut question = Question {
        table: R::FAMILY.name(),
        nouns: nouns(R::FAMILY),
        scope: &scope,
        filtered: query.filtered(&scope, None),
        named: name.map(|name| (name, condition.clone())),
        searched: None,
        words: &words,
        given: query.given(),
        advice: query.grouped.as_ref().and_then(|g| g.advice.as_deref()),
    };
    let is_wanted = |field| ctx.look_ahead().field("meta").field(field).exists();
    if is_wanted("warnings") || is_wanted("coverageGaps") {
        let kinds = query.grouped.as_ref().map(|g| &g.condition);
        let (search, filter) = (&backend.search, query.filter.as_ref());
        let gaps = coverage_warnings::gaps::<R, F>(search, filter, kinds, &scope).await?;
        let messages = gaps.iter().map(|gap| gap.message.clone());
        meta.warnings.extend(messages);
        meta.coverage_gaps = gaps.into_iter().map(Into::into).collect();
    }
    let misspelt = if is_wanted("warnings") {
        unknown_words::explain(&backend.search, R::FAMILY.name(), unknown_words::words_of_lists(query.filter.as_ref()))
            .await?
    } else {
        None
    };
    let facets = |found| query.facets::<R>(scope.clone(), search.collapse, found);
    let columns = projection::node_columns::<R>(ctx, needed);
    let mut order: Vec<_> = order_by.iter().flatten().map(OrderBy::key).collect();

    let Some(text) = search_text(search, &mut meta.warnings)? else {
        if let (Some(name), true) = (name, order.is_empty()) {
            order.extend(name::closest_first(name));
        }
        let fingerprint = Fingerprint::new(decided, None);
        let window = Window::new(paging, &fingerprint)?;
        let shown = match search.collapse {
            Collapse::Variants => collapse::collapsed::<R>(condition.clone()),
            Collapse::None => condition.clone(),
        };
        let total =
            if ctx.look_ahead().field("totalCount").exists() { list::count::<R>(db, shown.clone()).await? } else { 0 };
        if ctx.look_ahead().field("meta").field("completeUntil").exists() {
            meta.complete_until = lorekeeper_store::rows_complete_until(db).await?;
        }
        let page = list::list::<R>(reader, &columns, shown, &order, &window).await?;
        if !page.items.is_empty() {
            meta.warnings.extend(misspelt);
        }
        // A page beyond the end is empty too, and so is one of no items.
        let is_whole = paging.after.is_none() && paging.before.is_none() && !page.has_next;
        if page.items.is_empty() && is_whole {
            meta.explain(&backend.search, &question).await?;
            if let Some(name) = name {
                let offer = other_books::offer(&backend.search, &scope, &[R::FAMILY], name).await?;
                meta.warnings.extend(offer);
            }
        }
        let edges = ctx.look_ahead().field("edges");
        let shows_variants = edges.field("variantCount").exists() || edges.field("variants").exists();
        let mut variants = match search.collapse {
            Collapse::Variants if shows_variants => {
                let ids = page.items.iter().map(|(_, row)| row.id()).collect();
                collapse::variants::<R>(db, condition, ids).await?
            }
            Collapse::Variants | Collapse::None => HashMap::new(),
        };
        let extras = FacetedExtras { extras: Extras::new(total, meta), facets: facets(None) };
        return Ok(Listed {
            page: page.filled(|row| {
                let variants = variants.remove(&row.id()).unwrap_or_default();
                Some((row, EdgeExtras::listed(variants)))
            }),
            fingerprint,
            extras,
        });
    };

    let candidates = Candidates::of(R::FAMILY.name(), condition);
    let ranking = rank(&backend.search, &candidates, &text, search).await?;
    let fingerprint = Fingerprint::new(decided, Some(ranking.revision.clone()));
    let window = Window::new(paging, &fingerprint)?;
    meta.warnings.extend(ranking.warnings.iter().cloned());
    let offer = other_books::offer(&backend.search, &scope, &[R::FAMILY], &text).await?;
    meta.warnings.extend(offer);
    mark_no_store(ctx, &ranking);
    meta.corrected_query.clone_from(&ranking.query.analysis.corrected);
    meta.understand(&ranking);
    if ranking.hits.is_empty() {
        question.searched = Some((search, ranking.semantic));
        meta.explain(&backend.search, &question).await?;
    } else {
        meta.warnings.extend(misspelt);
    }
    let extras =
        FacetedExtras { extras: Extras::of_ranking(&ranking, meta), facets: facets(Some(ranking.search_hits(search))) };
    if order.is_empty() {
        let page = Page::of(&ranking.hits, &window);
        let ids: Vec<i64> = page.items.iter().map(|(_, hit)| hit.id).collect();
        let mut rows: HashMap<i64, Arc<R>> =
            load::by_ids::<R>(reader, &columns, &ids).await?.into_iter().map(|r| (r.id(), r)).collect();
        let result_page = ranking.result_page(ids);
        let edge = |hit| EdgeExtras::of(hit, ranking.semantic, &result_page);
        return Ok(Listed { page: page.filled(|hit| Some((rows.remove(&hit.id)?, edge(hit)))), fingerprint, extras });
    }
    let found: HashMap<i64, &Hit> = ranking.hits.iter().map(|h| (h.id, h)).collect();
    let among = columns::with_ids(found.keys().copied().collect());
    let page = list::list::<R>(reader, &columns, among, &order, &window).await?;
    let result_page = ranking.result_page(page.items.iter().map(|(_, row)| row.id()).collect());
    let edge = |row: &R| {
        let hit = found.get(&row.id()).map(|hit| (*hit).clone());
        hit.map(|hit| EdgeExtras::of(hit, ranking.semantic, &result_page))
    };
    Ok(Listed {
        page: page.filled(|row: Arc<R>| {
            let edge = edge(&row).unwrap_or_default();
            Some((row, edge))
        }),
        fingerprint,
        extras,
    })
}

/// Refuses texts beyond their limits, and filters through too many relations.
fn check<F: InputType + Filter>(query: &FamilyQuery<F>, search: &SearchRequest) -> Result<()> {
    text_limits::check_filter("filter", &query.filter)?;
    text_limits::check_names("gameSystem", &query.game_system)?;
    text_limits::check_names("documents", &query.documents)?;
    text_limits::check_names("name", &query.name)?;
    text_limits::check_characters("search", &search.search)?;
    let relations = query.filter.as_ref().map_or(0, Filter::relation_count);
    if relations > MAX_RELATIONS {
        return Err(Error::too_complex(format!(
            "`filter` looks through {relations} relations (`some` and `none`), but at most {MAX_RELATIONS} are \
             followed at once. Ask in several queries."
        )));
    }
    Ok(())
}
