//! Named parts of a text: those under headings, or those whose names are run in (`***Toad Song.*** You sing ...`).

use super::{clean_name, name_key};
use crate::Pattern;
use std::collections::BTreeSet;
use std::ops::Range;

/// A name that is run in.
static RUN_IN: Pattern = Pattern::new(
    r"(?-i)^\s*(?:[-•] |\* )?(?:\*\*\*|\*\*_|_\*\*|\*\*|___)(?P<name>[A-Z][^*_|]{1,58}?)[.:]?(?:\*\*\*|\*\*_|_\*\*|\*\*|___)[.:]?\s+(?P<rest>\S.*)$",
);

/// A named part.
#[derive(Debug)]
pub struct Part {
    /// Its name.
    pub name: String,
    /// What stands under it.
    pub text: String,
    /// Where it stands, with its name.
    pub range: Range<usize>,
}

/// A line that opens a part, or ends one.
struct Opening {
    /// Where the line begins.
    start: usize,
    /// Where the text of the part begins.
    body: usize,
    name: String,
    /// The level of the heading; `None` for a name that is run in.
    level: Option<usize>,
}

/// The parts of a text, all of one level: that of its first heading; without headings those with names run in. A name of
/// `known` may also stand in a line of its own, where a source has lost the marks of a heading.
pub fn named_parts(text: &str, known: &BTreeSet<String>) -> Vec<Part> {
    let openings = openings(text, known);
    let level = openings.iter().find_map(|opening| opening.level);
    let opens = |opening: &Opening| match (level, opening.level) {
        (Some(level), Some(own)) => own <= level,
        (None, None) => true,
        _ => false,
    };
    let mut borders = openings.into_iter().filter(opens).peekable();
    let mut parts = Vec::new();
    while let Some(opening) = borders.next() {
        let end = borders.peek().map_or(text.len(), |next| next.start);
        // A heading of a higher level ends a part, and opens none.
        let is_part = opening.level == level && !opening.name.to_lowercase().ends_with("(table)");
        if let Some(body) = text.get(opening.body..end).filter(|_| is_part) {
            parts.push(Part { name: opening.name, text: body.trim().to_owned(), range: opening.start..end });
        }
    }
    parts
}

/// A text without some of its parts.
pub fn without(text: &str, parts: &[Part]) -> String {
    let mut rest = String::with_capacity(text.len());
    let mut from = 0;
    for part in parts {
        rest.push_str(text.get(from..part.range.start).unwrap_or_default());
        from = part.range.end;
    }
    rest.push_str(text.get(from..).unwrap_or_default());
    rest.trim().to_owned()
}

fn openings(text: &str, known: &BTreeSet<String>) -> Vec<Opening> {
    let mut openings: Vec<Opening> = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let end = start + line.len();
        openings.extend(opening(line, start, known));
        if let Some(lost) = openings.last_mut().filter(|o| o.start == start && o.level == Some(0)) {
            // A heading without marks is one of the level of those before it.
            lost.level = None;
            let level = openings.iter().rev().find_map(|opening| opening.level);
            if let Some(lost) = openings.last_mut() {
                lost.level = level;
            }
        }
        start = end;
    }
    openings
}

/// The part that a line opens. A heading without marks has level 0.
fn opening(line: &str, start: usize, known: &BTreeSet<String>) -> Option<Opening> {
    let bare = line.trim();
    let marks = bare.chars().take_while(|c| *c == '#').count();
    let heading = |level| {
        let name = clean_name(bare.trim_matches(['#', ' ', '*', '_']))?;
        Some(Opening {
            start,
            body: start + line.len(),
            name: name.trim_end_matches(['.', ':']).to_owned(),
            level: Some(level),
        })
    };
    if marks > 0 {
        return heading(marks);
    }
    if let Some(run_in) = RUN_IN.captures(line.trim_end()) {
        return Some(Opening {
            start,
            body: start + run_in.name("rest")?.start(),
            name: clean_name(run_in.name("name")?.as_str())?,
            level: None,
        });
    }
    let is_name = bare.len() < 60 && bare.starts_with(char::is_uppercase);
    (is_name && known.contains(&name_key(bare))).then(|| heading(0))?
}
