//! The interfaces `Node` and `Entity`, and the GraphQL object of each family.

#![expect(
    clippy::duplicated_attributes,
    reason = "fields of an interface may share a type"
)]

use super::counted::Counted;
use super::document::Document;
use super::entity_source::EntitySource;
use super::filters::DEFAULT_COUNT;
use super::loaders::{DocumentKey, Related, RelationColumn, RelationKey, RelationSlugs};
use super::mentions::{self, Mention, MentionedBy};
use super::relations::{
    CharacterOptionRelations, CreatureRelations, EquipmentRelations, RuleRelations, SpellRelations,
};
use super::similar::{self, Similar};
use super::tables::{self, Table};
use super::{loader, projection};
use crate::error::{Error, Result};
use async_graphql::{Context, ID, Interface, MergedObject, Object, ObjectType, TypeName};
use lorekeeper_content::markdown;
use lorekeeper_content::{
    Family, Row, character_option, creature, equipment, export, families, rule, spell,
};
use lorekeeper_search::load::AnyRow;
use std::borrow::Cow;
use std::ops::Deref;
use std::sync::Arc;

/// Characters of an excerpt without `length`.
const DEFAULT_EXCERPT_CHARS: i32 = 240;

/// A spell, a creature, a piece of equipment, a character option or a rule.
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
        desc = "The entity's family."
    ),
    field(
        name = "document",
        method = "gql_document",
        ty = "Document",
        desc = "The book that the entity comes from."
    ),
    field(
        name = "text",
        method = "gql_text",
        ty = "&str",
        desc = "The main text, as Markdown."
    ),
    field(
        name = "markdown",
        method = "gql_markdown",
        ty = "String",
        desc = "The whole record as Markdown: a stat block, a spell description, a class with its table and features, ...",
        arg(
            name = "links",
            ty = "bool",
            default = false,
            desc = "Whether the names of other entities are links to their pages (`/spell/srd-2014/fireball`)."
        )
    ),
    field(
        name = "mentions",
        method = "gql_mentions",
        ty = "Vec<Mention>",
        desc = "What `markdown` names and rolls: other entities, dice and difficulty classes, in the order of the text."
    ),
    field(
        name = "tables",
        method = "gql_tables",
        ty = "Vec<Table>",
        desc = "The tables of `markdown` as head and rows. `rollTable` rolls on those that have dice."
    ),
    field(
        name = "mentionedBy",
        method = "gql_mentioned_by",
        ty = "MentionedBy",
        desc = "The entities whose texts name this one, by name.",
        arg(
            name = "first",
            ty = "Option<i32>",
            default_with = "Some(DEFAULT_COUNT)",
            desc = "How many at most, 1 to 100."
        ),
        arg(
            name = "documents",
            ty = "Option<Vec<String>>",
            desc = "Only from these documents, by key, name or alias. Left out: all; an empty list: none."
        )
    ),
    field(
        name = "as",
        method = "gql_as",
        ty = "Option<String>",
        desc = "The whole record in the format of another program, with the licence and the attribution of its book; null where the format has nothing for the family.",
        arg(name = "format", ty = "export::Format", desc = "The format.")
    ),
    field(
        name = "excerpt",
        method = "gql_excerpt",
        ty = "String",
        desc = "The beginning of the main text as plain text, cut at the end of a word; without a main text, the beginning of the other fields' text.",
        arg(
            name = "length",
            ty = "Option<i32>",
            default_with = "Some(240)",
            desc = "Maximum number of characters, 20 to 1000."
        )
    ),
    field(
        name = "source",
        method = "gql_source",
        ty = "Counted<EntitySource, true>",
        desc = "The sources of the record."
    )
)]
pub enum Entity {
    /// A spell.
    Spell(Spell),
    /// A creature.
    Creature(Creature),
    /// A piece of equipment.
    Equipment(Equipment),
    /// A character option.
    CharacterOption(CharacterOption),
    /// A rule.
    Rule(Rule),
}

/// Anything with a global id.
#[derive(Clone, Debug, Interface)]
#[graphql(field(
    name = "id",
    method = "gql_id",
    ty = "ID",
    desc = "Global id; the same in every store."
))]
pub enum Node {
    /// A spell.
    Spell(Spell),
    /// A creature.
    Creature(Creature),
    /// A piece of equipment.
    Equipment(Equipment),
    /// A character option.
    CharacterOption(CharacterOption),
    /// A rule.
    Rule(Rule),
    /// A document.
    Document(Document),
}

macro_rules! from_any_row {
    ($(($module:ident, $variant:ident, $plural:ident),)*) => {
        impl From<AnyRow> for Entity {
            fn from(row: AnyRow) -> Self {
                match row { $( AnyRow::$variant(row) => Self::$variant(row.into()), )* }
            }
        }

        impl From<AnyRow> for Node {
            fn from(row: AnyRow) -> Self {
                match row { $( AnyRow::$variant(row) => Self::$variant(row.into()), )* }
            }
        }
    };
}
families!(from_any_row);

/// A row with a GraphQL object.
pub trait Served: RelationSlugs {
    /// The object: the row's own fields, those of every entity, and those of its family.
    type Object: ObjectType + From<Arc<Self>>;
}

/// The objects of rows.
pub fn objects<R: Served>(rows: impl IntoIterator<Item = Arc<R>>) -> Vec<R::Object> {
    rows.into_iter().map(R::Object::from).collect()
}

/// The fields that every entity has.
#[derive(Clone, Debug)]
pub struct EntityFields<R>(Arc<R>);

