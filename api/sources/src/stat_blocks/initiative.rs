//! Improved Initiative: stat blocks as that tracker stores and exports them.

use crate::foundry_text::fields::Fields;
use crate::import::plain::plain;
use crate::stat_block::printed::{PrintedBlock, Section};
use lorekeeper_content::Pattern;
use lorekeeper_content::vocabulary::ABILITIES;
use serde_json::Value;

/// Whether a value is a stat block or a spell of the tracker, or has some in it.
pub(crate) fn recognises(value: &Value) -> bool {
    let is_any = |value: &Value| is_block(value) || is_spell(value) || !within(value).is_empty();
    match value {
        Value::Array(values) => values.iter().any(is_any),
        Value::Object(values) => is_any(value) || values.values().any(is_any),
        _ => false,
    }
}

fn is_block(value: &Value) -> bool {
    has_all(value, &["Name", "HP", "AC", "Abilities"])
}

pub(super) fn is_spell(value: &Value) -> bool {
    has_all(value, &["Name", "School", "CastingTime", "Level"])
}

fn has_all(value: &Value, names: &[&str]) -> bool {
    let fields = Fields::of(value);
    names.iter().all(|name| fields.at(name).is_there())
}

/// The stat blocks of an encounter, or of a character that is kept between encounters.
fn within(value: &Value) -> Vec<&Value> {
    let combatants = value.get("Combatants").and_then(Value::as_array);
    let parts = combatants.into_iter().flatten().chain([value]);
    let blocks = parts.filter_map(|part| part.get("StatBlock"));
    blocks.filter(|block| is_block(block)).collect()
}

/// The stat blocks and spells of a file, with their places: one, a list, or the data of a user by key. Of an encounter those
/// that do not stand elsewhere in the file.
pub(super) fn blocks(value: Value) -> Vec<(String, Value)> {
    let placed: Vec<(String, Value)> = match value {
        value if is_block(&value) || is_spell(&value) => return vec![(String::new(), value)],
        value if !within(&value).is_empty() => vec![(String::new(), value)],
        Value::Array(values) => {
            let placed = values.into_iter().enumerate();
            placed.map(|(place, value)| (format!("[{place}]"), value)).collect()
        }
        Value::Object(values) => values
            .into_iter()
            .filter(|(_, value)| is_block(value) || is_spell(value) || !within(value).is_empty())
            .collect(),
        _ => Vec::new(),
    };
    let (encounters, mut found): (Vec<_>, Vec<_>) =
        placed.into_iter().partition(|(_, value)| !within(value).is_empty());
    for (place, encounter) in &encounters {
        for block in within(encounter) {
            if !found.iter().any(|(_, known)| known.get("Name") == block.get("Name")) {
                found.push((place.clone(), block.clone()));
            }
        }
    }
    found
}

/// The lists of entries, with their sections.
const SECTIONS: [(&str, &str, Section); 6] = [
    ("Traits", "Traits", Section::Traits),
    ("Actions", "Actions", Section::Actions),
    ("BonusActions", "Bonus Actions", Section::BonusActions),
    ("Reactions", "Reactions", Section::Reactions),
    ("LegendaryActions", "Legendary Actions", Section::LegendaryActions),
    ("MythicActions", "Mythic Actions", Section::MythicActions),
];

/// The line below the name: size, type, tags, alignment.
static TYPE: Pattern = Pattern::new(
    r"^\s*(?P<size>(?:tiny|small|medium|large|huge|gargantuan)(?:(?:,| or|, or) (?:tiny|small|medium|large|huge|gargantuan))*)?\s*(?P<kind>[^,(]*?)\s*(?:\((?P<tags>[^)]*)\))?\s*(?:,\s*(?P<alignment>.*))?$",
);

/// Puts the line below a name on a block: `Medium humanoid (elf), neutral good`.
pub(super) fn subtitle(line: &str, block: &mut PrintedBlock) {
    let Some(found) = TYPE.captures(line) else {
        return;
    };
    let group = |name: &str| found.name(name).map_or("", |group| group.as_str()).trim().to_owned();
    block.size = group("size");
    block.kind = group("kind");
    block.subtype = group("tags");
    block.alignment = group("alignment");
}

