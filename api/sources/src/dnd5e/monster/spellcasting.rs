//! Spellcasting of a monster.

use super::usage::Usage;
use crate::dnd5e::wire::Reference;
use crate::wire::filled;
use lorekeeper_content::creature::{self, CreatureSpell};
use lorekeeper_content::slugify;
use lorekeeper_content::vocabulary::ability_of;
use serde::Deserialize;
use std::collections::BTreeMap;

/// Spellcasting as the API has it, within the ability or the action that grants it.
#[derive(Deserialize)]
pub(super) struct Spellcasting {
    level: Option<i32>,
    ability: Option<Reference>,
    dc: Option<i32>,
    modifier: Option<i32>,
    #[serde(default)]
    components_required: Vec<String>,
    school: Option<String>,
    #[serde(default)]
    slots: BTreeMap<String, i32>,
    #[serde(default)]
    spells: Vec<Spell>,
}

#[derive(Deserialize)]
struct Spell {
    #[serde(deserialize_with = "crate::wire::name")]
    name: String,
    level: Option<i32>,
    notes: Option<String>,
    usage: Option<Usage>,
}

impl Spellcasting {
    /// The spellcasting.
    pub fn row(&self) -> creature::Spellcasting {
        creature::Spellcasting {
            level: self.level,
            ability: self.ability.as_ref().and_then(|reference| ability_of(&reference.index)).map(str::to_owned),
            dc: self.dc,
            to_hit: to_hit(self.modifier, self.dc),
            components_required: self.components_required.clone(),
            school: self.school.as_deref().and_then(filled),
            slots: slots(&self.slots),
            spells: self.spells.iter().map(Spell::row).collect(),
        }
    }
}

impl Spell {
    fn row(&self) -> CreatureSpell {
        CreatureSpell {
            name: self.name.clone(),
            slug: slugify(&self.name),
            level: self.level,
            notes: self.notes.as_deref().and_then(filled),
            usage: self.usage.as_ref().and_then(Usage::row),
        }
    }
}

/// Slugs of the spells, each once.
pub(super) fn slugs(casting: &creature::Spellcasting) -> Vec<String> {
    let mut slugs: Vec<String> = casting.spells.iter().map(|spell| spell.slug.clone()).collect();
    slugs.sort();
    slugs.dedup();
    slugs
}

/// The bonus to hit, which is 8 less than the save DC: upstream also files a 0 or a bare ability
/// modifier there.
///
/// Correction (creatures): A spell attack bonus that is a bare ability modifier becomes null.
fn to_hit(modifier: Option<i32>, dc: Option<i32>) -> Option<i32> {
    modifier.filter(|modifier| dc.is_none_or(|dc| dc - 8 == *modifier))
}

/// Slots by level as a list from level 1.
fn slots(by_level: &BTreeMap<String, i32>) -> Vec<i32> {
    let numbered: BTreeMap<usize, i32> = by_level
        .iter()
        .filter_map(|(level, slots)| Some((level.parse().ok()?, *slots)))
        .filter(|(level, _)| (1..=9).contains(level))
        .collect();
    let highest = numbered.keys().next_back().copied().unwrap_or_default();
    (1..=highest).map(|level| numbered.get(&level).copied().unwrap_or_default()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellcasting_is_read_whole() {
        let casting: Spellcasting = serde_json::from_str(
            r#"{"level":5,"ability":{"index":"wis","name":"WIS"},"dc":13,"modifier":5,
            "components_required":["V","S"],"school":"druid","slots":{"1":4,"3":2,"2":3},
            "spells":[{"name":"Mend Twig","level":1,"notes":"Self only","usage":{"type":"per day","times":1}}]}"#,
        )
        .unwrap();
        let row = casting.row();
        assert_eq!(row.ability.as_deref(), Some("wisdom"));
        assert_eq!((row.dc, row.to_hit), (Some(13), Some(5)));
        assert_eq!(row.slots, [4, 3, 2]);
        assert_eq!(slugs(&row), ["mend-twig"]);
    }

    #[test]
    fn a_bare_modifier_is_no_bonus_to_hit() {
        assert_eq!(to_hit(Some(0), Some(11)), None);
        assert_eq!(to_hit(Some(5), Some(18)), None);
        assert_eq!(to_hit(Some(9), Some(17)), Some(9));
    }
}
