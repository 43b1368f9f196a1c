//! Library of a compendium: its elements as records, each in the book that it names, else in that of the file.

use super::{NAME, one, xml};
use crate::foundry_text::fields::Fields;
use crate::import::line_counter::LineCounter;
use crate::import::shelf::Shelf;
use crate::import::{ReadError, Reading};
use lorekeeper_content::Pattern;
use serde_json::Map;
use std::collections::BTreeMap;

/// The elements that are read.
const READ: [&str; 7] = ["background", "class", "feat", "item", "monster", "race", "spell"];

/// Whether a text is a compendium.
pub(crate) fn recognises(text: &str) -> bool {
    let start: String = text.chars().take(4096).collect();
    text.trim_start().starts_with('<') && (start.contains("<compendium") || start.contains("<collection"))
}

/// The line that names the book of an element.
static SOURCE: Pattern =
    Pattern::new(r"(?m)^\s*source:\s*(?P<book>[^\n,]*?)(?:\s*[,(]?\s*(?:p|pg|page)\.?\s*\d+[^\n]*)?(?:,[^\n]*)?$");

/// Reads a compendium of that name.
pub(crate) fn read(file: &str, text: &str) -> Result<Reading, ReadError> {
    let mut shelf = Shelf::new(NAME, file)?;
    let document = xml::parse(text).map_err(|fault| ReadError::Syntax {
        file: file.to_owned(),
        line: fault.line,
        column: fault.column,
        problem: fault.problem,
    })?;
    let root = document.root_element();
    if root.tag_name().name() == "collection" {
        return Err(ReadError::Unknown {
            file: file.to_owned(),
            problem: "is a list of compendiums, of which nothing is fetched; give the files that it names".to_owned(),
        });
    }
    let mut unknown: BTreeMap<String, usize> = BTreeMap::new();
    let mut lines = LineCounter::new(text);
    for element in root.children().filter(roxmltree::Node::is_element) {
        let kind = element.tag_name().name();
        if !READ.contains(&kind) {
            *unknown.entry(kind.to_owned()).or_default() += 1;
            continue;
        }
        let raw = xml::value(element);
        let path = format!("{kind}, line {}", lines.line_of(element.range().start));
        let fields = Fields::of(&raw);
        let name = one(fields, "name");
        if name.is_empty() {
            shelf.skip(kind, &path, "it has no name");
            continue;
        }
        let whole = raw.to_string().replace("\\n", "\n").replace("\\t", " ").replace("\",\"", "\n");
        let whole = whole.replace('"', "\n");
        let printed = SOURCE.captures(&whole);
        let printed = printed.and_then(|found| crate::wire::filled(found.name("book")?.as_str()));
        let named = crate::wire::filled(&one(fields, "source")).or(printed);
        let title = named.unwrap_or_else(|| shelf.stem());
        let book = shelf.book(&title, Map::new());
        if title.contains("2024") {
            shelf.edition(&book, "5e-2024");
        }
        shelf.put(kind, &book, &name, &name, &path, raw);
    }
    for (kind, count) in unknown {
        shelf.note(format!("Left out: {count} of the type {kind}, which LoreKeeper does not know."));
    }
    if shelf.is_empty() {
        shelf.note("There is nothing in it.".to_owned());
    }
    Ok(shelf.finish())
}
