//! Shorthand: what one book abbreviates and leaves out, where the others write it.

use super::replace_all;
use lorekeeper_content::typography::{Replacement, read_replacements};
use lorekeeper_content::vocabulary::{CONDITIONS, DAMAGE_TYPES};
use lorekeeper_content::{Regex, pattern};
use lorekeeper_sources::spell_out_damage;
use regex::Captures;
use std::sync::LazyLock;

/// The book in shorthand.
pub(super) const BOOK: &str = "tob3";

/// What it writes in another way.
static SHORTHAND: LazyLock<Vec<Replacement>> = LazyLock::new(|| read_replacements(include_str!("shorthand.txt")));

/// The abilities in saving throws.
const ABILITIES: [&str; 6] = ["Str", "Dex", "Con", "Int", "Wis", "Cha"];

/// Terms of one kind in a row, and the last of their list.
static LIST: LazyLock<Regex> = LazyLock::new(|| {
    let kinds: [&[&str]; 3] = [&DAMAGE_TYPES, &CONDITIONS, &ABILITIES];
    let lists = kinds.map(|terms| {
        let term = format!("(?:{})", terms.join("|"));
        format!(r"{term}(?: {term})+ (?:or|and) {term}|{term}(?: {term}){{2,}} (?:or|and) \w+")
    });
    pattern(&format!(r"(?-i)\b(?P<list>{})\b", lists.join("|")))
});

/// Writes out a text in shorthand.
///
/// Correction (creatures): Hours and minutes of Tome of Beasts 3 are written out, and damage is called damage
/// (`7 (2d6) cold damage`). Lists of damage types, conditions and abilities have their commas.
pub(super) fn write_out(text: &mut String) {
    replace_all(text, &SHORTHAND);
    *text = spell_out_damage(text);
    let listed = LIST.replace_all(text, |found: &Captures<'_>| {
        let mut terms: Vec<&str> = found["list"].split(' ').collect();
        let last = terms.split_off(terms.len() - 2).join(" ");
        format!("{}, {last}", terms.join(", "))
    });
    *text = listed.into_owned();
}

#[cfg(test)]
mod tests {
    use super::write_out;

    #[test]
    fn shorthand_is_written_out() {
        for (short, long) in [
            ("7 (2d6+1) cold and is wet for 1 min.", "7 (2d6+1) cold damage and is wet for 1 minute."),
            (
                "3 (1d6) fire or cold damage. Lasts 24 hrs, then 1 hr.",
                "3 (1d6) fire or cold damage. Lasts 24 hours, then 1 hour.",
            ),
            ("DC 12 Dex save taking 3 (1d6) fire", "DC 12 Dex save, taking 3 (1d6) fire damage"),
            ("acid cold fire or poison damage", "acid, cold, fire, or poison damage"),
            ("is blinded charmed stunned and knocked over", "is blinded, charmed, stunned, and knocked over"),
            ("a fire or cold toad", "a fire or cold toad"),
        ] {
            let mut text = short.to_owned();
            write_out(&mut text);
            assert_eq!(text, long);
        }
    }
}
