//! Spells of a creature: an activity each, with the limit on the activity or on the whole action.

use super::limit;
use crate::foundry_text::fields::Fields;
use crate::foundry_text::stats::Stats;
use crate::srd_data::index::Index;
use crate::stat_block::usage::{at_will, per_day};
use lorekeeper_content::creature::{CreatureSpell, Model, Spellcasting};
use lorekeeper_content::slugify;
use lorekeeper_content::vocabulary::ability_of;

/// Fills in the spells.
pub(super) fn fill(wire: Fields<'_>, stats: &Stats, index: &Index<'_>, row: &mut Model) {
    let lists = ["actions", "special_abilities", "legendary_actions"];
    let mut casting = Spellcasting::default();
    let mut ability = wire.filled("spellcasting_ability");
    for action in lists.iter().flat_map(|list| wire.list(list)) {
        let casts = action.list("activities");
        for activity in casts.filter(|activity| activity.text("kind") == "cast") {
            let Some(name) = index.name_at(activity.text("spell.uuid")) else {
                continue;
            };
            ability = ability.or_else(|| activity.filled("spell.ability"));
            let slug = slugify(name);
            if !casting.spells.iter().any(|known| known.slug == slug) {
                let own = activity.text("uses.max").parse().ok().map(per_day);
                casting.spells.push(CreatureSpell {
                    name: name.to_owned(),
                    slug,
                    level: activity.int("spell.level"),
                    notes: None,
                    usage: own.or_else(|| limit(action)).or_else(|| Some(at_will())),
                });
            }
            if casting.components_required.is_empty() {
                casting.components_required = components(&activity.words("spell.properties"));
            }
        }
    }
    if casting.spells.is_empty() {
        return;
    }
    let code = ability.unwrap_or_default();
    if let Some(modifier) = stats.modifier(&code) {
        let bonus = stats.proficiency + modifier;
        casting.ability = ability_of(&code).map(str::to_owned);
        casting.dc = Some(8 + bonus);
        casting.to_hit = Some(bonus);
    }
    row.spell_slugs = casting.spells.iter().map(|spell| spell.slug.clone()).collect();
    row.spell_slugs.sort_unstable();
    row.spellcasting = Some(casting.into());
}

/// The components that are needed: upstream names those that are not.
fn components(without: &[&str]) -> Vec<String> {
    let letters = [("vocal", "V"), ("somatic", "S"), ("material", "M")];
    let needed = letters.iter().filter(|(name, _)| !without.contains(name));
    needed.map(|(_, letter)| (*letter).to_owned()).collect()
}
