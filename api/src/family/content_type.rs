//! What people call things when they look through everything: families, and kinds within them.

use super::Family;
use async_graphql::Enum;
use sea_orm::sea_query::{Alias, Condition, Expr, ExprTrait};

/// What to look for among everything: a family, or kinds of one.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Enum)]
pub enum ContentType {
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
    /// The same as EQUIPMENT.
    Item,
    /// Backgrounds.
    Background,
    /// Feats.
    Feat,
    /// Classes and subclasses.
    Class,
    /// Races, which the 2024 rules call species, and subraces.
    Race,
}

impl ContentType {
    /// The condition on the table of search entries: what is of any of `types`.
    #[must_use]
    pub fn any_of(types: &[Self]) -> Condition {
        // An empty list has no member that anything could be of.
        let none = Condition::any().add(Expr::val(false));
        types.iter().fold(none, |any, t| any.add(t.condition()))
    }

    fn condition(self) -> Condition {
        let (family, kinds): (Family, &[&str]) = match self {
            Self::Spell => (Family::Spell, &[]),
            Self::Creature => (Family::Creature, &[]),
            Self::Equipment | Self::Item => (Family::Equipment, &[]),
            Self::CharacterOption => (Family::CharacterOption, &[]),
            Self::Rule => (Family::Rule, &[]),
            Self::Background => (Family::CharacterOption, &["background"]),
            Self::Feat => (Family::CharacterOption, &["feat"]),
            Self::Class => (Family::CharacterOption, &["class", "subclass"]),
            Self::Race => (Family::CharacterOption, &["race", "subrace"]),
        };
        let column = |name| Expr::col(Alias::new(name));
        let mut all = Condition::all().add(column("family").eq(family.name()));
        if !kinds.is_empty() {
            all = all.add(column("kind").is_in(kinds.iter().copied()));
        }
        all
    }
}
