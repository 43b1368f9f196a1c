//! Spells.

use super::index::Index;
use super::library::OWN_SCHOOL;
use super::markdown::{line, words};
use super::{Head, heads, join_paragraphs};
use crate::Drafts;
use crate::foundry_text::fields::Fields;
use crate::spell_text::casting::PrintedCasting;
use crate::spell_text::effect;
use lorekeeper_content::spell::Model;
use lorekeeper_content::vocabulary::SCHOOLS;
use lorekeeper_content::vocabulary::ability_of;
use lorekeeper_content::{Pattern, slugify};

/// What stands before the text of higher levels: `**At Higher Levels.**`
static HEADING: Pattern = Pattern::new(r"^\*\*[^*]{1,60}\*\*\s*");

/// Draws the spells.
pub(super) fn draw(index: &Index<'_>, drafts: &mut Drafts) {
    for head in heads("spell", index, drafts) {
        let level = head.fields.whole_amount("level").filter(|level| (0..=9).contains(level));
        if level.is_none() && head.fields.at("level").is_there() {
            drafts.note_unfit("spell", head.record, "level", head.value("level"));
        }
        let row = row(&head, level.unwrap_or_default());
        let draft = head.draft(row, "spell");
        drafts.spells.push(draft.unstated([("level", level.is_none())]));
    }
}

fn row(head: &Head<'_>, level: i32) -> Model {
    let fields = head.fields;
    let (text, printed) = effect::split_higher_levels(&head.text("entries"));
    let higher = line(head.value("entriesHigherLevel"));
    let higher = HEADING.replace(&higher, "");
    let mut row = Model {
        document_key: head.book.to_owned(),
        slug: head.slug.clone(),
        name: head.name.clone(),
        level,
        school: school(&own_school(fields).unwrap_or_default()),
        text: join_paragraphs([text, head.fluff("spellFluff")]),
        higher_levels: crate::wire::filled(&higher).or(printed),
        ..Model::default()
    };
    effect::fill(&mut row);
    lists(head, &mut row);
    stated(head, &mut row);
    let durations = fields.list("duration").map(duration);
    let durations: Vec<String> = durations.collect();
    row.concentration = fields.list("duration").any(|duration| duration.is("concentration"));
    row.ritual = fields.is("meta.ritual");
    row.verbal = fields.is("components.v");
    row.somatic = fields.is("components.s");
    let material = fields.at("components.m");
    row.material = material.is_there() && material.truth() != Some(false);
    let named = fields.filled("components.m").or_else(|| material.filled("text"));
    let casting = PrintedCasting {
        time: fields.list("time").next().map(time).unwrap_or_default(),
        range: range(fields.at("range")),
        duration: durations.join(" or "),
        material: named.map(|named| words(&named)),
    };
    casting.fill(&mut row);
    if let Some(coppers) = material.number("cost") {
        row.material_cost = Some(coppers / 100.0);
    }
    let is_consumed = material.is("consume") || material.text("consume") == "optional";
    row.material_consumed |= is_consumed;
    row
}

/// The school: one of the file's own by its name, else its letter.
fn own_school(fields: Fields<'_>) -> Option<String> {
    fields.filled(OWN_SCHOOL).or_else(|| fields.filled("school"))
}

/// The school by its letter.
fn school(code: &str) -> Option<String> {
    let known = SCHOOLS.into_iter().find(|(_, letter, _)| *letter == code);
    match known {
        Some((name, ..)) => Some(name.to_owned()),
        None if code == "P" => Some("psionic".to_owned()),
        None => crate::wire::filled(&slugify(code)),
    }
}

/// The classes and subclasses that have it.
fn lists(head: &Head<'_>, row: &mut Model) {
    let fields = head.fields;
    let classes = ["classes.fromClassList", "classes.fromClassListVariant"];
    let named = classes.iter().flat_map(|list| fields.list(list));
    row.class_slugs = named.map(|class| slugify(class.text("name"))).collect();
    let subclasses = fields.list("classes.fromSubclass");
    row.subclass_slugs = subclasses.map(|entry| slugify(entry.text("subclass.name"))).collect();
    for slugs in [&mut row.class_slugs, &mut row.subclass_slugs] {
        slugs.retain(|slug| !slug.is_empty());
        slugs.sort();
        slugs.dedup();
    }
}

