//! Emphasis of spell names in running text: books print them in italics.

use lorekeeper_content::Pattern;
use lorekeeper_content::typography::lines_with_places;
use regex::Captures;
use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::HashSet;
use std::ops::Range;

/// A word that tells that a spell is named before it. In capitals it is part of a title.
static SPELL: Pattern = Pattern::new(r"(?-i) (?:spells?|cantrips?)\b");

/// What a spell of an item costs, behind its name.
static CHARGES: Pattern = Pattern::new(r"\*? \((?:\d+|one|two|three|four|five) charges?\b");

/// Words after which a spell is named. Behind *cast* a name of one word is a spell, too, and behind *such as* one with a capital.
static CAST: Pattern = Pattern::new(
    r"\b(?:(?P<cast>cast(?:s|ing)?)|(?P<such>spells,? such as)|(?:dispelled|created|conjured|affected) by|\d(?:st|nd|rd|th)-level spell|such as|(?:effects?|area) of|targeted by|immun(?:e|ity) to|a successful) (?P<article>an? |the )?",
);

/// What may be cast that is no spell: a lamp casts light.
const NO_SPELLS: [&str; 1] = ["light"];

/// The level at which a creature casts the spell before it.
static VERSION: Pattern = Pattern::new(r"^ \((?:level \d|\d(?:st|nd|rd|th)[- ]level)(?: version)?\)");

/// What joins the names of a list.
const JOINTS: [&str; 7] = [", or ", ", and ", " or a ", " or an ", " or ", " and ", ", "];

/// Names that say something else before the word: `a divination spell` is of the school.
const SCHOOLS: [&str; 1] = ["divination"];

/// Words of the longest name.
const MAX_WORDS: usize = 7;

/// How many bytes before a name are looked at for emphasis that is open.
const MAX_BEFORE: usize = 4000;

/// Words behind a name in capitals that is another thing's: a feature, or a table.
const OTHERS: [&str; 8] = [" Table", " table", " trait", " feature", " action", " Spells", " Effects", " property"];

/// Words that titles have in small letters.
const SMALL: [&str; 9] = ["of", "the", "and", "or", "to", "from", "with", "in", "into"];

/// Which single words name a spell.
#[derive(Clone, Copy)]
enum Words {
    All,
    /// Those with a capital.
    Capital,
    None,
}

/// The names of all spells, in small letters.
#[derive(Default)]
pub struct SpellNames(HashSet<String>);

