//! Texts of documents as Markdown: HTML with embeds of other texts, references and commands.

use super::index::{Index, Scope};
use super::{Document, roll_table};
use crate::foundry_text::fields::Fields;
use crate::foundry_text::html;
use crate::foundry_text::stats::Stats;
use crate::foundry_text::{About, UNKNOWN, with_commands, with_names};
use lorekeeper_content::Pattern;
use regex::Captures;

/// How deep texts are embedded in texts.
const MAX_DEPTH: usize = 6;

/// Most bytes of a text with those that it embeds.
const MAX_HTML: usize = 1 << 20;

/// A text of a document as Markdown.
pub(super) fn markdown(text: &str, document: &Document<'_>, index: &Index<'_>) -> String {
    of_thing(text, Fields::NOTHING, None, document, index)
}

/// A text as [`markdown`] makes it, which refers to the activities of a thing, and to a creature.
pub(super) fn of_thing(
    text: &str,
    thing: Fields<'_>,
    stats: Option<&Stats>,
    document: &Document<'_>,
    index: &Index<'_>,
) -> String {
    let about =
        About { links: &Scope { index, document }, thing, stats, name: document.name, edition: document.edition() };
    let text = with_embeds(text, document.pack, index, MAX_DEPTH);
    let text = text.replace("&amp;Reference", "&Reference").replace("&amp;reference", "&reference");
    let text = TAGS.replace_all(&text, |found: &Captures<'_>| TAG.replace_all(&found[0], "").into_owned());
    let text = with_commands(&with_names(&text, &about), &about);
    without_credit(&finished(&html::markdown(&text, is_note)), document).to_owned()
}

/// The text without the line of book and licence that ends what LoreKeeper exported: it is no text of the book.
fn without_credit<'a>(text: &'a str, document: &Document<'_>) -> &'a str {
    let source = document.fields.at("system.source");
    let (before, last) = text.rsplit_once("\n\n").unwrap_or(("", text));
    let line = last.strip_prefix('*').and_then(|line| line.strip_suffix('*'));
    let names = [source.filled("book"), source.filled("license")];
    let names: Vec<String> = names.into_iter().flatten().collect();
    let rest = line.and_then(|line| line.strip_prefix(&names.join(", ")));
    match rest {
        Some(rest) if !names.is_empty() && (rest.is_empty() || rest.starts_with(". ")) => before,
        _ => text,
    }
}

/// Tags within a command, which its editor put there.
static TAGS: Pattern = Pattern::new(r"\[\[/[^\]]*<[^\]]*\]\]");

static TAG: Pattern = Pattern::new(r"<[^<>]*>");

static EMBED: Pattern = Pattern::new(
    r"(?:<p>\s*)?@Embed\[(?P<address>[^\]\s]+)(?P<options>[^\]]*)\](?:\{(?P<caption>[^}]*)\})?(?:\s*</p>)?",
);

/// The text with the texts that it embeds; a stat block is none.
fn with_embeds(text: &str, pack: &str, index: &Index<'_>, depth: usize) -> String {
    if !text.contains("@Embed[") {
        return text.to_owned();
    }
    let mut room = MAX_HTML;
    let embedded = EMBED.replace_all(text, |found: &Captures<'_>| {
        let caption = found.name("caption").map(|caption| caption.as_str());
        let (html, from) = embedded(&found["address"], &found["options"], caption, pack, index);
        let html = match depth {
            0 => String::new(),
            _ => with_embeds(&html, from, index, depth - 1),
        };
        match room.checked_sub(html.len()) {
            Some(rest) => {
                room = rest;
                html
            }
            None => String::new(),
        }
    });
    embedded.into_owned()
}

/// An embedded text, and the pack that it is from.
fn embedded<'a>(
    address: &str,
    options: &str,
    caption: Option<&str>,
    pack: &'a str,
    index: &Index<'a>,
) -> (String, &'a str) {
    if options.contains("statblock") || options.contains("hide-in-embed") {
        return (String::new(), pack);
    }
    if let Some(page) = index.page(address, pack) {
        return (page.html().to_owned(), page.journal.pack);
    }
    let (document, thing) = match index.part(address) {
        Some((actor, part)) => (actor, part),
        None => match index.document(address) {
            Some(document) => (document, document.fields),
            None => return (String::new(), pack),
        },
    };
    let html = if document.fields.text("_key").starts_with("!tables!") {
        roll_table::html(&document, caption)
    } else {
        thing.text("system.description.value").to_owned()
    };
    (html, document.pack)
}

/// Whether an element is a note about the tabletop's use.
fn is_note(tag: &str, class: &str) -> bool {
    let has = |name: &str| class.split_whitespace().any(|own| own == name);
    has("secret") || has("foundry-note") || (tag == "section" && has("fvtt"))
}

/// Words of notes about the tabletop that are not marked as such.
const ASIDES: [&str; 4] = ["Foundry", "Active Effect", "right click", "Token artwork"];

/// A line with an unknown number only: `Current Die: ?`.
static EMPTY: Pattern = Pattern::new("^(?:[^.\u{1}]*:)?[\\s*_.-]*\u{1}[\\s.*]*$");

/// A place that was never filled in.
static UNFILLED: Pattern = Pattern::new(r"\{\w+\}");

/// A space that stands before a mark.
static BEFORE_MARK: Pattern = Pattern::new(r"(\w) ([.,;])(\s|$)");

/// An unknown number in brackets.
static IN_BRACKETS: Pattern = Pattern::new(" ?\\([^()\u{1}]*\u{1}[^()]*\\)");

/// The labels of an attack, where they are not marked.
static LABEL: Pattern = Pattern::new(
    r"(?-i)(?P<before>^|[.:] |\n)(?P<label>(?:(?:Melee or Ranged |Melee |Ranged )?(?:Attack Roll|(?:Weapon |Spell )Attack))|Hit or Miss|Hit|Miss):\s",
);

/// The text without unknown numbers and notes, with the labels of attacks marked.
fn finished(text: &str) -> String {
    let paragraphs = text.split("\n\n").filter(|paragraph| {
        !EMPTY.is_match(paragraph)
            && !UNFILLED.is_match(paragraph)
            && !ASIDES.iter().any(|words| paragraph.contains(words))
    });
    let paragraphs = paragraphs.map(|paragraph| {
        let paragraph = BEFORE_MARK.replace_all(paragraph, "$1$2$3");
        let paragraph = paragraph.replace("damage damage", "damage");
        if !paragraph.contains(UNKNOWN) {
            return paragraph;
        }
        let known = IN_BRACKETS.replace_all(&paragraph, "");
        let known = known.replace(UNKNOWN, "").replace("  ", " ");
        known.replace(" .", ".").replace(" ,", ",")
    });
    let text = paragraphs.collect::<Vec<_>>().join("\n\n");
    // Two labels share what stands between them.
    let once = LABEL.replace_all(&text, "$before*$label:* ");
    let twice = LABEL.replace_all(&once, "$before*$label:* ");
    twice.trim().to_owned()
}
