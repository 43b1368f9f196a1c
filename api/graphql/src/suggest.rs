//! Autocomplete of names, documents and conditions.

use super::document::Document;
use super::filters::{DEFAULT_COUNT, check_count};
use super::loaders::DocumentKey;
use super::{backend, loader, text_limits};
use crate::error::Result;
use async_graphql::{ComplexObject, Context, ID, Object, SimpleObject};
use lorekeeper_content::{ContentType, Family, Identity};
use lorekeeper_search::scope::{self, Scope};
use lorekeeper_search::suggest::{Suggested, SuggestedCondition, suggest, suggest_conditions};
use std::sync::Arc;

/// A suggested name.
#[derive(Clone, Debug, SimpleObject)]
#[graphql(complex)]
pub struct Suggestion {
    /// Name as printed.
    name: String,
    /// Slug of the name.
    slug: String,
    /// The entity's family.
    family: Family,
    /// The entity's kind (`WEAPON`, `SUBCLASS`, `CONDITION`, ...); null in a family without kinds.
    kind: Option<String>,
    /// Global id of the entity with the name: the 2024 SRD's, else the 2014 SRD's, else the first document's.
    id: ID,
    #[graphql(skip)]
    document_key: String,
}

#[ComplexObject]
impl Suggestion {
    /// The book that the entity comes from.
    async fn document(&self, ctx: &Context<'_>) -> Result<Option<Document>> {
        let key = DocumentKey(self.document_key.clone());
        Ok(loader(ctx)?.load_one(key).await?.map(Document::from))
    }
}

impl From<Suggested> for Suggestion {
    fn from(suggested: Suggested) -> Self {
        let kind = (!suggested.kind.is_empty()).then(|| suggested.kind.to_uppercase());
        let identity = Identity {
            family: suggested.family,
            document: suggested.document_key.clone(),
            kind: suggested.kind,
            slug: suggested.slug.clone(),
        };
        Self {
            name: suggested.name,
            slug: suggested.slug,
            family: suggested.family,
            kind,
            id: ID(identity.global_id()),
            document_key: suggested.document_key,
        }
    }
}

/// A key or a value of a condition, to go on with.
#[derive(Clone, Debug, SimpleObject)]
pub struct ConditionSuggestion {
    /// The key (`level:`), or the value (`evocation`).
    term: String,
    /// The whole text with it, where it was typed.
    text: String,
    /// How many entries have the value; null for keys, and for values that are always the same.
    count: Option<i64>,
}

impl From<SuggestedCondition> for ConditionSuggestion {
    fn from(suggested: SuggestedCondition) -> Self {
        let SuggestedCondition { term, text, count } = suggested;
        Self { term, text, count }
    }
}

#[derive(Default)]
pub struct SuggestQuery;

#[Object(cache_control(max_age = 60))]
impl SuggestQuery {
    /// Autocomplete of names, each once, best first: names that start with the text, then names with a word that starts
    /// with the text, then similar names, so that typos are forgiven. A blank text gives names in order.
    async fn suggest(
        &self,
        ctx: &Context<'_>,
        #[graphql(desc = "The text typed so far.")] text: String,
        #[graphql(desc = "Only entities of these types. Left out: all; an empty list: none.")] types: Option<
            Vec<ContentType>,
        >,
        #[graphql(desc = "Documents by key, name or alias. Left out: all; an empty list: none.")] documents: Option<
            Vec<String>,
        >,
        #[graphql(desc = "One edition: `5e-2014`, `5e-2024`, `a5e`, ...")] game_system: Option<String>,
        #[graphql(desc = "How many at most, 1 to 100.", default_with = "Some(DEFAULT_COUNT)")] first: Option<i32>,
    ) -> Result<Vec<Suggestion>> {
        text_limits::check_names("text", &text)?;
        let text = text.trim();
        text_limits::check_names("documents", &documents)?;
        text_limits::check_names("gameSystem", &game_system)?;
        let first = check_count(first)?;
        let search = &backend(ctx)?.search;
        let db = &search.connection();
        let scope = Scope::resolve(db, documents.as_deref(), game_system.as_deref()).await?;
        let found = suggest(search, text, types.as_deref(), &scope, first).await?;
        Ok(found.into_iter().map(Suggestion::from).collect())
    }

    /// Autocomplete of the argument `where`: the keys and values that may stand where somebody types, short keys and
    /// frequent values first.
    async fn suggest_where(
        &self,
        ctx: &Context<'_>,
        #[graphql(desc = "The text typed so far.")] text: String,
        #[graphql(desc = "How many characters of it are before the cursor. Left out: all.")] cursor: Option<i32>,
        #[graphql(desc = "The family that is listed. Left out: all together.")] family: Option<Family>,
        #[graphql(desc = "How many at most, 1 to 100.", default_with = "Some(DEFAULT_COUNT)")] first: Option<i32>,
    ) -> Result<Vec<ConditionSuggestion>> {
        text_limits::check_filter("text", &text)?;
        let first = check_count(first)?;
        let cursor = cursor.map_or(usize::MAX, |cursor| usize::try_from(cursor).unwrap_or(0));
        let families = family.map_or(Family::ALL.to_vec(), |family| vec![family]);
        let search = &backend(ctx)?.search;
        let found = suggest_conditions(search, &families, &text, cursor, first).await?;
        Ok(found.into_iter().map(ConditionSuggestion::from).collect())
    }

    /// Autocomplete of documents, best first: those whose key, name or alias starts with the text, contains the text, or
    /// is similar. A blank text gives all in order.
    async fn suggest_documents(
        &self,
        ctx: &Context<'_>,
        #[graphql(desc = "The text typed so far.")] text: String,
        #[graphql(desc = "How many at most, 1 to 100.", default_with = "Some(DEFAULT_COUNT)")] first: Option<i32>,
    ) -> Result<Vec<Document>> {
        text_limits::check_names("text", &text)?;
        let text = text.trim();
        let first = check_count(first)?;
        let all = scope::all_documents(&backend(ctx)?.search.connection()).await?;
        let alike = scope::alike(text, &all).into_iter().take(first);
        Ok(alike.map(|document| Document::from(Arc::new(document.clone()))).collect())
    }
}
