//! Texts that people write, as Markdown without HTML.

use crate::wire;
use lorekeeper_content::Pattern;

/// What is no text at all, with its content; then tags without a counterpart in Markdown.
static CODE: Pattern = Pattern::new(
    r"(?s)<!--.*?-->|<script\b.*?(?:</script\s*>|$)|<style\b.*?(?:</style\s*>|$)|<(?:iframe|object|embed|svg)\b.*?(?:</(?:iframe|object|embed|svg)\s*>|$)",
);
static TAG: Pattern = Pattern::new(r"</?[a-z][a-z0-9]*(?:\s[^<>]*)?/?>");

/// An address that runs code where it is followed.
static RUNS: Pattern = Pattern::new(r"\]\(\s*(?:javascript|data|vbscript)\s*:[^()]*(?:\([^()]*\)[^()]*)*\)");

/// The text as Markdown: HTML becomes Markdown, and scripts go.
pub(crate) fn plain(text: &str) -> String {
    if !text.contains(['<', ']', '&', '\u{ad}', '\r', '\\']) {
        return text.trim().to_owned();
    }
    let text = CODE.replace_all(text, "");
    let text = wire::text(&text).unwrap_or_default();
    let text = TAG.replace_all(&text, "");
    RUNS.replace_all(&text, "]").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_code_is_left() {
        for (text, expected) in [
            ("It <b>boils</b>.<script>alert(1)</script>", "It **boils**."),
            ("5 < 6 <img src=x onerror=alert(1)>tea", "5 < 6 tea"),
            ("[tea](javascript:alert(1) ) and <SCRIPT>x", "[tea] and"),
            ("<span class=\"tea\">Hot</span> tea", "Hot tea"),
            ("a <!-- b --> c", "a  c"),
        ] {
            assert_eq!(plain(text), expected);
        }
    }
}
