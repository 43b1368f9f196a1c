//! What a plural field does: check its arguments, list or search, page.

use super::connection::{Connection, EdgeExtras, Extras, Meta, connection};
use super::coverage;
use super::facets::Faceted;
use super::filters::OrderBy;
use super::narrowed::Narrowed;
use super::nothing::{self, Question};
use super::ranking::{Searching, fleeting, rank, search_text};
use super::{app, selected, texts};
use crate::app::App;
use crate::error::{Error, Result};
use crate::family::Row;
use crate::family::filter::{Filter, MOST_RELATIONS, OrderField};
use crate::family::grouping::Grouped;
use crate::ingest::demand;
use crate::query::candidates::Candidates;
use crate::query::page::{Fingerprint, Page, Paging, Window};
use crate::query::scope::Scope;
use crate::query::search::Hit;
use crate::query::{list, load, name};
use async_graphql::{Context, InputType, OutputType};
use sea_orm::sea_query::{Alias, Condition, Expr, ExprTrait};
use std::collections::HashMap;
use std::fmt::Debug;
use std::sync::Arc;

/// The arguments of a plural field.
#[derive(Debug)]
pub struct Arguments<F, O: InputType> {
    pub grouped: Option<Grouped>,
    pub filter: Option<F>,
    pub game_system: Option<String>,
    pub documents: Option<Vec<String>>,
    pub name: Option<String>,
    pub order_by: Option<Vec<OrderBy<O>>>,
    pub search: Searching,
    pub paging: Paging,
}

impl<F: InputType + Filter, O: InputType> Arguments<F, O> {
    /// Refuses texts that no store can look for, and filters through too many relations.
    fn check(&self) -> Result<()> {
        texts::check_filter("filter", self.filter.as_ref())?;
        texts::check_names("gameSystem", self.game_system.as_ref())?;
        texts::check_names("documents", self.documents.as_ref())?;
        texts::check_names("name", self.name.as_ref())?;
        texts::check_characters("search", self.search.search.as_ref())?;
        let relations = self.filter.as_ref().map_or(0, Filter::relations);
        if relations > MOST_RELATIONS {
            return Err(Error::too_complex(format!(
                "`filter` looks through {relations} relations (`some` and `none`), but at most {MOST_RELATIONS} are \
                 followed at once. Ask in several queries."
            )));
        }
        Ok(())
    }

    /// The arguments that narrow the result, by the names that clients know.
    fn given(&self) -> Vec<&'static str> {
        [
            ("type", self.grouped.is_some()),
            ("filter", self.filter.as_ref().is_some_and(asks)),
            ("documents", self.documents.is_some()),
            ("gameSystem", self.game_system.is_some()),
        ]
        .into_iter()
        .filter_map(|(name, given)| given.then_some(name))
        .collect()
    }
}

/// Whether a filter asks for anything; one of nulls does not.
fn asks(filter: &impl Filter) -> bool {
    !filter.condition().is_empty()
}

/// Finds the entities of a family.
pub async fn entities<R, F, O>(
    ctx: &Context<'_>,
    arguments: Arguments<F, O>,
) -> async_graphql::Result<Connection<R>>
where
    R: Row + OutputType,
    F: Filter + InputType + Debug + 'static,
    O: InputType + OrderField + Debug + 'static,
{
    Ok(find::<R, F, O>(ctx, arguments).await?)
}

