//! Shapes that many of the collections share.

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
            Self::Many(parts) => parts.join("\n\n").trim().to_owned(),
        }
    }
}

/// Key of the document that an edition's records belong to.
pub(super) fn document_key(edition: &str) -> String {
    format!("srd-{edition}")
}

/// The ability that `str`, `STR` or `strength` names.
pub(super) fn ability(short: &str) -> Option<&'static str> {
    match short.to_lowercase().get(..3)? {
        "str" => Some("strength"),
        "dex" => Some("dexterity"),
        "con" => Some("constitution"),
        "int" => Some("intelligence"),
        "wis" => Some("wisdom"),
        "cha" => Some("charisma"),
        _ => None,
    }
}
