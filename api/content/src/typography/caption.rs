//! Captions of tables that a source has lost, by what the text calls the table (`the Wet Toads table`).

use crate::Pattern;
use std::borrow::Cow;

/// What a text calls a table.
static NAMED: Pattern = Pattern::new(
    r"(?-i)\b[Tt]he (?P<name>\p{Lu}[\w'’-]+(?: (?:of|the|and|by|for|at|per|in|to|with|\p{Lu}[\w'’-]+)){0,6}) table\b",
);

/// Tables that stand elsewhere.
const ELSEWHERE: [&str; 2] = ["Features", "Traits"];

/// A text whose tables have captions. Those without one are named in the order in which the text names tables, if there are as many of
/// both.
///
/// Correction (text): A table without a caption has the name by which the text calls it (`the Wet Toads table`).
pub fn caption_tables(text: &str) -> Cow<'_, str> {
    let mut names: Vec<&str> = Vec::new();
    for found in NAMED.captures_iter(text) {
        let name = found.name("name").map_or("", |name| name.as_str());
        let is_caption = text.contains(&format!("**{name}**")) || text.contains(&format!("# {name}\n"));
        let is_elsewhere = ELSEWHERE.iter().any(|word| name.ends_with(word));
        if !is_caption && !is_elsewhere && !names.contains(&name) {
            names.push(name);
        }
    }
    let lines: Vec<&str> = text.lines().collect();
    let starts = bare_tables(&lines);
    if names.is_empty() || names.len() != starts.len() {
        return Cow::Borrowed(text);
    }
    let mut names = names.into_iter();
    let mut written: Vec<String> = Vec::with_capacity(lines.len() + 2 * starts.len());
    for (place, line) in lines.into_iter().enumerate() {
        if starts.contains(&place)
            && let Some(name) = names.next()
        {
            if written.last().is_some_and(|line| !line.is_empty()) {
                written.push(String::new());
            }
            written.extend([format!("**{name}**"), String::new()]);
        }
        written.push(line.to_owned());
    }
    Cow::Owned(written.join("\n"))
}

/// Whether a line is a row of a table.
fn is_row(line: &str) -> bool {
    line.trim_start().starts_with('|')
}

/// Where tables begin that have no caption: a line in bold type, or a heading.
fn bare_tables(lines: &[&str]) -> Vec<usize> {
    let mut starts = Vec::new();
    for (place, line) in lines.iter().enumerate() {
        let before = lines.get(..place).unwrap_or_default();
        if !is_row(line) || before.last().is_some_and(|line| is_row(line)) {
            continue;
        }
        let above = before.iter().rev().find(|line| !line.trim().is_empty());
        let is_captioned =
            above.is_some_and(|line| line.starts_with("**") && line.ends_with("**") || line.starts_with('#'));
        if !is_captioned {
            starts.push(place);
        }
    }
    starts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_has_the_name_that_the_text_calls_it() {
        let table = "| d4 | Toad |\n| --- | --- |\n| 1 | Wet |";
        let text = format!("Roll on the Wet Toads of Fen table.\n\n{table}\n\nIt hops.");
        let expected = format!("Roll on the Wet Toads of Fen table.\n\n**Wet Toads of Fen**\n\n{table}\n\nIt hops.");
        assert_eq!(caption_tables(&text), expected);
        assert_eq!(caption_tables(&expected), expected);
        for unsure in [
            format!("Roll on the Wet Toads table or the Newts table.\n\n{table}"),
            format!("See the Toad Features table.\n\n{table}"),
            format!("Roll on the table.\n\n{table}"),
        ] {
            assert_eq!(caption_tables(&unsure), unsure);
        }
    }
}
