//! Wire shapes of many collections.

use crate::wire::{ability, filled};
use lorekeeper_content::{Image, Json, SavingThrowDc};
use serde::Deserialize;

/// A reference by index and name.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Reference {
    /// Index: the slug.
    pub index: String,
    /// Name for display.
    pub name: String,
}

/// Text that comes as a string or as a list of paragraphs.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(untagged)]
pub(super) enum Text {
    /// Nothing.
    #[default]
    None,
    /// One text.
    One(String),
    /// Paragraphs.
    Many(Vec<String>),
}

impl Text {
    /// The text as Markdown, paragraphs apart; empty when there is none.
    pub fn markdown(&self) -> String {
        match self {
            Self::None => String::new(),
            Self::One(text) => text.trim().to_owned(),
            Self::Many(parts) => paragraphs(parts),
        }
    }

    /// The text as Markdown; `None` when there is none.
    pub fn some(&self) -> Option<String> {
        Some(self.markdown()).filter(|text| !text.is_empty())
    }
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
            ability: ability(&self.ability.index)?.to_owned(),
            dc: self.value,
            success: self.success.as_deref().and_then(filled),
        })
    }
}

/// Paragraphs as Markdown: a blank line between them, but none inside a table or a list, whose
/// lines come one by one.
pub(super) fn paragraphs<S: AsRef<str>>(parts: &[S]) -> String {
    let mut text = String::new();
    let mut last = Block::Paragraph;
    for part in parts.iter().map(|part| part.as_ref().trim()) {
        if part.is_empty() {
            continue;
        }
        let block = Block::of(part);
        if !text.is_empty() {
            let together = block == last && block != Block::Paragraph;
            text.push_str(if together { "\n" } else { "\n\n" });
        }
        text.push_str(part);
        last = block;
    }
    text
}

/// The kind of block that a line of Markdown belongs to.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Block {
    Table,
    List,
    Paragraph,
}

impl Block {
    fn of(line: &str) -> Self {
        if line.starts_with('|') {
            Self::Table
        } else if line.starts_with("- ") || line.starts_with("* ") {
            Self::List
        } else {
            Self::Paragraph
        }
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
    path.and_then(filled).map(|url| {
        Json(Image {
            url,
            ..Image::default()
        })
    })
}

/// Key of the document that an edition's records belong to.
pub(super) fn document_key(edition: &str) -> String {
    format!("srd-{edition}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_and_lists_stay_whole() {
        let parts = ["A.", "| x |", "|---|", "| 1 |", "B.", "- one", "- two", " "];
        assert_eq!(
            paragraphs(&parts),
            "A.\n\n| x |\n|---|\n| 1 |\n\nB.\n\n- one\n- two"
        );
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
