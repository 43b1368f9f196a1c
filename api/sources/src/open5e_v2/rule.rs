//! Rules, rulesets, conditions and the other concepts.

mod concept;
mod language;
mod ruleset;

use super::NAME;
use crate::prose;
use crate::{Draft, Drafts, Record, Records, origin};
use lorekeeper_content::rule::{Kind, Model};
use lorekeeper_content::{Pattern, slugify};
use regex::Captures;

/// Draws rows from the records.
pub(super) fn draw(records: &Records, drafts: &mut Drafts) {
    ruleset::draw(records, drafts);
    concept::draw(records, drafts);
    language::draw(records, drafts);
}

/// A row with what all of them have.
fn row(kind: Kind, document: &str, name: &str, text: &str) -> Model {
    Model {
        kind,
        document_key: document.to_owned(),
        slug: slugify(name),
        name: name.trim().to_owned(),
        text: without_links(&prose::text(text).unwrap_or_default()),
        ..Model::default()
    }
}

/// A text with the words of raw links (`srd:unseen-attackers`), which lead nowhere.
fn without_links(text: &str) -> String {
    static LINK: Pattern = Pattern::new(r"\bsrd:(?P<words>[a-z-]+)");
    let plain = LINK.replace_all(text, |found: &Captures<'_>| {
        let words = found.name("words").map_or("", |words| words.as_str());
        words.replace('-', " ")
    });
    plain.into_owned()
}

/// The draft of a row that has no namesake in its book.
fn draft(row: Model, endpoint: &str, record: &Record) -> Draft<Model> {
    Draft::new(row, origin(NAME, endpoint, record))
}
