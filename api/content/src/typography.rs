//! Typography of texts: what scanning, page layout and converters leave in them, as the book prints it.
//!
//! One pass over every text of every source. Rules that need to know words ask a [`Lexicon`].

mod apostrophe;
mod attack;
mod caption;
mod emphasis;
mod feet;
mod final_stop;
mod label;
mod lexicon;
mod loose_rows;
mod misspelling;
mod quotation_marks;
mod replacements;
mod table;

pub use attack::spell_out as spell_out_attacks;
pub use caption::caption_tables;
pub use emphasis::lines_with_places;
pub use feet::in_prose as feet_in_prose;
pub use label::{emphasise as emphasise_labels, emphasise_effects};
pub use lexicon::{Lexicon, LexiconBuilder, is_english};
pub use loose_rows::gather_rows;
pub use replacements::{Replacement, read_replacements};

use crate::Pattern;
use crate::markdown::notation::{capitalized, titled};
use regex::Captures;
use replacements::REPLACEMENTS;
use std::borrow::Cow;

/// A word that a line end split (`ex- ample`), or a list of compounds (`short- and long-range`).
static SPLIT: Pattern = Pattern::new(r"(?-i)\b(?P<first>\p{L}\p{Ll}+)- (?P<second>\p{Ll}+)\b");

/// Words after which a hyphen and a blank belong to a list of compounds.
const LISTING: [&str; 7] = ["and", "or", "to", "nor", "but", "through", "versus"];

/// A word of letters only.
static WORD: Pattern = Pattern::new(r"\p{L}[\p{L}’']*");

/// What a measure is of: `20-foot-tall`.
const DIMENSIONS: [&str; 7] = ["wide", "tall", "long", "high", "deep", "thick", "radius"];

/// A text of an entity as the book prints it.
pub fn mend<'a>(text: &'a str, name: &str, lexicon: &Lexicon) -> Cow<'a, str> {
    let mut text = Cow::Borrowed(text);
    for replacement in REPLACEMENTS.iter() {
        if let Some(mended) = replacement.apply(&text) {
            text = Cow::Owned(mended);
        }
    }
    if text.contains("|--") || text.contains("| --") {
        replace(&mut text, table::unfold);
    }
    if text.contains("|\n") {
        replace(&mut text, table::part_rows);
        replace(&mut text, table::end_rows);
        replace(&mut text, table::embolden_captions);
    }
    if text.contains("| - ") || text.contains("| – ") || text.contains("|-|") {
        replace(&mut text, table::dash_empty_cells);
    }
    if text.contains('*') {
        replace(&mut text, |text| emphasis::close(text, lexicon));
    }
    if text.contains("- ") {
        replace(&mut text, |text| join_split_words(text, lexicon));
    }
    if text.contains("srd:") {
        replace(&mut text, name_references);
    }
    if text.contains('"') {
        replace(&mut text, quotation_marks::curl);
    }
    replace(&mut text, final_stop::end);
    replace(&mut text, capitalize_abilities);
    replace(&mut text, |text| part_words(text, lexicon));
    replace(&mut text, mend_repeated_words);
    // A text of another book than the one that lost them has its apostrophes, if it has one.
    if !name.is_empty() || !text.contains("'s ") {
        replace(&mut text, |text| apostrophe::restore(text, name));
    }
    text
}

/// Replaces a text where a rule changes it.
fn replace(text: &mut Cow<'_, str>, mend: impl for<'a> Fn(&'a str) -> Cow<'a, str>) {
    let mended = match mend(text) {
        Cow::Owned(mended) => mended,
        Cow::Borrowed(_) => return,
    };
    *text = Cow::Owned(mended);
}

/// A reference to a rule, by its slug.
static REFERENCE: Pattern = Pattern::new(r"(?-i)\bsrd:(?P<slug>[a-z]+(?:-[a-z]+)*)");

/// Names what is referred to: a condition by its word, a section by its title in quotation marks.
fn name_references(text: &str) -> Cow<'_, str> {
    REFERENCE.replace_all(text, |found: &Captures<'_>| {
        let slug = &found["slug"];
        if slug.contains('-') { format!("\"{}\"", titled(slug)) } else { slug.to_owned() }
    })
}

