//! Class table: features, spells and further columns by level.

use super::super::Head;
use super::super::markdown::{line, words};
use crate::foundry_text::fields::Fields;
use crate::option_text::class_table::{ClassTable, Column};
use crate::option_text::spell_slots;
use lorekeeper_content::character_option::{Feature, Model};
use lorekeeper_content::proficiency_bonus;
use lorekeeper_content::vocabulary::ability_of;
use serde_json::Value;

/// Puts spellcasting and the table on a row that has its features.
pub(super) fn fill(head: &Head<'_>, is_class: bool, row: &mut Model) {
    let fields = head.fields;
    let caster = match fields.text("casterProgression") {
        "full" => Some("FULL"),
        "1/2" | "artificer" => Some("HALF"),
        "1/3" => Some("THIRD"),
        "pact" => Some("PACT"),
        _ => None,
    };
    row.caster_type = caster.map(str::to_owned);
    row.spellcasting_ability = ability_of(fields.text("spellcastingAbility")).map(str::to_owned);
    row.spellcasting_text = spellcasting_text(head);
    let mut table = ClassTable::default();
    let mut has_slots = false;
    for group in head
        .value("classTableGroups")
        .as_array()
        .into_iter()
        .flatten()
        .chain(head.value("subclassTableGroups").as_array().into_iter().flatten())
    {
        has_slots |= write(group, &mut table);
    }
    for (list, column) in [
        ("cantripProgression", Column::Cantrips),
        ("spellsKnownProgression", Column::Spells),
        ("spellsKnownProgressionFixed", Column::Spells),
        ("preparedSpellsProgression", Column::Spells),
    ] {
        let mut sum = 0;
        for (level, count) in (1..=20).zip(fields.list(list)) {
            let Some(count) = count.whole() else { continue };
            sum += count;
            // The fixed ones are those learned at each level.
            let known = if list.ends_with("Fixed") { sum } else { count };
            if known > 0 {
                table.write(level, &column, &known.to_string());
            }
        }
    }
    for level in 1..=20 {
        let slots = caster.map(|caster| spell_slots(caster, level)).unwrap_or_default();
        if !has_slots && !slots.is_empty() {
            table.row(level).spell_slots = slots;
        }
        if is_class {
            table.row(level).proficiency_bonus = proficiency_bonus(f64::from(level));
        }
    }
    let own = |feature: &&Feature| feature.option_of.is_none();
    for feature in row.features.iter().filter(own) {
        for level in &feature.levels {
            table.row(*level).feature_names.push(feature.name.clone());
        }
    }
    row.levels = table.finish().into();
}

/// Writes a group of columns; whether it has the slots of spells.
fn write(group: &Value, table: &mut ClassTable) -> bool {
    let fields = Fields::of(group);
    let mut has_slots = false;
    let slots = group.get("rowsSpellProgression").and_then(Value::as_array);
    let slots = slots.into_iter().flatten().filter(|row| !row.is_null());
    for (level, row) in (1..=20).zip(slots) {
        let counts = row.as_array().into_iter().flatten();
        for (of, count) in (1..=9).zip(counts.filter(|count| !count.is_null())) {
            has_slots = true;
            table.write(level, &Column::Slots(of), &line(count));
        }
    }
    let title = fields.text("title").to_lowercase();
    let columns: Vec<Column> =
        fields.words("colLabels").into_iter().map(|label| column(&words(label), &title)).collect();
    let rows = group.get("rows").and_then(Value::as_array);
    let rows = rows.into_iter().flatten().filter(|row| !row.is_null());
    for (level, row) in (1..=20).zip(rows) {
        let cells = row.as_array().into_iter().flatten();
        for (column, cell) in columns.iter().zip(cells.filter(|cell| !cell.is_null())) {
            has_slots |= matches!(column, Column::Slots(_) | Column::PactSlots);
            let cell = line(cell);
            if !matches!(cell.as_str(), "" | "—" | "-" | "0") {
                table.write(level, column, &cell);
            }
        }
    }
    has_slots
}

/// The column below a label; ordinals are slots only where the group is one of slots.
fn column(label: &str, title: &str) -> Column {
    match Column::of(label) {
        Column::Slots(_) if !title.contains("slot") && !title.contains("spell") => Column::Other(label.to_owned()),
        Column::Other(name) if name == "Cantrips" => Column::Cantrips,
        Column::Other(name) if name == "Prepared Spells" || name == "Spells" => Column::Spells,
        column => column,
    }
}

fn spellcasting_text(head: &Head<'_>) -> Option<String> {
    let prepared = head.fields.filled("preparedSpells");
    let prepared = prepared.map(|formula| {
        let formula = formula.replace("<$", "").replace("$>", "").replace('_', " ");
        format!("Prepared spells: {formula}.")
    });
    let ability = ability_of(head.fields.text("spellcastingAbility"));
    let ability = ability.map(|ability| format!("{} is the spellcasting ability.", crate::prose::capitalized(ability)));
    crate::wire::filled(&super::join_paragraphs(ability.into_iter().chain(prepared)))
}
