//! Languages.

use super::super::wire::DocumentRef;
use super::{draft, row};
use crate::prose;
use crate::{Drafts, Records};
use lorekeeper_content::Pattern;
use lorekeeper_content::rule::Kind;
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
struct Language {
    key: String,
    #[serde(deserialize_with = "crate::wire::name")]
    name: String,
    #[serde(default)]
    desc: String,
    #[serde(default)]
    document: DocumentRef,
    is_exotic: Option<bool>,
    is_secret: Option<bool>,
    /// Key of the language whose script it uses.
    #[serde(rename = "script_language")]
    script: Option<String>,
}

/// Draws the languages.
pub(super) fn draw(records: &Records, drafts: &mut Drafts) {
    let languages = drafts.parse::<Language>(records, "languages");
    let names: BTreeMap<String, String> =
        languages.iter().map(|(_, language)| (language.key.clone(), language.name.clone())).collect();
    for (record, language) in languages {
        let mut row = row(Kind::Language, language.document.key(), &language.name, &language.desc);
        row.exotic = language.is_exotic;
        row.secret = language.is_secret;
        row.script = language.script.map(|key| {
            let name = names.get(&key).cloned();
            name.unwrap_or_else(|| prose::heading(&key))
        });
        row.typical_speakers = typical_speakers(&row.text);
        drafts.rules.push(draft(row, "languages", record));
    }
}

/// The speakers that a text names (`Typical speakers are ogres, and trolls.`), lower case.
///
/// Correction (rules): Speakers of a language that stand only in its text become a list.
fn typical_speakers(text: &str) -> Vec<String> {
    static SPEAKERS: Pattern = Pattern::new(r"(?-i)Typical speakers (?:are|include) ([^.]+)");
    let named = SPEAKERS.capture(text);
    prose::list(&named.unwrap_or_default().to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speakers_are_read_from_the_text() {
        assert_eq!(typical_speakers("Typical speakers include Ogres, and trolls. Rarely heard."), ["ogres", "trolls"]);
        assert!(typical_speakers("A secret code.").is_empty());
    }
}