async fn find<R, F, O>(ctx: &Context<'_>, arguments: Arguments<F, O>) -> Result<Connection<R>>
where
    R: Row + OutputType,
    F: Filter + InputType + Debug + 'static,
    O: InputType + OrderField + Debug + 'static,
{
    let app = app(ctx).map_err(|e| Error::internal("The server is not ready.", e.message))?;
    let db = &app.db.reading();
    arguments.check()?;
    let arguments = Arc::new(arguments);
    demand::ensure(app, &[R::FAMILY]).await;
    let Arguments {
        grouped,
        filter,
        game_system,
        documents,
        name,
        order_by,
        search,
        paging,
    } = &*arguments;
    let decided = format!(
        "{}|{grouped:?}|{filter:?}|{game_system:?}|{documents:?}|{name:?}|{order_by:?}|{search:?}",
        R::FAMILY.name()
    );

    let scope = Scope::resolve(db, documents.as_deref(), game_system.as_deref()).await?;
    let mut condition = arguments.filtered(&scope, None);
    let filtered = condition.clone();
    let name = name
        .as_deref()
        .map(str::trim)
        .filter(|name| !name.is_empty());
    if let Some(name) = name {
        condition = name::narrow::<R>(condition, name);
    }
    let mut meta = Meta {
        message: scope.message.clone(),
        family: Some(R::FAMILY),
        ..Meta::default()
    };
    let question = Question {
        table: R::FAMILY.name(),
        nouns: nothing::nouns(R::FAMILY),
        scope: &scope,
        filtered,
        named: name.map(|name| (name, condition.clone())),
        searched: None,
        given: arguments.given(),
        advice: grouped.as_ref().and_then(|g| g.advice),
    };
    if ctx.look_ahead().field("meta").field("warnings").exists() {
        let kinds = grouped.as_ref().map(|g| &g.condition);
        let unsaid = coverage::warnings::<R, F>(app, filter.as_ref(), kinds, &scope).await?;
        meta.warnings.extend(unsaid);
    }
    let facets = |found| Narrowed::of::<R>(&arguments, name).facets(scope.clone(), found);
    let columns = selected::of_nodes::<R>(ctx);
    let mut order: Vec<_> = order_by.iter().flatten().map(OrderBy::key).collect();

    let Some(text) = search_text(search, &mut meta.warnings)? else {
        if let (Some(name), true) = (name, order.is_empty()) {
            order.extend(name::closest_first(name));
        }
        let fingerprint = Fingerprint::new(&decided, None);
        let window = Window::new(paging, &fingerprint)?;
        let total = if ctx.look_ahead().field("totalCount").exists() {
            list::count::<R>(db, condition.clone()).await?
        } else {
            0
        };
        let page = list::list::<R>(db, &columns, condition, &order, window).await?;
        // A page beyond the end is empty too.
        if page.items.is_empty() && paging.after.is_none() && paging.before.is_none() {
            explain(app, question, &mut meta).await?;
        }
        let whole = Faceted {
            extras: Extras::new(total, meta),
            facets: facets(None),
        };
        return Ok(connection(page, &fingerprint, whole, |row| {
            (row, EdgeExtras::default())
        }));
    };

    let candidates = Candidates::of(R::FAMILY.name(), condition);
    let ranking = rank(ctx, &candidates, &text, search).await?;
    let fingerprint = Fingerprint::new(&decided, Some(ranking.revision.clone()));
    let window = Window::new(paging, &fingerprint)?;
    meta.warnings.extend(ranking.warnings.iter().cloned());
    fleeting(ctx, &ranking);
    meta.searched_for
        .clone_from(&ranking.asked.reading.corrected);
    if ranking.hits.is_empty() {
        let searched = Some((search, ranking.semantic));
        explain(
            app,
            Question {
                searched,
                ..question
            },
            &mut meta,
        )
        .await?;
    }
    let whole = Faceted {
        extras: Extras::new(ranking.hits.len(), meta),
        facets: facets(Some(ranking.found(search))),
    };
    if order.is_empty() {
        let page = Page::of(&ranking.hits, window);
        let ids: Vec<i64> = page.items.iter().map(|(_, hit)| hit.id).collect();
        let mut rows: HashMap<i64, R> = load::by_ids::<R>(db, &columns, &ids)
            .await?
            .into_iter()
            .map(|r| (r.id(), r))
            .collect();
        let shown = ranking.shown(ids);
        let page = page.filled(|hit| Some((rows.remove(&hit.id)?, hit)));
        return Ok(connection(page, &fingerprint, whole, |(row, hit)| {
            (row, EdgeExtras::of(hit, ranking.semantic, &shown))
        }));
    }
    let found: HashMap<i64, &Hit> = ranking.hits.iter().map(|h| (h.id, h)).collect();
    let among = Condition::all().add(Expr::col(Alias::new("id")).is_in(found.keys().copied()));
    let page = list::list::<R>(db, &columns, among, &order, window).await?;
    let shown = ranking.shown(page.items.iter().map(|(_, row)| row.id()).collect());
    Ok(connection(page, &fingerprint, whole, |row: R| {
        let extras = found
            .get(&row.id())
            .map(|hit| EdgeExtras::of((*hit).clone(), ranking.semantic, &shown))
            .unwrap_or_default();
        (row, extras)
    }))
}

/// Says why nothing was found, unless something was said already.
async fn explain(app: &App, question: Question<'_>, meta: &mut Meta) -> Result<()> {
    if meta.message.is_none() {
        meta.message = Some(nothing::explain(app, &question).await?);
    }
    Ok(())
}
