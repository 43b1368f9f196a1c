//! Majority vote on texts: what two independent sources have word for word is the book's. A longer wording is its source's own.

use super::fields::{NAMED_LISTS, part_key};
use super::fuller::{has_sentences, is_padded, is_torn, lacks_list, words};
use super::settlement::maker;
use lorekeeper_content::letters;
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// A reference document of which two makers copied one transcription, misprints included: on its texts they are one voice.
const OF_ONE_TRANSCRIPTION: &str = "srd-2014";

/// How many words more make a text the whole one of which others have lost a paragraph. Fewer are a heading of its source.
const MIN_LOST_WORDS: usize = 10;

/// The statements on one entity: the source and its fields, the preferred source's first.
type Statements = [(String, Map<String, Value>)];

/// The voice of a source about the texts of a book.
pub(super) fn voice<'a>(source: &'a str, book: &str) -> &'a str {
    match maker(source) {
        "open5e" | "dnd5e_api" if book == OF_ONE_TRANSCRIPTION => "transcription",
        maker => maker,
    }
}

/// A text as one source has it.
struct Wording<'a> {
    source: &'a str,
    voice: &'a str,
    text: &'a str,
}

/// Takes the texts that two independent sources have word for word: the main text, the material, the text at higher levels,
/// and those of parts of one name.
/// Returns the source of the main text, where it is agreed.
///
/// Correction (text): A text that two independent sources have word for word is the book's, whatever a third one adds to it.
pub(super) fn take_agreed<'a>(row: &mut Map<String, Value>, statements: &'a Statements) -> Option<&'a str> {
    let book = row.get("document_key").and_then(Value::as_str);
    let book = book.unwrap_or_default().to_owned();
    if let Some(Value::String(mine)) = row.get_mut("material_text") {
        let wordings = wordings(statements, maker, |fields| fields.get("material_text"));
        take(mine, &wordings, |_| false);
    }
    let of_book = |source: &'a str| voice(source, &book);
    if let Some(Value::String(mine)) = row.get_mut("higher_levels") {
        let wordings = wordings(statements, of_book, |fields| fields.get("higher_levels"));
        // A translation back into English, of which one source has copied another: "a 3 or higher level spell slot".
        take(mine, &wordings, |text| text.contains(" level spell slot"));
    }
    let may_be_padded = is_padded(row);
    // Of options the packs have the parts within the text, which are entities of their own here.
    let has_whole_texts = may_be_padded || row.contains_key("casting_time");
    // One of the two may have copied the other, with a paragraph lost.
    let has_lost = |text: &str, held: &str| {
        let more = words(held).count().saturating_sub(words(text).count());
        !may_be_padded && more >= MIN_LOST_WORDS && has_sentences(held, text)
    };
    for list in NAMED_LISTS {
        let Some(Value::Array(parts)) = row.get_mut(list) else {
            continue;
        };
        for part in parts {
            let Some(key) = part_key(part) else { continue };
            let Some(Value::String(mine)) = part.get_mut("text") else {
                continue;
            };
            let wordings = wordings(statements, of_book, |fields| {
                let mut theirs = fields.get(list)?.as_array()?.iter();
                let same = theirs.find(|other| part_key(other).as_ref() == Some(&key))?;
                same.get("text")
            });
            let held = mine.clone();
            take(mine, &wordings, |text| is_torn(text) || has_lost(text, &held));
        }
    }
    let Some(Value::String(mine)) = row.get_mut("text") else {
        return None;
    };
    let wordings = wordings(statements, of_book, |fields| fields.get("text"));
    let held = mine.clone();
    take(mine, &wordings, |text| is_torn(text) || has_lost(text, &held) || (has_whole_texts && lacks_list(text)))
}

fn wordings<'a>(
    statements: &'a Statements,
    voice: impl Fn(&'a str) -> &'a str,
    text: impl Fn(&'a Map<String, Value>) -> Option<&'a Value>,
) -> Vec<Wording<'a>> {
    let wordings = statements
        .iter()
        .filter_map(|(source, fields)| Some(Wording { source, voice: voice(source), text: text(fields)?.as_str()? }));
    wordings.collect()
}

/// Takes the first text that two voices have whole, if there is one, and returns its source.
fn take<'a>(mine: &mut String, wordings: &[Wording<'a>], is_torn: impl Fn(&str) -> bool) -> Option<&'a str> {
    let voices: BTreeSet<&str> = wordings.iter().map(|wording| wording.voice).collect();
    if voices.len() < 2 {
        return None;
    }
    let spelt: Vec<String> = wordings.iter().map(|wording| compared_letters(wording.text)).collect();
    let mut places = wordings.iter().zip(&spelt);
    let (agreed, agreed_letters) = places.find(|(wording, letters)| {
        let all = wordings.iter().zip(&spelt);
        let having = all.filter(|(_, other)| other == letters);
        let having: BTreeSet<&str> = having.map(|(wording, _)| wording.voice).collect();
        having.len() > 1 && !letters.is_empty() && !is_torn(wording.text)
    })?;
    if *agreed_letters != compared_letters(mine) {
        agreed.text.clone_into(mine);
    }
    Some(agreed.source)
}

/// The letters and digits of a text, by which two wordings are one.
fn compared_letters(text: &str) -> String {
    letters(&text.replace(" ft.", " feet"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn taken(book: &str, texts: [(&str, &str); 3]) -> String {
        let object = |text: &str| match json!({
            "document_key": book, "text": text, "actions": [{"name": "Hop", "text": text}],
        }) {
            Value::Object(row) => row,
            _ => Map::new(),
        };
        let statements = texts.map(|(source, text)| (source.to_owned(), object(text)));
        let [.., longest] = texts;
        let mut row = object(longest.1);
        take_agreed(&mut row, &statements);
        assert_eq!(row["text"], row["actions"][0]["text"]);
        row["text"].as_str().unwrap_or_default().to_owned()
    }

    #[test]
    fn a_text_that_both_have_cut_is_not_taken() {
        let cut =
            "For the rain, toads sing against you. You can end the song by using either of the following functions.";
        let whole = format!(
            "{cut}\n\n**Hop.** You hop over a toad of the pond that sings. The toad no longer sings to you.\n\n**Croak.** You croak."
        );
        let row = |text: &str| match json!({"document_key": "srd-2024", "casting_time": "action", "text": text}) {
            Value::Object(row) => row,
            _ => Map::new(),
        };
        let statements = [("open5e_v2", cut), ("dnd5e_api", cut), ("foundry_srd", &whole)];
        let statements = statements.map(|(source, text)| (source.to_owned(), row(text)));
        let mut spell = row(&whole);
        take_agreed(&mut spell, &statements);
        assert_eq!(spell["text"], whole);
    }

    #[test]
    fn what_two_sources_have_word_for_word_is_taken() {
        let short = "*The toad* hops 10 ft. far.";
        let texts = [
            ("open5e_v2", short),
            ("dnd5e_api", "The toad hops 10 feet far."),
            ("foundry_srd", "The giant toad hops 10 feet far."),
        ];
        assert_eq!(taken("srd-2024", texts), short);
        // There two have copied one transcription.
        assert_eq!(taken("srd-2014", texts), texts[2].1);
        let torn = [
            ("open5e_v2", "The toad hops, and"),
            ("dnd5e_api", "The toad hops, and"),
            ("foundry_srd", "The toad hops, and it rests."),
        ];
        assert_eq!(taken("srd-2024", torn), torn[2].1);
    }
}
