//! What a plural field does: check its arguments, list or search, page.

use super::app;
use super::connection::{Connection, EdgeExtras, Extras, Meta, connection};
use super::filters::{OrderBy, SearchMode};
use crate::app::App;
use crate::error::{Error, Result};
use crate::family::Row;
use crate::family::filter::{Filter, OrderField};
use crate::query::load::{self, AnyRow};
use crate::query::page::{Fingerprint, Page, Paging, Window};
use crate::query::scope::Scope;
use crate::query::search::{self, Hit, Search};
use crate::query::{list, name, status};
use async_graphql::{Context, InputType, OutputType};
use sea_orm::sea_query::{Alias, Condition, Expr, ExprTrait, Query as Sql};
use std::collections::HashMap;
use std::fmt::Debug;
use std::sync::Arc;
use std::time::Duration;

/// Longest time that a query waits for its embedding.
const EMBEDDING_BUDGET: Duration = Duration::from_millis(500);

/// The arguments of a plural field.
#[derive(Debug)]
pub struct Arguments<F, O: InputType> {
    pub filter: Option<F>,
    pub game_system: Option<String>,
    pub documents: Option<Vec<String>>,
    pub name: Option<String>,
    pub order_by: Option<Vec<OrderBy<O>>>,
    pub search: Searching,
    pub paging: Paging,
}

/// The arguments of a search.
#[derive(Clone, Debug, Default)]
pub struct Searching {
    pub search: Option<String>,
    pub mode: Option<SearchMode>,
    pub min_similarity: Option<f64>,
}

/// A ranking, and what there is to say about it.
struct Ranking {
    hits: Vec<Hit>,
    semantic: bool,
    warnings: Vec<String>,
}

/// Finds the entities of a family.
pub async fn entities<R, F, O>(
    ctx: &Context<'_>,
    arguments: Arguments<F, O>,
) -> async_graphql::Result<Connection<R>>
where
    R: Row + OutputType,
    F: Filter + Debug,
    O: InputType + OrderField + Debug,
{
    Ok(find::<R, F, O>(ctx, arguments).await?)
}

async fn find<R, F, O>(ctx: &Context<'_>, arguments: Arguments<F, O>) -> Result<Connection<R>>
where
    R: Row + OutputType,
    F: Filter + Debug,
    O: InputType + OrderField + Debug,
{
    let app = app(ctx).map_err(|e| Error::internal("The server is not ready.", e.message))?;
    let db = &app.db.pool;
    let Arguments {
        filter,
        game_system,
        documents,
        name,
        order_by,
        search,
        paging,
    } = &arguments;
    let decided = format!(
        "{}|{filter:?}|{game_system:?}|{documents:?}|{name:?}|{order_by:?}|{search:?}",
        R::FAMILY.name()
    );

    let scope = Scope::resolve(db, documents.as_deref(), game_system.as_deref()).await?;
    let mut condition = scope.condition();
    if let Some(filter) = filter {
        condition = condition.add(filter.condition());
    }
    if let Some(name) = checked_name(name.as_deref())? {
        condition = name::narrow::<R>(condition, name);
    }
    let mut meta = Meta {
        message: scope.message,
        warnings: Vec::new(),
    };
    let order: Vec<_> = order_by.iter().flatten().map(OrderBy::key).collect();

    let Some(text) = search_text(search, &mut meta.warnings)? else {
        let fingerprint = Fingerprint::new(&decided, None);
        let window = Window::new(paging, &fingerprint)?;
        let total = if ctx.look_ahead().field("totalCount").exists() {
            list::count::<R>(db, condition.clone()).await?
        } else {
            0
        };
        let page = list::list::<R>(db, condition, &order, window).await?;
        let extras = Extras::new(total, meta);
        return Ok(connection(page, &fingerprint, extras, |row| {
            (row, EdgeExtras::default())
        }));
    };

    let fingerprint = Fingerprint::new(&decided, Some(status::revision(db).await?));
    let window = Window::new(paging, &fingerprint)?;
    let candidates = Sql::select()
        .expr_as(Expr::cust("id"), Alias::new("id"))
        .from(Alias::new(R::FAMILY.name()))
        .cond_where(condition)
        .to_owned();
    let ranking = rank(app, &candidates, &text, search).await?;
    meta.warnings.extend(ranking.warnings);
    let extras = Extras::new(ranking.hits.len(), meta);
    let semantic = ranking.semantic;
    if order.is_empty() {
        let page = slice(ranking.hits, window);
        let ids: Vec<i64> = page.items.iter().map(|h| h.id).collect();
        let mut rows: HashMap<i64, R> = load::by_ids::<R>(db, &ids)
            .await?
            .into_iter()
            .map(|r| (r.id(), r))
            .collect();
        let page = filled(page, |hit| Some((rows.remove(&hit.id)?, hit)));
        return Ok(connection(page, &fingerprint, extras, |(row, hit)| {
            (row, EdgeExtras::of(&hit, semantic))
        }));
    }
    let found: HashMap<i64, Hit> = ranking.hits.into_iter().map(|h| (h.id, h)).collect();
    let among = Condition::all().add(Expr::col(Alias::new("id")).is_in(found.keys().copied()));
    let page = list::list::<R>(db, among, &order, window).await?;
    Ok(connection(page, &fingerprint, extras, |row: R| {
        let extras = found
            .get(&row.id())
            .map(|hit| EdgeExtras::of(hit, semantic))
            .unwrap_or_default();
        (row, extras)
    }))
}

/// Searches all families.
#[expect(
    clippy::too_many_arguments,
    reason = "they are the arguments that clients see"
)]
pub async fn anything<Node: OutputType>(
    ctx: &Context<'_>,
    query: String,
    families: Option<Vec<crate::family::Family>>,
    documents: Option<Vec<String>>,
    game_system: Option<String>,
    searching: Searching,
    paging: Paging,
    node: impl Fn(AnyRow) -> Node,
) -> Result<Connection<Node>> {
    let app = app(ctx).map_err(|e| Error::internal("The server is not ready.", e.message))?;
    let db = &app.db.pool;
    let decided =
        format!("search|{query}|{families:?}|{documents:?}|{game_system:?}|{searching:?}");
    let mut warnings = Vec::new();
    let searching = Searching {
        search: Some(query),
        ..searching
    };
    let Some(text) = search_text(&searching, &mut warnings)? else {
        return Err(Error::input(
            "query is empty, but must say what to search for.",
        ));
    };
    let scope = Scope::resolve(db, documents.as_deref(), game_system.as_deref()).await?;
    let fingerprint = Fingerprint::new(&decided, Some(status::revision(db).await?));
    let window = Window::new(&paging, &fingerprint)?;
    let mut condition = scope.condition();
    if let Some(families) = &families {
        condition =
            condition.add(Expr::col(Alias::new("family")).is_in(families.iter().map(|f| f.name())));
    }
    let candidates = Sql::select()
        .expr_as(Expr::cust("id"), Alias::new("id"))
        .from(Alias::new("search_entry"))
        .cond_where(condition)
        .to_owned();
    let ranking = rank(app, &candidates, &text, &searching).await?;
    warnings.extend(ranking.warnings);
    let extras = Extras::new(
        ranking.hits.len(),
        Meta {
            message: scope.message,
            warnings,
        },
    );
    let page = slice(ranking.hits, window);
    let ids: Vec<i64> = page.items.iter().map(|h| h.id).collect();
    let mut rows = load::any_by_ids(db, &ids).await?;
    let page = filled(page, |hit| Some((rows.remove(&hit.id)?, hit)));
    let semantic = ranking.semantic;
    Ok(connection(page, &fingerprint, extras, |(row, hit)| {
        (node(row), EdgeExtras::of(&hit, semantic))
    }))
}

