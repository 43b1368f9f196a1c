//! Readers of prose: abilities, enumerations, ordinals, counts.

use crate::wire;
use lorekeeper_content::ABILITIES;
use lorekeeper_content::edit_distance::levenshtein;
use lorekeeper_content::vocabulary::number_word;
pub use lorekeeper_content::vocabulary::ordinal;

/// Texts that stand for no text.
const PLACEHOLDERS: [&str; 4] =
    ["[none provided]", "[no description provided]", "no description provided by a5e.", "[column data]"];

/// Text as Markdown; `None` for a placeholder.
///
/// Correction (text): A filler such as `[No description provided]` counts as no text.
pub fn text(upstream: &str) -> Option<String> {
    let text = wire::text(upstream)?;
    (!PLACEHOLDERS.contains(&text.to_lowercase().as_str())).then_some(text)
}

/// Text whose paragraphs end with a single line end, which Markdown takes for a space, with its paragraphs set apart. A
/// line that goes on in the middle of a sentence is no new paragraph.
///
/// Correction (text): Paragraphs that end with a single line end are set apart with an empty line, as Markdown
/// needs.
pub fn separate_paragraphs(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.split('\n').map(str::trim_end) {
        if !out.is_empty() {
            let begins = Line::of(line) == Line::Paragraph && !goes_on(line);
            let apart = line.is_empty() || out.ends_with('\n');
            out.push_str(if begins && !apart { "\n\n" } else { "\n" });
        }
        out.push_str(line);
    }
    out
}

fn goes_on(line: &str) -> bool {
    line.starts_with(|c: char| c.is_lowercase() || c == '(')
}

/// The kind of block that a line of text belongs to.
#[derive(Copy, Clone, PartialEq, Eq)]
pub enum Line {
    Paragraph,
    Item,
    Row,
}

impl Line {
    /// Indented lines and quotations belong to what stands before them, as list items do.
    pub fn of(text: &str) -> Self {
        let numbered = text.trim_start_matches(|c: char| c.is_ascii_digit());
        if text.starts_with('|') {
            Self::Row
        } else if text.starts_with(['>', ' ', '\t'])
            || text.starts_with("- ")
            || text.starts_with("* ")
            || numbered.len() < text.len() && numbered.starts_with(". ")
        {
            Self::Item
        } else {
            Self::Paragraph
        }
    }
}

/// The ability that a word names: in full, in three letters, or one letter astray (`Wisdon`).
pub fn ability(word: &str) -> Option<&'static str> {
    let word = word.trim_matches(|c: char| !c.is_alphabetic()).to_lowercase();
    ABILITIES.into_iter().find(|name| {
        *name == word
            || (word.len() == 3 && name.starts_with(&word))
            || (word.len() > 5 && levenshtein(name, &word) == 1)
    })
}

/// The abilities that a text names, in its order.
pub fn abilities(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for name in text.split(|c: char| !c.is_alphabetic()).filter_map(ability) {
        if !found.iter().any(|f| f == name) {
            found.push(name.to_owned());
        }
    }
    found
}

/// The items of an enumeration (`a, b, and c`).
pub fn list(text: &str) -> Vec<String> {
    text.replace(", and ", ", ")
        .replace(", or ", ", ")
        .replace(" and ", ", ")
        .replace(" or ", ", ")
        .split(',')
        .map(|item| item.trim().trim_end_matches('.').to_owned())
        .filter(|item| !item.is_empty())
        .collect()
}

/// The number that an ordinal starts with (`3rd`).
pub fn ordinal_number(text: &str) -> Option<i32> {
    let digits: String = text.trim().chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

/// A small number, in words or digits.
pub fn count(word: &str) -> Option<i32> {
    let word = word.trim().to_lowercase();
    number_word(&word).or_else(|| word.parse().ok())
}

/// A text with its first letter large.
pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(letters).collect()
}

/// A key's words as a heading (`wild-shape-uses` → `Wild Shape Uses`).
pub fn heading(slug: &str) -> String {
    const SMALL: [&str; 8] = ["a", "an", "and", "by", "in", "of", "the", "to"];
    let words = slug
        .split('-')
        .enumerate()
        .map(|(index, word)| if index == 0 || !SMALL.contains(&word) { capitalized(word) } else { word.to_owned() });
    words.collect::<Vec<String>>().join(" ")
}

/// The size by its letter; some files have letters for two sizes, and for more than the rules know.
pub fn size_of_letter(code: &str) -> &str {
    match code {
        "F" | "D" | "T" => "Tiny",
        "S" => "Small",
        "M" => "Medium",
        "L" => "Large",
        "H" => "Huge",
        "G" | "C" => "Gargantuan",
        "V" => "Varies",
        other => other,
    }
}

/// `a, b, and c`
pub fn join_words(words: &[impl AsRef<str>]) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    match words.as_slice() {
        [others @ .., before, last] if !others.is_empty() => {
            format!("{}, {before}, and {last}", others.join(", "))
        }
        words => words.join(" and "),
    }
}

/// Texts as paragraphs, those that are empty left out.
pub fn join_paragraphs(texts: impl IntoIterator<Item = String>) -> String {
    let texts = texts.into_iter().filter(|text| !text.is_empty());
    texts.collect::<Vec<_>>().join("\n\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_no_text() {
        assert_eq!(text("[None Provided]"), None);
        assert_eq!(text("[Column data]"), None);
        assert_eq!(text(" None of it.\r\n"), Some("None of it.".into()));
    }

    #[test]
    fn paragraphs_are_set_apart() {
        let text = "_A newt._\n**Of Ponds.** It\nswims.\n- fast\n- well\n\nAlways.";
        let apart = "_A newt._\n\n**Of Ponds.** It\nswims.\n- fast\n- well\n\nAlways.";
        assert_eq!(separate_paragraphs(text), apart);
    }

    #[test]
    fn abilities_are_recognised() {
        assert_eq!(ability("CON,"), Some("constitution"));
        assert_eq!(ability("Wisdon"), Some("wisdom"));
        assert_eq!(ability("will"), None);
        assert_eq!(abilities("Strength or Dexterity, Strength"), ["strength", "dexterity"]);
    }

    #[test]
    fn enumerations_fall_apart() {
        assert_eq!(list("Tin, Lead, and Zinc."), ["Tin", "Lead", "Zinc"]);
        assert_eq!(list("Tin or Lead"), ["Tin", "Lead"]);
    }

    #[test]
    fn numbers_read_and_write() {
        assert_eq!(ordinal_number("3rd"), Some(3));
        assert_eq!(ordinal_number("rd"), None);
        assert_eq!(count("Three"), Some(3));
        assert_eq!(count("12"), Some(12));
        assert_eq!(heading("wild-shape-uses"), "Wild Shape Uses");
        assert_eq!(heading("an-end-to-a-feud"), "An End to a Feud");
    }
}
