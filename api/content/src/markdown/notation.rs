//! Notation of numbers, lists and names, as the books write them.

use crate::RowCore;
pub(crate) use crate::vocabulary::ordinal;

/// `+5`, `-1`, `+0`.
pub(crate) fn signed(number: i32) -> String {
    format!("{number:+}")
}

/// Words that titles have in small letters.
const SMALL_WORDS: [&str; 10] = ["a", "an", "and", "by", "for", "in", "of", "or", "the", "with"];

/// A number with its digits grouped: `33,000`.
pub(super) fn grouped(number: i64) -> String {
    let digits = number.unsigned_abs().to_string();
    let mut out = String::from(if number < 0 { "-" } else { "" });
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A measure: `3`, `1.5`.
pub(super) fn decimal(number: f64) -> String {
    format!("{number}")
}

/// Words with the first letter as a capital.
pub(crate) fn capitalized(words: &str) -> String {
    let words = words.trim();
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Words with a small first letter, unless they begin with an abbreviation.
pub(super) fn uncapitalized(words: &str) -> String {
    let mut letters = words.trim().chars();
    match (letters.next(), letters.clone().next()) {
        (Some(_), Some(second)) if second.is_uppercase() => words.trim().to_owned(),
        (Some(first), _) => first.to_lowercase().chain(letters).collect(),
        (None, _) => String::new(),
    }
}

/// Words in the letters of a title: `wondrous item (any sword)` as `Wondrous Item (Any Sword)`.
pub(super) fn title_case(line: &str) -> String {
    let words = line.split(' ').map(|word| {
        let bare = word.trim_start_matches('(');
        if SMALL_WORDS.contains(&bare) && bare.len() == word.len() {
            return word.to_owned();
        }
        let open = word.get(..word.len() - bare.len()).unwrap_or_default();
        format!("{open}{}", capitalized(bare))
    });
    words.collect::<Vec<_>>().join(" ")
}

/// A slug as a name: `sleight-of-hand` as `Sleight of Hand`.
pub fn titled(slug: &str) -> String {
    let words: Vec<String> = slug
        .split(['-', '_', ' '])
        .filter(|word| !word.is_empty())
        .enumerate()
        .map(|(index, word)| if index > 0 && SMALL_WORDS.contains(&word) { word.to_owned() } else { capitalized(word) })
        .collect();
    words.join(" ")
}

/// A code as words: `very-rare` as `very rare`.
pub(super) fn words(code: &str) -> String {
    code.replace(['-', '_'], " ").to_lowercase()
}

/// Slugs as names, separated by commas; `None` when there are none.
pub(super) fn names<S: AsRef<str>>(slugs: &[S]) -> Option<String> {
    joined(slugs.iter().map(|slug| titled(slug.as_ref())))
}

/// The name of the entity that a slug of a row leads to.
pub(super) fn linked_name<R: RowCore>(row: &R, slug: &str) -> String {
    let named = row.linked_names().get(slug);
    named.cloned().unwrap_or_else(|| titled(slug))
}

/// The names of the entities that slugs of a row lead to, separated by commas; `None` when there are none.
pub(super) fn linked_names<R: RowCore>(row: &R, slugs: &[String]) -> Option<String> {
    let names: Vec<String> = slugs.iter().map(|slug| linked_name(row, slug)).collect();
    if names.iter().any(|name| name.contains(',')) {
        return Some(names.join("; "));
    }
    joined(names)
}

/// Phrases separated by commas; `None` when there are none.
pub(super) fn joined(phrases: impl IntoIterator<Item = String>) -> Option<String> {
    let phrases: Vec<String> = phrases.into_iter().filter(|p| !p.trim().is_empty()).collect();
    (!phrases.is_empty()).then(|| phrases.join(", "))
}

/// Slugs as alternatives, `Small or Medium`; `None` when there are none.
pub(super) fn alternatives<S: AsRef<str>>(slugs: &[S]) -> Option<String> {
    let names: Vec<String> = slugs.iter().map(|slug| titled(slug.as_ref())).collect();
    (!names.is_empty()).then(|| names.join(" or "))
}

/// A distance with its unit: `30 ft.`.
pub(super) fn distance(number: i32, unit: Option<&str>) -> String {
    match unit {
        Some("miles" | "mile") => format!("{number} mi."),
        _ => format!("{number} ft."),
    }
}

/// A Markdown table; empty when it has no rows.
pub(super) fn table(head: &[String], rows: &[Vec<String>]) -> String {
    if rows.is_empty() || head.is_empty() {
        return String::new();
    }
    let line = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| table_cell(cell)).collect();
        format!("| {} |", cells.join(" | "))
    };
    let rule: Vec<String> = head.iter().map(|_| "---".to_owned()).collect();
    let mut lines = vec![line(head), format!("| {} |", rule.join(" | "))];
    lines.extend(rows.iter().map(|row| line(row)));
    lines.join("\n")
}

fn table_cell(cell: &str) -> String {
    let cell = cell.split_whitespace().collect::<Vec<_>>().join(" ");
    if cell.is_empty() { "—".to_owned() } else { cell.replace('|', "\\|") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_in_the_books() {
        assert_eq!((signed(5), signed(-1), signed(0)), ("+5".into(), "-1".into(), "+0".into()));
        assert_eq!(grouped(33_000), "33,000");
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(grouped(50), "50");
        assert_eq!(
            [1, 2, 3, 9, 11, 12, 13, 21].map(ordinal),
            ["1st", "2nd", "3rd", "9th", "11th", "12th", "13th", "21st"]
        );
        assert_eq!(decimal(1.5), "1.5");
    }

    #[test]
    fn slugs_become_names() {
        assert_eq!(titled("sleight-of-hand"), "Sleight of Hand");
        assert_eq!(uncapitalized("A tiny lid"), "a tiny lid");
        assert_eq!(uncapitalized("DC of the caster"), "DC of the caster");
        assert_eq!(uncapitalized("Éclair crumbs"), "éclair crumbs");
    }

    #[test]
    fn cells_cannot_break_a_table() {
        let made = table(
            &["A".into(), "B".into()],
            &[vec!["x|y".into(), "two\nlines".into()], vec![String::new(), "z".into()]],
        );
        assert_eq!(made, "| A | B |\n| --- | --- |\n| x\\|y | two lines |\n| — | z |");
        assert_eq!(table(&["A".into()], &[]), "");
    }
}
