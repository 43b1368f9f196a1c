//! Traits and actions. `OrcPub` keeps both in one list, told apart by their type; the oldest files and its own
//! data have lists of their own.

use super::super::item::Item;
use super::super::prose;
use crate::stat_block::{action, input, usage};
use lorekeeper_content::Trait;
use lorekeeper_content::creature::Model;

/// The lists with the kind of their entries.
const LISTS: [(&str, Kind); 6] = [
    ("traits", Kind::Trait),
    ("actions", Kind::Action("ACTION")),
    ("bonus-actions", Kind::Action("BONUS_ACTION")),
    ("reactions", Kind::Action("REACTION")),
    ("legendary-actions", Kind::Action("LEGENDARY_ACTION")),
    ("lair-actions", Kind::Action("LAIR_ACTION")),
];

#[derive(Copy, Clone)]
enum Kind {
    Trait,
    Action(&'static str),
}

impl Kind {
    /// The kind of an entry by its type; `otherwise` without one.
    fn of(entry: &Item<'_>, otherwise: Self) -> Self {
        match entry.keyword("type").as_deref() {
            Some("action") => Self::Action("ACTION"),
            Some("b-action" | "bonus-action" | "bonus") => Self::Action("BONUS_ACTION"),
            Some("reaction") => Self::Action("REACTION"),
            Some("legendary-action" | "legendary") => Self::Action("LEGENDARY_ACTION"),
            Some("lair-action" | "lair") => Self::Action("LAIR_ACTION"),
            Some("other" | "trait") => Self::Trait,
            _ => otherwise,
        }
    }
}

/// Fills in the traits and actions that an item lists.
pub(super) fn fill(item: &Item<'_>, row: &mut Model) {
    let mut traits = Vec::new();
    let mut actions = Vec::new();
    for (key, otherwise) in LISTS {
        let mut entries = item.items(key);
        // A map of a description and the actions.
        if let Some(inner) = item.child(key).filter(|i| i.has("actions") || i.has("description")) {
            entries = inner.items("actions");
            if key == "legendary-actions" {
                row.legendary_preamble = inner.text("description");
            }
        }
        for entry in entries {
            let Some((name, text)) = printed(&entry) else {
                continue;
            };
            match Kind::of(&entry, otherwise) {
                Kind::Trait => traits.push(Trait { usage: usage::printed(&name), name, text, kind: None }),
                Kind::Action(kind) => actions.push(input::Action {
                    name,
                    desc: text,
                    kind: kind.to_owned(),
                    order_in_statblock: i32::try_from(actions.len()).ok(),
                    legendary_action_cost: (kind == "LEGENDARY_ACTION").then_some(1),
                    ..input::Action::default()
                }),
            }
        }
    }
    row.traits = traits.into();
    action::sections(actions).fill(row);
}

/// Name with its notes in brackets (`Roar (Recharge 5-6)`), and text; `None` when there is neither.
fn printed(entry: &Item<'_>) -> Option<(String, String)> {
    let text = entry.first_text(&["description", "summary"]);
    let name = entry.words("name").unwrap_or_default();
    if name.is_empty() && text.is_empty() {
        return None;
    }
    let name = name.trim_end_matches(['.', ':']).trim().to_owned();
    let name = match entry.words("notes") {
        Some(notes) => format!("{name} ({})", notes.trim_matches(['(', ')'])),
        None => name,
    };
    Some((prose::sentence(&name), text))
}
