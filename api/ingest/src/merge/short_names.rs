//! Short names: what a stat block calls its creature ("the elemental", "the hag"), where a source writes the whole name.
//!
//! Correction (creatures): A stat block of the SRD of 2024 calls its creature in all texts what it calls it in most: by a word
//! of the name.

use lorekeeper_content::creature::Model;
use lorekeeper_content::pattern;
use regex::escape;

/// The document whose texts come from several sources.
const DOCUMENT: &str = "srd-2024";

/// Words of names that are no noun.
const NO_NOUNS: [&str; 6] = ["of", "the", "and", "giant", "adult", "young"];

/// Uses the short name in all texts.
pub(in super::super) fn use_short_names(creatures: &mut [Model]) {
    let of_document = |row: &&mut Model| row.document_key == DOCUMENT;
    for row in creatures.iter_mut().filter(of_document) {
        let Some(short) = short_name(row) else {
            continue;
        };
        let whole = pattern(&format!(r"\b(?P<the>the) {}\b", escape(&row.name)));
        let named = format!("$the {short}");
        for text in texts_mut(row) {
            if whole.is_match(text) {
                *text = whole.replace_all(text, named.as_str()).into_owned();
            }
        }
    }
}

/// The word of the name by which most texts call the creature.
fn short_name(row: &mut Model) -> Option<String> {
    let name = row.name.to_lowercase();
    let words: Vec<String> = name
        .split([' ', '-', ','])
        .filter(|word| word.len() > 2 && !NO_NOUNS.contains(word))
        .map(str::to_owned)
        .collect();
    if !name.contains([' ', '-']) {
        return None;
    }
    // The preamble is worded by one source alone.
    let preamble = row.legendary_preamble.take();
    let texts: Vec<String> = texts_mut(row).map(|text| text.to_lowercase()).collect();
    row.legendary_preamble = preamble;
    let count = |called: &str| texts.iter().map(|text| mentions(text, called)).sum::<usize>();
    let best = words.into_iter().map(|word| (count(&word), word)).max()?;
    (best.0 > count(&name)).then_some(best.1)
}

/// How often a text in small letters speaks of *the* so called.
fn mentions(text: &str, called: &str) -> usize {
    const ARTICLE: &str = "the ";
    let is_end = |side: Option<char>| side.is_none_or(|c| !c.is_alphanumeric());
    let found = text.match_indices(called).filter(|(at, _)| {
        let before = text.get(..*at).and_then(|before| before.strip_suffix(ARTICLE));
        let after = text.get(at + called.len()..).unwrap_or_default();
        before.is_some_and(|before| is_end(before.chars().next_back())) && is_end(after.chars().next())
    });
    found.count()
}

fn texts_mut(row: &mut Model) -> impl Iterator<Item = &mut String> {
    let sections = [&mut row.actions, &mut row.bonus_actions, &mut row.reactions, &mut row.legendary_actions];
    let actions = sections.into_iter().flat_map(|section| section.iter_mut());
    let actions = actions.map(|action| &mut action.text);
    let traits = row.traits.iter_mut().map(|part| &mut part.text);
    actions.chain(traits).chain(row.legendary_preamble.as_mut())
}

#[cfg(test)]
mod tests {
    use super::*;
    use lorekeeper_content::{Json, Trait};

    #[test]
    fn a_creature_is_called_what_most_texts_call_it() {
        let part = |text: &str| Trait { name: "Hop".to_owned(), text: text.to_owned(), ..Trait::default() };
        let mut rows = [Model {
            document_key: "srd-2024".to_owned(),
            name: "Pond Toad".to_owned(),
            legendary_preamble: Some("The Pond Toad can expend a use.".to_owned()),
            traits: Json(vec![
                part("The toad hops to the toad. A pond toad rests by the toad."),
                part("The pond toad sings to the toad."),
            ]),
            ..Model::default()
        }];
        use_short_names(&mut rows);
        let [row] = &rows;
        assert_eq!(row.traits[0].text, "The toad hops to the toad. A pond toad rests by the toad.");
        assert_eq!(row.traits[1].text, "The toad sings to the toad.");
        let preamble = row.legendary_preamble.as_deref();
        assert_eq!(preamble, Some("The toad can expend a use."));
    }
}
