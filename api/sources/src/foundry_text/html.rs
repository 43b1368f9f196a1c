//! HTML to Markdown: paragraphs, headings, lists, tables and emphasis.
//!
//! The elements are those that an editor of rich text writes. What is not known is its text.

mod inline;
mod table;

use html5gum::{Token, Tokenizer};
use inline::Inline;
use table::Table;

/// Elements whose content is no text of the book.
const LEFT_OUT: [&str; 4] = ["figure", "script", "style", "button"];

/// The Markdown of HTML. `is_note` tells elements that are left out by their tag and their `class`.
pub fn markdown(html: &str, is_note: impl Fn(&str, &str) -> bool) -> String {
    let mut writer = Writer::default();
    for token in Tokenizer::new(html) {
        let Ok(token) = token;
        match token {
            Token::StartTag(tag) => {
                let name = String::from_utf8_lossy(&tag.name).into_owned();
                let attribute = |key: &[u8]| {
                    let found = tag.attributes.iter().find(|(name, _)| name.as_slice() == key);
                    found.map(|(_, value)| String::from_utf8_lossy(value).into_owned())
                };
                let class = attribute(b"class").unwrap_or_default();
                if !tag.self_closing && (LEFT_OUT.contains(&&*name) || is_note(&name, &class)) {
                    writer.leave_out(&name);
                } else {
                    let columns = attribute(b"colspan").and_then(|columns| columns.parse().ok());
                    writer.open(&name, columns.unwrap_or(1));
                }
            }
            Token::EndTag(tag) => writer.close(&String::from_utf8_lossy(&tag.name)),
            Token::String(text) => writer.text(&String::from_utf8_lossy(&text)),
            Token::Comment(_) | Token::Doctype(_) | Token::Error(_) => {}
        }
    }
    writer.finish()
}

#[derive(Default)]
struct Writer {
    /// The finished blocks.
    blocks: Vec<String>,
    /// The block that is being written.
    inline: Inline,
    /// What the block begins with (`## `, `- `).
    prefix: String,
    /// The open lists: `Some` with the number of the next item of an ordered one.
    lists: Vec<Option<usize>>,
    table: Option<Table>,
    /// The element that is left out, and how many of its name are open.
    left_out: Option<(String, usize)>,
}

impl Writer {
    fn leave_out(&mut self, name: &str) {
        match &mut self.left_out {
            Some((open, depth)) if open == name => *depth += 1,
            Some(_) => {}
            None => {
                self.end_block();
                self.left_out = Some((name.to_owned(), 1));
            }
        }
    }

    fn open(&mut self, name: &str, columns: usize) {
        if let Some((open, depth)) = &mut self.left_out {
            *depth += usize::from(open == name);
            return;
        }
        if let Some(table) = &mut self.table {
            match name {
                "tr" => table.begin_row(),
                "td" | "th" => table.begin_cell(name == "th", columns),
                "caption" => table.begin_caption(),
                "strong" | "b" => table.inline().begin("**"),
                "em" | "i" => table.inline().begin("*"),
                "br" | "p" | "li" | "div" => table.inline().space(),
                _ => {}
            }
            return;
        }
        match name {
            "strong" | "b" => self.inline.begin("**"),
            "em" | "i" => self.inline.begin("*"),
            "ul" => {
                self.end_block();
                self.lists.push(None);
            }
            "ol" => {
                self.end_block();
                self.lists.push(Some(1));
            }
            "li" => self.begin_item(),
            "table" => {
                self.end_block();
                self.table = Some(Table::default());
            }
            "br" if !self.lists.is_empty() => self.inline.space(),
            "summary" => {
                self.end_block();
                self.inline.begin("**");
            }
            _ if is_block(name) => {
                // A paragraph that begins an item goes on behind its mark.
                if !self.inline.is_empty() || self.lists.is_empty() {
                    self.end_block();
                }
                if let Some(level) = heading_level(name) {
                    self.prefix = format!("{} ", "#".repeat(level));
                }
            }
            _ => {}
        }
    }

