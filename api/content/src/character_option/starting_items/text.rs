//! Texts of starting equipment: lists of lines, and the options `(a)`, `(b)` within a line.

use super::catalogue::Shelf;
use super::{StartingItemChoice, StartingItemOption, StartingItems, enumeration};
use crate::Pattern;

/// Reads a text; `None` where a line of it cannot be understood.
pub(super) fn read(text: &str, shelf: &Shelf<'_>) -> Option<StartingItems> {
    let mut read = StartingItems::default();
    for line in lines(text)? {
        let line = self::line(&line, shelf)?;
        read.items.extend(line.items);
        read.choices.extend(line.choices);
        read.gold = match (read.gold, line.gold) {
            (Some(one), Some(other)) => Some(one + other),
            (one, other) => one.or(other),
        };
    }
    (read != StartingItems::default()).then_some(read)
}

/// The lines that tell of items, without Markdown: the items of a list, else the only line.
fn lines(text: &str) -> Option<Vec<String>> {
    static INTRODUCTION: Pattern = Pattern::new(r"^you (?:start|begin)(?: \w+)* with the following\b.*:$");
    let plain = |line: &str| line.replace(['*', '_'], "").trim().to_owned();
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let (listed, others): (Vec<&str>, Vec<&str>) =
        lines.partition(|line| ["* ", "- ", "• "].iter().any(|bullet| line.starts_with(bullet)));
    let others: Vec<String> = others.into_iter().map(plain).collect();
    if listed.is_empty() {
        return (others.len() == 1).then_some(others);
    }
    let is_introduced = others.iter().all(|line| INTRODUCTION.is_match(line));
    let listed = listed.into_iter();
    let listed = listed.map(|line| plain(line.trim_start_matches(['*', '-', '•'])));
    is_introduced.then(|| listed.collect())
}

/// Reads a line: options with letters, a choice with a name, or an enumeration.
fn line(line: &str, shelf: &Shelf<'_>) -> Option<StartingItems> {
    static CHOOSE: Pattern = Pattern::new(r"^choose [a-z](?:,? (?:or )?[a-z])*:");
    static NAMED: Pattern = Pattern::new(r"^[^:()]{1,60}: (.+ or .+)$");
    let line = CHOOSE.replace(line, "");
    let options = options(&line)?;
    if !options.is_empty() {
        return labelled(&options, shelf);
    }
    match NAMED.captures(&line).and_then(|c| c.get(1)) {
        Some(choice) => enumeration::choice(choice.as_str(), shelf),
        None => enumeration::read(&line, shelf),
    }
}

/// The options of a line by their letters: none where it has no letters, `None` where they do not follow each other from
/// the first.
fn options(line: &str) -> Option<Vec<(String, String)>> {
    static LETTER: Pattern = Pattern::new(r"\(([a-h])\)");
    let letters: Vec<_> = LETTER.captures_iter(line).collect();
    let first = letters.first().and_then(|letter| letter.get(0));
    let before = first.and_then(|first| line.get(..first.start()));
    if before.is_some_and(|before| !before.trim().is_empty()) {
        return None;
    }
    let mut options = Vec::with_capacity(letters.len());
    for ((index, letter), expected) in letters.iter().enumerate().zip('a'..) {
        let (all, label) = (letter.get(0)?, letter.get(1)?.as_str());
        if !label.eq_ignore_ascii_case(&expected.to_string()) {
            return None;
        }
        let next = letters.get(index + 1).and_then(|next| next.get(0));
        let end = next.map_or(line.len(), |next| next.start());
        let words = line.get(all.end()..end)?.trim();
        let words = words.strip_suffix(" or").unwrap_or(words);
        let words = words.trim_end().trim_end_matches([',', ';', '.']);
        options.push((label.to_owned(), words.to_owned()));
    }
    Some(options)
}

/// Reads options with letters. A line with the letter `(a)` alone leaves no choice.
fn labelled(options: &[(String, String)], shelf: &Shelf<'_>) -> Option<StartingItems> {
    if let [(_, words)] = options {
        return enumeration::read(words, shelf);
    }
    let options = options.iter().map(|(label, words)| {
        let read = enumeration::read(words, shelf)?;
        read.choices.is_empty().then_some(StartingItemOption {
            label: Some(label.clone()),
            items: read.items,
            gold: read.gold,
        })
    });
    let options: Option<Vec<StartingItemOption>> = options.collect();
    Some(StartingItems { choices: vec![StartingItemChoice { options: options? }], ..StartingItems::default() })
}
