//! Table unfolding: tables of Markdown that stand in one line.

use crate::{Regex, pattern};
use std::borrow::Cow;
use std::sync::LazyLock;

/// The line below the head of a table, within a line.
static RULER: LazyLock<Regex> = LazyLock::new(|| pattern(r"\|[ ]*\|[ ]?(?:[ :]*-{2,}[ :]*\|)+"));

/// A text whose tables have lines of their own.
///
/// Correction (text): A table that a converter wrote into one line becomes a table.
pub fn unfold(text: &str) -> Cow<'_, str> {
    if !RULER.is_match(text) {
        return Cow::Borrowed(text);
    }
    let lines: Vec<Cow<'_, str>> = text.split('\n').map(unfold_line).collect();
    Cow::Owned(lines.join("\n"))
}

fn unfold_line(line: &str) -> Cow<'_, str> {
    let (true, Some((before, _)), Some((_, after))) = (
        RULER.is_match(line),
        line.split_once('|'),
        line.rsplit_once('|'),
    ) else {
        return Cow::Borrowed(line);
    };
    let table = line
        .get(before.len()..line.len() - after.len())
        .unwrap_or_default();
    // Rows end and begin with a bar: between two rows stands nothing.
    let mut rows: Vec<Vec<&str>> = vec![Vec::new()];
    for cell in table.split('|').map(str::trim).skip(1) {
        match rows.last_mut() {
            Some(row) if !cell.is_empty() => row.push(cell),
            Some(row) if !row.is_empty() => rows.push(Vec::new()),
            _ => {}
        }
    }
    let rows = rows.iter().filter(|row| !row.is_empty());
    let rows: Vec<String> = rows.map(|row| format!("| {} |", row.join(" | "))).collect();
    let parts = [before.trim(), &rows.join("\n"), after.trim()];
    let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    Cow::Owned(parts.join("\n\n"))
}
