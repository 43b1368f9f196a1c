//! Arguments that the plural fields share.

use super::documents::DocumentOrderField;
use crate::family::filter::{Direction, OrderField};
use crate::family::{character_option, creature, equipment, rule, spell};
use async_graphql::{Enum, InputObject, InputType};
use sea_orm::sea_query::Expr;

/// What to sort by, and which way.
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
    /// What to sort by.
    pub field: F,
    /// Which way; ascending when left out. Missing values come last either way.
    pub direction: Option<Direction>,
}

impl<F: InputType + OrderField> OrderBy<F> {
    /// The sort key.
    pub fn key(&self) -> (Expr, Direction) {
        (self.field.column(), self.direction.unwrap_or_default())
    }
}

/// How a search ranks.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Enum)]
pub enum SearchMode {
    /// By words, names and meaning together.
    #[default]
    Hybrid,
    /// By meaning only.
    Semantic,
    /// By words and names only.
    Lexical,
}