impl<R: Row> TypeName for EntityFields<R> {
    fn type_name() -> Cow<'static, str> {
        Cow::Owned(format!("{:?}Fields", R::FAMILY))
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
        let key = self.0.document_key();
        let book = loader(ctx)?.load_one(DocumentKey(key.to_owned())).await?;
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
        let key = DocumentKey(self.0.document_key().to_owned());
        let book = loader(ctx)?.load_one(key).await?;
        if links {
            return Ok(markdown::linked(&*self.0, book.as_deref()));
        }
        Ok(markdown::markdown(&*self.0, book.as_deref()))
    }

    /// What `markdown` names and rolls: other entities, dice and difficulty classes, in the order of the text.
    #[graphql(name = "mentions")]
    pub async fn gql_mentions(&self, ctx: &Context<'_>) -> Result<Vec<Mention>> {
        let key = DocumentKey(self.0.document_key().to_owned());
        let book = loader(ctx)?.load_one(key).await?;
        let markdown = markdown::markdown(&*self.0, book.as_deref());
        Ok(mentions::mentions(&*self.0, &markdown))
    }

    /// The tables of `markdown` as head and rows. `rollTable` rolls on those that have dice.
    #[graphql(name = "tables")]
    pub async fn gql_tables(&self, ctx: &Context<'_>) -> Result<Vec<Table>> {
        let key = DocumentKey(self.0.document_key().to_owned());
        let book = loader(ctx)?.load_one(key).await?;
        let markdown = markdown::markdown(&*self.0, book.as_deref());
        Ok(tables::tables(&*self.0, &markdown))
    }

    /// The entities whose texts name this one, by name.
    #[graphql(name = "mentionedBy")]
    pub async fn gql_mentioned_by(
        &self,
        ctx: &Context<'_>,
        #[graphql(
            desc = "How many at most, 1 to 100.",
            default_with = "Some(DEFAULT_COUNT)"
        )]
        first: Option<i32>,
        #[graphql(
            desc = "Only from these documents, by key, name or alias. Left out: all; an empty list: none."
        )]
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
        let key = DocumentKey(self.0.document_key().to_owned());
        let book = loader(ctx)?.load_one(key).await?;
        Ok(export::export(&*self.0, book.as_deref(), format))
    }

    /// The beginning of the main text as plain text, cut at the end of a word; without a main text, the beginning of the
    /// other fields' text.
    #[graphql(name = "excerpt")]
    pub async fn gql_excerpt(
        &self,
        #[graphql(
            desc = "Maximum number of characters, 20 to 1000.",
            default_with = "Some(DEFAULT_EXCERPT_CHARS)"
        )]
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

    /// The same entity in other books and editions.
    async fn other_versions(&self, ctx: &Context<'_>) -> Result<Vec<R::Object>> {
        let row = &self.0;
        let columns = Arc::new(projection::row_columns::<R>(ctx, &[]));
        let key = Related::<R>::from(RelationKey {
            column: RelationColumn::Slug("slug"),
            kinds: &[],
            slug: row.slug().to_owned(),
            columns,
        });
        let all = loader(ctx)?.load_one(key).await?.unwrap_or_default();
        let same = |other: &Arc<R>| other.id() != row.id() && other.kind_name() == row.kind_name();
        Ok(objects(all.into_iter().filter(same)))
    }

    /// The most similar entities of the same family and kind, best first: by meaning, where there are vectors, else by
    /// the words of names and facts. The entity and its other versions are omitted; of an entity in several books, the
    /// version of the same edition stands for all. At most 20 entities of one response may select this field.
    async fn similar(
        &self,
        ctx: &Context<'_>,
        #[graphql(
            desc = "How many at most, 1 to 100.",
            default_with = "Some(DEFAULT_COUNT)"
        )]
        first: Option<i32>,
        #[graphql(
            desc = "Only from these documents, by key, name or alias. Left out: all; an empty list: none."
        )]
        documents: Option<Vec<String>>,
        #[graphql(desc = "Only from one edition: `5e-2014`, `5e-2024`, `a5e`, ...")]
        game_system: Option<String>,
    ) -> Result<Vec<Similar<R::Object>>> {
        similar::similar(ctx, &*self.0, first, documents, game_system).await
    }
}

/// Declares a family's object: its relations, the fields of every entity and the row.
macro_rules! entity_object {
    ($(#[$doc:meta])* $object:ident, $module:ident, $relations:ident) => {
        $(#[$doc])*
        #[derive(Clone, Debug, MergedObject)]
        pub struct $object(
            $relations,
            Counted<EntityFields<$module::Model>, false>,
            Counted<Arc<$module::Model>, true>,
        );

        impl Served for $module::Model {
            type Object = $object;
        }

        impl From<Arc<$module::Model>> for $object {
            fn from(row: Arc<$module::Model>) -> Self {
                let fields = EntityFields(Arc::clone(&row));
                Self($relations(Arc::clone(&row)), Counted(fields), Counted(row))
            }
        }

        /// The interfaces call the methods of [`EntityFields`].
        impl Deref for $object {
            type Target = EntityFields<$module::Model>;

            fn deref(&self) -> &Self::Target {
                &self.1.0
            }
        }
    };
}

entity_object!(
    /// A spell of one book.
    Spell, spell, SpellRelations
);
entity_object!(
    /// A creature of one book: its whole stat block.
    Creature, creature, CreatureRelations
);
entity_object!(
    /// A weapon, a suit of armor, a piece of gear or a magic item of one book.
    Equipment, equipment, EquipmentRelations
);
entity_object!(
    /// A class, subclass, race, subrace, background, feat or feature of one book.
    CharacterOption, character_option, CharacterOptionRelations
);
entity_object!(
    /// A rule, a section of rules, a condition or another concept of the game, of one book.
    Rule, rule, RuleRelations
);
