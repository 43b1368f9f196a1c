//! Traits and actions. `OrcPub` keeps both in one list, told apart by their type; the oldest files and its own
//! data have lists of their own.

use super::super::item::Item;
use super::super::prose;
use crate::stat_block::{action, input, usage};
use lorekeeper_content::Trait;
use lorekeeper_content::creature::Model;

/// Traits and actions of a creature, by section.
pub(super) struct Sections {
    pub traits: Vec<Trait>,
    actions: action::Sections,
    preamble: Option<String>,
}

impl Sections {
    /// Puts the sections on a row.
    pub fn fill(self, row: &mut Model) {
        row.traits = self.traits.into();
        row.actions = self.actions.actions.into();
        row.bonus_actions = self.actions.bonus_actions.into();
        row.reactions = self.actions.reactions.into();
        row.legendary_preamble = self.preamble.or(self.actions.legendary_preamble);
        row.legendary_actions = self.actions.legendary_actions.into();
        row.lair_actions = self.actions.lair_actions.into();
    }
}

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

/// Sorts the lists of an item.
pub(super) fn sections(item: &Item<'_>) -> Sections {
    let mut traits = Vec::new();
    let mut actions = Vec::new();
    let mut preamble = None;
    for (key, otherwise) in LISTS {
        let mut entries = item.items(key);
        // A map of a description and the actions.
        if let Some(inner) = item
            .child(key)
            .filter(|i| i.has("actions") || i.has("description"))
        {
            entries = inner.items("actions");
            if key == "legendary-actions" {
                preamble = inner.text("description");
            }
        }
        for entry in entries {
            let Some((name, text)) = printed(&entry) else {
                continue;
            };
            match Kind::of(&entry, otherwise) {
                Kind::Trait => traits.push(Trait {
                    usage: usage::printed(&name),
                    name,
                    text,
                    kind: None,
                }),
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
    Sections {
        traits,
        actions: action::sections(actions),
        preamble,
    }
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
