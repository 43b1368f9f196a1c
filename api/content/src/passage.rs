//! Passages: an entity's text in pieces of a size that an embedding model reads whole.

/// One piece of an entity's text that is embedded and searched on its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passage {
    /// Kind of the piece (`trait`, `action`, `description`).
    pub label: String,
    /// The text, plain.
    pub text: String,
}

/// Paragraphs of a section that are shorter than this, in bytes, share a passage with the next.
const MIN_SECTION_BYTES: usize = 240;

/// Longest passage, in bytes: what the embedding model reads of a text (256 tokens).
const MAX_PASSAGE_BYTES: usize = 900;

impl Passage {
    /// A passage of a text that is short enough.
    pub fn new(label: &str, text: String) -> Self {
        Self { label: label.to_owned(), text }
    }

    /// A named part (a trait, an action), cut at paragraphs when it is long.
    pub fn named(label: &str, name: &str, text: &str) -> Vec<Self> {
        Self::paragraphs(label, text).into_iter().map(|p| Self { text: format!("{name}. {}", p.text), ..p }).collect()
    }

    /// A text with headings, a paragraph or a few short ones each, behind the heading that they stand under. The label
    /// is that heading, or `label` where a paragraph stands under none.
    pub fn sections(label: &str, text: &str) -> Vec<Self> {
        let mut blocks: Vec<(&str, String)> = Vec::new();
        let mut heading = "";
        for line in text.split('\n').map(str::trim) {
            if line.starts_with('#') {
                heading = line.trim_matches(['#', '*', '_', ' ']);
                continue;
            }
            // What announces a list or a table stands with it.
            let is_open = |block: &str| {
                block.len() < MIN_SECTION_BYTES || block.ends_with(':') || line.starts_with(['|', '-', '*'])
            };
            match blocks.last_mut() {
                _ if line.is_empty() => {}
                Some((under, block))
                    if *under == heading && is_open(block) && block.len() + line.len() < MAX_PASSAGE_BYTES =>
                {
                    block.push('\n');
                    block.push_str(line);
                }
                _ => blocks.push((heading, line.to_owned())),
            }
        }
        let pieces = blocks.into_iter().flat_map(|(heading, block)| {
            if heading.is_empty() { Self::paragraphs(label, &block) } else { Self::named(heading, heading, &block) }
        });
        pieces.collect()
    }

    /// Paragraphs gathered into pieces that the model can read whole; a longer paragraph is cut
    /// between sentences.
    pub fn paragraphs(label: &str, text: &str) -> Vec<Self> {
        let mut pieces: Vec<String> = Vec::new();
        let sentences = text.split('\n').map(str::trim).filter(|line| !line.is_empty()).flat_map(|line| {
            if line.len() > MAX_PASSAGE_BYTES { line.split_inclusive(". ").collect::<Vec<_>>() } else { vec![line] }
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
        pieces.into_iter().map(|text| Self { label: label.to_owned(), text }).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_is_cut_at_headings_and_paragraphs() {
        let long = "The pond decides. ".repeat(16);
        let text = format!(
            "Ponds are deep.\n\n## Getting Out\n\n{long}\n\nA wet coat weighs more.\n\n- boots\n- hats\n\n### Drying\nWait."
        );
        let passages = Passage::sections("text", &text);
        let told: Vec<(&str, &str)> = passages.iter().map(|p| (p.label.as_str(), p.text.as_str())).collect();
        let getting_out = format!("Getting Out. {}", long.trim());
        assert_eq!(
            told,
            [
                ("text", "Ponds are deep."),
                ("Getting Out", getting_out.as_str()),
                ("Getting Out", "Getting Out. A wet coat weighs more. - boots - hats"),
                ("Drying", "Drying. Wait."),
            ]
        );
        assert!(Passage::sections("text", "# Only a heading").is_empty());
    }
}
