//! Feats.

use super::super::document::Books;
use super::super::wire::{name, optional_text, text_or_none};
use super::{add, row};
use crate::option_text::feat;
use crate::prose::capitalized;
use crate::{Drafts, Records};
use lorekeeper_content::character_option::{Benefit, Kind, Model};
use serde::Deserialize;

#[derive(Debug, Deserialize)]
struct Feat {
    #[serde(deserialize_with = "name")]
    name: String,
    #[serde(default, rename = "document__slug")]
    document: String,
    #[serde(default)]
    desc: String,
    prerequisite: Option<String>,
    #[serde(default)]
    effects_desc: Vec<String>,
}

/// Draws the feats.
pub(super) fn draw(books: &Books, records: &Records, drafts: &mut Drafts) {
    for (record, feat) in drafts.parse::<Feat>(records, "feats") {
        let row = feat.row(books.key(&feat.document));
        add(row, "feats", record, drafts);
    }
}

impl Feat {
    fn row(&self, document: String) -> Model {
        let mut row = row(Kind::Feat, document, &self.name);
        row.text = text_or_none(&self.desc).unwrap_or_default();
        let benefits = self.effects_desc.iter().filter_map(|text| {
            Some(Benefit { text: text_or_none(text)?.trim_start_matches("* ").to_owned(), ..Benefit::default() })
        });
        row.benefits = benefits.collect::<Vec<_>>().into();
        row.prerequisites = optional_text(self.prerequisite.as_deref()).and_then(|text| prerequisite(&text));
        let texts = row.benefits.iter().map(|benefit| benefit.text.as_str());
        row.repeatable = texts.chain([row.text.as_str()]).any(feat::says_repeatable).then_some(true);
        row
    }
}

/// The prerequisite without the words that say that it is one. Of some feats upstream has the description
/// there, which is longer than any prerequisite.
///
/// Correction (character options): A description in place of a feat's prerequisite is left out, and so are the
/// words `Prerequisite:` and `Requires`.
fn prerequisite(text: &str) -> Option<String> {
    const MAX_PREREQUISITE_BYTES: usize = 100;
    let lead = ["Prerequisite:", "Prerequisites:", "Requires the ", "Requires "];
    let plain = lead.iter().find_map(|lead| text.strip_prefix(lead)).unwrap_or(text).trim();
    feat::prerequisites(&capitalized(plain))
        .map(|text| text.trim_end_matches('.').to_owned())
        .filter(|text| text.len() <= MAX_PREREQUISITE_BYTES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prerequisites_are_plain_and_short() {
        for (text, plain) in [
            ("Prerequisite: 8th level or higher", Some("8th level or higher")),
            ("Requires proficiency with mud.", Some("Proficiency with mud")),
            ("Requires the ability to hop", Some("Ability to hop")),
        ] {
            assert_eq!(prerequisite(text).as_deref(), plain);
        }
        assert_eq!(prerequisite(&"You are able to hop. ".repeat(5)), None);
    }
}
