//! Traits and actions.

use super::super::wire::{optional_text, text_or_none};
use super::spell_list::SpellNames;
use super::wire::{Entry, Monster};
use crate::stat_block::{action, entries, input, usage};
use lorekeeper_content::Trait;
use lorekeeper_content::creature::Model;

/// Fills in the traits and actions.
pub(super) fn fill(monster: &Monster, names: &SpellNames, row: &mut Model) {
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
                desc: entry.text(names),
                kind: kind.to_owned(),
                order_in_statblock: Some(order),
                legendary_action_cost: (kind == "LEGENDARY_ACTION").then_some(1),
                ..input::Action::default()
            });
        }
    }
    let traits = monster.special_abilities.iter();
    for entry in traits.filter(|entry| entry.is_named()) {
        // Attacks stay, as they do in version 2 where that has none: lists that differ are not merged.
        let action = action::among_traits(&heading(&entry.name), &entry.desc);
        match action.filter(|action| action.kind == "LAIR_ACTION") {
            Some(action) => actions.push(action),
            None => row.traits.push(as_trait(entry, names)),
        }
    }
    let traits = std::mem::take(&mut row.traits.0);
    row.traits = entries::join_passages(traits).into();
    row.legendary_preamble = optional_text(monster.legendary_desc.as_deref());
    action::restore_commas(&row.document_key, &mut actions);
    action::sections(actions).fill(row);
}

impl Entry {
    fn is_named(&self) -> bool {
        text_or_none(&self.name).is_some()
    }

    fn text(&self, names: &SpellNames) -> String {
        let text = text_or_none(&self.desc).unwrap_or_default();
        if self.name.contains("Spellcasting") { names.part(&text) } else { text }
    }
}

/// A heading without the full stop behind it.
fn heading(name: &str) -> String {
    name.trim().trim_end_matches('.').trim_end().to_owned()
}

fn as_trait(entry: &Entry, names: &SpellNames) -> Trait {
    Trait { name: heading(&entry.name), text: entry.text(names), kind: None, usage: usage::printed(&entry.name) }
}
