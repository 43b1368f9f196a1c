//! Printed spellcasting: ability, save DC and attack bonus, as a stat block prints them.

use super::super::{Model, facts};
use super::{ABILITY, TO_HIT, ability_of, cast_by_name, number, word};
use crate::Pattern;
use crate::{Regex, UsageLimit};
use std::collections::BTreeSet;

static SPELL_DC: Pattern = Pattern::new(r"\bsave DC (?P<value>\d+)");

static AT_WILL: Pattern = Pattern::new(r"\bat[- ]will\b");

/// Takes *at will* from the spells that an action casts by name, where no text says so.
///
/// Correction (creatures): A spell that an action casts by its name is cast as often as that action is taken, where a program has it at
/// will.
pub(super) fn drop_at_will(creature: &mut Model) {
    if facts::texts(creature).any(|text| AT_WILL.is_match(text)) {
        return;
    }
    let cast = cast_by_name(creature);
    let spells = creature.spellcasting.iter_mut();
    for spell in spells.flat_map(|casting| casting.spells.iter_mut()) {
        let is_at_will = |usage: &UsageLimit| usage.kind == "AT_WILL";
        if cast.contains(&spell.slug) && spell.usage.as_ref().is_some_and(is_at_will) {
            spell.usage = None;
        }
    }
}

/// Corrects how a source says that the creature casts by what its traits and actions print.
///
/// Correction (creatures): The ability by which a creature casts spells, their save DC and their attack bonus are those of its text.
pub(super) fn correct(creature: &mut Model) {
    let Some(casting) = creature.spellcasting.as_mut() else {
        return;
    };
    let traits = creature.traits.iter().map(|part| part.text.as_str());
    let actions = creature.actions.iter().chain(creature.bonus_actions.iter());
    let texts = traits.chain(actions.map(|action| action.text.as_str()));
    let texts: Vec<&str> = texts.filter(|text| ABILITY.is_match(text)).collect();
    let abilities = texts.iter().filter_map(|text| word(&ABILITY, text));
    let abilities = abilities.filter_map(|word| ability_of(&word));
    let abilities: BTreeSet<&str> = abilities.collect();
    let (Some(ability), 1) = (abilities.first(), abilities.len()) else {
        return;
    };
    let is_other = casting.ability.as_deref() != Some(*ability);
    casting.ability = Some((*ability).to_owned());
    // Numbers of another ability are wrong; those of this one are right, printed or not.
    let printed = |pattern: &Regex| {
        let numbers = texts.iter().filter_map(|text| number(pattern, text));
        let numbers: BTreeSet<i32> = numbers.collect();
        (numbers.len() < 2).then(|| numbers.first().copied())
    };
    if let Some(dc) = printed(&SPELL_DC).filter(|dc| dc.is_some() || is_other) {
        casting.dc = dc;
    }
    if let Some(to_hit) = printed(&TO_HIT).filter(|to_hit| to_hit.is_some() || is_other) {
        casting.to_hit = to_hit;
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::{Spellcasting, Trait};
    use super::*;

    #[test]
    fn a_spell_that_an_action_casts_is_not_at_will() {
        for (text, is_left) in
            [("The toad casts Mud Ball.", false), ("The toad casts Mud Ball at-will.", true), ("The toad hops.", true)]
        {
            let part = Trait { text: text.into(), ..Trait::default() };
            let spell = crate::creature::CreatureSpell {
                slug: "mud-ball".into(),
                usage: Some(UsageLimit { kind: "AT_WILL".into(), ..UsageLimit::default() }),
                ..crate::creature::CreatureSpell::default()
            };
            let casting = Spellcasting { spells: vec![spell], ..Spellcasting::default() };
            let mut toad = Model { traits: vec![part].into(), spellcasting: Some(casting.into()), ..Model::default() };
            drop_at_will(&mut toad);
            let casting = toad.spellcasting.unwrap();
            assert_eq!(casting.spells[0].usage.is_some(), is_left, "{text}");
        }
    }

    #[test]
    fn numbers_of_another_ability_are_dropped() {
        let cast = |text: &str, casting: Spellcasting| {
            let part = Trait { text: text.into(), ..Trait::default() };
            let mut toad = Model { traits: vec![part].into(), spellcasting: Some(casting.into()), ..Model::default() };
            correct(&mut toad);
            let casting = toad.spellcasting.unwrap();
            (casting.ability.clone(), casting.dc, casting.to_hit)
        };
        let casting = |ability: &str| Spellcasting {
            ability: Some(ability.into()),
            dc: Some(12),
            to_hit: Some(4),
            ..Spellcasting::default()
        };
        let charisma = Some("charisma".to_owned());
        let text = "It casts Mud, using Charisma as the spellcasting ability.";
        assert_eq!(cast(text, casting("strength")), (charisma.clone(), None, None));
        assert_eq!(cast(text, casting("charisma")), (charisma.clone(), Some(12), Some(4)));
        let text = "It casts Mud, using Charisma as the spellcasting ability (spell save DC 13).";
        assert_eq!(cast(text, casting("charisma")), (charisma, Some(13), Some(4)));
    }
}