/// An ability in small letters before what is made with it.
static ABILITY: Pattern = Pattern::new(
    r"(?-i)\b(?P<ability>strength|dexterity|constitution|intelligence|wisdom|charisma)(?P<use> (?:\(\p{Lu}[\p{L} ]+\) )?(?:saving throw|save|check|score|modifier)s?\b)",
);

fn capitalize_abilities(text: &str) -> Cow<'_, str> {
    ABILITY.replace_all(text, |found: &Captures<'_>| format!("{}{}", capitalized(&found["ability"]), &found["use"]))
}

/// Joins what a line end split.
///
/// Correction (text): Words that a line end split (`ex- ample`) are joined: to one word where there is such a word, else with
/// their hyphen.
fn join_split_words<'a>(text: &'a str, lexicon: &Lexicon) -> Cow<'a, str> {
    SPLIT.replace_all(text, |found: &Captures<'_>| {
        let (first, second) = (&found["first"], &found["second"]);
        let joined = format!("{first}{second}");
        if LISTING.contains(&second) {
            found[0].to_owned()
        } else if lexicon.is_word(&joined) {
            joined
        } else {
            format!("{first}-{second}")
        }
    })
}

/// Words that a sentence may have twice in a row.
const DOUBLED: [&str; 6] = ["that", "had", "very", "ha", "no", "is"];

/// Words that are typed twice. Of another word the second one begins the next clause.
const TYPED_TWICE: [&str; 12] = ["the", "a", "an", "to", "for", "of", "and", "or", "in", "on", "with", "by"];

/// Mends two equal words in a row.
///
/// Correction (text): A small word that stands twice in a row (`the the`) stands once, and so does one with a capital letter. Between two equal nouns stands the comma that was lost
/// (`when it hits with any weapon, weapon deals ...`).
fn mend_repeated_words(text: &str) -> Cow<'_, str> {
    let mut mended = String::new();
    let (mut copied, mut last) = (0, None::<regex::Match<'_>>);
    for word in WORD.find_iter(text) {
        let Some(before) = last.filter(|last| is_repeated(text, *last, word)) else {
            last = Some(word);
            continue;
        };
        mended.push_str(text.get(copied..before.end()).unwrap_or_default());
        let rest = text.get(word.end()..).unwrap_or_default();
        let is_small = word.as_str().starts_with(char::is_lowercase);
        let is_typed_twice = !is_small || TYPED_TWICE.contains(&word.as_str());
        if is_typed_twice || rest.starts_with([':', '.', ',', ';']) {
            copied = word.end();
        } else {
            mended.push(',');
            copied = before.end();
            last = Some(word);
        }
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    mended.push_str(text.get(copied..).unwrap_or_default());
    Cow::Owned(mended)
}

fn is_repeated(text: &str, last: regex::Match<'_>, word: regex::Match<'_>) -> bool {
    let before = text.get(..last.start()).unwrap_or_default();
    let after = text.get(word.end()..).unwrap_or_default();
    let is_whole = before.is_empty() && after.is_empty();
    text.get(last.end()..word.start()) == Some(" ")
        && last.as_str() == word.as_str()
        && word.len() > 1
        && !is_whole
        && !DOUBLED.contains(&word.as_str().to_lowercase().as_str())
        && !before.ends_with('-')
        && !after.starts_with('-')
}

/// Parts what was joined, and writes words right that are written wrong.
///
/// Correction (text): Two words that were joined (`partlyworked`) are parted, where no such word is known and both parts are
/// frequent words of the books. A compound that lost its hyphen (`fogshrouded`) has it, where no such word is known.
///
/// Correction (text): A misspelt word (`profciency`) that stands once or twice in all books, is no name and no English word, and
/// is one letter from a frequent word is that word.
fn part_words<'a>(text: &'a str, lexicon: &Lexicon) -> Cow<'a, str> {
    WORD.replace_all(text, |found: &Captures<'_>| {
        let word = &found[0];
        match lexicon.parts(word) {
            Some((first, _, second)) if DIMENSIONS.contains(&second) => format!("{first}-{second}"),
            Some((first, by, second)) => format!("{first}{by}{second}"),
            None => lexicon.corrected(word).unwrap_or(word).to_owned(),
        }
    })
}

#[cfg(test)]
mod tests;
