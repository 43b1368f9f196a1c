//! Spells that stat blocks cast, spelt as the spells themselves.

use super::Model;
use crate::vocabulary::edition::Editions;
use crate::{letters, spell};
use std::collections::HashMap;

/// Gives the spells of stat blocks the names and the slugs of the nearest book's spells.
///
/// Correction (creatures): A spell that a stat block casts is spelt as the spell with the same letters (`Stoneshape`, `Speak With Dead`).
pub fn spell_as_spells(creatures: &mut [Model], spells: &[spell::Model], editions: &Editions) {
    let mut known: HashMap<String, Vec<&spell::Model>> = HashMap::new();
    for spell in spells {
        known.entry(letters(&spell.slug)).or_default().push(spell);
    }
    for creature in creatures {
        let book = creature.document_key.clone();
        let find = |slug: &str| {
            let same = known.get(&letters(slug))?;
            editions.nearest(&book, same, |spell| &spell.document_key)
        };
        for cast in creature.spellcasting.iter_mut().flat_map(|casting| &mut casting.spells) {
            if let Some(spell) = find(&cast.slug) {
                cast.name.clone_from(&spell.name);
                cast.slug.clone_from(&spell.slug);
            }
        }
        for slug in &mut creature.spell_slugs {
            if let Some(spell) = find(slug) {
                slug.clone_from(&spell.slug);
            }
        }
        creature.spell_slugs.sort_unstable();
        creature.spell_slugs.dedup();
    }
}

#[cfg(test)]
mod tests {
    use super::super::{CreatureSpell, Spellcasting};
    use super::*;

    #[test]
    fn spells_are_spelt_as_themselves() {
        let spell = spell::Model {
            name: "Speak with Toads".into(),
            slug: "speak-with-toads".into(),
            ..spell::Model::default()
        };
        let cast = CreatureSpell {
            name: "Speak With Toads".into(),
            slug: "speakwith-toads".into(),
            ..CreatureSpell::default()
        };
        let mut creatures = [Model {
            spell_slugs: vec!["speakwith-toads".into(), "croak".into()],
            spellcasting: Some(Spellcasting { spells: vec![cast], ..Spellcasting::default() }.into()),
            ..Model::default()
        }];
        spell_as_spells(&mut creatures, &[spell], &Editions::default());
        let [creature] = creatures;
        assert_eq!(creature.spell_slugs, ["croak", "speak-with-toads"]);
        let cast = &creature.spellcasting.unwrap().spells[0];
        assert_eq!((cast.name.as_str(), cast.slug.as_str()), ("Speak with Toads", "speak-with-toads"));
    }
}
