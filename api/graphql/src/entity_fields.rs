//! Common interface fields: the fields of the `Entity` interface, the same for every family.

use super::counted::Counted;
use super::document::Document;
use super::entity::{Served, objects};
use super::entity_source::EntitySource;
use super::filters::DEFAULT_COUNT;
use super::loaders::{DocumentKey, Related, RelationColumn, RelationKey};
use super::mentions::{self, Mention, MentionedBy};
use super::similar::{self, Similar};
use super::tables::{self, Table};
use super::{loader, projection};
use crate::error::{Error, Result};
use async_graphql::{Context, ID, Object, TypeName};
use lorekeeper_content::{Family, Row, document, export, markdown, other_editions};
use std::borrow::Cow;
use std::sync::Arc;

/// Characters of an excerpt without `length`.
const DEFAULT_EXCERPT_CHARS: i32 = 240;

/// Characters of a heading that a sentence repeats.
const MAX_SHOWN_CHARS: usize = 60;

/// The fields that every entity has.
#[derive(Clone, Debug)]
pub struct EntityFields<R>(pub Arc<R>);

impl<R: Row> TypeName for EntityFields<R> {
    fn type_name() -> Cow<'static, str> {
        Cow::Owned(format!("{:?}Fields", R::FAMILY))
    }
}

impl<R: Row> EntityFields<R> {
    /// The record of the book.
    async fn book(&self, ctx: &Context<'_>) -> Result<Option<Arc<document::Model>>> {
        let key = DocumentKey(self.0.document_key().to_owned());
        loader(ctx)?.load_one(key).await
    }
}

#[Object(name_type)]
impl<R: Served> EntityFields<R> {
    /// Global id; the same in every store.
    #[graphql(name = "id")]
    pub async fn gql_id(&self) -> ID {
        ID(self.0.identity().global_id())
    }

    /// Name as printed.
    #[graphql(name = "name")]
    pub async fn gql_name(&self) -> &str {
        self.0.name()
    }

    /// Slug of the name; unique within document and kind.
    #[graphql(name = "slug")]
    pub async fn gql_slug(&self) -> &str {
        self.0.slug()
    }

    /// The entity's family.
    #[graphql(name = "family")]
    pub async fn gql_family(&self) -> Family {
        R::FAMILY
    }

    /// The book that the entity comes from.
    #[graphql(name = "document")]
    pub async fn gql_document(&self, ctx: &Context<'_>) -> Result<Document> {
        let book = self.book(ctx).await?;
        let key = self.0.document_key();
        Ok(book.map_or_else(|| Document::undescribed(key), Document::from))
    }

    /// The main text, as Markdown.
    #[graphql(name = "text")]
    pub async fn gql_text(&self) -> &str {
        self.0.text()
    }

