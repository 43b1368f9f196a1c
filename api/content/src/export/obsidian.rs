//! Obsidian notes: a row as Markdown behind front matter, with wikilinks at its mentions.
//!
//! A link leads to a global id (`[[spell:srd-2024:fireball|Fireball]]`): only who has all notes knows their names. The
//! export of a vault puts the note's path in its place.

use super::{Credit, fantasy_statblocks, inert, json as records, known, yaml};
use crate::{Family, Mention, Row, cr_text, creature, markdown, slugify};
use serde_json::{Map, Value, json};
use std::any::Any;

/// The facts of a family in its notes' front matter, by their names in the schema, and whether they are tags, too.
const fn facts(family: Family) -> &'static [(&'static str, bool)] {
    match family {
        Family::Spell => &[
            ("level", true),
            ("school", true),
            ("classSlugs", true),
            ("castingTimeLabel", false),
            ("rangeText", false),
            ("duration", false),
            ("concentration", false),
            ("ritual", false),
            ("savingThrow", false),
            ("damageTypes", false),
        ],
        Family::Creature => &[
            ("size", true),
            ("type", true),
            ("subtype", false),
            ("alignment", false),
            ("challengeRating", false),
            ("experiencePoints", false),
            ("armorClass", false),
            ("hitPoints", false),
            ("initiativeBonus", false),
            ("environments", true),
        ],
        Family::Equipment => &[
            ("kind", true),
            ("category", true),
            ("rarity", true),
            ("requiresAttunement", false),
            ("cost", false),
            ("weight", false),
            ("damageDice", false),
            ("damageType", false),
            ("acBase", false),
            ("armorCategory", false),
        ],
        Family::CharacterOption => &[
            ("kind", true),
            ("parentSlug", false),
            ("ownerSlug", false),
            ("level", false),
            ("hitDie", false),
            ("casterType", false),
            ("featCategory", true),
            ("prerequisites", false),
        ],
        Family::Rule => &[("kind", true), ("chapter", true), ("sectionName", false), ("ability", false)],
    }
}

/// The note of a row.
pub(super) fn note<R: Row>(row: &R, credit: &Credit<'_>) -> String {
    let text = linked(&markdown::markdown(row, credit.book), row.mentions());
    let text = inert::markdown(text.trim_end());
    let body = match (row as &dyn Any).downcast_ref::<creature::Model>() {
        Some(creature) => {
            let block = inert::value(fantasy_statblocks::stat_block(creature, credit));
            let block = apart(&yaml::document(&block));
            let text = text.replace('\n', "\n> ");
            format!("```statblock\n{block}```\n\n> [!info]- As text\n> {text}")
        }
        None => text,
    };
    let front_matter = apart(&yaml::document(&inert::value(front_matter(row, credit))));
    let attribution = inert::markdown(&apart(credit.attribution.unwrap_or_default()));
    let book = words(credit.name);
    let note = format!("---\n{front_matter}---\n\n{body}\n\n[[document:{}|{book}]]\n\n{attribution}", credit.key);
    note.trim_end().to_owned() + "\n"
}

/// The note of a book, with its credits, from its fields in the schema.
pub fn book_note(book: &Value) -> String {
    let text = |value: &Value, key: &str| value.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    let front_matter = known(json!({
        "id": text(book, "id"),
        "name": text(book, "name"),
        "edition": book.get("gameSystem"),
        "license": book.get("license"),
        "tags": ["family/book"],
    }));
    let licenses = book.get("licenses").and_then(Value::as_array);
    let licenses = licenses.into_iter().flatten();
    let licenses = licenses.map(|license| match text(license, "text") {
        words if words.is_empty() => words,
        words => format!("## {}\n\n{words}", text(license, "name")),
    });
    let parts = [text(book, "markdown"), text(book, "attribution")].into_iter().chain(licenses);
    let parts = parts.map(|part| inert::markdown(apart(&part).trim()));
    let parts: Vec<String> = parts.filter(|part| !part.is_empty()).collect();
    let front_matter = apart(&yaml::document(&inert::value(front_matter)));
    format!("---\n{front_matter}---\n\n{}\n", parts.join("\n\n"))
}

