//! Resilience: a trait that says what all creatures of a type are immune or resistant to (`Undead Resilience`).

use super::Model;
use crate::Pattern;
use crate::vocabulary::{CONDITIONS, DAMAGE_TYPES};

/// The last word of the name of such a trait.
const NAME: &str = "Resilience";

/// What the creature is immune or resistant to, until the sentence ends or the other of the two begins.
static CLAUSE: Pattern =
    Pattern::new(r"\b(?P<kind>immune|resistant) to (?P<what>[^.]*?)(?:\.|$|,? (?:and|but) (?:it|they)\b)");

/// Fills in the defences that the traits tell of.
///
/// Correction (creatures): Immunities and resistances that only a trait for all creatures of the type says (`Undead Resilience`) are
/// among those of the creature.
pub(super) fn apply(creature: &mut Model) {
    let traits = creature.traits.iter();
    let traits = traits.filter(|part| part.name.ends_with(NAME)).map(|part| (part.name.clone(), part.text.clone()));
    for (name, text) in traits.collect::<Vec<_>>() {
        for clause in CLAUSE.captures_iter(&text) {
            let what = clause["what"].to_lowercase();
            let has = |word: &str| {
                let mut words = what.split(|c: char| !c.is_alphabetic());
                words.any(|own| own == word)
            };
            let is_immune = clause["kind"].eq_ignore_ascii_case("immune");
            if is_immune {
                let conditions = CONDITIONS.into_iter().filter(|name| has(name));
                let printed = &mut creature.condition_immunities_text;
                add(&mut creature.condition_immunities, printed, conditions, &name);
            }
            let types = DAMAGE_TYPES.into_iter().filter(|name| {
                // `poison` is the type of damage, not the poisoned condition.
                has(name) && has("damage")
            });
            let (list, printed) = if is_immune {
                let printed = &mut creature.damage_immunities_text;
                (&mut creature.damage_immunities, printed)
            } else {
                let printed = &mut creature.damage_resistances_text;
                (&mut creature.damage_resistances, printed)
            };
            add(list, printed, types, &name);
        }
    }
}

/// Adds names that a list lacks, and sorts it. A line that is not printed names the trait.
fn add<'a>(list: &mut Vec<String>, printed: &mut Option<String>, names: impl Iterator<Item = &'a str>, of_trait: &str) {
    for name in names {
        if !list.iter().any(|known| known == name) {
            if list.is_empty() && printed.is_none() {
                *printed = Some(of_trait.to_owned());
            }
            list.push(name.to_owned());
            list.sort();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Json, Trait};

    #[test]
    fn defences_of_a_type_are_the_creature_s() {
        let text = "The toad is resistant to radiant damage and to the charmed condition, and it is immune to poison damage, to exhaustion, and to the poisoned condition.";
        let mut toad = Model {
            traits: Json(vec![Trait { name: "Pond Resilience".to_owned(), text: text.to_owned(), ..Trait::default() }]),
            damage_immunities: vec!["cold".to_owned()],
            ..Model::default()
        };
        apply(&mut toad);
        assert_eq!(toad.condition_immunities, ["exhaustion", "poisoned"]);
        assert_eq!(toad.damage_immunities, ["cold", "poison"]);
        assert_eq!(toad.damage_resistances, ["radiant"]);
        let printed = toad.condition_immunities_text.as_deref();
        assert_eq!(printed, Some("Pond Resilience"));
    }
}