    /// The whole record as Markdown: a stat block, a spell description, a class with its table and features, ...
    #[graphql(name = "markdown")]
    pub async fn gql_markdown(
        &self,
        ctx: &Context<'_>,
        #[graphql(
            desc = "Whether the names of other entities are links to their pages (`/spell/srd-2014/fireball`).",
            default = false
        )]
        links: bool,
    ) -> Result<String> {
        let book = self.book(ctx).await?;
        if links {
            return Ok(markdown::linked(&*self.0, book.as_deref()));
        }
        Ok(markdown::markdown(&*self.0, book.as_deref()))
    }

    /// What `markdown` has under one of its headings.
    #[graphql(name = "part")]
    pub async fn gql_part(
        &self,
        ctx: &Context<'_>,
        #[graphql(desc = "A heading, a trait or an action, as printed; case and punctuation do not matter.")]
        heading: String,
    ) -> Result<String> {
        let book = self.book(ctx).await?;
        let markdown = markdown::markdown(&*self.0, book.as_deref());
        if let Some(part) = markdown::part::part(&markdown, &heading) {
            return Ok(part.to_owned());
        }
        let (headings, name) = (markdown::part::headings(&markdown), self.0.name());
        let heading: String = heading.chars().take(MAX_SHOWN_CHARS).collect();
        Err(Error::not_found(if headings.is_empty() {
            format!("{name} has no headings. Ask for its text.")
        } else {
            format!("{name} has no heading \"{heading}\". It has: {}.", headings.join(", "))
        }))
    }

    /// What `markdown` names and rolls: other entities, dice and difficulty classes, in the order of the text.
    #[graphql(name = "mentions")]
    pub async fn gql_mentions(&self, ctx: &Context<'_>) -> Result<Vec<Mention>> {
        let book = self.book(ctx).await?;
        let markdown = markdown::markdown(&*self.0, book.as_deref());
        Ok(mentions::mentions(&*self.0, &markdown))
    }

    /// The tables of `markdown` as head and rows. `rollTable` rolls on those that have dice.
    #[graphql(name = "tables")]
    pub async fn gql_tables(&self, ctx: &Context<'_>) -> Result<Vec<Table>> {
        let book = self.book(ctx).await?;
        let markdown = markdown::markdown(&*self.0, book.as_deref());
        Ok(tables::tables(&*self.0, &markdown))
    }

    /// The entities whose texts name this one, by name.
    #[graphql(name = "mentionedBy")]
    pub async fn gql_mentioned_by(
        &self,
        ctx: &Context<'_>,
        #[graphql(desc = "How many at most, 1 to 100.", default_with = "Some(DEFAULT_COUNT)")] first: Option<i32>,
        #[graphql(desc = "Only from these documents, by key, name or alias. Left out: all; an empty list: none.")]
        documents: Option<Vec<String>>,
    ) -> Result<MentionedBy> {
        mentions::mentioned_by(ctx, &*self.0, first, documents).await
    }

    /// The whole record in the format of another program, with the licence and the attribution of its book; null where the
    /// format has nothing for the family.
    #[graphql(name = "as")]
    pub async fn gql_as(
        &self,
        ctx: &Context<'_>,
        #[graphql(desc = "The format.")] format: export::Format,
    ) -> Result<Option<String>> {
        let book = self.book(ctx).await?;
        Ok(export::export(&*self.0, book.as_deref(), format))
    }

    /// The beginning of the main text as plain text, cut at the end of a word; without a main text, the beginning of the
    /// other fields' text.
    #[graphql(name = "excerpt")]
    pub async fn gql_excerpt(
        &self,
        #[graphql(desc = "Maximum number of characters, 20 to 1000.", default_with = "Some(DEFAULT_EXCERPT_CHARS)")]
        length: Option<i32>,
    ) -> Result<String> {
        let length = length.unwrap_or(DEFAULT_EXCERPT_CHARS);
        let chars = usize::try_from(length).ok();
        let Some(chars) = chars.filter(|chars| (20..=1000).contains(chars)) else {
            return Err(Error::input(format!(
                "The length of an excerpt is 20 to 1000 characters, but {length} was given."
            )));
        };
        Ok(markdown::excerpt(&*self.0, chars))
    }

    /// The sources of the record.
    #[graphql(name = "source")]
    pub async fn gql_source(&self) -> Counted<EntitySource, true> {
        Counted(EntitySource::of(&*self.0))
    }

    /// The same entity in other books and editions, also where an edition renamed it.
    async fn other_versions(&self, ctx: &Context<'_>) -> Result<Vec<R::Object>> {
        let row = &self.0;
        let columns = Arc::new(projection::row_columns::<R>(ctx, &[]));
        let keys = [row.slug()].into_iter().chain(other_editions(row.slug())).map(|slug| {
            Related::<R>::from(RelationKey {
                column: RelationColumn::Slug("slug"),
                kinds: &[],
                slug: slug.to_owned(),
                columns: columns.clone(),
            })
        });
        let keys: Vec<Related<R>> = keys.collect();
        let mut found = loader(ctx)?.load_many(keys.clone()).await?;
        let all = keys.iter().filter_map(|key| found.remove(key)).flatten();
        let same = |other: &Arc<R>| other.id() != row.id() && other.kind_name() == row.kind_name();
        Ok(objects(all.filter(same)))
    }

    /// The most similar entities of the same family and kind, best first: by meaning, where there are vectors, else by
    /// the words of names and facts. The entity and its other versions are omitted; of an entity in several books, the
    /// version of the same edition stands for all. At most 20 entities of one response may select this field.
    async fn similar(
        &self,
        ctx: &Context<'_>,
        #[graphql(desc = "How many at most, 1 to 100.", default_with = "Some(DEFAULT_COUNT)")] first: Option<i32>,
        #[graphql(desc = "Only from these documents, by key, name or alias. Left out: all; an empty list: none.")]
        documents: Option<Vec<String>>,
        #[graphql(desc = "Only from one edition: `5e-2014`, `5e-2024`, `a5e`, ...")] game_system: Option<String>,
    ) -> Result<Vec<Similar<R::Object>>> {
        similar::similar(ctx, &*self.0, first, documents, game_system).await
    }
}
