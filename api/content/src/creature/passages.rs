//! Passages of a creature: its facts in words, its description, and each trait and action.

use super::Model;
use crate::{Passage, cr_text};

/// The passages of a creature; the first one has the facts.
pub(super) fn of(creature: &Model) -> Vec<Passage> {
    let mut facts: Vec<String> = Vec::new();
    facts.extend(creature.size.clone());
    facts.extend(creature.creature_type.clone());
    facts.extend(creature.subtype.clone());
    facts.extend(creature.group.clone());
    facts.extend(creature.alignment.clone());
    if let Some(cr) = creature.challenge_rating {
        facts.push(format!("challenge rating {}", cr_text(cr)));
    }
    if creature.speed.fly.is_some() {
        facts.push("flies".to_owned());
    }
    if creature.speed.swim.is_some() {
        facts.push("swims".to_owned());
    }
    if creature.speed.burrow.is_some() {
        facts.push("burrows".to_owned());
    }
    for (label, list) in [
        ("vulnerable to", &creature.damage_vulnerabilities),
        ("resistant to", &creature.damage_resistances),
        ("immune to", &creature.damage_immunities),
        ("cannot be", &creature.condition_immunities),
        ("lives in", &creature.environments),
        ("speaks", &creature.languages),
    ] {
        if !list.is_empty() {
            facts.push(format!("{label} {}", list.join(" ")));
        }
    }
    let mut passages = vec![Passage::new("facts", facts.join(", "))];
    passages.extend(Passage::paragraphs("description", &creature.text));
    for part in creature.traits.iter() {
        passages.extend(Passage::named("trait", &part.name, &part.text));
    }
    for (label, list) in [
        ("action", &creature.actions),
        ("bonus action", &creature.bonus_actions),
        ("reaction", &creature.reactions),
        ("legendary action", &creature.legendary_actions),
        ("lair action", &creature.lair_actions),
    ] {
        for action in list.iter() {
            passages.extend(Passage::named(label, &action.name, &action.text));
        }
    }
    passages
}