/// A name, checked; `None` when it is blank.
fn checked_name(name: Option<&str>) -> Result<Option<&str>> {
    let Some(name) = name.map(str::trim).filter(|n| !n.is_empty()) else {
        return Ok(None);
    };
    let length = name.chars().count();
    if length > name::LONGEST {
        return Err(Error::input(format!(
            "name is {length} characters long, but no name has more than {}.",
            name::LONGEST
        )));
    }
    Ok(Some(name))
}

/// The text to search for, cut to its limit; `None` when it is blank.
fn search_text(searching: &Searching, warnings: &mut Vec<String>) -> Result<Option<String>> {
    if let Some(minimum) = searching.min_similarity
        && !(0.0..=1.0).contains(&minimum)
    {
        return Err(Error::input(format!(
            "minSimilarity is {minimum}, but must be from 0 to 1."
        )));
    }
    let Some(text) = searching
        .search
        .as_deref()
        .map(str::trim)
        .filter(|t| !t.is_empty())
    else {
        return Ok(None);
    };
    let length = text.chars().count();
    if length <= search::LONGEST {
        return Ok(Some(text.to_owned()));
    }
    let warning = format!(
        "The search text is {length} characters long; only the first {} were used.",
        search::LONGEST
    );
    tracing::warn!("{warning}");
    warnings.push(warning);
    Ok(Some(text.chars().take(search::LONGEST).collect()))
}

async fn rank(
    app: &Arc<App>,
    candidates: &sea_orm::sea_query::SelectStatement,
    text: &str,
    searching: &Searching,
) -> Result<Ranking> {
    let mode = searching.mode.unwrap_or_default();
    let mut warnings = Vec::new();
    let vector = if mode == SearchMode::Lexical {
        None
    } else {
        match embedding(app, text).await {
            Ok(vector) => Some(vector),
            Err(reason) => {
                warnings.push(format!("{reason} The ranking is by words and names only."));
                None
            }
        }
    };
    let search = Search {
        text,
        lexical: mode != SearchMode::Semantic || vector.is_none(),
        vector: vector
            .as_ref()
            .map(|(model, vector)| (model.as_str(), vector.as_slice())),
    };
    let hits = search::search(&app.db.pool, candidates, &search, searching.min_similarity).await?;
    Ok(Ranking {
        hits,
        semantic: vector.is_some(),
        warnings,
    })
}

/// The query's vector and its model, or why there is none.
async fn embedding(app: &Arc<App>, text: &str) -> Result<(String, Vec<f32>), &'static str> {
    let Some(model) = app.model_id() else {
        return Err("The embedding model is not loaded (yet).");
    };
    match tokio::time::timeout(EMBEDDING_BUDGET, app.embedder.query(text)).await {
        Ok(Ok(vector)) => Ok((model, vector)),
        Ok(Err(cause)) => {
            tracing::warn!(%cause, "a query could not be embedded");
            Err("The embedding model failed.")
        }
        Err(_) => Err("The embedding model took too long."),
    }
}

fn slice(hits: Vec<Hit>, window: Window) -> Page<Hit> {
    let total = hits.len();
    let range = window.range(Some(total));
    let items = hits
        .into_iter()
        .skip(range.start)
        .take(range.end.saturating_sub(range.start))
        .collect();
    Page {
        items,
        start: range.start,
        has_previous: range.start > 0 && total > 0,
        has_next: range.end < total,
    }
}

fn filled<T, U>(page: Page<T>, fill: impl FnMut(T) -> Option<U>) -> Page<U> {
    Page {
        items: page.items.into_iter().filter_map(fill).collect(),
        start: page.start,
        has_previous: page.has_previous,
        has_next: page.has_next,
    }
}
