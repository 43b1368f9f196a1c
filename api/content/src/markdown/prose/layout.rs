//! Layout: headings, lists and line breaks, made to fit below a heading of the document.

use super::tables;
use std::borrow::Cow;

/// The text with real line breaks, and without spaces at the ends of lines.
pub(in crate::markdown) fn clean_whitespace(text: &str) -> String {
    let mut text = Cow::Borrowed(text);
    if ['\r', '\\', '\u{a0}'].iter().any(|c| text.contains(*c)) {
        let spaced = text.replace("\r\n", "\n").replace("\\r\\n", "\n");
        text = spaced.replace("\\n", "\n").replace('\u{a0}', " ").into();
    }
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n").trim_matches('\n').to_owned()
}

/// The text with its shallowest heading at `level`, a blank line around headings and before tables and lists, and
/// tables repaired.
pub(in crate::markdown) fn normalise(text: &str, level: usize) -> String {
    let text = tables::repair(&replace_br(&clean_whitespace(text)));
    let shallowest = text.lines().filter_map(heading_level).min();
    let mut out: Vec<String> = Vec::new();

    let mut in_list = false;
    for line in text.lines() {
        let kind = line_kind(line);
        in_list = kind == LineKind::List || in_list && (line.is_empty() || line.starts_with(' '));
        let line = match (kind, shallowest) {
            (LineKind::Heading(own), Some(first)) => {
                let depth = (level + own - first).min(6);
                format!("{} {}", "#".repeat(depth), heading_text(line))
            }
            (LineKind::Indented, _) if !in_list => format!("- {}", line.trim()),
            _ => spaced_labels(line),
        };
        if let Some(last) = out.last()
            && needs_gap(last, &line)
        {
            out.push(String::new());
        }
        if !(line.is_empty() && out.last().is_none_or(String::is_empty)) {
            out.push(line);
        }
    }
    out.join("\n").trim().to_owned()
}

/// The line with a blank behind each bold label (`**3/Day:**Fog`, `**Hot.**It boils`): Markdown takes marks between a
/// punctuation mark and a letter for the beginning of bold words.
fn spaced_labels(line: &str) -> String {
    let mut spaced = String::with_capacity(line.len());
    // Every second part is bold.
    let mut is_label = false;
    for (index, part) in line.split("**").enumerate() {
        if index > 0 {
            spaced.push_str("**");
        }
        if is_label && part.starts_with(char::is_alphanumeric) {
            spaced.push(' ');
        }
        spaced.push_str(part);
        is_label = index % 2 == 1 && part.ends_with([':', '.', '!', '?']);
    }
    spaced
}

/// The text without a first line that only repeats `title`.
pub(in crate::markdown) fn without_title(text: &str, title: &str) -> String {
    let text = clean_whitespace(text);
    let (first, rest) = text.split_once('\n').unwrap_or((&text, ""));
    let bare = |line: &str| line.trim_matches(|c: char| c.is_whitespace() || "#*_.:".contains(c)).to_lowercase();
    if !rest.trim().is_empty() && !bare(title).is_empty() && bare(first) == bare(title) {
        rest.trim_start_matches('\n').to_owned()
    } else {
        text
    }
}

/// Whether the text begins with a block that needs a line of its own.
pub(in crate::markdown) fn opens_block(text: &str) -> bool {
    let first = text.lines().next().unwrap_or_default();
    !matches!(line_kind(first), LineKind::Words | LineKind::Indented)
}

#[derive(Copy, Clone, PartialEq, Eq)]
enum LineKind {
    Words,
    Heading(usize),
    Table,
    List,
    Quote,
    /// A line that Markdown would take for code; the books mean a list.
    Indented,
}

fn line_kind(line: &str) -> LineKind {
    let bare = line.trim_start();
    if let Some(level) = heading_level(line) {
        LineKind::Heading(level)
    } else if bare.starts_with('|') {
        LineKind::Table
    } else if is_item(bare) {
        LineKind::List
    } else if bare.starts_with('>') {
        LineKind::Quote
    } else if line.starts_with("    ") && !bare.is_empty() {
        LineKind::Indented
    } else {
        LineKind::Words
    }
}

/// Whether the line is an item of a list.
pub(super) fn is_item(line: &str) -> bool {
    ["- ", "* ", "+ ", "• "].iter().any(|mark| line.starts_with(mark)) && !is_rule(line)
        || line
            .split_once(". ")
            .is_some_and(|(n, _)| (1..=2).contains(&n.len()) && n.chars().all(|c| c.is_ascii_digit()))
}

/// Whether the line is a thematic break.
pub(super) fn is_rule(line: &str) -> bool {
    let marks: Vec<char> = line.chars().filter(|c| !c.is_whitespace()).collect();
    marks.len() >= 3 && ['-', '*', '_'].iter().any(|mark| marks.iter().all(|c| c == mark))
}

/// Level of a heading, with or without the space that it should have; `None` when the line is none.
pub(super) fn heading_level(line: &str) -> Option<usize> {
    let line = line.trim_start();
    let level = line.chars().take_while(|c| *c == '#').count();
    let rest = line.get(level..)?;
    let spaced = rest.starts_with(' ') || level > 1;
    ((1..=6).contains(&level) && spaced && !rest.trim().is_empty()).then_some(level)
}

pub(super) fn heading_text(line: &str) -> &str {
    line.trim().trim_matches('#').trim()
}

fn needs_gap(last: &str, line: &str) -> bool {
    if last.is_empty() || line.is_empty() {
        return false;
    }
    match (line_kind(last), line_kind(line)) {
        (LineKind::Table, LineKind::Table) => false,
        (LineKind::Heading(_) | LineKind::Table, _)
        | (_, LineKind::Heading(_) | LineKind::Table)
        | (LineKind::Words, LineKind::Quote) => true,
        (LineKind::Words | LineKind::Quote, LineKind::List) => !last.starts_with(' ') && !line.starts_with(' '),
        (LineKind::Words, LineKind::Words) => ends_paragraph(last, line),
        _ => false,
    }
}

/// Whether a single line break ends a paragraph, rather than wraps a line: after the end of a sentence, and before a
/// label (`3/day each: ...`).
fn ends_paragraph(last: &str, line: &str) -> bool {
    let label = line.split_once(':').map(|(label, _)| label);
    let is_html = |line: &str| line.trim_start().starts_with('<');
    !is_html(last)
        && !is_html(line)
        && (last.ends_with(['.', '!', '?', ':']) || label.is_some_and(|label| label.split_whitespace().count() <= 4))
}

/// The text with `<br>` as ends of paragraphs, except in a table, which has no other line break.
fn replace_br(text: &str) -> String {
    if !text.contains('<') {
        return text.to_owned();
    }
    let lines: Vec<String> = text
        .lines()
        .map(|line| {
            if line.trim_start().starts_with('|') {
                return line.to_owned();
            }
            let mut line = line.to_owned();
            for tag in ["<br/>", "<br />", "<br>"] {
                line = line.replace(tag, "\n\n");
            }
            line
        })
        .collect();
    lines.join("\n")
}
