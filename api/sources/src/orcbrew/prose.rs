//! Text conversion: plain text to Markdown, keywords to words.

pub(super) use crate::prose::{capitalized as sentence, ordinal};

use lorekeeper_content::slugify;

/// Plain text as Markdown: every line is a paragraph, as `OrcPub` shows it; lines with a bullet are a list,
/// lines with tabs a table.
pub(super) fn markdown(plain: &str) -> String {
    let plain = plain.replace("\r\n", "\n").replace(['\r', '\u{c}'], "\n");
    let lines: Vec<&str> = plain.lines().map(str::trim_end).collect();
    let mut text = String::new();
    let mut last = Block::Paragraph;
    let mut rest = lines.as_slice();
    while let [line, after @ ..] = rest {
        let rows = rest.iter().take_while(|line| is_row(line)).count();
        let (block, words) = if rows > 1 {
            let (rows, after) = rest.split_at(rows);
            rest = after;
            (Block::Table, table(rows))
        } else {
            rest = after;
            line_of(line.trim())
        };
        if words.is_empty() {
            continue;
        }
        if !text.is_empty() {
            let together = block == last && block == Block::List;
            text.push_str(if together { "\n" } else { "\n\n" });
        }
        text.push_str(&words);
        last = block;
    }
    text
}

#[derive(Copy, Clone, PartialEq, Eq)]
enum Block {
    Paragraph,
    List,
    Table,
}

fn line_of(line: &str) -> (Block, String) {
    let bulleted = line.strip_prefix(['•', '●', '▪', '◦', '·']).or_else(|| {
        let rest = line.strip_prefix(['-', '*', '–', '—'])?;
        // `-5 penalty` is a number, `*Note*` is emphasis.
        let dashed = line.starts_with('-') && rest.starts_with(char::is_alphabetic);
        (rest.starts_with(' ') || dashed).then_some(rest)
    });
    match bulleted {
        Some(rest) if !rest.trim().is_empty() => (Block::List, format!("- {}", rest.trim())),
        _ => (Block::Paragraph, line.replace('\t', " ")),
    }
}

fn cells(line: &str) -> Vec<&str> {
    line.trim().split('\t').map(str::trim).collect()
}

/// Most cells of a row. Each row of a table gets as many as the longest.
const MAX_CELLS: usize = 50;

fn is_row(line: &str) -> bool {
    (2..=MAX_CELLS).contains(&cells(line).len())
}

fn table(rows: &[&str]) -> String {
    let rows: Vec<Vec<&str>> = rows.iter().map(|row| cells(row)).collect();
    let width = rows.iter().map(Vec::len).max().unwrap_or_default();
    let line = |cells: &[&str]| {
        let padded = cells.iter().copied().chain(std::iter::repeat(""));
        let cells: Vec<String> = padded.take(width).map(|c| c.replace('|', "\\|")).collect();
        format!("| {} |", cells.join(" | "))
    };
    let mut lines: Vec<String> = rows.iter().map(|row| line(row)).collect();
    lines.insert(1.min(lines.len()), line(&vec!["---"; width]));
    lines.join("\n")
}

/// The slug of a keyword. `OrcPub` writes `hunter-s-mark` where slugs have `hunters-mark`.
pub(super) fn slug(keyword: &str) -> String {
    let slug = slugify(keyword).replace("-s-", "s-");
    match slug.strip_suffix("-s") {
        Some(rest) if !rest.is_empty() => format!("{rest}s"),
        _ => slug,
    }
}

/// A keyword's words, lower case (`sleight-of-hand` → `sleight of hand`).
pub(super) fn lower(keyword: &str) -> String {
    let words = keyword.replace(['-', '_'], " ").to_lowercase();
    let words: Vec<&str> = words.split_whitespace().collect();
    let words = words.join(" ");
    let words = words.replace(" s ", "'s ");
    words.strip_suffix(" s").map_or(words.clone(), |rest| format!("{rest}'s"))
}

/// A keyword's words as a heading (`sleight-of-hand` → `Sleight of Hand`).
pub(super) fn heading(keyword: &str) -> String {
    crate::prose::heading(&lower(keyword).replace(' ', "-")).replace('-', " ")
}

/// `a, b and c`.
pub(super) fn listed<S: AsRef<str>>(words: &[S]) -> String {
    joined(words, "and")
}

/// `a, b or c`.
pub(super) fn either<S: AsRef<str>>(words: &[S]) -> String {
    joined(words, "or")
}

fn joined<S: AsRef<str>>(words: &[S], last: &str) -> String {
    match words {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [first @ .., end] => {
            let first: Vec<&str> = first.iter().map(AsRef::as_ref).collect();
            format!("{} {last} {}", first.join(", "), end.as_ref())
        }
    }
}

/// `1 item is`, `3 items are`.
pub(super) fn counted(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_paragraphs_lists_and_tables() {
        for (plain, expected) in [
            ("One.\nTwo.", "One.\n\nTwo."),
            ("One.\r\n\r\n\r\nTwo. ", "One.\n\nTwo."),
            ("Pick:\n• a pin\n• a pot\nDone.", "Pick:\n\n- a pin\n- a pot\n\nDone."),
            ("-At dawn it wilts.\n-5 to hit", "- At dawn it wilts.\n\n-5 to hit"),
            ("A\tB\n1\t2|3", "| A | B |\n| --- | --- |\n| 1 | 2\\|3 |"),
            ("a\tb", "a b"),
            ("*Note* this", "*Note* this"),
            ("", ""),
        ] {
            assert_eq!(markdown(plain), expected, "{plain:?}");
        }
    }

    #[test]
    fn a_row_with_more_cells_than_any_table_makes_no_table() {
        let text = format!("{}\n{}", "a\t".repeat(5_000), "a\tb\n".repeat(5_000));
        assert!(markdown(&text).len() < 20 * text.len());
    }

    #[test]
    fn keywords_are_words() {
        assert_eq!(heading("sleight-of-hand"), "Sleight of Hand");
        assert_eq!(lower("clothes-traveler-s"), "clothes traveler's");
        assert_eq!(slug("melf-s-pot"), "melfs-pot");
        assert_eq!(listed(&["a", "b", "c"]), "a, b and c");
        assert_eq!(either(&["a"]), "a");
    }
}
