//! Derived facts: what a creature's texts say of its attacks, of what they do to others, and of what it gets back.

mod attacks;
mod damage;
mod damage_per_round;
mod lair;
mod multiattack;
mod recovery;
mod saves;

use super::Model;
use crate::condition_extraction::names_of;

/// Derives the facts anew from the traits and actions as they are.
pub(super) fn apply(creature: &mut Model) {
    let actor = names_of(&creature.name);
    saves::drop_own(creature);
    let forced = saves::forced(creature, &actor);
    let damage_types_dealt = damage::types_dealt(creature, &actor);
    creature.attack_kinds = attacks::kinds(creature);
    creature.reach = attacks::reach(creature);
    creature.longest_range = attacks::longest_range(creature);
    creature.multiattack = multiattack::attacks_a_round(creature);
    creature.recovers_on = recovery::recovers_on(creature);
    creature.attack_bonus_max = attacks::highest_bonus(creature);
    creature.damage_per_round = damage_per_round::of(creature);
    creature.spellcasting_kinds = spellcasting_kinds(creature);
    creature.has_lair = lair::has_lair(creature);
    creature.has_regional_effects = lair::has_regional_effects(creature);
    creature.saves_forced = forced.abilities;
    creature.save_dc_max = forced.highest_dc;
    creature.damage_types_dealt = damage_types_dealt;
}

/// How it casts spells: `slots`, `at-will`, `per-day`, in this order.
fn spellcasting_kinds(creature: &Model) -> Vec<String> {
    let Some(casting) = &creature.spellcasting else {
        return Vec::new();
    };
    let has = |kind: &str| {
        let mut usages = casting.spells.iter().filter_map(|spell| spell.usage.as_ref());
        usages.any(|usage| usage.kind == kind)
    };
    let kinds = [
        ("slots", casting.slots.iter().any(|slots| *slots > 0)),
        ("at-will", has("AT_WILL")),
        ("per-day", has("PER_DAY")),
    ];
    let kinds = kinds.into_iter().filter(|(_, is)| *is);
    kinds.map(|(kind, _)| kind.to_owned()).collect()
}

/// The texts of its traits and actions.
pub(super) fn texts(creature: &Model) -> impl Iterator<Item = &str> {
    let traits = creature.traits.iter().map(|part| part.text.as_str());
    traits.chain(creature.all_actions().map(|action| action.text.as_str()))
}

#[cfg(test)]
mod tests;
