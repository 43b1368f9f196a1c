//! Classes.

use super::super::document::Books;
use super::super::wire::{name, text_or_none};
use super::{add, class_table, feature, heading, row, subclass};
use crate::option_text::hit_die;
use crate::option_text::proficiency::{complete, unless_none};
use crate::prose;
use crate::{Drafts, Records};
use lorekeeper_content::character_option::{Kind, Model};
use serde::Deserialize;

#[derive(Debug, Deserialize)]
struct Class {
    #[serde(deserialize_with = "name")]
    name: String,
    #[serde(default, rename = "document__slug")]
    document: String,
    /// The features, below headings.
    #[serde(default)]
    desc: String,
    #[serde(default)]
    hit_dice: String,
    #[serde(default)]
    hp_at_1st_level: String,
    #[serde(default)]
    hp_at_higher_levels: String,
    #[serde(default)]
    prof_armor: String,
    #[serde(default)]
    prof_weapons: String,
    #[serde(default)]
    prof_tools: String,
    #[serde(default)]
    prof_saving_throws: String,
    #[serde(default)]
    prof_skills: String,
    #[serde(default)]
    equipment: String,
    #[serde(default)]
    table: String,
    #[serde(default)]
    spellcasting_ability: String,
    /// The class's name for its subclasses.
    #[serde(default)]
    subtypes_name: String,
    #[serde(default)]
    archetypes: Vec<subclass::Archetype>,
}

/// Draws the classes, and the subclasses that they carry.
pub(super) fn draw(books: &Books, records: &Records, drafts: &mut Drafts) {
    for (record, class) in drafts.parse::<Class>(records, "classes") {
        let class_row = class.row(books.key(&class.document));
        let parent = class_row.slug.clone();
        add(class_row, "classes", record, drafts);
        for archetype in &class.archetypes {
            let row = archetype.row(&parent, books);
            add(row, "classes", record, drafts);
        }
    }
}

impl Class {
    fn row(&self, document: String) -> Model {
        let mut row = row(Kind::Class, document, &self.name);
        let mut parts = heading::headed(&self.desc);
        if let Some(first) = parts.first_mut() {
            row.text = std::mem::take(&mut first.text);
        }
        row.features = feature::of_class(parts, &self.table, &self.subtypes_name).into();
        row.levels = class_table::levels(&self.table).into();
        row.hit_die = hit_die(&self.hit_dice);
        row.hit_points_at_first_level = text_or_none(&self.hp_at_1st_level);
        row.hit_points_at_higher_levels = text_or_none(&self.hp_at_higher_levels);
        row.proficiencies.armor = unless_none(&self.prof_armor);
        row.proficiencies.weapons = unless_none(&self.prof_weapons);
        row.proficiencies.tools = unless_none(&self.prof_tools);
        row.proficiencies.saving_throws = unless_none(&self.prof_saving_throws);
        row.proficiencies.skills = unless_none(&rejoined(&self.prof_skills));
        complete(&mut row.proficiencies);
        row.saving_throws = prose::abilities(&self.prof_saving_throws);
        row.starting_equipment = text_or_none(&self.equipment);
        row.spellcasting_ability = prose::ability(&self.spellcasting_ability).map(str::to_owned);
        row.spellcasting_text = row
            .features
            .iter()
            .find(|feature| matches!(feature.slug.as_str(), "spellcasting" | "pact-magic"))
            .map(|feature| feature.text.clone());
        row.summary = text_or_none(&self.subtypes_name);
        row
    }
}

/// A comma has cut a skill in two.
///
/// Correction (character options): A skill that a comma cuts in two becomes one again.
fn rejoined(skills: &str) -> String {
    skills.replace("Animal, Handling", "Animal Handling")
}
