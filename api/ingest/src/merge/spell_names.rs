//! Emphasis of spell names in running text: books print them in italics.

use lorekeeper_content::{Regex, pattern};
use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;
use std::sync::LazyLock;

/// A word that tells that a spell is named before it. In capitals it is part of a title.
static SPELL: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?-i) (?:spells?|cantrips?)\b"));

/// What joins the names of a list.
const JOINTS: [&str; 5] = [", or ", ", and ", " or ", " and ", ", "];

/// Names that say something else before the word: `a divination spell` is of the school.
const SCHOOLS: [&str; 1] = ["divination"];

/// Words of the longest name.
const MAX_WORDS: usize = 7;

/// How many bytes before a name are looked at for emphasis that is open.
const MAX_BEFORE: usize = 4000;

/// The names of all spells, in small letters.
#[derive(Default)]
pub struct SpellNames(HashSet<String>);

impl SpellNames {
    /// The names of these spells.
    pub fn new<'a>(names: impl Iterator<Item = &'a str>) -> Self {
        let names = names.map(|name| name.to_lowercase().replace('’', "'"));
        Self(
            names
                .filter(|name| !SCHOOLS.contains(&name.as_str()))
                .collect(),
        )
    }

    /// A text with its names emphasised.
    ///
    /// Correction (text): The name of a spell before the word *spell* or *cantrip*, and the names that a list has before that, are
    /// in italics.
    pub(super) fn emphasise<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let ends: Vec<usize> = SPELL.find_iter(text).map(|found| found.start()).collect();
        let mut names: Vec<Range<usize>> = Vec::new();
        for mut end in ends {
            let known = names.len();
            while let Some(start) = self.name_before(text, end) {
                names.push(start..end);
                let before = text.get(..start).unwrap_or_default();
                let joint = JOINTS.iter().find(|joint| before.ends_with(**joint));
                let Some(joint) = joint else { break };
                end = start - joint.len();
            }
            // A list was read from its end.
            names.get_mut(known..).unwrap_or_default().reverse();
        }
        if names.is_empty() {
            return Cow::Borrowed(text);
        }
        let mut emphasised = String::with_capacity(text.len() + 2 * names.len());
        let mut at = 0;
        for name in names {
            // A name that has the word in it is longer than what was found within it.
            if name.start < at {
                continue;
            }
            let before = text.get(at..name.start).unwrap_or_default();
            let words = text.get(name.clone()).unwrap_or_default();
            emphasised.extend([before, "*", words, "*"]);
            at = name.end;
        }
        emphasised.push_str(text.get(at..).unwrap_or_default());
        Cow::Owned(emphasised)
    }

    /// Where the longest name begins that ends at a place of a text, if that stands plain.
    fn name_before(&self, text: &str, end: usize) -> Option<usize> {
        let begin = text.floor_char_boundary(end.saturating_sub(MAX_BEFORE));
        let before = text.get(begin..end)?;
        let line = begin + before.rfind('\n').map_or(0, |at| at + 1);
        let words = text.get(line..end)?;
        let blanks = words.rmatch_indices(' ').map(|(at, _)| at + 1);
        let starts = blanks.chain([0]).take(MAX_WORDS);
        let named = starts.filter(|start| {
            let name = words.get(*start..).unwrap_or_default();
            self.0.contains(&name.to_lowercase().replace('’', "'"))
        });
        let start = named.last()?;
        let is_plain = !words.starts_with('#') && !is_emphasised(words);
        is_plain.then_some(line + start)
    }
}

/// Whether emphasis that begins in a line is open at its end.
fn is_emphasised(line: &str) -> bool {
    let line = line.trim_start_matches("* ").replace("\\*", "");
    let bold = line.matches("**").count();
    let italic = line.replace("**", "").matches(['*', '_']).count();
    bold % 2 == 1 || italic % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_before_the_word_are_emphasised_once() {
        let names = [
            "Steam Wall",
            "Wall",
            "Toad’s Feast",
            "Mend Pot",
            "Divination",
        ];
        let names = SpellNames::new(names.into_iter());
        for (text, expected) in [
            ("The steam wall spell ends.", "The *steam wall* spell ends."),
            (
                "It casts the mend pot, toad's feast, or steam wall spell.",
                "It casts the *mend pot*, *toad's feast*, or *steam wall* spell.",
            ),
            ("*Steam wall* spells", "*Steam wall* spells"),
            ("the _old steam wall_ spell", "the _old steam wall_ spell"),
            ("### Steam Wall Spell", "### Steam Wall Spell"),
            (
                "A divination spell, a stone wall",
                "A divination spell, a stone wall",
            ),
            (
                "**Steam Wall Spell.** It is wet.",
                "**Steam Wall Spell.** It is wet.",
            ),
            ("the Steam Wall Spells table", "the Steam Wall Spells table"),
            ("a drywall spell", "a drywall spell"),
        ] {
            assert_eq!(names.emphasise(text), expected);
        }
    }
}
