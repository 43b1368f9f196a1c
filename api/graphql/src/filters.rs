//! Input types of the plural fields: sort order and search mode.

use super::documents::DocumentOrderField;
use async_graphql::{Enum, InputObject, InputType};
use lorekeeper_content::filter::{Direction, OrderField, SortKey};
use lorekeeper_content::{character_option, creature, equipment, rule, spell};

/// A sort key and its direction.
#[derive(Clone, Debug, PartialEq, InputObject)]
#[graphql(
    concrete(name = "SpellOrder", params(spell::SpellOrderField)),
    concrete(name = "CreatureOrder", params(creature::CreatureOrderField)),
    concrete(name = "EquipmentOrder", params(equipment::EquipmentOrderField)),
    concrete(
        name = "CharacterOptionOrder",
        params(character_option::CharacterOptionOrderField)
    ),
    concrete(name = "RuleOrder", params(rule::RuleOrderField)),
    concrete(name = "DocumentOrder", params(DocumentOrderField))
)]
pub struct OrderBy<F: InputType> {
    /// The field to sort by.
    pub field: F,
    /// The direction; ascending when left out. Missing values come last either way.
    pub direction: Option<Direction>,
}

impl<F: InputType + OrderField> OrderBy<F> {
    /// The sort key.
    pub fn key(&self) -> SortKey {
        (self.field.column(), self.direction.unwrap_or_default())
    }
}

/// The ranking of a search.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Enum)]
#[graphql(remote = "lorekeeper_search::ranking::Mode")]
pub enum SearchMode {
    /// By words, names and meaning together.
    #[default]
    Hybrid,
    /// By meaning only.
    Semantic,
    /// By words and names only.
    Lexical,
}
