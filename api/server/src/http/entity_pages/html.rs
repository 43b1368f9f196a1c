//! Markdown as HTML. What it says comes from others, and is not trusted: markup of its own is shown as text, and only links
//! to pages of this server and of the web lead somewhere.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd, html};

/// The HTML of a record's Markdown, without the line that names its book and without pictures.
pub fn render(markdown: &str) -> String {
    let text = markdown
        .rsplit_once("\n---\n")
        .map_or(markdown, |(text, _)| text);
    let mut closed = Vec::new();
    let events =
        Parser::new_ext(text, Options::ENABLE_TABLES).filter_map(move |event| match event {
            Event::Html(markup) | Event::InlineHtml(markup) => Some(Event::Text(markup)),
            Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image) => None,
            Event::Start(Tag::Link { ref dest_url, .. }) => {
                let leads = is_harmless(dest_url);
                closed.push(leads);
                leads.then_some(event)
            }
            Event::End(TagEnd::Link) => closed.pop().unwrap_or_default().then_some(event),
            other => Some(other),
        });
    let mut page = String::with_capacity(text.len() * 3 / 2);
    html::push_html(&mut page, events);
    page
}

/// Whether an address is one of a page of this server or of the web.
fn is_harmless(address: &str) -> bool {
    let is_own = address.starts_with('/') && !address.starts_with("//");
    let address = address.to_ascii_lowercase();
    is_own || address.starts_with("https://") || address.starts_with("http://")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_becomes_html() {
        let page = render(
            "# Zither\n\n*A [song](/spell/fen/song).*\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n---\n\n*Source: Fen*\n",
        );
        assert!(page.contains("<h1>Zither</h1>"), "{page}");
        assert!(
            page.contains("<a href=\"/spell/fen/song\">song</a>"),
            "{page}"
        );
        assert!(page.contains("<table>"), "{page}");
        assert!(!page.contains("Source"), "{page}");
    }

    #[test]
    fn what_could_run_is_text() {
        for hostile in [
            "<script>alert(1)</script>",
            "a <img src=x onerror=alert(1)> b",
            "[x](javascript:alert(1))",
            "[x](JaVaScRiPt:alert(1))",
            "[x](data:text/html,x)",
            "[x](//elsewhere.example)",
            "![x](https://elsewhere.example/x.png)",
        ] {
            let page = render(hostile);
            for forbidden in ["<script", "<img", "<a "] {
                assert!(!page.contains(forbidden), "{hostile}: {page}");
            }
        }
    }
}
