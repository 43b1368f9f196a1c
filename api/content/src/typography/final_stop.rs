//! Final stops: the point that a converter lost at the end of a paragraph.

use crate::Pattern;
use regex::Captures;
use std::borrow::Cow;

/// A paragraph whose last sentence ends in a word: one of several, or one that begins with a condition.
static UNENDED: Pattern = Pattern::new(
    r"(?-i)(?m)^(?P<text>(?:[^-|>#\d\s][^\n|]*\w{2}[.!?)] \p{Lu}|(?:If|When|While|Once) )[^\n|.:]{15,} (?P<last>[a-z]{2,}))$",
);

/// Last words of sentences that are cut off.
const OPEN: [&str; 48] = [
    "or", "and", "the", "an", "of", "to", "on", "in", "with", "from", "its", "their", "by", "for", "at", "as", "that",
    "is", "are", "one", "only", "based", "no", "any", "it", "between", "while", "when", "if", "but", "into", "than",
    "your", "his", "her", "be", "has", "have", "can", "must", "will", "this", "each", "until", "which", "not",
    "successful", "make",
];

/// What the next paragraph begins with that does not go on with the sentence: a capital, a number or emphasis.
static NEXT: Pattern = Pattern::new(r"(?-i)^\s*$|^\n\n(?:\p{Lu}|\d|\*\*|[#|_“\x22])");

/// Ends the last sentences of paragraphs.
///
/// Correction (text): The last of several sentences of a paragraph ends with a point, unless it is cut off, announces a list, or goes on.
pub(super) fn end(text: &str) -> Cow<'_, str> {
    UNENDED.replace_all(text, |found: &Captures<'_>| {
        let rest = found.get(0).and_then(|found| text.get(found.end()..));
        let is_last = rest.is_some_and(|rest| NEXT.is_match(rest));
        let is_open = OPEN.contains(&&found["last"]);
        let stop = if is_last && !is_open { "." } else { "" };
        format!("{}{stop}", &found["text"])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lost_point_is_put_back() {
        let first = "The toad croaks. It hops into the nearest of the ponds";
        assert_eq!(end(first), format!("{first}."));
        let more = format!("{first}\n\nIt sleeps.");
        assert_eq!(end(&more), format!("{first}.\n\nIt sleeps."));
        assert_eq!(end("If the toad croaks, the other toads wake up"), "If the toad croaks, the other toads wake up.");
        for text in [
            "The toad croaks. It hops into the nearest of the ponds and",
            "- The toad croaks. It hops into the nearest of the ponds",
            "Hop, croak and sleep",
            "The toad croaks. It hops into the nearest of the ponds\n\nand sleeps.",
            "The toad croaks. It hops into the nearest of these ponds\n\n- the green one",
            "The toad croaks. It hops into the nearest pond beside\nPond Street.",
        ] {
            assert_eq!(end(text), text);
        }
    }
}