impl SpellNames {
    /// The names of these spells.
    pub fn new<'a>(names: impl Iterator<Item = &'a str>) -> Self {
        let names = names.map(|name| name.to_lowercase().replace('’', "'"));
        Self(names.filter(|name| !SCHOOLS.contains(&name.as_str())).collect())
    }

    /// A text with its names emphasised. In a book that prints them with capitals, the names of the entity and its parts
    /// (`own_names`) mean these.
    ///
    /// Correction (text): The name of a spell before the word *spell* or *cantrip*, before what it costs an item (`(2 charges)`), or
    /// behind *cast*, *created by* and the like, and the names that a list has before or behind that, are in italics. In a book that prints these names with capitals, one of
    /// several words is wherever it stands.
    pub(super) fn emphasise<'a>(&self, text: &'a str, own_names: Option<&[String]>) -> Cow<'a, str> {
        let mut names = Vec::new();
        for found in SPELL.find_iter(text) {
            self.add_before(text, found.start(), &mut names);
        }
        for found in CHARGES.find_iter(text) {
            self.add_before(text, found.start(), &mut names);
        }
        for found in CAST.captures_iter(text) {
            let end = found.get(0).map_or(0, |all| all.end());
            let [is_cast, is_such, has_article] = ["cast", "such", "article"].map(|name| found.name(name).is_some());
            let others = if own_names.is_some() && (is_cast || is_such) { Words::Capital } else { Words::None };
            let words = if is_cast && !has_article { Words::All } else { others };
            self.add_behind(text, end, [words, others], &mut names);
        }
        for (start, line) in lines_with_places(text).filter(|(_, line)| line.starts_with('|')) {
            self.add_cells(text, start, line, &mut names);
        }
        if let Some(own_names) = own_names {
            self.add_capitals(text, own_names, &mut names);
        }
        if names.is_empty() {
            return Cow::Borrowed(text);
        }
        // Of two names at one place the longer one comes first.
        names.sort_by_key(|name| (name.start, Reverse(name.end)));
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

    /// A text whose names in italics have small letters.
    ///
    /// Correction (creatures): The names of spells in stat blocks have small letters, but in the SRD of 2024, which prints capitals.
    pub(super) fn in_small_letters<'a>(&self, text: &'a str) -> Cow<'a, str> {
        static ITALIC: Pattern = Pattern::new(r"(?-i)(?P<before>^|[^*])\*(?P<name>\p{Lu}[^*\n]*)\*");
        if self.0.is_empty() {
            return Cow::Borrowed(text);
        }
        ITALIC.replace_all(text, |found: &Captures<'_>| {
            let small = found["name"].to_lowercase();
            if self.0.contains(&small) { format!("{}*{small}*", &found["before"]) } else { found[0].to_owned() }
        })
    }

    /// Adds the name that ends at a place, and those that a list has before it.
    fn add_before(&self, text: &str, mut end: usize, names: &mut Vec<Range<usize>>) {
        while let Some(start) = self.name_before(text, end) {
            names.push(start..end);
            let before = text.get(..start).unwrap_or_default();
            let joint = JOINTS.iter().find(|joint| before.ends_with(**joint));
            let Some(joint) = joint else { break };
            end = start - joint.len();
        }
    }

    /// Adds the name that begins at a place, and those that a list has behind it. A single word may be
    /// any other word there, unless such words are taken: at first, and further on in the list.
    fn add_behind(&self, text: &str, mut start: usize, [mut words, others]: [Words; 2], names: &mut Vec<Range<usize>>) {
        while let Some(end) = self.name_at(text, start) {
            let name = text.get(start..end).unwrap_or_default();
            let is_taken = match words {
                Words::All => !NO_SPELLS.contains(&name),
                Words::Capital => is_title(name),
                Words::None => false,
            };
            let is_certain = name.contains(' ') || is_taken;
            let is_plain = match words {
                Words::All => !is_emphasised_at(text, start),
                _ => is_plain_at(text, start),
            };
            if !is_certain || !is_plain {
                break;
            }
            names.push(start..end);
            let behind = text.get(end..).unwrap_or_default();
            let version = VERSION.find(behind).map_or(0, |version| version.end());
            let behind = behind.get(version..).unwrap_or_default();
            let joint = JOINTS.iter().find(|joint| behind.starts_with(**joint));
            let Some(joint) = joint else { break };
            start = end + version + joint.len();
            // What follows may be the next thing that is done: `casts fireball, and fly away`.
            if !joint.contains("or") {
                words = others;
            }
        }
    }

    /// Adds the names of the cells of a row that have nothing but a list of names.
    fn add_cells(&self, text: &str, start: usize, row: &str, names: &mut Vec<Range<usize>>) {
        let mut at = start;
        for cell in row.split('|') {
            let mut place = at;
            let parts = cell.split(',').map(|part| {
                let begin = place + part.len() - part.trim_start().len();
                place += part.len() + 1;
                begin..begin + part.trim().len()
            });
            let parts: Vec<Range<usize>> = parts.collect();
            let is_name = |part: &Range<usize>| {
                let name = text.get(part.clone()).unwrap_or_default();
                self.0.contains(&name.to_lowercase().replace('’', "'"))
            };
            if parts.len() > 1 && parts.iter().all(is_name) {
                names.extend(parts);
            }
            at += cell.len() + 1;
        }
    }

    /// Adds the names of several words with the capitals of a title.
    fn add_capitals(&self, text: &str, own_names: &[String], names: &mut Vec<Range<usize>>) {
        let mut at = 0;
        let mut before = ' ';
        for (start, first) in text.char_indices() {
            let begins = first.is_uppercase() && !before.is_alphanumeric() && start >= at;
            before = first;
            if !begins {
                continue;
            }
            let Some(end) = self.name_at(text, start) else {
                continue;
            };
            let name = text.get(start..end).unwrap_or_default();
            let behind = text.get(end..).unwrap_or_default();
            let is_other = OTHERS.iter().any(|word| behind.starts_with(word))
                || behind.trim_start().starts_with(char::is_uppercase)
                || own_names.iter().any(|own| own == name);
            if name.contains(' ') && is_title(name) && !is_other && is_plain_at(text, start) {
                names.push(start..end);
                at = end;
            }
        }
    }

    /// Where the longest name ends that begins at a place of a text.
    fn name_at(&self, text: &str, start: usize) -> Option<usize> {
        let rest = text.get(start..)?;
        let is_part = |c: char| c.is_alphanumeric() || "'’-/".contains(c);
        let ends = rest.char_indices().filter(|(at, c)| *at > 0 && !is_part(*c));
        let ends = ends.map(|(at, _)| at).chain([rest.len()]);
        let names = ends.take(MAX_WORDS).filter(|end| {
            let name = rest.get(..*end).unwrap_or_default();
            self.0.contains(&name.to_lowercase().replace('’', "'"))
        });
        Some(start + names.last()?)
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

/// The line of a text as far as a place.
fn line_before(text: &str, at: usize) -> &str {
    let begin = text.floor_char_boundary(at.saturating_sub(MAX_BEFORE));
    let before = text.get(begin..at).unwrap_or_default();
    before.rsplit('\n').next().unwrap_or_default()
}

/// Whether a place of a text is in no heading, no cell of a table, and not emphasised.
fn is_plain_at(text: &str, at: usize) -> bool {
    !line_before(text, at).starts_with(['#', '|']) && !is_emphasised_at(text, at)
}

/// Whether a place of a text is emphasised, or in a heading.
fn is_emphasised_at(text: &str, at: usize) -> bool {
    let line = line_before(text, at);
    line.starts_with('#') || line.ends_with(['*', '_', '[']) || is_emphasised(line)
}

/// Whether all but the small words of a name have a capital.
fn is_title(name: &str) -> bool {
    let mut words = name.split([' ', '-', '/']);
    words.all(|word| SMALL.contains(&word) || word.starts_with(char::is_uppercase))
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
        let names = ["Steam Wall", "Wall", "Toad’s Feast", "Mend Pot", "Divination"];
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
            ("A divination spell, a stone wall", "A divination spell, a stone wall"),
            ("**Steam Wall Spell.** It is wet.", "**Steam Wall Spell.** It is wet."),
            ("the Steam Wall Spells table", "the Steam Wall Spells table"),
            ("a drywall spell", "a drywall spell"),
        ] {
            assert_eq!(names.emphasise(text, None), expected);
        }
    }

    #[test]
    fn names_in_italics_have_small_letters() {
        let names = SpellNames::new(["Steam Wall"].into_iter());
        assert_eq!(
            names.in_small_letters("**Steam Wall** *Steam Wall*, *Old Toad*"),
            "**Steam Wall** *steam wall*, *Old Toad*"
        );
    }

    #[test]
    fn names_are_emphasised_by_what_stands_around_them() {
        let names = ["Steam Wall", "Wade", "Mend Pot"];
        let names = SpellNames::new(names.into_iter());
        let own_names = ["Mend Pot".to_owned()];
        for (has_capitals, text, expected) in [
            (false, "You can cast steam wall or mend pot at will.", "You can cast *steam wall* or *mend pot* at will."),
            (false, "You cast wade, and wade the moat.", "You cast *wade*, and wade the moat."),
            (false, "You cast wade or wade.", "You cast *wade* or *wade*."),
            (false, "Spells such as wade, the wade.", "Spells such as wade, the wade."),
            (true, "You cast Wade, Steam Wall, or Wade.", "You cast *Wade*, *Steam Wall*, or *Wade*."),
            (false, "| 2nd | steam wall, wade | wade |", "| 2nd | *steam wall*, *wade* | wade |"),
            (false, "| 01 | You cast wade. |", "| 01 | You cast *wade*. |"),
            (
                true,
                "It casts Wade (level 2 version) or Steam Wall.",
                "It casts *Wade* (level 2 version) or *Steam Wall*.",
            ),
            (
                true,
                "Steam Wall ends. It has Mend Pot. | Steam Wall |",
                "*Steam Wall* ends. It has Mend Pot. | *Steam Wall* |",
            ),
            (true, "| Steam Wall | Wade |", "| Steam Wall | Wade |"),
            (
                true,
                "a toad created by the Steam Wall, the Steam Wall Spells table, *Steam Wall*",
                "a toad created by the *Steam Wall*, the Steam Wall Spells table, *Steam Wall*",
            ),
        ] {
            let own_names = has_capitals.then_some(own_names.as_slice());
            assert_eq!(names.emphasise(text, own_names), expected);
        }
    }
}
