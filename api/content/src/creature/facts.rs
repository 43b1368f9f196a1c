//! Derived facts: what a creature's texts say of its attacks, of what they do to others, and of what it gets back.

mod attacks;
mod damage;
mod multiattack;
mod recovery;
mod saves;

use super::{Action, Model};
use crate::condition_extraction::names_of;

/// Derives the facts anew from the traits and actions as they are.
pub(super) fn apply(creature: &mut Model) {
    let actor = names_of(&creature.name);
    let saves_forced = saves::forced(creature, &actor);
    let damage_types_dealt = damage::types_dealt(creature, &actor);
    creature.attack_kinds = attacks::kinds(creature);
    creature.reach = attacks::reach(creature);
    creature.longest_range = attacks::longest_range(creature);
    creature.multiattack = multiattack::attacks_a_round(creature);
    creature.recovers_on = recovery::recovers_on(creature);
    creature.saves_forced = saves_forced;
    creature.damage_types_dealt = damage_types_dealt;
}

/// All actions of a creature, those of its lair too.
fn all_actions(creature: &Model) -> impl Iterator<Item = &Action> {
    let lists = [
        &creature.actions,
        &creature.bonus_actions,
        &creature.reactions,
        &creature.legendary_actions,
        &creature.lair_actions,
    ];
    lists.into_iter().flat_map(|list| list.iter())
}

/// The texts of its traits and actions.
fn texts(creature: &Model) -> impl Iterator<Item = &str> {
    let traits = creature.traits.iter().map(|part| part.text.as_str());
    traits.chain(all_actions(creature).map(|action| action.text.as_str()))
}

#[cfg(test)]
mod tests;
