//! Wire shapes of many collections.

use crate::prose::{Line, separate_paragraphs};
use crate::record_reader::{Shapes, list_of, read_by_shape};
use crate::wire::{filled as not_empty, separate_sentences};
use lorekeeper_content::vocabulary::{ability_of, in_gold};
use lorekeeper_content::{Image, Json, SavingThrowDc};
use serde::de::{Error, SeqAccess};
use serde::{Deserialize, Deserializer};

/// A reference by index and name.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Reference {
    /// Index: the slug.
    pub index: String,
    /// Name for display.
    pub name: String,
}

/// Text that comes as a string or as a list of paragraphs, list items and table lines.
#[derive(Clone, Debug, Default)]
pub(super) enum Prose {
    /// Paragraphs.
    Many(Vec<String>),
    /// One text.
    One(String),
    /// Nothing.
    #[default]
    None,
}

read_by_shape!(Prose);

impl<'de> Shapes<'de> for Prose {
    const EXPECTED: &'static str = "a text or a list of texts";

    fn text<E: Error>(text: &str) -> Result<Self, E> {
        Ok(Self::One(text.to_owned()))
    }

    fn list<A: SeqAccess<'de>>(items: A) -> Result<Self, A::Error> {
        list_of(items).map(Self::Many)
    }
}

impl Prose {
    /// The text as Markdown; empty when there is none.
    pub fn markdown(&self) -> String {
        match self {
            Self::None => String::new(),
            Self::One(text) => {
                let text = without_indents(&fix_quotes(text));
                separate_sentences(&separate_paragraphs(&text))
            }
            Self::Many(parts) => join(parts),
        }
    }

    /// The lines or paragraphs as they come.
    pub fn lines(&self) -> Vec<&str> {
        match self {
            Self::None => Vec::new(),
            Self::One(text) => text.lines().map(str::trim).collect(),
            Self::Many(parts) => parts.iter().map(String::as_str).collect(),
        }
    }

    /// The text as Markdown, where there is any.
    pub fn given(&self) -> Option<String> {
        Some(self.markdown()).filter(|text| !text.is_empty())
    }
}

/// Text whose paragraphs begin without the two blanks that a book indents them by.
///
/// Correction (text): Paragraphs that begin with two blanks begin without.
fn without_indents(text: &str) -> String {
    text.replace("\n  ", "\n")
}

/// A string that must not be blank; a record without a name is no record.
pub(super) fn filled<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let text = fix_quotes(&String::deserialize(deserializer)?);
    if text.is_empty() {
        return Err(D::Error::custom("must not be blank"));
    }
    Ok(text)
}

/// Trims, unifies line ends, and undoes curly quotes that were decoded with the wrong code page.
pub(super) fn fix_quotes(text: &str) -> String {
    text.replace("\r\n", "\n").replace("â€™", "’").replace("â€œ", "“").replace("â€\u{9d}", "”").trim().to_owned()
}

/// The names as they stand in a sentence: `Acid, Cold`; `None` when there are none.
pub(super) fn listed(names: &[String]) -> Option<String> {
    (!names.is_empty()).then(|| names.join(", "))
}

/// Lines of a table or of a list stay together, paragraphs stand apart.
///
/// Correction (text): Lists and tables that upstream tears into paragraphs become whole lists and tables again.
pub(super) fn join<S: AsRef<str>>(parts: &[S]) -> String {
    let mut text = String::new();
    let mut last = Line::Paragraph;
    for part in parts.iter().map(|p| fix_quotes(p.as_ref())).filter(|p| !p.is_empty()) {
        let line = Line::of(&part);
        if !text.is_empty() {
            let close = line == last && line != Line::Paragraph;
            text.push_str(if close { "\n" } else { "\n\n" });
        }
        text.push_str(&part);
        last = line;
    }
    separate_sentences(&text)
}

/// A saving throw; the collections spell its fields in two ways.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Dc {
    /// The ability that saves.
    #[serde(rename = "dc_type")]
    pub ability: Reference,
    /// The number to reach.
    #[serde(rename = "dc_value")]
    pub value: Option<i32>,
    /// `half`, `none` or `other`.
    #[serde(rename = "success_type", alias = "dc_success")]
    pub success: Option<String>,
}

impl Dc {
    /// The saving throw; `None` when its ability is unknown.
    pub fn save(&self) -> Option<SavingThrowDc> {
        Some(SavingThrowDc {
            ability: ability_of(&self.ability.index)?.to_owned(),
            dc: self.value,
            success: self.success.as_deref().and_then(not_empty),
        })
    }
}

/// The whole number that a text begins with (`60` of `60 ft.`); thousands may be apart.
pub(super) fn leading_number(text: &str) -> Option<i32> {
    let digits: String = text
        .trim_start()
        .chars()
        .take_while(|c| c.is_ascii_digit() || *c == ',')
        .filter(char::is_ascii_digit)
        .collect();
    digits.parse().ok()
}

/// A picture by its address, which stays relative to the source's own.
pub(super) fn image(path: Option<&str>) -> Option<Json<Image>> {
    // The pictures of some monsters are named, but not yet there.
    let path = path.filter(|path| !path.ends_with("-NYI.png"));
    path.and_then(not_empty).map(|url| Json(Image { url, ..Image::default() }))
}

/// Key of the document that an edition's records belong to.
pub(super) fn document_key(edition: &str) -> String {
    format!("srd-{edition}")
}

/// A price in a coin.
#[derive(Deserialize)]
pub(super) struct Price {
    pub quantity: f64,
    pub unit: String,
}

impl Price {
    /// The price in gold pieces; unknown in a coin that the game has not.
    ///
    /// Correction (equipment): Prices in any coin become gold pieces.
    pub fn gold(&self) -> Option<f64> {
        in_gold(self.quantity, &self.unit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_and_lists_stay_whole() {
        let parts = ["A.", "| x |", "|---|", "| 1 |", "B.", "- one", "- two", " "];
        assert_eq!(join(&parts), "A.\n\n| x |\n|---|\n| 1 |\n\nB.\n\n- one\n- two");
    }

    #[test]
    fn numbers_lead() {
        assert_eq!(leading_number("60 ft. (blind)"), Some(60));
        assert_eq!(leading_number("1,320 lb."), Some(1320));
        assert_eq!(leading_number("sight"), None);
    }

    #[test]
    fn saves_come_in_two_spellings() {
        for raw in [
            r#"{"dc_type":{"index":"dex","name":"DEX"},"dc_value":12,"success_type":"half"}"#,
            r#"{"dc_type":{"index":"dex","name":"DEX"},"dc_value":12,"dc_success":"half"}"#,
        ] {
            let dc: Dc = serde_json::from_str(raw).unwrap();
            let save = dc.save().unwrap();
            assert_eq!(
                (save.ability.as_str(), save.dc, save.success.as_deref()),
                ("dexterity", Some(12), Some("half"))
            );
        }
        assert_eq!(Dc::default().save(), None);
    }
}
