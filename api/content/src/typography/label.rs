//! Run-in headings: labels that begin a paragraph, emphasised by each source in its own way.

use crate::{Regex, pattern};
use regex::Captures;
use std::borrow::Cow;
use std::sync::LazyLock;

/// A label in asterisks and underscores at the beginning of a line, with the point inside or behind.
static LABEL: LazyLock<Regex> = LazyLock::new(|| {
    let kinds = [
        (r"\*\*\*", r"\*\*\*"),
        (r"\*\*_", r"_\*\*"),
        (r"_\*\*", r"\*\*_"),
        (r"\*\*", r"\*\*"),
    ];
    let kinds = kinds.map(|(open, close)| {
        format!(r"{open}(?:[^*_.|\n]{{1,70}}\.{close}|[^*_.|\n]{{1,70}}{close}\.)")
    });
    pattern(&format!(
        r"(?m)^(?P<before>(?:[-*] |> )?)(?P<label>{})(?P<after>[ \n]|$)",
        kinds.join("|")
    ))
});

/// A text whose run-in headings are bold and italic, as the books print them: `**_Curse._** This axe is cursed.`
///
/// Correction (text): A label that begins a paragraph is emphasised in one way, whichever source it is from.
#[must_use]
pub fn emphasise(text: &str) -> Cow<'_, str> {
    LABEL.replace_all(text, |found: &Captures<'_>| {
        let words = found["label"].trim_matches(['*', '_', '.']);
        format!("{}**_{words}._**{}", &found["before"], &found["after"])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_emphasised_in_one_way() {
        for (printed, expected) in [
            ("***Soup.*** It boils.", "**_Soup._** It boils."),
            ("***Soup***. It boils.", "**_Soup._** It boils."),
            (
                "**Soup.** It boils.\n\n- **Ladle (Rare).** It stirs.",
                "**_Soup._** It boils.\n\n- **_Ladle (Rare)._** It stirs.",
            ),
            ("_**Soup.**_ It boils.", "**_Soup._** It boils."),
        ] {
            assert_eq!(emphasise(printed), expected);
            assert_eq!(emphasise(expected), expected);
        }
        for kept in [
            "**Hit Points:** 10",
            "**Armor Class** 15",
            "It is **very hot.** So it is.",
            "_**Soup.** It boils._",
            "| **Soup.** | hot |",
            "*Soup.* It boils.",
        ] {
            assert_eq!(emphasise(kept), kept);
        }
    }
}
