//! Vulnerabilities, resistances and immunities to damage: types, what gets past them, and words for the rest.

use crate::export::inert;
use crate::vocabulary::DAMAGE_TYPES;
use serde_json::{Value, json};

/// What gets past a defence, with the system's codes.
const BYPASSES: [(&str, &str); 3] = [("nonmagical", "mgc"), ("silvered", "sil"), ("adamantine", "ada")];

/// Words of a line that say nothing beside its types and what gets past it.
const FILLERS: [&str; 13] =
    ["and", "or", "from", "damage", "attacks", "weapons", "not", "made", "with", "that", "aren", "t", "are"];

/// A defence: the types of damage, and the line that is printed of it. A part of the line that says more than the system
/// has a place for stays as it is printed.
pub(super) fn defence(types: &[String], line: Option<&str>) -> Value {
    let Some(line) = line.map(str::trim).filter(|line| !line.is_empty()) else {
        return json!({"value": types, "bypasses": [], "custom": ""});
    };
    let (mut value, mut bypasses, mut custom) = (Vec::new(), Vec::new(), Vec::new());
    for part in line.split(';').map(str::trim) {
        let words = part.to_lowercase();
        let words: Vec<&str> = words.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        let past = |word: &str| BYPASSES.iter().find(|(name, _)| *name == word);
        let is_said = |word: &&str| DAMAGE_TYPES.contains(word) || FILLERS.contains(word) || past(word).is_some();
        let is_plain = |word: &&str| DAMAGE_TYPES.contains(word) || *word == "and";
        if words.iter().all(is_plain) || words.contains(&"nonmagical") && words.iter().all(is_said) {
            bypasses.extend(words.iter().filter_map(|word| Some(past(word)?.1)));
            value.extend(types.iter().filter(|kind| words.contains(&kind.as_str())));
        } else {
            custom.push(inert::markdown(part));
        }
    }
    value.dedup();
    json!({"value": value, "bypasses": bypasses, "custom": custom.join("; ")})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_types_what_gets_past_them_and_words() {
        let types = ["cold", "piercing", "slashing"].map(str::to_owned);
        for (line, value, bypasses, custom) in [
            (None, json!(types), json!([]), ""),
            (Some("Cold and Slashing"), json!(["cold", "slashing"]), json!([]), ""),
            (
                Some("cold; piercing and slashing from nonmagical attacks that aren't silvered"),
                json!(types),
                json!(["mgc", "sil"]),
                "",
            ),
            (
                Some("cold; piercing from magic spoons; slashing from nonmagical ladles"),
                json!(["cold"]),
                json!([]),
                "piercing from magic spoons; slashing from nonmagical ladles",
            ),
        ] {
            let expected = json!({"value": value, "bypasses": bypasses, "custom": custom});
            assert_eq!(defence(&types, line), expected, "{line:?}");
        }
    }
}
