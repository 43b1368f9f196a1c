//! Spells of an actor of 2024: an activity each, with the limit on the activity or on the whole action. A trait tells of
//! those of 2014, which is read with the trait.

use super::Creature;
use crate::foundry_text::Edition;
use crate::foundry_text::fields::Fields;
use crate::stat_block::usage::{at_will, per_day, printed};
use lorekeeper_content::creature::{CreatureSpell, Model, Spellcasting};
use lorekeeper_content::slugify;
use lorekeeper_content::vocabulary::ability_of;

/// Fills in the spells.
pub(super) fn fill(creature: &Creature<'_>, row: &mut Model) {
    if creature.edition == Edition::Of2014 {
        return;
    }
    let mut casting = Spellcasting::default();
    for item in &creature.items {
        for (_, activity) in item.entries("system.activities") {
            if activity.text("type") == "cast" {
                add(creature, *item, activity, &mut casting);
            }
        }
    }
    if casting.spells.is_empty() {
        return;
    }
    let code = creature.stats.casting.as_deref().unwrap_or_default();
    if let Some(modifier) = creature.stats.modifier(code) {
        let bonus = creature.stats.proficiency + modifier;
        casting.ability = ability_of(code).map(str::to_owned);
        casting.dc = Some(8 + bonus);
        casting.to_hit = Some(bonus);
    }
    let slugs = casting.spells.iter().map(|spell| spell.slug.clone());
    row.spell_slugs = slugs.collect();
    row.spell_slugs.sort_unstable();
    row.spellcasting = Some(casting.into());
}

fn add(creature: &Creature<'_>, item: Fields<'_>, activity: Fields<'_>, casting: &mut Spellcasting) {
    let known = creature.index.name_at(activity.text("spell.uuid"), creature.document.pack);
    // What people export has a copy of a spell that is not at hand.
    let copied = || Some(activity.text("spell.name")).filter(|name| !name.is_empty());
    let Some(name) = known.or_else(copied) else {
        return;
    };
    let slug = slugify(name);
    if casting.spells.iter().any(|known| known.slug == slug) {
        return;
    }
    let own = activity.whole_amount("uses.max").map(per_day);
    let usage = own.or_else(|| printed(item.text("name")));
    casting.spells.push(CreatureSpell {
        name: name.to_owned(),
        slug,
        level: activity.int("spell.level"),
        notes: None,
        usage: usage.or_else(|| Some(at_will())),
    });
    if casting.components_required.is_empty() {
        // The components that are not needed are listed.
        let without = activity.words("spell.properties");
        let letters = [("vocal", "V"), ("somatic", "S"), ("material", "M")];
        let needed = letters.iter().filter(|(name, _)| !without.contains(name));
        casting.components_required = needed.map(|(_, letter)| (*letter).to_owned()).collect();
    }
}
