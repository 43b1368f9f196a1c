//! XML elements, and Markdown as lines of plain text.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// Elements of XML.
#[derive(Default)]
pub(super) struct Xml(pub(super) String);

impl Xml {
    /// An element with a text; none where there is no text.
    pub(super) fn text(&mut self, name: &str, text: &str) {
        let text = text.trim();
        if !text.is_empty() {
            let text = escaped(text);
            self.0.extend(["<", name, ">", &text, "</", name, ">\n"]);
        }
    }

    /// An element for each line of a Markdown text.
    pub(super) fn texts(&mut self, name: &str, markdown: &str) {
        for line in lines(markdown) {
            self.text(name, &line);
        }
    }

    pub(super) fn number(&mut self, name: &str, number: Option<impl ToString>) {
        self.text(name, &number.map(|number| number.to_string()).unwrap_or_default());
    }
}

/// A text as XML has it; characters that XML has not are left out.
fn escaped(text: &str) -> String {
    let valid =
        text.chars().filter(|c| matches!(*c, '\t' | '\n' | ' '..='\u{D7FF}' | '\u{E000}'..='\u{FFFD}' | '\u{10000}'..));
    let valid: String = valid.collect();
    valid.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// The lines of a Markdown text, without marks: paragraphs, items of lists, rows of tables.
pub(super) fn lines(markdown: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut end = |line: &mut String| {
        let text = std::mem::take(line);
        let text = text.trim().trim_end_matches(" |");
        if !text.is_empty() && text != "•" {
            lines.push(text.to_owned());
        }
    };
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        match event {
            Event::Html(tag) | Event::InlineHtml(tag) if tag.starts_with("<br") => line.push(' '),
            Event::Text(text) | Event::Code(text) | Event::Html(text) | Event::InlineHtml(text) => {
                line.push_str(&text);
            }
            Event::SoftBreak | Event::HardBreak => line.push(' '),
            Event::Start(Tag::Item) => {
                end(&mut line);
                line.push_str("• ");
            }
            Event::End(TagEnd::TableCell) => line.push_str(" | "),
            Event::End(
                TagEnd::Paragraph
                | TagEnd::Heading(_)
                | TagEnd::Item
                | TagEnd::TableRow
                | TagEnd::TableHead
                | TagEnd::CodeBlock
                | TagEnd::HtmlBlock,
            ) => end(&mut line),
            _ => {}
        }
    }
    end(&mut line);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_becomes_lines_and_xml_is_escaped() {
        let markdown =
            "# Soup\n\nIt **boils** &\nboils.\n\n- a\n  - b\n\n| d4 | x |\n|---|---|\n| 1 | <b>y</b><br>z |\n";
        let expected = ["Soup", "It boils & boils.", "• a", "• b", "d4 | x", "1 | <b>y</b> z"];
        assert_eq!(lines(markdown), expected);
        assert_eq!(escaped("<a>&\u{1}]]>"), "&lt;a&gt;&amp;]]&gt;");
    }
}
