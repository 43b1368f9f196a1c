//! HTML in texts that are Markdown otherwise: tables, lists, headings and emphasis.

use lorekeeper_content::{Pattern, Regex, pattern};
use regex::Captures;
use std::sync::LazyLock;

/// What stands for tags, in this order; rows of tables have become Markdown before.
static TAGS: LazyLock<Vec<(Regex, &str)>> = LazyLock::new(|| {
    [
        (r"\s*<li>\s*", "\n- "),
        (r"\s*</ ?li>", ""),
        (r"(?:\s*</?(?:thead|tbody)>\s*)+", "\n"),
        (r"\s*</?(?:table|ul|ol|blockquote)>\s*", "\n\n"),
        (r"\s*<h[1-6]>\s*(?P<heading>.*?)\s*</h[1-6]>\s*", "\n\n##### $heading\n\n"),
        ("<em><strong>", "**_"),
        ("</strong></em>", "_**"),
        ("</?(?:em|i)>", "_"),
        ("</?(?:strong|b)>", "**"),
    ]
    .into_iter()
    .map(|(tag, with)| (pattern(tag), with))
    .collect()
});

static ROW: Pattern = Pattern::new(r"(?s)<tr>\s*(?P<cells>.*?)\s*</tr>");

static CELL: Pattern = Pattern::new(r"(?s)<t[hd]>\s*(?P<words>.*?)\s*</t[hd]>");

/// A text without HTML.
///
/// Correction (text): HTML becomes Markdown: tables, lists, headings, emphasis and `&amp;`.
pub(super) fn markdown(text: &str) -> String {
    let text = text.replace("&amp;", "&");
    if !text.contains("</") {
        return text;
    }
    let text = ROW.replace_all(&text, row).into_owned();
    let replaced = |text: String, (tag, with): &(Regex, &str)| tag.replace_all(&text, *with).into();
    TAGS.iter().fold(text, replaced)
}

/// A row of a table, with the line below it if it has the headings.
fn row(found: &Captures<'_>) -> String {
    let cells = found.name("cells").map_or("", |cells| cells.as_str());
    let words = CELL.captures_iter(cells).filter_map(|cell| cell.name("words"));
    let words: Vec<&str> = words.map(|words| words.as_str()).collect();
    let row = format!("| {} |", words.join(" | "));
    if cells.contains("<th>") { format!("{row}\n|{}", "---|".repeat(words.len())) } else { row }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn html_becomes_markdown() {
        for (html, expected) in [
            (
                "Toads:\n<table>\n<thead><tr>\n<th>A</th>\n<th>B</th>\n</tr></thead>\n<tbody>\n<tr>\n<td>1</td>\n<td>2</td>\n</tr>\n</tbody>\n</table>\nCroak.",
                "Toads:\n\n| A | B |\n|---|---|\n| 1 | 2 |\n\nCroak.",
            ),
            (
                "It leaps.\n<h3>Hops</h3>\n<em><strong>Far.</strong></em> <em>Hop:</em> 5 feet.",
                "It leaps.\n\n##### Hops\n\n**_Far._** _Hop:_ 5 feet.",
            ),
            ("One of:\n<ul>\n<li>Wet.</li>\n<li>Dry.</li>\n</ul>\nThen.", "One of:\n\n- Wet.\n- Dry.\n\nThen."),
            ("* Wet.</ li>\n* Dry.", "* Wet.\n* Dry."),
            ("wet &amp; dry, 5 < 6", "wet & dry, 5 < 6"),
        ] {
            assert_eq!(markdown(html), expected);
        }
    }
}
