//! Classes and subclasses.

use super::class_table::{Advancement, levels};
use super::feature::{Choice, Grant, features};
use super::passage::below;
use super::{about, row};
use crate::option_text::proficiency;
use crate::srd_data::draft;
use crate::srd_data::index::Index;
use crate::srd_data::notation::ability;
use crate::srd_data::prose::markdown;
use crate::{Drafts, Records};
use lorekeeper_content::character_option::{AbilityMinimum, Kind, Model, Multiclassing};
use serde::Deserialize;

#[derive(Deserialize)]
struct ClassRecord {
    slug: String,
    #[serde(deserialize_with = "crate::wire::name")]
    name: String,
    #[serde(default)]
    description: String,
    hit_die: Option<String>,
    #[serde(default)]
    primary_ability: PrimaryAbility,
    #[serde(default)]
    spellcasting: Spellcasting,
    #[serde(default)]
    saving_throws: Vec<String>,
    class_identifier: Option<String>,
    #[serde(default)]
    advancement: Vec<Advancement>,
    #[serde(default)]
    granted_features: Vec<Grant>,
    #[serde(default)]
    feature_choices: Vec<Choice>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct PrimaryAbility {
    value: Vec<String>,
    all: bool,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Spellcasting {
    ability: String,
    progression: String,
}

/// Draws the classes and subclasses.
pub(super) fn draw(records: &Records, index: &Index<'_>, drafts: &mut Drafts) {
    for (record, wire) in drafts.parse::<ClassRecord>(records, "classes") {
        drafts
            .character_options
            .push(draft(wire.class(index), "classes", record));
    }
    for (record, wire) in drafts.parse::<ClassRecord>(records, "subclasses") {
        drafts
            .character_options
            .push(draft(wire.subclass(index), "subclasses", record));
    }
}

impl ClassRecord {
    fn class(&self, index: &Index<'_>) -> Model {
        let mut row = row(Kind::Class, &self.name);
        let text = markdown(&self.description, &about(index, &self.name));
        let name = self.name.trim();
        row.hit_die = self
            .hit_die
            .as_deref()
            .and_then(|die| die.trim_start_matches('d').parse().ok());
        if let Some(die) = row.hit_die {
            row.hit_points_at_first_level = Some(format!("{die} + your Constitution modifier"));
            row.hit_points_at_higher_levels = Some(format!(
                "1d{die} (or {}) + your Constitution modifier per {} level after 1st",
                die / 2 + 1,
                name.to_lowercase()
            ));
        }
        let words = |label: &str| below(&text, label).map(str::to_owned);
        row.proficiencies.armor = words("Armor Training").filter(|words| words != "None");
        row.proficiencies.weapons = words("Weapon Proficiencies");
        row.proficiencies.tools = words("Tool Proficiencies").filter(|words| words != "None");
        row.proficiencies.skills = words("Skill Proficiencies");
        row.proficiencies.saving_throws = words("Saving Throw Proficiencies");
        proficiency::complete(&mut row.proficiencies);
        row.starting_equipment = words("Starting Equipment");
        row.saving_throws = abilities(&self.saving_throws);
        row.primary_abilities = abilities(&self.primary_ability.value);
        row.multiclassing = self.multiclassing();
        self.fill_spellcasting(&mut row);
        row.levels = levels(
            name,
            &self.spellcasting.progression,
            &self.advancement,
            &self.granted_features,
            index,
        )
        .into();
        row.features = features(
            &self.slug,
            &self.granted_features,
            &self.feature_choices,
            index,
        )
        .into();
        let known = row
            .features
            .iter()
            .find(|f| f.slug == "spellcasting" || f.slug == "pact-magic");
        row.spellcasting_text = known
            .map(|feature| feature.text.clone())
            .filter(|text| !text.is_empty());
        row
    }

    fn subclass(&self, index: &Index<'_>) -> Model {
        let mut row = row(Kind::Subclass, &self.name);
        row.text = markdown(&self.description, &about(index, &self.name));
        row.parent_slug.clone_from(&self.class_identifier);
        self.fill_spellcasting(&mut row);
        row.caster_type = row.caster_type.filter(|kind| kind != "NONE");
        row.features = features(
            &self.slug,
            &self.granted_features,
            &self.feature_choices,
            index,
        )
        .into();
        // The text opens with the summary.
        if let Some((summary, rest)) = row.text.split_once("\n\n")
            && !summary.ends_with('.')
        {
            row.summary = Some(summary.to_owned());
            row.text = rest.to_owned();
        }
        row
    }

    fn fill_spellcasting(&self, row: &mut Model) {
        let progression = self.spellcasting.progression.to_uppercase();
        row.caster_type = Some(progression).filter(|kind| !kind.is_empty());
        row.spellcasting_ability = ability(&self.spellcasting.ability).map(str::to_owned);
    }

    /// The rules of 2024 ask for 13 in what is primary.
    fn multiclassing(&self) -> Option<lorekeeper_content::Json<Multiclassing>> {
        let names = abilities(&self.primary_ability.value);
        let prerequisites = names.into_iter().map(|ability| AbilityMinimum {
            ability,
            minimum: 13,
        });
        let prerequisites: Vec<AbilityMinimum> = prerequisites.collect();
        (!prerequisites.is_empty()).then(|| {
            Multiclassing {
                any_of: prerequisites.len() > 1 && !self.primary_ability.all,
                prerequisites,
                ..Multiclassing::default()
            }
            .into()
        })
    }
}

/// The abilities of codes, in the order of the stat block.
fn abilities(codes: &[String]) -> Vec<String> {
    let known = crate::srd_data::notation::ABILITIES.iter();
    let named = known.filter(|(code, _)| codes.iter().any(|known| known == code));
    named.map(|(_, name)| (*name).to_owned()).collect()
}
