//! Passages: an entity's text in pieces of a size that an embedding model reads whole.

/// One piece of an entity's text that is embedded and searched on its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passage {
    /// Kind of the piece (`trait`, `action`, `description`).
    pub label: String,
    /// The text, plain.
    pub text: String,
}

/// Longest passage, in bytes: what the embedding model reads of a text (256 tokens).
const MAX_PASSAGE_BYTES: usize = 900;

impl Passage {
    /// A passage of a text that is short enough.
    #[must_use]
    pub fn new(label: &str, text: String) -> Self {
        Self {
            label: label.to_owned(),
            text,
        }
    }

    /// A named part (a trait, an action), cut at paragraphs when it is long.
    #[must_use]
    pub fn named(label: &str, name: &str, text: &str) -> Vec<Self> {
        Self::paragraphs(label, text)
            .into_iter()
            .map(|p| Self {
                text: format!("{name}. {}", p.text),
                ..p
            })
            .collect()
    }

    /// Paragraphs gathered into pieces that the model can read whole; a longer paragraph is cut
    /// between sentences.
    #[must_use]
    pub fn paragraphs(label: &str, text: &str) -> Vec<Self> {
        let mut pieces: Vec<String> = Vec::new();
        let sentences = text
            .split('\n')
            .map(str::trim)
            .filter(|line| !line.is_empty())
            .flat_map(|line| {
                if line.len() > MAX_PASSAGE_BYTES {
                    line.split_inclusive(". ").collect::<Vec<_>>()
                } else {
                    vec![line]
                }
            });
        for part in sentences {
            match pieces.last_mut() {
                Some(last) if last.len() + part.len() < MAX_PASSAGE_BYTES => {
                    last.push(' ');
                    last.push_str(part.trim());
                }
                _ => pieces.push(part.trim().to_owned()),
            }
        }
        pieces
            .into_iter()
            .map(|text| Self {
                label: label.to_owned(),
                text,
            })
            .collect()
    }
}
