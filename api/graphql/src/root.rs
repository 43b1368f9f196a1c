//! The query root: the fields of all families, over generic functions.

#![expect(clippy::too_many_arguments, reason = "the arguments are those of the GraphQL fields")]

mod dice;
mod encounters;
mod families;

use super::compare::{self, Comparison};
use super::connection::Meta;
use super::documents::DocumentQuery;
use super::entity::{Node, Served};
use super::jobs::JobQuery;
use super::loaders::DocumentKey;
use super::removals::RemovalQuery;
use super::rendered::Rendered;
use super::search::SearchQuery;
use super::status::{Status, status};
use super::suggest::SuggestQuery;
use super::tables::{self, TableRoll};
use super::{SPANS, backend, federation, loader, service, text_limits};
use crate::error::{Error, Result};
use crate::pipeline::root_field_permit;
use async_graphql::parser::types::Field;
use async_graphql::registry::Registry;
use async_graphql::resolver_utils::{ContainerType, resolve_container};
use async_graphql::{
    Context, ContextSelectionSet, ID, MergedObject, Object, ObjectType, OutputType, Positioned, ServerResult, Value,
};
use dice::DiceQuery;
use encounters::EncounterQuery;
use families::{CharacterOptionQuery, CreatureQuery, EquipmentQuery, RuleQuery, SpellQuery};
use lorekeeper_content::vocabulary::edition::preference;
use lorekeeper_content::{Family, Identity, Row, slugify};
use lorekeeper_ingest::on_demand;
use lorekeeper_search::load;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;
use tracing::Instrument;

/// The query root. A field waits for its permit and has a span; the fields below read what it found, or come in batches
/// with spans of their own.
#[derive(Default)]
pub struct Query(QueryFields);

#[async_trait::async_trait]
impl ContainerType for Query {
    async fn resolve_field(&self, ctx: &Context<'_>) -> ServerResult<Option<Value>> {
        let _permit = root_field_permit(ctx).await;
        let name = ctx.item.node.name.node.as_str();
        let span = tracing::info_span!(target: SPANS, "field", otel.name = name);
        self.0.resolve_field(ctx).instrument(span).await
    }

    /// The selected fields of an entity that another subgraph refers to; only a federated schema asks.
    async fn find_entity(&self, ctx: &Context<'_>, named: &Value) -> ServerResult<Option<Value>> {
        federation::resolve(ctx, named).await.map(Some)
    }
}

#[async_trait::async_trait]
impl OutputType for Query {
    fn type_name() -> Cow<'static, str> {
        QueryFields::type_name()
    }

    fn create_type_info(registry: &mut Registry) -> String {
        QueryFields::create_type_info(registry)
    }

    async fn resolve(&self, ctx: &ContextSelectionSet<'_>, _: &Positioned<Field>) -> ServerResult<Value> {
        resolve_container(ctx, self).await
    }
}

impl ObjectType for Query {}

/// The queries.
#[derive(MergedObject, Default)]
#[graphql(name = "Query")]
struct QueryFields(
    GeneralQuery,
    SearchQuery,
    SuggestQuery,
    DocumentQuery,
    SpellQuery,
    CreatureQuery,
    EncounterQuery,
    DiceQuery,
    EquipmentQuery,
    CharacterOptionQuery,
    RuleQuery,
    RemovalQuery,
    JobQuery,
);

#[derive(Default)]
struct GeneralQuery;

#[Object(cache_control(max_age = 60))]
impl GeneralQuery {
    /// One entity or document, by global id.
    async fn node(
        &self,
        ctx: &Context<'_>,
        #[graphql(desc = "Global id, as `id` fields give it.")] id: ID,
    ) -> Result<Option<Node>> {
        Ok(find_nodes(ctx, &[id]).await?.pop().flatten())
    }

    /// Entities and documents by global ids, in the same order; null for an id that names nothing.
    async fn nodes(
        &self,
        ctx: &Context<'_>,
        #[graphql(desc = "Global ids, at most 100.")] ids: Vec<ID>,
    ) -> Result<Vec<Option<Rendered<Node>>>> {
        let found = find_nodes(ctx, &ids).await?.into_iter();
        Ok(found.map(|node| node.map(Rendered)).collect())
    }

    /// A roll on a table of an entity's text: the dice and the row.
    #[graphql(cache_control(no_cache))]
    async fn roll_table(
        &self,
        ctx: &Context<'_>,
        #[graphql(desc = "Global id of the entity whose text has the table.")] id: ID,
        #[graphql(desc = "Which of the tables that are rolled on, counted from 0.", default = 0)] table: i32,
        #[graphql(desc = "The same seed gives the same roll. Left out: chance.")] seed: Option<i32>,
    ) -> Result<TableRoll> {
        let tables = match self.node(ctx, id.clone()).await? {
            Some(Node::Spell(entity)) => entity.gql_tables(ctx).await?,
            Some(Node::Creature(entity)) => entity.gql_tables(ctx).await?,
            Some(Node::Equipment(entity)) => entity.gql_tables(ctx).await?,
            Some(Node::CharacterOption(entity)) => entity.gql_tables(ctx).await?,
            Some(Node::Rule(entity)) => entity.gql_tables(ctx).await?,
            Some(Node::Document(_)) | None => {
                return Err(Error::not_found(format!(
                    "No entity has the id {}. Ids look like equipment:srd-2024:magic_item:bag-of-beans.",
                    id.as_str()
                )));
            }
        };
        tables::roll(tables, table, seed)
    }