    fn close(&mut self, name: &str) {
        if let Some((open, depth)) = &mut self.left_out {
            *depth -= usize::from(open == name);
            if *depth == 0 {
                self.left_out = None;
            }
            return;
        }
        if let Some(table) = &mut self.table {
            match name {
                "strong" | "b" => table.inline().end("**"),
                "em" | "i" => table.inline().end("*"),
                "p" | "li" | "div" => table.inline().space(),
                "thead" => table.end_head(),
                "table" => {
                    let (caption, table) = std::mem::take(table).finish();
                    self.table = None;
                    self.blocks.extend(caption.map(|caption| format!("**{caption}**")));
                    self.blocks.extend(table);
                }
                _ => {}
            }
            return;
        }
        match name {
            "strong" | "b" => self.inline.end("**"),
            "em" | "i" => self.inline.end("*"),
            "summary" => {
                self.inline.end("**");
                self.end_block();
            }
            "ul" | "ol" => {
                self.end_block();
                self.lists.pop();
            }
            _ if is_block(name) || name == "li" => self.end_block(),
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        if self.left_out.is_some() {
            return;
        }
        match &mut self.table {
            Some(table) => table.inline().text(text),
            None => self.inline.text(text),
        }
    }

    fn begin_item(&mut self) {
        self.end_block();
        let indent = "  ".repeat(self.lists.len().saturating_sub(1));
        let mark = match self.lists.last_mut() {
            Some(Some(number)) => {
                *number += 1;
                format!("{}. ", *number - 1)
            }
            _ => "- ".to_owned(),
        };
        self.prefix = format!("{indent}{mark}");
    }

    fn end_block(&mut self) {
        let text = std::mem::take(&mut self.inline).finish();
        if text.is_empty() {
            return;
        }
        let prefix = std::mem::take(&mut self.prefix);
        // Headings are not emphasised on top.
        let text = if prefix.starts_with('#') { text.replace("**", "") } else { text };
        let block = format!("{prefix}{text}");
        let is_item = |block: &str| {
            let block = block.trim_start();
            let mark = block.split(' ').next().unwrap_or_default();
            mark == "-" || (mark.ends_with('.') && mark.trim_end_matches('.').parse::<u32>().is_ok())
        };
        match self.blocks.last_mut() {
            Some(last) if !self.lists.is_empty() && is_item(last) && is_item(&block) => {
                last.push('\n');
                last.push_str(&block);
            }
            _ => self.blocks.push(block),
        }
    }

    fn finish(mut self) -> String {
        self.end_block();
        if let Some(table) = self.table {
            self.blocks.extend(table.finish().1);
        }
        self.blocks.join("\n\n")
    }
}

fn heading_level(name: &str) -> Option<usize> {
    let level = name.strip_prefix('h')?.parse().ok()?;
    (1..=6).contains(&level).then_some(level)
}

fn is_block(name: &str) -> bool {
    const BLOCKS: [&str; 13] =
        ["p", "div", "section", "article", "aside", "blockquote", "br", "hr", "details", "header", "dl", "dt", "dd"];
    BLOCKS.contains(&name) || heading_level(name).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn html_becomes_markdown() {
        for (html, expected) in [
            ("<p>An <em>old </em>owl.</p><p>It&nbsp;hoots &amp; sees.</p>", "An *old* owl.\n\nIt hoots & sees."),
            ("<p><em><strong>Night Eyes.</strong></em> It sees.</p>", "***Night Eyes.*** It sees."),
            ("<h2>Owls <strong>here</strong></h2><p>They\n  hoot.</p>", "## Owls here\n\nThey hoot."),
            (
                "<ul><li><p>One.</p></li><li>Two<ul><li>In it</li></ul></li></ul><p>End</p>",
                "- One.\n- Two\n  - In it\n\nEnd",
            ),
            ("<ol><li>One</li><li>Two</li></ol>", "1. One\n2. Two"),
            (
                "<table><caption>Owls</caption><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><th scope=\"row\"><p>1</p></th><td>x|y</td></tr><tr><td colspan=\"2\">2</td></tr></tbody></table>",
                "**Owls**\n\n| A | B |\n|---|---|\n| 1 | x\\|y |\n| 2 |  |",
            ),
            (
                "<table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>",
                "| a | b |\n|---|---|\n| c | d |",
            ),
            (
                "<p>Seen.</p><section class=\"secret\"><section><p>No.</p></section></section><p>Yes.</p>",
                "Seen.\n\nYes.",
            ),
            ("<p>torn <strong>open", "torn **open**"),
        ] {
            assert_eq!(markdown(html, |_, class| class == "secret"), expected, "{html}");
        }
    }
}
