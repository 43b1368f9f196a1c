//! Lairs: whether the sources tell of a creature's lair, and of what it does to the land around it.

use crate::Pattern;
use crate::Regex;
use crate::creature::Model;

/// The heading of a lair in a description, and what begins its lair actions.
static LAIR: Pattern =
    Pattern::new(r"(?m)^#+ [^\n]*\blair\b|\btakes a lair action\b|\binitiative count 20 \(losing initiative ties\)");

static REGIONAL: Pattern = Pattern::new(r"(?m)^(?:#+|\*\*) *regional effects\b");

/// Lair actions, and numbers that are other in a lair.
pub(super) fn has_lair(creature: &Model) -> bool {
    let in_lair = [creature.experience_points_in_lair, creature.legendary_uses_in_lair];
    let traits = creature.traits.iter().map(|part| &part.usage);
    let mut usages = traits.chain(creature.all_actions().map(|action| &action.usage));
    !creature.lair_actions.is_empty()
        || creature.lair_preamble.is_some()
        || in_lair.iter().any(Option::is_some)
        || usages.any(|usage| usage.as_ref().is_some_and(|limit| limit.times_in_lair.is_some()))
        || is_told(creature, "lair", &LAIR)
}

/// Regional effects, as a trait or as a part of the description.
pub(super) fn has_regional_effects(creature: &Model) -> bool {
    is_told(creature, "regional effects", &REGIONAL)
}

/// Whether a trait or an action has a name that ends so, or the description of a legendary creature has the heading. Books
/// describe the lair of a kind with its young, too, which have none.
fn is_told(creature: &Model, name: &str, heading: &Regex) -> bool {
    let traits = creature.traits.iter().map(|part| &part.name);
    let mut names = traits.chain(creature.all_actions().map(|action| &action.name));
    let is_legendary = !creature.legendary_actions.is_empty();
    names.any(|of_part| of_part.to_lowercase().ends_with(name)) || (is_legendary && heading.is_match(&creature.text))
}