    /// Entities of one family, field by field.
    async fn compare(
        &self,
        ctx: &Context<'_>,
        #[graphql(desc = "Global ids of two to four entities of one family.")] ids: Vec<ID>,
        #[graphql(desc = "Only the fields in which they differ; false when left out.")] differing: Option<bool>,
    ) -> Result<Comparison> {
        compare::compare(ctx, &ids, differing.unwrap_or_default()).await
    }

    /// Freshness and sources of all stored content.
    async fn meta(&self) -> Meta {
        Meta::default()
    }

    /// The state of the server: stored content, its freshness, and the progress of background work.
    #[graphql(cache_control(no_cache))]
    async fn status(&self, ctx: &Context<'_>) -> Result<Status> {
        status(backend(ctx)?, service(ctx)?).await
    }
}

/// One entity of a family, by id or slug: the body of a singular field.
async fn find_one<R: Served>(
    ctx: &Context<'_>,
    id: Option<ID>,
    slug: Option<String>,
    document: Option<String>,
    kind: Option<String>,
) -> Result<Option<R::Object>> {
    let backend = backend(ctx)?;
    let reader = &backend.search.rows();
    text_limits::check_names("slug", &slug)?;
    text_limits::check_names("document", &document)?;
    let parse = |id: &str| Identity::parse(id).filter(|i| i.family == R::FAMILY);
    let (slug, document, kinds) = match (&id, &slug) {
        (Some(id), None) => {
            let Some(identity) = parse(id) else {
                return Err(Error::input(format!(
                    "\"{}\" is not the id of a {}. Ids look like {}:srd-2014:...",
                    id.as_str(),
                    R::FAMILY.name().replace('_', " "),
                    R::FAMILY.name()
                )));
            };
            by_identity::<R>(identity)
        }
        (None, Some(slug)) => match parse(slug) {
            // A global id is accepted as a slug.
            Some(identity) => by_identity::<R>(identity),
            None => (slugify(slug), document, kind.into_iter().collect()),
        },
        _ => return Err(Error::input("Give either id or slug.")),
    };
    on_demand::ensure_fetched(&backend.ingest, &[R::FAMILY]).await;
    let kinds: Vec<&str> = kinds.iter().map(String::as_str).collect();
    let is_feature = |row: &Arc<R>| load::is_feature(&row.identity());
    let rows = load::by_slugs::<R>(reader, &kinds, &[slug]).await?;
    let Some(document) = document else {
        let by_preference = |a: &Arc<R>, b: &Arc<R>| {
            let by_kind = is_feature(a).cmp(&is_feature(b));
            by_kind.then_with(|| preference(a.document_key()).cmp(&preference(b.document_key())))
        };
        return Ok(rows.into_iter().min_by(by_preference).map(Into::into));
    };
    let Some(document) = load::document(&reader.connection, &document).await? else {
        return Ok(None);
    };
    let rows = rows.into_iter();
    Ok(rows.filter(|row| row.document_key() == document.key).min_by_key(is_feature).map(Into::into))
}

/// Slug, document and kinds of an identity.
fn by_identity<R: Row>(identity: Identity) -> (String, Option<String>, Vec<String>) {
    let kind = (R::HAS_KIND && !identity.kind.is_empty()).then(|| identity.kind.to_uppercase());
    let kinds = kind.into_iter().collect();
    (identity.slug, Some(identity.document), kinds)
}

/// The entities and documents of global ids, in the same order; `None` for an id that names nothing.
async fn find_nodes(ctx: &Context<'_>, ids: &[ID]) -> Result<Vec<Option<Node>>> {
    let backend = backend(ctx)?;
    if ids.len() > lorekeeper_search::page::MAX_PAGE_SIZE {
        return Err(Error::input(format!("{} ids were given, but at most 100 are answered at once.", ids.len())));
    }
    let identities: Vec<Identity> = ids.iter().filter_map(|id| Identity::parse(id)).collect();
    let families: BTreeSet<Family> = identities.iter().map(|i| i.family).collect();
    on_demand::ensure_fetched(&backend.ingest, &families.into_iter().collect::<Vec<_>>()).await;
    let found = load::any_by_identity(&backend.search.rows(), &identities).await?;
    let document = |id: &ID| Some(DocumentKey(id.strip_prefix("document:")?.to_owned()));
    let documents = loader(ctx)?.load_many(ids.iter().filter_map(document));
    let documents = documents.await?;
    let node = |id: &ID| match document(id) {
        Some(key) => Some(Node::Document(Arc::clone(documents.get(&key)?).into())),
        None => found.get(&Identity::parse(id)?).cloned().map(Node::from),
    };
    Ok(ids.iter().map(node).collect())
}
