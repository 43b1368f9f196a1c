//! Source: compendiums of Fight Club 5 and Game Master 5, XML files of those apps.
//!
//! `read` makes a record of each element of a compendium, [`normalise`] makes rows of the records.

mod character_option;
mod class;
mod creature;
mod equipment;
mod library;
mod spell;
mod xml;

pub(crate) use library::{read, recognises};

use super::{Draft, Drafts, Record, Records, import};
use crate::foundry_text::fields::Fields;
use crate::import::plain::plain;
use lorekeeper_content::slugify;

/// The source's name.
pub const NAME: &str = "fight_club";

/// Draws rows from the records.
pub fn normalise(records: &Records) -> Drafts {
    let mut drafts = Drafts::default();
    import::book::draw(NAME, records, &mut drafts);
    spell::draw(records, &mut drafts);
    creature::draw(records, &mut drafts);
    equipment::draw(records, &mut drafts);
    character_option::draw(records, &mut drafts);
    class::draw(records, &mut drafts);
    drafts
}

/// The fields that the rows of all families need.
struct Head<'a> {
    record: &'a Record,
    book: &'a str,
    name: String,
    slug: String,
    fields: Fields<'a>,
}

impl Head<'_> {
    fn draft<R>(&self, row: R, endpoint: &str) -> Draft<R> {
        Draft::of_import(row, NAME, endpoint, self.record)
    }
}

fn heads<'a>(records: &'a Records, endpoint: &str, drafts: &mut Drafts) -> Vec<Head<'a>> {
    let mut found = Vec::new();
    for record in records.endpoint(endpoint) {
        let fields = Fields::of(&record.raw);
        let name = one(fields, "name");
        match record.key.split_once('/').filter(|_| !name.is_empty()) {
            Some((book, own)) => found.push(Head {
                record,
                book,
                slug: crate::wire::filled(&slugify(&name)).unwrap_or_else(|| own.to_owned()),
                name,
                fields,
            }),
            None => drafts.skip(endpoint, &record.key, "it has no name"),
        }
    }
    found
}

/// An element's text in one line; the first of several.
fn one(fields: Fields<'_>, name: &str) -> String {
    let text = fields.word(name).or_else(|| fields.list(name).find_map(|value| value.word("")));
    let text = plain(&text.unwrap_or_default());
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// All elements of a name.
fn each<'a>(fields: Fields<'a>, name: &str) -> Vec<Fields<'a>> {
    let at = fields.at(name);
    let listed: Vec<Fields<'a>> = fields.list(name).collect();
    if listed.is_empty() && at.is_there() { vec![at] } else { listed }
}

/// The texts of elements of a name: each a paragraph, an empty one parts paragraphs. The line of the source is left out.
fn text(fields: Fields<'_>, name: &str) -> String {
    let lines = each(fields, name).into_iter().filter_map(|line| line.word("").or(Some(String::new())));
    let whole = lines.collect::<Vec<_>>().join("\n");
    let mut out = String::new();
    for line in whole.lines().map(str::trim) {
        let lower = line.to_lowercase();
        if lower.starts_with("source:") {
            break;
        }
        let line = line.strip_prefix('•').map_or(line.to_owned(), |item| format!("- {}", item.trim()));
        let is_row = line.starts_with("- ") || line.starts_with('|');
        match (line.is_empty(), out.is_empty()) {
            (true, _) | (_, true) => {}
            _ if is_row && out.lines().last().is_some_and(|last| last.starts_with("- ") || last.starts_with('|')) => {
                out.push('\n');
            }
            _ => out.push_str("\n\n"),
        }
        out.push_str(&line);
    }
    plain(&out)
}

/// A text behind another.
fn joined(before: &str, text: &str) -> String {
    crate::prose::join_paragraphs([before.to_owned(), text.to_owned()])
}

/// Whether an element says yes.
fn is(fields: Fields<'_>, name: &str) -> bool {
    matches!(one(fields, name).to_lowercase().as_str(), "yes" | "1" | "true")
}
