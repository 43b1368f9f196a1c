//! Unbalanced emphasis: asterisks that lack their other half.

use super::Lexicon;
use std::borrow::Cow;

/// A text without asterisks that close what was never opened.
///
/// Correction (text): An asterisk that closes no emphasis is left out; where it stands in a hyphen's place (`foot* wide`),
/// it is a hyphen.
pub fn close<'a>(text: &'a str, lexicon: &Lexicon) -> Cow<'a, str> {
    let mut mended = String::new();
    let mut copied = 0;
    for (start, line) in lines_with_places(text) {
        let Some(star) = stray(line) else {
            continue;
        };
        let at = start + star;
        mended.push_str(text.get(copied..at).unwrap_or_default());
        copied = at + 1;
        let (before, after) = text.split_at_checked(at).unwrap_or_default();
        let is_letter = |c: char| c.is_alphabetic();
        let first = before.rsplit(|c| !is_letter(c)).next().unwrap_or_default();
        let after = after.strip_prefix('*').unwrap_or_default();
        let rest = after.strip_prefix(' ').unwrap_or(after);
        let second = rest.split(|c| !is_letter(c)).next().unwrap_or_default();
        if lexicon.is_compound(first, second) {
            mended.push('-');
            copied = text.len() - rest.len();
        }
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    mended.push_str(text.get(copied..).unwrap_or_default());
    Cow::Owned(mended)
}

/// The lines of a text, each with its place.
pub fn lines_with_places(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut start = 0;
    text.split('\n').map(move |line| {
        let at = start;
        start += line.len() + 1;
        (at, line)
    })
}

/// The place of the only single asterisk of a line, where it stands behind a word and before a blank.
fn stray(line: &str) -> Option<usize> {
    let bytes = line.as_bytes();
    let is_star = |at: usize| bytes.get(at) == Some(&b'*');
    let mut single = (0..bytes.len()).filter(|at| {
        let is_double = at.checked_sub(1).is_some_and(is_star) || is_star(at + 1);
        let is_escaped = at.checked_sub(1).and_then(|at| bytes.get(at)) == Some(&b'\\');
        is_star(*at) && !is_double && !is_escaped
    });
    let (only, None) = (single.next()?, single.next()) else {
        return None;
    };
    let before = bytes.get(only.checked_sub(1)?)?;
    let is_behind_word = before.is_ascii_alphanumeric();
    let is_before_blank = bytes.get(only + 1).is_none_or(|c| b" .,;:".contains(c));
    (is_behind_word && is_before_blank).then_some(only)
}
