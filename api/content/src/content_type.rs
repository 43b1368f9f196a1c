//! Content types: the families and kinds that a search of everything can be narrowed to.

use super::Family;
use async_graphql::{Enum, InputType};
use sea_orm::sea_query::{Alias, CaseStatement, Condition, Expr, ExprTrait};

/// What to look for among everything: a family, or kinds of one.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Enum)]
pub enum ContentType {
    /// Spells.
    Spell,
    /// Creatures.
    Creature,
    /// Weapons, armor, gear and magic items.
    Equipment,
    /// Classes, subclasses, races, subraces, backgrounds, feats and features.
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
    /// Features of classes, species, backgrounds and feats.
    Feature,
}

impl ContentType {
    /// The condition that an entry of search is of any of `types`.
    pub fn any_of(types: &[Self]) -> Condition {
        // No entry is of a type of an empty list.
        let none = Condition::any().add(Expr::val(false));
        types.iter().fold(none, |any, t| any.add(t.condition()))
    }

    /// The most specific type of an entry of search, as SQL: each entry has exactly one.
    pub fn entry_expr() -> Expr {
        let specific = [Self::Background, Self::Feat, Self::Class, Self::Race, Self::Feature];
        let family = Expr::cust("upper(family)");
        let cases = specific
            .into_iter()
            .fold(CaseStatement::new(), |cases, t| cases.case(t.condition(), Expr::val(t.to_value().to_string())));
        cases.finally(family).into()
    }

    /// Whether an entity of a family and a kind (lower case) is of this type.
    pub fn contains(self, family: Family, kind: &str) -> bool {
        let (of, kinds) = self.family_and_kinds();
        of == family && (kinds.is_empty() || kinds.contains(&kind))
    }

    /// The family, and the kinds of it; none for all.
    const fn family_and_kinds(self) -> (Family, &'static [&'static str]) {
        match self {
            Self::Spell => (Family::Spell, &[]),
            Self::Creature => (Family::Creature, &[]),
            Self::Equipment | Self::Item => (Family::Equipment, &[]),
            Self::CharacterOption => (Family::CharacterOption, &[]),
            Self::Rule => (Family::Rule, &[]),
            Self::Background => (Family::CharacterOption, &["background"]),
            Self::Feat => (Family::CharacterOption, &["feat"]),
            Self::Class => (Family::CharacterOption, &["class", "subclass"]),
            Self::Race => (Family::CharacterOption, &["race", "subrace"]),
            Self::Feature => (Family::CharacterOption, &["feature"]),
        }
    }

    fn condition(self) -> Condition {
        let (family, kinds) = self.family_and_kinds();
        let column = |name| Expr::col(Alias::new(name));
        let mut all = Condition::all().add(column("family").eq(family.name()));
        if !kinds.is_empty() {
            all = all.add(column("kind").is_in(kinds.iter().copied()));
        }
        all
    }
}
