//! Prerequisites: in fields, in the name, or in the first line of the text.

use super::super::index::Index;
use super::super::item::Item;
use super::super::prose;
use super::ability::{ability_of, options};
use super::grant::armor;
use lorekeeper_content::Pattern;

/// The prerequisites in the fields, in the words of the books: `Dexterity 13 or higher, Elf`.
pub(super) fn prerequisites(item: &Item<'_>, book: &str, index: &Index<'_>) -> Option<String> {
    let flags = item.flags("prereqs");
    let mut words: Vec<String> = Vec::new();
    let abilities: Vec<String> = options(&flags).iter().map(|a| prose::sentence(a)).collect();
    if !abilities.is_empty() {
        words.push(format!("{} 13 or higher", prose::either(&abilities)));
    }
    for flag in flags.iter().filter(|flag| ability_of(flag).is_none()) {
        words.push(match flag.as_str() {
            "spellcasting" => "The ability to cast at least one spell".to_owned(),
            "light" | "medium" | "heavy" | "shields" | "light-armor" | "medium-armor" | "heavy-armor" => {
                let kind = flag.trim_end_matches("-armor");
                format!("Proficiency with {}", armor(kind))
            }
            other => prose::heading(other),
        });
    }
    for (kind, endpoint) in [("race", "races"), ("class", "classes"), ("subrace", "subraces")] {
        let paths = item.child("path-prereqs").map(|p| p.flags(kind)).unwrap_or_default();
        let names: Vec<String> = paths.iter().map(|key| index.name(endpoint, key, book)).collect();
        if !names.is_empty() {
            words.push(prose::either(&names));
        }
    }
    words.extend(item.words("prerequisite").or_else(|| item.words("prerequisites")));
    Some(words.join(", ")).filter(|words| !words.is_empty())
}

static IN_NAME: Pattern =
    Pattern::new(r"^(?P<name>.*?\S)\s*\((?:requires?|prerequisites?|prereqs?):?\s+(?P<words>[^()]+)\)\s*$");

/// A name, and apart from it what it says is required (`Smite (Requires: 5th level)`).
pub(super) fn split_name(name: &str) -> (String, Option<String>) {
    let found = IN_NAME.captures(name);
    let parts = found.and_then(|c| Some((c.name("name")?.as_str(), c.name("words")?.as_str())));
    match parts {
        Some((name, words)) => (name.to_owned(), Some(words.trim().to_owned())),
        None => (name.to_owned(), None),
    }
}

static IN_TEXT: Pattern =
    Pattern::new(r"^[*_]*(?:requires|prerequisites?|prereqs?)[*_]*:[*_]*\s*(?P<words>[^\n]{1,200}?)[*_.]*(?:\n|$)");

/// A text without a first line that says what is required, and that line.
pub(super) fn first_line(text: &str) -> (String, Option<String>) {
    let Some(found) = IN_TEXT.captures(text) else {
        return (text.to_owned(), None);
    };
    let end = found.get(0).map_or(0, |all| all.end());
    let words = found.name("words").map(|words| words.as_str().trim().to_owned());
    let rest = text.get(end..).unwrap_or_default().trim().to_owned();
    (rest, words.filter(|words| !words.is_empty()))
}
