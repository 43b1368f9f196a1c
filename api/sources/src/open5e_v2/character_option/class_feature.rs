//! Features of a class, and the rows among them that feed other fields of the class.

use crate::option_text::proficiency::unless_none;
use crate::prose;
use lorekeeper_content::character_option::{Feature as FeatureRow, Proficiencies};
use lorekeeper_content::{Pattern, slugify};
use serde::Deserialize;
use std::collections::BTreeMap;

/// A row of a class's features.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Feature {
    key: String,
    /// Name.
    pub name: String,
    #[serde(default)]
    desc: String,
    /// The field that the row feeds.
    #[serde(default, rename = "feature_type")]
    pub kind: FeatureType,
    #[serde(default)]
    gained_at: Vec<Gain>,
    /// The cells of its column in the class table.
    #[serde(default)]
    pub data_for_class_table: Vec<Cell>,
}

/// The field that a feature row feeds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(super) enum FeatureType {
    /// A feature.
    ClassLevelFeature,
    /// The options of a feature.
    ClassFeatureOptionList,
    /// A column of the class table.
    ClassTableData,
    /// The column of the proficiency bonus.
    ProficiencyBonus,
    /// The column of the slots of one spell level.
    SpellSlots,
    /// Proficiencies.
    Proficiencies,
    /// Starting equipment.
    StartingEquipment,
    /// The table that opens a class of the 2024 rules.
    CoreTraitsTable,
    /// An unknown type, treated as a feature.
    #[default]
    #[serde(other)]
    Unknown,
}

#[derive(Clone, Debug, Deserialize)]
struct Gain {
    level: i32,
    detail: Option<String>,
}

/// A cell of the class table.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Cell {
    /// The row's level.
    pub level: i32,
    /// The cell as printed.
    #[serde(default)]
    pub column_value: String,
}

impl Feature {
    /// The last part of its key (`slots-1st`).
    pub fn bare_key(&self) -> &str {
        self.key.rsplit('_').next().unwrap_or(&self.key)
    }

    /// The feature's text.
    pub fn text(&self) -> Option<String> {
        prose::text(&self.desc)
    }

    /// Whether it is shown as a feature; a row that is only a column has no text.
    pub fn is_shown(&self) -> bool {
        matches!(self.kind, FeatureType::ClassLevelFeature | FeatureType::ClassFeatureOptionList | FeatureType::Unknown)
            && self.text().is_some()
    }

    /// The levels at which it is gained or grows, with what each gain brings.
    pub fn gains(&self) -> BTreeMap<i32, Option<String>> {
        let mut gains: BTreeMap<i32, Option<String>> = BTreeMap::new();
        for gain in &self.gained_at {
            let detail = gain.detail.as_deref().and_then(prose::text);
            let known = gains.entry(gain.level).or_default();
            *known = known.take().or(detail);
        }
        if gains.is_empty() {
            gains.extend(level_in_text(&self.desc).map(|level| (level, None)));
        }
        gains
    }
}

/// The features that are shown, by the level at which they are gained.
///
/// Correction (character options): Features of types `PROFICIENCIES`, `STARTING_EQUIPMENT`, `CORE_TRAITS_TABLE`,
/// `SPELL_SLOTS` and other table columns fill fields and the class table. They are not shown as features.
pub(super) fn features(features: &[Feature]) -> Vec<FeatureRow> {
    let mut shown: Vec<FeatureRow> = features
        .iter()
        .filter(|f| f.is_shown())
        .map(|feature| {
            let gains = feature.gains();
            let details = gains.iter().filter_map(|(level, detail)| {
                let detail = detail.as_ref()?;
                Some(format!("{} level: {detail}", prose::ordinal(*level)))
            });
            FeatureRow {
                name: feature.name.trim().to_owned(),
                slug: slugify(&feature.name),
                text: feature.text().unwrap_or_default(),
                details: details.collect(),
                levels: gains.into_keys().collect(),
                ..FeatureRow::default()
            }
        })
        .collect();
    // Features without a level come last.
    shown.sort_by_key(|f| f.levels.first().copied().unwrap_or(i32::MAX));
    shown
}

/// The starting equipment.
pub(super) fn starting_equipment(features: &[Feature]) -> Option<String> {
    features.iter().find(|f| f.kind == FeatureType::StartingEquipment).and_then(Feature::text)
}

/// The words of a class's proficiencies (`**Armor:** Light armor`).
pub(super) fn proficiencies(features: &[Feature]) -> Proficiencies {
    let mut words = Proficiencies::default();
    let texts = features.iter().filter(|f| f.kind == FeatureType::Proficiencies).filter_map(Feature::text);
    for line in texts.flat_map(|t| t.lines().map(str::to_owned).collect::<Vec<_>>()) {
        let Some((head, value)) = line.split_once(":**") else {
            continue;
        };
        let value = unless_none(value);
        match head.trim().trim_start_matches('*') {
            "Armor" => words.armor = value,
            "Weapons" => words.weapons = value,
            "Tools" => words.tools = value,
            "Saving Throws" => words.saving_throws = value,
            "Skills" => words.skills = value,
            "Languages" => words.languages = value,
            _ => {}
        }
    }
    words
}

/// The spellcasting ability, and how the spellcasting works.
pub(super) fn spellcasting(features: &[Feature]) -> (Option<String>, Option<String>) {
    const NAMES: [&str; 3] = ["Spellcasting", "Pact Magic", "Spellcasting Ability"];
    static PATTERNS: [Pattern; 2] = [
        Pattern::new(r"(?-i)(\w+) is (?:your|the) spellcasting ability"),
        Pattern::new(r"(?-i)spellcasting ability for these (?:spells )?is (\w+)"),
    ];
    let text = features.iter().find(|f| NAMES.contains(&f.name.trim())).and_then(Feature::text);
    let ability = text.as_ref().and_then(|text| {
        let named = PATTERNS.iter().find_map(|p| p.capture(text))?;
        prose::ability(&named).map(str::to_owned)
    });
    (ability, text)
}

/// The level that opens the text of a feature whose row has none (`Starting at 18th level, ...`).
fn level_in_text(text: &str) -> Option<i32> {
    static OPENING: Pattern =
        Pattern::new(r"^\s*(?:starting at|beginning at|at|when you reach) (\d{1,2})(?:st|nd|rd|th) level");
    OPENING.capture(text)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_feature_may_open_with_its_level() {
        assert_eq!(level_in_text("Starting at 18th level, you glow."), Some(18));
        assert_eq!(level_in_text("When you reach 2nd level, glow."), Some(2));
        assert_eq!(level_in_text("You glow at 3rd level."), None);
    }
}
