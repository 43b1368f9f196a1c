//! What every entity says of itself, and the interface over all families.

#![expect(
    clippy::duplicated_attributes,
    reason = "fields of an interface may well share a type"
)]

use super::loader;
use super::loaders::RawOf;
use crate::family::{
    Family, Head, Origin, character_option, creature, document, equipment, families, rule, spell,
};
use crate::query::load::AnyRow;
use async_graphql::{Context, ID, Interface, Json, Object, SimpleObject};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Anything that a book describes: a spell, a creature, equipment, a character option, a rule.
#[derive(Clone, Debug, Interface)]
#[graphql(
    field(
        name = "id",
        method = "gql_id",
        ty = "ID",
        desc = "Global id; the same in every store."
    ),
    field(
        name = "name",
        method = "gql_name",
        ty = "&str",
        desc = "Name as printed."
    ),
    field(
        name = "slug",
        method = "gql_slug",
        ty = "&str",
        desc = "Slug of the name; unique within document and kind."
    ),
    field(
        name = "family",
        method = "gql_family",
        ty = "Family",
        desc = "The family it belongs to."
    ),
    field(
        name = "document",
        method = "gql_document",
        ty = "Option<Arc<document::Model>>",
        desc = "The book it comes from."
    ),
    field(
        name = "text",
        method = "gql_text",
        ty = "&str",
        desc = "Its main text, as Markdown."
    ),
    field(
        name = "markdown",
        method = "gql_markdown",
        ty = "String",
        desc = "The whole record as Markdown: a stat block, a spell description, a class with its table and features, ..."
    ),
    field(
        name = "excerpt",
        method = "gql_excerpt",
        ty = "String",
        desc = "The beginning of the main text as plain text, cut at the end of a word; where there is no main text, of what else the record says.",
        arg(
            name = "length",
            ty = "Option<i32>",
            default_with = "Some(240)",
            desc = "The most characters it may have, 20 to 1000."
        )
    ),
    field(
        name = "source",
        method = "gql_source",
        ty = "EntitySource",
        desc = "Where its record came from."
    )
)]
#[expect(
    clippy::large_enum_variant,
    reason = "a page has at most 100 of them, and the interface wants its objects unboxed"
)]
pub enum Entity {
    /// A spell.
    Spell(spell::Model),
    /// A creature.
    Creature(creature::Model),
    /// Equipment.
    Equipment(equipment::Model),
    /// A character option.
    CharacterOption(character_option::Model),
    /// A rule.
    Rule(rule::Model),
}

/// Anything with a global id.
#[derive(Clone, Debug, Interface)]
#[graphql(field(
    name = "id",
    method = "gql_id",
    ty = "ID",
    desc = "Global id; the same in every store."
))]
#[expect(
    clippy::large_enum_variant,
    reason = "a page has at most 100 of them, and the interface wants its objects unboxed"
)]
pub enum Node {
    /// A spell.
    Spell(spell::Model),
    /// A creature.
    Creature(creature::Model),
    /// Equipment.
    Equipment(equipment::Model),
    /// A character option.
    CharacterOption(character_option::Model),
    /// A rule.
    Rule(rule::Model),
    /// A document.
    Document(document::Model),
}

macro_rules! from_any_row {
    ($(($module:ident, $variant:ident, $plural:ident),)*) => {
        impl From<AnyRow> for Entity {
            fn from(row: AnyRow) -> Self {
                match row { $( AnyRow::$variant(row) => Self::$variant(*row), )* }
            }
        }

        impl From<AnyRow> for Node {
            fn from(row: AnyRow) -> Self {
                match row { $( AnyRow::$variant(row) => Self::$variant(*row), )* }
            }
        }
    };
}
families!(from_any_row);

/// Where an entity came from.
#[derive(Clone, Debug)]
pub struct EntitySource {
    origins: Vec<Origin>,
    fields: BTreeMap<String, String>,
}

/// A field and the source that filled it.
#[derive(Clone, Debug, SimpleObject)]
pub struct FieldSource {
    /// The field.
    pub field: String,
    /// The source.
    pub source: String,
}

impl EntitySource {
    /// The source of a row.
    pub fn of(row: &impl Head) -> Self {
        Self {
            origins: row.origins().to_vec(),
            fields: row.field_sources().clone(),
        }
    }

    fn first(&self) -> Origin {
        self.origins.first().cloned().unwrap_or_default()
    }
}

/// Where an entity's record came from.
#[Object]
impl EntitySource {
    /// Name of the preferred source that has it: `open5e_v2`, `dnd5e_api`, `open5e_v1`, `srd_data` or `orcbrew`.
    async fn name(&self) -> String {
        self.first().source
    }

    /// Its key there.
    async fn key(&self) -> String {
        self.first().key
    }

    /// Address of the upstream record.
    async fn url(&self) -> String {
        self.first().url
    }

    /// Names of all sources that have it, the preferred one first.
    async fn names(&self) -> Vec<String> {
        self.origins.iter().map(|o| o.source.clone()).collect()
    }

