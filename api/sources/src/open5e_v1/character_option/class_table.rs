//! Class table, from Markdown.

use super::super::wire::text_or_none;
use crate::option_text::class_table::{ClassTable, Column};
use crate::prose::ordinal_number;
use lorekeeper_content::character_option::ClassLevel;
use lorekeeper_content::table::split_row;

/// The table, level by level. A dash is nothing.
///
/// Correction (character options): The table of a class, which is Markdown, becomes levels.
pub(super) fn levels(table: &str) -> Vec<ClassLevel> {
    let mut rows = table.lines().filter_map(cells);
    let heads = rows.next().unwrap_or_default();
    let mut levels = ClassTable::default();
    for cells in rows {
        let mut named = heads.iter().zip(&cells);
        let level = named.find(|(head, _)| head.eq_ignore_ascii_case("level"));
        let level = level.and_then(|(_, cell)| ordinal_number(cell));
        let Some(level @ 1..=20) = level else {
            continue;
        };
        for (head, cell) in heads.iter().zip(cells) {
            match text_or_none(cell) {
                None => {}
                Some(_) if head.eq_ignore_ascii_case("level") => {}
                Some(cell) if head.eq_ignore_ascii_case("features") => {
                    levels.row(level).feature_names = names(&cell);
                }
                Some(cell) => levels.write(level, &Column::of(head), &cell),
            }
        }
    }
    levels.finish()
}

/// The names in the column of features as they are printed (`Croak (1 die)`), each with its level.
pub(super) fn printed(table: &str) -> Vec<(i32, String)> {
    let mut rows = table.lines().filter_map(cells);
    let heads = rows.next().unwrap_or_default();
    let place = |head: &str| heads.iter().position(|h| h.eq_ignore_ascii_case(head));
    let (Some(level), Some(features)) = (place("level"), place("features")) else {
        return Vec::new();
    };
    let of_row = |cells: Vec<&str>| {
        let level = ordinal_number(cells.get(level)?)?;
        let names = names(cells.get(features)?).into_iter();
        Some(names.map(move |name| (level, name)).collect::<Vec<_>>())
    };
    rows.filter_map(of_row).flatten().collect()
}

/// The names of the features in a cell (`Croak (1 die), Hop`); a comma in brackets divides none. Two that improve at once are
/// two (`Croak and Hop improvements`).
///
/// Correction (character options): In the table of a class, *feature* and *improvement* behind a name have small letters.
fn names(cell: &str) -> Vec<String> {
    let mut depth = 0_i32;
    let parts = cell.split(|c: char| {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        c == ',' && depth == 0
    });
    let mut names = Vec::new();
    for name in parts.filter_map(text_or_none) {
        let name = match name.rsplit_once(' ') {
            Some((first, "Feature")) => format!("{first} feature"),
            Some((first, "Improvement")) if first != "Ability Score" => {
                format!("{first} improvement")
            }
            _ => name,
        };
        let improved = name.strip_suffix(" improvements");
        match improved.and_then(|both| both.split_once(" and ")) {
            Some((one, other)) => {
                names.extend([one, other].map(|name| format!("{name} improvement")));
            }
            None => names.push(name),
        }
    }
    names
}

/// The cells of a line; `None` for a line of dashes and for what is no line of a table.
fn cells(line: &str) -> Option<Vec<&str>> {
    let is_rule = line.trim().chars().all(|c| matches!(c, '-' | ':' | '|' | ' '));
    split_row(line).filter(|_| !is_rule)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_read_line_by_line() {
        let levels = levels(
            "| Level | Proficiency Bonus | Features | Hops | Cantrips Known | 1st | 2nd | \n\
             |-------|-------------------|----------|------|----------------|-----|-----| \n\
             | 1st   | +2                | Croak (d6, loud), Hop | - | 2 | 3 | - | \n\
             | 2nd   | +2                | Croak and Hop improvements | 4    | 2              | 4   | 2   |",
        );
        assert_eq!(levels.len(), 2);
        assert_eq!((levels[0].level, levels[0].proficiency_bonus), (1, Some(2)));
        assert_eq!(levels[0].feature_names, ["Croak (d6, loud)", "Hop"]);
        assert_eq!((levels[0].cantrips_known, levels[0].columns.len()), (Some(2), 0));
        assert_eq!((levels[0].spell_slots.as_slice(), levels[1].spell_slots.as_slice()), (&[3][..], &[4, 2][..]));
        assert_eq!((levels[1].columns[0].name.as_str(), levels[1].columns[0].value.as_str()), ("Hops", "4"));
        assert_eq!(levels[1].feature_names, ["Croak improvement", "Hop improvement"]);
    }

    #[test]
    fn slots_of_pact_magic_stand_at_their_level() {
        let levels = levels("| Level | Spell Slots | Slot Level |\n|---|---|---|\n| 5th | 2 | 3rd |");
        assert_eq!(levels[0].spell_slots, [0, 0, 2]);
    }

    #[test]
    fn what_is_no_table_has_no_levels() {
        assert!(levels("").is_empty());
        assert!(levels("A newt has no table.").is_empty());
    }
}
