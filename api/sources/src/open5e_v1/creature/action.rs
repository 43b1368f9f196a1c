//! Traits and actions.

use super::super::wire::{optional_text, text_or_none};
use super::wire::{Entry, Monster};
use crate::stat_block::{action, input, usage};
use lorekeeper_content::Trait;
use lorekeeper_content::creature::Model;

/// Fills in the traits and actions.
pub(super) fn fill(monster: &Monster, row: &mut Model) {
    let mut actions = Vec::new();
    for (kind, entries) in [
        ("ACTION", &monster.actions),
        ("BONUS_ACTION", &monster.bonus_actions),
        ("REACTION", &monster.reactions),
        ("LEGENDARY_ACTION", &monster.legendary_actions),
    ] {
        let entries = entries.iter().filter(|entry| entry.is_named());
        for (order, entry) in (0..).zip(entries) {
            actions.push(input::Action {
                name: heading(&entry.name),
                desc: text_or_none(&entry.desc).unwrap_or_default(),
                kind: kind.to_owned(),
                order_in_statblock: Some(order),
                legendary_action_cost: (kind == "LEGENDARY_ACTION").then_some(1),
                ..input::Action::default()
            });
        }
    }
    let traits = monster.special_abilities.iter();
    let traits = traits.filter(|entry| entry.is_named()).map(as_trait);
    row.traits = traits.collect::<Vec<_>>().into();
    row.legendary_preamble = optional_text(monster.legendary_desc.as_deref());
    action::restore_commas(&row.document_key, &mut actions);
    action::sections(actions).fill(row);
}

impl Entry {
    fn is_named(&self) -> bool {
        text_or_none(&self.name).is_some()
    }
}

/// A heading without the full stop behind it.
fn heading(name: &str) -> String {
    name.trim().trim_end_matches('.').trim_end().to_owned()
}

fn as_trait(entry: &Entry) -> Trait {
    Trait {
        name: heading(&entry.name),
        text: text_or_none(&entry.desc).unwrap_or_default(),
        kind: None,
        usage: usage::printed(&entry.name),
    }
}
