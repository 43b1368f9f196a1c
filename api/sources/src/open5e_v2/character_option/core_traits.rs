//! The table of core traits that opens a class of the 2024 rules.

use super::class_feature::{Feature, FeatureType};
use crate::option_text::{hit_die, proficiency::unless_none};
use crate::prose;
use lorekeeper_content::character_option::Model;

/// Fills in what the table says, where the class has one.
pub(super) fn fill(features: &[Feature], row: &mut Model) {
    let tables = features.iter().filter(|f| f.kind == FeatureType::CoreTraitsTable).filter_map(Feature::text);
    for (head, value) in tables.flat_map(|table| lines(&table)) {
        let words = unless_none(&value);
        match head.as_str() {
            "Primary Ability" if row.primary_abilities.is_empty() => {
                row.primary_abilities = prose::abilities(&value);
            }
            "Hit Point Die" => row.hit_die = hit_die(&value),
            "Saving Throw Proficiencies" => row.proficiencies.saving_throws = words,
            "Skill Proficiencies" => row.proficiencies.skills = words,
            "Weapon Proficiencies" => row.proficiencies.weapons = words,
            "Tool Proficiencies" => row.proficiencies.tools = words,
            "Armor Training" => row.proficiencies.armor = words,
            "Starting Equipment" => row.starting_equipment = words,
            _ => {}
        }
    }
}

/// The lines of a Markdown table of two columns.
fn lines(table: &str) -> Vec<(String, String)> {
    table
        .lines()
        .filter_map(|line| {
            let cells = line.trim().strip_prefix('|')?.strip_suffix('|')?;
            let (head, value) = cells.split_once('|')?;
            let (head, value) = (head.trim(), value.trim());
            let is_rule = head.starts_with("--") || head.starts_with(":-");
            (!head.is_empty() && !is_rule).then(|| (head.to_owned(), rejoined(value)))
        })
        .collect()
}

/// Words that the PDF's line ends have torn apart (`In sight`).
fn rejoined(text: &str) -> String {
    const TORN: [(&str, &str); 5] = [
        ("In sight", "Insight"),
        ("Na ture", "Nature"),
        ("Ar mor", "Armor"),
        ("Ar rows", "Arrows"),
        ("Ar cane", "Arcane"),
    ];
    TORN.iter().fold(text.to_owned(), |text, (torn, whole)| text.replace(torn, whole))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_lines_of_two_cells() {
        let table = "|||\n|---|---|\n|Primary Ability|Wisdom|\n|Armor Training| Light Ar mor |\nend";
        assert_eq!(
            lines(table),
            [
                ("Primary Ability".to_owned(), "Wisdom".to_owned()),
                ("Armor Training".to_owned(), "Light Armor".to_owned()),
            ]
        );
    }
}