    /// The upstream record of the preferred source, as it was received.
    async fn raw(
        &self,
        ctx: &Context<'_>,
    ) -> async_graphql::Result<Option<Json<serde_json::Value>>> {
        Ok(loader(ctx)?.load_one(RawOf(self.first())).await?.map(Json))
    }

    /// Which fields came from another source than the preferred one.
    async fn fields(&self) -> Vec<FieldSource> {
        self.fields
            .iter()
            .map(|(field, source)| FieldSource {
                field: field.clone(),
                source: source.clone(),
            })
            .collect()
    }
}

/// Writes a family's `ComplexObject`: what every entity says, and what only this family says.
macro_rules! entity_object {
    ($model:ty, { $($own:tt)* }) => {
        #[ComplexObject]
        impl $model {
            /// Global id; the same in every store.
            #[graphql(name = "id")]
            pub async fn gql_id(&self) -> ID {
                ID(Head::identity(self).global_id())
            }

            /// Name as printed.
            #[graphql(name = "name")]
            pub async fn gql_name(&self) -> &str {
                Head::name(self)
            }

            /// Slug of the name; unique within document and kind.
            #[graphql(name = "slug")]
            pub async fn gql_slug(&self) -> &str {
                Head::slug(self)
            }

            /// The family it belongs to.
            #[graphql(name = "family")]
            pub async fn gql_family(&self) -> Family {
                <Self as Head>::FAMILY
            }

            /// The book it comes from.
            #[graphql(name = "document")]
            pub async fn gql_document(&self, ctx: &Context<'_>) -> async_graphql::Result<Option<Arc<document::Model>>> {
                Ok(loader(ctx)?.load_one(DocumentKey(self.document_key.clone())).await?)
            }

            /// Its main text, as Markdown.
            #[graphql(name = "text")]
            pub async fn gql_text(&self) -> &str {
                Head::text(self)
            }

            /// The whole record as Markdown: a stat block, a spell description, a class with its table and
            /// features, ...
            #[graphql(name = "markdown")]
            pub async fn gql_markdown(&self, ctx: &Context<'_>) -> async_graphql::Result<String> {
                card::markdown(ctx, self).await
            }

            /// The beginning of the main text as plain text, cut at the end of a word; where there is no main
            /// text, of what else the record says.
            #[graphql(name = "excerpt")]
            pub async fn gql_excerpt(
                &self,
                #[graphql(
                    desc = "The most characters it may have, 20 to 1000.",
                    default_with = "Some(card::LENGTH)"
                )]
                length: Option<i32>,
            ) -> async_graphql::Result<String> {
                Ok(card::excerpt(self, length)?)
            }

            /// Where its record came from.
            #[graphql(name = "source")]
            pub async fn gql_source(&self) -> EntitySource {
                EntitySource::of(self)
            }

            /// The same thing in other books and editions.
            async fn other_versions(&self, ctx: &Context<'_>) -> async_graphql::Result<Vec<Arc<$model>>> {
                let columns = Arc::new(selected::of_rows::<$model>(ctx, &[]));
                let key = Related::<$model>::new(By::Column("slug"), &[], &self.slug, &columns);
                let all = loader(ctx)?.load_one(key).await?.unwrap_or_default();
                let same = |other: &Arc<$model>| other.id != self.id && Head::kind_name(&**other) == Head::kind_name(self);
                Ok(all.into_iter().filter(same).collect())
            }

            /// What resembles it most, of its family and kind, best first: by meaning, where there are vectors, else by
            /// the words of names and facts. Itself and its other versions are left out; of a thing that several
            /// books have, the version of its own edition stands for all. At most 20 entities of one answer can be
            /// asked for it.
            async fn similar(
                &self,
                ctx: &Context<'_>,
                #[graphql(desc = "How many at most, 1 to 100.", default_with = "Some(similar::DEFAULT)")]
                first: Option<i32>,
                #[graphql(desc = "Only from these documents, by key, name or alias. Left out: all; an empty list: none.")]
                documents: Option<Vec<String>>,
                #[graphql(desc = "Only from one edition: `5e-2014`, `5e-2024`, `a5e`, ...")]
                game_system: Option<String>,
            ) -> async_graphql::Result<Vec<Similar<$model>>> {
                similar::similar(ctx, self, first, documents, game_system).await
            }

            $($own)*
        }
    };
}
pub(super) use entity_object;

macro_rules! words {
    ($model:ty, { $($column:literal => $field:ident,)* }, { $($list:literal => $items:ident,)* }) => {
        impl Words for $model {
            fn words(&self, by: By) -> Vec<&str> {
                match by {
                    By::Column("slug") => vec![self.slug.as_str()],
                    $( By::Column($column) => self.$field.as_deref().into_iter().collect(), )*
                    $( By::List($list) => self.$items.iter().map(String::as_str).collect(), )*
                    By::Column(_) | By::List(_) => Vec::new(),
                }
            }
        }
    };
}
pub(super) use words;
