//! The interfaces `Node` and `Entity`, and the GraphQL object of each family.

#![expect(clippy::duplicated_attributes, reason = "fields of an interface may share a type")]

use super::counted::Counted;
use super::document::Document;
use super::entity_fields::EntityFields;
use super::entity_source::EntitySource;
use super::filters::DEFAULT_COUNT;
use super::loaders::RelationSlugs;
use super::mentions::{Mention, MentionedBy};
use super::relations::{
    CharacterOptionRelations, CreatureRelations, EquipmentRelations, RuleRelations, SpellRelations,
};
use super::rendered::OfRow;
use super::tables::Table;
use async_graphql::{ID, Interface, MergedObject, ObjectType};
use lorekeeper_content::{Family, character_option, creature, equipment, export, families, rule, spell};
use lorekeeper_search::load::AnyRow;
use serde_json::{Map, Value};
use std::ops::Deref;
use std::sync::Arc;

/// A spell, a creature, a piece of equipment, a character option or a rule.
#[derive(Clone, Debug, Interface)]
#[graphql(
    field(name = "id", method = "gql_id", ty = "ID", desc = "Global id; the same in every store."),
    field(name = "name", method = "gql_name", ty = "&str", desc = "Name as printed."),
    field(
        name = "slug",
        method = "gql_slug",
        ty = "&str",
        desc = "Slug of the name; unique within document and kind."
    ),
    field(name = "family", method = "gql_family", ty = "Family", desc = "The entity's family."),
    field(name = "document", method = "gql_document", ty = "Document", desc = "The book that the entity comes from."),
    field(name = "text", method = "gql_text", ty = "&str", desc = "The main text, as Markdown."),
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
        name = "part",
        method = "gql_part",
        ty = "String",
        desc = "What `markdown` has under one of its headings.",
        arg(
            name = "heading",
            ty = "String",
            desc = "A heading, a trait or an action, as printed; case and punctuation do not matter."
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
#[graphql(field(name = "id", method = "gql_id", ty = "ID", desc = "Global id; the same in every store."))]
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

macro_rules! columns_of_any_row {
    ($(($module:ident, $variant:ident, $plural:ident),)*) => {
        /// The columns of a row, by name.
        pub fn columns(row: &AnyRow) -> Map<String, Value> {
            let row = match row { $( AnyRow::$variant(row) => serde_json::to_value(&**row), )* };
            match row {
                Ok(Value::Object(columns)) => columns,
                _ => Map::new(),
            }
        }
    };
}
families!(columns_of_any_row);

/// A row with a GraphQL object.
pub trait Served: RelationSlugs {
    /// The object: the row's own fields, those of every entity, and those of its family.
    type Object: ObjectType + OfRow + From<Arc<Self>>;
}

/// The objects of rows.
pub fn objects<R: Served>(rows: impl IntoIterator<Item = Arc<R>>) -> Vec<R::Object> {
    rows.into_iter().map(R::Object::from).collect()
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
