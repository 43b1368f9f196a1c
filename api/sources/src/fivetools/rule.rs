//! Rules, and the content types that are texts alone: conditions, tables, hazards, deities, chapters of books.

mod number;

use super::creature::damage;
use super::index::Index;
use super::markdown::{line, list, markdown, words};
use super::{Head, heads, join_paragraphs};
use crate::Drafts;
use crate::foundry_text::fields::Fields;
use lorekeeper_content::rule::{Kind, Model};
use serde_json::Value;

/// Content types, the kind of their rules, and the chapter of those of no kind of their own.
const TYPES: [(&str, Kind, &str); 26] = [
    ("action", Kind::Rule, "actions"),
    ("boon", Kind::Rule, "boons"),
    ("card", Kind::Rule, "cards"),
    ("chapter", Kind::Section, ""),
    ("charoption", Kind::Rule, "character-creation"),
    ("condition", Kind::Condition, ""),
    ("cult", Kind::Rule, "cults"),
    ("deck", Kind::Rule, "decks"),
    ("deity", Kind::Rule, "deities"),
    ("disease", Kind::Rule, "diseases"),
    ("encounter", Kind::Rule, "encounters"),
    ("facility", Kind::Rule, "facilities"),
    ("hazard", Kind::Rule, "hazards"),
    ("itemMastery", Kind::WeaponProperty, "Mastery"),
    ("itemProperty", Kind::WeaponProperty, ""),
    ("language", Kind::Language, ""),
    ("object", Kind::Rule, "objects"),
    ("psionic", Kind::Rule, "psionics"),
    ("recipe", Kind::Rule, "recipes"),
    ("reward", Kind::Rule, "rewards"),
    ("sense", Kind::Rule, "senses"),
    ("skill", Kind::Skill, ""),
    ("status", Kind::Rule, "statuses"),
    ("table", Kind::Rule, "tables"),
    ("trap", Kind::Rule, "traps"),
    ("variantrule", Kind::Rule, "variant-rules"),
];

/// Content types with numbers beside their text, which go into the text.
const WITH_NUMBERS: [&str; 2] = ["vehicle", "vehicleUpgrade"];

/// Draws the rules.
pub(super) fn draw(index: &Index<'_>, drafts: &mut Drafts) {
    let numbers = WITH_NUMBERS.map(|endpoint| (endpoint, Kind::Rule, "vehicles"));
    for (endpoint, kind, chapter) in TYPES.into_iter().chain(numbers) {
        for head in rule_heads(endpoint, index, drafts) {
            let row = row(&head, endpoint, kind, chapter);
            drafts.rules.push(head.draft(row, endpoint));
        }
    }
}

/// The heads of a content type; a property may have its name in its text.
fn rule_heads<'a>(endpoint: &str, index: &'a Index<'a>, drafts: &mut Drafts) -> Vec<Head<'a>> {
    if endpoint != "itemProperty" {
        return heads(endpoint, index, drafts);
    }
    let records = index.records(endpoint).iter();
    let named = records.filter_map(|record| {
        let fields = Fields::of(&record.raw);
        let name = property_name(fields).or_else(|| fields.filled("abbreviation"))?;
        let (book, own) = record.key.split_once('/')?;
        Some(Head {
            record,
            book,
            slug: crate::wire::filled(&lorekeeper_content::slugify(&name)).unwrap_or_else(|| own.to_owned()),
            name: words(&name),
            fields,
            index,
        })
    });
    named.collect()
}

/// The name of a property, which may stand in its text.
pub(super) fn property_name(fields: Fields<'_>) -> Option<String> {
    let first = || fields.list("entries").next()?.filled("name");
    fields.filled("name").or_else(first)
}

fn row(head: &Head<'_>, endpoint: &str, kind: Kind, chapter: &str) -> Model {
    let fields = head.fields;
    let is_of_own_kind = kind != Kind::Rule;
    let mut row = Model {
        document_key: head.book.to_owned(),
        kind,
        slug: head.slug.clone(),
        name: head.name.clone(),
        text: text(head, endpoint),
        chapter: crate::wire::filled(chapter).filter(|_| !is_of_own_kind),
        category: crate::wire::filled(chapter).filter(|_| is_of_own_kind),
        order: fields.int("order"),
        ..Model::default()
    };
    if kind == Kind::Language {
        row.script = fields.filled("script");
        row.typical_speakers = fields.words("typicalSpeakers").into_iter().map(words).collect();
        row.exotic = match fields.text("type") {
            "" => None,
            kind => Some(kind != "standard"),
        };
        row.secret = (fields.text("type") == "secret").then_some(true);
    }
    if kind == Kind::WeaponProperty {
        row.abbreviation = fields.filled("abbreviation");
    }
    row
}

