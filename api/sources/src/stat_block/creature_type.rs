//! Creature types, swarms and alignments.

use crate::wire::filled;

/// The creature type, and for a swarm the whole phrase (`swarm of Tiny beasts`) as the subtype.
///
/// Correction (creatures): `swarm of Tiny beasts` as a type becomes the type beast, with the swarm as subtype.
pub fn creature_type(text: &str) -> (Option<String>, Option<String>) {
    let text = text.trim().to_lowercase();
    match text.strip_prefix("swarm of ") {
        Some(rest) => {
            let single = rest.rsplit(' ').next().map(|many| many.trim_end_matches('s'));
            (single.and_then(filled), Some(text))
        }
        None => (filled(&text), None),
    }
}

/// The alignment in lower case; what is left of a subtype that upstream cut in two (`Titan)`) is none.
///
/// Correction (creatures): Half of a subtype in place of the alignment (`Titan)`) becomes null, and `any evil` goes by
/// the name `any evil alignment`.
pub fn whole_alignment(text: &str) -> Option<String> {
    let is_whole = text.matches('(').count() == text.matches(')').count();
    let text = text.to_lowercase();
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_short = words.first() == Some(&"any") && words.len() <= 2 && !text.contains("align");
    is_whole.then(|| if is_short { format!("{text} alignment") } else { text })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_a_subtype_is_no_alignment() {
        assert_eq!(whole_alignment("Shapechanger)"), None);
        let whole = "Any Alignment (as its patron)";
        assert_eq!(whole_alignment(whole), Some(whole.to_lowercase()));
        assert_eq!(whole_alignment("Any Evil").as_deref(), Some("any evil alignment"));
    }
}
