//! Class tables: a row for each level.

use super::Layout;
use super::notation::{ordinal, signed, table};
use crate::character_option::ClassLevel;

/// The columns that the tables of 2014 have before the features.
const BEFORE_FEATURES: [&str; 5] =
    ["Sneak Attack", "Martial Arts", "Ki Points", "Unarmored Movement", "Sorcery Points"];

/// The table; empty when the levels bring nothing but features, which have their levels themselves.
pub(super) fn render(levels: &[ClassLevel], layout: Layout) -> String {
    let is_2024 = layout == Layout::Rules2024;
    let level = move |l: &ClassLevel| match layout {
        Layout::Rules2014 => ordinal(l.level),
        Layout::Rules2024 => l.level.to_string(),
    };
    let mut columns = vec![Column::new("Level", move |l| Some(level(l)))];
    let spells = if is_2024 { "Prepared Spells" } else { "Spells" };
    let fixed = [
        Column::new("Proficiency Bonus", |l| l.proficiency_bonus.map(signed)),
        Column::new("Features", |l| Some(l.feature_names.join(", ")).filter(|f| !f.is_empty())),
        Column::new("Cantrips", |l| l.cantrips_known.map(|n| n.to_string())),
        Column::new(spells, |l| l.spells_known.map(|n| n.to_string())),
    ];
    let slots = levels.iter().map(|l| l.spell_slots.len()).max().unwrap_or_default();
    let [bonus, features, cantrips, spells] = fixed;
    let is_before = |column: &Column| !is_2024 && BEFORE_FEATURES.contains(&column.head.as_str());
    let (before, behind): (Vec<_>, Vec<_>) = own_columns(levels).into_iter().partition(is_before);
    columns.push(bonus);
    columns.extend(before);
    columns.push(features);
    columns.extend(behind);
    columns.extend([cantrips, spells]);
    columns.extend((0..slots).map(|index| slot_column(index, is_2024)));
    columns.retain(|column| levels.iter().any(|level| (column.cell)(level).is_some()));
    if columns.iter().all(|column| ["Level", "Features"].contains(&column.head.as_str())) {
        return String::new();
    }
    let head: Vec<String> = columns.iter().map(|column| column.head.clone()).collect();
    let rows: Vec<Vec<String>> = levels
        .iter()
        .map(|level| columns.iter().map(|column| (column.cell)(level).unwrap_or_default()).collect())
        .collect();
    table(&head, &rows)
}

/// The cell of a level in a column.
type Cell = Box<dyn Fn(&ClassLevel) -> Option<String>>;

struct Column {
    head: String,
    cell: Cell,
}

impl Column {
    fn new(head: &str, cell: impl Fn(&ClassLevel) -> Option<String> + 'static) -> Self {
        Self { head: head.to_owned(), cell: Box::new(cell) }
    }
}

/// The table's own columns (`Rages`, `Sneak Attack`), in the order in which they appear.
fn own_columns(levels: &[ClassLevel]) -> Vec<Column> {
    let mut heads: Vec<String> = Vec::new();
    for cell in levels.iter().flat_map(|level| &level.columns) {
        if !heads.contains(&cell.name) {
            heads.push(cell.name.clone());
        }
    }
    let column = |head: String| {
        let name = head.clone();
        Column::new(&head, move |level| {
            let cell = level.columns.iter().find(|cell| cell.name == name)?;
            Some(cell.value.clone())
        })
    };
    heads.into_iter().map(column).collect()
}

/// Slots of one spell level; a level without slots has a dash.
fn slot_column(index: usize, is_2024: bool) -> Column {
    let level = i32::try_from(index + 1).unwrap_or_default();
    let head = if is_2024 { format!("Level {level} Slots") } else { format!("{}-Level Slots", ordinal(level)) };
    Column::new(&head, move |l| l.spell_slots.get(index).filter(|slots| **slots > 0).map(ToString::to_string))
}
