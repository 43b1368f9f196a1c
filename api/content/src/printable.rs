//! Printable text: control characters replaced. Names come from books that people bring, and an escape sequence in one
//! would write to a terminal's clipboard, rename its window or hide a line.

use std::borrow::Cow;

/// The replacement of a character that is not shown.
const REPLACEMENT: &str = "\u{FFFD}";

/// A text that is safe to print: line breaks and tabs are its only controls, and the direction of writing is the
/// terminal's own.
pub fn printable(text: &str) -> Cow<'_, str> {
    if text.contains(is_unprintable) {
        Cow::Owned(text.replace(is_unprintable, REPLACEMENT))
    } else {
        Cow::Borrowed(text)
    }
}

/// Whether a character is unsafe to print: C0 and C1 controls, DELETE, and the characters that override the direction of writing.
pub fn is_unprintable(c: char) -> bool {
    match c {
        '\n' | '\t' => false,
        '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => true,
        _ => c.is_control(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_replaced() {
        for (text, shown) in [
            ("Ka\u{1b}]52;c;ZWNobw==\u{7}tz", "Ka�]52;c;ZWNobw==�tz"),
            ("\u{1b}[2Jgone\r\u{8}\u{0}\u{7f}", "�[2Jgone����"),
            ("\u{9d}0;owned\u{9c}\u{9b}31m", "�0;owned��31m"),
            ("a\u{202e}b\u{2066}c\u{2069}d\u{202a}e", "a�b�c�d�e"),
        ] {
            assert_eq!(printable(text), shown);
        }
    }

    #[test]
    fn other_texts_stay() {
        let text = "Crème brûlée\t8d6 — “fire”\n│ 火の玉 🔥 e\u{301}\u{200d}\u{a0}\n";
        assert!(matches!(printable(text), Cow::Borrowed(shown) if shown == text));
    }
}
