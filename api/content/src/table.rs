//! Tables: the Markdown tables of a document as head and rows, and those that are rolled on.
//!
//! A table whose first column is headed by a die (`d8`, `1d100`, `d%`) is rollable: each row has the results that lead to it.

use crate::Pattern;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use std::ops::Range;

/// A table of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// The heading or the line of bold type above it; empty where there is none.
    pub name: String,
    /// The heads of its columns, as Markdown.
    pub head: Vec<String>,
    /// Its rows.
    pub rows: Vec<TableRow>,
    /// The sides of the die that is rolled on it, and how many dice; `None` where it is not rolled on.
    pub dice: Option<(u32, u32)>,
}

/// A row of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableRow {
    /// Its cells, as Markdown.
    pub cells: Vec<String>,
    /// Its bytes in the document.
    pub range: Range<usize>,
    /// The least and the greatest result of the dice that lead to it.
    pub results: Option<(u32, u32)>,
}

static DICE: Pattern = Pattern::new(r"^[*_]*(?P<count>\d{1,2})?d(?P<sides>\d{1,4}|%)[*_]*$");
static RESULTS: Pattern = Pattern::new(r"^(?P<first>\d{1,4})(?:\s*(?:[-–—−]|to)\s*(?P<last>\d{1,4}))?$");

/// The tables of a Markdown document, in order.
pub fn find_tables(markdown: &str) -> Vec<Table> {
    let mut found = Vec::new();
    let (mut table, mut row): (Option<Table>, Vec<String>) = (None, Vec::new());
    let (mut above, mut is_head, mut cell): (String, bool, Option<Range<usize>>) = Default::default();
    let mut block: Option<usize> = None;
    let events = Parser::new_ext(markdown, Options::ENABLE_TABLES).into_offset_iter();
    for (event, range) in events {
        match event {
            Event::Start(Tag::Table(_)) => {
                table = Some(Table { name: caption(&above), ..Table::default() });
            }
            Event::End(TagEnd::Table) => {
                found.extend(table.take().map(with_dice));
                above.clear();
            }
            Event::Start(Tag::TableHead) => is_head = true,
            Event::End(end @ (TagEnd::TableHead | TagEnd::TableRow)) => {
                let cells = std::mem::take(&mut row);
                if let Some(table) = &mut table {
                    match end {
                        TagEnd::TableHead => table.head = cells,
                        _ => table.rows.push(TableRow { cells, range, results: None }),
                    }
                }
                is_head = is_head && end != TagEnd::TableHead;
            }
            Event::Start(Tag::TableCell) => cell = Some(range),
            Event::End(TagEnd::TableCell) => {
                let text = cell.take().and_then(|cell| markdown.get(cell));
                row.push(text.unwrap_or_default().trim_matches(['|', ' ', '\n']).replace("\\|", "|"));
            }
            Event::Start(Tag::Heading { .. } | Tag::Paragraph) if table.is_none() => {
                block = Some(range.start);
            }
            Event::End(TagEnd::Heading(_) | TagEnd::Paragraph) if table.is_none() => {
                let text = block.take().and_then(|start| markdown.get(start..range.end));
                text.unwrap_or_default().clone_into(&mut above);
            }
            _ => {}
        }
    }
    found
}

/// The name of a table in the block above it: a heading, a line of bold type, or one that says that it is a table's.
fn caption(above: &str) -> String {
    let line = above.trim().lines().last().unwrap_or_default().trim();
    let is_bold = |mark: &str| line.starts_with(mark) && line.ends_with(mark) && line.len() > 4;
    let named = line.strip_prefix("Table: ");
    let is_caption = line.starts_with('#') || is_bold("**") || is_bold("__") || is_bold("*") || named.is_some();
    if !is_caption {
        return String::new();
    }
    let name = named.unwrap_or(line);
    name.trim_matches(['#', '*', '_', ' ', ':', '.']).to_owned()
}

