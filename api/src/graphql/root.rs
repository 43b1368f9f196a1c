//! The query root: one-line resolvers over generic functions.

use super::app;
use super::connection::{Connection, Meta};
use super::documents::Documents;
use super::entity::Node;
use super::filters::{OrderBy, SearchMode};
use super::find::{Arguments, entities};
use super::jobs::Jobs;
use super::ranking::Searching;
use super::search::Everything;
use super::status::{Status, status};
use super::suggest::Suggestions;
use super::texts;
use crate::error::{Error, Result};
use crate::family::grouping::{Asked, Grouping};
use crate::family::{
    Family, Identity, Row, character_option, creature, document, equipment, rule, slugify, spell,
};
use crate::ingest::demand;
use crate::query::load;
use crate::query::page::Paging;
use async_graphql::{Context, ID, MergedObject, Object};
use sea_orm::ActiveEnum;
use std::collections::{BTreeSet, HashMap};

/// Everything that can be asked.
#[derive(MergedObject, Default)]
pub struct Query(
    Content,
    Everything,
    Suggestions,
    Documents,
    Spells,
    Creatures,
    EquipmentItems,
    CharacterOptions,
    Rules,
    Jobs,
);

macro_rules! family_queries {
    (@kinds) => { Vec::<String>::new() };
    (@grouped $filter:ident, $search:ident) => { None };
    (@grouped $filter:ident, $search:ident, $given:ident as $group:ty) => {
        $given.map(|group: $group| group.grouped(&Asked { filter: $filter.as_ref(), search: $search.as_deref() }))
    };
    (@kinds $given:ident as $kind:ty) => { $given.iter().map(|k: &$kind| k.to_value()).collect::<Vec<String>>() };
    (
        $query:ident, $module:ident, $filter:ident, $order:ident,
        $(#[$plural_doc:meta])* $plural:ident,
        $(#[$singular_doc:meta])* $singular:ident $(, kind: $kind:ty, group: $group:ty)?
    ) => {
        #[derive(Default)]
        struct $query;

        #[Object(cache_control(max_age = 60))]
        impl $query {
            $(#[$plural_doc])*
            #[expect(clippy::too_many_arguments, reason = "they are the arguments that clients see")]
            async fn $plural(
                &self,
                ctx: &Context<'_>,
                $( #[graphql(name = "type", desc = "What sort of thing. Left out: all.")] group: Option<$group>, )?
                #[graphql(desc = "Which ones to keep. Left out: all.")] filter: Option<$module::$filter>,
                #[graphql(desc = "One edition: `5e-2014`, `5e-2024`, `a5e`, ...")] game_system: Option<String>,
                #[graphql(desc = "Documents by key, name or alias. Left out: all; an empty list: none.")] documents: Option<Vec<String>>,
                #[graphql(desc = "Name, ignoring case; `*` and `%` are wildcards. Without one: the exact name, else the slug, else names that contain it.")] name: Option<String>,
                #[graphql(desc = "What to search for, in natural language. Up to 512 characters.")] search: Option<String>,
                #[graphql(desc = "How the search ranks; HYBRID when left out.")] mode: Option<SearchMode>,
                #[graphql(desc = "Leave out what ranks below this relevance, 0 to 1.")] min_similarity: Option<f64>,
                #[graphql(desc = "How to sort. Left out: by relevance in a search, else by name and document.")] order_by: Option<Vec<OrderBy<$module::$order>>>,
                #[graphql(desc = "How many from the front, 1 to 100; 20 when neither first nor last is given.")] first: Option<i32>,
                #[graphql(desc = "Only what comes after this cursor.")] after: Option<String>,
                #[graphql(desc = "How many from the back, 1 to 100.")] last: Option<i32>,
                #[graphql(desc = "Only what comes before this cursor.")] before: Option<String>,
            ) -> async_graphql::Result<Connection<$module::Model>> {
                let grouped = family_queries!(@grouped filter, search $(, group as $group)?);
                let search = Searching { search, mode, min_similarity, ..Searching::default() };
                let paging = Paging { first, after, last, before };
                entities(ctx, Arguments { grouped, filter, game_system, documents, name, order_by, search, paging }).await
            }

            $(#[$singular_doc])*
            async fn $singular(
                &self,
                ctx: &Context<'_>,
                #[graphql(desc = "Global id, as `id` fields give it; instead of `slug`.")] id: Option<ID>,
                #[graphql(desc = "Slug, or the name (`Adult Red Dragon`); a global id does, too.")] slug: Option<String>,
                #[graphql(desc = "Document by key, name or alias. Left out: the 2024 SRD, else the 2014 SRD, else the first by key.")] document: Option<String>,
                $( #[graphql(desc = "Kind; any when left out.")] kind: Option<$kind>, )?
            ) -> async_graphql::Result<Option<$module::Model>> {
                let kinds = family_queries!(@kinds $(kind as $kind)?);
                Ok(one::<$module::Model>(ctx, id, slug, document, &kinds).await?)
            }
        }
    };
}

family_queries!(
    Spells, spell, SpellFilter, SpellOrderField,
    /// Spells of all books, by name unless something else is asked for; narrowed and searched by the arguments.
    spells,
    /// One spell, by id or by slug.
    spell
);
family_queries!(
    Creatures, creature, CreatureFilter, CreatureOrderField,
    /// Creatures of all books: monsters, animals, non-player characters. Narrowed and searched by the arguments.
    creatures,
    /// One creature, by id or by slug.
    creature
);
family_queries!(
    EquipmentItems, equipment, EquipmentFilter, EquipmentOrderField,
    /// Weapons, armor, gear and magic items of all books; narrowed and searched by the arguments.
    equipment,
    /// One piece of equipment, by id or by slug.
    equipment_item, kind: equipment::Kind, group: equipment::EquipmentType
);
family_queries!(
    CharacterOptions, character_option, CharacterOptionFilter, CharacterOptionOrderField,
    /// Classes, subclasses, races, subraces, backgrounds and feats of all books; narrowed and searched by the
    /// arguments.
    character_options,
    /// One character option, by id or by slug.
    character_option, kind: character_option::Kind, group: character_option::CharacterOptionType
);
family_queries!(
    Rules, rule, RuleFilter, RuleOrderField,
    /// Rules, conditions, and the concepts of the game, of all books; narrowed and searched by the arguments.
    rules,
    /// One rule, by id or by slug.
    rule, kind: rule::Kind, group: rule::RuleType
);

#[derive(Default)]
struct Content;

#[Object(cache_control(max_age = 60))]
impl Content {
    /// Anything by its global id.
    async fn node(
        &self,
        ctx: &Context<'_>,
        #[graphql(desc = "Global id, as `id` fields give it.")] id: ID,
    ) -> async_graphql::Result<Option<Node>> {
        Ok(nodes(ctx, vec![id]).await?.pop().flatten())
    }

    /// Several things by their global ids, in the same order; null where there is none.
    async fn nodes(
        &self,
        ctx: &Context<'_>,
        #[graphql(desc = "Global ids, at most 100.")] ids: Vec<ID>,
    ) -> async_graphql::Result<Vec<Option<Node>>> {
        Ok(nodes(ctx, ids).await?)
    }

    /// How current the stored content is, and where it comes from.
    async fn meta(&self) -> Meta {
        Meta::default()
    }

    /// What is stored, how fresh it is, and how far the work in the background is.
    #[graphql(cache_control(no_cache))]
    async fn status(&self, ctx: &Context<'_>) -> async_graphql::Result<Status> {
        Ok(status(app(ctx)?).await?)
    }
}

async fn one<R: Row>(
    ctx: &Context<'_>,
    id: Option<ID>,
    slug: Option<String>,
    document: Option<String>,
    kinds: &[String],
) -> Result<Option<R>> {
    let app = app(ctx).map_err(|e| Error::internal("The server is not ready.", e.message))?;
    let db = &app.db.reading();
    texts::check_names("slug", slug.as_ref())?;
    texts::check_names("document", document.as_ref())?;
    // A slug that is an id is as good as the id.
    let (id, slug) = match slug {
        Some(slug)
            if id.is_none() && Identity::parse(&slug).is_some_and(|i| i.family == R::FAMILY) =>
        {
            (Some(ID(slug)), None)
        }
        slug => (id, slug),
    };
    let (slug, document, kinds) = match (id, slug) {
        (Some(id), None) => {
            let Some(identity) = Identity::parse(&id).filter(|i| i.family == R::FAMILY) else {
                return Err(Error::input(format!(
                    "\"{}\" is not the id of a {}. Ids look like {}:srd-2014:...",
                    id.as_str(),
                    R::FAMILY.name().replace('_', " "),
                    R::FAMILY.name()
                )));
            };
            let kinds = if R::HAS_KIND {
                vec![identity.kind.to_uppercase()]
            } else {
                Vec::new()
            };
            (identity.slug, Some(identity.document), kinds)
        }
        (None, Some(slug)) => (slugify(&slug), document, kinds.to_vec()),
        _ => return Err(Error::input("Give either id or slug.")),
    };
    demand::ensure(app, &[R::FAMILY]).await;
    let kinds: Vec<&str> = kinds.iter().map(String::as_str).collect();
    let rows = load::by_slugs::<R>(db, &kinds, &[slug]).await?;
    let Some(document) = document else {
        return Ok(rows.into_iter().min_by(|a, b| {
            load::preference(a.document_key()).cmp(&load::preference(b.document_key()))
        }));
    };
    let Some(document) = load::document(db, &document).await? else {
        return Ok(None);
    };
    Ok(rows.into_iter().find(|r| r.document_key() == document.key))
}

async fn nodes(ctx: &Context<'_>, ids: Vec<ID>) -> Result<Vec<Option<Node>>> {
    let app = app(ctx).map_err(|e| Error::internal("The server is not ready.", e.message))?;
    let db = &app.db.reading();
    if ids.len() > crate::query::page::MOST {
        return Err(Error::input(format!(
            "{} ids were given, but at most 100 are answered at once.",
            ids.len()
        )));
    }
    let identities: Vec<Identity> = ids.iter().filter_map(|id| Identity::parse(id)).collect();
    let families: BTreeSet<Family> = identities.iter().map(|i| i.family).collect();
    demand::ensure(app, &families.into_iter().collect::<Vec<_>>()).await;
    let found = load::any_by_identity(db, &identities).await?;
    let documents: HashMap<String, document::Model> =
        if ids.iter().any(|id| id.starts_with("document:")) {
            let all = crate::query::scope::all_documents(db).await?;
            all.into_iter()
                .map(|d| (format!("document:{}", d.key), d))
                .collect()
        } else {
            HashMap::new()
        };
    Ok(ids
        .iter()
        .map(|id| match documents.get(id.as_str()) {
            Some(document) => Some(Node::Document(document.clone())),
            None => found.get(&Identity::parse(id)?).cloned().map(Node::from),
        })
        .collect())
}
