//! Markdown as HTML. What it says comes from others, and is not trusted: markup of its own is shown as text, and only links
//! to pages of this server and of the web lead somewhere.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd, html};

/// The HTML of a record's Markdown, without the line that names its book and without pictures.
pub fn render(markdown: &str) -> String {
    let text = markdown.rsplit_once("\n---\n").map_or(markdown, |(text, _)| text);
    let mut closed = Vec::new();
    let events = Parser::new_ext(text, Options::ENABLE_TABLES).filter_map(move |event| match event {
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
    halved(&page).unwrap_or_else(|| page.replacen(SIX, SIX_MARKED, 1))
}

/// How a table of the abilities begins in stat blocks of 2014, and with the mark that the style sheet knows.
const SIX: &str = "<table><thead><tr><th>STR</th><th>DEX</th>";
const SIX_MARKED: &str = "<table class=\"abilities\"><thead><tr><th>STR</th><th>DEX</th>";

/// How a table of the abilities begins in stat blocks of 2024.
const ABILITIES: &str =
    "<table><thead><tr><th>Ability</th><th>Score</th><th>MOD</th><th>SAVE</th></tr></thead><tbody>\n";

/// How each of its halves begins: the books print no heads above names and scores.
const HALF: &str = "<table><thead><tr><th><span class=\"unseen\">Ability</span></th>\
    <th><span class=\"unseen\">Score</span></th><th>MOD</th><th>SAVE</th></tr></thead><tbody>\n";

/// A page with its six abilities as two tables side by side, as the books print them; `None` where it has none.
fn halved(page: &str) -> Option<String> {
    const END: &str = "</tbody></table>\n";
    let (before, rest) = page.split_once(ABILITIES)?;
    let (body, behind) = rest.split_once(END)?;
    let rows: Vec<String> = body
        .lines()
        .map(|row| {
            row.replacen("<td>", "<th scope=\"row\">", 1).replacen("</td>", "</th>", 1).replace("<td>-", "<td>−")
        })
        .collect();
    let (first, second) = rows.split_at_checked(3)?;
    let half = |rows: &[String]| format!("{HALF}{}\n{END}", rows.join("\n"));
    (second.len() == 3).then(|| {
        let (first, second) = (half(first), half(second));
        format!("{before}<div class=\"halves\">\n{first}{second}</div>\n{behind}")
    })
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
        assert!(page.contains("<a href=\"/spell/fen/song\">song</a>"), "{page}");
        assert!(page.contains("<table>"), "{page}");
        assert!(!page.contains("Source"), "{page}");
    }

    #[test]
    fn abilities_stand_as_the_books_print_them() {
        let rows: String =
            ["Str", "Dex", "Con", "Int", "Wis", "Cha"].map(|name| format!("| {name} | 8 | -1 | +1 |\n")).concat();
        let head = "| Ability | Score | MOD | SAVE |\n|---|---|---|---|\n";
        let page = render(&format!("Before.\n\n{head}{rows}\nBehind."));
        let tables: Vec<_> = page.split("<table>").collect();
        assert_eq!(tables.len(), 3, "{page}");
        assert!(tables[1].contains("<th scope=\"row\">Con</th><td>8</td><td>−1</td><td>+1</td>"));
        assert!(!tables[1].contains("Int") && tables[2].contains("Int"), "{page}");
        assert!(page.ends_with("</div>\n<p>Behind.</p>\n"), "{page}");
        let six = render("| STR | DEX | CON |\n|---|---|---|\n| 8 | 9 | 10 |\n");
        assert!(six.starts_with("<table class=\"abilities\">"), "{six}");
        // A table of other rows stays whole.
        let page = render(&format!("{head}| Str | 8 | -1 | +1 |\n"));
        assert!(page.contains("<th>Ability</th>") && !page.contains("halves"));
    }

    #[test]
    fn what_could_run_is_text() {
        for hostile in [
            "<script>alert(1)</script>", "a <img src=x onerror=alert(1)> b", "[x](javascript:alert(1))",
            "[x](JaVaScRiPt:alert(1))", "[x](data:text/html,x)", "[x](//elsewhere.example)",
            "![x](https://elsewhere.example/x.png)",
        ] {
            let page = render(hostile);
            for forbidden in ["<script", "<img", "<a "] {
                assert!(!page.contains(forbidden), "{hostile}: {page}");
            }
        }
    }
}