/// A table with its dice, where its first column is headed by them and every row has results.
fn with_dice(mut table: Table) -> Table {
    let dice = table.head.first().and_then(|head| {
        let found = DICE.captures(head.trim())?;
        let count = found.name("count").map_or(Some(1), |count| count.as_str().parse().ok())?;
        let sides = found.name("sides")?.as_str();
        let sides = if sides == "%" { 100 } else { sides.parse().ok()? };
        (count > 0 && sides > 1).then_some((count, sides))
    });
    let Some((count, sides)) = dice else {
        return table;
    };
    let results: Option<Vec<(u32, u32)>> = table.rows.iter().map(|row| results(row.cells.first()?, sides)).collect();
    if let Some(results) = results.filter(|all| covers(all, count, sides)) {
        table.dice = Some((count, sides));
        for (row, results) in table.rows.iter_mut().zip(results) {
            row.results = Some(results);
        }
    }
    table
}

/// `3`, `2–5`, and `00` for a hundred.
fn results(cell: &str, sides: u32) -> Option<(u32, u32)> {
    let found = RESULTS.captures(cell.trim_matches(['*', '_', ' ']))?;
    let number = |name: &str| {
        let number: u32 = found.name(name)?.as_str().parse().ok()?;
        Some(if number == 0 { sides } else { number })
    };
    let first = number("first")?;
    let last = number("last").unwrap_or(first);
    (first <= last).then_some((first, last))
}

/// Whether each result of the dice leads to one row.
fn covers(results: &[(u32, u32)], count: u32, sides: u32) -> bool {
    let mut sorted = results.to_vec();
    sorted.sort_unstable();
    let ends = sorted.first().map(|(first, _)| *first) == Some(count)
        && sorted.last().map(|(_, last)| *last) == Some(count * sides);
    let follows = sorted.windows(2).all(|pair| match pair {
        [(_, last), (first, _)] => last + 1 == *first,
        _ => true,
    });
    ends && follows
}

/// The cells of a row of a table; `None` of another line.
pub fn split_row(line: &str) -> Option<Vec<&str>> {
    let row = line.trim().strip_prefix('|')?;
    let row = row.strip_suffix('|').unwrap_or(row);
    let mut cells = Vec::new();
    let (mut from, mut before) = (0, ' ');
    for (place, letter) in row.char_indices() {
        if letter == '|' && before != '\\' {
            cells.push(row.get(from..place).unwrap_or_default().trim());
            from = place + 1;
        }
        before = letter;
    }
    cells.push(row.get(from..).unwrap_or_default().trim());
    Some(cells)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MISHAPS: &str = "# Zither\n\nText.\n\n**Zither Mishaps**\n\n| d8 | What happens |\n|:---:|---|\n| 1–3 | A string *snaps* |\n| 4-7 | Nothing |\n| 8 | It plays on its own |\n\nMore.\n\n| Size | Price |\n|---|---|\n| Small | 2 gp |\n";

    #[test]
    fn tables_have_heads_and_rows() {
        let tables = find_tables(MISHAPS);
        assert_eq!(tables.len(), 2);
        assert_eq!(tables[0].name, "Zither Mishaps");
        assert_eq!(tables[0].dice, Some((1, 8)));
        assert_eq!(tables[0].head, ["d8", "What happens"]);
        assert_eq!(tables[0].rows[0].cells, ["1–3", "A string *snaps*"]);
        assert_eq!(tables[0].rows[1].results, Some((4, 7)));
        assert_eq!(tables[1].name, "");
        assert_eq!(tables[1].dice, None);
        assert_eq!(tables[1].rows[0].cells, ["Small", "2 gp"]);
    }

    #[test]
    fn only_tables_that_answer_each_result_are_rolled_on() {
        let table = |head: &str, cells: &[&str]| {
            let rows: Vec<String> = cells.iter().map(|cell| format!("| {cell} | x |")).collect();
            let rows = rows.join("\n");
            let all = find_tables(&format!("| {head} | What |\n|---|---|\n{rows}"));
            all[0].dice
        };
        assert_eq!(table("d100", &["01-50", "51-99", "00"]), Some((1, 100)));
        assert_eq!(table("d%", &["1–99", "100"]), Some((1, 100)));
        assert_eq!(table("2d4", &["2", "3–8"]), Some((2, 4)));
        for (head, cells) in [
            ("d6", &["1–3", "5–6"][..]),
            ("d6", &["1–4", "4–6"]),
            ("d6", &["1–5"]),
            ("d6", &["few", "many"]),
            ("Roll", &["1–6"]),
        ] {
            assert_eq!(table(head, cells), None, "{head} {cells:?}");
        }
    }
}