/// What Obsidian shows as properties, and searches. What is not known is left out.
fn front_matter<R: Row>(row: &R, credit: &Credit<'_>) -> Value {
    let record = records::record(row, credit);
    let family = R::FAMILY;
    let fact = |name: &str| record.get(name).filter(|value| !value.is_null());
    let tag = |group: &str, value: &str| format!("{}/{}", slugify(group), slugify(value));
    let mut tags = vec![tag("family", family.name()), tag("book", credit.key)];
    let mut fields = Map::new();
    fields.insert("id".into(), json!(row.identity().global_id()));
    fields.insert("name".into(), json!(row.name()));
    fields.insert("aliases".into(), json!([row.name()]));
    fields.insert("family".into(), json!(family.name()));
    fields.insert("book".into(), json!(credit.name));
    let edition = credit.book.and_then(|book| book.game_system.as_deref());
    fields.insert("edition".into(), json!(edition));
    for (name, is_tag) in facts(family) {
        let Some(value) = fact(name) else { continue };
        if *is_tag {
            tags.extend(texts(value).iter().filter(|text| !slugify(text).is_empty()).map(|text| tag(name, text)));
        }
        fields.insert((*name).to_owned(), value.clone());
    }
    if let Some(rating) = fact("challengeRating").and_then(Value::as_f64) {
        fields.insert("cr".into(), json!(cr_text(rating)));
        tags.push(tag("cr", &cr_text(rating).replace('/', "-")));
    }
    fields.insert("tags".into(), json!(tags));
    fields.insert("license".into(), json!(credit.licenses));
    known(Value::Object(fields))
}

/// The texts of a value: its own, or those of its items.
fn texts(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => vec![text.clone()],
        Value::Array(items) => items.iter().flat_map(texts).collect(),
        Value::Number(number) => vec![number.to_string()],
        _ => Vec::new(),
    }
}

/// Markdown with a wikilink at each mention. A bar within a table ends a cell unless it is escaped.
fn linked(markdown: &str, mentions: &[Mention]) -> String {
    let mut linked = String::with_capacity(markdown.len() + 64 * mentions.len());
    let mut mentions = mentions.iter().peekable();
    let mut end = None;
    let mut line = 0;
    for (number, c) in markdown.chars().enumerate() {
        if end == Some(number) {
            linked.push_str("]]");
            end = None;
        }
        while mentions.next_if(|mention| mention.start < number).is_some() {}
        if end.is_none()
            && let Some(mention) = mentions.next_if(|mention| mention.start == number)
        {
            let is_row = linked.get(line..).is_some_and(|text| text.trim_start().starts_with('|'));
            separate(&mut linked, '[');
            linked.extend(["[[", &mention.id, if is_row { "\\|" } else { "|" }]);
            end = Some(mention.end);
        } else {
            separate(&mut linked, c);
        }
        linked.push(c);
        if c == '\n' {
            line = linked.len();
        }
    }
    if end.is_some() {
        linked.push_str("]]");
    }
    linked
}

/// A blank before a bracket behind another, which would begin a link.
fn separate(text: &mut String, next: char) {
    if next == '[' && text.ends_with('[') {
        text.push(' ');
    }
}

/// A text that begins no link.
fn apart(text: &str) -> String {
    text.chars().fold(String::with_capacity(text.len()), |mut apart, c| {
        separate(&mut apart, c);
        apart.push(c);
        apart
    })
}

/// Words that a link may show.
fn words(text: &str) -> String {
    inert::markdown(&text.replace(['[', ']', '|', '\n'], " "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mentions_are_wikilinks_and_brackets_of_books_are_not() {
        let mention = |start, end| Mention { id: "rule:hearth:condition:wet".into(), start, end };
        let link = |bar: &str| format!("[[rule:hearth:condition:wet{bar}|wet]]");
        assert_eq!(linked("Ü wet", &[mention(2, 5)]), format!("Ü {}", link("")));
        assert_eq!(linked("[wet] [[x]]", &[mention(1, 4)]), format!("[ {}] [ [x]]", link("")));
        let table = linked("a\n| 1 | wet |\nwet", &[mention(8, 11), mention(14, 17)]);
        assert_eq!(table, format!("a\n| 1 | {} |\n{}", link("\\"), link("")));
    }
}
