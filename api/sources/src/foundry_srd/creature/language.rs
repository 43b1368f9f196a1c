//! Languages of an actor, as printed.

use crate::foundry_text::Edition;
use crate::foundry_text::fields::Fields;
use crate::prose::capitalized;

/// Languages whose codes are no names, and dialects.
const NAMES: [(&str, &str); 9] = [
    ("ALL", "all"),
    ("aquan", "Primordial (Aquan)"),
    ("auran", "Primordial (Auran)"),
    ("cant", "Thieves' Cant"),
    ("deep", "Deep Speech"),
    ("ignan", "Primordial (Ignan)"),
    ("sign", "Common Sign Language"),
    ("standard", ""),
    ("terran", "Primordial (Terran)"),
];

/// The line of a stat block: languages, what is said of them, and telepathy.
pub(super) fn printed(wire: Fields<'_>, edition: Edition) -> Option<String> {
    let mut line = String::new();
    let codes = wire.words("value").into_iter();
    let named = codes.map(|code| match NAMES.iter().find(|(known, _)| *known == code) {
        // The books of 2014 name the dialect alone.
        Some((_, name)) if edition == Edition::Of2014 && name.ends_with(')') => capitalized(code),
        Some((_, name)) => (*name).to_owned(),
        None => capitalized(code),
    });
    let custom = wire.text("custom").split(';').map(|words| words.trim().to_owned());
    let feet = wire.int("communication.telepathy.value");
    let telepathy = feet.map(|feet| format!("telepathy {feet} ft."));
    for words in named.chain(custom).chain(telepathy) {
        if words.is_empty() {
            continue;
        }
        let lower = words.to_lowercase();
        let telepathic = lower.starts_with("telepathy") && edition == Edition::Of2024;
        line.push_str(if line.is_empty() {
            ""
        } else if lower.starts_with("plus ") {
            " "
        } else if telepathic {
            "; "
        } else {
            ", "
        });
        line.push_str(&words);
    }
    crate::wire::filled(&line)
}
