//! Agreed sentences: where two independent sources word a sentence alike, and the preferred text words it otherwise, theirs
//! is the book's.

use super::agreed_texts::voice;
use super::fuller::words;
use lorekeeper_content::Family;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

/// The texts of a row that are compared.
const TEXTS: [&str; 2] = ["text", "higher_levels"];

/// Fewest words of a sentence that is compared.
const MIN_WORDS: usize = 5;

/// The share of words that two wordings of one sentence have in common, in tenths.
const MIN_SHARED_TENTHS: usize = 6;

/// The same, where a source has the document's own words.
const MIN_SHARED_TENTHS_OF_OWN: usize = 5;

/// The document whose rules a source has word for word, while the packs have them as the larger book for players prints them.
const OWN_WORDS: (&str, &str) = ("srd-2024", "open5e");

/// The second voice of who has a document's own words.
const DOCUMENT: &str = "document";

/// Marks that close a sentence behind its point.
const CLOSING: [char; 7] = ['*', '_', '”', '"', '’', '\'', ')'];

/// Most sentences of a text that is compared.
const MAX_SENTENCES: usize = 200;

/// Takes the wording on which two independent sources agree; of a rule that of the source with the document's own words.
///
/// Correction (text): A sentence that two independent sources word alike is theirs, where the preferred text has a misprint
/// or a translation of it.
///
/// Correction (rules): A sentence of the rules of 2024 that the packs have as a larger book prints it has the words of the reference
/// document.
pub(super) fn take_agreed(family: Family, row: &mut Map<String, Value>, statements: &[(String, Map<String, Value>)]) {
    let book = row.get("document_key").and_then(Value::as_str);
    let book = book.unwrap_or_default().to_owned();
    for field in TEXTS {
        let Some(Value::String(mine)) = row.get_mut(field) else {
            continue;
        };
        let others = statements.iter().filter_map(|(source, fields)| {
            let text = fields.get(field)?.as_str()?;
            (!text.is_empty()).then_some((voice(source, &book), text))
        });
        let voices: Vec<(&str, &str)> = others.collect();
        let own = (family == Family::Rule && book == OWN_WORDS.0).then_some(OWN_WORDS.1);
        if let Some(agreed) = reworded(mine, &voices, own) {
            *mine = agreed;
        }
    }
}

/// A sentence as a source words it, and the makers of the sources that have its words.
type Wording<'a> = (&'a str, BTreeSet<&'a str>);

/// The text with the sentences that two makers word alike, if any differs. The words of `own` need no second maker.
fn reworded(mine: &str, voices: &[(&str, &str)], own: Option<&str>) -> Option<String> {
    let makers: BTreeSet<&str> = voices.iter().map(|(maker, _)| *maker).collect();
    if makers.len() < 2 {
        return None;
    }
    let min_shared = own.map_or(MIN_SHARED_TENTHS, |_| MIN_SHARED_TENTHS_OF_OWN);
    // The sentences of the others, by their words: the wording, and who has it.
    let mut wordings: BTreeMap<Vec<String>, Wording<'_>> = BTreeMap::new();
    for (maker, text) in voices {
        for sentence in prose(text) {
            let known = wordings.entry(words(sentence).collect()).or_insert((sentence.trim(), BTreeSet::new()));
            known.1.insert(maker);
            if own == Some(maker) {
                known.1.insert(DOCUMENT);
            }
        }
    }
    let agreed: Vec<(&Vec<String>, &Wording<'_>)> =
        wordings.iter().filter(|(words, (_, makers))| makers.len() > 1 && words.len() >= MIN_WORDS).collect();
    let held: Vec<&str> = sentences(mine).collect();
    if agreed.is_empty() || held.len() > MAX_SENTENCES {
        return None;
    }
    let all: BTreeSet<Vec<String>> = held.iter().map(|sentence| words(sentence).collect()).collect();
    let mut text = String::with_capacity(mine.len());
    let mut is_changed = false;
    let mut is_in_row = false;
    for sentence in held {
        is_in_row = sentence.starts_with('|') || (is_in_row && !text.ends_with('\n'));
        let mine: Vec<String> = words(sentence).collect();
        let is_shared = wordings.get(&mine).is_some_and(|(_, makers)| makers.len() > 1);
        let candidate = (mine.len() >= MIN_WORDS && !is_shared && !is_in_row).then(|| {
            // Who has the sentence as it stands here is no voice for another wording.
            let own_makers = wordings.get(&mine).map(|(_, makers)| makers);
            let missing = agreed.iter().filter(|(words, (_, makers))| {
                let others = makers.iter().filter(|maker| own_makers.is_none_or(|own| !own.contains(*maker)));
                !all.contains(*words) && others.count() > 1
            });
            let scored = missing.map(|(words, (wording, _))| (shared_tenths(&mine, words), *wording));
            scored.max_by_key(|(score, _)| *score)
        });
        match candidate.flatten() {
            Some((score, wording)) if score >= min_shared => {
                let blank = sentence.len() - sentence.trim_end().len();
                let lead = sentence.len() - sentence.trim_start().len();
                text.push_str(sentence.get(..lead).unwrap_or_default());
                text.push_str(wording);
                text.push_str(sentence.get(sentence.len() - blank..).unwrap_or_default());
                is_changed = true;
            }
            _ => text.push_str(sentence),
        }
    }
    is_changed.then_some(text)
}

/// The sentences of a text outside of tables.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.split_inclusive('\n');
    lines.filter(|line| !line.starts_with('|')).flat_map(sentences)
}

