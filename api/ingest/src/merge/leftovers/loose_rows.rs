//! Tables whose rows a source has parted as paragraphs.

use lorekeeper_content::Pattern;

/// Lines with bars between their cells, each a paragraph: the head of a table, and rows that begin with a number.
///
/// Correction (text): A table whose rows are paragraphs is one.
static LOOSE_ROWS: Pattern = Pattern::new(
    r"(?m-i)^(?P<head>\p{Lu}[^|\n]*(?: \| [^|\n]+)+)\n\n(?P<rows>(?:\d+(?: \| [^|\n]+)+(?:\n\n?|\z)){2,})",
);
static TABLE_NAME: Pattern = Pattern::new(r"(?-i)\bThe (?P<name>\p{Lu}[^.\n]{2,50}?) table\b");

/// Sets the table of loose rows, below its name where the head begins with that.
pub(super) fn set_table(text: &mut String) {
    let Some(found) = LOOSE_ROWS.captures(text) else {
        return;
    };
    let name = TABLE_NAME.captures(text).map(|found| found["name"].to_owned());
    let name = name.filter(|name| found["head"].starts_with(&format!("{name} ")));
    let head = match &name {
        Some(name) => found["head"][name.len()..].trim_start(),
        None => &found["head"],
    };
    let mut table: Vec<String> = name.iter().map(|name| format!("**{name}**\n")).collect();
    let rule = "---|".repeat(head.matches('|').count() + 1);
    table.extend([format!("| {head} |"), format!("|{rule}")]);
    let rows = found["rows"].split('\n').filter(|row| !row.is_empty());
    table.extend(rows.map(|row| format!("| {row} |")));
    let whole = found.get(0).map_or(0..0, |whole| whole.range());
    let after = if whole.end == text.len() { "" } else { "\n\n" };
    let table = table.join("\n") + after;
    text.replace_range(whole, &table);
}