/// Fields beside the entries that are words, and how they are called.
const WORDS: [(&str, &str); 50] = [
    ("pantheon", "Pantheon"),
    ("title", "Title"),
    ("altNames", "Other Names"),
    ("category", "Category"),
    ("domains", "Domains"),
    ("province", "Province"),
    ("symbol", "Symbol"),
    ("worshipers", "Worshipers"),
    ("plane", "Plane"),
    ("favoredWeapons", "Favored Weapons"),
    ("dogma", "Dogma"),
    ("type", "Type"),
    ("rarity", "Rarity"),
    ("order", "Order"),
    ("set", "Deck"),
    ("suit", "Suit"),
    ("valueName", "Value"),
    ("facilityType", "Type"),
    ("level", "Level"),
    ("space", "Space"),
    ("orders", "Orders"),
    ("origin", "Origin"),
    ("dialects", "Dialects"),
    ("fromVariant", "Variant Rule"),
    ("time", "Time"),
    ("trigger", "Trigger"),
    ("effect", "Effect"),
    ("initiativeNote", "Initiative"),
    ("hauntBonus", "Haunt Bonus"),
    ("countermeasures", "Countermeasures"),
    ("dimensions", "Dimensions"),
    ("terrain", "Terrain"),
    ("weight", "Weight"),
    ("ac", "Armor Class"),
    ("hp", "Hit Points"),
    ("hpNote", "Hit Points"),
    ("capCrew", "Crew"),
    ("capCrewNote", "Crew"),
    ("capPassenger", "Passengers"),
    ("capCreature", "Creatures"),
    ("capCargo", "Cargo"),
    ("pace", "Pace"),
    ("senses", "Senses"),
    ("focus", "Focus"),
    ("goal", "Goal"),
    ("cultists", "Cultists"),
    ("signatureSpells", "Signature Spells"),
    ("ability", "Ability"),
    ("serves", "Serves"),
    ("makes", "Makes"),
];

/// Lists of types of damage and conditions.
const DEFENCES: [(&str, &str); 4] = [
    ("vulnerable", "Damage Vulnerabilities"),
    ("resist", "Damage Resistances"),
    ("immune", "Damage Immunities"),
    ("conditionImmune", "Condition Immunities"),
];

/// Fields with entries, before and behind those of the record itself.
const ENTRIES: [&str; 13] = [
    "entries", "fluffEntries", "introEntries", "ingredients", "instructions", "noteCook", "eActive", "eDynamic",
    "eConstant", "actionEntries", "trait", "action", "reaction",
];

/// Lists of parts with numbers of their own.
const PARTS: [&str; 7] = ["modes", "control", "movement", "weapon", "other", "station", "actionStation"];

fn text(head: &Head<'_>, endpoint: &str) -> String {
    let mut parts = Vec::new();
    for (field, called) in WORDS {
        let value = head.value(field);
        let part = Fields::of(value);
        let text = match (value.get("entry"), part.int("min"), part.int("max")) {
            (Some(entry), ..) => line(entry),
            (None, Some(least), Some(most)) => format!("{least}–{most}"),
            _ if value.is_object() => String::new(),
            _ => list(value),
        };
        let is_said = !value.is_null() && !value.is_boolean();
        // The place of a chapter, and the type of a table or an entry, are no words.
        let is_of_layout = matches!(endpoint, "condition" | "table" | "chapter")
            || (endpoint == "language" && matches!(field, "type"));
        if is_said && !text.is_empty() && !is_of_layout {
            parts.push(format!("**{called}.** {text}"));
        }
    }
    if let Some(code) = head.fields.filled("trapHazType") {
        parts.push(format!("**Type.** {}", number::hazard_type(&code)));
    }
    for (field, called) in DEFENCES {
        let text = damage(head.value(field), field);
        if !text.is_empty() {
            parts.push(format!("**{called}.** {text}"));
        }
    }
    parts.push(number::lines(head));
    if endpoint == "table" {
        let mut table = head.record.raw.clone();
        if let Some(fields) = table.as_object_mut() {
            fields.entry("type").or_insert_with(|| Value::from("table"));
            // The row has the name.
            fields.remove("name");
            if fields.get("caption").and_then(Value::as_str) == Some(head.name.as_str()) {
                fields.remove("caption");
            }
        }
        parts.push(markdown(&table, head.index));
    }
    for field in ENTRIES {
        // A deity's weapon is a word; so are fields of other types.
        let value = head.value(field);
        if value.is_array() || (field == "entries" && value.is_string()) {
            parts.push(markdown(value, head.index));
        }
    }
    for field in PARTS {
        let list = head.value(field).as_array().into_iter().flatten();
        parts.extend(list.map(|part| number::part(head, part)));
    }
    if endpoint == "deck" {
        let cards = head.fields.list("cards").filter_map(|card| card.filled("").or(card.filled("uid")));
        let cards = cards.map(|card| format!("- {}", words(card.split('|').next().unwrap_or_default())));
        parts.push(cards.collect::<Vec<_>>().join("\n"));
    }
    if endpoint == "encounter" {
        parts.push(number::encounters(head.value("tables")));
    }
    parts.push(head.fluff(&format!("{endpoint}Fluff")));
    let text = join_paragraphs(parts);
    // The row has the name.
    let named = format!("**{}.** ", head.name);
    text.strip_prefix(&named).map_or(text.clone(), str::to_owned)
}