/// The sentences of a text, each with the marks and blanks behind it.
fn sentences(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let mut ends = rest.char_indices().filter_map(|(at, c)| {
            if c == '\n' {
                return Some(at + 1);
            }
            if !matches!(c, '.' | '!' | '?' | ':') {
                return None;
            }
            let after = rest.get(at + c.len_utf8()..).unwrap_or_default();
            let behind = after.trim_start_matches(CLOSING);
            let is_parted = behind.chars().next().is_none_or(char::is_whitespace);
            // No sentence begins with a small letter or a digit: the point was that of an abbreviation.
            let next = behind.trim_start().chars().next();
            let is_end = is_parted && next.is_none_or(|c| !c.is_lowercase() && !c.is_ascii_digit());
            is_end.then(|| rest.len() - behind.len())
        });
        let end = ends.next().unwrap_or(rest.len());
        let blanks = rest.get(end..).unwrap_or_default();
        let end = end + (blanks.len() - blanks.trim_start().len());
        let (sentence, after) = rest.split_at_checked(end)?;
        rest = after;
        Some(sentence)
    })
}

/// The words that two sentences share, in tenths of the longer one.
fn shared_tenths(one: &[String], other: &[String]) -> usize {
    let set: BTreeSet<&String> = one.iter().collect();
    let shared = other.iter().filter(|word| set.contains(word)).count();
    shared * 10 / one.len().max(other.len()).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn taken(texts: [(&str, &str); 3]) -> String {
        let statements = texts.map(|(source, text)| {
            let Value::Object(fields) = json!({"text": text}) else {
                panic!("an object");
            };
            (source.to_owned(), fields)
        });
        let mut row = statements[0].1.clone();
        take_agreed(Family::Rule, &mut row, &statements);
        row["text"].as_str().unwrap().to_owned()
    }

    #[test]
    fn two_sources_outweigh_a_misprint() {
        let wrong = "A toad pours wind into a cup for you. It hops.";
        let right = "A toad pours wine into a cup for you. It hops.";
        let formatted = "A *toad* pours wine into a cup for you.\n\nIt hops.";
        let all = |last| [("open5e_v2", wrong), ("dnd5e_api", right), (last, formatted)];
        assert_eq!(taken(all("foundry_srd")), right);
        // The two versions of Open5e are one voice, and who has the preferred wording is no voice against it.
        let torn = [("open5e_v2", right), ("dnd5e_api", wrong), ("open5e_v1", wrong)];
        assert_eq!(taken(torn), right);
        let same = [("open5e_v2", wrong), ("dnd5e_api", right), ("open5e_v1", wrong)];
        assert_eq!(taken(same), wrong);
    }

    #[test]
    fn rules_have_the_words_of_their_document() {
        let own = "Toads hop in the pond of the setting. Roll four d6s for the rain.\n\n| Toad | Hop |\n|---|---|\n| green | far |";
        let larger =
            "Toads hop in the pond of Sigil. Roll 4d6 for the rain.\n\n| Toad | Hop |\n|---|---|\n| green | far |";
        let texts = [("foundry_srd", larger), ("open5e_v2", own)];
        let statements = texts.map(|(source, text)| {
            let Value::Object(fields) = json!({"document_key": "srd-2024", "text": text}) else {
                panic!("an object");
            };
            (source.to_owned(), fields)
        });
        for (family, expected) in [(Family::Rule, own), (Family::Spell, larger)] {
            let mut row = statements[0].1.clone();
            take_agreed(family, &mut row, &statements);
            assert_eq!(row["text"], expected);
        }
    }

    #[test]
    fn headings_stay() {
        let mine = "Wet. Toads hop over all of the reads.";
        let dry = "Wet. Toads hop over all of the reeds.";
        let other = "***Wet.*** Toads hop over all of the reeds.";
        let all = [("open5e_v2", mine), ("dnd5e_api", other), ("foundry_srd", other)];
        assert_eq!(taken(all), dry);
    }

    #[test]
    fn another_sentence_is_none_of_it() {
        let mine = "Newts swim in the deep pond. It hops.";
        let other = "A toad pours wine into a cup for you. It hops.";
        let all = [("open5e_v2", mine), ("dnd5e_api", other), ("foundry_srd", other)];
        assert_eq!(taken(all), mine);
    }
}
