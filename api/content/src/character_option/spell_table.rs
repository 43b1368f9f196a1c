//! Spell table: the cantrips, spells and slots of a subclass by level, which the text of one of its features has as a
//! table.

use super::{ClassLevel, Kind, Model};
use crate::vocabulary::level_of;

/// A column of the table.
enum Column {
    Level,
    Cantrips,
    Spells,
    /// Slots of that spell level.
    Slots(usize),
}

impl Column {
    fn read(head: &str) -> Option<Self> {
        match head.to_lowercase().as_str() {
            "cantrips known" => Some(Self::Cantrips),
            "spells known" => Some(Self::Spells),
            level if level == "level" || level.ends_with(" level") => Some(Self::Level),
            slots => level_of(slots).and_then(|level| usize::try_from(level).ok()).map(Self::Slots),
        }
    }
}

/// Adds the table to the levels of a subclass that has none.
///
/// Correction (character options): The spell slots of a subclass that are a table in its text are in its levels, too.
pub(super) fn add(option: &mut Model) {
    if option.kind != Kind::Subclass || option.levels.iter().any(|level| !level.spell_slots.is_empty()) {
        return;
    }
    let table = option.features.iter().find_map(|feature| read(&feature.text));
    for row in table.into_iter().flatten() {
        let known = option.levels.iter_mut().find(|known| known.level == row.level);
        match known {
            Some(known) => {
                known.cantrips_known = row.cantrips_known;
                known.spells_known = row.spells_known;
                known.spell_slots = row.spell_slots;
            }
            None => option.levels.push(row),
        }
    }
    option.levels.sort_by_key(|level| level.level);
}

/// The rows of the first table of slots in a text.
fn read(text: &str) -> Option<Vec<ClassLevel>> {
    let mut lines = text.lines().skip_while(|line| !is_head(line));
    let columns: Vec<Option<Column>> = cells(lines.next()?).map(Column::read).collect();
    let rows = lines.take_while(|line| line.starts_with('|')).skip(1);
    let levels: Option<Vec<ClassLevel>> = rows.map(|line| level(&columns, line)).collect();
    levels.filter(|levels| !levels.is_empty())
}

/// Whether a line is the head of a table with levels and slots.
fn is_head(line: &str) -> bool {
    let columns: Vec<Column> = cells(line).filter_map(Column::read).collect();
    line.starts_with('|')
        && matches!(columns.first(), Some(Column::Level))
        && columns.iter().any(|column| matches!(column, Column::Slots(1)))
}

/// A row of the table.
fn level(columns: &[Option<Column>], line: &str) -> Option<ClassLevel> {
    let mut row = ClassLevel::default();
    for (column, cell) in columns.iter().zip(cells(line)) {
        let number = cell.parse().ok();
        match column {
            Some(Column::Level) => row.level = level_of(cell)?,
            Some(Column::Cantrips) => row.cantrips_known = number,
            Some(Column::Spells) => row.spells_known = number,
            Some(Column::Slots(of)) => {
                if let Some(number) = number {
                    row.spell_slots.resize(of - 1, 0);
                    row.spell_slots.push(number);
                }
            }
            None => {}
        }
    }
    Some(row)
}

/// The cells of a row of a table.
fn cells(line: &str) -> impl Iterator<Item = &str> {
    line.trim().trim_matches('|').split('|').map(str::trim)
}

#[cfg(test)]
mod tests {
    use super::super::Feature;
    use super::*;

    #[test]
    fn slots_of_a_table_in_a_text() {
        let text = "You cast as toads do.\n\n| Toad Level | Cantrips Known | Spells Known | 1st | 2nd |\n|---|---|---|---|---|\n\
            | 3rd | 2 | 3 | 2 | — |\n| 7th | 2 | 5 | 4 | 2 |\n\nMore.";
        let croaker = |kind| Model {
            kind,
            features: vec![Feature { text: text.to_owned(), ..Feature::default() }].into(),
            levels: vec![ClassLevel { level: 7, feature_names: vec!["Leap".to_owned()], ..ClassLevel::default() }]
                .into(),
            ..Model::default()
        };
        let mut subclass = croaker(Kind::Subclass);
        add(&mut subclass);
        let levels = subclass.levels.iter();
        let levels: Vec<_> =
            levels.map(|row| (row.level, row.cantrips_known, row.spells_known, row.spell_slots.as_slice())).collect();
        assert_eq!(levels, [(3, Some(2), Some(3), &[2][..]), (7, Some(2), Some(5), &[4, 2])]);
        assert_eq!(subclass.levels[1].feature_names, ["Leap"]);
        let mut class = croaker(Kind::Class);
        add(&mut class);
        assert_eq!(class.levels.len(), 1);
    }
}
