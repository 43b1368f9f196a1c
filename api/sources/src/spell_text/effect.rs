//! Effect of a spell, read from its text: area, attack, save, damage and their growth.

use super::dice;
use crate::prose::count;
use crate::stat_block::DAMAGE_TYPES;
use crate::stat_block::save::{self, halves};
use lorekeeper_content::spell::{CastingOption, Model};
use lorekeeper_content::{Pattern, Regex, pattern};
use std::collections::BTreeSet;
use std::sync::LazyLock;

static HIGHER: Pattern = Pattern::new(
    r"(?:^|\n|\s)(?:[*_]*at higher levels?[*_]*[.:]?[*_]*\s*|\n[*_]+higher levels?[*_]*[.:]?[*_]*\s*|(?:^|\n)(?P<slot>when you cast this spell (?:using|with) a spell slot of))",
);

/// The text, and apart from it what a higher slot does.
pub fn split_higher_levels(text: &str) -> (String, Option<String>) {
    let Some(found) = HIGHER.captures(text) else {
        return (text.to_owned(), None);
    };
    let (Some(whole), slot) = (found.get(0), found.name("slot")) else {
        return (text.to_owned(), None);
    };
    let from = slot.map_or(whole.end(), |slot| slot.start());
    let before = text.get(..whole.start()).unwrap_or_default().trim();
    let after = text.get(from..).unwrap_or_default().trim();
    if before.is_empty() || after.is_empty() {
        return (text.to_owned(), None);
    }
    (before.to_owned(), Some(after.to_owned()))
}

/// Puts what the text of a spell says of its effect on the row.
pub fn fill(row: &mut Model) {
    let text = row.text.as_str();
    let area = area(text);
    let attack_type = attack(text);
    let saving_throw = saving_throw(text);
    let (damage_roll, damage_types) = damage(text);
    row.area_unit = area.as_ref().map(|_| "feet".to_owned());
    row.area_size = area.as_ref().map(|(_, size)| *size);
    row.area_shape = area.map(|(shape, _)| shape);
    row.attack_roll = attack_type.is_some();
    row.attack_type = attack_type.filter(|kind| !kind.is_empty());
    row.saving_throw_success = saving_throw.as_deref().and_then(|_| success(text));
    row.saving_throw = saving_throw;
    row.casting_options = options(row.level, text).into();
    row.healing = dice::healing(text);
    row.damage_roll = damage_roll;
    row.damage_types = damage_types;
}

static HEADING: Pattern =
    Pattern::new(r"(?-i)^(?P<heading>Deep Magic: [\w-]+(?: magic| ritual| line)?) (?P<text>\p{Lu})");

/// The text below its heading.
///
/// Correction (spells): A heading that runs into the text (`Deep Magic: clockwork You ...`) becomes a line of its own.
pub fn apart_from_heading(text: &str) -> String {
    HEADING.replace(text, "*$heading*\n\n$text").into_owned()
}

static AREA: Pattern = Pattern::new(
    r"\b(?P<size>\d+)-foot(?:-radius)?(?:, \d+-foot-(?:high|tall))?[ -](?P<shape>sphere|cone|cube|cylinder|line)\b",
);

/// Shape and size of the area, if the text has only one.
pub fn area(text: &str) -> Option<(String, i32)> {
    let areas: BTreeSet<(String, i32)> = AREA
        .captures_iter(text)
        .filter_map(|found| {
            let shape = found.name("shape")?.as_str().to_lowercase();
            Some((shape, found.name("size")?.as_str().parse().ok()?))
        })
        .collect();
    let mut areas = areas.into_iter();
    areas.next().filter(|_| areas.next().is_none())
}

static ATTACK: Pattern = Pattern::new(r"\bmakes? an? (?P<kind>melee |ranged )?spell attack");

/// The spell attack that the caster makes: how it is delivered, or an empty text where it is not said.
pub fn attack(text: &str) -> Option<String> {
    let found = ATTACK.captures(text)?;
    let kind = found.name("kind").map(|k| k.as_str().trim().to_lowercase());
    Some(kind.unwrap_or_default())
}

static DELIVERED: Pattern = Pattern::new(r"\b(?P<kind>melee|ranged) spell attack");

