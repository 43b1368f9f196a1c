//! Class table: columns by their heads, and the levels that their cells fill.

use crate::prose;
use lorekeeper_content::character_option::{ClassLevel, TableCell};
use std::collections::BTreeMap;

/// The meaning of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Column {
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
    /// The column below a printed head.
    pub fn of(head: &str) -> Self {
        match (head.to_lowercase().as_str(), spell_level(head)) {
            ("proficiency bonus", _) => Self::ProficiencyBonus,
            ("cantrips known", _) => Self::Cantrips,
            ("spells known", _) => Self::Spells,
            ("spell slots", _) => Self::PactSlots,
            ("slot level", _) => Self::PactSlotLevel,
            (_, Some(level)) => Self::Slots(level),
            _ => Self::Other(head.to_owned()),
        }
    }
}

/// The spell level that an ordinal names (`3rd`).
pub fn spell_level(ordinal: &str) -> Option<usize> {
    let number = usize::try_from(prose::ordinal_number(ordinal)?).ok()?;
    (1..=9).contains(&number).then_some(number)
}

/// A class table that is being filled.
#[derive(Debug, Default)]
pub struct ClassTable {
    levels: BTreeMap<i32, ClassLevel>,
    pact_slots: BTreeMap<i32, i32>,
    pact_levels: BTreeMap<i32, usize>,
}

impl ClassTable {
    /// The row of a level.
    pub fn row(&mut self, level: i32) -> &mut ClassLevel {
        self.levels.entry(level).or_insert_with(|| ClassLevel { level, ..ClassLevel::default() })
    }

    /// The rows so far.
    pub fn levels(&self) -> impl Iterator<Item = &ClassLevel> {
        self.levels.values()
    }

    /// Writes a cell.
    pub fn write(&mut self, level: i32, column: &Column, cell: &str) {
        let number = cell.trim().trim_start_matches('+').parse::<i32>().ok();
        let row = self.row(level);
        match column {
            Column::ProficiencyBonus => row.proficiency_bonus = number,
            Column::Cantrips => row.cantrips_known = number,
            Column::Spells => row.spells_known = number,
            Column::Slots(of) => set_slots(row, *of, number),
            Column::PactSlots => self.pact_slots.extend(number.map(|n| (level, n))),
            Column::PactSlotLevel => self.pact_levels.extend(spell_level(cell).map(|n| (level, n))),
            Column::Other(name) => {
                row.columns.extend(prose::text(cell).map(|value| TableCell { name: name.clone(), value }));
            }
        }
    }

    /// The levels, with the slots of pact magic in the place of their spell level.
    pub fn finish(mut self) -> Vec<ClassLevel> {
        for (level, number) in std::mem::take(&mut self.pact_slots) {
            if let Some(of) = self.pact_levels.get(&level).copied() {
                set_slots(self.row(level), of, Some(number));
            }
        }
        self.levels.into_values().collect()
    }
}

/// Sets the number of slots of a spell level, from 1.
fn set_slots(row: &mut ClassLevel, level: usize, number: Option<i32>) {
    if row.spell_slots.len() < level {
        row.spell_slots.resize(level, 0);
    }
    if let (Some(slot), Some(number)) = (row.spell_slots.get_mut(level - 1), number) {
        *slot = number;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_fill_the_levels() {
        let mut table = ClassTable::default();
        for (head, cell) in [
            ("Proficiency Bonus", "+3"),
            ("Cantrips Known", "4"),
            ("2nd", "2"),
            ("Spell Slots", "1"),
            ("Slot Level", "3rd"),
            ("Croaks", "2d6"),
        ] {
            table.write(5, &Column::of(head), cell);
        }
        let levels = table.finish();
        assert_eq!(levels[0].proficiency_bonus, Some(3));
        assert_eq!(levels[0].cantrips_known, Some(4));
        assert_eq!(levels[0].spell_slots, [0, 2, 1]);
        assert_eq!(levels[0].columns[0].value, "2d6");
    }
}
