//! Families of content, and the identity of an entity within its family.

use async_graphql::Enum;
use serde::{Deserialize, Serialize};

/// The five families of content.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Enum)]
#[graphql(name = "Family")]
#[serde(rename_all = "snake_case")]
pub enum Family {
    /// Spells.
    Spell,
    /// Creatures.
    Creature,
    /// Weapons, armor, gear and magic items.
    Equipment,
    /// Classes, subclasses, races, subraces, backgrounds, feats, and the features that they grant.
    CharacterOption,
    /// Rules, conditions and the concepts of the game.
    Rule,
}

/// The one list of families: calls `$callback!` with a line for each, `(module, Variant, plural field)`, where the
/// module is the family's name in ids and on the command line, and its table's. A sixth family is one file and one
/// line here.
#[macro_export]
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

macro_rules! names {
    ($(($module:ident, $variant:ident, $plural:ident),)*) => {
        impl Family {
            /// All families, in the order of their list.
            pub const ALL: [Self; [$(Self::$variant),*].len()] = [$(Self::$variant),*];

            /// The family's name.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => stringify!($module),)*
                }
            }
        }
    };
}
families!(names);

macro_rules! fields {
    ($(($module:ident, $variant:ident, $plural:ident),)*) => {
        impl Family {
            /// The GraphQL field with the rows of the family (`characterOptions`).
            #[expect(unreachable_patterns, reason = "the one field of two words comes first")]
            pub fn field(self) -> &'static str {
                match self {
                    Self::CharacterOption => "characterOptions",
                    $(Self::$variant => stringify!($plural),)*
                }
            }
        }
    };
}
families!(fields);

/// The words for the families. Kinds, such as feats, are values of fields.
const WORDS: [(&str, Family); 7] = [
    ("spell", Family::Spell),
    ("creature", Family::Creature),
    ("monster", Family::Creature),
    ("item", Family::Equipment),
    ("equipment", Family::Equipment),
    ("option", Family::CharacterOption),
    ("rule", Family::Rule),
];

impl Family {
    /// The family of a name or a synonym; plurals, hyphens and capitals are forgiven.
    pub fn parse(name: &str) -> Option<Self> {
        let name = name.trim().to_lowercase().replace([' ', '-'], "_");
        let singular = name.strip_suffix('s').unwrap_or(&name);
        Self::ALL.into_iter().find(|f| f.name() == name || f.name() == singular).or_else(|| Self::of_word(singular))
    }

    /// The family that a word in the singular stands for (`monster`).
    pub fn of_word(word: &str) -> Option<Self> {
        let found = WORDS.iter().find(|(name, _)| *name == word);
        found.map(|(_, family)| *family)
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
    pub fn global_id(&self) -> String {
        let Self { family, document, kind, slug } = self;
        let family = family.name();
        if kind.is_empty() {
            format!("{family}:{document}:{slug}")
        } else {
            format!("{family}:{document}:{kind}:{slug}")
        }
    }

    /// The path of the entity's page: `/spell/srd-2014/fireball`, `/equipment/srd-2014/weapon/longsword`.
    pub fn path(&self) -> String {
        format!("/{}", self.global_id().replace(':', "/"))
    }

    /// The identity that a global id stands for; `None` when the text has another shape.
    pub fn parse(id: &str) -> Option<Self> {
        // No text in the store has a NUL, and Postgres refuses to look for one.
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
        Some(Self { family, document: (*document).to_owned(), kind: kind.to_owned(), slug: (*slug).to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_have_names_and_synonyms() {
        for (name, family) in [
            ("spells", Family::Spell),
            ("Monster", Family::Creature),
            ("monsters", Family::Creature),
            ("items", Family::Equipment),
            ("character-options", Family::CharacterOption),
            ("RULE", Family::Rule),
        ] {
            assert_eq!(Family::parse(name), Some(family), "{name}");
        }
        assert_eq!(Family::parse("dragon"), None);
    }
}
