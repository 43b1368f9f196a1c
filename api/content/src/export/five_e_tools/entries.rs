//! Entries: Markdown as the texts, lists and tables of 5etools. It shows texts as HTML, and `{@tag}` as commands: what a
//! book writes is neither. Dice, difficulty classes and attacks become tags that roll.

use crate::Pattern;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use regex::Captures;
use serde_json::{Value, json};

static DICE: Pattern = Pattern::new(r"\b\d{1,3}d\d{1,3}(?: ?[+−-] ?\d{1,4})?\b");
static TO_HIT: Pattern = Pattern::new(r"\+(\d{1,2})( to hit)");
static DC: Pattern = Pattern::new(r"\bDC (\d{1,2})\b");
/// The head of an attack of 2014 or of 2024, and that of a hit, which some books emphasize.
static EMPHASIZED: Pattern = Pattern::new(r"(?-i)\{@i ((?:[A-Za-z ]+ Attack(?: Roll)?|Hit):)\}");
static ATTACK: Pattern = Pattern::new(
    r"(?-i)\b(?<way>Melee or Ranged|Melee|Ranged) (?:(?<with>Weapon|Spell) Attack|Attack Roll):(?: \+(?<bonus>\d{1,2}))?",
);
static HIT: Pattern = Pattern::new(r"(?-i)\bHit: ?");

/// Lists within lists, as deep as they are kept apart.
const MAX_DEPTH: usize = 16;

/// A text that is shown as it is written.
pub(super) fn text(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace("{@", "{ @").replace("{=", "{ =").replace(['\n', '\r'], " ")
}

/// A text with tags for what it rolls.
fn rolling(words: &str) -> String {
    let words = text(words);
    let words = DICE.replace_all(&words, "{@dice $0}");
    let words = TO_HIT.replace_all(&words, "{@hit $1}$2");
    DC.replace_all(&words, "{@dc $1}").into_owned()
}

/// A text with tags for its attacks; `{@h}` stands for the space behind it, too.
fn attacking(words: &str) -> String {
    let plain = EMPHASIZED.replace_all(words, "$1");
    if !ATTACK.is_match(&plain) {
        return words.to_owned();
    }
    let attacks = ATTACK.replace_all(&plain, |found: &Captures<'_>| {
        let with = match found.name("with").map(|with| with.as_str()) {
            Some("Weapon") => "w",
            Some(_) => "s",
            None => "",
        };
        let ways = match &found["way"] {
            "Melee" => format!("m{with}"),
            "Ranged" => format!("r{with}"),
            _ => format!("m{with},r{with}"),
        };
        let tag = if with.is_empty() { "atkr" } else { "atk" };
        let bonus = found.name("bonus");
        let bonus = bonus.map(|bonus| format!(" {{@hit {}}}", bonus.as_str()));
        format!("{{@{tag} {ways}}}{}", bonus.unwrap_or_default())
    });
    HIT.replace_all(&attacks, "{@h}").into_owned()
}

/// What is being read: entries, the items of a list, the rows of a table.
enum Frame {
    Entries(Vec<Value>),
    List(Vec<Value>),
    Table { head: Vec<Value>, rows: Vec<Value>, row: Vec<Value> },
}

/// The entries of a Markdown text. A heading gives its name to what follows.
pub(super) fn entries(markdown: &str) -> Vec<Value> {
    let mut frames = vec![Frame::Entries(Vec::new())];
    let mut words = String::new();
    let mut heading: Option<String> = None;
    let mut sections: Vec<(String, Vec<Value>)> = Vec::new();
    let mut flattened = 0;
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        let is_deep = frames.len() > MAX_DEPTH;
        match event {
            Event::Start(Tag::List(_) | Tag::Item | Tag::Table(_)) if is_deep => flattened += 1,
            Event::End(TagEnd::List(_) | TagEnd::Item | TagEnd::Table) if flattened > 0 => {
                flattened -= 1;
            }
            Event::Text(part) | Event::Code(part) => words.push_str(&rolling(&part)),
            Event::Html(tag) | Event::InlineHtml(tag) if tag.starts_with("<br") => words.push(' '),
            Event::Html(part) | Event::InlineHtml(part) => words.push_str(&text(&part)),
            Event::SoftBreak | Event::HardBreak => words.push(' '),
            Event::Start(Tag::Strong) => words.push_str("{@b "),
            Event::Start(Tag::Emphasis) => words.push_str("{@i "),
            Event::End(TagEnd::Strong | TagEnd::Emphasis) => words.push('}'),
            Event::End(TagEnd::Paragraph | TagEnd::CodeBlock | TagEnd::HtmlBlock) => {
                add(&mut frames, &mut words);
            }
            Event::Start(Tag::List(_)) => {
                add(&mut frames, &mut words);
                frames.push(Frame::List(Vec::new()));
            }
            Event::Start(Tag::Item) => frames.push(Frame::Entries(Vec::new())),
            Event::End(TagEnd::Item) => {
                add(&mut frames, &mut words);
                if let Some(Frame::Entries(mut own)) = frames.pop() {
                    let item = if own.len() == 1 {
                        own.pop().unwrap_or_default()
                    } else {
                        json!({"type": "entries", "entries": own})
                    };
                    put(&mut frames, item);
                }
            }
            Event::End(TagEnd::List(_)) => {
                if let Some(Frame::List(items)) = frames.pop() {
                    put(&mut frames, json!({"type": "list", "items": items}));
                }
            }
            Event::Start(Tag::Table(_)) => {
                frames.push(Frame::Table { head: Vec::new(), rows: Vec::new(), row: Vec::new() });
            }
            Event::End(TagEnd::TableCell) => {
                if let Some(Frame::Table { row, .. }) = frames.last_mut() {
                    row.push(json!(attacking(std::mem::take(&mut words).trim())));
                }
            }
            Event::End(end @ (TagEnd::TableHead | TagEnd::TableRow)) => {
                if let Some(Frame::Table { head, rows, row }) = frames.last_mut() {
                    let row = std::mem::take(row);
                    if end == TagEnd::TableHead {
                        *head = row;
                    } else {
                        rows.push(json!(row));
                    }
                }
            }
            Event::End(TagEnd::Table) => {
                if let Some(Frame::Table { head, rows, .. }) = frames.pop() {
                    let table = json!({"type": "table", "colLabels": head, "rows": rows});
                    put(&mut frames, table);
                }
            }
            Event::End(TagEnd::Heading(_)) => {
                close(&mut sections, &mut frames, heading.take());
                heading = Some(std::mem::take(&mut words));
            }
            _ => {}
        }
    }
    add(&mut frames, &mut words);
    close(&mut sections, &mut frames, heading);
    sections.into_iter().flat_map(of_section).collect()
}