/// How the text says that the spell attack is delivered; `None` when it says both or nothing.
///
/// Correction (spells): Where no field says whether an attack is melee or ranged, the text decides, if it names one
/// of them.
pub fn attack_type(text: &str) -> Option<String> {
    let kinds = DELIVERED.captures_iter(text);
    let kinds: BTreeSet<String> = kinds.filter_map(|found| Some(found.name("kind")?.as_str().to_lowercase())).collect();
    let mut kinds = kinds.into_iter();
    kinds.next().filter(|_| kinds.next().is_none())
}

static SAVE: Pattern = Pattern::new(
    r"\b(?:makes?|succeeds? on|fails?|attempts?) an? (?P<ability>strength|dexterity|constitution|intelligence|wisdom|charisma) saving throw\b",
);

/// The ability of the first saving throw that the text calls for.
pub fn saving_throw(text: &str) -> Option<String> {
    let found = SAVE.captures(text)?;
    Some(found.name("ability")?.as_str().to_lowercase())
}

/// What a success on the first saving throw of a text does.
pub fn success(text: &str) -> Option<String> {
    let Some(found) = NAMED_SAVE.find(text) else {
        return halves(text).then(|| "half".to_owned());
    };
    let (before, behind) = (text.get(..found.start())?, text.get(found.end()..)?);
    save::success(before, behind)
}

/// A saving throw by its ability.
static NAMED_SAVE: Pattern =
    Pattern::new(r"\b(?:strength|dexterity|constitution|intelligence|wisdom|charisma) saving throws?\b");

static DAMAGE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"\b(?P<dice>\d+d\d+(?:\s?\+\s?\d+)?) (?P<type>{types}) damage\b|\b(?:takes?|taking|deals?|dealing|suffers?) (?P<type2>{types}) damage equal to (?:(?P<dice2>\d+d\d+(?:\s?\+\s?\d+)?)|half\b|the\b|your\b)",
        types = *DAMAGE_TYPES
    ))
});

/// The first damage dice with a type, and all types that are dealt with dice.
pub fn damage(text: &str) -> (Option<String>, Vec<String>) {
    let mut types = BTreeSet::new();
    let (mut first, mut equal) = (None, None);
    for found in DAMAGE.captures_iter(text) {
        let part = |one: &str, other: &str| found.name(one).or_else(|| found.name(other));
        types.extend(part("type", "type2").map(|t| t.as_str().to_lowercase()));
        let dice = |name: &str| found.name(name).map(|dice| dice.as_str().to_owned());
        first = first.or_else(|| dice("dice"));
        equal = equal.or_else(|| dice("dice2"));
    }
    (first.or(equal), types.into_iter().collect())
}

static TARGETS: Pattern = Pattern::new(
    r"(?:\bup to (?P<count>\w+) (?:willing |friendly |allied )?)?\bcreatures (?:of your choice\b|\(one of which)[^.]{0,40}\bwithin range\b",
);

/// How many creatures the spell targets, by its text where a source says one.
///
/// Correction (spells): One target, where the text has several creatures of the caster's choice, becomes their number;
/// null where the text gives none.
pub fn target_count(stated: Option<i32>, text: &str) -> Option<i32> {
    match TARGETS.captures(text) {
        Some(found) if stated == Some(1) => count(found.name("count")?.as_str()),
        _ => stated,
    }
}

/// What the spell targets, unless the source took it from *hit points*.
///
/// Correction (spells): A target that is a point although the text has no other points than hit points is a creature, where the text begins
/// with one.
pub fn target_type(stated: Option<String>, text: &str) -> Option<String> {
    static POINT: Pattern = Pattern::new(r"(?P<kind>\b\w+ )?\bpoints?\b");
    static PLACE: Pattern = Pattern::new(
        r"\b(?:spaces?|spots?|locations?|places?|ground|appears?|summons?|conjures?|creates?|radius|spheres?|cubes?|portals?|teleports?|surfaces?|destination)\b",
    );
    static BEING: Pattern =
        Pattern::new(r"^(?:[^.]*\.){0,2}[^.]*\b(?:creature|target|ally|allies|beast|humanoid|you)s?\b");
    if stated.as_deref() != Some("point") || PLACE.is_match(text) {
        return stated;
    }
    let mut points = POINT.captures_iter(text).peekable();
    let is_hit_points = points.peek().is_some()
        && points.all(|found| {
            let kind = found.name("kind").map_or("", |kind| kind.as_str().trim());
            ["hit", "ki", "sorcery", "exertion"].contains(&kind.to_lowercase().as_str())
        });
    if is_hit_points { BEING.is_match(text).then(|| "creature".to_owned()) } else { stated }
}

