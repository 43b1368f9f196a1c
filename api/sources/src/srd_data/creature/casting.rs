//! Spells of a creature: an activity each, with the limit on the activity or on the whole action.

use super::{CreatureRecord, Stats, ability_name, action, per_day};
use crate::srd_data::index::Index;
use crate::srd_data::wire::{Activity, CastSpell};
use lorekeeper_content::creature::{CreatureSpell, Model, Spellcasting};
use lorekeeper_content::{UsageLimit, slugify};

/// Fills in the spells.
pub(super) fn fill(wire: &CreatureRecord, stats: &Stats, index: &Index<'_>, row: &mut Model) {
    let actions = wire
        .actions
        .iter()
        .chain(&wire.special_abilities)
        .chain(&wire.legendary_actions);
    let mut casting = Spellcasting::default();
    let mut ability: Option<&str> = None;
    for wire in actions {
        for activity in wire
            .activities
            .iter()
            .filter(|activity| activity.kind == "cast")
        {
            let Some(name) = index.spell(&activity.spell.uuid) else {
                continue;
            };
            ability =
                ability.or(Some(activity.spell.ability.as_str()).filter(|code| !code.is_empty()));
            let spell = spell(name, activity, action::usage(wire));
            if !casting.spells.iter().any(|known| known.slug == spell.slug) {
                casting.spells.push(spell);
            }
            if casting.components_required.is_empty() {
                casting.components_required = components(&activity.spell);
            }
        }
    }
    if casting.spells.is_empty() {
        return;
    }
    let ability = wire.spellcasting_ability.as_deref().or(ability);
    if let Some((code, modifier)) = ability.and_then(|code| Some((code, stats.modifier(code)?))) {
        casting.ability = ability_name(code);
        casting.dc = Some(8 + wire.proficiency_bonus + modifier);
        casting.to_hit = Some(wire.proficiency_bonus + modifier);
    }
    let mut slugs: Vec<String> = casting
        .spells
        .iter()
        .map(|spell| spell.slug.clone())
        .collect();
    slugs.sort_unstable();
    row.spell_slugs = slugs;
    row.spellcasting = Some(casting.into());
}

fn spell(name: &str, activity: &Activity, whole: Option<UsageLimit>) -> CreatureSpell {
    let own = activity.uses.max.parse().ok().map(per_day);
    CreatureSpell {
        name: name.to_owned(),
        slug: slugify(name),
        level: activity.spell.level,
        notes: None,
        usage: own.or(whole).or_else(|| {
            Some(UsageLimit {
                kind: "AT_WILL".to_owned(),
                ..UsageLimit::default()
            })
        }),
    }
}

/// The components that are needed: upstream names those that are not.
fn components(spell: &CastSpell) -> Vec<String> {
    let letters = [("vocal", "V"), ("somatic", "S"), ("material", "M")];
    let needed = letters
        .iter()
        .filter(|(name, _)| !spell.properties.iter().any(|p| p == name));
    needed.map(|(_, letter)| (*letter).to_owned()).collect()
}
