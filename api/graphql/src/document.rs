//! The GraphQL object of a document: fields beside its columns.

use super::counted::Counted;
use super::loader;
use super::loaders::{AllBookSettings, DocumentCounts};
use crate::error::Result;
use async_graphql::{Context, Enum, ID, MergedObject, Object, SimpleObject};
use lorekeeper_content::markdown::{Layout, Printed as _};
use lorekeeper_content::{Family, document};
use lorekeeper_ingest::book_edits::setting_of;
use lorekeeper_search::status::Count;
use lorekeeper_store::BookSetting;
use std::ops::Deref;
use std::sync::Arc;

/// The number of entities of a family.
#[derive(Clone, Debug, SimpleObject)]
pub struct FamilyCount {
    /// The family.
    pub family: Family,
    /// Number of entities.
    pub count: i64,
}

impl FamilyCount {
    /// The sums of counts, by family.
    pub fn all(counts: &[Count]) -> Vec<Self> {
        let sum = |family: Family| {
            let of_family = counts.iter().filter(|c| c.family == family.name());
            of_family.map(|c| c.count).sum()
        };
        let count = |family| Self { family, count: sum(family) };
        Family::ALL.into_iter().map(count).collect()
    }
}

/// A document (book) that content comes from, with its licences.
#[derive(Clone, Debug, MergedObject)]
pub struct Document(Counted<DocumentFields, true>, Counted<Arc<document::Model>, true>);

impl From<Arc<document::Model>> for Document {
    fn from(row: Arc<document::Model>) -> Self {
        Self(Counted(DocumentFields(Arc::clone(&row))), Counted(row))
    }
}

impl Document {
    /// A book that no source describes: its key is all that is known of it.
    pub fn undescribed(key: &str) -> Self {
        Self::from(Arc::new(document::Model {
            key: key.to_owned(),
            name: key.to_owned(),
            ..document::Model::default()
        }))
    }
}

/// The interface calls the method of [`DocumentFields`].
impl Deref for Document {
    type Target = DocumentFields;

    fn deref(&self) -> &DocumentFields {
        &self.0.0
    }
}

/// The fields of a document beside its columns.
#[derive(Clone, Debug)]
pub struct DocumentFields(Arc<document::Model>);

impl DocumentFields {
    async fn load_counts(&self, ctx: &Context<'_>) -> Result<Vec<Count>> {
        let key = DocumentCounts(self.0.key.clone());
        Ok(loader(ctx)?.load_one(key).await?.unwrap_or_default())
    }

    async fn load_setting(&self, ctx: &Context<'_>) -> Result<Option<BookSetting>> {
        let settings = loader(ctx)?.load_one(AllBookSettings).await?;
        Ok(setting_of(&self.0, &settings.unwrap_or_default()))
    }
}

/// Who reads a document.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Enum)]
#[graphql(name = "DocumentVisibility")]
pub enum Visibility {
    /// Everyone who may read.
    Public,
    /// The admin alone: for everyone else neither the document nor anything in it exists.
    Private,
}

#[Object]
impl DocumentFields {
    /// Global id; the same in every store.
    #[graphql(name = "id")]
    pub async fn gql_id(&self) -> ID {
        ID(format!("document:{}", self.0.key))
    }

    /// Licences of the document.
    #[graphql(name = "licenses")]
    async fn gql_licenses(&self) -> &[document::License] {
        &self.0.licenses
    }

    /// Names of the licences, joined with commas; null where none is known.
    async fn license(&self) -> Option<String> {
        let names: Vec<&str> = self.0.licenses.iter().map(|l| l.name.as_str()).collect();
        (!names.is_empty()).then(|| names.join(", "))
    }

    /// The owner of an imported document, as was said at its import or later.
    async fn owner(&self, ctx: &Context<'_>) -> Result<Option<String>> {
        Ok(self.load_setting(ctx).await?.and_then(|set| set.owner))
    }

    /// Who reads the document.
    async fn visibility(&self, ctx: &Context<'_>) -> Result<Visibility> {
        let set = self.load_setting(ctx).await?;
        Ok(match set {
            Some(set) if set.is_private => Visibility::Private,
            _ => Visibility::Public,
        })
    }

    /// Number of entities of all families.
    async fn entity_count(&self, ctx: &Context<'_>) -> Result<i64> {
        Ok(self.load_counts(ctx).await?.iter().map(|c| c.count).sum())
    }

    /// The whole record as Markdown: publisher, licences and description.
    #[graphql(name = "markdown")]
    async fn gql_markdown(&self) -> String {
        self.0.printed(Layout::default()).render(None)
    }

    /// Number of entities by family.
    async fn counts(&self, ctx: &Context<'_>) -> Result<Vec<FamilyCount>> {
        Ok(FamilyCount::all(&self.load_counts(ctx).await?))
    }
}
