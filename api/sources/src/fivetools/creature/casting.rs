//! Spellcasting of a creature as the text of a trait or an action.

use super::super::Head;
use super::super::markdown::{line, tag, words};
use crate::foundry_text::fields::Fields;
use crate::prose::ordinal;
use crate::stat_block::printed::{PrintedBlock, Section};
use serde_json::Value;

/// Adds the spellcasting that stands in a section.
pub(super) fn add(head: &Head<'_>, field: &str, section: Section, block: &mut PrintedBlock) {
    let all = head.value("spellcasting").as_array();
    for casting in all.into_iter().flatten() {
        let fields = Fields::of(casting);
        let place = fields.filled("displayAs").unwrap_or_else(|| "trait".to_owned());
        if place == field {
            let name = words(fields.text("name"));
            let name = if name.is_empty() { "Spellcasting" } else { &name };
            block.add(section, name, &casting_text(casting));
        }
    }
}

/// Lists by how often their spells can be cast.
const OFTEN: [(&str, &str); 9] = [
    ("daily", "/day"),
    ("rest", "/rest"),
    ("restLong", "/long rest"),
    ("weekly", "/week"),
    ("monthly", "/month"),
    ("yearly", "/year"),
    ("charges", " charges"),
    ("legendary", " legendary actions"),
    ("recharge", "recharge"),
];

/// The text: what precedes the lists, a line a list, what follows.
pub(in super::super) fn casting_text(casting: &Value) -> String {
    let fields = Fields::of(casting);
    let hidden = fields.words("hidden");
    let mut lines = Vec::new();
    let mut put = |head: String, spells: &Value| {
        let named = named(spells);
        if !named.is_empty() {
            lines.push(format!("- {head}: {named}"));
        }
    };
    for (list, head) in [("constant", "Constant"), ("will", "At will"), ("ritual", "Rituals")] {
        if !hidden.contains(&list) {
            put(head.to_owned(), casting.get(list).unwrap_or(&Value::Null));
        }
    }
    for (list, per) in OFTEN {
        let lists = casting.get(list).and_then(Value::as_object);
        let mut lists: Vec<(&String, &Value)> = lists.into_iter().flatten().collect();
        lists.reverse();
        for (times, spells) in lists.into_iter().filter(|_| !hidden.contains(&list)) {
            let each = if times.ends_with('e') { " each" } else { "" };
            let times = times.trim_end_matches('e');
            put(
                match (list, times) {
                    ("recharge", "6") => "Recharge 6".to_owned(),
                    ("recharge", _) => format!("Recharge {times}–6"),
                    ("legendary", "1") => format!("1 legendary action{each}"),
                    _ => format!("{times}{per}{each}"),
                },
                spells,
            );
        }
    }
    let levels = casting.get("spells").and_then(Value::as_object);
    for (level, listed) in levels.into_iter().flatten().filter(|_| !hidden.contains(&"spells")) {
        let level = level.parse::<i32>().unwrap_or_default();
        let slots = Fields::of(listed).positive("slots");
        let slots = slots.map(|n| format!(" ({n} slot{})", if n == 1 { "" } else { "s" }));
        let head = match level {
            0 => "Cantrips (at will)".to_owned(),
            level => format!("{} level{}", ordinal(level), slots.unwrap_or_default()),
        };
        put(head, listed.get("spells").unwrap_or(&Value::Null));
    }
    let lists = lines.join("\n");
    let part = |field: &str| line(casting.get(field).unwrap_or(&Value::Null));
    super::super::join_paragraphs([part("headerEntries"), lists, part("footerEntries")])
}

/// The spells of a list in italics, with what is said of them behind.
fn named(spells: &Value) -> String {
    let spells = spells.as_array().into_iter().flatten().filter_map(|spell| {
        let fields = Fields::of(spell);
        let text = spell.as_str().unwrap_or(fields.text("entry"));
        if fields.is("hidden") || text.is_empty() {
            return None;
        }
        let (name, aside) = match text.find('}') {
            Some(end) if text.starts_with("{@") => text.split_at_checked(end + 1)?,
            _ => match text.find(" (") {
                Some(at) => text.split_at_checked(at)?,
                None => (text.trim_end_matches('*'), ""),
            },
        };
        let aside = tag::without_tags(aside);
        let aside = aside.trim_start_matches('*').trim_end();
        Some(format!("*{}*{aside}", tag::without_tags(name).trim()))
    });
    spells.collect::<Vec<_>>().join(", ")
}
