//! Loose rows: a table of a die whose rows a source has as paragraphs (`1-2: a toad`).

use crate::{Pattern, Regex, pattern};
use std::borrow::Cow;
use std::sync::LazyLock;

/// A row: the numbers of the die, and what they bring.
static ROW: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"^(?P<first>\d{1,3})(?:\s?[-–]\s?(?P<last>\d{1,3}))?(?P<mark>: | [-–] | )(?P<text>\S.*)$")
});

/// The head of such a table: `1d100 Result`.
static HEAD: Pattern = Pattern::new(r"^1?d\d+ (?P<label>\p{Lu}\w+(?: \w+)?)$");

/// Dice of which tables are made.
const DICE: [u32; 7] = [4, 6, 8, 10, 12, 20, 100];

/// Fewest rows of a table.
const MIN_ROWS: usize = 3;

/// A row of the die.
struct Row<'a> {
    first: u32,
    last: u32,
    has_mark: bool,
    text: &'a str,
}

impl<'a> Row<'a> {
    fn read(line: &'a str) -> Option<Self> {
        let found = ROW.captures(line.trim())?;
        let number = |name| {
            let digits: Option<u32> = found.name(name)?.as_str().parse().ok();
            // 00 is the highest of a hundred.
            digits.map(|number| if number == 0 { 100 } else { number })
        };
        let first = number("first")?;
        let last = number("last");
        let has_mark = last.is_some() || found.name("mark").is_some_and(|mark| mark.as_str() != " ");
        let text = found.name("text")?.as_str();
        Some(Self { first, last: last.unwrap_or(first), has_mark, text })
    }
}

/// A text whose loose rows are a table: all numbers of one die, in order.
///
/// Correction (text): Rows of a table that stand as paragraphs (`1-2: a toad`), and together are the numbers of a die, are a table.
pub fn gather_rows(text: &str) -> Cow<'_, str> {
    let lines: Vec<&str> = text.lines().collect();
    let mut written: Vec<String> = Vec::with_capacity(lines.len());
    let mut at = 0;
    let mut is_changed = false;
    while let Some(line) = lines.get(at) {
        let Some((rows, next)) = rows_from(&lines, at) else {
            written.push((*line).to_owned());
            at += 1;
            continue;
        };
        let die = rows.last().map_or(0, |row| row.last);
        while written.last().is_some_and(String::is_empty) {
            written.pop();
        }
        let label = written.last().and_then(|line| HEAD.captures(line)).map(|found| found["label"].to_owned());
        if label.is_some() {
            written.pop();
        } else {
            written.push(String::new());
        }
        written.push(format!("| d{die} | {} |", label.as_deref().unwrap_or("Result")));
        written.push("| --- | --- |".to_owned());
        for Row { first, last, text, .. } in &rows {
            let numbers = if first == last { first.to_string() } else { format!("{first}–{last}") };
            written.push(format!("| {numbers} | {} |", text.replace('|', "\\|")));
        }
        if lines.get(next).is_some_and(|line| !line.is_empty()) {
            written.push(String::new());
        }
        (at, is_changed) = (next, true);
    }
    if is_changed { Cow::Owned(written.join("\n")) } else { Cow::Borrowed(text) }
}

/// The rows that begin at a line, and the line behind them; nothing where they are not all numbers of a die.
fn rows_from<'a>(lines: &[&'a str], start: usize) -> Option<(Vec<Row<'a>>, usize)> {
    let mut rows: Vec<Row<'a>> = Vec::new();
    let mut end = start;
    for (place, line) in lines.iter().enumerate().skip(start) {
        if line.trim().is_empty() {
            continue;
        }
        let expected = rows.last().map_or(1, |row| row.last + 1);
        let Some(row) = Row::read(line).filter(|row| row.first == expected && row.last >= row.first) else {
            break;
        };
        rows.push(row);
        end = place + 1;
    }
    let is_die = rows.last().is_some_and(|row| DICE.contains(&row.last));
    (rows.len() >= MIN_ROWS && is_die && rows.iter().any(|row| row.has_mark)).then_some((rows, end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loose_rows_are_a_table() {
        for (given, expected) in [
            (
                "Roll:\n\n1-2: a toad\n\n3: a newt\n\n4: a fly\n\nThen hop.",
                "Roll:\n\n| d4 | Result |\n| --- | --- |\n| 1–2 | a toad |\n| 3 | a newt |\n| 4 | a fly |\n\nThen hop.",
            ),
            (
                "Roll.\n\n1d100 Mood\n\n01–50 Sad. It croaks\n\n51–75 Mad\n\n76–00 Glad",
                "Roll.\n\n| d100 | Mood |\n| --- | --- |\n| 1–50 | Sad. It croaks |\n| 51–75 | Mad |\n| 76–100 | Glad |",
            ),
            ("1. Hop\n\n2. Croak\n\n3. Swim\n\n4. Rest", "1. Hop\n\n2. Croak\n\n3. Swim\n\n4. Rest"),
            ("1 - Hop\n\n2 - Croak\n\n3 - Swim", "1 - Hop\n\n2 - Croak\n\n3 - Swim"),
            ("1 toad\n2 newts\n3 flies\n4 frogs", "1 toad\n2 newts\n3 flies\n4 frogs"),
        ] {
            assert_eq!(gather_rows(given), expected);
            assert_eq!(gather_rows(expected), expected);
        }
    }
}
