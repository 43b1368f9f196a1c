//! What a stat block does not print: traits that say again what stands elsewhere, and damage types that a line does not name.

use crate::creature::{Action, Model};
use crate::{Regex, pattern};
use std::sync::LazyLock;

/// The beginning of an attack.
static ATTACK: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^_?(?:melee|ranged)(?: or ranged)? (?:weapon |spell )?attack\b"));

/// Correction (creatures): An attack among the traits that is among the actions, too, is no trait; nor is a passage that ends another
/// trait.
pub(super) fn drop_repeated_traits(creature: &mut Model) {
    let actions = &creature.actions;
    creature.traits.retain(|part| {
        let is_named = |action: &Action| action.name.eq_ignore_ascii_case(&part.name);
        !(ATTACK.is_match(&part.text) && actions.iter().any(is_named))
    });
    let texts: Vec<String> = creature
        .traits
        .iter()
        .map(|part| part.text.clone())
        .collect();
    creature.traits.retain(|part| {
        let passage = format!("{}. {}", part.name, part.text);
        !texts.iter().any(|text| text.ends_with(&passage))
    });
}

/// The types of the damage that weapons deal.
const PHYSICAL: [&str; 3] = ["bludgeoning", "piercing", "slashing"];

/// Correction (creatures): Of bludgeoning, piercing and slashing damage, those are resisted whose names a line has that names any of
/// them. The same holds for immunities and vulnerabilities.
pub(super) fn drop_types(creature: &mut Model) {
    let lines = [
        (
            &mut creature.damage_vulnerabilities,
            &creature.damage_vulnerabilities_text,
        ),
        (
            &mut creature.damage_resistances,
            &creature.damage_resistances_text,
        ),
        (
            &mut creature.damage_immunities,
            &creature.damage_immunities_text,
        ),
    ];
    for (types, printed) in lines {
        let printed = printed.as_deref().unwrap_or_default().to_lowercase();
        if PHYSICAL.iter().any(|kind| printed.contains(kind)) {
            let is_printed = |kind: &str| !PHYSICAL.contains(&kind) || printed.contains(kind);
            types.retain(|kind| is_printed(kind));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Trait;

    #[test]
    fn repeated_traits_and_unnamed_types_are_dropped() {
        let part = |name: &str, text: &str| Trait {
            name: name.into(),
            text: text.into(),
            ..Trait::default()
        };
        let action = Action {
            name: "Tail".into(),
            ..Action::default()
        };
        let mut toad = Model {
            traits: vec![
                part(
                    "Amphibious",
                    "It breathes water. Who looks at it saves. A failure sticks.",
                ),
                part("Who looks at it saves", "A failure sticks."),
                part("Tail", "_Melee Weapon Attack:_ +3 to hit"),
            ]
            .into(),
            actions: vec![action].into(),
            damage_resistances: vec!["bludgeoning".into(), "cold".into(), "piercing".into()],
            damage_resistances_text: Some("cold; piercing from nonmagical weapons".into()),
            ..Model::default()
        };
        drop_repeated_traits(&mut toad);
        drop_types(&mut toad);
        let names: Vec<&str> = toad.traits.iter().map(|part| part.name.as_str()).collect();
        assert_eq!(names, ["Amphibious"]);
        assert_eq!(toad.damage_resistances, ["cold", "piercing"]);
    }
}
