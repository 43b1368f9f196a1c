//! Letters that a converter wrote as numbers.

use lorekeeper_content::Pattern;
use regex::Captures;
use std::borrow::Cow;

/// A letter as the number that it has in Unicode, behind the sign of a converter.
///
/// Correction (text): Letters that a converter wrote as numbers (`æ014d`) are letters.
static ENCODED: Pattern = Pattern::new(r"(?-i)æ(?P<number>[0-9a-f]{4})");

/// The letter, or what stood there.
fn decode(found: &Captures<'_>) -> String {
    let number = &found["number"];
    let has_digit = number.contains(|c: char| c.is_ascii_digit());
    let number = u32::from_str_radix(number, 16).ok().filter(|_| has_digit);
    let letter = number.and_then(char::from_u32).map(String::from);
    letter.unwrap_or_else(|| found[0].to_owned())
}

/// The text with its letters; none where it has no numbers.
pub(super) fn decoded(text: &str) -> Option<String> {
    match ENCODED.replace_all(text, decode) {
        Cow::Owned(clean) => Some(clean),
        Cow::Borrowed(_) => None,
    }
}
