//! Traits and actions.

use super::super::wire::{said, said_of};
use super::wire::{Entry, Monster};
use crate::family::Trait;
use crate::family::creature::Model;
use crate::source::open5e_v2::creature::{action, usage, wire};

/// Fills in what the creature is and does.
pub(super) fn fill(monster: &Monster, row: &mut Model) {
    let mut actions = Vec::new();
    for (kind, entries) in [
        ("ACTION", &monster.actions),
        ("BONUS_ACTION", &monster.bonus_actions),
        ("REACTION", &monster.reactions),
        ("LEGENDARY_ACTION", &monster.legendary_actions),
    ] {
        let entries = entries.iter().filter(|entry| entry.says_something());
        for (order, entry) in (0..).zip(entries) {
            actions.push(wire::Action {
                name: heading(&entry.name),
                desc: said(&entry.desc).unwrap_or_default(),
                kind: kind.to_owned(),
                order_in_statblock: Some(order),
                legendary_action_cost: (kind == "LEGENDARY_ACTION").then_some(1),
                limited_to_form: None,
                usage_limits: None,
                attacks: Vec::new(),
            });
        }
    }
    let sections = action::sections(actions);
    let traits = monster.special_abilities.iter();
    let traits = traits.filter(|entry| entry.says_something()).map(as_trait);
    row.traits = traits.collect::<Vec<_>>().into();
    row.actions = sections.actions.into();
    row.bonus_actions = sections.bonus_actions.into();
    row.reactions = sections.reactions.into();
    row.legendary_actions = sections.legendary_actions.into();
    row.legendary_preamble =
        said_of(monster.legendary_desc.as_deref()).or(sections.legendary_preamble);
    row.lair_actions = sections.lair_actions.into();
}

impl Entry {
    fn says_something(&self) -> bool {
        said(&self.name).is_some()
    }
}

/// A heading without the full stop behind it.
fn heading(name: &str) -> String {
    name.trim().trim_end_matches('.').trim_end().to_owned()
}

fn as_trait(entry: &Entry) -> Trait {
    Trait {
        name: heading(&entry.name),
        text: said(&entry.desc).unwrap_or_default(),
        kind: None,
        usage: usage::printed(&entry.name),
    }
}
