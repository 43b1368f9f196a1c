//! Autocomplete of names and documents.

use super::loaders::DocumentKey;
use super::{app, loader, texts};
use crate::error::{Error, Result};
use crate::family::{ContentType, Family, Identity, document};
use crate::query::page::MOST;
use crate::query::scope::{self, Scope};
use crate::query::suggest::{Suggested, suggest};
use async_graphql::{ComplexObject, Context, ID, Object, SimpleObject};
use std::sync::Arc;

/// How many suggestions there are when the client does not say.
const DEFAULT: i32 = 10;

/// A name to offer.
#[derive(Clone, Debug, SimpleObject)]
#[graphql(complex)]
pub struct Suggestion {
    /// Name as printed.
    name: String,
    /// Slug of the name.
    slug: String,
    /// The family it belongs to.
    family: Family,
    /// Its kind (`WEAPON`, `SUBCLASS`, `CONDITION`, ...); null in a family without kinds.
    kind: Option<String>,
    /// Global id of the thing: the 2024 SRD's where it has it, else the 2014 SRD's, else the first document's.
    id: ID,
    #[graphql(skip)]
    document_key: String,
}

#[ComplexObject]
impl Suggestion {
    /// The book that the thing comes from.
    async fn document(
        &self,
        ctx: &Context<'_>,
    ) -> async_graphql::Result<Option<Arc<document::Model>>> {
        let key = DocumentKey(self.document_key.clone());
        Ok(loader(ctx)?.load_one(key).await?)
    }
}

impl Suggestion {
    fn of(suggested: Suggested) -> Option<Self> {
        let family = Family::parse(&suggested.family)?;
        let kind = (!suggested.kind.is_empty()).then(|| suggested.kind.to_uppercase());
        let identity = Identity {
            family,
            document: suggested.document_key.clone(),
            kind: suggested.kind,
            slug: suggested.slug.clone(),
        };
        Some(Self {
            name: suggested.name,
            slug: suggested.slug,
            family,
            kind,
            id: ID(identity.global_id()),
            document_key: suggested.document_key,
        })
    }
}

#[derive(Default)]
pub struct Suggestions;

#[Object(cache_control(max_age = 60))]
impl Suggestions {
    /// Autocomplete: names for what was typed so far, each once, best first. First those that start with it,
    /// then those with a word that starts with it, then those like it, so that typos are forgiven. A blank text
    /// gives names in order.
    async fn suggest(
        &self,
        ctx: &Context<'_>,
        #[graphql(desc = "What was typed so far.")] text: String,
        #[graphql(desc = "Only things of these types. Left out: all; an empty list: none.")]
        types: Option<Vec<ContentType>>,
        #[graphql(desc = "Documents by key, name or alias. Left out: all; an empty list: none.")]
        documents: Option<Vec<String>>,
        #[graphql(desc = "One edition: `5e-2014`, `5e-2024`, `a5e`, ...")] game_system: Option<
            String,
        >,
        #[graphql(desc = "How many at most, 1 to 100.", default_with = "Some(DEFAULT)")]
        first: Option<i32>,
    ) -> async_graphql::Result<Vec<Suggestion>> {
        texts::check_names("text", Some(&text))?;
        let text = text.trim();
        texts::check_names("documents", documents.as_ref())?;
        texts::check_names("gameSystem", game_system.as_ref())?;
        let first = limit(first)?;
        let db = &app(ctx)?.db.reading();
        let scope = Scope::resolve(db, documents.as_deref(), game_system.as_deref()).await?;
        let found = suggest(db, text, types.as_deref(), &scope, first).await?;
        Ok(found.into_iter().filter_map(Suggestion::of).collect())
    }

    /// Autocomplete of documents: those whose key, name or alias starts with the text, contains it, or is like
    /// it; best first. A blank text gives all in order.
    async fn suggest_documents(
        &self,
        ctx: &Context<'_>,
        #[graphql(desc = "What was typed so far.")] text: String,
        #[graphql(desc = "How many at most, 1 to 100.", default_with = "Some(DEFAULT)")]
        first: Option<i32>,
    ) -> async_graphql::Result<Vec<document::Model>> {
        texts::check_names("text", Some(&text))?;
        let text = text.trim();
        let first = limit(first)?;
        let all = scope::all_documents(&app(ctx)?.db.reading()).await?;
        let alike = scope::alike(text, &all).into_iter().take(first);
        Ok(alike.cloned().collect())
    }
}

fn limit(first: Option<i32>) -> Result<usize> {
    let first = first.unwrap_or(DEFAULT);
    usize::try_from(first)
        .ok()
        .filter(|n| (1..=MOST).contains(n))
        .ok_or_else(|| Error::input(format!("first is {first}, but must be from 1 to {MOST}.")))
}