/// The stat block of a record.
pub(super) fn block(fields: Fields<'_>) -> PrintedBlock {
    let list = |name: &str| plain(&fields.words(name).join(", "));
    let mut scores = [None; 6];
    for (score, ability) in scores.iter_mut().zip(ABILITIES) {
        let code = crate::prose::capitalized(ability.get(..3).unwrap_or_default());
        *score = fields.whole_amount(&format!("Abilities.{code}"));
    }
    let dexterity = scores.get(1).copied().flatten().map(|score| (score - 10).div_euclid(2));
    let added = fields.int("InitiativeModifier").unwrap_or_default();
    let mut block = PrintedBlock {
        name: plain(&fields.word("Name").unwrap_or_default()),
        armor_class: noted(fields.at("AC")),
        hit_points: noted(fields.at("HP")),
        initiative: dexterity.map(|modifier| format!("{:+}", modifier + added)).unwrap_or_default(),
        speed: list("Speed"),
        scores,
        saves: bonuses(fields, "Saves"),
        skills: bonuses(fields, "Skills"),
        vulnerabilities: list("DamageVulnerabilities"),
        resistances: list("DamageResistances"),
        immunities: list("DamageImmunities"),
        conditions: list("ConditionImmunities"),
        senses: list("Senses"),
        languages: list("Languages"),
        challenge: fields.word("Challenge").unwrap_or_default(),
        text: without_credit(&plain(fields.text("Description")), fields.text("Source")),
        ..PrintedBlock::default()
    };
    subtitle(&plain(fields.text("Type")), &mut block);
    for (name, called, section) in SECTIONS {
        for entry in fields.list(name) {
            let text = plain(entry.text("Content"));
            let own = plain(&entry.word("Name").unwrap_or_default());
            let own = match entry.filled("Usage") {
                Some(usage) if !own.contains('(') => format!("{own} ({})", plain(&usage)),
                _ => own,
            };
            // What precedes a section stands under its name.
            if section == Section::LegendaryActions && own == called {
                block.legendary_preamble = text;
            } else {
                block.add(section, &joined_limits(&own), &text);
            }
        }
    }
    block
}

/// A number with its notes: `15 (natural armor)`.
fn noted(fields: Fields<'_>) -> String {
    let number = fields.word("Value").or_else(|| fields.word("")).unwrap_or_default();
    format!("{number} {}", plain(fields.text("Notes"))).trim().to_owned()
}

fn bonuses(fields: Fields<'_>, name: &str) -> String {
    let bonuses = fields
        .list(name)
        .filter_map(|bonus| Some(format!("{} {:+}", bonus.text("Name"), bonus.whole_amount("Modifier")?)));
    bonuses.collect::<Vec<_>>().join(", ")
}

/// A name whose limits stand in brackets of their own each, with all of them in one pair.
fn joined_limits(name: &str) -> String {
    match name.split_once("/Day) (") {
        Some((before, lair)) if lair.ends_with("/Day in Lair)") => {
            format!("{before}/Day, or {lair}")
        }
        _ => name.replace(") (", "; "),
    }
}

/// A description without its last paragraph, where that is the credit of the book that the block names as its source.
fn without_credit(text: &str, source: &str) -> String {
    let (before, last) = text.rsplit_once("\n\n").unwrap_or(("", text));
    let is_credit = !source.is_empty() && last.starts_with(source);
    String::from(if is_credit { before } else { text })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_stand_in_one_pair_of_brackets() {
        for (name, joined) in [
            ("Whistle", "Whistle"),
            ("Whistle (Pot Form Only) (1/Day)", "Whistle (Pot Form Only; 1/Day)"),
            ("Whistle (3/Day) (4/Day in Lair)", "Whistle (3/Day, or 4/Day in Lair)"),
        ] {
            assert_eq!(joined_limits(name), joined);
        }
    }
}
