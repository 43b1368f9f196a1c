//! Vulnerabilities, resistances and immunities of an actor, as the printed lines that the stat blocks have.

use super::Creature;
use crate::foundry_text::Edition;
use crate::foundry_text::fields::Fields;
use crate::prose;
use crate::stat_block::defence;
use crate::stat_block::input::Defences;
use lorekeeper_content::creature::Model;
use lorekeeper_content::vocabulary::WEAPON_DAMAGE;

/// Fills in the lists and the lines.
pub(super) fn fill(creature: &Creature<'_>, row: &mut Model) {
    let line = |name: &str| line(creature.wire.at(&format!("traits.{name}")), creature.edition);
    let printed = Defences::printed(line("dv"), line("dr"), line("di"), line("ci"));
    defence::fill(row, &printed);
}

/// One line: `cold, fire; bludgeoning, piercing, and slashing from nonmagical attacks`.
fn line(wire: Fields<'_>, edition: Edition) -> String {
    let values = wire.words("value");
    let bypasses = wire.words("bypasses");
    let (physical, mut others): (Vec<&str>, Vec<&str>) =
        values.into_iter().partition(|value| !bypasses.is_empty() && WEAPON_DAMAGE.contains(value));
    others.sort_unstable();
    let mut parts = vec![others.join(", ")];
    parts.push(prose::join_words(&physical));
    if let Some(last) = parts.last_mut().filter(|last| !last.is_empty()) {
        last.push_str(from(&bypasses));
    }
    parts.extend(wire.text("custom").split(';').map(|words| match edition {
        Edition::Of2014 => words.trim().to_lowercase(),
        Edition::Of2024 => words.trim().to_owned(),
    }));
    parts.retain(|part| !part.is_empty());
    parts.join("; ")
}

/// The attacks that a line holds against, by what gets past it.
fn from(bypasses: &[&str]) -> &'static str {
    match (bypasses.contains(&"sil"), bypasses.contains(&"ada")) {
        (true, _) => " from nonmagical attacks that aren't silvered",
        (_, true) => " from nonmagical attacks that aren't adamantine",
        _ => " from nonmagical attacks",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn lines_say_what_gets_past_them() {
        for (wire, expected) in [
            (json!({"value": ["fire", "cold"]}), "cold, fire"),
            (
                json!({"value": ["piercing", "fire", "slashing"], "bypasses": ["mgc", "sil"]}),
                "fire; piercing and slashing from nonmagical attacks that aren't silvered",
            ),
            (json!({"value": [], "custom": "Damage from Owls"}), "damage from owls"),
            (json!({}), ""),
        ] {
            assert_eq!(line(Fields::of(&wire), Edition::Of2014), expected);
        }
    }
}
