//! Descriptions.

use super::super::wire::text_or_none;
use crate::prose::separate_paragraphs;
use lorekeeper_content::Pattern;

/// The line at the foot of the book's pages, with which some texts break off.
const FOOT: &str = "Open Game License";

/// The description. Where upstream copied a page only to its foot, it ends with the last whole sentence; an
/// emphasis that is closed but never opened is opened.
///
/// Correction (creatures): A description that breaks off at the foot of a page (*Open Game License*) ends with its
/// last whole sentence. An emphasis that is closed but never opened is opened.
pub(super) fn text(upstream: &str) -> Option<String> {
    static EMPHASIS: Pattern = Pattern::new(r"^(?P<first>[^_\n]+_)(?:\s*\n|$)");
    let text = text_or_none(upstream)?;
    let text = match text.strip_suffix(FOOT) {
        Some(page) => without_heading(whole_sentences(page)).to_owned(),
        None => text,
    };
    let text = if EMPHASIS.is_match(&text) { format!("_{text}") } else { text };
    text_or_none(&separate_paragraphs(&text))
}

/// The text up to the end of its last sentence.
fn whole_sentences(text: &str) -> &str {
    let ends = text
        .char_indices()
        .filter(|(_, c)| matches!(c, '.' | '!' | '?' | '”' | '*' | '_'))
        .map(|(at, c)| at + c.len_utf8());
    let end = ends.rev().find(|end| {
        let rest = text.get(*end..).unwrap_or_default();
        rest.starts_with(char::is_whitespace)
    });
    end.and_then(|end| text.get(..end)).unwrap_or_default().trim()
}

/// The text without a heading at its end, below which nothing came.
fn without_heading(text: &str) -> &str {
    let (before, last) = text.rsplit_once('\n').unwrap_or(("", text));
    let heading = last.trim().strip_prefix("**").and_then(|rest| rest.strip_suffix("**"));
    if heading.is_some_and(|heading| !heading.contains("**")) { before.trim() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_ends_where_its_page_does() {
        let torn = "_A newt._  \n**Of Ponds.** It swims. It was a friend of the Open Game License";
        assert_eq!(text(torn).as_deref(), Some("_A newt._\n\n**Of Ponds.** It swims."));
        let headed = "It swims.\n**Of Ponds.** Newts like Open Game License";
        assert_eq!(text(headed).as_deref(), Some("It swims."));
        assert_eq!(text("Newts are Open Game License"), None);
        assert_eq!(text("It swims.").as_deref(), Some("It swims."));
        assert_eq!(text("False"), None);
    }

    #[test]
    fn an_emphasis_is_opened() {
        assert_eq!(text("A newt._  \nIt swims.").as_deref(), Some("_A newt._\n\nIt swims."));
        assert_eq!(text("A newt swims.\nIt _swims._").as_deref(), Some("A newt swims.\n\nIt _swims._"));
    }
}
