//! Use of features: how often, what gives it back, which action it takes, and what it requires.

use crate::foundry_srd::Document;
use lorekeeper_content::character_option::Feature;
use lorekeeper_content::vocabulary::ability_of;

/// Codes of periods, and the words of what regains a use.
const PERIODS: [(&str, &str); 5] =
    [("sr", "short-rest"), ("lr", "long-rest"), ("day", "day"), ("dawn", "day"), ("dusk", "day")];

/// Codes of actions.
const ACTIONS: [(&str, &str); 3] = [("action", "action"), ("bonus", "bonus-action"), ("reaction", "reaction")];

/// Fills in uses, recovery and action.
pub(super) fn fill(feature: &mut Feature, document: &Document<'_>) {
    let system = document.fields.at("system");
    let periods: Vec<&str> = system.list("uses.recovery").map(|r| r.text("period")).collect();
    let known = PERIODS.iter().filter(|(code, _)| periods.contains(code));
    let mut recovery: Vec<String> = known.map(|(_, word)| (*word).to_owned()).collect();
    // What a short rest gives back a long one does, too.
    if recovery == ["short-rest"] {
        recovery.push("long-rest".to_owned());
    }
    recovery.dedup();
    feature.recovery = recovery;
    feature.uses = system.word("uses.max").and_then(|max| uses(&max));
    let mut activities = system.entries("activities");
    feature.activation = activities.find_map(|(_, activity)| {
        let code = activity.text("activation.type");
        let known = ACTIONS.iter().find(|(known, _)| *known == code)?;
        Some(known.1.to_owned())
    });
}

/// The level that an invocation requires. Of other features it is the level at which a class grants them.
pub(super) fn prerequisites(document: &Document<'_>) -> Vec<String> {
    let system = document.fields.at("system");
    if system.text("type.subtype") != "eldritchInvocation" {
        return Vec::new();
    }
    let level = system.positive("prerequisites.level");
    level.map(|level| format!("Level {level}+")).into_iter().collect()
}

/// `3`, or the modifier that a formula takes (`max(1, @abilities.cha.mod)`).
fn uses(max: &str) -> Option<String> {
    if max.parse::<u32>().is_ok_and(|max| max > 0) {
        return Some(max.to_owned());
    }
    if max.contains("@prof") {
        return Some("proficiency bonus".to_owned());
    }
    let (_, ability) = max.split_once("@abilities.")?;
    let (code, _) = ability.split_once(".mod")?;
    let ability = ability_of(code)?;
    let (first, rest) = ability.split_at(1);
    Some(format!("{}{rest} modifier", first.to_uppercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_have_words() {
        assert_eq!(uses("3").as_deref(), Some("3"));
        let charisma = uses("max(1, @abilities.cha.mod)");
        assert_eq!(charisma.as_deref(), Some("Charisma modifier"));
        assert_eq!(uses("@prof").as_deref(), Some("proficiency bonus"));
        assert_eq!(uses("@scale.toad.hops"), None);
        assert_eq!(uses(""), None);
    }
}
