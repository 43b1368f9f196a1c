//! Broken characters: JSON can write lone surrogates (`"\ud83d"`), and bytes need not be UTF-8; a parser refuses
//! the whole message for either. They are made into U+FFFD, so that the call arrives and its argument can be refused
//! by name.

use std::borrow::Cow;

/// The same JSON with U+FFFD for what is not UTF-8, and for lone surrogates.
pub fn mended(json: &[u8]) -> Cow<'_, [u8]> {
    match String::from_utf8_lossy(json) {
        Cow::Borrowed(_) => whole(json),
        Cow::Owned(text) => Cow::Owned(whole(text.as_bytes()).into_owned()),
    }
}

fn whole(json: &[u8]) -> Cow<'_, [u8]> {
    let mut out: Option<Vec<u8>> = None;
    let mut at = 0;
    while let Some(&byte) = json.get(at) {
        if byte != b'\\' {
            at += 1;
            continue;
        }
        match unit(json, at) {
            Some(0xD800..=0xDBFF) if matches!(unit(json, at + 6), Some(0xDC00..=0xDFFF)) => {
                at += 12;
            }
            Some(0xD800..=0xDFFF) => {
                let out = out.get_or_insert_with(|| json.to_vec());
                if let Some(place) = out.get_mut(at..at + 6) {
                    place.copy_from_slice(b"\\ufffd");
                }
                at += 6;
            }
            // Any other escape: the character after the backslash is part of it.
            _ => at += 2,
        }
    }
    out.map_or(Cow::Borrowed(json), Cow::Owned)
}

/// The UTF-16 unit that an escape at this place writes.
fn unit(json: &[u8], at: usize) -> Option<u16> {
    let digits = json.get(at..at + 6)?.strip_prefix(b"\\u")?;
    u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lone_surrogates_become_replacement_characters() {
        let mend = |text: &str| String::from_utf8(mended(text.as_bytes()).into_owned()).unwrap();
        assert_eq!(mend(r#"{"a":"x\ud83dy"}"#), r#"{"a":"x\ufffdy"}"#);
        assert_eq!(mend(r#"{"a":"\udc00\ud800"}"#), r#"{"a":"\ufffd\ufffd"}"#);
        // A pair is whole, an escaped backslash is no escape, the rest stays.
        for whole in [r#"{"a":"\ud83d\ude00"}"#, r#"{"a":"\\ud83d"}"#, r#"{"a":"\u00e9 \n"}"#, "{\"a\":\"é\"}"] {
            assert_eq!(mend(whole), whole);
        }
    }

    #[test]
    fn bytes_that_are_no_text_become_replacement_characters() {
        let mend = |bytes: &[u8]| String::from_utf8(mended(bytes).into_owned()).unwrap();
        assert_eq!(mend(b"{\"a\":\"x\xff\"}"), "{\"a\":\"x\u{fffd}\"}");
        // A surrogate that was written as bytes, beside one that was escaped.
        let both = mend(b"\"\xed\xa0\xbd \\ud83d\"");
        assert_eq!(both, "\"\u{fffd}\u{fffd}\u{fffd} \\ufffd\"");
    }
}