static GROWTH: Pattern = Pattern::new(r"\b(?P<level>5|11|17)th level \((?P<dice>\d+d\d+)\)");

/// How the damage of a cantrip grows with the caster.
pub fn options(level: i32, text: &str) -> Vec<CastingOption> {
    if level != 0 || damage(text).0.is_none() {
        return Vec::new();
    }
    GROWTH
        .captures_iter(text)
        .filter_map(|found| {
            Some(CastingOption {
                kind: format!("player_level_{}", found.name("level")?.as_str()),
                damage_roll: Some(found.name("dice")?.as_str().to_owned()),
                ..CastingOption::default()
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn higher_levels_stand_apart() {
        for text in [
            "It sings.\n\nAt Higher Levels. It sings louder.",
            "It sings. At Higher Levels: It sings louder.",
            "It sings.\n\n**At Higher Levels.** It sings louder.",
            "It sings.\n\n**Higher Levels.** It sings louder.",
        ] {
            let (text, higher) = split_higher_levels(text);
            assert_eq!((text.as_str(), higher.as_deref()), ("It sings.", Some("It sings louder.")));
        }
        let slot = "It sings.\n\nWhen you cast this spell using a spell slot of 3rd level, it shouts.";
        assert!(split_higher_levels(slot).1.unwrap().starts_with("When you cast"));
        assert_eq!(split_higher_levels("It sings."), ("It sings.".to_owned(), None));
    }

    #[test]
    fn a_heading_stands_apart() {
        for (text, expected) in [
            ("Deep Magic: reed You hum.", "*Deep Magic: reed*\n\nYou hum."),
            ("Deep Magic is wet.", "Deep Magic is wet."),
        ] {
            assert_eq!(apart_from_heading(text), expected);
        }
    }

    #[test]
    fn texts_have_numbers() {
        let text = "Each creature in a 20-foot-radius sphere must make a Dexterity saving throw. A target \
                    takes 3d6 cold damage on a failed save, or half as much damage on a successful one.";
        assert_eq!(area(text), Some(("sphere".to_owned(), 20)));
        assert_eq!(saving_throw(text).as_deref(), Some("dexterity"));
        assert_eq!(damage(text), (Some("3d6".to_owned()), vec!["cold".to_owned()]));
        assert_eq!(attack(text), None);
        let text = "It takes psychic damage equal to 2d4 + your spellcasting ability modifier.";
        assert_eq!(damage(text), (Some("2d4".to_owned()), vec!["psychic".to_owned()]));
        assert_eq!(saving_throw("It has advantage on Wisdom saving throws."), None);
        assert_eq!(area("a 10-foot cube or a 15-foot cone"), None);
    }

    #[test]
    fn hit_points_are_no_point() {
        let point = || Some("point".to_owned());
        let creature = Some("creature".to_owned());
        assert_eq!(target_type(point(), "The target regains 3 hit points."), creature);
        assert_eq!(target_type(point(), "A point within range croaks."), point());
        assert_eq!(target_type(point(), "It regains hit points in a space within range."), point());
    }

    #[test]
    fn targets_are_counted() {
        for (stated, text, expected) in [
            (1, "Up to eight creatures of your choice that you can see within range croak.", Some(8)),
            (1, "Creatures of your choice within range croak.", None),
            (1, "Choose a creature within range. Up to 6 creatures of your choice see it.", Some(1)),
            (2, "Up to three creatures of your choice within range croak.", Some(2)),
        ] {
            assert_eq!(target_count(Some(stated), text), expected, "{text}");
        }
    }

    #[test]
    fn cantrips_grow() {
        let text =
            "Make a ranged spell attack. It takes 1d8 fire damage. It grows at 5th level (2d8) and 11th level (3d8).";
        let options = options(0, text);
        assert_eq!(attack(text).as_deref(), Some("ranged"));
        assert_eq!(options[1].kind, "player_level_11");
        assert_eq!(options[1].damage_roll.as_deref(), Some("3d8"));
        assert!(super::options(1, text).is_empty());
    }
}
