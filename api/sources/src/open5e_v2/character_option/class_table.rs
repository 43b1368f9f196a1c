//! Class table, built from the feature rows that are its columns.

use super::class_feature::{Cell, Feature, FeatureType};
use crate::option_text::set_slots;
use crate::prose;
use lorekeeper_content::character_option::{ClassLevel, TableCell};
use std::collections::{BTreeMap, BTreeSet};

/// The class table, level by level; a subclass has the levels at which it gains something.
pub(super) fn levels(features: &[Feature]) -> Vec<ClassLevel> {
    let mut table: BTreeMap<i32, ClassLevel> = BTreeMap::new();
    let mut pact = Pact::default();
    let mut heads: BTreeSet<String> = BTreeSet::new();
    for feature in features {
        if feature.is_shown() {
            for level in feature.gains().into_keys() {
                row(&mut table, level)
                    .features
                    .push(feature.name.trim().to_owned());
            }
        }
        if feature.data_for_class_table.is_empty() {
            continue;
        }
        let column = Column::of(feature, &mut heads);
        for (level, value) in cells(&feature.data_for_class_table) {
            column.write(row(&mut table, level), &mut pact, &value);
        }
    }
    pact.write(&mut table);
    table.into_values().collect()
}

fn row(table: &mut BTreeMap<i32, ClassLevel>, level: i32) -> &mut ClassLevel {
    table.entry(level).or_insert_with(|| ClassLevel {
        level,
        ..ClassLevel::default()
    })
}

/// The meaning of a column.
enum Column {
    ProficiencyBonus,
    Cantrips,
    Spells,
    /// Slots of that spell level.
    Slots(usize),
    /// Slots of pact magic, all of one level.
    PactSlots,
    /// The spell level of the pact slots.
    PactSlotLevel,
    Other(String),
}

impl Column {
    /// By the key, which is right where the name is not: upstream calls the druid's uses of Wild Shape
    /// *Cantrips Known*, and gives the mechanist one head twice.
    fn of(feature: &Feature, heads: &mut BTreeSet<String>) -> Self {
        const KNOWN: [&str; 4] = [
            "Cantrips",
            "Cantrips Known",
            "Prepared Spells",
            "Spells Known",
        ];
        let slots = prose::ordinal_number(&feature.name).and_then(|n| usize::try_from(n).ok());
        match (feature.kind, feature.bare_key(), slots) {
            (FeatureType::ProficiencyBonus, ..) => Self::ProficiencyBonus,
            (FeatureType::SpellSlots, _, Some(level @ 1..=9)) => Self::Slots(level),
            (_, "cantrips" | "cantrips-known", _) => Self::Cantrips,
            (_, "spells-known" | "prepared-spells", _) => Self::Spells,
            (_, "spell-slots", _) => Self::PactSlots,
            (_, "slot-level", _) => Self::PactSlotLevel,
            (_, key, _) => {
                let name = feature.name.trim();
                if !KNOWN.contains(&name) && heads.insert(name.to_owned()) {
                    Self::Other(name.to_owned())
                } else {
                    Self::Other(prose::heading(key))
                }
            }
        }
    }

    fn write(&self, row: &mut ClassLevel, pact: &mut Pact, value: &str) {
        let number = value.trim().trim_start_matches('+').parse::<i32>().ok();
        match self {
            Self::ProficiencyBonus => row.proficiency_bonus = number,
            Self::Cantrips => row.cantrips_known = number,
            Self::Spells => row.spells_known = number,
            Self::Slots(level) => set_slots(row, *level, number),
            Self::PactSlots => pact.slots.extend(number.map(|n| (row.level, n))),
            Self::PactSlotLevel => {
                let level = prose::ordinal_number(value).and_then(|n| usize::try_from(n).ok());
                pact.levels.extend(level.map(|n| (row.level, n)));
            }
            Self::Other(name) => row
                .columns
                .extend(prose::text(value).map(|value| TableCell {
                    name: name.clone(),
                    value,
                })),
        }
    }
}

/// The slots of pact magic and the spell level they have, by class level.
#[derive(Default)]
struct Pact {
    slots: BTreeMap<i32, i32>,
    levels: BTreeMap<i32, usize>,
}

impl Pact {
    fn write(self, table: &mut BTreeMap<i32, ClassLevel>) {
        for (level, number) in self.slots {
            if let Some(slot @ 1..=9) = self.levels.get(&level) {
                set_slots(row(table, level), *slot, Some(number));
            }
        }
    }
}

/// A column's cells by level. Where a level comes twice and the one before it not at all, the lower
/// value belongs to that: upstream's wizard has two 4th levels and no 3rd.
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
        Cell {
            level,
            column_value: value.into(),
        }
    }

    #[test]
    fn a_level_given_twice_leaves_one_to_the_level_before() {
        let column = cells(&[cell(4, "3"), cell(5, "3"), cell(4, "2")]);
        let expected = [(3, "2"), (4, "3"), (5, "3")];
        assert!(column.iter().map(|(l, v)| (*l, v.as_str())).eq(expected));
        assert_eq!(cells(&[cell(1, "3"), cell(1, "3")]).len(), 1);
    }
}
