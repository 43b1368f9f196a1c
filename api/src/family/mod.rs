//! What the content is: five families of rows, each declared in one file.
//!
//! A family file holds the row (which is also the GraphQL object), its nested structures, its
//! filter and sort keys, and the passages that search reads. Everything that is done *with* a
//! family is generic and lives elsewhere.

pub mod card;
pub mod character_option;
mod content_type;
pub mod creature;
pub mod document;
pub mod equipment;
pub mod filter;
pub mod grouping;
mod inflicts;
mod json;
mod parts;
pub mod rule;
pub mod spell;
mod words;

pub use content_type::ContentType;
pub use json::{Json, List};
pub use parts::{Damage, Image, Origin, Quantity, SavingThrowDc, Trait, UsageLimit};
pub(crate) use words::pattern;
pub use words::{ABILITIES, ChallengeRating, average, cr_text, parse_cr, slugify};

use async_graphql::Enum;
use sea_orm::prelude::DateTimeUtc;
use sea_orm::{
    ActiveModelBehavior, ActiveModelTrait, EntityTrait, FromQueryResult, IntoActiveModel,
    ModelTrait,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The document that holds what no book describes; it belongs to every game system.
pub const CORE: &str = "core";

/// The documents that are preferred where nothing says which is meant, the most preferred first.
pub const PREFERRED: [&str; 2] = ["srd-2024", "srd-2014"];

/// The five families of content.
#[derive(
    Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Enum,
)]
#[graphql(name = "Family")]
#[serde(rename_all = "snake_case")]
pub enum Family {
    /// Spells.
    Spell,
    /// Creatures.
    Creature,
    /// Weapons, armor, gear and magic items.
    Equipment,
    /// Classes, subclasses, races, subraces, backgrounds and feats.
    CharacterOption,
    /// Rules, conditions and the concepts of the game.
    Rule,
}

/// The one list of families: calls `$callback!` with a line for each,
/// `(module, Variant, plural field)`. A sixth family is one file and one line here.
macro_rules! families {
    ($callback:ident) => {
        $callback! {
            (spell, Spell, spells),
            (creature, Creature, creatures),
            (equipment, Equipment, equipment),
            (character_option, CharacterOption, character_options),
            (rule, Rule, rules),
        }
    };
}

pub(crate) use families;

impl Family {
    /// All families, in the order of the map.
    pub const ALL: [Self; 5] = [
        Self::Spell,
        Self::Creature,
        Self::Equipment,
        Self::CharacterOption,
        Self::Rule,
    ];

    /// The family's name in ids and on the command line, which is also its table's.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Spell => "spell",
            Self::Creature => "creature",
            Self::Equipment => "equipment",
            Self::CharacterOption => "character_option",
            Self::Rule => "rule",
        }
    }

    /// The family of that name; plurals, hyphens and capitals are forgiven.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        let name = name.trim().to_lowercase().replace([' ', '-'], "_");
        let singular = name.strip_suffix('s').unwrap_or(&name);
        Self::ALL
            .into_iter()
            .find(|f| f.name() == name || f.name() == singular)
    }
}

/// What identifies an entity for ever: family, document, kind (where there are kinds) and slug.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Identity {
    /// The family.
    pub family: Family,
    /// Key of the document.
    pub document: String,
    /// The kind, lower case; empty in a family without kinds.
    pub kind: String,
    /// The slug.
    pub slug: String,
}

impl Identity {
    /// The global id: `spell:srd-2014:fireball`, `equipment:srd-2014:weapon:longsword`.
    #[must_use]
    pub fn global_id(&self) -> String {
        let Self {
            family,
            document,
            kind,
            slug,
        } = self;
        let family = family.name();
        if kind.is_empty() {
            format!("{family}:{document}:{slug}")
        } else {
            format!("{family}:{document}:{kind}:{slug}")
        }
    }

    /// Reads a global id; `None` when it has another shape.
    #[must_use]
    pub fn parse(id: &str) -> Option<Self> {
        // No text in the store has it, and Postgres refuses to look for it.
        if id.contains('\0') {
            return None;
        }
        let parts: Vec<&str> = id.split(':').collect();
        let (family, document, kind, slug) = match parts.as_slice() {
            [family, document, slug] => (family, document, "", slug),
            [family, document, kind, slug] => (family, document, *kind, slug),
            _ => return None,
        };
        let family = Family::ALL.into_iter().find(|f| f.name() == *family)?;
        Some(Self {
            family,
            document: (*document).to_owned(),
            kind: kind.to_owned(),
            slug: (*slug).to_owned(),
        })
    }
}

/// One piece of an entity's text that is embedded and searched on its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passage {
    /// What the piece is (`trait`, `action`, `description`).
    pub label: String,
    /// Its text, in plain words.
    pub text: String,
}

/// Longest passage, in characters: what the embedding model reads of a text (256 tokens).
const PASSAGE_CHARS: usize = 900;

impl Passage {
    /// A passage as it is.
    #[must_use]
    pub fn new(label: &str, text: String) -> Self {
        Self {
            label: label.to_owned(),
            text,
        }
    }

    /// A named part (a trait, an action), cut at paragraphs when it is long.
    #[must_use]
    pub fn named(label: &str, name: &str, text: &str) -> Vec<Self> {
        Self::paragraphs(label, text)
            .into_iter()
            .map(|p| Self {
                text: format!("{name}. {}", p.text),
                ..p
            })
            .collect()
    }

