//! References to the rules: `&Reference[Blinded apply=false]`.

use super::Edition;
use crate::prose::capitalized;
use lorekeeper_content::Pattern;
use regex::Captures;

/// The bracket is a brace where upstream mistyped it.
static REFERENCE: Pattern =
    Pattern::new(r"&Refer+ence\[(?:condition=)?(?P<term>[^\]}=]*?)(?:\s+\w+=[^\]}]*)?[\]}](?:\{(?P<label>[^}]*)\})?");

/// The text with the names of the rules that it refers to.
pub(super) fn resolve(text: &str, edition: Edition) -> String {
    let named = REFERENCE.replace_all(text, |found: &Captures<'_>| match found.name("label") {
        Some(label) => label.as_str().to_owned(),
        None if edition == Edition::Of2014 => found["term"].trim().to_owned(),
        None => term(found["term"].trim()),
    });
    named.into_owned()
}

/// Terms of several words that are written as one, and what they are called.
const TERMS: [(&str, &str); 14] = [
    ("brightlight", "Bright Light"),
    ("controllingamount", "controlled mount"),
    ("criticalhits", "Critical Hit"),
    ("damageresistance", "Resistance"),
    ("damagevulnerability", "Vulnerability"),
    ("difficultterrain", "Difficult Terrain"),
    ("dimlight", "Dim Light"),
    ("halfcover", "Half Cover"),
    ("heavilyobscured", "Heavily Obscured"),
    ("lightlyobscured", "Lightly Obscured"),
    ("longrest", "Long Rest"),
    ("opportunityattacks", "Opportunity Attacks"),
    ("schoolsofmagic", "school of magic"),
    ("shortrest", "Short Rest"),
];

/// A term as the book writes it: with a capital.
fn term(name: &str) -> String {
    let compact = name.to_lowercase();
    if let Some((_, words)) = TERMS.iter().find(|(known, _)| *known == compact) {
        return (*words).to_owned();
    }
    capitalized(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_their_names() {
        for (text, expected) in [
            ("is &Reference[Blinded apply=false] now", "is Blinded now"),
            ("is &reference[prone] now", "is Prone now"),
            ("&Reference[DifficultTerrain]", "Difficult Terrain"),
            ("&Reference[Total Cover apply=false]", "Total Cover"),
            ("&Reference[Jumping]{jump}", "jump"),
            ("keep &Reference[Concentration} up", "keep Concentration up"),
        ] {
            assert_eq!(resolve(text, Edition::Of2024), expected);
        }
        assert_eq!(resolve("is &Reference[prone] now", Edition::Of2014), "is prone now");
    }
}
