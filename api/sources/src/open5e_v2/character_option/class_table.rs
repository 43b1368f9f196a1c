//! Class table, built from the feature rows that are its columns.

use super::class_feature::{Cell, Feature, FeatureType};
use crate::option_text::class_table::{ClassTable, Column, spell_level};
use crate::prose;
use lorekeeper_content::character_option::ClassLevel;
use std::collections::{BTreeMap, BTreeSet};

/// The class table, level by level; a subclass has the levels at which it gains something.
pub(super) fn levels(features: &[Feature]) -> Vec<ClassLevel> {
    let mut table = ClassTable::default();
    let mut heads: BTreeSet<String> = BTreeSet::new();
    for feature in features {
        if feature.is_shown() {
            for level in feature.gains().into_keys() {
                let names = &mut table.row(level).feature_names;
                names.push(feature.name.trim().to_owned());
            }
        }
        if feature.data_for_class_table.is_empty() {
            continue;
        }
        let column = column(feature, &mut heads);
        for (level, value) in cells(&feature.data_for_class_table) {
            table.write(level, &column, &value);
        }
    }
    table.finish()
}

/// The column of a feature by its key, which is right where the name is not: upstream calls the druid's uses of Wild
/// Shape *Cantrips Known*, and gives the mechanist one head twice.
///
/// Correction (character options): A column under the heading of another column is named by its key.
fn column(feature: &Feature, heads: &mut BTreeSet<String>) -> Column {
    const KNOWN: [&str; 4] = ["Cantrips", "Cantrips Known", "Prepared Spells", "Spells Known"];
    let name = feature.name.trim();
    match (feature.kind, feature.bare_key(), spell_level(name)) {
        (FeatureType::ProficiencyBonus, ..) => Column::ProficiencyBonus,
        (FeatureType::SpellSlots, _, Some(level)) => Column::Slots(level),
        (_, "cantrips" | "cantrips-known", _) => Column::Cantrips,
        (_, "spells-known" | "prepared-spells", _) => Column::Spells,
        (_, "spell-slots", _) => Column::PactSlots,
        (_, "slot-level", _) => Column::PactSlotLevel,
        _ if !KNOWN.contains(&name) && heads.insert(name.to_owned()) => Column::Other(name.to_owned()),
        (_, key, _) => Column::Other(prose::heading(key)),
    }
}

/// A column's cells by level. Where a level comes twice and the one before it not at all, the lower
/// value belongs to that: upstream's wizard has two 4th levels and no 3rd.
///
/// Correction (character options): Where a level stands twice in the table and the level before it is missing, each
/// gets one of the two rows.
fn cells(cells: &[Cell]) -> BTreeMap<i32, String> {
    let mut sorted: Vec<&Cell> = cells.iter().collect();
    sorted.sort_by_key(|c| (c.level, c.column_value.parse::<i32>().ok()));
    let mut column: BTreeMap<i32, String> = BTreeMap::new();
    for cell in sorted {
        let lower = column.insert(cell.level, cell.column_value.clone());
        if let (Some(lower), true) = (lower, cell.level > 1) {
            column.entry(cell.level - 1).or_insert(lower);
        }
    }
    column
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(level: i32, value: &str) -> Cell {
        Cell { level, column_value: value.into() }
    }

    #[test]
    fn a_level_given_twice_leaves_one_to_the_level_before() {
        let column = cells(&[cell(4, "3"), cell(5, "3"), cell(4, "2")]);
        let expected = [(3, "2"), (4, "3"), (5, "3")];
        assert!(column.iter().map(|(l, v)| (*l, v.as_str())).eq(expected));
        assert_eq!(cells(&[cell(1, "3"), cell(1, "3")]).len(), 1);
    }
}