/// What the record states of its effect, where the text leaves it open.
fn stated(head: &Head<'_>, row: &mut Model) {
    let fields = head.fields;
    let attack = fields.words("spellAttack");
    if !attack.is_empty() {
        row.attack_roll = true;
        let way = |code: &str| if code == "R" { "ranged" } else { "melee" };
        row.attack_type = row
            .attack_type
            .take()
            .or_else(|| attack.first().filter(|_| attack.len() == 1).map(|code| way(code).to_owned()));
    }
    let save = fields.words("savingThrow").first().and_then(|word| ability_of(word));
    row.saving_throw = row.saving_throw.take().or_else(|| save.map(str::to_owned));
    if row.damage_types.is_empty() {
        let types = fields.words("damageInflict").into_iter();
        row.damage_types = types.map(str::to_lowercase).collect();
    }
}

/// `1 bonus action`, `1 reaction, which you take when ...`
fn time(time: Fields<'_>) -> String {
    let number = time.int("number").unwrap_or(1);
    let unit = match time.text("unit") {
        "bonus" => "bonus action",
        "" => "action",
        unit => unit,
    };
    let plural = if number == 1 { "" } else { "s" };
    let condition = [time.filled("condition"), time.filled("note")].into_iter().flatten();
    let condition: Vec<String> = condition.map(|text| words(&text)).collect();
    let condition = condition.join(" ");
    let comma = if condition.is_empty() { "" } else { ", " };
    format!("{number} {unit}{plural}{comma}{condition}")
}

/// `60 feet`, `Self (15-foot cone)`
fn range(range: Fields<'_>) -> Option<String> {
    let amount = range.int("distance.amount");
    let unit = range.text("distance.type");
    let distance = match (unit, amount) {
        ("self", _) => "Self".to_owned(),
        ("touch", _) => "Touch".to_owned(),
        ("sight" | "unlimited" | "special" | "plane", _) => crate::prose::capitalized(unit),
        ("feet", Some(1)) => "1 foot".to_owned(),
        ("miles", Some(1)) => "1 mile".to_owned(),
        (_, Some(amount)) => format!("{amount} {unit}"),
        (_, None) => String::new(),
    };
    match (range.text("type"), amount) {
        ("", _) => None,
        ("point", _) => crate::wire::filled(&distance),
        ("special", _) => Some("Special".to_owned()),
        ("emanation", _) | (_, None) => Some("Self".to_owned()),
        (shape, Some(amount)) => {
            let unit = if unit == "miles" { "mile" } else { "foot" };
            let shape = match shape {
                "radius" => " radius".to_owned(),
                "sphere" | "hemisphere" => format!("-radius {shape}"),
                shape => format!(" {shape}"),
            };
            Some(format!("Self ({amount}-{unit}{shape})"))
        }
    }
}

fn duration(duration: Fields<'_>) -> String {
    let amount = duration.int("duration.amount");
    match duration.text("type") {
        "instant" => "instantaneous".to_owned(),
        "permanent" => {
            let ends = duration.words("ends");
            let ends: Vec<&str> = ends
                .into_iter()
                .map(|end| match end {
                    "dispel" => "dispelled",
                    "trigger" => "triggered",
                    "discharge" => "discharged",
                    end => end,
                })
                .collect();
            if ends.is_empty() { "permanent".to_owned() } else { format!("until {}", ends.join(" or ")) }
        }
        "timed" => {
            let amount = amount.unwrap_or(1);
            let plural = if amount == 1 { "" } else { "s" };
            format!("{amount} {}{plural}", duration.text("duration.type"))
        }
        other => other.to_owned(),
    }
}
