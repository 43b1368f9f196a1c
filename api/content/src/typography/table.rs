//! Table unfolding: tables of Markdown that stand in one line.

use crate::Pattern;
use crate::table::split_row;
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

/// A text whose tables end where their columns do.
///
/// Correction (text): What stands behind the last column of a row is a paragraph, or the head of the next table.
pub fn end_rows(text: &str) -> Cow<'_, str> {
    let mut lines: Vec<Cow<'_, str>> = Vec::new();
    let (mut columns, mut is_head) = (None, false);
    let mut following = text.split('\n').skip(1);
    for line in text.split('\n') {
        let next = following.next();
        let Some(cells) = split_row(line) else {
            (columns, is_head) = (None, false);
            lines.push(Cow::Borrowed(line));
            continue;
        };
        // The ruler of a head that stood behind a row may have lost columns.
        if std::mem::take(&mut is_head) && is_ruler(&cells) {
            lines.push(Cow::Owned(row(&vec!["---"; columns.unwrap_or(cells.len())])));
            continue;
        }
        let count = *columns.get_or_insert(cells.len());
        let Some((own, rest)) = cells.split_at_checked(count).filter(|(_, rest)| !rest.is_empty()) else {
            lines.push(Cow::Borrowed(line));
            continue;
        };
        let rest: Vec<&str> = rest.iter().copied().filter(|cell| !cell.is_empty()).collect();
        match rest.as_slice() {
            [paragraph] if paragraph.ends_with(['.', ':', '!']) => {
                lines.push(Cow::Owned(format!("{}\n\n{paragraph}", row(own))));
                columns = None;
            }
            head @ [_, _, ..] if next.and_then(split_row).is_some_and(|cells| is_ruler(&cells)) => {
                lines.push(Cow::Owned(format!("{}\n\n{}", row(own), row(head))));
                (columns, is_head) = (Some(head.len()), true);
            }
            _ => lines.push(Cow::Borrowed(line)),
        }
    }
    Cow::Owned(lines.join("\n"))
}

/// A row of a table of dice: its first and its last number, and its text.
static DIE_ROW: Pattern = Pattern::new(r"^\| *\d+[-–](?P<last>\d+) *\| *(?P<text>[^|\n]+?) *\|$");

/// A range of numbers within the text of such a row, behind the end of a sentence.
static INNER_RANGE: Pattern = Pattern::new(r"(?-i)\. (?P<first>\d+)[-–](?P<last>\d+) (?P<text>\p{Lu})");

/// A text whose tables of dice have a row for each range.
///
/// Correction (text): A row of a table of dice that stands in the row before it, whose range it continues, is a row.
pub fn part_rows(text: &str) -> Cow<'_, str> {
    if !INNER_RANGE.is_match(text) {
        return Cow::Borrowed(text);
    }
    let lines = text.split('\n').map(|line| {
        let inner = DIE_ROW.captures(line).and_then(|row| {
            let last: u32 = row["last"].parse().ok()?;
            let inner = INNER_RANGE.captures_iter(line).find(|inner| inner["first"].parse() == Ok(last + 1))?;
            let (first, end) = (inner.name("first")?.start(), inner.name("text")?.start());
            Some((first, format!("{}–{}", &inner["first"], &inner["last"]), end))
        });
        match inner {
            Some((first, range, text)) => {
                let (before, after) = (line.get(..first).unwrap_or_default(), line.get(text..).unwrap_or_default());
                Cow::Owned(format!("{before}|\n| {range} | {after}"))
            }
            None => Cow::Borrowed(line),
        }
    });
    Cow::Owned(lines.collect::<Vec<_>>().join("\n"))
}

/// Whether cells are the line below the head of a table.
fn is_ruler(cells: &[&str]) -> bool {
    cells.iter().all(|cell| !cell.is_empty() && cell.chars().all(|letter| letter == '-' || letter == ':'))
}

fn row(cells: &[&str]) -> String {
    format!("| {} |", cells.join(" | "))
}

/// Most words of the caption of a table.
const MAX_CAPTION_WORDS: usize = 6;

/// A text whose tables have bold captions.
///
/// Correction (text): A line of a few words by itself above a table is its caption, and bold.
pub fn embolden_captions(text: &str) -> Cow<'_, str> {
    let lines: Vec<&str> = text.split('\n').collect();
    let is_empty =
        |place: Option<usize>| place.and_then(|place| lines.get(place)).is_none_or(|line| line.trim().is_empty());
    let mended = lines.iter().enumerate().map(|(place, line)| {
        let is_above_table = is_empty(Some(place + 1))
            && lines.get(place + 2).is_some_and(|line| line.starts_with('|'))
            && lines.get(place + 3).and_then(|line| split_row(line)).is_some_and(|cells| is_ruler(&cells));
        let is_title = line.starts_with(char::is_uppercase)
            && line.ends_with(char::is_alphanumeric)
            && line.split(' ').count() <= MAX_CAPTION_WORDS;
        if is_title && is_above_table && is_empty(place.checked_sub(1)) {
            return Cow::Owned(format!("**{line}**"));
        }
        Cow::Borrowed(*line)
    });
    Cow::Owned(mended.collect::<Vec<_>>().join("\n"))
}

#[cfg(test)]
mod tests {
    use super::{dash_empty_cells, embolden_captions, end_rows, part_rows};

    #[test]
    fn a_row_in_the_row_before_it_is_a_row() {
        let text =
            "| d100 | Soup |\n|---|---|\n| 01–05 | A toad hops. 06-10 A newt swims. |\n| 11–15 | In 3-4 hours. |";
        let expected = "| d100 | Soup |\n|---|---|\n| 01–05 | A toad hops. |\n| 06–10 | A newt swims. |\n| 11–15 | In 3-4 hours. |";
        assert_eq!(part_rows(text), expected);
    }

    #[test]
    fn a_row_ends_with_the_last_column() {
        for (text, expected) in [
            ("| d4 | Toad |\n|---|---|\n| 1 | Wet. | It hops. |", "| d4 | Toad |\n|---|---|\n| 1 | Wet. |\n\nIt hops."),
            (
                "| d4 | Toad |\n|---|---|\n| 1 | Wet | | d6 | Newt |\n| --- |\n| 1 | Dry |",
                "| d4 | Toad |\n|---|---|\n| 1 | Wet |\n\n| d6 | Newt |\n| --- | --- |\n| 1 | Dry |",
            ),
            (
                "| d4 | Toad |\n|---|---|\n| 1 | Wet\\|dry |\n| 2 |",
                "| d4 | Toad |\n|---|---|\n| 1 | Wet\\|dry |\n| 2 |",
            ),
        ] {
            assert_eq!(end_rows(text), expected);
        }
    }

    #[test]
    fn the_line_above_a_table_is_its_caption() {
        let table = "| Toad |\n|---|\n| Wet |";
        let captioned = embolden_captions(&format!("It hops.\n\nToads of Ponds\n\n{table}")).into_owned();
        assert_eq!(captioned, format!("It hops.\n\n**Toads of Ponds**\n\n{table}"));
        let plain = format!("Roll on this table:\n\n{table}");
        assert_eq!(embolden_captions(&plain), plain);
    }

    #[test]
    fn a_cell_without_a_value_has_a_dash() {
        let table = "| Level | Soup |\n| - | - |\n| 1st | - |\n| 2nd | -1 |\n- | a line |";
        let expected = "| Level | Soup |\n| - | - |\n| 1st | — |\n| 2nd | -1 |\n- | a line |";
        assert_eq!(dash_empty_cells(table), expected);
    }
}