    /// Paragraphs gathered into pieces that the model can read whole; a longer paragraph is cut
    /// between sentences.
    #[must_use]
    pub fn paragraphs(label: &str, text: &str) -> Vec<Self> {
        let mut pieces: Vec<String> = Vec::new();
        let sentences = text
            .split('\n')
            .map(str::trim)
            .filter(|line| !line.is_empty())
            .flat_map(|line| {
                if line.len() > PASSAGE_CHARS {
                    line.split_inclusive(". ").collect::<Vec<_>>()
                } else {
                    vec![line]
                }
            });
        for part in sentences {
            match pieces.last_mut() {
                Some(last) if last.len() + part.len() < PASSAGE_CHARS => {
                    last.push(' ');
                    last.push_str(part.trim());
                }
                _ => pieces.push(part.trim().to_owned()),
            }
        }
        pieces
            .into_iter()
            .map(|text| Self {
                label: label.to_owned(),
                text,
            })
            .collect()
    }
}

/// A row of a family. The accessors come from `family_row!`; a family writes the rest itself.
pub trait Row:
    ModelTrait<Entity = Self::Table>
    + FromQueryResult
    + Head
    + IntoActiveModel<Self::Active>
    + Default
    + Serialize
    + DeserializeOwned
    + Send
    + Sync
    + 'static
{
    /// What search reads of it. The first passage holds the facts.
    fn passages(&self) -> Vec<Passage>;

    /// Columns with lists that no source has whole: what a later one has is added.
    const GATHERED: &'static [&'static str] = &[];

    /// The column with the slug of the thing that it is a variant of.
    const VARIANT_OF: Option<&'static str> = None;

    /// Whether there are hardly any facts, so that the text must tell what it is like.
    const TOLD_BY_TEXT: bool = false;

    /// The slug of the thing that it is a variant of.
    fn variant_of(&self) -> Option<&str> {
        None
    }

    /// What tells it from a namesake in the same book, whatever source files it: its kind, unless sources
    /// differ about that.
    fn shelf(&self) -> String {
        self.kind_name()
    }

    /// Fills in what the game's rules make certain once all sources have had their say.
    fn finish(&mut self) {}

    /// Derives what depends on other rows of the family.
    fn link(rows: &mut [Self])
    where
        Self: Sized,
    {
        let _ = rows;
    }
}

/// What all rows have, by the same names.
pub trait Head: Sized {
    /// The table.
    type Table: EntityTrait<Model = Self>;
    /// The row as something to write.
    type Active: ActiveModelTrait<Entity = Self::Table> + ActiveModelBehavior + Send;
    /// The family.
    const FAMILY: Family;
    /// Whether the family has kinds.
    const HAS_KIND: bool;

    /// Key in the store; not stable across stores.
    fn id(&self) -> i64;
    /// Key of its document.
    fn document_key(&self) -> &str;
    /// Kind, lower case; empty where the family has none.
    fn kind_name(&self) -> String;
    /// Slug.
    fn slug(&self) -> &str;
    /// Name.
    fn name(&self) -> &str;
    /// Main text.
    fn text(&self) -> &str;
    /// The upstream records it was made of, the preferred one first.
    fn origins(&self) -> &[Origin];
    /// Which source a field came from, where it is not the first.
    fn field_sources(&self) -> &BTreeMap<String, String>;
    /// Hash of its content.
    fn content_hash(&self) -> &str;
    /// When its records were last fetched.
    fn fetched_at(&self) -> DateTimeUtc;
    /// Moves the row to another document.
    fn set_document(&mut self, key: String);
    /// Changes the slug (when a book has a name twice).
    fn set_slug(&mut self, slug: String);
    /// Takes the identity of another row.
    fn file_like(&mut self, other: &Self);
    /// Sets what the ingest knows and the sources do not.
    fn stamp(&mut self, origins: Vec<Origin>, fields: BTreeMap<String, String>, at: DateTimeUtc);
    /// Sets the key and the content hash, which are known last.
    fn seal(&mut self, id: i64, content_hash: String);

    /// Its identity.
    fn identity(&self) -> Identity {
        Identity {
            family: Self::FAMILY,
            document: self.document_key().to_owned(),
            kind: self.kind_name(),
            slug: self.slug().to_owned(),
        }
    }
}

/// Gives a family's `Model` its [`Head`].
macro_rules! family_row {
    ($family:expr) => {
        super::family_row!(
            @impl $family, false, |_row: &Model| String::new(), |_row: &mut Model, _other: &Model| ()
        );
    };
    ($family:expr, kind) => {
        super::family_row!(@impl $family, true, |row: &Model| {
            use sea_orm::ActiveEnum;
            row.kind.to_value().to_lowercase()
        }, |row: &mut Model, other: &Model| row.kind = other.kind);
    };
    (@impl $family:expr, $has_kind:literal, $kind:expr, $take_kind:expr) => {
        impl super::Head for Model {
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
            fn content_hash(&self) -> &str { &self.content_hash }
            fn fetched_at(&self) -> DateTimeUtc { self.fetched_at }
            fn set_document(&mut self, key: String) { self.document_key = key; }
            fn set_slug(&mut self, slug: String) { self.slug = slug; }
            fn file_like(&mut self, other: &Self) {
                self.document_key.clone_from(&other.document_key);
                self.slug.clone_from(&other.slug);
                $take_kind(self, other);
            }
            fn stamp(&mut self, origins: Vec<Origin>, fields: BTreeMap<String, String>, at: DateTimeUtc) {
                self.origins = Json(origins);
                self.field_sources = Json(fields);
                self.fetched_at = at;
            }
            fn seal(&mut self, id: i64, content_hash: String) {
                self.id = id;
                self.content_hash = content_hash;
            }
        }
    };
}
pub(crate) use family_row;
