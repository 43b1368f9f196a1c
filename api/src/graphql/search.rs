//! Searching all families at once.

use super::connection::{Connection, EdgeExtras, Extras, Meta, connection};
use super::entity::Entity;
use super::facets::{Faceted, Facets, Narrowing};
use super::filters::SearchMode;
use super::nothing::{self, Question};
use super::ranking::{Searching, fleeting, rank, search_text};
use super::{app, texts};
use crate::error::{Error, Result};
use crate::family::filter::{Counted, Facet};
use crate::family::{ContentType, Family};
use crate::ingest::demand;
use crate::query::candidates::Candidates;
use crate::query::load;
use crate::query::page::{Fingerprint, Page, Paging, Window};
use crate::query::scope::Scope;
use crate::query::spelling::Spelling;
use async_graphql::{Context, Object};
use sea_orm::sea_query::{Alias, Condition, Expr, ExprTrait};

const TABLE: &str = "search_entry";

#[derive(Default)]
pub struct Everything;

#[Object(cache_control(max_age = 60))]
impl Everything {
    /// Searches all families at once.
    #[expect(
        clippy::too_many_arguments,
        reason = "they are the arguments that clients see"
    )]
    async fn search(
        &self,
        ctx: &Context<'_>,
        #[graphql(desc = "What to search for, in natural language. Up to 512 characters.")]
        query: String,
        #[graphql(desc = "Only things of these types. Left out: all; an empty list: none.")]
        types: Option<Vec<ContentType>>,
        #[graphql(desc = "Only these families. Left out: all; an empty list: none.")]
        families: Option<Vec<Family>>,
        #[graphql(desc = "One edition: `5e-2014`, `5e-2024`, `a5e`, ...")] game_system: Option<
            String,
        >,
        #[graphql(desc = "Documents by key, name or alias. Left out: all; an empty list: none.")]
        documents: Option<Vec<String>>,
        #[graphql(desc = "How the search ranks; HYBRID when left out.")] mode: Option<SearchMode>,
        #[graphql(desc = "Forgive typos; true when left out.")] fuzzy: Option<bool>,
        #[graphql(desc = "Leave out what ranks below this relevance, 0 to 1.")]
        min_similarity: Option<f64>,
        #[graphql(
            desc = "How many from the front, 1 to 100; 20 when neither first nor last is given."
        )]
        first: Option<i32>,
        #[graphql(desc = "Only what comes after this cursor.")] after: Option<String>,
        #[graphql(desc = "How many from the back, 1 to 100.")] last: Option<i32>,
        #[graphql(desc = "Only what comes before this cursor.")] before: Option<String>,
    ) -> async_graphql::Result<Connection<Entity>> {
        let arguments = Arguments {
            types,
            families,
            game_system,
            documents,
            searching: Searching {
                search: Some(query),
                mode,
                min_similarity,
                spelling: if fuzzy == Some(false) {
                    Spelling::Exact
                } else {
                    Spelling::Forgiven
                },
            },
        };
        let paging = Paging {
            first,
            after,
            last,
            before,
        };
        Ok(anything(ctx, &arguments, &paging).await?)
    }
}

#[derive(Clone, Debug)]
struct Arguments {
    types: Option<Vec<ContentType>>,
    families: Option<Vec<Family>>,
    game_system: Option<String>,
    documents: Option<Vec<String>>,
    searching: Searching,
}

/// The facet that the `families` argument narrows by.
const FAMILY: &str = "family";
/// The facet that the `types` argument narrows by.
const TYPE: &str = "type";

/// What people narrow everything by.
fn declared() -> Vec<Facet> {
    let family = Expr::cust("upper(family)");
    vec![
        Facet::of(FAMILY, Counted::Values, family),
        Facet::of(TYPE, Counted::Values, ContentType::of_entry()),
    ]
}

impl Narrowing for Arguments {
    fn narrows(&self, facet: &str) -> bool {
        match facet {
            FAMILY => self.families.is_some(),
            TYPE => self.types.is_some(),
            _ => false,
        }
    }

    fn condition(&self, scope: &Scope, without: Option<&str>) -> Condition {
        let types = self.types.as_deref().filter(|_| without != Some(TYPE));
        let families = self.families.as_ref().filter(|_| without != Some(FAMILY));
        let family = |f: &Family| Expr::val(f.name());
        let in_families =
            |fs: &Vec<Family>| Expr::col(Alias::new("family")).is_in(fs.iter().map(family));
        scope
            .condition()
            .add_option(types.map(ContentType::any_of))
            .add_option(families.map(in_families))
    }
}

async fn anything(
    ctx: &Context<'_>,
    arguments: &Arguments,
    paging: &Paging,
) -> Result<Connection<Entity>> {
    let app = app(ctx).map_err(|e| Error::internal("The server is not ready.", e.message))?;
    let db = &app.db.reading();
    let Arguments {
        types,
        families,
        game_system,
        documents,
        searching,
    } = arguments;
    texts::check_characters("query", searching.search.as_ref())?;
    texts::check_names("documents", documents.as_ref())?;
    texts::check_names("gameSystem", game_system.as_ref())?;
    let mut warnings = Vec::new();
    let Some(text) = search_text(searching, &mut warnings)? else {
        return Err(Error::input(
            "query is empty, but must say what to search for.",
        ));
    };
    demand::ensure(app, families.as_deref().unwrap_or(&Family::ALL)).await;
    let scope = Scope::resolve(db, documents.as_deref(), game_system.as_deref()).await?;
    let condition = arguments.condition(&scope, None);
    let candidates = Candidates::of(TABLE, condition.clone());
    let ranking = rank(ctx, &candidates, &text, searching).await?;
    let decided = format!("search|{arguments:?}");
    let fingerprint = Fingerprint::new(&decided, Some(ranking.revision.clone()));
    let window = Window::new(paging, &fingerprint)?;
    warnings.extend(ranking.warnings.iter().cloned());
    fleeting(ctx, &ranking);
    let mut message = scope.message.clone();
    if ranking.hits.is_empty() && message.is_none() {
        let question = Question {
            table: TABLE,
            nouns: ("entry", "entries"),
            scope: &scope,
            filtered: condition,
            named: None,
            searched: Some((searching, ranking.semantic)),
            given: [
                ("types", types.is_some()),
                ("families", families.is_some()),
                ("documents", documents.is_some()),
                ("gameSystem", game_system.is_some()),
            ]
            .into_iter()
            .filter_map(|(name, given)| given.then_some(name))
            .collect(),
            advice: None,
        };
        message = Some(nothing::explain(app, &question).await?);
    }
    let meta = Meta {
        message,
        warnings,
        searched_for: ranking.asked.reading.corrected.clone(),
        ..Meta::default()
    };
    let whole = Faceted {
        extras: Extras::new(ranking.hits.len(), meta),
        facets: Facets {
            table: TABLE,
            declared,
            documents: documents.clone(),
            game_system: game_system.clone(),
            scope,
            found: Some(ranking.found(searching)),
            narrowing: Box::new(arguments.clone()),
        },
    };
    let page = Page::of(&ranking.hits, window);
    let ids: Vec<i64> = page.items.iter().map(|(_, hit)| hit.id).collect();
    let mut rows = load::any_by_ids(db, &ids).await?;
    let shown = ranking.shown(ids);
    let page = page.filled(|hit| Some((rows.remove(&hit.id)?, hit)));
    Ok(connection(page, &fingerprint, whole, |(row, hit)| {
        (
            Entity::from(row),
            EdgeExtras::of(hit, ranking.semantic, &shown),
        )
    }))
}
