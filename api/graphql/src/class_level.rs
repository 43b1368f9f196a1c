//! Rows of class tables, with the features that a level brings.

use super::entity::{CharacterOption, Spell};
use super::relations::{FEATURE, by_slugs};
use crate::error::Result;
use async_graphql::{Context, Object};
use lorekeeper_content::character_option::{ClassLevel as Level, Model, TableCell};
use lorekeeper_content::spell;
use std::sync::Arc;

/// One row of a class table.
#[derive(Clone, Debug)]
pub struct ClassLevel {
    level: Level,
    /// The book of the option.
    document: String,
}

impl ClassLevel {
    /// The row at a place in the table of an option.
    pub fn at_row(option: &Arc<Model>, at: usize) -> Self {
        Self { level: option.levels.get(at).cloned().unwrap_or_default(), document: option.document_key.clone() }
    }
}

/// One row of a class table.
#[Object]
impl ClassLevel {
    /// Level, 1 to 20.
    async fn level(&self) -> i32 {
        self.level.level
    }

    /// Proficiency bonus at this level.
    async fn proficiency_bonus(&self) -> Option<i32> {
        self.level.proficiency_bonus
    }

    /// The features gained at this level, and those that grow.
    async fn features(&self, ctx: &Context<'_>) -> Result<Vec<CharacterOption>> {
        by_slugs::<Model>(ctx, FEATURE, &self.level.feature_slugs, &self.document).await
    }

    /// Slugs of these features.
    async fn feature_slugs(&self) -> &[String] {
        &self.level.feature_slugs
    }

    /// Names of the features gained at this level, as the table prints them.
    async fn feature_names(&self) -> &[String] {
        &self.level.feature_names
    }

    /// The spells that a subclass gains at this level.
    async fn spells(&self, ctx: &Context<'_>) -> Result<Vec<Spell>> {
        by_slugs::<spell::Model>(ctx, &[], &self.level.spell_slugs, &self.document).await
    }

    /// Slugs of these spells.
    async fn spell_slugs(&self) -> &[String] {
        &self.level.spell_slugs
    }

    /// How many cantrips are known; null for a class without.
    async fn cantrips_known(&self) -> Option<i32> {
        self.level.cantrips_known
    }

    /// How many spells are known or prepared; null where that is not fixed.
    async fn spells_known(&self) -> Option<i32> {
        self.level.spells_known
    }

    /// Spell slots by spell level (index 0 is level 1).
    async fn spell_slots(&self) -> &[i32] {
        &self.level.spell_slots
    }

    /// The table's other columns.
    async fn columns(&self) -> &[TableCell] {
        &self.level.columns
    }
}