/// Ends the section that was read.
fn close(sections: &mut Vec<(String, Vec<Value>)>, frames: &mut [Frame], heading: Option<String>) {
    if let Some(Frame::Entries(entries)) = frames.first_mut() {
        sections.push((heading.unwrap_or_default(), std::mem::take(entries)));
    }
}

/// The entries of a section: under its name, where it has one.
fn of_section((name, entries): (String, Vec<Value>)) -> Vec<Value> {
    if name.is_empty() {
        return entries;
    }
    vec![json!({"type": "entries", "name": name, "entries": entries})]
}

/// Ends a text.
fn add(frames: &mut [Frame], words: &mut String) {
    let words = std::mem::take(words);
    if !words.trim().is_empty() {
        put(frames, json!(attacking(words.trim())));
    }
}

fn put(frames: &mut [Frame], entry: Value) {
    match frames.last_mut() {
        Some(Frame::Entries(entries) | Frame::List(entries)) => entries.push(entry),
        Some(Frame::Table { row, .. }) => row.push(entry),
        None => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attacks_roll_in_the_words_of_both_editions() {
        for (words, expected) in [
            (
                "*Melee Attack Roll:* +9, reach 15 ft. *Hit:* 12 (2d6 + 5) damage.",
                "{@atkr m} {@hit 9}, reach 15 ft. {@h}12 ({@dice 2d6 + 5}) damage.",
            ),
            (
                "Melee or Ranged Attack Roll: +5, reach 5 ft. Hit: 3 damage.",
                "{@atkr m,r} {@hit 5}, reach 5 ft. {@h}3 damage.",
            ),
            ("*Ranged Spell Attack:* +4 to hit, range 60 ft.", "{@atk rs} {@hit 4} to hit, range 60 ft."),
            (
                "Melee or Ranged Weapon Attack: +4 to hit. *Hit:* 3 damage.",
                "{@atk mw,rw} {@hit 4} to hit. {@h}3 damage.",
            ),
            ("Ranged Attack Roll: as it likes.", "{@atkr r} as it likes."),
            // What is no attack stays as it is.
            ("*Hit:* a song, by +3 Spoons.", "{@i Hit:} a song, by +3 Spoons."),
        ] {
            assert_eq!(entries(words), [json!(expected)], "{words}");
        }
    }

    #[test]
    fn markdown_becomes_entries() {
        let markdown = "It *boils* **hot** <b>x</b> {@b y} for 2d6 + 3 (DC 12), +5 to hit.\nMore.\n\n- one\n- two\n  - three\n\n\
                        ## Soups\n\n| d4 | Soup |\n|---|---|\n| 1 | Pea<br>thick |\n";
        let expected = json!([
            "It {@i boils} {@b hot} &lt;b&gt;x&lt;/b&gt; { @b y} for {@dice 2d6 + 3} ({@dc 12}), {@hit 5} to hit. More.",
            {"type": "list", "items": [
                "one", {"type": "entries", "entries": ["two", {"type": "list", "items": ["three"]}]},
            ]},
            {"type": "entries", "name": "Soups", "entries": [
                {"type": "table", "colLabels": ["d4", "Soup"], "rows": [["1", "Pea thick"]]},
            ]},
        ]);
        assert_eq!(json!(entries(markdown)), expected);
        assert_eq!(entries(""), [Value::Null; 0]);
        // However deep a text is, its entries are not.
        let deep = json!(entries(&format!("{}soup", "- ".repeat(5000)))).to_string();
        assert!(deep.contains("soup") && deep.matches("\"list\"").count() < 20, "{deep}");
    }
}
