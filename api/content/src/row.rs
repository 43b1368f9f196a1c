//! Rows: what the generic path of ingest, store, search and GraphQL asks of a family.

use crate::lint::Lint;
use crate::markdown::{Markdown, Printed};
use crate::mention::Mention;
use crate::{Disagreement, Family, Identity, Origin, Passage};
use sea_orm::prelude::DateTimeUtc;
use sea_orm::{ActiveModelBehavior, ActiveModelTrait, EntityTrait, FromQueryResult, IntoActiveModel, ModelTrait};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;

/// A row of a family: what each family writes itself.
pub trait Row:
    ModelTrait<Entity = Self::Table>
    + FromQueryResult
    + RowCore
    + Lint
    + Printed
    + IntoActiveModel<Self::Active>
    + Default
    + Serialize
    + DeserializeOwned
    + Send
    + Sync
    + 'static
{
    /// The passages that search reads. The first one holds the facts.
    fn passages(&self) -> Vec<Passage>;

    /// Columns with lists that no source has whole: the lists of all sources are united.
    const UNION_COLUMNS: &'static [&'static str] = &[];

    /// The column with the slug of the base of a variant; `None` in a family without variants.
    const VARIANT_COLUMN: Option<&'static str> = None;

    /// The parts of the row's document that an excerpt of so many characters is taken from where there is no main text;
    /// `None` for all of them.
    fn opening(&self, length: usize) -> Option<Markdown> {
        let _ = length;
        None
    }

    /// Whether likeness is judged by the texts too, because the family has hardly any facts.
    const SIMILAR_BY_TEXT: bool = false;

    /// The slug of the base that the row is a variant of.
    fn variant_of(&self) -> Option<&str> {
        None
    }

    /// The group within a book in which rows of one name, from different sources, are one entity: the kind, unless
    /// sources differ about that.
    fn match_group(&self) -> String {
        self.kind_name()
    }

    /// Fills in what the game's rules make certain, once the rows of all sources are merged.
    fn apply_rules(&mut self) {}

    /// Derives the fields that depend on other rows of the family.
    fn resolve_references(rows: &mut [Self])
    where
        Self: Sized,
    {
        let _ = rows;
    }
}

/// The core fields, which all rows have by the same names. `row_core!` implements it.
pub trait RowCore: Sized {
    /// The table.
    type Table: EntityTrait<Model = Self>;
    /// The active model, which the store writes.
    type Active: ActiveModelTrait<Entity = Self::Table> + ActiveModelBehavior + Send;
    /// The family.
    const FAMILY: Family;
    /// Whether the family has kinds.
    const HAS_KIND: bool;

    /// Key in the store; not stable across stores.
    fn id(&self) -> i64;
    /// Key of the document.
    fn document_key(&self) -> &str;
    /// Kind, lower case; empty where the family has none.
    fn kind_name(&self) -> String;
    /// Slug.
    fn slug(&self) -> &str;
    /// Name.
    fn name(&self) -> &str;
    /// Main text.
    fn text(&self) -> &str;
    /// The upstream records that the row was made of, the preferred one first.
    fn origins(&self) -> &[Origin];
    /// The source of each field that does not come from the first one.
    fn field_sources(&self) -> &BTreeMap<String, String>;
    /// The fields that sources state differently.
    fn disagreements(&self) -> &[Disagreement];
    /// The places in the row's document that name other entities.
    fn mentions(&self) -> &[Mention];
    /// Sets these places.
    fn set_mentions(&mut self, mentions: Vec<Mention>);
    /// The names of the entities that slugs of the row lead to, where the slug does not say them.
    fn linked_names(&self) -> &BTreeMap<String, String>;
    /// Sets these names.
    fn set_linked_names(&mut self, names: BTreeMap<String, String>);
    /// Hash of the content.
    fn content_hash(&self) -> &str;
    /// When the records were last fetched.
    fn fetched_at(&self) -> DateTimeUtc;
    /// Moves the row to another document.
    fn set_document(&mut self, key: String);
    /// Changes the slug (when a book has a name twice).
    fn set_slug(&mut self, slug: String);
    /// Takes over document, kind and slug of another row.
    fn copy_identity(&mut self, other: &Self);
    /// Sets the provenance: records, sources of fields, disagreements, time of fetching.
    fn set_provenance(
        &mut self,
        origins: Vec<Origin>,
        fields: BTreeMap<String, String>,
        disagreements: Vec<Disagreement>,
        at: DateTimeUtc,
    );
    /// Sets the key and the content hash, which are known last.
    fn finalise(&mut self, id: i64, content_hash: String);

    /// The identity of the row.
    fn identity(&self) -> Identity {
        Identity {
            family: Self::FAMILY,
            document: self.document_key().to_owned(),
            kind: self.kind_name(),
            slug: self.slug().to_owned(),
        }
    }
}

/// Implements [`RowCore`] for the `Model` of a family, with or without a column `kind`.
macro_rules! row_core {
    ($family:expr) => {
        super::row_core!(
            @impl $family, false, |_row: &Model| String::new(), |_row: &mut Model, _other: &Model| ()
        );
    };
    ($family:expr, kind) => {
        super::row_core!(@impl $family, true, |row: &Model| {
            use sea_orm::ActiveEnum;
            row.kind.to_value().to_lowercase()
        }, |row: &mut Model, other: &Model| row.kind = other.kind);
    };
    (@impl $family:expr, $has_kind:literal, $kind:expr, $copy_kind:expr) => {
        impl super::RowCore for Model {
            type Table = Entity;
            type Active = ActiveModel;
            const FAMILY: Family = $family;
            const HAS_KIND: bool = $has_kind;

            fn id(&self) -> i64 { self.id }
            fn document_key(&self) -> &str { &self.document_key }
            fn kind_name(&self) -> String { $kind(self) }
            fn slug(&self) -> &str { &self.slug }
            fn name(&self) -> &str { &self.name }
            fn text(&self) -> &str { &self.text }
            fn origins(&self) -> &[Origin] { &self.origins }
            fn field_sources(&self) -> &BTreeMap<String, String> { &self.field_sources }
            fn disagreements(&self) -> &[Disagreement] { &self.disagreements }
            fn mentions(&self) -> &[crate::mention::Mention] { &self.mentions }
            fn set_mentions(&mut self, mentions: Vec<crate::mention::Mention>) {
                self.mentions = Json(mentions);
            }
            fn linked_names(&self) -> &BTreeMap<String, String> { &self.linked_names }
            fn set_linked_names(&mut self, names: BTreeMap<String, String>) {
                self.linked_names = Json(names);
            }
            fn content_hash(&self) -> &str { &self.content_hash }
            fn fetched_at(&self) -> DateTimeUtc { self.fetched_at }
            fn set_document(&mut self, key: String) { self.document_key = key; }
            fn set_slug(&mut self, slug: String) { self.slug = slug; }
            fn copy_identity(&mut self, other: &Self) {
                self.document_key.clone_from(&other.document_key);
                self.slug.clone_from(&other.slug);
                $copy_kind(self, other);
            }
            fn set_provenance(
                &mut self,
                origins: Vec<Origin>,
                fields: BTreeMap<String, String>,
                disagreements: Vec<Disagreement>,
                at: DateTimeUtc,
            ) {
                self.origins = Json(origins);
                self.field_sources = Json(fields);
                self.disagreements = Json(disagreements);
                self.fetched_at = at;
            }
            fn finalise(&mut self, id: i64, content_hash: String) {
                self.id = id;
                self.content_hash = content_hash;
            }
        }
    };
}
pub(crate) use row_core;
