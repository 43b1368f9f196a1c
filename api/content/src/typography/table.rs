//! Table unfolding: tables of Markdown that stand in one line.

use crate::Pattern;
use std::borrow::Cow;

/// The line below the head of a table, within a line.
static RULER: Pattern = Pattern::new(r"\|[ ]*\|[ ]?(?:[ :]*-{2,}[ :]*\|)+");

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
    let (true, Some((before, _)), Some((_, after))) =
        (RULER.is_match(line), line.split_once('|'), line.rsplit_once('|'))
    else {
        return Cow::Borrowed(line);
    };
    let table = line.get(before.len()..line.len() - after.len()).unwrap_or_default();
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

/// A text whose tables have a dash in the cells that are empty.
///
/// Correction (text): A cell of a table that has only a hyphen has a dash.
pub fn dash_empty_cells(text: &str) -> Cow<'_, str> {
    let lines = text.split('\n').map(|line| {
        let is_row = line.starts_with('|') && line.contains(char::is_alphanumeric);
        if !is_row {
            return Cow::Borrowed(line);
        }
        let cells = line.split('|').map(|cell| match cell.trim() {
            "-" | "–" => Cow::Owned(cell.replace(['-', '–'], "—")),
            _ => Cow::Borrowed(cell),
        });
        Cow::Owned(cells.collect::<Vec<_>>().join("|"))
    });
    Cow::Owned(lines.collect::<Vec<_>>().join("\n"))
}

#[cfg(test)]
mod tests {
    use super::dash_empty_cells;

    #[test]
    fn a_cell_without_a_value_has_a_dash() {
        let table = "| Level | Soup |\n| - | - |\n| 1st | - |\n| 2nd | -1 |\n- | a line |";
        let expected = "| Level | Soup |\n| - | - |\n| 1st | — |\n| 2nd | -1 |\n- | a line |";
        assert_eq!(dash_empty_cells(table), expected);
    }
}
