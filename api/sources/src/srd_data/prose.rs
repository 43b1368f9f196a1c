//! Markup conversion: texts with the tabletop's markup, whose HTML is gone, as Markdown that reads like the book.
//!
//! References and commands are those of [`crate::foundry_text`]; headings and labels are told by their form.

mod layout;

pub(super) use crate::foundry_text::About;
use crate::foundry_text::{UNKNOWN, entities, with_commands, with_names};
use lorekeeper_content::Pattern;
use regex::Captures;

/// A text as Markdown.
pub(super) fn markdown(text: &str, about: &About<'_>) -> String {
    let text = entities(text);
    let text = layout::without_notes(&text);
    let text = layout::without_tags(&text);
    let text = with_names(&text, about);
    let text = WIZARDS.replace_all(&text, "$spell");
    let text = ACTION.replace_all(&text, |found: &Captures<'_>| spaced(&found["name"]));
    let text =
        BARE.replace_all(&text, |found: &Captures<'_>| about.links.name(&found[0]).unwrap_or(&found[0]).to_owned());
    let resolved = with_commands(&text, about);
    let resolved = SLOT.replace_all(&resolved, "");
    layout::paragraphs(&resolved).replace(NO_WIDTH, "-foot ")
}

/// The leftover of the measures of an area without a width.
const NO_WIDTH: &str = "-foot-long, -foot-wide ";

/// A spell's address that stands in a text by itself.
static BARE: Pattern = Pattern::new(r"\bphb(?:spl|swd)[A-Za-z0-9]+\b");

/// A creature's action by its address.
static ACTION: Pattern = Pattern::new(r"(?-i)\b(?:mm|dmg)(?P<name>[A-Z][A-Za-z]+?)0{2,}\b");

/// The open rules name spells without the wizards who made them.
static WIZARDS: Pattern = Pattern::new(
    r"\b(?:Bigby|Drawmij|Evard|Leomund|Melf|Mordenkainen|Nystul|Otiluke|Otto|Rary|Tasha|Tenser)['’]s (?P<spell>\p{Lu})",
);

/// A place that was never filled in.
static SLOT: Pattern = Pattern::new(r"\{\w+\}");

/// The words of a name that is written as one (`OozeCube`).
fn spaced(name: &str) -> String {
    let mut words = String::with_capacity(name.len() + 4);
    for letter in name.chars() {
        if letter.is_uppercase() && !words.is_empty() {
            words.push(' ');
        }
        words.push(letter);
    }
    words
}

#[cfg(test)]
mod tests;
