//! Prerequisites of a feat, and whether a feat is repeatable.

use crate::prose;

/// The prerequisites without the italics around them; `N/A` is none.
///
/// Correction (character options): `N/A` as prerequisite means none.
pub fn prerequisites(upstream: &str) -> Option<String> {
    let text = prose::text(upstream)?;
    let plain = text.strip_prefix('*').and_then(|text| text.strip_suffix('*')).unwrap_or(&text);
    let plain = prose::text(plain)?;
    (!matches!(plain.to_lowercase().as_str(), "n/a" | "none")).then_some(plain)
}

/// Whether a text says plainly that the feat can be taken again.
///
/// Correction (character options): Whether a feat can be taken again is known only where the text says so plainly.
pub fn says_repeatable(text: &str) -> bool {
    [
        "You can take this feat more than once",
        "This feat can be selected multiple times",
        "You can select this feat multiple times",
        "You can take this feat multiple times",
        "Repeatable.",
    ]
    .iter()
    .any(|plainly| text.contains(plainly))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prerequisites_are_plain_words() {
        assert_eq!(prerequisites("*Wisdom 13 or higher*").as_deref(), Some("Wisdom 13 or higher"));
        assert_eq!(prerequisites("*Fins or the* swim *spell*").as_deref(), Some("Fins or the* swim *spell"));
        assert_eq!(prerequisites("*N/A*"), None);
        assert_eq!(prerequisites(""), None);
    }

    #[test]
    fn repeatable_is_what_says_so() {
        assert!(says_repeatable("Learn. You can take this feat more than once, but not today."));
        assert!(!says_repeatable("You can't use it again."));
    }
}
