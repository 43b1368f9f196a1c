//! Sections of Markdown: split at headings, and at the names that open paragraphs.

use super::super::wire::text_or_none;
use lorekeeper_content::Pattern;

/// A part of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Part {
    /// The heading; empty for the text before the first heading.
    pub name: String,
    /// The text below the heading.
    pub text: String,
}

/// The parts below the headings of the first level that the text has; deeper ones are of the part.
pub(super) fn headed(text: &str) -> Vec<Part> {
    let top = text.lines().filter_map(heading).map(|(level, _)| level).min();
    let mut parts = vec![Part::default()];
    for line in text.lines() {
        match heading(line) {
            Some((level, name)) if Some(level) == top => {
                parts.push(Part { name: name.to_owned(), text: String::new() });
            }
            _ => {
                if let Some(part) = parts.last_mut() {
                    part.text.push_str(line.trim_end());
                    part.text.push('\n');
                }
            }
        }
    }
    for part in &mut parts {
        part.text = text_or_none(&part.text).unwrap_or_default();
    }
    parts
}

/// Level and text of a heading (`##### Croak`, `#####Croak`).
fn heading(line: &str) -> Option<(usize, &str)> {
    let text = line.trim_start_matches('#');
    let level = line.len() - text.len();
    let text = text.trim().trim_matches('*').trim();
    (level > 0 && !text.is_empty()).then_some((level, text))
}

/// The paragraphs that open with a name in bold italics (`***Gills.*** You ...`, `**_Gills._** You ...`);
/// what follows without one is of the part before.
pub(super) fn named(text: &str) -> Vec<Part> {
    static NAME: Pattern = Pattern::new(r"(?-i)^\s*(?:\*\*_|\*\*\*|_\*\*)([^*_]+?)(?:_\*\*|\*\*\*|\*\*_)");
    let mut parts: Vec<Part> = Vec::new();
    for line in text.lines() {
        if let Some(name) = NAME.capture(line) {
            let rest = line.split_once(&name).map_or("", |(_, rest)| rest);
            parts.push(Part {
                text: format!("{}\n", rest.trim_start_matches(['*', '_']).trim()),
                name: name.trim().trim_end_matches(['.', ':']).to_owned(),
            });
        } else if let Some(part) = parts.last_mut() {
            part.text.push_str(line.trim_end());
            part.text.push('\n');
        }
    }
    for part in &mut parts {
        part.text = text_or_none(&part.text).unwrap_or_default();
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(parts: &[Part]) -> Vec<(&str, &str)> {
        parts.iter().map(|part| (part.name.as_str(), part.text.as_str())).collect()
    }

    #[test]
    fn text_is_cut_at_its_first_headings() {
        let parts = headed("A pond.\n\n### Croak \n \nYou croak.\n\n#### Loud\n\nVery.\n\n###**Hop**\nYou hop.");
        assert_eq!(
            pairs(&parts),
            [("", "A pond."), ("Croak", "You croak.\n\n#### Loud\n\nVery."), ("Hop", "You hop.")]
        );
        assert_eq!(pairs(&headed("No more.")), [("", "No more.")]);
    }

    #[test]
    fn paragraphs_open_with_names() {
        let parts = named("***Gills.*** You breathe.\n\nAlways.\n\n**_Slime._** You slip.");
        assert_eq!(pairs(&parts), [("Gills", "You breathe.\n\nAlways."), ("Slime", "You slip.")]);
        assert!(named("You breathe.").is_empty());
    }
}
