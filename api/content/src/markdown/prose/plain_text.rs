//! Plain text of Markdown.

use super::layout::{clean_whitespace, heading_level, heading_text, is_item, is_rule};
use super::tables;
use crate::reading;

/// A Markdown text as plain text in one line: no marks, tables, tags or line breaks. A heading or a paragraph that ends
/// without a stop gets one.
pub(in crate::markdown) fn plain_text(markdown: &str) -> String {
    let text = tables::repair(&clean_whitespace(markdown));
    let mut blocks: Vec<String> = vec![String::new()];
    for line in text.lines() {
        let line = line.trim().trim_start_matches('>').trim();
        if line.starts_with('|') || is_rule(line) || is_caption(line) {
            blocks.push(String::new());
            continue;
        }
        let heading = heading_level(line).is_some();
        if heading || line.is_empty() || is_item(line) {
            blocks.push(String::new());
        }
        let words = unmarked(if heading { heading_text(line) } else { unbulleted(line) });
        if let Some(block) = blocks.last_mut() {
            block.push(' ');
            block.push_str(&words);
        }
        if heading {
            blocks.push(String::new());
        }
    }
    sentences(&blocks)
}

/// At most `length` characters of a text, cut at the end of a word and marked with an ellipsis.
pub(in crate::markdown) fn truncate(text: &str, length: usize) -> String {
    if text.chars().count() <= length {
        return text.to_owned();
    }
    // One character is the ellipsis. The last word is whole when a space follows it, or a stop and a space.
    let room = length.saturating_sub(1);
    let head: String = text.chars().take(room).collect();
    let mut after = text.chars().skip(room).skip_while(char::is_ascii_punctuation);
    let ends_word = after.next().is_none_or(char::is_whitespace);
    let kept = if ends_word {
        head.as_str()
    } else {
        // A single word that is longer than all the room is cut where the room ends.
        head.rsplit_once(char::is_whitespace).map_or(head.as_str(), |(kept, _)| kept)
    };
    let kept = kept.trim_end_matches(|c: char| c.is_whitespace() || ".,;:(–—-".contains(c));
    format!("{kept}…")
}

fn sentences(blocks: &[String]) -> String {
    let mut out = String::new();
    for block in blocks {
        let block = block.split_whitespace().collect::<Vec<_>>().join(" ");
        if block.is_empty() {
            continue;
        }
        if !out.is_empty() {
            if out.ends_with(|c: char| c.is_alphanumeric() || c == ')') {
                out.push('.');
            }
            out.push(' ');
        }
        out.push_str(&block);
    }
    out
}

/// The line above a table (`Table: Gifts`, `**Gifts (table)**`).
fn is_caption(line: &str) -> bool {
    let bare = line.trim_matches(|c: char| c.is_whitespace() || "#*_:.".contains(c));
    bare.starts_with("Table: ") || bare.ends_with("(table)")
}

fn unbulleted(line: &str) -> &str {
    if line.split_once(". ").is_some_and(|(n, _)| n.chars().all(|c| c.is_ascii_digit())) {
        return line;
    }
    if is_item(line) { line.trim_start_matches(['-', '*', '+', '•']).trim_start() } else { line }
}

/// A line without emphasis, links, code marks, tags, escapes and entities.
fn unmarked(line: &str) -> String {
    let line = without_tags(&without_links(line));
    let mut out = String::with_capacity(line.len());
    let mut before = ' ';
    let mut letters = line.chars().peekable();
    while let Some(c) = letters.next() {
        let after = letters.peek().copied().unwrap_or(' ');
        let mark = match c {
            '`' => true,
            '*' => !(before.is_whitespace() && after.is_whitespace()),
            '_' => !(before.is_alphanumeric() && after.is_alphanumeric()),
            '\\' => after.is_ascii_punctuation(),
            _ => false,
        };
        if mark && c == '\\' {
            out.extend(letters.next());
        } else if !mark {
            out.push(c);
        }
        before = c;
    }
    if !out.contains('&') {
        return out;
    }
    for (entity, letter) in
        [("&nbsp;", " "), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
    {
        out = out.replace(entity, letter);
    }
    out
}

/// `[words](address)` as its words.
fn without_links(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some((head, tail)) = rest.split_once('[') {
        if let Some((words, tail)) = link(tail) {
            out.push_str(head.strip_suffix('!').unwrap_or(head));
            out.push_str(words);
            rest = tail;
        } else {
            out.push_str(head);
            out.push('[');
            rest = tail;
        }
    }
    out.push_str(rest);
    out
}

/// Longest address of a link, in bytes. Where no bracket closes one, only so much is looked at.
const MAX_ADDRESS_BYTES: usize = 2000;

/// The words of a link whose bracket has been opened, and what follows the link.
fn link(opened: &str) -> Option<(&str, &str)> {
    // A bracket of another link ends the words, too.
    let (words, rest) = opened.split_at(opened.find(['[', ']'])?);
    reading::count(words.len());
    let address = rest.strip_prefix("](")?;
    let near = address.floor_char_boundary(MAX_ADDRESS_BYTES);
    let end = address.get(..near)?.find(')')?;
    Some((words, address.get(end + 1..)?))
}

fn without_tags(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some((head, tail)) = rest.split_once('<') {
        out.push_str(head);
        let is_tag = tail.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/');
        // Another tag begins before an end that is not its own.
        let end = tail.find(['<', '>']).filter(|_| is_tag);
        reading::count(end.unwrap_or(tail.len()));
        let after = end.and_then(|end| tail.get(end..)?.strip_prefix('>'));
        if let Some(after) = after {
            out.push(' ');
            rest = after;
        } else {
            out.push('<');
            rest = tail;
        }
    }
    out.push_str(rest);
    out
}
